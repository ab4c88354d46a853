"""What a player can do, as small frozen values with a notation that people can read and type.

    keep 3 15                  market r1             buy G2 slot 1                     collect
    bonus coin@1               white coin            produce basic coin+stone>shield   revert
    swap 1 2                   store coin 2          produce slot 1                    play leader 1
    move 3 4                   discard coin stone    produce leader 1>coin             discard leader 2
                                                                                       end
Places are numbered as on the board: shelves 1, 2, 3 (of that size), leader depots 4 and 5 in order of activation,
and :data:`BOX` for the strongbox. Slots and kept leaders are numbered from 1 too. A payment lists what is taken
from where (``buy G2 slot 1 with coin@1 2stone@3 shield@box``); an empty payment lets the house take it from
shelves, then depots, then the strongbox.

``str(action)`` is the notation, ``Action.from_text`` reads it.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

from bottega.games import core
from bottega.games.core import SKIP, SKIP_NOTATION, BadNotation
from bottega.games.renaissance.cards import PILES, RESOURCES
from bottega.limits import MAX_MISREAD

SHELVES = (1, 2, 3)
DEPOTS = (4, 5)
BOX = 6
SLOTS = (1, 2, 3)


def place_name(place: int) -> str:
    """A place in words."""
    return f"shelf {place}" if place in SHELVES else "the strongbox" if place == BOX else f"depot {place}"


class Part(msgspec.Struct, frozen=True, gc=False):
    """A part of a payment: so many of one resource from one place."""

    resource: int
    place: int
    count: int = 1

    def __str__(self) -> str:
        count = self.count if self.count != 1 else ""
        return f"{count}{_word(self.resource)}@{'box' if self.place == BOX else self.place}"


Payment = tuple[Part, ...]


def _word(resource: int) -> str:
    """A resource by name; a number that names none stays a number, so that every action can be shown."""
    return RESOURCES[resource] if 0 <= resource < len(RESOURCES) else str(resource)


def _paid(payment: Payment) -> str:
    return " ".join((" with", *map(str, payment))) if payment else ""


class Action(core.Action, frozen=True):
    """Something that can be done in Masters of Renaissance.

    >>> Action.from_text("buy G2 slot 1 with coin@1 2stone@box")
    Buy(pile='G2', slot=1, payment=(Part(resource=0, place=1, count=1), Part(resource=1, place=6, count=2)))
    >>> str(ProduceBasic(inputs=(0, 1), output=3))
    'produce basic coin+stone>shield'
    """

    @classmethod
    def from_text(cls, text: str) -> core.Action:
        """The action that a notation names (``skip`` too), or BadNotation."""
        for pattern, reader in _PATTERNS:
            if found := pattern.fullmatch(text):
                return reader(found)
        raise BadNotation(f"{text[:MAX_MISREAD]!r} names no action of Masters of Renaissance")


class Keep(Action, frozen=True, tag="keep"):
    """Set-up: keep these two of the four leaders offered, in this order."""

    leaders: tuple[int, ...]

    def __str__(self) -> str:
        return " ".join(("keep", *map(str, self.leaders)))

    def public(self) -> str:
        """The notation as the other seats may see it: which leaders are kept is secret."""
        return "keep ? ?"


class Bonus(Action, frozen=True, tag="bonus"):
    """Set-up: put one bonus resource on a shelf."""

    resource: int
    shelf: int

    def __str__(self) -> str:
        return f"bonus {_word(self.resource)}@{self.shelf}"


class Market(Action, frozen=True, tag="market"):
    """Take all marbles of a line (``r1``-``r3``, ``c1``-``c4``) and push the slide marble in."""

    line: str

    def __str__(self) -> str:
        return f"market {self.line}"


class White(Action, frozen=True, tag="white"):
    """Turn one pending white marble into the resource of one of two white-marble leaders."""

    resource: int

    def __str__(self) -> str:
        return f"white {_word(self.resource)}"


class Store(Action, frozen=True, tag="store"):
    """Put one pending resource on a shelf or in a leader depot."""

    resource: int
    place: int

    def __str__(self) -> str:
        return f"store {_word(self.resource)} {self.place}"


class Discard(Action, frozen=True, tag="discard"):
    """Give up one pending resource, or all that are left at once; all others then move together, one check."""

    resources: tuple[int, ...]

    def __str__(self) -> str:
        return " ".join(("discard", *map(_word, self.resources)))


class Swap(Action, frozen=True, tag="swap"):
    """Two shelves change their whole contents (one of them may be empty)."""

    first: int
    second: int

    def __str__(self) -> str:
        return f"swap {self.first} {self.second}"


class Move(Action, frozen=True, tag="move"):
    """One resource moves from a shelf to a depot of its type, or back."""

    source: int
    target: int

    def __str__(self) -> str:
        return f"move {self.source} {self.target}"


class Buy(Action, frozen=True, tag="buy"):
    """Buy the top card of a pile (``G1`` … ``P3``) into a slot. A payment that waives a discount is valid."""

    pile: str
    slot: int
    payment: Payment = ()

    def __str__(self) -> str:
        return f"buy {self.pile} slot {self.slot}{_paid(self.payment)}"


class ProduceBasic(Action, frozen=True, tag="produce-basic"):
    """Basic production: pay any two resources for any one."""

    inputs: tuple[int, ...]
    output: int
    payment: Payment = ()

    def __str__(self) -> str:
        return f"produce basic {'+'.join(map(_word, self.inputs))}>{_word(self.output)}{_paid(self.payment)}"


class ProduceCard(Action, frozen=True, tag="produce-card"):
    """Production of the top card of a slot."""

    slot: int
    payment: Payment = ()

    def __str__(self) -> str:
        return f"produce slot {self.slot}{_paid(self.payment)}"


class ProduceLeader(Action, frozen=True, tag="produce-leader"):
    """Production of the first or second production leader played: its resource for any one and 1 faith."""

    number: int
    output: int
    payment: Payment = ()

    def __str__(self) -> str:
        return f"produce leader {self.number}>{_word(self.output)}{_paid(self.payment)}"


class Collect(Action, frozen=True, tag="collect"):
    """No more productions: everything produced arrives."""

    def __str__(self) -> str:
        return "collect"


class Revert(Action, frozen=True, tag="revert"):
    """Take the productions back: the warehouse and strongbox are again as before the first one."""

    def __str__(self) -> str:
        return "revert"


class PlayLeader(Action, frozen=True, tag="play-leader"):
    """Play the first or second kept leader."""

    position: int

    def __str__(self) -> str:
        return f"play leader {self.position}"


class DiscardLeader(Action, frozen=True, tag="discard-leader"):
    """Discard the first or second kept leader for 1 faith."""

    position: int

    def __str__(self) -> str:
        return f"discard leader {self.position}"


class EndTurn(Action, frozen=True, tag="end"):
    """The turn is over."""

    def __str__(self) -> str:
        return "end"


ACTIONS: tuple[type[Action], ...] = (
    Keep, Bonus, Market, White, Store, Discard, Swap, Move, Buy, ProduceBasic, ProduceCard, ProduceLeader,
    Collect, Revert, PlayLeader, DiscardLeader, EndTurn,
)  # fmt: skip
"""The kinds of actions."""

# Actions are values, so those without a free payment are made once and listed again and again.
EVERY_STORE = {
    (resource, place): Store(resource, place) for resource in range(len(RESOURCES)) for place in (*SHELVES, *DEPOTS)
}
EVERY_WHITE = tuple(White(resource) for resource in range(len(RESOURCES)))
EVERY_BUY = tuple(tuple(Buy(pile, slot) for slot in SLOTS) for pile in PILES)
EVERY_CARD_PRODUCTION = tuple(ProduceCard(slot) for slot in SLOTS)
EVERY_LEADER_PRODUCTION = tuple(
    tuple(ProduceLeader(number, output) for output in range(len(RESOURCES))) for number in (1, 2)
)
EVERY_PLAY = (PlayLeader(1), PlayLeader(2))
EVERY_LEADER_DISCARD = (DiscardLeader(1), DiscardLeader(2))
COLLECT = Collect()
REVERT = Revert()
END_TURN = EndTurn()


# -- reading the notation -------------------------------------------------------------------------------------------

_RESOURCE = "(?:" + "|".join(RESOURCES) + ")"
_NUMBER = "(?:0|[1-9][0-9]?)"
_COUNT = "(?:[2-9]|[1-9][0-9])"
_WITH = f"(?: with ((?:{_COUNT}?{_RESOURCE}@(?:[1-5]|box))(?: {_COUNT}?{_RESOURCE}@(?:[1-5]|box))*))?"
_PART = re.compile(f"({_COUNT}?)({_RESOURCE})@([1-5]|box)")


def _resource(text: str) -> int:
    return RESOURCES.index(text)


def _payment(text: str | None) -> Payment:
    return tuple(
        Part(_resource(resource), BOX if place == "box" else int(place), int(count or 1))
        for count, resource, place in _PART.findall(text or "")
    )


_READERS: tuple[tuple[str, Callable[[re.Match[str]], core.Action]], ...] = (
    (f"keep ({_NUMBER}) ({_NUMBER})", lambda m: Keep((int(m[1]), int(m[2])))),
    (f"bonus ({_RESOURCE})@([1-3])", lambda m: Bonus(_resource(m[1]), int(m[2]))),
    ("market (r[1-3]|c[1-4])", lambda m: Market(m[1])),
    (f"white ({_RESOURCE})", lambda m: White(_resource(m[1]))),
    (f"store ({_RESOURCE}) ([1-5])", lambda m: Store(_resource(m[1]), int(m[2]))),
    (f"discard ({_RESOURCE}(?: {_RESOURCE})*)", lambda m: Discard(tuple(map(_resource, m[1].split())))),
    ("swap ([1-3]) ([1-3])", lambda m: Swap(int(m[1]), int(m[2]))),
    ("move ([1-5]) ([1-5])", lambda m: Move(int(m[1]), int(m[2]))),
    (f"buy ([GBYP][1-3]) slot ([1-3]){_WITH}", lambda m: Buy(m[1], int(m[2]), _payment(m[3]))),
    (
        f"produce basic ({_RESOURCE})\\+({_RESOURCE})>({_RESOURCE}){_WITH}",
        lambda m: ProduceBasic((_resource(m[1]), _resource(m[2])), _resource(m[3]), _payment(m[4])),
    ),
    (f"produce slot ([1-3]){_WITH}", lambda m: ProduceCard(int(m[1]), _payment(m[2]))),
    (
        f"produce leader ([12])>({_RESOURCE}){_WITH}",
        lambda m: ProduceLeader(int(m[1]), _resource(m[2]), _payment(m[3])),
    ),
    ("collect", lambda m: COLLECT),
    ("revert", lambda m: REVERT),
    ("play leader ([12])", lambda m: PlayLeader(int(m[1]))),
    ("discard leader ([12])", lambda m: DiscardLeader(int(m[1]))),
    ("end", lambda m: END_TURN),
    (SKIP_NOTATION, lambda m: SKIP),
)
_PATTERNS = tuple((re.compile(pattern), reader) for pattern, reader in _READERS)
