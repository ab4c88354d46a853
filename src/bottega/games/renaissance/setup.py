"""Set-up: the shuffles, four leaders for each seat of which two are kept, and what later seats get for being late.

All seats choose at the same time; each keeps its leaders first and then places its bonus resources.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from msgspec.structs import replace

from bottega.games.chance import Chance, check_seed
from bottega.games.refusal import Refusal
from bottega.games.renaissance.actions import SHELVES, Action, Bonus, Keep
from bottega.games.renaissance.cards import CARDS, COLOURS, LEADERS, LEVELS, RESOURCES
from bottega.games.renaissance.market import SUPPLY
from bottega.games.renaissance.model import START, Options, Places, Player, State
from bottega.games.renaissance.phrases import PHRASES
from bottega.games.renaissance.solo import EVERY_TOKEN
from bottega.games.renaissance.storage import put, ways_to_store, why_not_put

SEATS = range(1, 5)
OFFERED, KEPT = 4, 2
BONUS_RESOURCES = (0, 1, 1, 2)
BONUS_FAITH = (0, 0, 1, 1)
"""By seat; seat 0 has the inkwell."""


def new(seats: int, seed: bytes, options: Options | None = None) -> State:
    """A shuffled game that waits for the set-up choices of all seats."""
    if seats not in SEATS:
        raise ValueError(f"Masters of Renaissance is for {SEATS[0]} to {SEATS[-1]} players, not {seats}")
    check_seed(seed)
    market, chance = Chance(seed).shuffled(SUPPLY)
    grid = []
    for level in range(1, LEVELS + 1):
        for colour in range(len(COLOURS)):
            of_this_kind = [card.id for card in CARDS.values() if (card.level, card.colour) == (level, colour)]
            pile, chance = chance.shuffled(of_this_kind)
            grid.append(pile)
    leaders, chance = chance.shuffled(tuple(LEADERS))
    tokens: tuple[int, ...] = ()
    if seats == 1:
        tokens, chance = chance.shuffled(EVERY_TOKEN)
    players = tuple(
        Player(
            offered=leaders[seat * OFFERED : (seat + 1) * OFFERED],
            bonus=BONUS_RESOURCES[seat],
            faith=BONUS_FAITH[seat],
        )
        for seat in range(seats)
    )
    return State(chance=chance, market=market, grid=tuple(grid), players=players, tokens=tokens)


@lru_cache(64)
def _bonuses(kinds: Places, counts: Places) -> tuple[Bonus, ...]:
    return tuple(Bonus(way.resource, way.place) for ways in ways_to_store(kinds, counts) for way in ways)


def setup_actions(player: Player) -> list[Action]:
    """The set-up choices of a seat; leaders are listed in the order in which they were offered."""
    if not player.leaders:
        return [Keep(pair) for pair in combinations(player.offered, KEPT)]
    return list(_bonuses(player.kinds, player.counts)) if player.bonus else []


def default_setup(player: Player) -> tuple[Action, ...]:
    """What the house chooses for somebody who is gone: the first two leaders, the first resources that fit."""
    actions: list[Action] = []
    if not player.leaders:
        actions.append(Keep(player.offered[:KEPT]))
    for _ in range(player.bonus):
        bonus = _bonuses(player.kinds, player.counts)[0]
        actions.append(bonus)
        player = put(player, bonus.resource, bonus.shelf)
    return tuple(actions)


def why_not_keep(state: State, seat: int, action: Keep) -> Refusal | None:
    """Why a seat cannot keep these leaders, None if it can."""
    player, chosen = state.players[seat], action.leaders
    if player.leaders:
        return PHRASES.refusal("leaders-chosen")
    if len(chosen) != KEPT or len(set(chosen)) != KEPT:
        return PHRASES.refusal("keep-exactly", count=KEPT)
    for leader in chosen:
        if leader not in player.offered:
            return PHRASES.refusal("leader-not-offered", leader=leader, offered=player.offered)
    return None


def keep(state: State, seat: int, action: Keep) -> State:
    """The state after a seat kept its leaders."""
    return _after(state, seat, replace(state.players[seat], leaders=tuple(action.leaders)))


def why_not_bonus(state: State, seat: int, action: Bonus) -> Refusal | None:
    """Why a seat cannot place this bonus resource, None if it can."""
    player = state.players[seat]
    if not player.leaders:
        return PHRASES.refusal("leaders-first")
    if not player.bonus:
        return PHRASES.refusal("no-bonus-left")
    if action.shelf not in SHELVES or action.resource not in range(len(RESOURCES)):
        return PHRASES.refusal("not-a-bonus")
    return why_not_put(player.kinds, player.counts, action.resource, action.shelf)


def bonus(state: State, seat: int, action: Bonus) -> State:
    """The state after a seat placed one bonus resource."""
    player = put(state.players[seat], action.resource, action.shelf)
    return _after(state, seat, replace(player, bonus=player.bonus - 1))


def _after(state: State, seat: int, player: Player) -> State:
    players = (*state.players[:seat], player, *state.players[seat + 1 :])
    if all(other.ready for other in players):
        return replace(state, players=players, phase=START, turn=1)
    return replace(state, players=players)
