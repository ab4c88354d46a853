"""A whole market visit in one request: white marbles, discards, and where everything goes."""

from __future__ import annotations

import pytest

from bottega.games.renaissance import Player
from bottega.testing.renaissance import player, table
from bottega.wire.core.loose_json import Object
from bottega.wire.core.machine import BadRequest
from bottega.wire.renaissance_json.market import visit_market
from bottega.wire.renaissance_json.requests import GetMarket

SERVANT_AND_SHIELD = player(leaders=(9, 10), played=(9, 10))
"""Leader 0 turns white marbles into servants, leader 1 into shields."""
SERVANT = player(leaders=(9, 2), played=(9,))


def visited(
    choice: Object, marbles: str = "yellow grey blue red", mover: Player | None = None, *, beside: bool = False
) -> str:
    """What a visit of row 0 becomes, in notation; ``beside``: in the next version's form."""
    state = table(mover or player(), player(leaders=(3, 4)), line="r1", marbles=marbles)
    fields: Object = {"market_index": 0, "isRow": True, **choice}
    return "; ".join(map(str, visit_market(GetMarket.read(fields if beside else {"choice": fields}), state, 0)))


def on(*entries: tuple[int, int, str | None]) -> list[Object]:
    """A ``shelf_choice`` of shelf, amount and perhaps type."""
    return [
        {"shelf_index": shelf, "res_amount": amount, **({} if kind is None else {"res_type": kind})}
        for shelf, amount, kind in entries
    ]


def test_everything_is_put_away() -> None:
    """What is stored and what is discarded follows the line; all discards are one action."""
    choice: Object = {"discard_index": [2, 0], "shelf_choice": on((1, 1, "Stone"))}
    assert visited(choice) == "market r1; store stone 2; discard coin shield"


def test_columns() -> None:
    """A column counts from the left."""
    state = table(player(), player(leaders=(3, 4)), line="c4", marbles="red white white")
    visit = GetMarket(market_index=3, isRow=False)
    assert [str(action) for action in visit_market(visit, state, 0)] == ["market c4"]


def test_a_type_that_is_not_said() -> None:
    """It is what lies on the shelf, or what the same request puts there, or the only type that is left."""
    mover = player(("1 coin", "", ""))
    assert visited({"discard_index": [0], "shelf_choice": on((1, 1, "Stone"), (2, 1, None))}, mover=mover) == (
        "market r1; store stone 2; store shield 3; discard coin"
    )
    assert visited({"discard_index": [1, 2], "shelf_choice": on((0, 1, None))}, mover=mover).startswith(
        "market r1; store coin 1"
    )
    twice: Object = {"discard_index": [3], "shelf_choice": on((1, 1, "Coin"), (1, 1, None), (0, 1, "Stone"))}
    assert visited(twice, marbles="yellow grey yellow blue") == (
        "market r1; store coin 2; store coin 2; store stone 1; discard shield"
    )
    assert visited({"discard_index": [0, 1, 2], "shelf_choice": on((1, 0, None))}) == (
        "market r1; discard coin stone shield"
    )


def test_the_next_version_discards_what_is_not_stored() -> None:
    """Only beside ``type``, and only without ``discard_index``."""
    stored: Object = {"shelf_choice": on((0, 1, "Stone"))}
    assert visited(stored, beside=True) == "market r1; store stone 1; discard coin shield"
    for beside in (True, False):
        with pytest.raises(BadRequest, match="1 Coin, 1 Shield neither stored nor discarded"):
            visited({**stored, "discard_index": []}, beside=beside)


WHITES = "white yellow white white"


@pytest.mark.parametrize(
    ("choice", "becomes"),
    [
        ({"leaders_choice": [0, -1, 1, 1]}, "white servant; white shield; white shield"),
        ({"leaders_choice": [0, 0, 1, 1]}, "white servant; white shield; white shield"),
        ({"leaders_choice": [1, 0, 0]}, "white shield; white servant; white servant"),
        ({"replacements": [{"res": "Shield", "quantity": 2}, {"res": "servant"}]},
         "white shield; white shield; white servant"),
    ],
)  # fmt: skip
def test_two_leaders_for_white_marbles(choice: Object, becomes: str) -> None:
    """One entry for each marble or for each white one; or what they become, spread from the first."""
    assert visited({**choice}, WHITES, SERVANT_AND_SHIELD, beside=True).startswith(f"market r1; {becomes}; discard")


def test_one_leader_needs_no_choice() -> None:
    """With one such leader white marbles always become its resource, whatever the request says; with none, nothing."""
    for choice in ([], [-1, -1, -1, -1], [1, 1, 1, 1]):
        discarding: Object = {"leaders_choice": choice, "discard_index": [0, 1, 2, 3]}
        assert visited(discarding, WHITES, SERVANT) == "market r1; discard coin servant servant servant"
    assert visited({"discard_index": [1]}, WHITES) == "market r1; discard coin"


@pytest.mark.parametrize(
    ("choice", "why"),
    [
        ({"leaders_choice": [0, 2, 1, 1]}, "cannot use leader 2 to convert resources: leader does not exist"),
        ({"leaders_choice": [-2]}, "cannot use leader -2 to convert resources: leader does not exist"),
        ({}, "leaders_choice has 0 entries"),
        ({"leaders_choice": [0, 1]}, "give one for each of the 4 marbles or one for each of the 3 white ones"),
        ({"leaders_choice": [0, 0, -1, 1]}, "two of your leaders convert white marbles"),
        ({"replacements": [{"res": "Shield", "quantity": 2}]}, "what each of the 3 white marbles becomes"),
        ({"replacements": [{"res": "Shield", "quantity": 4}, {"res": "Servant", "quantity": -1}]}, "3 white marbles"),
        ({"replacements": [{"res": "Coin", "quantity": 3}]}, "turn a white marble into Servant or Shield"),
        ({"replacements": [{"res": "Gold", "quantity": 3}]}, "there is no resource 'Gold'"),
    ],
)
def test_white_marbles_that_nobody_can_turn_so(choice: Object, why: str) -> None:
    """Whatever is wrong with leaders is err_leaders_choice."""
    with pytest.raises(BadRequest, match=why) as raised:
        visited({**choice}, WHITES, SERVANT_AND_SHIELD)
    assert raised.value.error == "err_leaders_choice"


@pytest.mark.parametrize(
    ("choice", "why"),
    [
        ({"discard_index": [4]}, "there is no resource 4 to discard: the line has 0 to 3"),
        ({"discard_index": [-1]}, "there is no resource -1 to discard"),
        ({"discard_index": [2]}, "resource 2 is a white marble that gives nothing"),
        ({"discard_index": [3]}, "resource 3 is faith"),
        ({"discard_index": [0, 0]}, "discard_index names a resource twice"),
        ({"shelf_choice": on((5, 1, "Coin"))}, "never go to the strongbox"),
        ({"shelf_choice": on((6, 1, "Coin"))}, "there is no shelf 6"),
        ({"shelf_choice": on((1, -1, "Coin"))}, "a res_amount cannot be negative"),
        ({"shelf_choice": on((1, 3, "Coin"))}, "3 stored, and only 2 to store"),
        ({"shelf_choice": on((1, 2, "Coin"))}, "1 Coin too many"),
        ({"shelf_choice": on((1, 1, None), (2, 1, None))}, "shelf 1 is empty: say with res_type what goes there"),
        ({"shelf_choice": on((1, 1, "Faith"))}, "there is no resource 'Faith'"),
        ({"shelf_choice": on((1, 1, "Coin"))}, "1 Stone neither stored nor discarded"),
    ],
)
def test_what_cannot_be_put_away_so(choice: Object, why: str) -> None:
    """Whatever is wrong with storing and discarding is err_shelves_choice."""
    with pytest.raises(BadRequest, match=why) as raised:
        visited(choice, "yellow grey white red")
    assert raised.value.error == "err_shelves_choice"


@pytest.mark.parametrize(("index", "is_row", "why"), [(3, True, "rows are 0 to 2"), (-1, False, "columns are 0 to 3")])
def test_a_line_that_does_not_exist(index: int, is_row: bool, why: str) -> None:
    """The document has no error for it, so it is an illegal message."""
    with pytest.raises(BadRequest, match=why) as raised:
        visit_market(GetMarket(index, is_row), table(player(), player(leaders=(3, 4))), 0)
    assert raised.value.error == "err_illegal_message"
