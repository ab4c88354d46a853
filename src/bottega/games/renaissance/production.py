"""Productions: basic, the top card of each slot, production leaders; each at most once a turn.

Each activation pays at once and its outputs are held back, so that all inputs are paid before any output arrives.
``collect`` lets everything arrive; ``revert`` undoes them all, since a production reveals nothing.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement
from typing import NamedTuple

from msgspec.structs import replace

from bottega.games.refusal import Refusal
from bottega.games.renaissance.actions import (
    EVERY_CARD_PRODUCTION,
    EVERY_LEADER_PRODUCTION,
    SLOTS,
    Action,
    Payment,
    ProduceBasic,
    ProduceCard,
    ProduceLeader,
)
from bottega.games.renaissance.cards import CARDS, NOTHING, RESOURCES, Amounts
from bottega.games.renaissance.leaders import powers
from bottega.games.renaissance.model import PRODUCING, Player, Production, State
from bottega.games.renaissance.phrases import PHRASES
from bottega.games.renaissance.storage import affords, amounts_of, owned, pay, why_not_pay

BASIC = 0
FIRST_LEADER = 4
"""Numbers of productions: 0 basic, 1-3 the slots, 4-5 the leaders in order of activation."""


class Recipe(NamedTuple):
    """A production's number, and what it takes and gives."""

    number: int
    inputs: Amounts
    outputs: Amounts
    faith: int


_PAIRS = tuple(combinations_with_replacement(range(len(RESOURCES)), 2))


@lru_cache(None)
def _basics(has: Amounts) -> tuple[Action, ...]:
    """Every basic production of somebody who has so many (0, 1 or 2 and more) of each resource."""
    return tuple(
        ProduceBasic(pair, output)
        for pair in _PAIRS
        if affords(has, amounts_of(pair))
        for output in range(len(RESOURCES))
    )


def productions(player: Player, total: Amounts, used: tuple[int, ...]) -> list[Action]:
    """Every production that the player, who owns ``total``, can still activate."""
    actions: list[Action] = []
    for at, slot in enumerate(player.slots):
        if slot and at + 1 not in used and affords(total, CARDS[slot[-1]].inputs):
            actions.append(EVERY_CARD_PRODUCTION[at])
    for at, resource in enumerate(powers(player.played).productions):
        if total[resource] and FIRST_LEADER + at not in used:
            actions += EVERY_LEADER_PRODUCTION[at]
    if BASIC not in used:
        coins, stones, servants, shields = total
        actions += _basics((min(coins, 2), min(stones, 2), min(servants, 2), min(shields, 2)))
    return actions


@lru_cache(None)
def _recipe(number: int, inputs: tuple[int, ...], output: int, faith: int) -> Recipe:
    """The recipe of a production whose output is chosen; few enough to be made once."""
    return Recipe(number, amounts_of(inputs), amounts_of((output,)), faith)


@lru_cache(None)
def _printed(slot: int, card: int) -> Recipe:
    """The recipe of a card in a slot."""
    return Recipe(slot, CARDS[card].inputs, CARDS[card].outputs, CARDS[card].faith)


def basic_recipe(player: Player, action: ProduceBasic) -> Recipe | Refusal:
    """What the basic production takes and gives, or why there is none like this."""
    if len(action.inputs) != 2:
        return PHRASES.refusal("two-inputs")
    if not _are_resources(*action.inputs, action.output):
        return PHRASES.refusal("never-faith")
    return _recipe(BASIC, action.inputs, action.output, 0)


def card_recipe(player: Player, action: ProduceCard) -> Recipe | Refusal:
    """What the top card of a slot takes and gives, or why there is none."""
    number = action.slot
    if number not in SLOTS:
        return PHRASES.refusal("no-slot", slot=number, first=SLOTS[0], last=SLOTS[-1])
    slot = player.slots[number - 1]
    if not slot:
        return PHRASES.refusal("slot-empty", slot=number)
    return _printed(number, slot[-1])


def leader_recipe(player: Player, action: ProduceLeader) -> Recipe | Refusal:
    """What a production leader takes and gives, or why there is none like this."""
    inputs = powers(player.played).productions
    number = action.number
    if not 1 <= number <= len(inputs):
        return PHRASES.refusal("no-production-leader", count=len(inputs), number=number)
    if not _are_resources(action.output):
        return PHRASES.refusal("never-faith")
    return _recipe(FIRST_LEADER + number - 1, (inputs[number - 1],), action.output, 1)


def _are_resources(*numbers: int) -> bool:
    return all(0 <= number < len(RESOURCES) for number in numbers)


def why_not_activate(state: State, recipe: Recipe, payment: Payment) -> Refusal | None:
    """Why a production cannot be activated with this payment, None if it can."""
    if state.production and recipe.number in state.production.used:
        return PHRASES.refusal("once-a-turn")
    return why_not_pay(state.players[state.seat], recipe.inputs, recipe.inputs, payment)


def activate(state: State, recipe: Recipe, payment: Payment) -> State:
    """The state with one more production paid and its outputs held back."""
    number, inputs, outputs, faith = recipe
    seat = state.seat
    player = state.players[seat]
    under_way = state.production or Production((), NOTHING, 0, player.kinds, player.counts, player.strongbox)
    return replace(
        state,
        phase=PRODUCING,
        players=(*state.players[:seat], pay(player, inputs, payment), *state.players[seat + 1 :]),
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
