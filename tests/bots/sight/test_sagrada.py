"""How Sagrada looks to a searcher."""

from __future__ import annotations

from bottega.bots.sight.sagrada import KIN, ROWS, Sight, by_hand, known, turns_left
from bottega.games import sagrada
from bottega.testing.sagrada import situation
from tests.bots.positions import positions


def test_features_are_rows() -> None:
    """Every window gives rows that there are."""
    for seats in (1, 2, 4):
        for state, seat in positions(sagrada, seats, seats):
            assert all(0 <= row < ROWS for row in known(state, seat))
    assert len(KIN) == len(by_hand()) == ROWS


def test_turns_are_counted_down() -> None:
    """Twenty before the first, none when it is over, and a turn whose die is placed is gone."""
    state = sagrada.new(2, seed=bytes(32))
    assert turns_left(state, 0) == turns_left(state, 1) == 20
    left = [turns_left(state, 0) for state, _ in positions(sagrada, 2, 3)]
    assert left == sorted(left, reverse=True)
    placed = situation("Batllo", "R1@0", pool="B4 Y2")
    action = next(action for action in sagrada.legal(placed, 0) if isinstance(action, sagrada.Place))
    assert turns_left(sagrada.apply(placed, 0, action), 0) == turns_left(placed, 0) - 1


def test_tools_do_not_come_to_mind() -> None:
    """A die is placed, or the turn ends."""
    state = situation("Batllo", "R1@0 Y2@1 G3@2")
    actions, weights = Sight().moves(state, 0, None)
    assert not any(isinstance(action, sagrada.UseTool) for action in actions)
    assert len(actions) == len(weights)
