"""Questions that dialects, bots and the browser ask, answered without a second copy of the rules.

Nothing here changes a state. Places, slots and leaders are numbered as in ``actions``; production numbers are 0
for basic, 1-3 for the slots and 4-5 for production leaders in order of activation.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from bottega.games.core import IllegalMove
from bottega.games.renaissance import leaders, market, storage
from bottega.games.renaissance.actions import (
    DEPOTS,
    SHELVES,
    Action,
    Move,
    Payment,
    ProduceBasic,
    ProduceCard,
    ProduceLeader,
    Swap,
)
from bottega.games.renaissance.cards import (
    CARDS,
    COLOURS,
    LEADERS,
    NOTHING,
    PILES,
    RESOURCES,
    Amounts,
    DevelopmentCard,
    LeaderCard,
)
from bottega.games.renaissance.legality import listed
from bottega.games.renaissance.model import NO_KIND, TILE_UP, WHITES, Player, State
from bottega.games.renaissance.phrases import PHRASES
from bottega.games.renaissance.production import BASIC, FIRST_LEADER
from bottega.games.renaissance.storage import amounts_of


class Catalogue(msgspec.Struct, frozen=True):
    """Everything printed, for clients that draw the table."""

    resources: tuple[str, ...]
    colours: tuple[str, ...]
    piles: tuple[str, ...]
    cards: tuple[DevelopmentCard, ...]
    leaders: tuple[LeaderCard, ...]


def catalogue() -> Catalogue:
    """All cards and leaders; resources and colours in them are positions in the lists of names."""
    return Catalogue(RESOURCES, COLOURS, PILES, tuple(CARDS.values()), tuple(LEADERS.values()))


def top(state: State, pile: str) -> DevelopmentCard | None:
    """The card on sale in a pile (``G1`` … ``P3``)."""
    cards = state.grid[PILES.index(pile)]
    return CARDS[cards[-1]] if cards else None


def discounts(player: Player) -> tuple[int, ...]:
    """The resources that the player's leaders make cheaper by one."""
    lowered = leaders.powers(player.played).discount
    return tuple(resource for resource in range(len(RESOURCES)) if lowered[resource])


def price(player: Player, card: DevelopmentCard, using: Iterable[int] | None = None) -> Amounts:
    """What the card costs the player with all discounts, or with only those ``using`` names."""
    if using is None:
        return leaders.price(player, card.cost)
    lowered = set(using) & set(discounts(player))
    return tuple(max(0, cost - (resource in lowered)) for resource, cost in enumerate(card.cost))


def contents(player: Player, place: int) -> tuple[int | None, int]:
    """What a shelf or depot holds (for a depot: may hold), and how many; (None, 0) for an empty shelf."""
    kind = player.kinds[place - 1]
    return (None if kind == NO_KIND else kind), player.counts[place - 1]


def places(player: Player) -> tuple[int, ...]:
    """The shelves and depots the player has."""
    return (*SHELVES, *(depot for depot in DEPOTS if player.kinds[depot - 1] != NO_KIND))


def payment(player: Player, cost: Amounts) -> Payment:
    """How the house pays a cost that the player can afford: shelves, then depots, then the strongbox."""
    return storage.canonical_payment(player, cost)


def exchange(player: Player, first: int, second: int) -> tuple[Action, ...]:
    """The actions by which two places change their whole contents, depots included, or IllegalMove."""
    for place in (first, second):
        if place not in places(player):
            raise IllegalMove(PHRASES.refusal("no-place", place=place))
    if first in SHELVES and second in SHELVES:
        return (Swap(first, second),)
    if first in DEPOTS and second in DEPOTS:
        raise IllegalMove(PHRASES.refusal("depots-differ"))
    shelf, depot = sorted((first, second))
    kind, on_shelf = contents(player, shelf)
    wanted, in_depot = contents(player, depot)
    if kind is not None and wanted is not None and kind != wanted:
        raise IllegalMove(PHRASES.refusal("depot-takes-only", depot=depot, type=wanted))
    for source, target, count in ((shelf, depot, on_shelf), (depot, shelf, in_depot)):
        if count > storage.SIZES[target - 1]:
            raise IllegalMove(PHRASES.refusal("no-room-to-exchange", source=source, target=target))
    if not on_shelf and not in_depot:
        raise IllegalMove(PHRASES.refusal("places-empty", first=shelf, second=depot))
    step = Move(shelf, depot) if on_shelf > in_depot else Move(depot, shelf)
    return (step,) * abs(on_shelf - in_depot)


def line(state: State, name: str) -> tuple[int, ...]:
    """The marbles of a line (``r1`` … ``c4``), left to right or top to bottom; numbers as in ``market``."""
    return market.marbles(state.market, name)


def gains(state: State, seat: int, name: str) -> tuple[int | None, ...]:
    """What each marble of a line gives the seat: a resource, RED (faith), WHITE (a choice) or None (nothing)."""
    whites = leaders.powers(state.players[seat].played).whites
    worth = None if not whites else whites[0] if len(whites) == 1 else market.WHITE
    return tuple(worth if marble == market.WHITE else marble for marble in line(state, name))


def white_choices(player: Player) -> tuple[int, ...]:
    """What the player's leaders make of a white marble, in order of activation."""
    return leaders.powers(player.played).whites


def pending(state: State) -> tuple[int, ...]:
    """What waits to be stored or discarded, one by one, white marbles (market.WHITE) last."""
    return listed(state.pending) + (market.WHITE,) * state.pending[WHITES]


class Offer(msgspec.Struct, frozen=True):
    """A production a player has: fixed inputs and outputs, and how many of each are free choices."""

    number: int
    inputs: Amounts
    outputs: Amounts
    faith: int
    free_inputs: int = 0
    free_outputs: int = 0


def offers(player: Player) -> tuple[Offer, ...]:
    """The productions a player has, affordable or not, by number."""
    found = [Offer(BASIC, NOTHING, NOTHING, 0, free_inputs=2, free_outputs=1)]
    for number, slot in enumerate(player.slots, start=1):
        if slot:
            card = CARDS[slot[-1]]
            found.append(Offer(number, card.inputs, card.outputs, card.faith))
    for number, resource in enumerate(leaders.powers(player.played).productions, start=FIRST_LEADER):
        found.append(Offer(number, amounts_of((resource,)), NOTHING, 1, free_outputs=1))
    return tuple(found)


def produce(number: int, inputs: tuple[int, ...] = (), output: int = 0, payment: Payment = ()) -> Action:
    """The action that activates the production of a number with these free choices."""
    if number == BASIC:
        return ProduceBasic(inputs, output, payment)
    if number < FIRST_LEADER:
        return ProduceCard(number, payment)
    return ProduceLeader(number - FIRST_LEADER + 1, output, payment)


class Report(msgspec.Struct, frozen=True):
    """A Vatican report: its section (0-2) and the seats that turned the tile up."""

    section: int
    keepers: tuple[int, ...]


def reports(before: State, after: State) -> tuple[Report, ...]:
    """The Vatican reports held between two states."""
    return tuple(
        Report(
            section,
            tuple(seat for seat, player in enumerate(after.players) if player.tiles[section] == TILE_UP),
        )
        for section in range(before.reports, after.reports)
    )


def moved(before: State, after: State) -> tuple[int, ...]:
    """The seats whose faith markers moved between two states."""
    return tuple(
        seat
        for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True))
        if old.faith != new.faith
    )
