"""The client side of sagrada-json, against the server side, without a socket."""

from __future__ import annotations

import pytest

from bottega.client.sagrada_json import SagradaJsonClient
from bottega.table.position import AnyPosition
from tests.client import rigs
from tests.client.rigs import Differences
from tests.client.sagrada_truth import compared, compared_at_rest


class Sitting(rigs.Sitting):
    """A client that is not told whose turn it is, unless it is its own."""

    def at_rest(self, position: AnyPosition) -> list[str]:
        """Where the cache is not what is so now."""
        return compared_at_rest(self.client, position)


class Match(rigs.Match):
    """A game of these clients."""

    sitting = Sitting


def _players(*profiles: str) -> list[tuple[type[SagradaJsonClient], str, Differences]]:
    return [(SagradaJsonClient, profile, compared) for profile in profiles]


@pytest.mark.parametrize("number", range(1, 7))
@pytest.mark.parametrize("profiles", [("", ""), ("original", "original"), ("", "original", "")], ids=str)
def test_the_cache_is_the_servers_view_after_every_message(profiles: tuple[str, ...], number: int) -> None:
    """Whole random games, with tools, of either profile and of both at one table."""
    match = Match(_players(*profiles), number)
    match.play()
    for sitting in match.sittings:
        assert sitting.compared > 60
        result, position = sitting.client.known.result, match.witness.positions[-1]
        assert result is not None
        assert position.result is not None
        assert result.winners == position.result.winners


@pytest.mark.parametrize("number", range(1, 4))
@pytest.mark.parametrize("profile", ["", "original"])
def test_it_comes_back_and_goes_on(profile: str, number: int) -> None:
    """Connections are lost at any message; what is known afterwards is what the server knows."""
    Match(_players(profile, profile), number).play(dropping=0.05)
