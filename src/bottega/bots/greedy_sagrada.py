"""How well a window stands in Sagrada: points that are sure, points on their way, and spaces that can still be filled.

The bot leaves tools alone: favour tokens are points, and a tool is used well only with a plan.
"""

from __future__ import annotations

from collections import Counter

from bottega.games.sagrada import WINDOWS, Action, Choose, End, State, UseTool, apply, legal
from bottega.games.sagrada.cards import CELLS, COLOUR_OF, COLOURS, COLUMNS, NO_DIE, PUBLIC_OBJECTIVES, VALUE_OF
from bottega.games.sagrada.model import Board
from bottega.games.sagrada.scoring import COLUMN_CELLS, COUNTS, ROW_CELLS, Trait, private_points

EMPTY_SPACE, DEAD_SPACE, CHOICE = 1.6, 1.5, 0.05
"""An empty space costs a point and a chance; a dead one can never be filled; each die that would fit helps a little."""
ON_ITS_WAY = 0.6
"""What points on their way count, in proportion."""

_LINES = {
    1: (ROW_CELLS, COLOUR_OF),
    2: (COLUMN_CELLS, COLOUR_OF),
    3: (ROW_CELLS, VALUE_OF),
    4: (COLUMN_CELLS, VALUE_OF),
}
_SETS: dict[int, tuple[Trait, tuple[int, ...]]] = {
    5: (VALUE_OF, (1, 2)),
    6: (VALUE_OF, (3, 4)),
    7: (VALUE_OF, (5, 6)),
    8: (VALUE_OF, (1, 2, 3, 4, 5, 6)),
    10: (COLOUR_OF, (0, 1, 2, 3, 4)),
}
_BESIDE = tuple(
    tuple(
        other
        for other in range(CELLS)
        if abs(other // COLUMNS - cell // COLUMNS) + abs(other % COLUMNS - cell % COLUMNS) == 1
    )
    for cell in range(CELLS)
)


def candidates(state: State, seat: int) -> list[Action]:
    """Everything but beginning to use a tool; ending the turn only if there is nothing else."""
    actions: list[Action] = [action for action in legal(state, seat) if not isinstance(action, UseTool)]
    lasting: list[Action] = [action for action in actions if not isinstance(action, End)]
    return lasting or actions


def outlook(state: State, seat: int, action: Action) -> float:
    """How well the seat stands after the action."""
    if isinstance(action, Choose):
        return _freedom(WINDOWS[action.window].cells, (NO_DIE,) * CELLS)
    player = apply(state, seat, action).players[seat]
    board = player.board
    sure = sum(PUBLIC_OBJECTIVES[number].points * COUNTS[number](board) for number in state.publics)
    coming = sum(PUBLIC_OBJECTIVES[number].points * _progress(number, board) for number in state.publics)
    private = max(private_points(board, colour) for colour in player.private)
    filled = EMPTY_SPACE * (CELLS - board.count(NO_DIE))
    return sure + ON_ITS_WAY * coming + private + filled + _freedom(WINDOWS[player.window].cells, board)


def _progress(number: int, board: Board) -> float:
    """How much of an objective that is not met yet is there, from 0 to about 1 a line or set."""
    if number in _LINES:
        lines, trait = _LINES[number]
        return sum(_line_progress(board, line, trait) for line in lines)
    if number in _SETS:
        trait, wanted = _SETS[number]
        counts = Counter(trait[die] for die in board if die != NO_DIE)
        complete = min(counts[part] for part in wanted)
        return (sum(counts[part] > complete for part in wanted) / len(wanted)) ** 2
    return 0.0


def _line_progress(board: Board, line: tuple[int, ...], trait: Trait) -> float:
    traits = [trait[board[cell]] for cell in line if board[cell] != NO_DIE]
    if len(set(traits)) < len(traits) or len(traits) == len(line):
        return 0.0
    return (len(traits) / len(line)) ** 2


def _freedom(cells: str, board: Board) -> float:
    """How well the empty spaces can still be filled."""
    total = 0.0
    for cell in range(CELLS):
        if board[cell] == NO_DIE:
            choices = _choices(cells[cell], [board[other] for other in _BESIDE[cell] if board[other] != NO_DIE])
            total += CHOICE * choices if choices else -DEAD_SPACE
    return total


def _choices(printed: str, beside: list[int]) -> int:
    """How many of the thirty dice could lie on a space, whatever touches it elsewhere."""
    colours = {COLOURS.index(printed)} if printed in COLOURS else set(range(5))
    values = {int(printed)} if printed.isdigit() else set(range(1, 7))
    colours.difference_update(COLOUR_OF[die] for die in beside)
    values.difference_update(VALUE_OF[die] for die in beside)
    return len(colours) * len(values)
