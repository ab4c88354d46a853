"""What the greedy bot thinks of windows in Sagrada."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bottega.bots.greedy_sagrada import candidates, outlook
from bottega.games import sagrada
from bottega.games.sagrada import State
from bottega.testing.sagrada import play, situation


def rates(state: State, move: str) -> float:
    """How well seat 0 stands after a move in notation."""
    return outlook(state, 0, next(action for action in sagrada.legal(state, 0) if str(action) == move))


def moves(state: State) -> set[str]:
    """The first words of what is considered."""
    return {str(action).split()[0] for action in candidates(state, 0)}


def test_tools_are_left_alone() -> None:
    """No tool is begun, and a turn is ended only where there is nothing to place."""
    state = situation("Batllo", "R1@0 Y2@1 G3@2")
    assert {"tool", "place", "end"} <= {str(action).split()[0] for action in sagrada.legal(state, 0)}
    assert moves(state) == {"place"}
    assert moves(play(state, sagrada.legal(state, 0)[0])) == {"end"}


def test_a_filled_space_is_better_than_an_empty_one() -> None:
    """Any die that fits is better than none."""
    state = situation("Virtus", "R5@3", pool="Y2 G1")
    assert all(outlook(state, 0, action) > rates(state, "end") for action in candidates(state, 0))


@pytest.mark.parametrize(
    ("objective", "placed", "better", "worse"),
    [
        (1, "R1@0 Y2@1 G3@2", "place B4@3", "place B4@5"),
        (5, "R1@0", "place Y2@1", "place Y4@1"),
    ],
    ids=["a row of colours", "pairs of 1 and 2"],
)
def test_points_on_their_way_count(objective: int, placed: str, better: str, worse: str) -> None:
    """What brings a public objective nearer is worth more where it is asked for than what does not."""
    state = situation("Batllo", placed, pool="B4 Y2 Y4")
    wanted, unwanted = replace(state, publics=(objective,)), replace(state, publics=())
    assert rates(wanted, better) - rates(unwanted, better) > rates(wanted, worse) - rates(unwanted, worse)


def test_windows_are_chosen_for_their_freedom() -> None:
    """Of the four windows offered, the one whose spaces take the most dice is rated best."""
    state = sagrada.new(2, seed=bytes(32))
    choices = candidates(state, 0)
    assert len(choices) == 4
    free = {
        action: sum(cell == "." for cell in sagrada.WINDOWS[action.window].cells)
        for action in choices
        if isinstance(action, sagrada.Choose)
    }
    best = max(choices, key=lambda action: outlook(state, 0, action))
    assert isinstance(best, sagrada.Choose)
    assert free[best] == max(free.values())
