"""Whole moves in one request, as actions of the rules."""

from __future__ import annotations

import pytest

from bottega.games.renaissance.actions import (
    COLLECT,
    Bonus,
    Buy,
    Discard,
    DiscardLeader,
    Keep,
    Market,
    Part,
    PlayLeader,
    Store,
    Swap,
    White,
)
from bottega.games.renaissance.cards import CARDS
from bottega.testing.renaissance import player, table
from bottega.wire.renaissance_events import choices, messages
from bottega.wire.renaissance_events.refusals import Refused

OWNER = player(("1 coin", "2 stone", ""), leaders=(3, 13), played=(13,), box="4 shield", slots=((1,), (), ()))
GAME = table(OWNER, player(), line="r1", marbles="blue grey white yellow", turn=3)


def test_leaders_are_kept_in_the_order_of_the_deal() -> None:
    """Whatever the order of the request."""
    choosing = player(leaders=(), offered=(9, 2, 14, 5))
    assert choices.keep_leaders(messages.ChooseLeaders([13, 8]), choosing) == [Keep((9, 14))]


def test_bonus_resources() -> None:
    """One action for each."""
    choosing = player(leaders=(1, 2), bonus=2)
    asked = messages.ChooseResources({"5": {"coin": 2}})
    assert choices.choose_resources(asked, choosing, 1) == [Bonus(0, 2), Bonus(0, 2)]


def test_a_visit_to_the_market() -> None:
    """What is not placed is discarded, all at once."""
    visit = messages.TakeFromMarket(True, 0, {}, {"2": {"Shield": 1}})
    assert choices.visit_market(visit, GAME, 0) == [Market("r1"), Store(3, 3), Discard((0, 1))]


def test_white_marbles_are_chosen_where_there_is_a_choice() -> None:
    """With one leader or none a request may say what it likes."""
    two = table(player(leaders=(9, 10), played=(9, 10)), player(), line="r1", marbles="white white grey blue", turn=3)
    visit = messages.TakeFromMarket(True, 0, {"Servant": 1, "Shield": 1}, {"2": {"Shield": 2}})
    assert choices.visit_market(visit, two, 0)[:3] == [Market("r1"), White(2), White(3)]
    none = messages.TakeFromMarket(True, 0, {"Coin": 1}, {})
    assert not any(isinstance(action, White) for action in choices.visit_market(none, GAME, 0))


def test_a_purchase() -> None:
    """From several places, added up by resource and place."""
    shop = table(player(("1 shield", "", ""), box="4 shield"), player(), turn=3, grid=((9, 1), *GAME.grid[1:]))
    cost = sum(CARDS[1].cost)
    asked = messages.BuyDevCard("green", 1, 1, {"0": {"Shield": 1}, "3": {"shield": cost - 1}})
    assert choices.buy_card(asked, shop, 0) == [Buy("G1", 2, (Part(3, 1, 1), Part(3, 6, cost - 1)))]


def test_productions() -> None:
    """Each with its payment, and what is collected at the end."""
    asked = messages.ActivateProductions(
        [
            messages.ProductionRequest(0, {"1": {"Stone": 2}}, {"Coin": 1}),
            messages.ProductionRequest(1, {"3": {"Shield": 1}}, {"Servant": 1}),
        ]
    )
    basic, leader, last = choices.activate(asked, OWNER, 0)
    assert str(basic).startswith("produce basic")
    assert str(leader).startswith("produce leader 1")
    assert last == COLLECT


@pytest.mark.parametrize(
    ("shelves", "actions"),
    [((0, 2), [Swap(1, 3)]), ((2, 2), [])],
)
def test_swaps(shelves: tuple[int, int], actions: list[Swap]) -> None:
    """Where nothing changes nothing is played."""
    assert choices.swap_shelves(messages.SwapShelves(*shelves), OWNER, 0) == actions


def test_leaders() -> None:
    """By the number of the card; one that is in play cannot be discarded, nor played again."""
    assert choices.leader_action(messages.LeaderAction(2, True), OWNER) == [PlayLeader(1)]
    assert choices.leader_action(messages.LeaderAction(2, False), OWNER) == [DiscardLeader(1)]
    for asked, error in ((False, "ErrActiveLeaderDiscarded"), (True, "ErrObjectNotOwned")):
        with pytest.raises(Refused) as refused:
            choices.leader_action(messages.LeaderAction(12, asked), OWNER)
        assert str(refused.value) == error


@pytest.mark.parametrize("text", ["", "-1", "1.5", "٣", "9" * 30, "0x1"])
def test_numbers_that_are_none(text: str) -> None:
    """A container that cannot be anybody's."""
    with pytest.raises(Refused) as refused:
        choices.visit_market(messages.TakeFromMarket(True, 0, {}, {text: {"Coin": 1}}), GAME, 0)
    assert isinstance(refused.value.answer, messages.ErrObjectNotOwned)
    assert refused.value.answer.id == -1


def test_huge_amounts_are_only_wrong() -> None:
    """Nobody counts to a thousand million."""
    with pytest.raises(Refused):
        choices.visit_market(messages.TakeFromMarket(True, 0, {}, {"2": {"Coin": 10**9}}), GAME, 0)
