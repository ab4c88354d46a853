"""Set-up: the deal, kept leaders, bonuses by seat."""

from __future__ import annotations

import pytest

from bottega.games import renaissance
from bottega.games.core import IllegalMove, apply_all
from bottega.games.renaissance.actions import Bonus, Keep
from bottega.games.renaissance.cards import CARDS
from bottega.games.renaissance.model import SETUP, START
from bottega.testing.renaissance import SEED, play, refused, shelves


def test_the_grid_has_twelve_piles_of_four() -> None:
    """Piles by level, then colour: green, blue, yellow, purple; all 48 cards lie in them."""
    grid = renaissance.new(3, SEED).grid
    assert [len(pile) for pile in grid] == [4] * 12
    for at, pile in enumerate(grid):
        assert {(CARDS[card].level - 1, CARDS[card].colour) for card in pile} == {divmod(at, 4)}


def test_four_players_see_all_sixteen_leaders() -> None:
    """Each is dealt four, none twice."""
    offered = [leader for one in renaissance.new(4, SEED).players for leader in one.offered]
    assert sorted(offered) == list(range(1, 17))


def test_bonuses_by_seat() -> None:
    """1st 0 resources and 0 faith; 2nd 1/0; 3rd 1/1; 4th 2/1."""
    players = renaissance.new(4, SEED).players
    assert [(one.bonus, one.faith) for one in players] == [(0, 0), (1, 0), (1, 1), (2, 1)]


def test_all_seats_choose_at_the_same_time() -> None:
    """Every seat with choices left may act; turns start with seat 0 when all have chosen."""
    state = renaissance.new(3, SEED)
    assert renaissance.actors(state) == (0, 1, 2)
    for seat in (2, 0, 1):
        state = renaissance.apply(state, seat, renaissance.legal(state, seat)[0])
    assert renaissance.actors(state) == (1, 2)
    assert renaissance.legal(state, 0) == []
    state = play(state, "bonus coin@1", seat=2)
    assert (state.phase, renaissance.turn(state)) == (SETUP, -1)
    state = play(state, "bonus shield@3", seat=1)
    assert (state.phase, renaissance.actors(state), renaissance.turn(state)) == (START, (0,), 1)
    assert shelves(state, 1) == ("", "", "1 shield")


def test_the_clock_starts_anew_with_every_seat_that_is_ready() -> None:
    """The turn number grows whenever a seat has made its choices, not with each of them."""
    state = renaissance.new(3, SEED)
    turns = [renaissance.turn(state)]
    for seat, text in ((0, None), (1, None), (1, "bonus coin@1"), (2, None), (2, "bonus coin@1")):
        state = renaissance.apply(
            state, seat, renaissance.legal(state, seat)[0] if text is None else renaissance.Action.from_text(text)
        )
        turns.append(renaissance.turn(state))
    assert turns == [-3, -2, -2, -1, -1, 1]


def test_leaders_are_kept_in_the_order_chosen() -> None:
    """Both orders are accepted; the listed one follows the offer."""
    state = renaissance.new(2, SEED)
    first, second, *_ = state.players[0].offered
    after = renaissance.apply(state, 0, Keep((second, first)))
    assert after.players[0].leaders == (second, first)
    assert len(renaissance.legal(state, 0)) == 6
    assert renaissance.canonical(state, 0, Keep((second, first))) in renaissance.legal(state, 0)


def test_only_two_of_those_offered_can_be_kept() -> None:
    """Other seats' leaders, one leader, three, the same twice, and a second choice are refused."""
    state = renaissance.new(2, SEED)
    own, others = state.players[0].offered, state.players[1].offered
    for leaders in ((own[0], others[0]), own[:1], own[:3], (own[0], own[0])):
        with pytest.raises(IllegalMove, match=r"not offered|exactly 2"):
            renaissance.apply(state, 0, Keep(leaders))
    kept = renaissance.apply(state, 0, Keep(own[:2]))
    with pytest.raises(IllegalMove, match="already chosen"):
        renaissance.apply(kept, 0, Keep(own[2:]))


def test_bonus_resources_follow_the_shelf_rules() -> None:
    """Leaders first; then the 4th player places two: equal ones on one shelf, never on two."""
    state = renaissance.new(4, SEED)
    refused(state, "bonus coin@1", "leaders before", seat=3)
    state = renaissance.apply(state, 3, renaissance.legal(state, 3)[0])
    assert len(renaissance.legal(state, 3)) == 12
    one = play(state, "bonus coin@1", seat=3)
    refused(one, "bonus coin@2", "already lie on shelf 1", seat=3)
    refused(one, "bonus stone@1", "for coins", seat=3)
    two = play(play(state, "bonus coin@2", seat=3), "bonus coin@2", seat=3)
    assert shelves(two, 3) == ("", "2 coin", "")
    refused(two, "bonus stone@3", "no bonus resource left", seat=3)
    with pytest.raises(IllegalMove, match="one of your three shelves"):
        renaissance.apply(state, 3, Bonus(0, 4))


def test_nobody_places_more_than_their_bonus() -> None:
    """The first player has none, the second one; who has placed theirs waits for the others."""
    state = renaissance.new(3, SEED)
    for seat in (0, 1):
        state = renaissance.apply(state, seat, renaissance.legal(state, seat)[0])
    refused(state, "bonus coin@1", "no bonus resource left", seat=0)
    refused(play(state, "bonus coin@2", seat=1), "bonus coin@2", "no bonus resource left", seat=1)


def test_no_turn_before_set_up_is_over() -> None:
    """The market waits for everybody's choices."""
    refused(renaissance.new(2, SEED), "market r1", "choose your leaders")


@pytest.mark.parametrize("seat", range(4))
def test_the_house_chooses_for_the_absent(seat: int) -> None:
    """The first two leaders, and the first resources that fit."""
    state = renaissance.new(4, SEED)
    steps = apply_all(renaissance, state, seat, renaissance.skip(state, seat))
    after = steps[-1].after
    assert isinstance(after, renaissance.State)
    assert after.players[seat].leaders == state.players[seat].offered[:2]
    assert (
        shelves(after, seat) == [("", "", ""), ("1 coin", "", ""), ("1 coin", "", ""), ("1 coin", "1 stone", "")][seat]
    )
    assert seat not in renaissance.actors(after)
