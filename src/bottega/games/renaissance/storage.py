"""Where resources lie: three shelves, up to two leader depots, the strongbox; and what is paid from them.

What must stay true: a shelf holds one type and never more than its size; a type lies on one shelf at most; a depot
holds its printed type only, at most two. Nothing moves between the strongbox and anywhere else.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from bottega.games.core import IllegalMove
from bottega.games.renaissance.actions import (
    BOX,
    DEPOTS,
    EVERY_STORE,
    SHELVES,
    Action,
    Move,
    Part,
    Payment,
    Store,
    Swap,
)
from bottega.games.renaissance.cards import NOTHING, RESOURCES, Amounts, spell, units
from bottega.games.renaissance.model import NO_KIND, Places, Player

SIZES = (1, 2, 3, 2, 2)
_CACHED = 1 << 15


def owned(player: Player) -> Amounts:
    """All resources of a player, wherever they lie."""
    total = list(player.strongbox)
    for kind, count in zip(player.kinds, player.counts, strict=True):
        if count:
            total[kind] += count
    return tuple(total)


def name(place: int) -> str:
    """A place in words."""
    return f"shelf {place}" if place in SHELVES else f"depot {place}" if place in DEPOTS else "the strongbox"


def _why_not(kinds: Places, counts: Places, resource: int, place: int) -> str:
    """Why a resource cannot be put in a place; empty if it can."""
    if place not in SHELVES and place not in DEPOTS:
        return f"there is no place {place}: shelves are 1 to 3, leader depots 4 and 5"
    kind, count = kinds[place - 1], counts[place - 1]
    if place in DEPOTS and kind == NO_KIND:
        return f"you have no leader depot {place}"
    if kind not in (NO_KIND, resource):
        return f"{name(place)} is for {RESOURCES[kind]}s, so no {RESOURCES[resource]} can go there"
    if count == SIZES[place - 1]:
        return f"{name(place)} is full: it has room for {SIZES[place - 1]}"
    if kind == NO_KIND and resource in kinds[:3]:
        other = kinds.index(resource) + 1
        return f"{RESOURCES[resource]}s already lie on shelf {other}, and a type may lie on one shelf only"
    return ""


def put(player: Player, resource: int, place: int) -> Player:
    """The player with one more resource in a place, or IllegalMove."""
    kinds, counts = player.kinds, player.counts
    if reason := _why_not(kinds, counts, resource, place):
        raise IllegalMove(reason)
    at = place - 1
    return replace(
        player,
        kinds=(*kinds[:at], resource, *kinds[at + 1 :]),
        counts=(*counts[:at], counts[at] + 1, *counts[at + 1 :]),
    )


@lru_cache(_CACHED)
def stores(kinds: Places, counts: Places, pending: Amounts) -> tuple[Store, ...]:
    """Every way to store one of the pending resources."""
    return tuple(
        EVERY_STORE[resource, place]
        for resource in range(len(RESOURCES))
        if pending[resource]
        for place in (*SHELVES, *DEPOTS)
        if not _why_not(kinds, counts, resource, place)
    )


def swap(player: Player, first: int, second: int) -> Player:
    """The player with the contents of two shelves exchanged, or IllegalMove."""
    if first not in SHELVES or second not in SHELVES or first == second:
        raise IllegalMove("only two different shelves (1 to 3) can change their contents")
    kinds, counts = list(player.kinds), list(player.counts)
    a, b = first - 1, second - 1
    if not counts[a] and not counts[b]:
        raise IllegalMove(f"shelves {first} and {second} are both empty")
    for source, target in ((a, b), (b, a)):
        if counts[source] > SIZES[target]:
            raise IllegalMove(
                f"shelves {first} and {second} cannot change places: shelf {target + 1} has no room for "
                f"{units(counts[source], kinds[source])}"
            )
    kinds[a], kinds[b] = kinds[b], kinds[a]
    counts[a], counts[b] = counts[b], counts[a]
    return replace(player, kinds=tuple(kinds), counts=tuple(counts))


def move(player: Player, source: int, target: int) -> Player:
    """The player with one resource moved between a shelf and a depot, or IllegalMove."""
    if not ((source in SHELVES and target in DEPOTS) or (source in DEPOTS and target in SHELVES)):
        raise IllegalMove("single resources move between a shelf (1 to 3) and a leader depot (4, 5) only")
    count, kind = player.counts[source - 1], player.kinds[source - 1]
    if not count:
        raise IllegalMove(f"{name(source)} is empty")
    return put(_without(player, kind, source, 1), kind, target)


def _without(player: Player, kind: int, place: int, count: int) -> Player:
    """The player with so many fewer in a place that holds them."""
    if place == BOX:
        box = player.strongbox
        return replace(player, strongbox=(*box[:kind], box[kind] - count, *box[kind + 1 :]))
    at = place - 1
    left = player.counts[at] - count
    counts = (*player.counts[:at], left, *player.counts[at + 1 :])
    if left or place in DEPOTS:
        return replace(player, counts=counts)
    return replace(player, counts=counts, kinds=(*player.kinds[:at], NO_KIND, *player.kinds[at + 1 :]))


@lru_cache(_CACHED)
def rearrangements(kinds: Places, counts: Places) -> tuple[Action, ...]:
    """Every single step of rearranging shelves and depots."""
    steps: list[Action] = [
        Swap(first, second)
        for first, second in ((1, 2), (1, 3), (2, 3))
        if max(counts[first - 1], counts[second - 1]) > 0
        and counts[first - 1] <= SIZES[second - 1]
        and counts[second - 1] <= SIZES[first - 1]
    ]
    for depot in DEPOTS:
        kind = kinds[depot - 1]
        if kind == NO_KIND:
            continue
        for shelf in SHELVES:
            if kinds[shelf - 1] == kind and not _why_not(kinds, counts, kind, depot):
                steps.append(Move(shelf, depot))
            if counts[depot - 1] and not _why_not(kinds, counts, kind, shelf):
                steps.append(Move(depot, shelf))
    return tuple(steps)


def canonical_payment(player: Player, cost: Amounts) -> Payment:
    """How the house pays for a player: from the shelf, then the depot, then the strongbox."""
    parts = []
    for resource, needed in enumerate(cost):
        if not needed:
            continue
        for place, (kind, count) in enumerate(zip(player.kinds, player.counts, strict=True), start=1):
            if kind == resource and count and needed:
                taken = min(needed, count)
                parts.append(Part(resource, place, taken))
                needed -= taken
        if needed:
            parts.append(Part(resource, BOX, needed))
    return tuple(parts)


def pay(player: Player, least: Amounts, most: Amounts, payment: Payment) -> Player:
    """The player after paying at least ``least`` and at most ``most``, or IllegalMove; ``()`` pays the least."""
    total = owned(player)
    if any(need > have for need, have in zip(least, total, strict=True)):
        raise IllegalMove(f"this costs {spell(least)}, and you have {spell(total)}")
    if not payment:
        payment = canonical_payment(player, least)
    else:
        _check(player, least, most, payment)
    for part in payment:
        player = _without(player, part.resource, part.place, part.count)
    return player


def _check(player: Player, least: Amounts, most: Amounts, payment: Payment) -> None:
    """IllegalMove unless every part is there to be taken and all parts together are the price."""
    paid = list(NOTHING)
    taken: dict[tuple[int, int], int] = {}
    for part in payment:
        resource, place, count = part.resource, part.place, part.count
        if resource not in range(len(RESOURCES)) or place not in (*SHELVES, *DEPOTS, BOX) or count < 1:
            raise IllegalMove("a payment names resources, places and amounts of at least 1")
        if place == BOX:
            there = player.strongbox[resource]
        else:
            there = player.counts[place - 1] if player.kinds[place - 1] == resource else 0
        taken[resource, place] = taken.get((resource, place), 0) + count
        if taken[resource, place] > there:
            raise IllegalMove(
                f"you want to take {units(taken[resource, place], resource)} from {name(place)}, "
                f"where there {'is' if there == 1 else 'are'} {there}"
            )
        paid[resource] += count
    if not all(low <= given <= high for low, given, high in zip(least, paid, most, strict=True)):
        raise IllegalMove(f"this costs {spell(least)}, and you offer {spell(tuple(paid))}")
