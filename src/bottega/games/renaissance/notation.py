"""The notation of actions: short lines that people can read and type.

    keep 3 15                  market r1             buy G2 slot 1                 collect
    bonus coin@1               white coin            produce basic coin+stone>shield   revert
    swap 1 2                   store coin 2          produce slot 1                play leader 1
    move 3 4                   discard coin stone    produce leader 1>coin         discard leader 2
                                                                                   end
A purchase or a production may say how it is paid: ``buy G2 slot 1 with coin@1 2stone@3 shield@box``.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from bottega.games.core import SKIP, SKIP_NOTATION, BadNotation
from bottega.games.renaissance.actions import (
    BOX,
    COLLECT,
    END_TURN,
    REVERT,
    Action,
    Bonus,
    Buy,
    Discard,
    DiscardLeader,
    Keep,
    Market,
    Move,
    Part,
    Payment,
    PlayLeader,
    ProduceBasic,
    ProduceCard,
    ProduceLeader,
    Store,
    Swap,
    White,
)
from bottega.games.renaissance.cards import RESOURCES

_RESOURCE = "(?:" + "|".join(RESOURCES) + ")"
_NUMBER = "(?:0|[1-9][0-9]?)"
_COUNT = "(?:[2-9]|[1-9][0-9])"
_WITH = f"(?: with ((?:{_COUNT}?{_RESOURCE}@(?:[1-5]|box))(?: {_COUNT}?{_RESOURCE}@(?:[1-5]|box))*))?"
_PART = re.compile(f"({_COUNT}?)({_RESOURCE})@([1-5]|box)")


def _resource(text: str) -> int:
    return RESOURCES.index(text)


def _read_payment(text: str | None) -> Payment:
    return tuple(
        Part(_resource(resource), BOX if place == "box" else int(place), int(count or 1))
        for count, resource, place in _PART.findall(text or "")
    )


def _write_payment(payment: Payment) -> str:
    parts = [
        f"{part.count if part.count > 1 else ''}{RESOURCES[part.resource]}@{'box' if part.place == BOX else part.place}"
        for part in payment
    ]
    return " ".join((" with", *parts)) if parts else ""


_READERS: tuple[tuple[str, Callable[[re.Match[str]], Action]], ...] = (
    (f"keep ({_NUMBER}) ({_NUMBER})", lambda m: Keep((int(m[1]), int(m[2])))),
    (f"bonus ({_RESOURCE})@([1-3])", lambda m: Bonus(_resource(m[1]), int(m[2]))),
    ("market (r[1-3]|c[1-4])", lambda m: Market(m[1])),
    (f"white ({_RESOURCE})", lambda m: White(_resource(m[1]))),
    (f"store ({_RESOURCE}) ([1-5])", lambda m: Store(_resource(m[1]), int(m[2]))),
    (f"discard ({_RESOURCE}(?: {_RESOURCE})*)", lambda m: Discard(tuple(map(_resource, m[1].split())))),
    ("swap ([1-3]) ([1-3])", lambda m: Swap(int(m[1]), int(m[2]))),
    ("move ([1-5]) ([1-5])", lambda m: Move(int(m[1]), int(m[2]))),
    (f"buy ([GBYP][1-3]) slot ([1-3]){_WITH}", lambda m: Buy(m[1], int(m[2]), _read_payment(m[3]))),
    (
        f"produce basic ({_RESOURCE})\\+({_RESOURCE})>({_RESOURCE}){_WITH}",
        lambda m: ProduceBasic((_resource(m[1]), _resource(m[2])), _resource(m[3]), _read_payment(m[4])),
    ),
    (f"produce slot ([1-3]){_WITH}", lambda m: ProduceCard(int(m[1]), _read_payment(m[2]))),
    (
        f"produce leader ([12])>({_RESOURCE}){_WITH}",
        lambda m: ProduceLeader(int(m[1]), _resource(m[2]), _read_payment(m[3])),
    ),
    ("collect", lambda m: COLLECT),
    ("revert", lambda m: REVERT),
    ("play leader ([12])", lambda m: PlayLeader(int(m[1]))),
    ("discard leader ([12])", lambda m: DiscardLeader(int(m[1]))),
    ("end", lambda m: END_TURN),
    (SKIP_NOTATION, lambda m: SKIP),
)
_PATTERNS = tuple((re.compile(pattern), reader) for pattern, reader in _READERS)


def read(text: str) -> Action:
    """The action that a notation names, or BadNotation."""
    for pattern, reader in _PATTERNS:
        if found := pattern.fullmatch(text):
            return reader(found)
    raise BadNotation(f"{text!r} names no action of Masters of Renaissance")


def write(action: Action) -> str:
    """The action's notation."""
    match action:
        case Keep(leaders):
            return " ".join(("keep", *map(str, leaders)))
        case Bonus(resource, shelf):
            return f"bonus {RESOURCES[resource]}@{shelf}"
        case Market(line):
            return f"market {line}"
        case White(resource):
            return f"white {RESOURCES[resource]}"
        case Store(resource, place):
            return f"store {RESOURCES[resource]} {place}"
        case Discard(resources):
            return " ".join(("discard", *(RESOURCES[resource] for resource in resources)))
        case Swap(first, second):
            return f"swap {first} {second}"
        case Move(source, target):
            return f"move {source} {target}"
        case Buy(pile, slot, payment):
            return f"buy {pile} slot {slot}{_write_payment(payment)}"
        case ProduceBasic((first, second), output, payment):
            inputs = f"{RESOURCES[first]}+{RESOURCES[second]}"
            return f"produce basic {inputs}>{RESOURCES[output]}{_write_payment(payment)}"
        case ProduceCard(slot, payment):
            return f"produce slot {slot}{_write_payment(payment)}"
        case ProduceLeader(number, output, payment):
            return f"produce leader {number}>{RESOURCES[output]}{_write_payment(payment)}"
        case PlayLeader(position):
            return f"play leader {position}"
        case DiscardLeader(position):
            return f"discard leader {position}"
    return _WORDS[type(action)]


_WORDS = {type(COLLECT): "collect", type(REVERT): "revert", type(END_TURN): "end", type(SKIP): SKIP_NOTATION}


def public(action: Action) -> str:
    """The notation as the other seats may see it: which leaders are kept is secret."""
    return "keep ? ?" if isinstance(action, Keep) else write(action)
