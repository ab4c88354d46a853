"""A seat that has changed hands is told in every protocol: in its own words, or as the whole table."""

from __future__ import annotations

from random import Random

import pytest

from bottega.limits import MINDED_SECONDS
from bottega.table.entries import Sitting
from bottega.table.identity import key_of
from tests.wire.test_undo import COMING, Evening


def _handed_on(dialect: str) -> Evening:
    """A bot has long played for Eve, and Zoe has taken the seat over; what the client was told of that is unread."""
    evening = Evening(dialect)
    table = evening.table
    seat = table.position.seat_of("Eve")
    assert seat is not None
    evening.eve.drops()
    table.play_by_bot(seat, "nina")
    table.attendance._seen["Eve"] -= MINDED_SECONDS  # without all the pings of the time between
    evening.heard()
    table.asker_is_here = lambda _: True  # she is, with no connection of hers to show for it
    table.ask_for_seat(seat, Sitting("Zoe", key_of("a token of some length"), account=False))
    table.vote("ann", True)
    evening.stage.settle()
    assert table.position.seats[seat].name == "Zoe"
    return evening


@pytest.mark.parametrize("dialect", COMING)
def test_the_new_name_is_told(dialect: str) -> None:
    """Whoever plays there hears of it, and sees the table with the new name."""
    evening = _handed_on(dialect)
    said = "STATUS reconnect" if dialect == "sagrada-text" else "Zoe"  # which knows players by their numbers
    assert said in " ".join(evening.heard())


@pytest.mark.parametrize("dialect", COMING)
def test_the_game_goes_on(dialect: str) -> None:
    """The client plays on with somebody of another name, and is told what they play."""
    evening = _handed_on(dialect)
    random = Random(3)
    evening.heard()
    for _ in range(12):
        evening.play(random)
    assert evening.heard()
    assert evening.ann.closed is None
