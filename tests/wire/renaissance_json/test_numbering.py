"""How renaissance-json counts: from 0, where the rules count from 1."""

from __future__ import annotations

import pytest

from bottega.games.refusal import Value
from bottega.games.renaissance import BOX, COLOURS, LEVELS, PHRASES, PILES
from bottega.wire.core.machine import BadRequest
from bottega.wire.renaissance_json.numbering import (
    RESOURCES,
    SOLO_TOKENS,
    SPELLINGS,
    card_index,
    pile_name,
    place_number,
    resource_number,
)

COUNTED_FROM_ONE = {
    "shelf", "depot", "slot", "place", "leader", "leader_card", "leader_cards", "production_leader", "pile", "line"
}  # fmt: skip
"""The kinds that ``games/renaissance/phrases.py`` names as numbered or named otherwise by some protocol, but for the
seat: no request of this one names a seat.
"""


@pytest.mark.parametrize(
    ("code", "params", "sentence"),
    [
        ("place-full", {"place": 1, "room": 1}, "shelf 0 is full: it has room for 1"),
        ("place-full", {"place": 5, "room": 2}, "depot 4 is full: it has room for 2"),
        ("shelves-empty", {"first": 1, "second": 3}, "shelves 0 and 2 are both empty"),
        ("no-depot", {"depot": 5}, "you have no leader depot 4"),
        ("swap-two-shelves", {"first": 1, "last": 3}, "only two different shelves (0 to 2) can change their contents"),
        ("leader-in-play", {"leader": 2}, "leader 1 is already in play"),
        ("leader-not-offered", {"leader": 16, "offered": (1, 2, 3, 4)},
         "leader 15 was not offered to you; choose among 0, 1, 2, 3"),
        ("needs-lower-card", {"level": 2, "below": 1, "slot": 3, "held": 0},
         "a card of level 2 goes on a card of level 1, and slot 2 holds 0 cards"),
        ("not-there", {"taken": (2, 0, 0, 0), "place": BOX, "there": 1},
         "you want to take 2 coins from the strongbox, where there is 1"),
        ("no-production-leader", {"count": 1, "number": 2},
         "you have 1 production leader in play, so there is no number 5"),
        ("pile-empty", {"pile": "B2"}, "pile in row 1, column 1 is empty"),
        ("no-line", {"line": "r4", "rows": 3, "columns": 4}, "the market has no row 3; it has 3 rows and 4 columns"),
        ("no-line", {"line": "c5", "rows": 3, "columns": 4}, "the market has no column 4; it has 3 rows and 4 columns"),
    ],
)  # fmt: skip
def test_refusals_count_from_zero(code: str, params: dict[str, Value], sentence: str) -> None:
    """The rules' sentences count places from 1, this protocol from 0; levels and amounts stay what they are."""
    assert PHRASES.refusal(code, **params).told(**SPELLINGS) == sentence


def test_every_kind_that_is_counted_otherwise_is_spelled() -> None:
    """Whatever the rules number from 1 has a spelling here, and no spelling is for a kind that does not exist."""
    kinds = {kind for code in PHRASES.templates for kind in PHRASES.kinds(code).values()}
    assert SPELLINGS.keys() == COUNTED_FROM_ONE
    assert kinds >= COUNTED_FROM_ONE


@pytest.mark.parametrize("name", ["coin", "Coin", "COIN"])
def test_resources_in_any_case(name: str) -> None:
    """A resource is read in any case; the rules' numbers are places in the list of names."""
    assert RESOURCES[resource_number(name, "err_here")] == "Coin"


@pytest.mark.parametrize("name", ["Faith", "Zero", "gold", ""])
def test_what_is_no_resource(name: str) -> None:
    """Faith and white marbles are no resources that can be stored or paid."""
    with pytest.raises(BadRequest, match="resources are Coin, Servant, Shield, Stone") as raised:
        resource_number(name, "err_here")
    assert raised.value.error == "err_here"


@pytest.mark.parametrize(("index", "place"), [(0, 1), (2, 3), (3, 4), (4, 5), (5, BOX), ("strongbox", BOX)])
def test_places(index: int | str, place: int) -> None:
    """Shelves are 0 to 2, depots 3 and 4, the strongbox is 5 or goes by its name."""
    assert place_number(index, "err_here") == place


@pytest.mark.parametrize("index", [-1, 6, 10**18, "shelf", "0", ""])
def test_what_is_no_place(index: int | str) -> None:
    """Any other index is a bad request with the request's own error."""
    with pytest.raises(BadRequest, match="shelves are 0 to 2") as raised:
        place_number(index, "err_here")
    assert raised.value.error == "err_here"


def test_piles_by_row_and_column() -> None:
    """Rows are levels, columns colours; outside the grid there is nothing."""
    found = [pile_name(row, column) for row in range(LEVELS) for column in range(len(COLOURS))]
    assert tuple(found) == PILES
    assert [pile_name(*at) for at in ((-1, 0), (3, 0), (0, -1), (0, 4))] == [None] * 4


def test_cards_and_tokens() -> None:
    """A card's index is one less than its printed number, -1 is no card; tokens are 0 to 6."""
    assert [card_index(card) for card in (1, 48, None)] == [0, 47, -1]
    assert sorted(SOLO_TOKENS.values()) == list(range(7))
