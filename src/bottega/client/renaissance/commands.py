"""An action of the rules as the commands of renaissance-steps: what is chosen, switched on, picked up and then done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from bottega.client.renaissance import moves
from bottega.games.renaissance import queries
from bottega.games.renaissance.actions import (
    BOX,
    Bonus,
    Buy,
    Collect,
    Discard,
    DiscardLeader,
    EndTurn,
    Keep,
    Market,
    Move,
    Payment,
    PlayLeader,
    Revert,
    Store,
    Swap,
    White,
)
from bottega.games.renaissance.cards import RESOURCES
from bottega.games.renaissance.model import (
    State,
)
from bottega.games.renaissance.production import BASIC, FIRST_LEADER
from bottega.wire.renaissance_steps import messages, shapes
from bottega.wire.renaissance_steps.messages import BASE, Leader, ListedLeader, Payload, Resource, Side
from bottega.wire.renaissance_steps.shapes import Update


class Command(msgspec.Struct, frozen=True):
    """A request, and the update that answers it."""

    kind: str
    payload: Payload | None
    answer: type[Update]


def commands(
    state: State, seat: int, draft: Sequence[Any], discounts: frozenset[int], program: bool
) -> Iterator[Command]:
    """What is said, one after the other, for an action or for all productions of a turn."""
    player, action = state.players[seat], draft[0]
    match action:
        case Keep(leaders):
            chosen = [ListedLeader(leader) for leader in leaders]
            yield Command("chooseLeader", messages.ChooseLeaders(chosen), shapes.LeadersInHandUpdate)
        case Bonus(resource, shelf):
            bonus = messages.Bonus(res=_resource(resource), id=shelf)
            yield Command("chooseResourceToDeposit", bonus, shapes.DepositUpdate)
        case PlayLeader(position) | DiscardLeader(position):
            leader = player.leaders[position - 1]
            index = player.hand.index(leader)
            named = messages.LeaderInHand(index=index) if program else messages.LeaderInHand(id=Leader(leader))
            if isinstance(action, PlayLeader):
                yield Command("playLeader", named, shapes.PlayLeaderUpdate)
            else:
                yield Command("discardLeader", named, shapes.DiscardLeaderUpdate)
        case Swap(one, other) | Move(one, other):
            yield Command("moveResource", messages.MoveResource(one, other), shapes.MoveResourceUpdate)
        case Market(line):
            number = int(line[1])
            where = (
                messages.MarketLine(line[0], position=number) if program else messages.MarketLine(line[0], number - 1)
            )
            yield Command("buyAtMarketInterface", where, shapes.PendingResourcesUpdate)
        case White(resource):
            yield Command("transformWhiteIn", _one(resource), shapes.PendingResourcesUpdate)
        case Store(resource, place):
            stored = messages.Deposit(res=_resource(resource), id=place)
            yield Command("depositResource", stored, shapes.DepositUpdate)
        case Discard(resources):
            for resource in resources:
                yield Command("discardResource", _one(resource), shapes.DiscardResourceUpdate)
        case Buy():
            yield from _purchase(state, seat, action, discounts)
        case Collect():
            yield Command("activateProductions", None, shapes.DepositsUpdate)
        case Revert():
            yield Command("revertPickUp", None, shapes.DepositsUpdate)
        case EndTurn():
            yield Command("passTurn", None, shapes.LorenzoUpdate if state.solo else shapes.NewTurnUpdate)
        case _:
            yield from _productions(moves.orders(state, seat, draft), program)


def _resource(number: int) -> Resource:
    return Resource(RESOURCES[number])


def _one(resource: int) -> messages.OneResource:
    return messages.OneResource(_resource(resource))


def _picked(payment: Payment) -> Iterator[Command]:
    for part in payment:
        for _ in range(part.count):
            if part.place == BOX:
                yield Command("pickUpResourceFromStrongbox", _one(part.resource), shapes.PickUpStrongboxUpdate)
            else:
                pick = messages.WarehousePickUp(part.place)
                yield Command("pickUpResourceFromWarehouse", pick, shapes.PickUpWarehouseUpdate)


def _purchase(state: State, seat: int, buy: Buy, switched: frozenset[int]) -> Iterator[Command]:
    """The discounts that this payment makes use of are switched on, others off; then it is picked up, then paid."""
    player, bought = state.players[seat], moves.purchase(state, seat, buy)
    card = queries.top(state, buy.pile)
    assert card is not None
    paid = [0, 0, 0, 0]
    for part in bought.payment:
        paid[part.resource] += part.count
    used = {resource for resource in queries.discounts(player) if card.cost[resource] > paid[resource]}
    for resource in sorted(used ^ (switched & set(queries.discounts(player)))):
        if resource in used or card.cost[resource]:
            yield Command("toggleDiscount", _one(resource), shapes.ToggleDiscountUpdate)
    yield from _picked(bought.payment)
    where = messages.BuyCard(bought.level - 1, bought.colour, bought.slot)
    yield Command("buyCard", where, shapes.SlotUpdate)


def _productions(orders: Sequence[moves.Order], program: bool) -> Iterator[Command]:
    for order in orders:
        yield from _chosen(order, program)
        yield from _picked(order.payment)
    yield Command("activateProductions", None, shapes.ResetProductionsUpdate)


def _chosen(order: moves.Order, program: bool) -> Iterator[Command]:
    """What "?" stand for, and the production switched on."""
    extra = order.number - FIRST_LEADER
    index = BASE if order.number == BASIC else extra
    chosen, on = shapes.UnknownProductionUpdate, shapes.ToggleProductionUpdate
    for resource in order.inputs:
        if program:
            what: Payload = messages.ProductionUnknown(Side.INPUT, BASE, _resource(resource))
            yield Command("ProductionUnknownCommand", what, chosen)
        else:
            yield Command("substituteUnknownInInputBaseProduction", _one(resource), chosen)
    if order.output is not None:
        if program:
            what = messages.ProductionUnknown(Side.OUTPUT, index, _resource(order.output))
            yield Command("ProductionUnknownCommand", what, chosen)
        elif order.number == BASIC:
            yield Command("substituteUnknownInOutputBaseProduction", _one(order.output), chosen)
        else:
            what = messages.ExtraOutput(extra, _resource(order.output))
            yield Command("substituteUnknownInOutputExtraProduction", what, chosen)
    if order.number >= FIRST_LEADER:
        yield Command("toggleExtraProd", messages.ExtraProduction(extra), on)
    elif program:
        yield Command("ToggleProductionCommand", messages.Production(order.number), on)
    elif order.number == BASIC:
        yield Command("toggleBaseProd", None, on)
    else:
        yield Command("toggleCardProd", messages.CardProduction(order.number), on)
