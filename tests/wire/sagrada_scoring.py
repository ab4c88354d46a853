"""Sagrada's scores recomputed from what is printed on the cards, without the game's own code.

A window is a list of twenty spaces, each None or a pair like ``("RED", 5)``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

Die = tuple[str, int]
Spaces = Sequence[Die | None]

COLOURS = ("RED", "YELLOW", "GREEN", "BLUE", "PURPLE")
ROWS = [list(range(first, first + 5)) for first in range(0, 20, 5)]
COLUMNS = [list(range(first, 20, 5)) for first in range(5)]


def _varied(spaces: Spaces, lines: Iterable[list[int]], what: int) -> int:
    """How many lines are full and have no colour (0) or value (1) twice."""
    count = 0
    for line in lines:
        dice = [spaces[cell] for cell in line]
        kinds = {die[what] for die in dice if die is not None}
        count += None not in dice and len(kinds) == len(line)
    return count


def _sets(spaces: Spaces, what: int, kinds: Iterable[object]) -> int:
    """How many complete sets of these colours or values lie anywhere."""
    counts = Counter(die[what] for die in spaces if die is not None)
    return min(counts[kind] for kind in kinds)


def _diagonals(spaces: Spaces) -> int:
    """How many dice have a diagonal neighbour of their colour."""
    count = 0
    for cell, die in enumerate(spaces):
        if die is None:
            continue
        row, column = divmod(cell, 5)
        corners = [(row + down, column + right) for down in (-1, 1) for right in (-1, 1)]
        near = [spaces[r * 5 + c] for r, c in corners if 0 <= r < 4 and 0 <= c < 5]
        count += any(other is not None and other[0] == die[0] for other in near)
    return count


def public_points(number: int, spaces: Spaces) -> int:
    """The points of a public objective, by its number."""
    return {
        1: lambda: 6 * _varied(spaces, ROWS, 0),
        2: lambda: 5 * _varied(spaces, COLUMNS, 0),
        3: lambda: 5 * _varied(spaces, ROWS, 1),
        4: lambda: 4 * _varied(spaces, COLUMNS, 1),
        5: lambda: 2 * _sets(spaces, 1, (1, 2)),
        6: lambda: 2 * _sets(spaces, 1, (3, 4)),
        7: lambda: 2 * _sets(spaces, 1, (5, 6)),
        8: lambda: 5 * _sets(spaces, 1, range(1, 7)),
        9: lambda: _diagonals(spaces),
        10: lambda: 4 * _sets(spaces, 0, COLOURS),
    }[number]()


def total(spaces: Spaces, publics: Iterable[int], private: str, tokens: int) -> int:
    """The whole score of a seat."""
    objectives = sum(public_points(number, spaces) for number in publics)
    shades = sum(die[1] for die in spaces if die is not None and die[0] == private)
    return objectives + shades + tokens - list(spaces).count(None)
