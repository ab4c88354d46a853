"""Seats that are not there, seeds of another length, numbers of players that the game is not for."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bottega.games.renaissance import Market, State, legal, new, redeal, skip, view, why_not
from bottega.testing.renaissance import SEED, player, table

STATE = table(player(), player())


@pytest.mark.parametrize("seat", [-1, 2, 99])
@pytest.mark.parametrize(
    "ask", [legal, skip, view, lambda state, seat: redeal(state, seat, SEED)], ids=["legal", "skip", "view", "redeal"]
)
def test_a_seat_that_is_not_there(ask: Callable[[State, int], object], seat: int) -> None:
    """To ask for it is a mistake of the program, said in a sentence."""
    with pytest.raises(ValueError, match=f"there is no seat {seat} at a table of 2"):
        ask(STATE, seat)


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_a_move_from_nowhere_is_refused(seat: int) -> None:
    """A move of a seat that is not there is refused like that of any other who may not act."""
    refusal = why_not(STATE, seat, Market("r1"))
    assert refusal is not None
    assert refusal.code == "renaissance.no-such-seat"


def test_a_seat_that_is_not_on_turn() -> None:
    """It exists, so it has nothing to do: no legal action, nothing to skip."""
    assert legal(STATE, 1) == []
    assert skip(STATE, 1) == ()


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_seed_of_another_length(length: int) -> None:
    """A seed has 32 bytes, at the opening and when hidden things are dealt anew."""
    with pytest.raises(ValueError, match=f"a seed has 32 bytes, not {length}"):
        new(2, bytes(length))
    with pytest.raises(ValueError, match=f"a seed has 32 bytes, not {length}"):
        redeal(STATE, 0, bytes(length))


@pytest.mark.parametrize("seats", [-1, 0, 5])
def test_a_wrong_number_of_players(seats: int) -> None:
    """It is for one to four."""
    with pytest.raises(ValueError, match=f"for 1 to 4 players, not {seats}"):
        new(seats, SEED)
