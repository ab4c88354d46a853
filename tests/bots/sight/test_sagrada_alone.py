"""Sagrada for one: the round is planned to its end, and what it leaves to the round track counts against it."""

from __future__ import annotations

from itertools import pairwise

from bottega.bots.network import UNIT
from bottega.bots.sight.sagrada_alone import SPARE_TOOLS, Alone, drafts_left
from bottega.games import sagrada
from bottega.games.sagrada.cards import VALUE_OF
from bottega.games.sagrada.model import ROUNDS, Board, State


def indifferent(window: int, board: Board, publics: tuple[int, ...], private: tuple[int, ...], turns: int) -> int:
    """A judgement to which all windows are the same."""
    return 0


def begun() -> State:
    """A game for one whose first round has begun."""
    state = sagrada.new(1, bytes(32))
    return sagrada.apply(state, 0, sagrada.legal(state, 0)[0])


def placed(state: State) -> State:
    """The state with the first die placed that can be, and the turn over."""
    actions = sagrada.legal(state, 0)
    state = sagrada.apply(state, 0, next(action for action in actions if isinstance(action, sagrada.Place)))
    return state if state.step else sagrada.apply(state, 0, sagrada.End())


def spare(state: State) -> int:
    """What the tools that were not used are thought to be worth."""
    return SPARE_TOOLS[len(state.tools)][ROUNDS - state.round] * state.paid.count(0)


def test_drafts_left() -> None:
    """Two dice can be drafted in a round, one in each turn."""
    state = begun()
    assert drafts_left(state) == 2
    state = placed(state)
    assert drafts_left(state) == 1


def test_the_highest_die_is_taken_if_nothing_else_counts() -> None:
    """With one die to be drafted, the others go to the round track: the highest that fits anywhere is spared it."""
    state = placed(begun())
    board = state.players[0].board
    fits = {action.die for action in sagrada.legal(state, 0) if isinstance(action, sagrada.Place)}
    rest = sum(VALUE_OF[die] for die in state.pool) - max(VALUE_OF[die] for die in fits)
    assert Alone(indifferent).ahead(state, board, 1) == spare(state) - UNIT * rest


def test_nothing_more_to_draft() -> None:
    """Without drafts the whole pool goes to the round track."""
    state = placed(begun())
    rest = sum(VALUE_OF[die] for die in state.pool)
    assert Alone(indifferent).ahead(state, state.players[0].board, 0) == spare(state) - UNIT * rest


def test_a_window_that_is_worth_more_than_a_die() -> None:
    """A die is left to the round track if the window is better without it."""

    def averse(window: int, board: Board, publics: tuple[int, ...], private: tuple[int, ...], turns: int) -> int:
        return -10 * UNIT * sum(die >= 0 for die in board)

    state = placed(begun())
    board = state.players[0].board
    rest = sum(VALUE_OF[die] for die in state.pool)
    assert Alone(averse).ahead(state, board, 1) == spare(state) - UNIT * (10 + rest)


def test_a_spare_tool() -> None:
    """A tool not used yet is worth something while there are rounds to come; one of many no more than one of few."""
    for worth in SPARE_TOOLS:
        assert worth[0] == 0
        assert all(one < other for one, other in pairwise(worth))
    for fewer, more in pairwise(SPARE_TOOLS):
        assert all(one >= other for one, other in zip(fewer, more, strict=True))


def test_points() -> None:
    """The points expected are what is ahead, what lies on the round track, and what will come to it."""
    state = begun()
    alone = Alone(indifferent)
    assert alone.points(state) > ROUNDS
    assert alone.ahead(sagrada.new(1, bytes(32)), state.players[0].board, 2) == 0
