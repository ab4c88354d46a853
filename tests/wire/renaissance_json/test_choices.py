"""Requests as actions of the rules: set-up, shelves, leaders, purchases."""

from __future__ import annotations

import pytest

from bottega.games import renaissance
from bottega.games.renaissance import State
from bottega.testing.renaissance import play, player
from bottega.wire.core.loose_json import Object
from bottega.wire.core.machine import BadRequest
from bottega.wire.renaissance_json import choices
from bottega.wire.renaissance_json.choices import Actions
from bottega.wire.renaissance_json.requests import (
    BuyDevCard,
    LeaderAction,
    LeaderChoice,
    ResourcesChoice,
    SwapShelves,
)


def notation(actions: Actions) -> str:
    """A batch as the log writes it."""
    return "; ".join(map(str, actions))


def choosing(bonus: int) -> State:
    """A game in which seat 1 has its leaders and so many resources to choose."""
    fresh = renaissance.new(4, bytes(32))
    seat = next(at for at, one in enumerate(fresh.players) if one.bonus == bonus)
    kept = " ".join(map(str, fresh.players[seat].offered[:2]))
    return play(fresh, f"keep {kept}", seat=seat)


def bonus_of(choice: Object, bonus: int) -> str:
    """What a choice of starting resources becomes."""
    state = choosing(bonus)
    seat = next(at for at, one in enumerate(state.players) if one.leaders)
    return notation(choices.choose_resources(ResourcesChoice.read(choice), state, seat))


def test_leaders_are_kept_by_their_printed_numbers() -> None:
    """Ids count from 0, printed leaders from 1; whether they were offered is the rules' affair."""
    assert notation(choices.keep_leaders(LeaderChoice([3, 25]))) == "keep 4 26"
    with pytest.raises(BadRequest, match="choice is missing") as raised:
        choices.keep_leaders(LeaderChoice())
    assert raised.value.error == "err_leader_choice"


@pytest.mark.parametrize(
    ("choice", "actions"),
    [
        ({"choice": {"coin": 1, "shield": 1}}, "bonus coin@1; bonus shield@2"),
        ({"choice": {"stone": 2}}, "bonus stone@2; bonus stone@2"),
        ({"choice": {"stone": 2, "coin": 0}}, "bonus stone@2; bonus stone@2"),
        ({"choice": [{"res": "coin", "amount": 2, "shelf": 2}]}, "bonus coin@3; bonus coin@3"),
        ({"choice": [{"res": "coin", "shelf": 2}, {"res": "stone"}]}, "bonus coin@3; bonus stone@1"),
        ({"choice": [{"res": "coin", "amount": 2, "shelf": 0}]}, "bonus coin@1; bonus coin@1"),
    ],
)
def test_starting_resources_are_placed(choice: Object, actions: str) -> None:
    """Two equal ones lie on shelf 1, others on the first shelf that takes them; a shelf that is named is obeyed, even
    if the rules will refuse it.
    """
    assert bonus_of(choice, 2) == actions


@pytest.mark.parametrize(
    ("choice", "why"),
    [
        ({}, "choice is missing"),
        ({"choice": {"coin": 1}}, "cannot choose 1 resources, you get 2"),
        ({"choice": {"coin": 3, "stone": -1}}, "amounts cannot be negative"),
        ({"choice": {"gold": 2}}, "there is no resource 'gold'"),
        ({"choice": [{"res": "coin", "shelf": 3, "amount": 2}]}, "bonus resources go on shelves 0 to 2"),
        ({"choice": [{"res": "coin", "shelf": 9, "amount": 2}]}, "there is no shelf 9"),
    ],
)
def test_starting_resources_that_make_no_sense(choice: Object, why: str) -> None:
    """What is wrong before the rules are asked has the request's own error."""
    with pytest.raises(BadRequest, match=why) as raised:
        bonus_of(choice, 2)
    assert raised.value.error == "err_resources_choice"


OWNER = player(("1 coin", "2 stone", ""), depots=(2, 0), leaders=(5, 6), played=(5, 6))
"""Depot 3 holds two stones, depot 4 is for servants."""


@pytest.mark.parametrize(
    ("pair", "actions"),
    [
        ([0, 1], "swap 1 2"),
        ([1, 3], ""),
        ([2, 3], "move 4 3; move 4 3"),
    ],
)
def test_swaps(pair: list[int | str], actions: str) -> None:
    """Shelves change places at once, with a depot what is too much moves one by one; equal contents need not move."""
    assert notation(choices.swap_shelves(SwapShelves(pair), OWNER)) == actions


@pytest.mark.parametrize(
    ("pair", "why"),
    [
        ([], "choice names the two shelves"),
        ([0, 1, 2], "choice names the two shelves"),
        ([0, 5], "nothing moves between the shelves and the strongbox"),
        (["strongbox", 0], "nothing moves between the shelves and the strongbox"),
        ([1, 1], "shelves 1 and 1 cannot be swapped: name two different ones"),
        ([0, 7], "there is no shelf 7"),
        ([0, 3], "shelves 0 and 3 cannot be swapped: depot 3 takes only stones"),
    ],
)
def test_swaps_that_make_no_sense(pair: list[int | str], why: str) -> None:
    """What cannot be exchanged is said in this protocol's numbers."""
    with pytest.raises(BadRequest, match=why) as raised:
        choices.swap_shelves(SwapShelves(pair), OWNER)
    assert raised.value.error == "err_shelf_swap"


def test_leaders_by_place_or_by_card() -> None:
    """The document counts places in the hand, the next version names the card."""
    hand = player(leaders=(9, 14))
    assert notation(choices.activate_leaders(LeaderAction([1, 0]), hand)) == "play leader 2; play leader 1"
    assert notation(choices.discard_leaders(LeaderAction([0]), hand)) == "discard leader 1"
    assert notation(choices.activate_leaders(LeaderAction(leader_id=13), hand)) == "play leader 2"


@pytest.mark.parametrize(
    ("asked", "why"),
    [(LeaderAction(), "choice names no leader"), (LeaderAction([]), "choice names no leader"),
     (LeaderAction(leader_id=3), "leader card 3 is not in your hand")],
)  # fmt: skip
def test_leaders_that_are_not_named(asked: LeaderAction, why: str) -> None:
    """Each of the two requests has its own error."""
    hand = player(leaders=(9, 14))
    with pytest.raises(BadRequest, match=why) as activation:
        choices.activate_leaders(asked, hand)
    with pytest.raises(BadRequest, match=why) as discard:
        choices.discard_leaders(asked, hand)
    assert [raised.value.error for raised in (activation, discard)] == ["err_leader_activation", "err_leader_discard"]


PAID: Object = {"res_choice": [{"res_type": "Coin", "shelf_index": 0, "amount": 2}]}


@pytest.mark.parametrize(
    ("fields", "actions"),
    [
        ({"row_index": 0, "col_index": 1, "slot_index": 2}, "buy B1 slot 3 with 2coin@1"),
        ({"level": 3, "color": "Purple", "slot_index": 0}, "buy P3 slot 1 with 2coin@1"),
        ({"row_index": 0, "col_index": 0, "slot_index": 9}, "buy G1 slot 10 with 2coin@1"),
    ],
)
def test_purchases(fields: Object, actions: str) -> None:
    """A card by row and column or by level and colour; whether the slot takes it is the rules' affair."""
    assert notation(choices.buy_card(BuyDevCard.read({**fields, **PAID}))) == actions


@pytest.mark.parametrize(
    ("fields", "error", "why"),
    [
        ({"row_index": 3, "col_index": 0, **PAID}, "err_dev_card_choice", "there is no card at row 3, column 0"),
        ({"row_index": 0, "col_index": -1, **PAID}, "err_dev_card_choice", "there is no card at row 0, column -1"),
        ({"level": 0, "color": "green", **PAID}, "err_dev_card_choice", "there is no 'green' card of level 0"),
        ({"level": 1, "color": "red", **PAID}, "err_dev_card_choice", "there is no 'red' card of level 1"),
        ({"level": 1, **PAID}, "err_dev_card_choice", "name the card by row_index and col_index"),
        ({"level": 1, "color": "green"}, "err_payment_shelf_choice", "res_choice is missing"),
        ({"level": 1, "color": "green", "res_choice": [{"res_type": "Coin", "shelf_index": 0, "amount": 0}]},
         "err_payment_shelf_choice", "0 Coin cannot be taken"),
        ({"level": 1, "color": "green", "res_choice": [{"res_type": "Coin", "shelf_index": 6}]},
         "err_payment_shelf_choice", "there is no shelf 6"),
    ],
)  # fmt: skip
def test_purchases_that_make_no_sense(fields: Object, error: str, why: str) -> None:
    """A card that is not in the grid and a payment that cannot be have different errors."""
    with pytest.raises(BadRequest, match=why) as raised:
        choices.buy_card(BuyDevCard.read({"slot_index": 0, **fields}))
    assert raised.value.error == error
