"""Where dice may go: the spaces of a window as 20-bit masks (bit = row * 5 + column).

``Glass`` answers for one window and board where each of the thirty dice fits, and why not elsewhere. Moves by
tools look at the board without the moved die. Both are remembered for recent boards, because a board is asked about
many times before it changes.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from bottega.games.refusal import Refusal
from bottega.games.sagrada.cards import CELLS, COLOUR_OF, COLOURS, COLUMNS, DICE, NO_DIE, ROWS, VALUE_OF, WINDOWS
from bottega.games.sagrada.model import Board
from bottega.games.sagrada.phrases import refusal

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

    On an empty window both are confined to the edge. ``marks`` are the printed restrictions that count.
    """

    __slots__ = ("_apart", "_board", "_marks", "_occupied", "_printed", "_window", "fits")

    def __init__(self, window: int, board: Board, marks: str = FULL_PRINT) -> None:
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
        self._window, self._board, self._marks, self._occupied = window, board, marks, occupied
        self._printed = PRINTED[marks][window]
        self._apart = free & ~touched if occupied else EDGE
        kept = [reach & ~colour for colour in colours for _ in values]
        self.fits = tuple(
            [here & mask & ~value for here, mask, value in zip(kept, self._printed, values * 5, strict=True)]
        )

    def apart(self, die: int) -> int:
        """Where Cork-backed Straightedge may place the die."""
        return self._apart & self._printed[die]

    def why_not(self, die: int, cell: int, apart: bool = False) -> Refusal | None:
        """Why the die may not go to the space, None if it may; ``apart`` asks for one that touches no die."""
        if not 0 <= cell < CELLS:
            return refusal("no-such-space", first=0, last=CELLS - 1, space=cell)
        bit = BIT[cell]
        if (self._apart & self._printed[die] if apart else self.fits[die]) & bit:
            return None
        if self._occupied & bit:
            return refusal("space-taken", space=cell, die=self._board[cell])
        if not self._printed[die] & bit:
            mark = WINDOWS[self._window].cells[cell]
            if mark in COLOURS:
                return refusal("printed-colour", space=cell, colour=COLOURS.index(mark), die=die)
            return refusal("printed-value", space=cell, value=int(mark), die=die)
        if not self._occupied:
            return refusal("not-on-edge", space=cell)
        touching = [self._board[there] for there in cells_of(AROUND[cell] & self._occupied)]
        if apart:
            return refusal("not-apart", space=cell, die=touching[0])
        if not touching:
            return refusal("no-contact", space=cell)
        alike = (self._board[there] for there in cells_of(BESIDE[cell] & self._occupied))
        other = next(near for near in alike if COLOUR_OF[near] == COLOUR_OF[die] or VALUE_OF[near] == VALUE_OF[die])
        same = "same-colour" if COLOUR_OF[other] == COLOUR_OF[die] else "same-value"
        return refusal(same, die=die, space=cell, other=other)


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
