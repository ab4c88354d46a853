"""The bench: what is laid out before the move is made, and the actions it stands for."""

from __future__ import annotations

import pytest

from bottega.games.renaissance.actions import BOX, COLLECT, Buy, Part, ProduceBasic, ProduceCard, ProduceLeader
from bottega.games.renaissance.cards import COIN, SERVANT, SHIELD, STONE
from bottega.testing.renaissance import player, table
from bottega.wire.core.machine import BadRequest
from bottega.wire.renaissance_steps.bench import Bench

BASIC, SLOT, EXTRA = 0, 1, 4
OWNER = player(
    ("1 coin", "2 stone", ""), leaders=(3, 13), played=(3, 13), box="2 shield", slots=((1,), (), ())
)  # fmt: skip
GAME = table(OWNER, player(), turn=3)


@pytest.fixture
def bench() -> Bench:
    """An empty bench."""
    return Bench()


# -- picking up -------------------------------------------------------------------------------------------------------


def test_no_more_than_there_is_can_be_picked_up(bench: Bench) -> None:
    """One at a time, from shelves and from the strongbox, as long as there is something."""
    assert [bench.pick(OWNER, 2), bench.pick(OWNER, 2), bench.pick(OWNER, 1)] == [STONE, STONE, COIN]
    bench.pick_from_strongbox(OWNER, SHIELD)
    bench.pick_from_strongbox(OWNER, SHIELD)
    for place, why in ((2, "shelf 2"), (3, "shelf 3"), (4, "no shelf or depot 4")):
        with pytest.raises(BadRequest, match=why):
            bench.pick(OWNER, place)
    with pytest.raises(BadRequest, match="no shield is left"):
        bench.pick_from_strongbox(OWNER, SHIELD)
    assert len(bench.picked) == 5


def test_what_is_put_back_can_be_picked_up_again(bench: Bench) -> None:
    """Putting back touches nothing that is switched on."""
    bench.pick(OWNER, 1)
    bench.toggle(OWNER, SLOT)
    bench.put_back()
    assert bench.picked == []
    assert bench.in_use
    bench.pick(OWNER, 1)


# -- switching --------------------------------------------------------------------------------------------------------


def test_discounts_are_switched_on_and_off(bench: Bench) -> None:
    """Only those of leaders in play; they outlast the turn."""
    assert bench.toggle_discount(OWNER, STONE)
    with pytest.raises(BadRequest, match="cheaper by a coin"):
        bench.toggle_discount(OWNER, COIN)
    bench.clear()
    assert bench.discounts == {STONE}
    assert not bench.toggle_discount(OWNER, STONE)


def test_a_production_with_an_open_question_mark_cannot_be_switched_on(bench: Bench) -> None:
    """The basic production needs two inputs and an output, a leader's its output; a card's nothing."""
    bench.toggle(OWNER, SLOT)
    for number in (BASIC, EXTRA):
        with pytest.raises(BadRequest, match='still a "\\?"'):
            bench.toggle(OWNER, number)
    for resource in (COIN, STONE):
        bench.choose_input(resource)
    bench.choose_output(OWNER, BASIC, SERVANT)
    bench.choose_output(OWNER, EXTRA, COIN)
    bench.toggle(OWNER, EXTRA)
    bench.toggle(OWNER, BASIC)
    assert [each.number for each in bench.chosen(OWNER)] == [SLOT, EXTRA, BASIC]
    bench.toggle(OWNER, SLOT)
    assert [each.number for each in bench.chosen(OWNER)] == [EXTRA, BASIC]


def test_a_choice_is_made_once(bench: Bench) -> None:
    """A third input and a second output are refused; a reset forgets them."""
    bench.choose_input(COIN)
    bench.choose_input(COIN)
    bench.choose_output(OWNER, BASIC, STONE)
    with pytest.raises(BadRequest, match="both inputs"):
        bench.choose_input(STONE)
    with pytest.raises(BadRequest, match="chosen already"):
        bench.choose_output(OWNER, BASIC, COIN)
    bench.reset()
    assert not bench.in_use
    bench.choose_input(STONE)


@pytest.mark.parametrize(("number", "why"), [(2, "slot 2 is empty"), (5, "no production leader 1 in play")])
def test_productions_that_are_not_there(bench: Bench, number: int, why: str) -> None:
    """An empty slot and a leader that is not in play produce nothing."""
    with pytest.raises(BadRequest, match=why):
        bench.toggle(OWNER, number)


def test_what_a_production_takes_and_gives(bench: Bench) -> None:
    """The printed amounts with the choices added."""
    bench.choose_output(OWNER, EXTRA, COIN)
    bench.toggle(OWNER, EXTRA)
    (chosen,) = bench.chosen(OWNER)
    assert (chosen.inputs, chosen.outputs, chosen.faith) == ((0, 0, 0, 1), (1, 0, 0, 0), 1)
    assert (chosen.in_choices, chosen.out_choices) == ((), (COIN,))


# -- the move ---------------------------------------------------------------------------------------------------------


def test_a_purchase_is_paid_with_what_was_picked_up(bench: Bench) -> None:
    """Exactly the price, from where it was picked up; one too many is wrong as well."""
    green = table(OWNER, player(), turn=3, grid=((1,), *GAME.grid[1:]))  # it costs two shields
    bench.pick_from_strongbox(OWNER, SHIELD)
    with pytest.raises(BadRequest, match="this card costs 2 shields, and you picked up 1 shield"):
        bench.purchase(green, 0, 0, 0, 2)
    bench.pick_from_strongbox(OWNER, SHIELD)
    assert bench.purchase(green, 0, 0, 0, 2) == Buy("G1", 2, (Part(SHIELD, BOX, 2),))
    bench.pick(OWNER, 1)
    with pytest.raises(BadRequest, match="you picked up 1 coin and 2 shields"):
        bench.purchase(green, 0, 0, 0, 2)


def test_an_empty_pile_sells_nothing(bench: Bench) -> None:
    """The pile is named as the request names it."""
    with pytest.raises(BadRequest, match="no card left at row 0, column 0"):
        bench.purchase(table(OWNER, player(), turn=3, grid=((), *GAME.grid[1:])), 0, 0, 0, 2)


def test_productions_share_what_was_picked_up(bench: Bench) -> None:
    """Each takes its part, in the order in which they were switched on; then everything is collected."""
    bench.choose_input(STONE)
    bench.choose_input(STONE)
    bench.choose_output(OWNER, BASIC, SERVANT)
    bench.choose_output(OWNER, EXTRA, COIN)
    for number in (SLOT, BASIC, EXTRA):
        bench.toggle(OWNER, number)
    for place in (2, 1, 2):
        bench.pick(OWNER, place)
    with pytest.raises(BadRequest, match="these productions take"):
        bench.activation(OWNER)
    bench.pick_from_strongbox(OWNER, SHIELD)
    assert bench.activation(OWNER) == [
        ProduceCard(1, (Part(COIN, 1, 1),)),
        ProduceBasic((STONE, STONE), SERVANT, (Part(STONE, 2, 2),)),
        ProduceLeader(1, COIN, (Part(SHIELD, BOX, 1),)),
        COLLECT,
    ]


def test_nothing_switched_on_is_nothing_to_activate(bench: Bench) -> None:
    """Picking up alone is no production."""
    bench.pick(OWNER, 1)
    with pytest.raises(BadRequest, match="no production is switched on"):
        bench.activation(OWNER)
