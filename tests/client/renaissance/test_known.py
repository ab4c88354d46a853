"""A game as far as a protocol has told it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bottega.client.renaissance import known
from bottega.games import renaissance
from bottega.games.renaissance.cards import LEADERS, PILES
from bottega.games.renaissance.market import SUPPLY
from bottega.games.renaissance.model import NO_KIND, OVER, START, State

TRUTH = renaissance.new(3, bytes(32))
TOPS = [pile[-1] for pile in TRUTH.grid]


def begun(seats: int = 3) -> State:
    """A game whose first message has been heard."""
    return known.begun(seats, 1, SUPPLY, TOPS)


def test_everything_is_in_one_place() -> None:
    """What is filled in is possible: no leader and no card is there twice, and the rules can be asked."""
    state = known.with_offer(begun(), 1, (16, 3, 7, 1))
    leaders = [leader for player in state.players for leader in player.offered]
    assert len(set(leaders)) == len(leaders) == 12
    assert state.players[1].offered == (16, 3, 7, 1)
    cards = [card for pile in state.grid for card in pile]
    assert len(set(cards)) == len(cards) == 48
    assert [pile[-1] for pile in state.grid] == TOPS
    assert len(renaissance.legal(state, 1)) == 6


def test_a_leader_that_is_seen_was_there_all_along() -> None:
    """Whichever was imagined in its place is elsewhere now; a depot comes with it."""
    state = known.turn_begins(begun(), 0)
    depot = next(number for number, card in LEADERS.items() if card.ability == "depot")
    state = known.played(state, 2, 2, depot)
    player = state.players[2]
    assert (player.leaders[1], player.played) == (depot, (depot,))
    assert (player.kinds[3], player.counts[3], player.kinds[4]) == (LEADERS[depot].resource, 0, NO_KIND)
    leaders = [leader for each in state.players for leader in each.offered]
    assert len(set(leaders)) == 12
    assert renaissance.view(state, 1).players[2].leaders[0].id is None
    assert known.discarded(state, 2, 1).players[2].hand == ()


def test_a_bought_card_lies_in_no_pile() -> None:
    """A card that was imagined below a top, and is seen in a slot, makes way for another."""
    state = begun()
    below = state.grid[0][0]
    state = known.bought(state, 0, 1, below)
    assert state.players[0].slots[0] == (below,)
    assert below not in state.grid[0]
    assert known.bought(state, 0, 1, below) is state


@pytest.mark.parametrize(("left", "top"), [(3, 5), (1, 1), (0, None)])
def test_piles_have_their_height(left: int, top: int | None) -> None:
    """So many cards, with the right one on top."""
    pile = known.with_pile(begun(), 0, top, left).grid[0]
    assert len(pile) == left
    assert (pile[-1] if pile else None) == top


def test_without_a_height_a_pile_that_changes_loses_one() -> None:
    """Servers need not say how many are left."""
    state = begun()
    other = next(card for card in known.kind_of(0) if card != TOPS[0])
    assert len(known.uncovered(state, 0, other).grid[0]) == 3
    assert known.uncovered(state, 0, TOPS[0]) is state


def test_tokens_since_the_last_shuffle() -> None:
    """One after the other leaves the stack, until it is shuffled."""
    state = known.begun(1, 0, SUPPLY, TOPS)
    state = known.with_token(known.with_token(state, 4), 0)
    assert len(state.tokens) == 5
    assert len(known.with_token(state, 6).tokens) == 7


def test_only_the_rules_end_a_game_by_the_rules() -> None:
    """Somebody may also win because all others have left: then the game itself is as it was."""
    state = known.turn_begins(begun(), 0)
    assert known.ended(state) is state
    assert known.ended(replace(state, ending=True)).phase is OVER
    alone = known.turn_begins(known.begun(1, 0, SUPPLY, TOPS), 0)
    assert known.ended(alone).phase is START
    assert known.ended(replace(alone, cross=24)).lost == "cross"
    gone = replace(alone, grid=tuple(() if at % 4 == 1 else alone.grid[at] for at in range(len(PILES))))
    assert known.ended(gone).lost == "column"
