"""What a renaissance-json client may ask, in the document's form and in that of its authors' next version."""

from __future__ import annotations

import pytest

from bottega.wire.core.loose_json import Object, Unreadable
from bottega.wire.renaissance_json.requests import (
    ActivateProd,
    BonusChoice,
    BuyDevCard,
    GetMarket,
    LeaderChoice,
    Nickname,
    Order,
    Request,
    ResourcesChoice,
    SwapShelves,
    TurnEnd,
)


@pytest.mark.parametrize(
    ("request_", "ids"),
    [
        ({"choice": [3, 15]}, [3, 15]),
        ({"leaders_id": [3, 15]}, [3, 15]),
        ({"choice": [], "leaders_id": [3]}, []),
        ({}, None),
    ],
)
def test_leaders_under_either_name(request_: Object, ids: list[int] | None) -> None:
    """The document's name counts if both are there."""
    assert LeaderChoice.read(request_).ids == ids


@pytest.mark.parametrize(
    ("request_", "entries"),
    [
        ({"choice": {"coin": 1, "shield": 1}}, [("coin", 1, None), ("shield", 1, None)]),
        ({"choice": [{"res": "Coin", "amount": 2, "shelf": 1}]}, [("Coin", 2, 1)]),
        ({"choice": [{"res": "Coin"}]}, [("Coin", 1, None)]),
        ({"init_res": [{"shelf": 0, "res": {"type": "Stone", "quantity": 1}}]}, [("Stone", 1, 0)]),
        ({}, None),
    ],
)
def test_starting_resources(request_: Object, entries: list[tuple[str, int, int | None]] | None) -> None:
    """A map, a list with shelves, and the next version's list say the same."""
    found = ResourcesChoice.read(request_).entries

    def plain(entry: BonusChoice) -> tuple[str, int, int | None]:
        return entry.resource.type, entry.resource.quantity, entry.shelf

    assert (found if found is None else [plain(entry) for entry in found]) == entries


@pytest.mark.parametrize(
    ("request_", "pair"),
    [({"choice": [0, 3]}, [0, 3]), ({"shelves": [1, "strongbox"]}, [1, "strongbox"]), ({}, [])],
)
def test_shelves_under_either_name(request_: Object, pair: list[int | str]) -> None:
    """The two shelves that change their contents."""
    assert SwapShelves.read(request_).pair == pair


LINE: Object = {"market_index": 1, "isRow": True}


@pytest.mark.parametrize(
    ("request_", "discarded"),
    [
        ({"choice": {**LINE, "discard_index": [2]}}, [2]),
        ({"choice": LINE}, []),
        ({"choice": {**LINE, "discard_index": None}}, []),
        ({**LINE, "discard_index": [2]}, [2]),
        (LINE, None),
    ],
)
def test_only_the_next_version_has_no_discards(request_: Object, discarded: list[int] | None) -> None:
    """In ``choice`` nothing said is nothing discarded; beside ``type`` it is whatever is not stored."""
    visit = GetMarket.read(request_)
    assert (visit.market_index, visit.isRow, visit.discard_index) == (1, True, discarded)


@pytest.mark.parametrize(
    ("entry", "amount"),
    [({"res_amount": 2}, 2), ({"res_quantity": 2}, 2), ({"res_amount": 0, "res_quantity": 2}, 0), ({}, 1)],
)
def test_amounts_under_either_name(entry: Object, amount: int) -> None:
    """One, if it is not said."""
    visit = GetMarket.read({**LINE, "shelf_choice": [{"shelf_index": 1, **entry}]})
    assert [stored.amount for stored in visit.shelf_choice] == [amount]


@pytest.mark.parametrize("beside", [True, False])
def test_purchases(beside: bool) -> None:
    """The fields of a purchase lie in ``choice`` or beside ``type``; amounts have two names."""
    fields: Object = {
        "slot_index": 2,
        "row_index": 0,
        "col_index": 3,
        "res_choice": [
            {"res_type": "Coin", "shelf_index": 1, "amount": 2},
            {"res_type": "Stone", "shelf_index": "strongbox", "quantity": 3},
            {"res_type": "Shield", "shelf_index": 0},
        ],
    }
    purchase = BuyDevCard.read(fields if beside else {"choice": fields})
    assert (purchase.slot_index, purchase.row_index, purchase.col_index) == (2, 0, 3)
    taken = [paid.taken for paid in purchase.res_choice or []]
    assert taken == [("Coin", 1, 2), ("Stone", "strongbox", 3), ("Shield", 0, 1)]


def test_productions_of_the_document() -> None:
    """Four lists beside the numbers; an output that is not said is the one of ``outputShelves``."""
    asked = ActivateProd.read(
        {
            "productions": [0, 3],
            "inputBlanksRepl": [{"prodID": 0, "resources": ["coin", "shield"]}],
            "outputBlanksRepl": [{"prodID": 3, "resources": ["coin"]}],
            "inputShelves": [
                {"prodID": 0, "mappings": [{"res": "coin", "shelf": 1}, {"res": "shield", "shelf": 0, "amount": 2}]},
                {"prodID": 3, "mappings": [{"res": "shield", "shelf": 0}]},
            ],
            "outputShelves": [{"prodID": 0, "mappings": [{"res": "stone", "shelf": 2}]}],
        }
    )
    assert not asked.next_version
    assert asked.orders == [
        Order(0, ["coin", "shield"], ["stone"], [("coin", 1, 1), ("shield", 0, 2)]),
        Order(3, [], ["coin"], [("shield", 0, 1)]),
    ]


def test_productions_of_the_next_version() -> None:
    """Everything of a production in one object; more blanks than any production has are not spread out."""
    asked = ActivateProd.read(
        {
            "productions": [
                {
                    "id": 0,
                    "inputBlanksRepl": [{"res": "coin", "quantity": 10**9}, {"res": "stone", "quantity": -1}],
                    "inputShelves": [{"shelf": 1, "res": {"type": "coin", "quantity": 2}}],
                    "outputShelves": [{"res": {"type": "shield"}}],
                },
                {"id": 4, "outputBlanksRepl": [{"res": "stone"}]},
            ]
        }
    )
    assert asked.next_version
    assert asked.orders == [
        Order(0, ["coin"] * 3, ["shield"], [("coin", 1, 2)]),
        Order(4, [], ["stone"], []),
    ]


@pytest.mark.parametrize(
    ("shape", "request_", "why"),
    [
        (Nickname, {}, "nickname is missing"),
        (Nickname, {"nickname": 3}, "nickname: expected str, got int"),
        (GetMarket, {"choice": {"isRow": True}}, "market_index is missing"),
        (GetMarket, {"choice": [1]}, "market_index is missing"),
        (BuyDevCard, {"choice": {}}, "slot_index is missing"),
        (ActivateProd, {"productions": "0"}, "productions: expected array, got str"),
        (ActivateProd, {"productions": [0, {"id": 1}]}, "productions[1]: expected int, got object"),
        (ActivateProd, {"productions": [{"id": 1}, 0]}, "productions[1]: expected object, got int"),
    ],
)
def test_what_cannot_be_read(shape: type[Request], request_: Object, why: str) -> None:
    """A field that is missing or of the wrong type is named."""
    with pytest.raises(Unreadable) as raised:
        shape.read(request_)
    assert str(raised.value) == why


def test_whatever_else_is_there_is_ignored() -> None:
    """Keys that a request does not have are no fault."""
    assert TurnEnd.read({"type": "req_turn_end", "mood": "good"}) == TurnEnd()
