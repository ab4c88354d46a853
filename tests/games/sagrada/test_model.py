"""The order of turns, and what a state knows of itself."""

from __future__ import annotations

import pytest

from bottega.games import sagrada
from bottega.games.sagrada.model import acting, order
from bottega.testing.sagrada import KD, dice, situation


@pytest.mark.parametrize(
    ("seats", "rounds", "expected"),
    [
        (1, 0, (0, 0)),
        (2, 0, (0, 1, 1, 0)),
        (2, 1, (1, 0, 0, 1)),
        (3, 1, (1, 2, 0, 0, 2, 1)),
        (4, 9, (1, 2, 3, 0, 0, 3, 2, 1)),
    ],
)
def test_turns_go_there_and_back(seats: int, rounds: int, expected: tuple[int, ...]) -> None:
    """After so many rounds the next seat starts, and the others follow clockwise and back."""
    state = situation(seats=seats, track=["R1"] * rounds)
    assert order(state) == expected
    assert acting(state) == order(state)[state.step] == 0


def test_first_and_second_turn() -> None:
    """Each seat has two turns a round; the second ones begin after everybody had the first."""
    assert not situation().second
    assert situation(second=True).second
    assert (situation(seats=1).solo, situation(seats=2).solo) == (True, False)


def test_the_dice_of_the_track_are_counted_in_order_of_arrival() -> None:
    """Round after round, several dice of a round in their order."""
    assert situation(track=["R1 Y2", "", "G3"]).track_dice == list(dice("R1 Y2 G3"))


def test_a_state_writes_draws_and_shows_itself() -> None:
    """``to_text`` is a line, ``str`` a board, ``repr`` names every field."""
    state = situation(KD, "B3@1")
    assert sagrada.State.from_text(state.to_text()) == state
    assert " 0 y. B3 .. .. .1" in str(state)
    assert repr(state).startswith("State(players=(Player(")
