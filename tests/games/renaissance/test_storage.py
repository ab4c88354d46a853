"""Shelves, depots, strongbox and payments."""

from __future__ import annotations

import pytest

from bottega.games.core import IllegalMove
from bottega.games.renaissance import apply
from bottega.games.renaissance.actions import BOX, Action, Buy, Move, Part, ProduceCard, Store, Swap
from bottega.games.renaissance.cards import COIN, STONE
from bottega.games.renaissance.model import DONE, PRODUCING
from bottega.games.renaissance.storage import canonical_payment, owned
from bottega.testing.renaissance import amounts, listed, play, player, refused, shelves, table, top

STONE_DEPOT = 5


def test_case_5_swapping_makes_room() -> None:
    """{servant, coin, 3 stones} and a servant from the market: after swapping shelves 1 and 2 it fits."""
    own = player(shelves=("1 servant", "1 coin", "3 stone"))
    state = play(table(own, player(), line="c1", marbles="white purple white"), "market c1")
    refused(state, "store servant 1", "full")
    after = play(state, "swap 1 2", "store servant 2")
    assert shelves(after) == ("1 coin", "2 servant", "3 stone")
    assert after.phase == DONE
    assert after.players[1].faith == 0


def test_case_7_a_type_lies_on_one_shelf_only() -> None:
    """A shield cannot go on shelf 1 while shields lie on shelf 3, although there is room."""
    own = player(shelves=("", "", "1 shield"))
    state = play(table(own, player(), line="c1", marbles="white blue white"), "market c1")
    refused(state, "store shield 1", "already lie on shelf 3")
    assert listed(state) >= {"store shield 3"}


def test_a_shelf_holds_one_type() -> None:
    """A coin cannot join stones."""
    own = player(shelves=("", "1 stone", ""))
    state = play(table(own, player(), line="c1", marbles="white yellow white"), "market c1")
    refused(state, "store coin 2", "for stones")


def test_case_9_a_depot_takes_its_type_beside_a_full_shelf() -> None:
    """Two stones go to the stone depot while shelf 3 is full of stones; a coin never goes there."""
    own = player(
        shelves=("1 shield", "2 coin", "3 stone"), leaders=(STONE_DEPOT, 1), played=(STONE_DEPOT,), depots=(0,)
    )
    state = play(table(own, player(), line="r1", marbles="grey grey yellow white"), "market r1")
    refused(state, "store coin 4", "for stones")
    refused(state, "store stone 5", "no leader depot 5")
    after = play(state, "store stone 4", "store stone 4")
    assert after.players[0].counts == (1, 2, 3, 2, 0)
    assert after.players[0].kinds[3] == STONE


def test_a_depot_has_two_slots() -> None:
    """A third stone does not fit."""
    own = player(leaders=(STONE_DEPOT, 1), played=(STONE_DEPOT,), depots=(2,))
    state = play(table(own, player(), line="c1", marbles="grey white white"), "market c1")
    refused(state, "store stone 4", "full")


def test_resources_move_between_shelf_and_depot() -> None:
    """One at a time, both ways, at any moment of the own turn."""
    own = player(shelves=("", "", "3 stone"), leaders=(STONE_DEPOT, 1), played=(STONE_DEPOT,), depots=(0,))
    state = play(table(own, player()), "move 3 4", "move 3 4")
    assert state.players[0].counts == (0, 0, 1, 2, 0)
    refused(state, "move 3 4", "full")
    refused(state, "move 4 1", "already lie on shelf 3")
    assert play(state, "move 4 3").players[0].counts == (0, 0, 2, 1, 0)
    refused(state, "move 3 2", "between a shelf")
    refused(state, "move 1 4", "empty")


def test_a_depot_empties_onto_an_empty_shelf() -> None:
    """Stones of a depot may go to any empty shelf if no other shelf has stones; the depot stays a stone depot."""
    own = player(leaders=(STONE_DEPOT, 1), played=(STONE_DEPOT,), depots=(1,))
    after = play(table(own, player()), "move 4 2")
    assert shelves(after) == ("", "1 stone", "")
    assert after.players[0].kinds[3] == STONE


def test_whole_contents_move_to_an_empty_shelf() -> None:
    """A swap with an empty shelf moves everything; two empty shelves have nothing to swap."""
    state = table(player(shelves=("", "2 coin", "")), player())
    assert shelves(play(state, "swap 2 3")) == ("", "", "2 coin")
    refused(state, "swap 1 2", "no room for 2 coins")
    refused(table(player(), player()), "swap 1 2", "both empty")
    refused(state, "swap 2 2", "two different shelves")


def test_shelves_are_rearranged_before_and_after_the_main_action() -> None:
    """At any moment of the own turn, but not in another's."""
    own = player(shelves=("1 coin", "1 stone", ""))
    state = table(own, own, line="r1", marbles="white white white white")
    assert "swap 1 2" in listed(state)
    done = play(state, "market r1")
    assert done.phase == DONE
    assert "swap 1 2" in listed(done)
    assert play(state, "produce basic coin+stone>shield").phase == PRODUCING
    refused(state, "swap 1 2", "not your turn", seat=1)


def test_everything_counts_as_owned() -> None:
    """Shelves, depots and strongbox together."""
    own = player(
        shelves=("1 coin", "", "3 stone"), leaders=(STONE_DEPOT, 1), played=(STONE_DEPOT,), depots=(2,), box="4 coin"
    )
    assert owned(own) == amounts("5 coin 5 stone")


def test_the_house_pays_from_shelf_then_depot_then_strongbox() -> None:
    """The canonical payment keeps the strongbox for last."""
    own = player(
        shelves=("1 coin", "", "2 stone"), leaders=(STONE_DEPOT, 1), played=(STONE_DEPOT,), depots=(2,), box="3 stone"
    )
    assert canonical_payment(own, amounts("1 coin 5 stone")) == (
        Part(COIN, 1, 1),
        Part(STONE, 3, 2),
        Part(STONE, 4, 2),
        Part(STONE, BOX, 1),
    )


PAYER = player(shelves=("", "2 stone", ""), leaders=(STONE_DEPOT, 1), played=(STONE_DEPOT,), depots=(1,), box="2 stone")


@pytest.mark.parametrize(
    ("payment", "left"),
    [
        ("2stone@2", ("", 1, 2)),
        ("stone@2 stone@4", ("1 stone", 0, 2)),
        ("stone@4 stone@box", ("2 stone", 0, 1)),
        ("2stone@box", ("2 stone", 1, 0)),
        ("stone@box stone@box", ("2 stone", 1, 0)),
    ],
)
def test_a_payment_may_mix_places(payment: str, left: tuple[str, int, int]) -> None:
    """A card of two stones can be paid from shelf, depot and strongbox in any mix."""
    state = play(top(table(PAYER, player()), "Y1", 4), f"buy Y1 slot 1 with {payment}")
    own = state.players[0]
    assert (shelves(state)[1], own.counts[3], own.strongbox[STONE]) == left
    assert own.slots == ((4,), (), ())


@pytest.mark.parametrize(
    ("payment", "because"),
    [
        ("stone@2", "costs 2 stones, and you offer 1 stone"),
        ("2stone@2 stone@4", "costs 2 stones, and you offer 3 stones"),
        ("2stone@4", "take 2 stones from depot 4, where there is 1"),
        ("stone@4 stone@4", "take 2 stones from depot 4"),
        ("3stone@box", "take 3 stones from the strongbox"),
        ("2stone@3", "from shelf 3, where there are 0"),
        ("stone@2 coin@2", "take 1 coin from shelf 2"),
    ],
)
def test_a_payment_must_be_exact_and_there(payment: str, because: str) -> None:
    """Too little, too much, and what is not there are refused."""
    state = top(table(PAYER, player()), "Y1", 4)
    refused(state, f"buy Y1 slot 1 with {payment}", because)


@pytest.mark.parametrize(
    "action",
    [
        Buy("Y1", 1, (Part(STONE, 2, 3), Part(STONE, 2, -1))),
        Buy("Y1", 1, (Part(7, 2, 2),)),
        Buy("Y1", 1, (Part(STONE, 9, 2),)),
        Buy("Y9", 1),
        Buy("Y1", 4),
        ProduceCard(0),
        ProduceCard(7),
        Swap(0, 2),
        Swap(1, 4),
        Move(-1, 4),
        Store(STONE, 6),
    ],
)
def test_numbers_that_name_nothing_are_refused(action: Action) -> None:
    """Actions made by programs may hold any number; what is not on the board is refused with a reason."""
    state = top(table(PAYER, player()), "Y1", 4)
    with pytest.raises(IllegalMove, match=r"\w+ \w+"):
        apply(state, 0, action)


def test_a_place_that_is_not_there() -> None:
    """Pending resources go to places 1 to 5 only, never to the strongbox."""
    state = play(table(player(), player(), line="c1", marbles="grey white white"), "market c1")
    with pytest.raises(IllegalMove, match="filled by productions alone"):
        apply(state, 0, Store(STONE, BOX))
