"""The client side of sagrada-text, against the server side, without a socket."""

from __future__ import annotations

import pytest

from bottega.client.core import Broken, Enter, Happening, Refused
from bottega.client.sagrada_text import SagradaTextClient
from tests.client.rigs import Differences, Match
from tests.client.sagrada_truth import compared


def _players(*profiles: str) -> list[tuple[type[SagradaTextClient], str, Differences]]:
    return [(SagradaTextClient, profile, compared) for profile in profiles]


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
        assert [score.total for score in result.scores] == [score.total for score in position.result.scores]


@pytest.mark.parametrize("number", range(1, 4))
@pytest.mark.parametrize("profile", ["", "original"])
def test_it_comes_back_and_goes_on(profile: str, number: int) -> None:
    """Connections are lost at any message; what is known afterwards is what the server knows."""
    Match(_players(profile, profile), number).play(dropping=0.005)  # whoever comes back asks for twenty things


@pytest.mark.parametrize("errors", [0, 1, 2])
def test_an_error_that_came_late_takes_nobodys_answer(errors: int) -> None:
    """What came after the clock had ended the turn is refused while the board is asked for: every answer counts."""
    client = SagradaTextClient()
    client.connected(0.0)

    def hears(*lines: str) -> list[Happening]:
        return client.receive("".join(f"{line}\r\n" for line in lines).encode(), 0.0)

    hears("Connection established!")
    client.wish(Enter("ann", "secret"))
    hears("LOGIN ok", "GAME start 2 0")
    assert client.to_send()[1:3] == [b"GET game_status\n", b"GET players\n"]
    happened = hears(
        *["ILLEGAL ACTION!"] * errors, "SEND game_status true 2 -1 false -1", "SEND players 0,ann,PLAYING 1,bob,PLAYING"
    )
    assert not any(isinstance(each, Broken | Refused) for each in happened)
    assert client._gets[0][0] == "priv"
