"""Productions: basic, the top card of each slot, production leaders; each at most once a turn.

Each activation pays at once and its outputs are held back, so that all inputs are paid before any output arrives.
``collect`` lets everything arrive; ``revert`` undoes them all, since a production reveals nothing.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement

from msgspec.structs import replace

from bottega.games.core import IllegalMove
from bottega.games.renaissance.actions import (
    EVERY_CARD_PRODUCTION,
    EVERY_LEADER_PRODUCTION,
    Action,
    Payment,
    ProduceBasic,
    ProduceCard,
    ProduceLeader,
)
from bottega.games.renaissance.cards import CARDS, NOTHING, RESOURCES, Amounts
from bottega.games.renaissance.leaders import powers
from bottega.games.renaissance.model import PRODUCING, Player, Production, State
from bottega.games.renaissance.storage import owned, pay

BASIC = 0
FIRST_LEADER = 4
"""Numbers of productions: 0 basic, 1-3 the slots, 4-5 the leaders in order of activation."""

Recipe = tuple[int, Amounts, Amounts, int]
"""A production's number, inputs, outputs and faith."""

_PAIRS = tuple(combinations_with_replacement(range(len(RESOURCES)), 2))


def amounts_of(resources: tuple[int, ...]) -> Amounts:
    """How often each resource occurs."""
    return tuple(resources.count(resource) for resource in range(len(RESOURCES)))


@lru_cache(None)
def _basics(has: Amounts) -> tuple[Action, ...]:
    """Every basic production of somebody who has so many (0, 1 or 2 and more) of each resource."""
    return tuple(
        ProduceBasic(pair, output)
        for pair in _PAIRS
        if all(need <= have for need, have in zip(amounts_of(pair), has, strict=True))
        for output in range(len(RESOURCES))
    )


def productions(player: Player, total: Amounts, used: tuple[int, ...]) -> list[Action]:
    """Every production that the player, who owns ``total``, can still activate."""
    actions: list[Action] = []
    coins, stones, servants, shields = total
    for at, slot in enumerate(player.slots):
        if slot and at + 1 not in used:
            need = CARDS[slot[-1]].inputs
            if need[0] <= coins and need[1] <= stones and need[2] <= servants and need[3] <= shields:
                actions.append(EVERY_CARD_PRODUCTION[at])
    for at, resource in enumerate(powers(player.played).productions):
        if total[resource] and FIRST_LEADER + at not in used:
            actions += EVERY_LEADER_PRODUCTION[at]
    if BASIC not in used:
        actions += _basics((min(coins, 2), min(stones, 2), min(servants, 2), min(shields, 2)))
    return actions


def _resource(number: int) -> int:
    if number not in range(len(RESOURCES)):
        raise IllegalMove("productions take and give coins, stones, servants and shields of your choice, never faith")
    return number


def basic_recipe(player: Player, action: ProduceBasic) -> Recipe:
    """What the basic production takes and gives."""
    if len(action.inputs) != 2:
        raise IllegalMove("the basic production takes exactly two resources")
    inputs = amounts_of(tuple(map(_resource, action.inputs)))
    return BASIC, inputs, amounts_of((_resource(action.output),)), 0


def card_recipe(player: Player, action: ProduceCard) -> Recipe:
    """What the top card of a slot takes and gives."""
    if action.slot not in (1, 2, 3):
        raise IllegalMove(f"there is no slot {action.slot}; slots are 1 to 3")
    slot = player.slots[action.slot - 1]
    if not slot:
        raise IllegalMove(f"slot {action.slot} is empty, so it produces nothing")
    card = CARDS[slot[-1]]
    return action.slot, card.inputs, card.outputs, card.faith


def leader_recipe(player: Player, action: ProduceLeader) -> Recipe:
    """What a production leader takes and gives."""
    inputs = powers(player.played).productions
    if not 1 <= action.number <= len(inputs):
        raise IllegalMove(f"you have {len(inputs)} production leaders in play, so there is no number {action.number}")
    resource = inputs[action.number - 1]
    return FIRST_LEADER + action.number - 1, amounts_of((resource,)), amounts_of((_resource(action.output),)), 1


def activate(state: State, recipe: Recipe, payment: Payment) -> State:
    """The state with one more production paid and its outputs held back, or IllegalMove."""
    number, inputs, outputs, faith = recipe
    seat = state.seat
    player = state.players[seat]
    under_way = state.production or Production((), NOTHING, 0, player.kinds, player.counts, player.strongbox)
    if number in under_way.used:
        raise IllegalMove("each production can be activated once a turn, and this one already was")
    paid = pay(player, inputs, inputs, payment)
    return replace(
        state,
        phase=PRODUCING,
        players=(*state.players[:seat], paid, *state.players[seat + 1 :]),
        production=replace(
            under_way,
            used=(*under_way.used, number),
            outputs=tuple([held + more for held, more in zip(under_way.outputs, outputs, strict=True)]),
            faith=under_way.faith + faith,
        ),
    )


def collected(player: Player, under_way: Production) -> Player:
    """The player with everything produced in the strongbox (faith moves separately)."""
    box = tuple([have + more for have, more in zip(player.strongbox, under_way.outputs, strict=True)])
    return replace(player, strongbox=box)


def reverted(player: Player, under_way: Production) -> Player:
    """The player with the storage as it was before the first production."""
    return replace(player, kinds=under_way.kinds, counts=under_way.counts, strongbox=under_way.strongbox)


def remaining(state: State, player: Player) -> list[Action]:
    """Every production that can still be added to those under way."""
    return productions(player, owned(player), state.production.used if state.production else ())
