"""What a window is worth: the ten public objectives, the private ones, tokens and empty spaces.

The score of two to four players may be below zero. Ties go to more points of the private objective, then
to more tokens, then to whoever sat later in the clockwise order of the last round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from bottega.games.core import Line, Score, best
from bottega.games.sagrada.cards import (
    CELLS,
    COLOUR_OF,
    COLUMNS,
    NO_DIE,
    PUBLIC_OBJECTIVES,
    VALUE_OF,
)
from bottega.games.sagrada.model import OVER, ROUNDS, Board, Player, State
from bottega.games.sagrada.phrases import PHRASES

SOLO_EMPTY_SPACE = 3

Trait = tuple[int, ...]
"""A table from dice to their colour or value."""

ROW_CELLS = tuple(tuple(range(first, first + COLUMNS)) for first in range(0, CELLS, COLUMNS))
COLUMN_CELLS = tuple(tuple(range(first, CELLS, COLUMNS)) for first in range(COLUMNS))
DIAGONALS = tuple(
    tuple(
        other
        for other in range(CELLS)
        if abs(other // COLUMNS - cell // COLUMNS) == abs(other % COLUMNS - cell % COLUMNS) == 1
    )
    for cell in range(CELLS)
)


def _varied(board: Board, lines: Iterable[tuple[int, ...]], trait: Trait) -> int:
    """The complete rows or columns in which no colour or value occurs twice."""
    return sum(
        all(board[cell] != NO_DIE for cell in line) and len({trait[board[cell]] for cell in line}) == len(line)
        for line in lines
    )


def _sets(board: Board, trait: Trait, wanted: Iterable[int]) -> int:
    """How often the whole set can be made from the window's dice."""
    counts = Counter(trait[die] for die in board if die != NO_DIE)
    return min(counts[part] for part in wanted)


def _diagonal_dice(board: Board) -> int:
    """The dice that have one of their own colour diagonally beside them."""
    return sum(
        any(board[other] != NO_DIE and COLOUR_OF[board[other]] == COLOUR_OF[die] for other in DIAGONALS[cell])
        for cell, die in enumerate(board)
        if die != NO_DIE
    )


COUNTS: dict[int, Callable[[Board], int]] = {
    1: lambda board: _varied(board, ROW_CELLS, COLOUR_OF),
    2: lambda board: _varied(board, COLUMN_CELLS, COLOUR_OF),
    3: lambda board: _varied(board, ROW_CELLS, VALUE_OF),
    4: lambda board: _varied(board, COLUMN_CELLS, VALUE_OF),
    5: lambda board: _sets(board, VALUE_OF, (1, 2)),
    6: lambda board: _sets(board, VALUE_OF, (3, 4)),
    7: lambda board: _sets(board, VALUE_OF, (5, 6)),
    8: lambda board: _sets(board, VALUE_OF, range(1, 7)),
    9: _diagonal_dice,
    10: lambda board: _sets(board, COLOUR_OF, range(5)),
}
"""How many times each public objective is met."""


def public_line(number: int, board: Board) -> Line:
    """A public objective's line of the score sheet."""
    objective, count = PUBLIC_OBJECTIVES[number], COUNTS[number](board)
    return PHRASES.line("public", objective.points * count, objective=number, count=count, each=objective.points)


def private_points(board: Board, colour: int) -> int:
    """The sum of the values of the dice of a colour."""
    return sum(VALUE_OF[die] for die in board if die != NO_DIE and COLOUR_OF[die] == colour)


def private_line(board: Board, colour: int) -> Line:
    """A private objective's line of the score sheet."""
    dice = tuple(die for die in board if die != NO_DIE and COLOUR_OF[die] == colour)
    if not dice:
        return PHRASES.line("private-none", 0, colour=colour)
    return PHRASES.line("private", private_points(board, colour), colour=colour, dice=dice)


def empty_line(board: Board, each: int) -> Line:
    """The line for empty spaces."""
    count = board.count(NO_DIE)
    return PHRASES.line("empty", -each * count, count=count, each=each)


def target(state: State) -> int:
    """What a solo player has to exceed: the sum of the round track."""
    return sum(VALUE_OF[die] for die in state.track_dice)


def scores(state: State) -> tuple[Score, ...]:
    """The score of every seat as it stands."""
    if state.solo:
        return (_solo_score(state, state.players[0]),)
    return tuple(_score(state, seat, player) for seat, player in enumerate(state.players))


def _score(state: State, seat: int, player: Player) -> Score:
    private = private_line(player.board, player.private[0])
    lines = (
        *(public_line(number, player.board) for number in state.publics),
        private,
        PHRASES.line("tokens", player.tokens, left=player.tokens),
        empty_line(player.board, 1),
    )
    seats = len(state.players)
    place_in_last_round = (seat - (ROUNDS - 1)) % seats
    tie_break = (private.points, player.tokens, place_in_last_round)
    return Score(seat, sum(line.points for line in lines), lines, tie_break)


def _solo_score(state: State, player: Player) -> Score:
    private = max((private_line(player.board, colour) for colour in player.private), key=lambda line: line.points)
    lines = (
        *(public_line(number, player.board) for number in state.publics),
        private,
        empty_line(player.board, SOLO_EMPTY_SPACE),
        PHRASES.line("target", 0, target=target(state)),
    )
    return Score(0, sum(line.points for line in lines), lines)


def winners(state: State) -> tuple[int, ...]:
    """Who won; () before the end and in a lost solo game."""
    if state.round != OVER:
        return ()
    found = scores(state)
    if state.solo:
        return (0,) if found[0].total > target(state) else ()
    return best(found)
