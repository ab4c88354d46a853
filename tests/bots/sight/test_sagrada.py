"""How Sagrada looks to a searcher."""

from __future__ import annotations

from bottega.bots.dice import Dice
from bottega.bots.sight.sagrada import ROWS, Sight, by_hand, known, turns_left
from bottega.games import sagrada
from bottega.testing.sagrada import situation
from tests.bots.positions import positions


def test_features_are_rows() -> None:
    """Every window gives rows that there are."""
    for seats in (1, 2, 4):
        for state, seat in positions(sagrada, seats, seats):
            assert all(0 <= row < ROWS for row in known(state, seat))
    assert len(by_hand()) == ROWS


def test_turns_are_counted_down() -> None:
    """Twenty before the first, none when it is over, and a turn whose die is placed is gone."""
    state = sagrada.new(2, seed=bytes(32))
    assert turns_left(state, 0) == turns_left(state, 1) == 20
    left = [turns_left(state, 0) for state, _ in positions(sagrada, 2, 3)]
    assert left == sorted(left, reverse=True)
    placed = situation("Batllo", "R1@0", pool="B4 Y2")
    action = next(action for action in sagrada.legal(placed, 0) if isinstance(action, sagrada.Place))
    assert turns_left(sagrada.apply(placed, 0, action), 0) == turns_left(placed, 0) - 1


def test_a_plan_is_carried_out() -> None:
    """A turn is planned with its tools, and comes to what was promised at its beginning, if no dice are rolled."""
    sight, used, kept = Sight(), 0, 0
    for number in range(2):
        state = sagrada.new(2, seed=bytes([number]) * 32)
        promised, begun, rolled = 0, -1, False
        while not sagrada.over(state):
            seat = sagrada.actors(state)[0]
            actions, worths = sight.glance(state, seat, Dice(b"plan"))
            best = max(worths)
            action = actions[worths.index(best)]
            if state.turn != begun:
                promised, begun, rolled = best, state.turn, False
            rolled |= not isinstance(action, sagrada.End) and sagrada.reveals(state, action)
            used += isinstance(action, sagrada.UseTool)
            if isinstance(action, sagrada.End) and not rolled:
                assert best == promised
                kept += 1
            state = sagrada.apply(state, seat, action)
    assert used > 3
    assert kept > 40
