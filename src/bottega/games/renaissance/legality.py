"""What is legal: every action open to a seat, and the listed form of those that have variants.

Purchases and productions are listed with the empty payment, which takes from shelves, then depots, then the
strongbox; kept leaders in the order offered; discards one kind at a time or all at once. ``canonical`` names the
listed action for every other form that ``apply`` accepts.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from bottega.games import core
from bottega.games.core import check_seat
from bottega.games.renaissance import leaders, market, setup, storage
from bottega.games.renaissance.actions import (
    COLLECT,
    END_TURN,
    EVERY_BUY,
    EVERY_WHITE,
    REVERT,
    Action,
    Buy,
    Discard,
    Keep,
    ProduceBasic,
    ProduceCard,
    ProduceLeader,
    Swap,
)
from bottega.games.renaissance.cards import CARDS, COLOURS, LEVELS, RESOURCES, Amounts
from bottega.games.renaissance.leaders import powers
from bottega.games.renaissance.model import OVER, PRODUCING, SETUP, START, STORING, WHITES, Player, State
from bottega.games.renaissance.production import productions, remaining


def legal(state: State, seat: int) -> list[Action]:
    """Every legal action of the seat, [] when it may not act."""
    phase = state.phase
    if seat != state.seat or phase is SETUP:
        check_seat(seat, len(state.players))
        return setup.setup_actions(state.players[seat]) if phase is SETUP else []
    if phase is OVER:
        return []
    player = state.players[seat]
    actions: list[Action]
    if phase is START:
        total = storage.owned(player)
        actions = list(market.EVERY_VISIT)
        actions += _purchases(state, player, total)
        actions += productions(player, total, ())
        actions += leaders.leader_actions(player, total)
    elif phase is STORING:
        pending = state.pending
        actions = list(storage.stores(player.kinds, player.counts, pending))
        if pending[WHITES]:
            actions += [EVERY_WHITE[resource] for resource in powers(player.played).whites]
        actions += _discards(pending)
    elif phase is PRODUCING:
        actions = [COLLECT, REVERT, *remaining(state, player)]
    else:
        actions = [END_TURN, *leaders.leader_actions(player, storage.owned(player))]
    actions += storage.rearrangements(player.kinds, player.counts)
    return actions


def _purchases(state: State, player: Player, total: Amounts) -> list[Action]:
    """Every card the player can afford, for every slot that takes its level."""
    found: list[Action] = []
    if player.played:
        discount = powers(player.played).discount
        total = tuple([have + less for have, less in zip(total, discount, strict=True)])
    coins, stones, servants, shields = total
    for level in range(LEVELS):
        slots = [at for at, slot in enumerate(player.slots) if len(slot) == level]
        if not slots:
            continue
        for at in range(level * len(COLOURS), (level + 1) * len(COLOURS)):
            if pile := state.grid[at]:
                cost = CARDS[pile[-1]].cost  # storage.affords, written out: it is asked of twelve cards every turn
                if cost[0] <= coins and cost[1] <= stones and cost[2] <= servants and cost[3] <= shields:
                    found += [EVERY_BUY[at][slot] for slot in slots]
    return found


@lru_cache(None)
def _discards(pending: Amounts) -> tuple[Action, ...]:
    """Each kind of pending resource alone, and all that are left at once unless a white marble waits."""
    singles: list[Action] = [Discard((resource,)) for resource in range(len(RESOURCES)) if pending[resource]]
    if sum(pending) > 1 and not pending[WHITES]:
        singles.append(Discard(listed(pending)))
    return tuple(singles)


def listed(pending: Amounts) -> tuple[int, ...]:
    """The pending resources one by one."""
    return tuple(resource for resource in range(len(RESOURCES)) for _ in range(pending[resource]))


def canonical(state: State, seat: int, action: core.Action) -> core.Action:
    """The listed action of which an accepted one is a variant: in listed order, paid by the house."""
    match action:
        case Keep(leaders):
            offered = state.players[seat].offered
            return Keep(tuple(sorted(leaders, key=offered.index)))
        case Discard(resources):
            return Discard(tuple(sorted(resources)))
        case Swap(first, second):
            return Swap(min(first, second), max(first, second))
        case ProduceBasic(inputs, output):
            return ProduceBasic(tuple(sorted(inputs)), output)
        case Buy() | ProduceCard() | ProduceLeader():
            return replace(action, payment=())
    return action
