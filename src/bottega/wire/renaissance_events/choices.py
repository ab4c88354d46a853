"""renaissance-events: whole moves in one request, turned into the actions of the rules.

What the rules can judge is left to them. Here is judged what they never see: numbers that are not this player's, names
of things that are none, amounts that do not add up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from bottega.games.core import IllegalMove
from bottega.games.renaissance import queries
from bottega.games.renaissance.actions import (
    BOX,
    COLLECT,
    SHELVES,
    Action,
    Bonus,
    Buy,
    Discard,
    DiscardLeader,
    Keep,
    Market,
    Part,
    Payment,
    PlayLeader,
    Store,
    White,
)
from bottega.games.renaissance.cards import LEVELS, PILES
from bottega.games.renaissance.market import COLUMNS, RED, ROWS, WHITE
from bottega.games.renaissance.model import Player, State
from bottega.games.renaissance.production import BASIC, FIRST_LEADER
from bottega.games.renaissance.setup import KEPT
from bottega.games.renaissance.storage import amounts_of
from bottega.wire.core.machine import quoted
from bottega.wire.renaissance_events import refusals
from bottega.wire.renaissance_events.messages import (
    ActivateProductions,
    BuyDevCard,
    ChooseLeaders,
    ChooseResources,
    Containers,
    Content,
    LeaderAction,
    ProductionRequest,
    SwapShelves,
    TakeFromMarket,
)
from bottega.wire.renaissance_events.numbering import (
    COLOURS,
    FAITH,
    MARBLES,
    RESOURCES,
    leader_number,
    place,
    production,
)
from bottega.wire.renaissance_events.refusals import Refused

Actions = list[Action]
Unit = tuple[int, int]
"""A resource and a place."""

MOST = 1 << 10
"""More of one resource than anybody can own: whatever is above it is as wrong."""


def resource(name: str, *, taken: bool = False, replacement: bool = False) -> int:
    """The number of a storable resource; the first letter may be small."""
    found = name[:1].upper() + name[1:]
    if found not in MARBLES:
        raise Refused(refusals.no_such("RESOURCE", quoted(name).strip("'\"")))
    if found not in RESOURCES:
        reason = "EXCLUDED" if replacement and found == FAITH else "ILLEGAL_NON_STORABLE"
        raise Refused(refusals.transaction(reason, taken=taken, replacement=replacement))
    return RESOURCES.index(found)


def _counted(content: Content, *, taken: bool, replacement: bool = False) -> Counter[int]:
    """Amounts by resource."""
    found: Counter[int] = Counter()
    for name, count in content.items():
        kind = resource(name, taken=taken, replacement=replacement)
        if count < 0:
            raise Refused(refusals.transaction("NEGATIVE_VALUES", taken=taken, replacement=replacement))
        found[kind] += min(count, MOST)
    return found


def _units(containers: Containers, player: Player, seat: int, kind: str, *, taken: bool) -> list[Unit]:
    """What lies, or shall lie, in a player's containers, one by one."""
    units: list[Unit] = []
    for text, content in containers.items():
        counts = _counted(content, taken=taken)
        number = int(text) if text.isdecimal() and text.isascii() and len(text) < 6 else -1
        where = place(player, seat, number)
        if where is None or (where == BOX and not taken):
            raise Refused(refusals.not_owned(number, kind))
        if not taken and len(+counts) > 1:
            raise Refused(refusals.transfer("BOUNDED_RESTYPE_DIFFER", added=True))
        units += [(each, where) for each in counts.elements()]
    return units


# -- set-up -----------------------------------------------------------------------------------------------------------


def keep_leaders(choice: ChooseLeaders, player: Player) -> Actions:
    """ReqChooseLeaders; they are kept in the order in which they were dealt."""
    offered = {leader_number(leader): leader for leader in player.offered}
    for number in choice.leaders:
        if number not in offered:
            raise Refused(refusals.not_owned(number, "LeaderCard"))
    chosen = [leader for number, leader in offered.items() if number in choice.leaders]
    if len(chosen) != KEPT or len(choice.leaders) != KEPT:
        raise Refused(refusals.initial_choice(True, max(0, KEPT - len(chosen))))
    return [Keep(tuple(chosen))]


def choose_resources(choice: ChooseResources, player: Player, seat: int) -> Actions:
    """ReqChooseResources."""
    units = _units(choice.shelves, player, seat, "Shelf", taken=False)
    for _, where in units:
        if where not in SHELVES:
            raise Refused(refusals.not_owned(-1, "Shelf"))
    if len(units) != player.bonus:
        raise Refused(refusals.recipe(taken=False, wanted=player.bonus, given=len(units)))
    return [Bonus(kind, shelf) for kind, shelf in units]


# -- turns ------------------------------------------------------------------------------------------------------------


def visit_market(visit: TakeFromMarket, state: State, seat: int) -> Actions:
    """ReqTakeFromMarket: what is not placed is discarded."""
    count, way = (ROWS, "r") if visit.isRow else (COLUMNS, "c")
    if not 0 <= visit.index < count:
        raise Refused(refusals.no_such("MARKET_INDEX", number=visit.index))
    player, line = state.players[seat], f"{way}{visit.index + 1}"
    gains = queries.gains(state, seat, line)
    whites = _whites(visit.replacements, gains.count(WHITE), player)
    gained = Counter([gain for gain in gains if gain is not None and gain < RED] + whites)
    stored = _units(visit.shelves, player, seat, "Shelf", taken=False)
    placed = Counter(kind for kind, _ in stored)
    total, given = sum(gained.values()), sum(placed.values())
    if given > total:
        raise Refused(refusals.recipe(taken=False, wanted=total, given=given))
    for kind in placed - gained:
        name = RESOURCES[kind]
        raise Refused(refusals.recipe(taken=False, wanted=gained[kind], given=placed[kind], resource=name))
    actions: Actions = [Market(line), *map(White, whites), *(Store(kind, where) for kind, where in stored)]
    rest = sorted((gained - placed).elements())
    return [*actions, Discard(tuple(rest))] if rest else actions


def _whites(replacements: Content, count: int, player: Player) -> list[int]:
    """What the white marbles become that are left to choose for: those of somebody with two leaders for them."""
    chosen = sorted(_counted(replacements, taken=False, replacement=True).elements())
    if not count:
        return []
    if len(chosen) != count or not set(chosen) <= set(queries.white_choices(player)):
        raise Refused(refusals.recipe(taken=False, wanted=count, given=len(chosen), resource="Zero"))
    return chosen


def buy_card(purchase: BuyDevCard, state: State, seat: int) -> Actions:
    """ReqBuyDevCard."""
    colour = purchase.color[:1].upper() + purchase.color[1:]
    if colour not in COLOURS:
        raise Refused(refusals.no_such("COLOR", quoted(purchase.color).strip("'\"")))
    if not 1 <= purchase.level <= LEVELS:
        raise Refused(refusals.no_such("DEVCARD", f"there is no level {purchase.level}: levels are 1 to {LEVELS}"))
    if not 0 <= purchase.devSlot < len(SHELVES):
        raise Refused(refusals.no_such("DEVCARD", f"there is no slot {purchase.devSlot + 1}: slots are 1 to 3"))
    pile = PILES[(purchase.level - 1) * len(COLOURS) + COLOURS.index(colour)]
    card, player = queries.top(state, pile), state.players[seat]
    if card is None:
        raise Refused(refusals.EMPTY_PILE)
    held = len(player.slots[purchase.devSlot])
    if held != card.level - 1:
        raise Refused(refusals.misfit(f"a card of level {card.level} does not fit slot {purchase.devSlot + 1}"))
    units = _units(purchase.resContainers, player, seat, "ResourceContainer", taken=True)
    _must_be(queries.price(player, card), units)
    return [Buy(pile, purchase.devSlot + 1, _payment(units))]


def _must_be(needed: tuple[int, ...], units: list[Unit]) -> None:
    """A payment is exactly what is needed; to the rules an empty one would mean "pay for me"."""
    paid = amounts_of(tuple(kind for kind, _ in units))
    if paid != needed:
        lacking = any(need and not has for need, has in zip(needed, paid, strict=True))
        raise Refused(refusals.recipe(taken=True, wanted=sum(needed), given=len(units), lacking=lacking))


def _payment(units: Iterable[Unit]) -> Payment:
    return tuple(Part(kind, where, count) for (kind, where), count in Counter(units).items())


def activate(productions: ActivateProductions, player: Player, seat: int) -> Actions:
    """ReqActivateProductions: all of the turn."""
    if not productions.prodRequests:
        raise Refused(refusals.recipe(taken=True, wanted=0, given=0))
    numbers = [_production(player, each.production) for each in productions.prodRequests]
    for number, each in zip(numbers, productions.prodRequests, strict=True):
        if numbers.count(number) > 1:
            raise Refused(refusals.not_owned(each.production, "ReducedProductionRequest"))
    orders = zip(numbers, productions.prodRequests, strict=True)
    return [*(_order(number, each, player, seat) for number, each in orders), COLLECT]


def _production(player: Player, number: int) -> int:
    found = production(player, number)
    if found is None:
        raise Refused(refusals.not_owned(number, "ReducedProductionRequest"))
    return found


def _order(number: int, asked: ProductionRequest, player: Player, seat: int) -> Action:
    outputs = list(_counted(asked.outputRep, taken=False, replacement=True).elements())
    wanted = 1 if number == BASIC or number >= FIRST_LEADER else 0
    if len(outputs) != wanted:
        raise Refused(refusals.recipe(taken=False, wanted=wanted, given=len(outputs)))
    units = _units(asked.inputContainers, player, seat, "ResourceContainer", taken=True)
    offer = next(each for each in queries.offers(player) if each.number == number)
    inputs = tuple(sorted(kind for kind, _ in units)) if number == BASIC else ()
    if number == BASIC and len(inputs) != offer.free_inputs:
        raise Refused(refusals.recipe(taken=True, wanted=offer.free_inputs, given=len(inputs)))
    if number != BASIC:
        _must_be(offer.inputs, units)
    return queries.produce(number, inputs, outputs[0] if outputs else 0, _payment(units))


def swap_shelves(swap: SwapShelves, player: Player, seat: int) -> Actions:
    """ReqSwapShelves; nothing where there is nothing to change."""
    first, second = (place(player, seat, number) for number in (swap.shelf1, swap.shelf2))
    for number, where in ((swap.shelf1, first), (swap.shelf2, second)):
        if where is None or where == BOX:
            raise Refused(refusals.not_owned(number, "Shelf"))
    assert first is not None
    assert second is not None
    if first == second or not any(queries.contents(player, where)[1] for where in (first, second)):
        return []
    try:
        return list(queries.exchange(player, first, second))
    except IllegalMove as illegal:
        raise Refused(refusals.told(illegal.refusal, player)) from None


def leader_action(asked: LeaderAction, player: Player) -> Actions:
    """ReqLeaderAction."""
    known = [leader_number(leader) for leader in player.leaders]
    position = known.index(asked.leader) if asked.leader in known else None
    leader = None if position is None else player.leaders[position]
    if position is None or leader in player.discarded or (asked.isActivate and leader in player.played):
        raise Refused(refusals.not_owned(asked.leader, "LeaderCard"))
    if leader in player.played:
        raise Refused(refusals.ACTIVE_LEADER)
    return [PlayLeader(position + 1) if asked.isActivate else DiscardLeader(position + 1)]
