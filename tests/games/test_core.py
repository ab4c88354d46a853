"""What the games share: batches, rankings, refusals. Checked on a game of counting up to ten."""

from __future__ import annotations

from typing import cast

import pytest

from bottega.games.core import (
    SKIP,
    Action,
    AnyGame,
    BadNotation,
    IllegalMove,
    Line,
    Refusal,
    Score,
    Skip,
    Step,
    apply_all,
    best,
    of_the_last,
    ranking,
    read_all,
    write_all,
)
from bottega.games.refusal import Phrasebook

PHRASES = Phrasebook("counting", {"too-much": "{sum} plus {more} is more than 10"})


class Add(Action, frozen=True, tag="add"):
    """Add a number."""

    number: int

    def __str__(self) -> str:
        return f"add {self.number}"

    @classmethod
    def from_text(cls, text: str) -> Add:
        """The number to add."""
        if not text.startswith("add "):
            raise BadNotation(text)
        return Add(int(text[4:]))


class Counting:
    """Each action adds 1 to 3; nobody may pass ten."""

    Action = Add

    def apply(self, state: int, seat: int, action: Add) -> int:
        """The sum, or IllegalMove above ten."""
        if state + action.number > 10:
            raise IllegalMove(PHRASES.refusal("too-much", sum=state, more=action.number))
        return state + action.number


COUNTING = cast(AnyGame, Counting())  # all of a game that a batch needs


def test_a_batch_is_folded_over_the_state() -> None:
    """Each step of a batch starts where the one before it ended."""
    assert apply_all(COUNTING, 0, 1, [Add(2), Add(3)]) == [Step(1, Add(2), 0, 2), Step(1, Add(3), 2, 5)]


def test_a_batch_is_all_or_nothing() -> None:
    """One refused action refuses the whole batch, with the reason of that action."""
    with pytest.raises(IllegalMove) as refused:
        apply_all(COUNTING, 5, 0, [Add(3), Add(3)])
    assert refused.value.refusal == Refusal("counting.too-much", {"sum": 8, "more": 3})
    assert str(refused.value) == "8 plus 3 is more than 10"


def test_an_empty_batch_changes_nothing() -> None:
    """No actions, no steps."""
    assert apply_all(COUNTING, 5, 0, []) == []


def test_a_batch_has_a_notation() -> None:
    """A batch is its actions with semicolons between them, however they are spaced."""
    assert write_all([Add(1), Add(2)]) == "add 1; add 2"
    assert read_all(COUNTING, "add 1;add 2 ;  add 3") == [Add(1), Add(2), Add(3)]


@pytest.mark.parametrize("text", ["", "add 1;", ";", "add 1; sub 2"])
def test_a_batch_with_a_bad_part_is_bad(text: str) -> None:
    """One part that names no action makes the whole line bad notation."""
    with pytest.raises(BadNotation):
        read_all(COUNTING, text)


def score(seat: int, total: int, *tie_break: int) -> Score:
    """A score of one line."""
    return Score(seat, total, (Line("points", total),), tie_break)


def test_ranking_is_by_total_then_tie_break_then_seat() -> None:
    """More points first, then the higher tie-breaks in their order, then the lower seat."""
    scores = [score(0, 9, 5), score(1, 12, -3), score(2, 12, -2), score(3, 12, -3)]
    assert [one.seat for one in ranking(scores)] == [2, 1, 3, 0]


@pytest.mark.parametrize(
    ("scores", "winners"),
    [
        ([score(0, 5), score(1, 7)], (1,)),
        ([score(0, 7, 1), score(1, 7, 0)], (0,)),
        ([score(0, 7, 1, 2), score(1, 7, 1, 3)], (1,)),
        ([score(0, 7, 1), score(1, 3, 9), score(2, 7, 1)], (0, 2)),
    ],
)
def test_the_best_share_the_victory(scores: list[Score], winners: tuple[int, ...]) -> None:
    """All seats with the highest total and tie-breaks win."""
    assert best(scores) == winners


def test_what_is_made_of_the_last_state_is_kept() -> None:
    """A state asked about again and again is looked at once; an equal one is another."""
    asked: list[tuple[int, ...]] = []

    @of_the_last
    def total(state: tuple[int, ...]) -> int:
        asked.append(state)
        return sum(state)

    one, equal = tuple(range(1, 3)), tuple(range(1, 3))
    assert [total(one), total(one), total(equal), total((3,)), total(one)] == [3, 3, 3, 3, 3]
    assert asked == [one, equal, (3,), one]


def test_there_is_one_skip() -> None:
    """A skip is a value: any two are equal."""
    assert Skip() == SKIP
