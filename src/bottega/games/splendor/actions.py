"""What a player can do: one main action a turn, then what it obliges to.

Actions are plain values. Those that come up all the time exist once and are handed out by ``legal``.
"""

from __future__ import annotations

from itertools import combinations

import msgspec

from bottega.games.core import Skip
from bottega.games.splendor.cards import CARDS, COLOURS, LEVELS, NOBLES, Tokens


class Take(msgspec.Struct, frozen=True, tag="take"):
    """Take tokens: the colours in their order, one colour twice for two of the same."""

    colours: tuple[int, ...]


class Reserve(msgspec.Struct, frozen=True, tag="reserve"):
    """Reserve a face-up card, and take a gold token if one is left."""

    card: int


class ReserveTop(msgspec.Struct, frozen=True, tag="reserve_top"):
    """Reserve the unseen top card of a level's deck, and take a gold token if one is left."""

    level: int


class Buy(msgspec.Struct, frozen=True, tag="buy"):
    """Buy a face-up or reserved card; without a payment, coloured tokens go first and gold fills up."""

    card: int
    payment: Tokens | None = None


class Return(msgspec.Struct, frozen=True, tag="return"):
    """Return tokens above the limit to the bank."""

    tokens: Tokens


class ChooseNoble(msgspec.Struct, frozen=True, tag="noble"):
    """Receive this one of several nobles that would come."""

    noble: int


class Pass(msgspec.Struct, frozen=True, tag="pass"):
    """Do nothing, where nothing can be done."""


Action = Take | Reserve | ReserveTop | Buy | Return | ChooseNoble | Pass | Skip

PASS = Pass()
BUY = tuple(Buy(card.id) for card in CARDS)
RESERVE = tuple(Reserve(card.id) for card in CARDS)
RESERVE_TOP = tuple(ReserveTop(level) for level in LEVELS)
CHOOSE_NOBLE = tuple(ChooseNoble(noble.id) for noble in NOBLES)

_COLOURS = range(len(COLOURS))
TAKE_DIFFERENT = {size: tuple(Take(colours) for colours in combinations(_COLOURS, size)) for size in (1, 2, 3)}
"""Every way to take so many tokens of different colours."""
TAKE_TWO = tuple(Take((colour, colour)) for colour in _COLOURS)
"""For each colour, taking two of it."""
