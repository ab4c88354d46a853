"""Leaders: when they may be played, what that needs, and discarding."""

from __future__ import annotations

import pytest

from bottega.games.renaissance.cards import COIN, SERVANT, SHIELD, STONE
from bottega.games.renaissance.leaders import playable, powers
from bottega.games.renaissance.model import DONE
from bottega.testing.renaissance import amounts, listed, play, player, refused, shelves, table

STONE_DEPOT, SHIELD_DEPOT, COIN_DEPOT = 5, 7, 8
SERVANT_DISCOUNT, WHITE_SERVANT, SHIELD_PRODUCTION = 1, 9, 13


def test_case_19_five_coins_wherever_they_lie() -> None:
    """2 coins on a shelf and 3 in the strongbox suffice, and all 5 are still there afterwards."""
    own = player(shelves=("", "2 coin", ""), box="3 coin", leaders=(STONE_DEPOT, 1))
    after = play(table(own, player()), "play leader 1")
    assert shelves(after) == ("", "2 coin", "")
    assert after.players[0].strongbox == amounts("3 coin")
    assert after.players[0].kinds[3] == STONE


def test_case_19_four_coins_are_refused() -> None:
    """With 4 coins the depot leader cannot be played; the reason says what it needs."""
    own = player(shelves=("", "2 coin", ""), box="2 coin", leaders=(STONE_DEPOT, 1))
    refused(table(own, player()), "play leader 1", "must own 5 coins")


def test_resources_in_a_depot_count() -> None:
    """Five shields, two of them in the shield depot, let the coin depot be played; it becomes depot 5."""
    own = player(shelves=("", "", "3 shield"), leaders=(SHIELD_DEPOT, COIN_DEPOT), played=(SHIELD_DEPOT,), depots=(2,))
    after = play(table(own, player()), "play leader 2")
    assert after.players[0].kinds[3:] == (SHIELD, COIN)
    assert after.players[0].played == (SHIELD_DEPOT, COIN_DEPOT)


@pytest.mark.parametrize(
    ("leader", "slots", "allowed"),
    [
        (SERVANT_DISCOUNT, ((1,), (4,), ()), True),
        (SERVANT_DISCOUNT, ((1,), (2,), ()), False),
        (SERVANT_DISCOUNT, ((4, 17), (), ()), True),
        (WHITE_SERVANT, ((4, 20), (3,), ()), True),
        (WHITE_SERVANT, ((4,), (3,), ()), False),
        (SHIELD_PRODUCTION, ((1, 20), (), ()), True),
        (SHIELD_PRODUCTION, ((1, 20, 33), (), ()), True),
        (SHIELD_PRODUCTION, ((4, 17, 36), (), ()), False),
    ],
)
def test_required_cards_count_covered_or_not(leader: int, slots: tuple[tuple[int, ...], ...], allowed: bool) -> None:
    """Colours without level count at any level, production leaders need exactly level II; covered cards count."""
    state = table(player(leaders=(leader, 2), slots=slots), player())
    assert ("play leader 1" in listed(state)) == allowed == playable(state.players[0], leader, amounts(""))
    if not allowed:
        refused(state, "play leader 1", "must own")


def test_later_loss_does_not_matter() -> None:
    """A played leader stays in play though its requirement is gone."""
    own = player(shelves=("", "2 coin", ""), box="3 coin", leaders=(STONE_DEPOT, 1))
    after = play(table(own, player()), "play leader 1", "produce basic coin+coin>stone", "collect")
    assert after.players[0].played == (STONE_DEPOT,)


def test_case_21_a_discarded_leader_gives_faith() -> None:
    """A player at 7 discards a leader: moves to 8, and report 1 happens now."""
    state = table(player(faith=7), player(faith=4))
    after = play(state, "discard leader 2")
    assert after.players[0].faith == 8
    assert after.reports == 1
    assert [one.tiles[0] for one in after.players] == [1, 2]


def test_case_21_a_played_leader_cannot_be_discarded() -> None:
    """Nor played again; and a discarded one is gone."""
    state = table(player(played=(1,), discarded=(2,)), player())
    refused(state, "discard leader 1", "already in play")
    refused(state, "play leader 1", "already in play")
    refused(state, "discard leader 2", "has been discarded")
    refused(state, "play leader 2", "has been discarded")


def test_case_21_two_discards_in_one_turn() -> None:
    """Both leaders may be discarded in the same turn, and positions do not shift."""
    after = play(table(player(), player()), "discard leader 1", "discard leader 2")
    assert after.players[0].faith == 2
    assert after.players[0].discarded == (1, 2)
    assert after.players[0].hand == ()


def test_leaders_before_and_after_the_main_action() -> None:
    """Leader actions come on top of the main action, on either side of it."""
    state = table(player(), player(), line="r1", marbles="white white white white")
    assert play(state, "discard leader 1", "market r1", "discard leader 2").phase == DONE


def test_no_leaders_while_resources_are_pending() -> None:
    """What was taken from the market is placed first."""
    own = player(leaders=(STONE_DEPOT, 1), box="9 coin")
    state = play(table(own, player(), line="c1", marbles="grey white white"), "market c1")
    refused(state, "play leader 1", "store or discard")
    refused(state, "discard leader 2", "store or discard")


def test_powers_are_in_order_of_activation() -> None:
    """Discounts, white marbles and productions of the leaders in play."""
    assert powers(()).whites == ()
    assert powers((12, 9)).whites == (COIN, SERVANT)
    assert powers((16, 15)).productions == (COIN, STONE)
    assert powers((1, 4)).discount == amounts("1 servant 1 coin")


@pytest.mark.parametrize(
    ("leader", "words"),
    [
        (1, "1 green card and 1 yellow card"),
        (9, "1 blue card and 2 yellow cards"),
        (13, "1 yellow card of level 2"),
        (8, "5 shields"),
    ],
)
def test_requirements_in_words(leader: int, words: str) -> None:
    """What a leader asks for can be read."""
    refused(table(player(leaders=(leader, 16)), player()), "play leader 1", f"must own {words}$")
