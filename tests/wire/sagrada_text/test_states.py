"""The groups of states that the machine speaks of."""

from __future__ import annotations

from bottega.wire.sagrada_text.states import ARRIVALS, BEFORE_DICE, MATCH, RUNNING, TURN, State


def test_the_groups_lie_within_each_other() -> None:
    """Dice are listed within a turn, a turn is within a running match, a match is all but the door and the lobby."""
    assert set(BEFORE_DICE) < set(TURN) < set(RUNNING) < set(MATCH)
    assert set(State) - set(MATCH) == {State.GREETED, State.LOBBY}


def test_whoever_comes_back_has_selected_nothing() -> None:
    """A login leads to the lobby or a match, never to a half-built action."""
    assert set(ARRIVALS) & set(TURN) == {State.FREE, State.TOOL}
