"""Scores of Sagrada counted again from what clients saw, with no help from the rules under test.

A window is a dictionary from (column, row) to (colour, value): ``{(0, 3): ("RED", 5)}``. Nothing here is imported from
the game; names of objectives are those printed on the cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

COLUMNS, ROWS = range(5), range(4)
COLOURS = ("RED", "YELLOW", "GREEN", "BLUE", "PURPLE")

Die = tuple[str, int]
Space = tuple[int, int]
Window = dict[Space, Die]


@dataclass
class Seen:
    """One player at the end of a game, put together from everything that clients were sent."""

    name: str
    private: str = ""
    tokens: int = -1
    window: Window = field(default_factory=dict)


def _varied(window: Window, lines: Iterable[list[Space]], trait: int) -> int:
    full = (line for line in lines if all(space in window for space in line))
    return sum(len({window[space][trait] for space in line}) == len(line) for line in full)


def _rows(window: Window, trait: int) -> int:
    return _varied(window, [[(x, y) for x in COLUMNS] for y in ROWS], trait)


def _columns(window: Window, trait: int) -> int:
    return _varied(window, [[(x, y) for y in ROWS] for x in COLUMNS], trait)


def _sets(window: Window, trait: int, parts: Iterable[str | int]) -> int:
    counts: Counter[str | int] = Counter(die[trait] for die in window.values())
    return min(counts[part] for part in parts)


def _diagonals(window: Window) -> int:
    return sum(
        any(window.get((x + right, y + down), ("", 0))[0] == colour for right in (-1, 1) for down in (-1, 1))
        for (x, y), (colour, _) in window.items()
    )


POINTS: dict[str, Callable[[Window], int]] = {
    "Row Color Variety": lambda window: 6 * _rows(window, 0),
    "Column Color Variety": lambda window: 5 * _columns(window, 0),
    "Row Shade Variety": lambda window: 5 * _rows(window, 1),
    "Column Shade Variety": lambda window: 4 * _columns(window, 1),
    "Light Shades": lambda window: 2 * _sets(window, 1, (1, 2)),
    "Medium Shades": lambda window: 2 * _sets(window, 1, (3, 4)),
    "Deep Shades": lambda window: 2 * _sets(window, 1, (5, 6)),
    "Shade Variety": lambda window: 5 * _sets(window, 1, range(1, 7)),
    "Color Diagonals": _diagonals,
    "Color Variety": lambda window: 4 * _sets(window, 0, COLOURS),
}


def private_points(player: Seen) -> int:
    """The sum of the values of the player's own colour."""
    return sum(value for colour, value in player.window.values() if colour == player.private)


def total(player: Seen, publics: Iterable[str]) -> int:
    """Public and private objectives, a point a token, minus one for every empty space."""
    empty = len(COLUMNS) * len(ROWS) - len(player.window)
    return sum(POINTS[name](player.window) for name in publics) + private_points(player) + player.tokens - empty


def winner(players: list[Seen], publics: Iterable[str]) -> str:
    """Most points; then most of the private objective; then most tokens; then who came last in the last round."""
    names = list(publics)
    starts = (10 - 1) % len(players)

    def rank(seat: int) -> tuple[int, int, int, int]:
        player = players[seat]
        return total(player, names), private_points(player), player.tokens, (seat - starts) % len(players)

    return players[max(range(len(players)), key=rank)].name


def may_place(window: Window, printed: dict[Space, str], die: Die, space: Space) -> bool:
    """Whether the plain rules of placement allow the die there; ``printed`` has a colour or a digit."""
    colour, value = die
    if space in window or printed.get(space, colour) not in (colour, str(value)):
        return False
    x, y = space
    if not window:
        return x in (0, 4) or y in (0, 3)
    around = [(right, down) for right in (-1, 0, 1) for down in (-1, 0, 1) if (right, down) != (0, 0)]
    if not any((x + right, y + down) in window for right, down in around):
        return False
    beside = [
        window[x + right, y + down] for right, down in around if not right * down and (x + right, y + down) in window
    ]
    return all(colour != other[0] and value != other[1] for other in beside)
