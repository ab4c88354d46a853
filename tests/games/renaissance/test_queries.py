"""What dialects ask."""

from __future__ import annotations

import msgspec
import pytest

from bottega.games.core import IllegalMove
from bottega.games.renaissance import apply, queries
from bottega.games.renaissance.actions import BOX, Move, Part, ProduceBasic, ProduceCard, ProduceLeader, Swap
from bottega.games.renaissance.cards import CARDS, COIN, SERVANT, SHIELD, STONE
from bottega.games.renaissance.market import RED, WHITE
from bottega.games.renaissance.queries import Offer, Report
from bottega.games.renaissance.storage import holds
from bottega.testing.renaissance import amounts, play, player, table, top


def test_the_catalogue_is_json() -> None:
    """48 cards and 16 leaders with the names their numbers stand for."""
    found = msgspec.json.decode(msgspec.json.encode(queries.catalogue()))
    assert (len(found["cards"]), len(found["leaders"]), found["resources"][SHIELD]) == (48, 16, "shield")


def test_the_card_on_sale() -> None:
    """The top of a pile, None when it is empty."""
    state = top(table(player(), player()), "G1", 9)
    assert queries.top(state, "G1") == CARDS[9]
    empty = msgspec.structs.replace(state, grid=((), *state.grid[1:]))
    assert queries.top(empty, "G1") is None


def test_prices_with_all_or_some_discounts() -> None:
    """A dialect may say which discounts are switched on; those not owned count for nothing."""
    own = player(played=(1, 2))
    assert queries.discounts(own) == (SERVANT, SHIELD)
    assert queries.price(own, CARDS[21]) == amounts("2 shield 1 servant")
    assert queries.price(own, CARDS[21], using=()) == amounts("3 shield 2 servant")
    assert queries.price(own, CARDS[21], using=(SHIELD, COIN)) == amounts("2 shield 2 servant")


OWNER = player(shelves=("1 coin", "", "3 stone"), leaders=(5, 6), played=(5, 6), depots=(1, 0), box="2 stone")


def test_places_and_contents() -> None:
    """Shelves 1-3, depots 4-5 in order of activation, the strongbox beside them."""
    assert queries.places(player()) == (1, 2, 3)
    assert queries.places(OWNER) == (1, 2, 3, 4, 5)
    assert [queries.contents(OWNER, place) for place in range(1, 6)] == [
        (COIN, 1),
        (None, 0),
        (STONE, 3),
        (STONE, 1),
        (SERVANT, 0),
    ]
    assert [holds(OWNER, place, STONE) for place in (1, 3, 4, BOX)] == [0, 3, 1, 2]
    assert queries.payment(OWNER, amounts("4 stone")) == (Part(STONE, 3, 3), Part(STONE, 4, 1))


def test_an_exchange_of_two_shelves_is_a_swap() -> None:
    """Whole contents change place."""
    assert queries.exchange(OWNER, 1, 2) == (Swap(1, 2),)


@pytest.mark.parametrize(
    ("shelf", "depot", "steps"),
    [
        ("2 stone", 0, (Move(3, 4),) * 2),
        ("1 stone", 2, (Move(4, 3),)),
        ("", 2, (Move(4, 3),) * 2),
        ("2 stone", 2, ()),
    ],
)
def test_an_exchange_with_a_depot_is_a_few_moves(shelf: str, depot: int, steps: tuple[Move, ...]) -> None:
    """As many single moves as the contents differ, in the one direction that evens them out."""
    own = player(shelves=("", "", shelf), leaders=(5, 1), played=(5,), depots=(depot,))
    assert queries.exchange(own, 4, 3) == steps
    state = table(own, player())
    for step in steps:
        state = apply(state, 0, step)
    assert state.players[0].counts[2:4] == (depot, int(shelf[:1] or 0))


@pytest.mark.parametrize(
    ("first", "second", "because"),
    [
        (3, 4, "too many resources in shelf 3 for depot 4"),
        (1, 4, "takes only stones"),
        (4, 5, "two leader depots"),
        (2, 5, "both empty"),
        (0, 1, "no shelf or depot 0"),
        (6, 1, "no shelf or depot 6"),
    ],
)
def test_exchanges_that_do_not_fit(first: int, second: int, because: str) -> None:
    """Both contents must fit by type and size; 3 stones and a depot with 1 cannot be evened out."""
    with pytest.raises(IllegalMove, match=because):
        queries.exchange(OWNER, first, second)


def test_what_a_line_gives_marble_by_marble() -> None:
    """White marbles are nothing, a resource, or a choice, depending on the leaders in play."""
    for played, worth in (((), None), ((9,), SERVANT), ((9, 10), WHITE)):
        state = table(player(leaders=(9, 10), played=played), player(), line="r1", marbles="white red blue white")
        assert queries.gains(state, 0, "r1") == (worth, RED, SHIELD, worth)
    assert queries.line(state, "r1") == (WHITE, RED, SHIELD, WHITE)
    assert queries.white_choices(state.players[0]) == (SERVANT, SHIELD)
    assert queries.pending(play(state, "market r1")) == (SHIELD, WHITE, WHITE)


def test_productions_on_offer() -> None:
    """Basic, top cards and leaders by their fixed numbers, with their free choices."""
    own = player(slots=((3, 18), (), (1,)), leaders=(13, 1), played=(13,))
    assert queries.offers(own) == (
        Offer(0, amounts(""), amounts(""), 0, 2, 1),
        Offer(1, amounts("1 coin"), amounts(""), 2),
        Offer(3, amounts("1 coin"), amounts(""), 1),
        Offer(4, amounts("1 shield"), amounts(""), 1, 0, 1),
    )


def test_a_production_number_becomes_an_action() -> None:
    """0 basic, 1-3 slots, 4-5 leaders."""
    assert queries.produce(0, (COIN, STONE), SHIELD) == ProduceBasic((COIN, STONE), SHIELD)
    assert queries.produce(2) == ProduceCard(2)
    assert queries.produce(5, output=STONE) == ProduceLeader(2, STONE)


def test_reports_and_moved_markers() -> None:
    """What happened on the faith track between two states."""
    before = table(player(faith=4), player(faith=7), player(faith=3), line="c1", marbles="yellow grey white")
    after = play(before, "market c1", "discard coin stone")
    assert queries.reports(before, after) == (Report(0, (1, 2)),)
    assert queries.moved(before, after) == (1, 2)
    assert queries.reports(after, after) == ()
