"""Set-up: the shuffles, four leaders for each seat of which two are kept, and what later seats get for being late.

All seats choose at the same time; each keeps its leaders first and then places its bonus resources.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from msgspec.structs import replace

from bottega.games.chance import Chance
from bottega.games.core import IllegalMove
from bottega.games.renaissance.actions import SHELVES, Action, Bonus, Keep
from bottega.games.renaissance.cards import CARDS, COLOURS, LEADERS, LEVELS, RESOURCES
from bottega.games.renaissance.market import SUPPLY
from bottega.games.renaissance.model import SETUP, START, Options, Places, Player, State
from bottega.games.renaissance.solo import EVERY_TOKEN
from bottega.games.renaissance.storage import put, stores

SEATS = range(1, 5)
OFFERED, KEPT = 4, 2
BONUS_RESOURCES = (0, 1, 1, 2)
BONUS_FAITH = (0, 0, 1, 1)
"""By seat; seat 0 has the inkwell."""


def new(seats: int, seed: bytes, options: Options | None = None) -> State:
    """A shuffled game that waits for the set-up choices of all seats."""
    if seats not in SEATS:
        raise ValueError(f"Masters of Renaissance is for {SEATS[0]} to {SEATS[-1]} players, not {seats}")
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
    return tuple(Bonus(store.resource, store.place) for store in stores(kinds, counts, (1,) * len(RESOURCES)))


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


def keep(state: State, seat: int, action: Keep) -> State:
    """The state after a seat kept its leaders, or IllegalMove."""
    player = state.players[seat]
    if player.leaders:
        raise IllegalMove("you have already chosen your leaders")
    chosen = action.leaders
    if len(chosen) != KEPT or len(set(chosen)) != KEPT:
        raise IllegalMove(f"keep exactly {KEPT} different leaders")
    if foreign := [leader for leader in chosen if leader not in player.offered]:
        raise IllegalMove(f"leader {foreign[0]} was not offered to you; choose among {_listed(player.offered)}")
    return _after(state, seat, replace(player, leaders=tuple(chosen)))


def _listed(leaders: tuple[int, ...]) -> str:
    return ", ".join(map(str, leaders))


def bonus(state: State, seat: int, action: Bonus) -> State:
    """The state after a seat placed one bonus resource, or IllegalMove."""
    player = state.players[seat]
    if not player.leaders:
        raise IllegalMove("choose your leaders before your bonus resources")
    if not player.bonus:
        raise IllegalMove("you have no bonus resource left to place; turns start when everybody has chosen")
    if action.shelf not in SHELVES or action.resource not in range(len(RESOURCES)):
        raise IllegalMove("a bonus resource is a coin, stone, servant or shield on shelf 1, 2 or 3")
    player = put(player, action.resource, action.shelf)
    return _after(state, seat, replace(player, bonus=player.bonus - 1))


def _after(state: State, seat: int, player: Player) -> State:
    players = (*state.players[:seat], player, *state.players[seat + 1 :])
    if all(other.ready for other in players):
        return replace(state, players=players, phase=START, turn=1)
    return replace(state, players=players, phase=SETUP)
