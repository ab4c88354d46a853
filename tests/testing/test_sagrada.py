"""Situations of Sagrada in words."""

from __future__ import annotations

from collections import Counter

import pytest

from bottega.games import sagrada
from bottega.games.core import IllegalMove
from bottega.games.sagrada import State
from bottega.testing.sagrada import board, cells, dice, listed, play, refusal, refused, situation, targets


def test_dice_and_boards() -> None:
    """Dice are named by colour and value, spaces by their number."""
    assert [sagrada.DICE[die] for die in dice("R5 G1")] == ["R5", "G1"]
    assert board("B3@1 R5@7")[1] == dice("B3")[0]
    assert board("").count(-1) == 20


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("rounds", range(4))
@pytest.mark.parametrize("second", [False, True])
def test_a_situation_is_seat_0s_turn(seats: int, rounds: int, second: bool) -> None:
    """Seat 0 has its first or second turn of the round after those on the track, and no die is lost."""
    state = situation("Virtus", "B3@1", track=["R1"] * rounds, second=second, seats=seats)
    assert sagrada.actors(state) == (0,)
    assert (state.round, state.second) == (rounds + 1, second)
    placed = [die for player in state.players for die in player.board if die >= 0]
    colours = Counter(die // 6 for die in (*placed, *state.pool, *state.track_dice))
    assert [left + colours[colour] for colour, left in enumerate(state.bag)] == [18] * 5


def test_a_situation_of_former_rules() -> None:
    """A situation may be of any version of the rules."""
    assert (situation(version=1).version, situation().version) == (1, sagrada.VERSION)


def test_what_follows_from_a_situation() -> None:
    """Moves are made, listed and refused by their notation."""
    state = situation(placed="B3@1", pool="G1", tools=[2])
    assert cells(state, "G1") == [2, 5, 6]
    assert listed(state, "place") == ["place G1@2", "place G1@5", "place G1@6"]
    assert play(state, "place G1@2") == play(state, sagrada.Place(dice("G1")[0], 2))
    assert targets(play(state, "tool 2"), 1)[:2] == [0, 2]
    assert refusal(state, "place G1@1").code == "sagrada.space-taken"
    assert refused(state, "place G1@1") == "space 1 already holds B3"


def test_a_refusal_is_insisted_on() -> None:
    """A legal move is not refused, and a refused one is not played."""
    state: State = situation(pool="G1")
    with pytest.raises(AssertionError, match="place G1@2 is legal"):
        refused(state, "place G1@2")
    with pytest.raises(IllegalMove, match="there is no R1 in the draft pool"):
        play(state, "place R1@2")
