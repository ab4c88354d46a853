"""Whole random games in renaissance-events: every request accepted, every client's picture the server's truth."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.wire.renaissance_match import EVENTS, JSON, ORIGINAL, STEPS, Match

pytestmark = pytest.mark.slow

USED = ("ReqTakeFromMarket", "ReqBuyDevCard", "ReqActivateProductions", "ReqLeaderAction", "ReqSwapShelves")

MIXES = (
    (EVENTS,),
    (EVENTS, EVENTS),
    (EVENTS, EVENTS, EVENTS),
    (EVENTS, EVENTS, EVENTS, EVENTS),
    (EVENTS, JSON),
    (STEPS, EVENTS),
    (EVENTS, STEPS, JSON, ORIGINAL),
    (JSON, EVENTS, EVENTS),
)


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("mix", MIXES, ids="-".join)
def test_pictures_are_the_truth(mix: tuple[str, ...], number: int) -> None:
    """All through a random game each client's picture, built only from its messages, equals the server's state."""
    match = Match(mix, number)
    match.play()
    assert match.stage.table.position.finished


@pytest.mark.parametrize("number", range(100, 103))
@pytest.mark.parametrize("mix", MIXES, ids="-".join)
def test_pictures_after_coming_back(mix: tuple[str, ...], number: int) -> None:
    """A client that comes back knowing nothing is told everything: in set-up, mid-turn, skipped or not."""
    match = Match(mix, number)
    match.play(dropping=0.05)
    assert match.stage.table.position.finished


def test_random_players_really_play() -> None:
    """Over a few games the random players use every kind of request, so that the pictures above mean something."""
    done: Counter[str] = Counter()
    for number in range(8):
        match = Match((EVENTS, EVENTS), number)
        match.play()
        for player in match.players:
            done += player.done
    assert all(done[kind] > 3 for kind in USED), done
