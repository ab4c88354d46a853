"""The score of a Masters of Renaissance board, counted again from the printed tables alone.

Nothing here asks the rules: card points come straight from the tables of cards and leaders, the faith track is written
out, and the winner is found anew.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

import bottega.games.renaissance

_DATA = Path(bottega.games.renaissance.__file__).parent / "data"


def _points(name: str) -> dict[int, int]:
    with (_DATA / name).open(newline="") as table:
        return {int(row["id"]): int(row["victory_points"]) for row in csv.DictReader(table)}


CARD_POINTS = _points("dev_cards.csv")
LEADER_POINTS = _points("leaders.csv")
TRACK = (0, 0, 0, 1, 1, 1, 2, 2, 2, 4, 4, 4, 6, 6, 6, 9, 9, 9, 12, 12, 12, 16, 16, 16, 20)
TILES = (2, 3, 4)


class Tally(msgspec.Struct, frozen=True):
    """What counts at the end, as one client drew it."""

    cards: tuple[int, ...]
    leaders: tuple[int, ...]
    faith: int
    tiles: tuple[int, ...]
    """The sections (0-2) whose tiles are face up."""
    resources: int

    @property
    def total(self) -> int:
        """All victory points."""
        return (
            sum(CARD_POINTS[card] for card in self.cards)
            + sum(LEADER_POINTS[leader] for leader in self.leaders)
            + TRACK[self.faith]
            + sum(TILES[tile] for tile in self.tiles)
            + self.resources // 5
        )


def winners(tallies: Mapping[str, Tally]) -> list[str]:
    """Who has most points and, among equals, most resources; several may share the victory."""
    best = max((tally.total, tally.resources) for tally in tallies.values())
    return [name for name, tally in tallies.items() if (tally.total, tally.resources) == best]


def lost(cross: int, piles: Iterable[int]) -> bool:
    """Whether a solo game was lost: the black cross arrived, or a colour is gone (cards left in the twelve piles)."""
    left = list(piles)
    return cross == 24 or any(not any(left[column::4]) for column in range(4))
