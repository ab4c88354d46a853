"""The table before the first move."""

from __future__ import annotations

import pytest

from bottega.games.splendor import CARDS, Options, Player, actors, new, turn
from tests.games.play import as_seed

PINNED = (
    "turn=1 seat=0 phase=main passes=0 options={} bank=444445 up=21,2,38,20/67,60,61,42/86,83,85,78 decks"
    "=11,5,15,37,19,24,10,23,1,30,31,39,18,14,36,22,28,32,34,26,25,16,7,33,13,4,9,6,29,27,17,3,12,8,35,0/"
    "63,58,41,56,57,48,55,40,49,64,65,53,43,51,62,54,50,52,59,44,46,45,68,66,69,47/89,79,72,80,71,88,87,7"
    "6,70,82,75,74,84,81,73,77 nobles=6,0,2 p0=000000::: p1=000000:::"
)


@pytest.mark.parametrize(("seats", "tokens"), [(2, 4), (3, 5), (4, 7)])
def test_set_up(seats: int, tokens: int) -> None:
    """4, 5 or 7 tokens a colour and 5 gold; one noble more than players; players start with nothing."""
    state = new(seats, as_seed(1))
    assert state.bank == (tokens,) * 5 + (5,)
    assert len(set(state.nobles)) == seats + 1
    assert state.players == (Player(),) * seats
    assert actors(state) == (0,)
    assert turn(state) == 1
    assert state.options == Options()


def test_cards_are_dealt_by_level() -> None:
    """Four cards a level lie face up, the rest in that level's deck, every card once."""
    state = new(3, as_seed(2))
    assert [CARDS[card].level for card in state.face_up] == [1] * 4 + [2] * 4 + [3] * 4
    assert [len(deck) for deck in state.decks] == [36, 26, 16]
    assert sorted([*state.face_up, *sum(state.decks, ())]) == list(range(90))


def test_the_deal_of_a_seed_is_pinned() -> None:
    """A known seed gives this table for ever: recorded games depend on it."""
    assert new(2, as_seed(0)).to_text() == PINNED


def test_every_card_and_noble_can_come_up() -> None:
    """Over many seeds every card lies face up and every noble comes."""
    states = [new(4, as_seed(seed)) for seed in range(150)]
    assert {card for state in states for card in state.face_up} == set(range(90))
    assert {noble for state in states for noble in state.nobles} == set(range(10))
