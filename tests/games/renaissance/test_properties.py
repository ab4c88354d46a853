"""What stays true in every game, whoever plays it."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from bottega.games.core import Step
from bottega.games.renaissance.actions import Buy, Collect, Discard, Market, ProduceBasic, Revert, Store, White
from bottega.games.renaissance.cards import CARDS, LEADERS
from bottega.games.renaissance.market import SUPPLY, WHITE
from bottega.games.renaissance.model import NO_KIND, PRODUCING, STORING, TILE_DOWN, State
from bottega.games.renaissance.queries import gains, price, top
from bottega.games.renaissance.storage import SIZES, owned
from tests.games.play import Setup, setups, walk

GAMES = [
    pytest.param(setup, number, id=f"{setup}-{number}") for setup in setups("renaissance") for number in range(20, 26)
]


def whole_game(setup: Setup, number: int) -> list[Step]:
    """A random game, step by step."""
    return list(walk(setup, number))


def states(steps: list[Step]) -> list[State]:
    """All states of a game."""
    return [steps[0].before, *(step.after for step in steps)]  # type: ignore[list-item]


@pytest.mark.parametrize(("setup", "number"), GAMES)
def test_marbles_and_cards_are_conserved(setup: Setup, number: int) -> None:
    """13 marbles; every card is in one pile or one slot; only Lorenzo takes cards out of the game."""
    for state in states(whole_game(setup, number)):
        assert Counter(state.market) == Counter(SUPPLY)
        cards = [card for pile in state.grid for card in pile]
        cards += [card for one in state.players for slot in one.slots for card in slot]
        assert len(cards) == len(set(cards))
        assert len(cards) == len(CARDS) or state.solo
        offered = [leader for one in state.players for leader in one.offered]
        assert len(set(offered)) == 4 * len(state.players)
        assert set(offered) <= set(LEADERS)


@pytest.mark.parametrize(("setup", "number"), GAMES)
def test_shelves_never_break_their_rules(setup: Setup, number: int) -> None:
    """One type a shelf, no type on two shelves, never more than fits; depots hold what is printed."""
    for state in states(whole_game(setup, number)):
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


@pytest.mark.parametrize(("setup", "number"), GAMES)
def test_every_resource_is_accounted_for(setup: Setup, number: int) -> None:
    """Resources come from the market, the set-up and productions, and go by payments and discards; nothing else."""
    for step in whole_game(setup, number):
        before, after, action = step.before, step.after, step.action
        assert isinstance(before, State)
        assert isinstance(after, State)
        old, new = before.players[step.seat], after.players[step.seat]
        change = sum(owned(new)) - sum(owned(old))
        match action:
            case Market(line):
                given = [gain for gain in gains(before, step.seat, line) if gain is not None and gain < 4]
                whites = gains(before, step.seat, line).count(WHITE)
                if after.phase == STORING:
                    assert sum(after.pending) == len(given) + whites
                assert change == 0
            case Store() | White() | Discard():
                assert sum(after.pending) + change + (
                    len(action.resources) if isinstance(action, Discard) else 0
                ) == sum(before.pending)
            case Buy(pile, _):
                card = top(before, pile)
                assert card is not None
                assert change == -sum(price(old, card))
            case ProduceBasic():
                assert change == -2
                assert sum(owned(old)) >= 2
            case Collect():
                assert before.production is not None
                assert change == sum(before.production.outputs)
            case Revert():
                assert change >= 0
        for seat, (one, other) in enumerate(zip(before.players, after.players, strict=True)):
            if seat != step.seat:
                assert owned(one) == owned(other)
                assert one.slots == other.slots


@pytest.mark.parametrize(("setup", "number"), GAMES)
def test_faith_only_grows_and_tiles_turn_once(setup: Setup, number: int) -> None:
    """Markers never go back; a tile that was turned up or lost stays so; the phases hold what belongs to them."""
    for before, after in pairwise(states(whole_game(setup, number))):
        assert before.reports <= after.reports
        assert (after.production is not None) == (after.phase == PRODUCING)
        assert bool(sum(after.pending)) == (after.phase == STORING)
        for one, other in zip(before.players, after.players, strict=True):
            assert one.faith <= other.faith <= 24
            for old, new in zip(one.tiles, other.tiles, strict=True):
                assert old in (new, TILE_DOWN)
            assert [tile == TILE_DOWN for tile in other.tiles] == [section >= after.reports for section in range(3)]
