"""Where resources lie: three shelves, up to two leader depots, the strongbox; and what is paid from them.

What must stay true: a shelf holds one type and never more than its size; a type lies on one shelf at most; a depot
holds its printed type only, at most two. Nothing moves between the strongbox and anywhere else.

Every change has its check: ``why_not_…`` decides, the function that makes the change trusts that it was asked.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from msgspec.structs import replace

from bottega.games.refusal import Refusal
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
    place_name,
)
from bottega.games.renaissance.cards import RESOURCES, Amounts
from bottega.games.renaissance.model import NO_KIND, Places, Player
from bottega.games.renaissance.phrases import PHRASES

SIZES = (1, 2, 3, 2, 2)
_ANYWHERE = (*SHELVES, *DEPOTS, BOX)
_CACHED = 1 << 15


def amounts_of(resources: tuple[int, ...]) -> Amounts:
    """How often each resource occurs."""
    return tuple([resources.count(resource) for resource in range(len(RESOURCES))])


def owned(player: Player) -> Amounts:
    """All resources of a player, wherever they lie."""
    total = list(player.strongbox)
    for kind, count in zip(player.kinds, player.counts, strict=True):
        if count:
            total[kind] += count
    return tuple(total)


name = place_name


def why_not_put(kinds: Places, counts: Places, resource: int, place: int) -> Refusal | None:
    """Why a resource cannot be put in a place, None if it can."""
    if place not in SHELVES:
        if place == BOX:
            return PHRASES.refusal("strongbox-closed")
        if place not in DEPOTS or kinds[place - 1] == NO_KIND:
            return PHRASES.refusal("no-depot", depot=place)
    kind, count = kinds[place - 1], counts[place - 1]
    if kind not in (NO_KIND, resource):
        return PHRASES.refusal("other-type", place=place, type=kind, resource=resource)
    if count == SIZES[place - 1]:
        return PHRASES.refusal("place-full", place=place, room=SIZES[place - 1])
    if kind == NO_KIND and resource in kinds[:3]:
        return PHRASES.refusal("on-another-shelf", type=resource, shelf=kinds.index(resource) + 1)
    return None


def put(player: Player, resource: int, place: int) -> Player:
    """The player with one more resource in a place that takes it."""
    kinds, counts = player.kinds, player.counts
    at = place - 1
    return replace(
        player,
        kinds=(*kinds[:at], resource, *kinds[at + 1 :]),
        counts=(*counts[:at], counts[at] + 1, *counts[at + 1 :]),
    )


@lru_cache(_CACHED)
def ways_to_store(kinds: Places, counts: Places) -> tuple[tuple[Store, ...], ...]:
    """For each resource, every place that takes one more of it."""
    return tuple(
        tuple(
            EVERY_STORE[resource, place]
            for place in (*SHELVES, *DEPOTS)
            if why_not_put(kinds, counts, resource, place) is None
        )
        for resource in range(len(RESOURCES))
    )


@lru_cache(_CACHED)
def stores(kinds: Places, counts: Places, pending: Amounts) -> tuple[Store, ...]:
    """Every way to store one of the pending resources."""
    return tuple(way for resource, ways in enumerate(ways_to_store(kinds, counts)) if pending[resource] for way in ways)


def why_not_swap(kinds: Places, counts: Places, first: int, second: int) -> Refusal | None:
    """Why two shelves cannot change their contents, None if they can."""
    if first not in SHELVES or second not in SHELVES or first == second:
        return PHRASES.refusal("swap-two-shelves", first=SHELVES[0], last=SHELVES[-1])
    ours, theirs = counts[first - 1], counts[second - 1]
    if ours <= SIZES[second - 1] and theirs <= SIZES[first - 1]:
        return None if ours or theirs else PHRASES.refusal("shelves-empty", first=first, second=second)
    source, target = (first, second) if ours > SIZES[second - 1] else (second, first)
    contents = amounts_of((kinds[source - 1],) * counts[source - 1])
    return PHRASES.refusal("no-room-to-swap", first=first, second=second, target=target, contents=contents)


def swap(player: Player, first: int, second: int) -> Player:
    """The player with the contents of two shelves exchanged."""
    kinds, counts = list(player.kinds), list(player.counts)
    a, b = first - 1, second - 1
    kinds[a], kinds[b] = kinds[b], kinds[a]
    counts[a], counts[b] = counts[b], counts[a]
    return replace(player, kinds=tuple(kinds), counts=tuple(counts))


def why_not_move(kinds: Places, counts: Places, source: int, target: int) -> Refusal | None:
    """Why one resource cannot move between a shelf and a depot, None if it can."""
    if not ((source in SHELVES and target in DEPOTS) or (source in DEPOTS and target in SHELVES)):
        depot, other = DEPOTS
        return PHRASES.refusal("move-shelf-depot", first=SHELVES[0], last=SHELVES[-1], depot=depot, other=other)
    if not counts[source - 1]:
        return PHRASES.refusal("place-empty", place=source)
    return why_not_put(kinds, counts, kinds[source - 1], target)


def move(player: Player, source: int, target: int) -> Player:
    """The player with one resource moved between a shelf and a depot."""
    kind = player.kinds[source - 1]
    return put(_without(player, kind, source, 1), kind, target)


def holds(player: Player, place: int, resource: int) -> int:
    """How many of a resource lie in a place, the strongbox included."""
    if place == BOX:
        return player.strongbox[resource]
    return player.counts[place - 1] if player.kinds[place - 1] == resource else 0


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
    swaps = [pair for pair in combinations(SHELVES, 2) if why_not_swap(kinds, counts, *pair) is None]
    moves = [
        pair
        for depot in DEPOTS
        if kinds[depot - 1] != NO_KIND
        for shelf in SHELVES
        for pair in ((shelf, depot), (depot, shelf))
        if why_not_move(kinds, counts, *pair) is None
    ]
    return (*(Swap(*pair) for pair in swaps), *(Move(*pair) for pair in moves))


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


def affords(total: Amounts, cost: Amounts) -> bool:
    """Whether so many resources are enough for a cost."""
    return cost[0] <= total[0] and cost[1] <= total[1] and cost[2] <= total[2] and cost[3] <= total[3]


def why_not_pay(player: Player, least: Amounts, most: Amounts, payment: Payment) -> Refusal | None:
    """Why a payment is not at least ``least`` and at most ``most`` of what is there, None if it is.

    The empty payment pays the least.
    """
    total = owned(player)
    if not affords(total, least):
        return PHRASES.refusal("cannot-afford", cost=least, owned=total)
    if not payment:
        return None
    taken: dict[tuple[int, int], int] = {}
    for part in payment:
        resource, place, count = part.resource, part.place, part.count
        if resource not in range(len(RESOURCES)) or place not in _ANYWHERE or count < 1:
            return PHRASES.refusal("not-a-payment")
        there = holds(player, place, resource)
        taken[resource, place] = whole = taken.get((resource, place), 0) + count
        if whole > there:
            wanted = tuple([whole if each == resource else 0 for each in range(len(RESOURCES))])
            return PHRASES.refusal("not-there", taken=wanted, place=place, there=there)
    paid = tuple([sum(taken.get((resource, place), 0) for place in _ANYWHERE) for resource in range(len(RESOURCES))])
    if not affords(paid, least) or not affords(most, paid):
        return PHRASES.refusal("wrong-payment", cost=least, offered=paid)
    return None


def pay(player: Player, cost: Amounts, payment: Payment) -> Player:
    """The player without what the payment names; the empty payment is the house's way to pay the cost."""
    for part in payment or canonical_payment(player, cost):
        player = _without(player, part.resource, part.place, part.count)
    return player
