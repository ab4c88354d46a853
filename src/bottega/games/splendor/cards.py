"""The 90 development cards and the 10 nobles, read once from the tables beside this file.

A card is known by its id 0-89, a noble by its id 0-9: both are places in the tuples here.
"""

from __future__ import annotations

import csv
from importlib.resources import files

import msgspec

from bottega.games.splendor.tokens import COLOURS, Gems

LEVELS = (1, 2, 3)


class Card(msgspec.Struct, frozen=True):
    """A development card: its deck, the colour of its bonus, its prestige and its cost."""

    id: int
    level: int
    bonus: int
    prestige: int
    cost: Gems


class Noble(msgspec.Struct, frozen=True):
    """A noble tile: its prestige and the bonuses it asks for."""

    id: int
    prestige: int
    cost: Gems


def _rows(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader((files(__package__) / "data" / name).read_text("utf-8").splitlines()))


def _gems(row: dict[str, str]) -> Gems:
    white, blue, green, red, black = (int(row[colour]) for colour in COLOURS)
    return white, blue, green, red, black


CARDS = tuple(
    Card(int(row["id"]), int(row["level"]), COLOURS.index(row["bonus"]), int(row["prestige"]), _gems(row))
    for row in _rows("cards.csv")
)
"""Every development card, by its id."""

NOBLES = tuple(Noble(int(row["id"]), int(row["prestige"]), _gems(row)) for row in _rows("nobles.csv"))
"""Every noble, by its id."""
