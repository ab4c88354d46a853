"""The marble market: twelve marbles in a tray of three rows and four columns, the thirteenth on the slide.

Marbles 0-3 give the resource of the same number. A row is pushed from the right, so its leftmost marble drops on
the slide; a column is pushed from the bottom, so its topmost marble drops.
"""

from __future__ import annotations

from bottega.games.refusal import Refusal
from bottega.games.renaissance.actions import Market
from bottega.games.renaissance.cards import COIN, SERVANT, SHIELD, STONE, Amounts
from bottega.games.renaissance.model import NO_PENDING, WHITES
from bottega.games.renaissance.phrases import PHRASES

RED, WHITE = 4, 5
MARBLES = ("yellow", "grey", "purple", "blue", "red", "white")
SUPPLY = (COIN,) * 2 + (STONE,) * 2 + (SERVANT,) * 2 + (SHIELD,) * 2 + (RED,) + (WHITE,) * 4

ROWS, COLUMNS = 3, 4
SLIDE = ROWS * COLUMNS

LINES: dict[str, tuple[int, ...]] = {
    **{f"r{row + 1}": tuple(range(row * COLUMNS, (row + 1) * COLUMNS)) for row in range(ROWS)},
    **{f"c{column + 1}": tuple(range(column, SLIDE, COLUMNS)) for column in range(COLUMNS)},
}
"""The places of each line in the order in which its marbles are seen: left to right, top to bottom."""

EVERY_VISIT = tuple(Market(line) for line in LINES)


def _pushed(places: tuple[int, ...]) -> tuple[int, ...]:
    order = list(range(SLIDE + 1))
    for place, behind in zip((SLIDE, *places), (*places, SLIDE), strict=True):
        order[place] = behind
    return tuple(order)


_ORDER_AFTER = {line: _pushed(places) for line, places in LINES.items()}


def why_not_visit(line: str) -> Refusal | None:
    """Why a line cannot be taken, None if it can."""
    return None if line in LINES else PHRASES.refusal("no-line", line=line, rows=ROWS, columns=COLUMNS)


def marbles(market: tuple[int, ...], line: str) -> tuple[int, ...]:
    """The marbles of a line, left to right or top to bottom."""
    return tuple([market[place] for place in LINES[line]])


def push(market: tuple[int, ...], line: str) -> tuple[int, ...]:
    """The market after the slide marble was pushed into the line."""
    return tuple([market[place] for place in _ORDER_AFTER[line]])


def gains(taken: tuple[int, ...], whites: tuple[int, ...]) -> tuple[Amounts, int]:
    """What the marbles give to somebody whose white-marble leaders give ``whites``: what is pending, and faith.

    A white marble gives nothing without such a leader, that leader's resource with one, and waits for a
    choice with two.
    """
    pending = list(NO_PENDING)
    faith = 0
    for marble in taken:
        if marble < RED:
            pending[marble] += 1
        elif marble == RED:
            faith += 1
        elif len(whites) == 1:
            pending[whites[0]] += 1
        elif whites:
            pending[WHITES] += 1
    return tuple(pending), faith
