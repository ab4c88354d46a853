"""Where dice may go: the spaces of a window as 20-bit masks (bit = row * 5 + column).

``Glass`` answers for one window and board where each of the thirty dice fits. Moves by tools look at the
board without the moved die. Both are remembered for recent boards, because a board is asked about many
times before it changes.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from bottega.games.sagrada.cards import (
    CELLS,
    COLOUR_NAMES,
    COLOUR_OF,
    COLOURS,
    COLUMNS,
    DICE,
    EMPTY_BOARD,
    NO_DIE,
    ROWS,
    VALUE_OF,
    WINDOWS,
)
from bottega.games.sagrada.model import Board

ALL = (1 << CELLS) - 1
BIT = tuple(1 << cell for cell in range(CELLS))
Landing = tuple[int, int]
"""A die's space and the mask of spaces it may move to."""


def _mask(cells: Iterator[int]) -> int:
    return sum(BIT[cell] for cell in cells)


def _near(cell: int, corners: bool) -> Iterator[int]:
    row, column = divmod(cell, COLUMNS)
    for other in range(CELLS):
        down, right = abs(other // COLUMNS - row), abs(other % COLUMNS - column)
        if other != cell and (max(down, right) == 1 if corners else down + right == 1):
            yield other


AROUND = tuple(_mask(_near(cell, corners=True)) for cell in range(CELLS))
BESIDE = tuple(_mask(_near(cell, corners=False)) for cell in range(CELLS))
EDGE = _mask(cell for cell in range(CELLS) if cell // COLUMNS in (0, ROWS - 1) or cell % COLUMNS in (0, COLUMNS - 1))
_HALF = CELLS // 2
_LOW = tuple(tuple(cell for cell in range(_HALF) if mask >> cell & 1) for mask in range(1 << _HALF))
_HIGH = tuple(tuple(cell + _HALF for cell in low) for low in _LOW)

COLOUR_PRINT, VALUE_PRINT = COLOURS, "123456"
FULL_PRINT = COLOUR_PRINT + VALUE_PRINT
"""Which printed restrictions count: all, or only those of one kind (tools 2 and 3 disregard the other)."""


def _printed(marks: str) -> tuple[tuple[int, ...], ...]:
    """For each window and die the spaces whose print lets the die in, when only these marks count."""
    return tuple(
        tuple(
            _mask(cell for cell, mark in enumerate(window.cells) if mark not in marks or mark in name) for name in DICE
        )
        for window in WINDOWS
    )


PRINTED = {marks: _printed(marks) for marks in (FULL_PRINT, COLOUR_PRINT, VALUE_PRINT)}


def cells_of(mask: int) -> tuple[int, ...]:
    """The spaces of a mask, in order."""
    return _LOW[mask & 1023] + _HIGH[mask >> _HALF]


class Glass:
    """A window with its dice: where each die fits (``fits``) and which free spaces touch no die (``apart``).

    On an empty window both are confined to the edge.
    """

    __slots__ = ("_apart", "_printed", "fits")

    def __init__(self, window: int, board: Board) -> None:
        occupied = touched = 0
        colours = [0] * 5
        values = [0] * 6
        for cell, die in enumerate(board):
            if die >= 0:
                occupied |= BIT[cell]
                touched |= AROUND[cell]
                beside = BESIDE[cell]
                colours[die // 6] |= beside
                values[die % 6] |= beside
        free = ALL & ~occupied
        reach = free & touched if occupied else EDGE
        self._printed = PRINTED[FULL_PRINT][window]
        self._apart = free & ~touched if occupied else EDGE
        kept = [reach & ~colour for colour in colours for _ in values]
        self.fits = tuple(
            [here & mask & ~value for here, mask, value in zip(kept, self._printed, values * 5, strict=True)]
        )

    def apart(self, die: int) -> int:
        """Where Cork-backed Straightedge may place the die."""
        return self._apart & self._printed[die]


glass = lru_cache(maxsize=1 << 13)(Glass)


def fits_without_print(board: Board, die: int, source: int) -> int:
    """Where a die could go by its neighbours alone; the die on ``source`` is treated as lifted."""
    colour, value = divmod(die, 6)
    occupied = touched = blocked = 0
    for cell, other in enumerate(board):
        if other >= 0 and cell != source:
            occupied |= BIT[cell]
            touched |= AROUND[cell]
            if other // 6 == colour or other % 6 == value:
                blocked |= BESIDE[cell]
    reach = touched & ~occupied if occupied else EDGE
    return reach & ~blocked & ~BIT[source]


@lru_cache(maxsize=1 << 13)
def _lifted(board: Board) -> tuple[tuple[int, int, int], ...]:
    return tuple((source, die, fits_without_print(board, die, source)) for source, die in enumerate(board) if die >= 0)


@lru_cache(maxsize=1 << 13)
def landings(window: int, board: Board, marks: str = FULL_PRINT) -> tuple[Landing, ...]:
    """Every die that can be moved, with where to."""
    printed = PRINTED[marks][window]
    return tuple((source, mask & printed[die]) for source, die, mask in _lifted(board) if mask & printed[die])


def moved(board: Board, source: int, target: int) -> Board:
    """The board after a move."""
    cells = list(board)
    cells[target], cells[source] = cells[source], NO_DIE
    return tuple(cells)


def _leads_on(window: int, board: Board, source: int, target: int) -> bool:
    """Whether another die can be moved after this move."""
    return any(other != target for other, _ in landings(window, moved(board, source, target)))


@lru_cache(maxsize=1 << 12)
def first_landings(window: int, board: Board) -> tuple[Landing, ...]:
    """The moves after which a second, different die can be moved too (Lathekin)."""
    kept = (
        (source, sum(BIT[cell] for cell in cells_of(mask) if _leads_on(window, board, source, cell)))
        for source, mask in landings(window, board)
    )
    return tuple((source, mask) for source, mask in kept if mask)


@lru_cache(maxsize=1 << 13)
def two_moves_exist(window: int, board: Board) -> bool:
    """Whether two different dice can be moved, one after the other."""
    return any(
        _leads_on(window, board, source, cell) for source, mask in landings(window, board) for cell in cells_of(mask)
    )


def objection(window: int, board: Board, die: int, cell: int, marks: str = FULL_PRINT, apart: bool = False) -> str:
    """Why a die may not go to a space of this board ('' when it may), in a sentence for the player.

    ``marks`` are the printed restrictions that count; ``apart`` asks for a space that touches no die.
    """
    name = DICE[die]
    if not 0 <= cell < CELLS:
        return f"A window has spaces 0 to {CELLS - 1}; there is no space {cell}."
    if board[cell] != NO_DIE:
        return f"Space {cell} already holds {DICE[board[cell]]}."
    mark = WINDOWS[window].cells[cell]
    if mark in marks and mark not in name:
        wanted = COLOUR_NAMES[COLOURS.index(mark)] if mark in COLOURS else f"value {mark}"
        return f"Space {cell} takes only {wanted}; {name} does not fit."
    if board == EMPTY_BOARD:
        return "" if EDGE & BIT[cell] else f"The first die goes on the edge; space {cell} is inside."
    touching = [there for there, other in enumerate(board) if other != NO_DIE and AROUND[cell] & BIT[there]]
    if apart and touching:
        return f"Space {cell} touches {DICE[board[touching[0]]]}; with this tool it must touch no die."
    if apart:
        return ""
    if not touching:
        return f"Space {cell} touches no die of the window."
    for other in (board[there] for there in touching if BESIDE[cell] & BIT[there]):
        if COLOUR_OF[other] == COLOUR_OF[die]:
            return f"{name} on space {cell} would be beside {DICE[other]}, of the same colour."
        if VALUE_OF[other] == VALUE_OF[die]:
            return f"{name} on space {cell} would be beside {DICE[other]}, of the same value."
    return ""
