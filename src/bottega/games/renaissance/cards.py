"""The printed things: resources, colours, 48 development cards and 16 leaders, read once from the tables.

A resource, a colour or a card is a small number everywhere in the rules; this module turns numbers into words.
Amounts of resources are always tuples in the order of :data:`RESOURCES`.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from enum import StrEnum
from importlib.resources import files

import msgspec

COIN, STONE, SERVANT, SHIELD = range(4)
RESOURCES = ("coin", "stone", "servant", "shield")
COLOURS = ("green", "blue", "yellow", "purple")
LEVELS = 3

Amounts = tuple[int, ...]
NOTHING: Amounts = (0, 0, 0, 0)


class Ability(StrEnum):
    """What a leader gives when it is played."""

    DISCOUNT = "discount"
    DEPOT = "depot"
    WHITE_MARBLE = "white"
    PRODUCTION = "production"


DISCOUNT, DEPOT, WHITE_MARBLE, PRODUCTION = Ability


class DevelopmentCard(msgspec.Struct, frozen=True):
    """One of the 48 cards: what it costs, what it is worth and what it produces."""

    id: int
    level: int
    colour: int
    points: int
    cost: Amounts
    inputs: Amounts
    outputs: Amounts
    faith: int


class LeaderCard(msgspec.Struct, frozen=True):
    """One of the 16 leaders: its ability, its points and what must be owned to play it."""

    id: int
    ability: Ability
    resource: int
    points: int
    needs_cards: Amounts
    """Cards by colour, in the order of COLOURS."""
    needs_level: int
    """The exact level of those cards; 0 is any level."""
    needs_resources: Amounts


def _table(name: str) -> list[dict[str, str]]:
    text = files(__package__).joinpath("data", name).read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


def _amounts(row: Mapping[str, str], prefix: str, names: tuple[str, ...] = RESOURCES) -> Amounts:
    return tuple(int(row[f"{prefix}_{name}"]) for name in names)


CARDS: dict[int, DevelopmentCard] = {
    int(row["id"]): DevelopmentCard(
        id=int(row["id"]),
        level=int(row["level"]),
        colour=COLOURS.index(row["color"]),
        points=int(row["victory_points"]),
        cost=_amounts(row, "cost"),
        inputs=_amounts(row, "in"),
        outputs=_amounts(row, "out"),
        faith=int(row["out_faith"]),
    )
    for row in _table("dev_cards.csv")
}

LEADERS: dict[int, LeaderCard] = {
    int(row["id"]): LeaderCard(
        id=int(row["id"]),
        ability=Ability(row["ability"]),
        resource=RESOURCES.index(row["ability_resource"]),
        points=int(row["victory_points"]),
        needs_cards=_amounts(row, "req", COLOURS),
        needs_level=int(row["req_level"]),
        needs_resources=_amounts(row, "req"),
    )
    for row in _table("leaders.csv")
}

PILES = tuple(f"{colour[0].upper()}{level}" for level in range(1, LEVELS + 1) for colour in COLOURS)
"""The twelve piles by name: G1 B1 Y1 P1 G2 … P3; level by level, colours in printed order."""


def spell(amounts: Amounts, names: tuple[str, ...] = RESOURCES) -> str:
    """Amounts in words: "2 coins and 1 stone", "nothing"."""
    parts = [
        f"{amount} {name}{'' if amount == 1 else 's'}" for amount, name in zip(amounts, names, strict=True) if amount
    ]
    if not parts:
        return "nothing"
    return " and ".join(filter(None, (", ".join(parts[:-1]), parts[-1])))
