"""The printed cards: 24 window patterns, 10 public and 5 private objectives, 12 tools, read once from CSV.

Dice are small numbers, ``colour * 6 + value - 1``, so that boards are tuples of ints and every table about
a die is indexed by it. Colours count in the order of the private objectives: red, yellow, green, blue, purple.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from importlib.resources import files

import msgspec

COLOURS = "RYGBP"
COLOUR_NAMES = ("red", "yellow", "green", "blue", "purple")
VALUES = range(1, 7)
DICE_PER_COLOUR = 18

NO_DIE = -1
DICE = tuple(f"{colour}{value}" for colour in COLOURS for value in VALUES)
DIE_NUMBER = {name: die for die, name in enumerate(DICE)}
COLOUR_OF = tuple(die // 6 for die in range(30))
VALUE_OF = tuple(die % 6 + 1 for die in range(30))
OPPOSITE = tuple(colour * 6 + 6 - value for colour in range(5) for value in VALUES)
"""The die turned upside down: v becomes 7 - v."""
CHANGES = tuple(
    tuple(colour * 6 + near - 1 for near in (value + 1, value - 1) if near in VALUES)
    for colour in range(5)
    for value in VALUES
)
"""What a die can become by going up or down one; up first."""

ROWS, COLUMNS = 4, 5
CELLS = ROWS * COLUMNS
EMPTY_BOARD = (NO_DIE,) * CELLS


class Window(msgspec.Struct, frozen=True):
    """A pattern: ``cells`` has a colour letter, a digit or '.' for each of the 20 spaces, row by row."""

    number: int
    card: int
    side: str
    name: str
    difficulty: int
    cells: str


class PublicObjective(msgspec.Struct, frozen=True):
    """A public objective: ``points`` for every one of ``per``."""

    number: int
    name: str
    name_it: str
    points: int
    per: str
    description: str


class PrivateObjective(msgspec.Struct, frozen=True):
    """A private objective: the values of all own dice of one colour (an index into COLOURS)."""

    number: int
    name: str
    name_it: str
    colour: int
    description: str


class Tool(msgspec.Struct, frozen=True):
    """A tool card; ``colour`` is that of the die which pays for it in a solo game."""

    number: int
    name: str
    name_it: str
    colour: int
    effect: str
    when: str
    restrictions: str


def _rows(name: str) -> Iterator[dict[str, str]]:
    text = files(__package__).joinpath("data", name).read_text(encoding="utf-8")
    yield from csv.DictReader(text.splitlines())


WINDOWS = tuple(
    Window(number, int(row["card"]), row["side"], row["name"], int(row["difficulty"]), row["cells"])
    for number, row in enumerate(_rows("windows.csv"))
)
WINDOW_NUMBER = {window.name.casefold(): window.number for window in WINDOWS}
WINDOW_CARDS = tuple((front, front + 1) for front in range(0, len(WINDOWS), 2))
"""The two patterns on each of the twelve cards."""

PUBLIC_OBJECTIVES = {
    int(row["number"]): PublicObjective(
        int(row["number"]),
        row["name"],
        row["name_it"],
        int(row["points"].split()[0]),
        row["per"],
        row["description"],
    )
    for row in _rows("objectives.csv")
    if row["kind"] == "public"
}

PRIVATE_OBJECTIVES = tuple(
    PrivateObjective(int(row["number"]), row["name"], row["name_it"], int(row["number"]) - 1, row["description"])
    for row in _rows("objectives.csv")
    if row["kind"] == "private"
)

TOOLS = {
    int(row["number"]): Tool(
        int(row["number"]),
        row["name"],
        row["name_it"],
        COLOURS.index(row["solo_die_colour"]),
        row["effect"],
        row["when"],
        row["restrictions"],
    )
    for row in _rows("tools.csv")
}
