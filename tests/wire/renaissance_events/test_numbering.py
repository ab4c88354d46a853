"""renaissance-events' numbers."""

from __future__ import annotations

import pytest

from bottega.games.renaissance.actions import BOX
from bottega.games.renaissance.cards import CARDS, COLOURS, LEADERS
from bottega.games.renaissance.solo import TOKENS
from bottega.testing.renaissance import player
from bottega.wire.renaissance_events import numbering

TWO_DEPOTS = player(leaders=(7, 5), played=(7, 5), depots=(1, 2))


def test_containers_of_a_seat() -> None:
    """Three shelves and the strongbox have four numbers in a row, seat by seat."""
    assert [numbering.container(player(), 2, place) for place in (1, 2, 3, BOX)] == [8, 9, 10, 11]


def test_depots_belong_to_leaders() -> None:
    """A leader's depot has the same number wherever it was activated first or second."""
    assert [numbering.container(TWO_DEPOTS, 0, place) for place in (4, 5)] == [18, 16]
    assert numbering.place(TWO_DEPOTS, 0, 16) == 5
    assert numbering.place(player(), 0, 16) is None


@pytest.mark.parametrize("number", [-1, 4, 7, 15, 17, 19, 99])
def test_what_is_not_ones_own(number: int) -> None:
    """Others' shelves, others' depots and numbers that nothing has."""
    assert numbering.place(TWO_DEPOTS, 0, number) is None


def test_every_number_means_one_thing() -> None:
    """No two containers at a table of four have the same number, nor have two productions."""
    containers = [numbering.container(player(), seat, place) for seat in range(4) for place in (1, 2, 3, BOX)]
    containers += [numbering.depot_of(leader) for leader in numbering.DEPOT_LEADERS]
    assert len(set(containers)) == len(containers) == 20
    productions = [numbering.production_of_card(card) for card in CARDS]
    productions += [numbering.production_of_leader(leader) for leader in numbering.PRODUCING_LEADERS]
    productions += [numbering.BASIC_PRODUCTION, numbering.NO_PRODUCTION]
    assert sorted(productions) == list(range(54))


def test_productions_of_a_player() -> None:
    """The basic one, the top card of each slot, leaders in play; nothing else."""
    owner = player(leaders=(14, 13), played=(14, 13), slots=((1, 17), (2,), ()))
    assert [numbering.production(owner, number) for number in (0, 5 + 16, 5 + 1, 2, 1)] == [0, 1, 2, 4, 5]
    assert [numbering.production(owner, number) for number in (5, 3, 53, -1)] == [None] * 4


def test_tokens() -> None:
    """In the order of the program: the cross first, then colours by name."""
    assert [numbering.token_number(token) for token in range(len(TOKENS))] == [4, 3, 6, 5, 1, 2, 0]


def test_what_stands_for_nothing() -> None:
    """Twelve cards and a leader that are none of the printed ones."""
    cards = {numbering.empty_pile(level, colour.capitalize()) for level in (1, 2, 3) for colour in COLOURS}
    assert cards == set(range(48, 60))
    assert not any(map(numbering.is_card, cards))
    assert numbering.EMPTY_HAND + 1 not in LEADERS
