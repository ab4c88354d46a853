"""What stays true in every game, whoever plays it."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import pairwise
from random import Random

import pytest
from msgspec.structs import replace

from bottega.games.core import AnyStep
from bottega.games.renaissance import SEATS, actors, apply, legal, new, over
from bottega.games.renaissance.actions import (
    ACTIONS,
    Bonus,
    Buy,
    Collect,
    Discard,
    DiscardLeader,
    Market,
    PlayLeader,
    ProduceBasic,
    ProduceCard,
    ProduceLeader,
    Revert,
    Store,
    Swap,
)
from bottega.games.renaissance.cards import CARDS, LEADERS
from bottega.games.renaissance.market import RED, SUPPLY
from bottega.games.renaissance.model import NO_KIND, PRODUCING, STORING, TILE_DOWN, State
from bottega.games.renaissance.queries import gains, price, top
from bottega.games.renaissance.storage import SIZES, owned
from bottega.testing.renaissance import player, table

PAIRS = ((9, 10), (5, 6), (13, 14), (1, 2))
"""Two leaders of each ability: white marbles, depots, productions, discounts."""

WEIGHTS: dict[type[object], float] = {
    PlayLeader: 100,
    Buy: 50,
    ProduceCard: 5,
    ProduceLeader: 5,
    Discard: 0.1,
    Swap: 0.1,
    Revert: 0.1,
    ProduceBasic: 0.05,
    DiscardLeader: 0.02,
}
"""How much an eager player likes an action, against 1 for all others."""

GAMES = [(seats, number) for seats in SEATS for number in range(8)]


@lru_cache(None)
def whole_game(seats: int, number: int) -> tuple[AnyStep, ...]:
    """A game of eager players; in every other one, two leaders of an ability are in play from the start."""
    random = Random(number)
    state = new(seats, number.to_bytes(32, "big"))
    if number % 2:
        pairs = [PAIRS[(seat + number // 2) % 4] for seat in range(seats)]
        boards = [player(leaders=pair, played=pair, offered=_four(pair)) for pair in pairs]
        state = replace(table(*boards), chance=state.chance, grid=state.grid, market=state.market, tokens=state.tokens)
    steps = []
    while acting := actors(state):
        seat = random.choice(acting)
        actions = legal(state, seat)
        (action,) = random.choices(actions, [WEIGHTS.get(type(action), 1) for action in actions])
        after = apply(state, seat, action)
        steps.append(AnyStep(seat, action, state, after))
        state = after
    return tuple(steps)


def _four(pair: tuple[int, int]) -> tuple[int, ...]:
    """The four leaders of the pair's ability."""
    first = (pair[0] - 1) // 4 * 4 + 1
    return tuple(range(first, first + 4))


def states(steps: tuple[AnyStep, ...]) -> list[State]:
    """All states of a game."""
    every = [steps[0].before, *(step.after for step in steps)]
    return [state for state in every if isinstance(state, State)]


@pytest.mark.parametrize(("seats", "number"), GAMES)
def test_marbles_and_cards_are_conserved(seats: int, number: int) -> None:
    """13 marbles; every card is in one pile or one slot; only Lorenzo takes cards out of the game."""
    for state in states(whole_game(seats, number)):
        assert Counter(state.market) == Counter(SUPPLY)
        cards = [card for pile in state.grid for card in pile]
        cards += [card for one in state.players for slot in one.slots for card in slot]
        assert len(cards) == len(set(cards))
        assert len(cards) == len(CARDS) or state.solo
        offered = [leader for one in state.players for leader in one.offered]
        assert len(set(offered)) == 4 * len(state.players)
        assert set(offered) <= set(LEADERS)


@pytest.mark.parametrize(("seats", "number"), GAMES)
def test_shelves_never_break_their_rules(seats: int, number: int) -> None:
    """One type a shelf, no type on two shelves, never more than fits; depots hold what is printed."""
    for state in states(whole_game(seats, number)):
        for one in state.players:
            shelved = [kind for kind in one.kinds[:3] if kind != NO_KIND]
            assert len(shelved) == len(set(shelved))
            assert all(0 <= count <= size for count, size in zip(one.counts, SIZES, strict=True))
            assert all(
                (kind == NO_KIND) == (count == 0) for kind, count in zip(one.kinds[:3], one.counts, strict=False)
            )
            printed = [LEADERS[leader].resource for leader in one.played if LEADERS[leader].ability == "depot"]
            assert [kind for kind in one.kinds[3:] if kind != NO_KIND] == printed
            assert min(one.strongbox) >= 0


def expected_change(step: AnyStep, before: State) -> int:
    """How many resources an action should add to the board of the seat that makes it."""
    own = before.players[step.seat]
    match step.action:
        case Bonus() | Store():
            return 1
        case Buy(pile, _):
            card = top(before, pile)
            assert card is not None
            return -sum(price(own, card))
        case ProduceBasic():
            return -2
        case ProduceCard(slot):
            return -sum(CARDS[own.slots[slot - 1][-1]].inputs)
        case ProduceLeader():
            return -1
        case Collect():
            assert before.production is not None
            return sum(before.production.outputs)
        case Revert():
            assert before.production is not None
            paid_back = sum(before.production.counts) + sum(before.production.strongbox)
            return paid_back - sum(owned(own))
    return 0


def expected_pending(step: AnyStep, before: State) -> int:
    """How much should wait to be placed after an action."""
    match step.action:
        case Market(line):
            return sum(gain not in (None, RED) for gain in gains(before, step.seat, line))
        case Store():
            return sum(before.pending) - 1
        case Discard(resources):
            return sum(before.pending) - len(resources)
    return sum(before.pending)


@pytest.mark.parametrize(("seats", "number"), GAMES)
def test_every_resource_is_accounted_for(seats: int, number: int) -> None:
    """Resources come from the market, the set-up and productions, and go by payments and discards; nothing else."""
    for step in whole_game(seats, number):
        before, after = step.before, step.after
        assert isinstance(before, State)
        assert isinstance(after, State)
        changes = [
            sum(owned(other)) - sum(owned(one)) for one, other in zip(before.players, after.players, strict=True)
        ]
        assert changes == [expected_change(step, before) if seat == step.seat else 0 for seat in range(seats)]
        assert sum(after.pending) == (0 if over(after) else expected_pending(step, before))


@pytest.mark.parametrize(("seats", "number"), GAMES)
def test_faith_only_grows_and_tiles_turn_once(seats: int, number: int) -> None:
    """Markers never go back; a tile that was turned up or lost stays so; the phases hold what belongs to them."""
    for before, after in pairwise(states(whole_game(seats, number))):
        assert before.reports <= after.reports
        assert (after.production is not None) == (after.phase == PRODUCING)
        assert bool(sum(after.pending)) == (after.phase == STORING)
        for one, other in zip(before.players, after.players, strict=True):
            assert one.faith <= other.faith <= 24
            for old, turned in zip(one.tiles, other.tiles, strict=True):
                assert old in (turned, TILE_DOWN)
            assert [tile == TILE_DOWN for tile in other.tiles] == [section >= after.reports for section in range(3)]


def test_these_games_show_everything() -> None:
    """Between them the games above use every kind of action."""
    used = {type(step.action) for game in GAMES for step in whole_game(*game)}
    assert used == set(ACTIONS)
