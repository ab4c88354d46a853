"""What a player can do, as small frozen values.

Places are numbered as on the board: shelves 1, 2, 3 (of that size), leader depots 4 and 5 in order of activation,
and :data:`BOX` for the strongbox. Slots and kept leaders are numbered from 1 too. A payment lists what is taken
from where; an empty payment lets the house take it from shelves, then depots, then the strongbox.
"""

from __future__ import annotations

import msgspec

from bottega.games.core import Skip
from bottega.games.renaissance.cards import PILES, RESOURCES

SHELVES = (1, 2, 3)
DEPOTS = (4, 5)
BOX = 6


class Part(msgspec.Struct, frozen=True, gc=False):
    """A part of a payment: so many of one resource from one place."""

    resource: int
    place: int
    count: int = 1


Payment = tuple[Part, ...]


class Keep(msgspec.Struct, frozen=True, tag="keep"):
    """Set-up: keep these two of the four leaders offered, in this order."""

    leaders: tuple[int, ...]


class Bonus(msgspec.Struct, frozen=True, tag="bonus"):
    """Set-up: put one bonus resource on a shelf."""

    resource: int
    shelf: int


class Market(msgspec.Struct, frozen=True, tag="market"):
    """Take all marbles of a line (``r1``-``r3``, ``c1``-``c4``) and push the slide marble in."""

    line: str


class White(msgspec.Struct, frozen=True, tag="white"):
    """Turn one pending white marble into the resource of one of two white-marble leaders."""

    resource: int


class Store(msgspec.Struct, frozen=True, tag="store"):
    """Put one pending resource on a shelf or in a leader depot."""

    resource: int
    place: int


class Discard(msgspec.Struct, frozen=True, tag="discard"):
    """Give up one pending resource, or all that are left at once; all others then move together, one check."""

    resources: tuple[int, ...]


class Swap(msgspec.Struct, frozen=True, tag="swap"):
    """Two shelves change their whole contents (one of them may be empty)."""

    first: int
    second: int


class Move(msgspec.Struct, frozen=True, tag="move"):
    """One resource moves from a shelf to a depot of its type, or back."""

    source: int
    target: int


class Buy(msgspec.Struct, frozen=True, tag="buy"):
    """Buy the top card of a pile (``G1`` … ``P3``) into a slot. A payment that waives a discount is valid."""

    pile: str
    slot: int
    payment: Payment = ()


class ProduceBasic(msgspec.Struct, frozen=True, tag="produce-basic"):
    """Basic production: pay any two resources for any one."""

    inputs: tuple[int, ...]
    output: int
    payment: Payment = ()


class ProduceCard(msgspec.Struct, frozen=True, tag="produce-card"):
    """Production of the top card of a slot."""

    slot: int
    payment: Payment = ()


class ProduceLeader(msgspec.Struct, frozen=True, tag="produce-leader"):
    """Production of the first or second production leader played: its resource for any one and 1 faith."""

    number: int
    output: int
    payment: Payment = ()


class Collect(msgspec.Struct, frozen=True, tag="collect"):
    """No more productions: everything produced arrives."""


class Revert(msgspec.Struct, frozen=True, tag="revert"):
    """Take the productions back: the warehouse and strongbox are again as before the first one."""


class PlayLeader(msgspec.Struct, frozen=True, tag="play-leader"):
    """Play the first or second kept leader."""

    position: int


class DiscardLeader(msgspec.Struct, frozen=True, tag="discard-leader"):
    """Discard the first or second kept leader for 1 faith."""

    position: int


class EndTurn(msgspec.Struct, frozen=True, tag="end"):
    """The turn is over."""


Action = (
    Keep
    | Bonus
    | Market
    | White
    | Store
    | Discard
    | Swap
    | Move
    | Buy
    | ProduceBasic
    | ProduceCard
    | ProduceLeader
    | Collect
    | Revert
    | PlayLeader
    | DiscardLeader
    | EndTurn
    | Skip
)

# Actions are values, so those without a free payment are made once and listed again and again.
EVERY_STORE = {
    (resource, place): Store(resource, place) for resource in range(len(RESOURCES)) for place in (*SHELVES, *DEPOTS)
}
EVERY_WHITE = tuple(White(resource) for resource in range(len(RESOURCES)))
EVERY_BUY = tuple(tuple(Buy(pile, slot) for slot in (1, 2, 3)) for pile in PILES)
EVERY_CARD_PRODUCTION = tuple(ProduceCard(slot) for slot in (1, 2, 3))
EVERY_LEADER_PRODUCTION = tuple(
    tuple(ProduceLeader(number, output) for output in range(len(RESOURCES))) for number in (1, 2)
)
EVERY_PLAY = (PlayLeader(1), PlayLeader(2))
EVERY_LEADER_DISCARD = (DiscardLeader(1), DiscardLeader(2))
COLLECT = Collect()
REVERT = Revert()
END_TURN = EndTurn()
