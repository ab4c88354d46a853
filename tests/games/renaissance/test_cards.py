"""The printed tables."""

from __future__ import annotations

from collections import Counter

import pytest

from bottega.games.renaissance.cards import (
    CARDS,
    DEPOT,
    DISCOUNT,
    LEADERS,
    PILES,
    PRODUCTION,
    WHITE_MARBLE,
    spell,
)


def test_each_of_the_twelve_piles_has_four_cards() -> None:
    """48 cards: four of each colour and level, numbered from 1."""
    assert list(CARDS) == list(range(1, 49))
    assert set(Counter((card.colour, card.level) for card in CARDS.values()).values()) == {4}
    assert len({(card.colour, card.level) for card in CARDS.values()}) == len(PILES) == 12


def test_points_run_from_one_to_twelve() -> None:
    """Every value from 1 to 12 points is printed on four cards, one of each colour."""
    for points in range(1, 13):
        assert sorted(card.colour for card in CARDS.values() if card.points == points) == [0, 1, 2, 3]


def test_every_card_costs_and_produces_something() -> None:
    """No card is useless, and none is free even with the two discounts a player can have."""
    for card in CARDS.values():
        assert sum(card.cost) > min(2, sum(cost > 0 for cost in card.cost))
        assert sum(card.inputs) in (1, 2)
        assert sum(card.outputs) + card.faith > 0


@pytest.mark.parametrize(("ability", "points"), [(DISCOUNT, 2), (DEPOT, 3), (WHITE_MARBLE, 5), (PRODUCTION, 4)])
def test_every_ability_has_one_leader_for_each_resource(ability: str, points: int) -> None:
    """16 leaders: each ability once for every resource, all worth the same."""
    leaders = [leader for leader in LEADERS.values() if leader.ability == ability]
    assert sorted(leader.resource for leader in leaders) == [0, 1, 2, 3]
    assert {leader.points for leader in leaders} == {points}


def test_what_leaders_ask_for() -> None:
    """Depots ask for five of another resource; discounts for two cards, white marbles for three, productions for one
    of level II."""
    for leader in LEADERS.values():
        asked = (sum(leader.needs_cards), leader.needs_level, sum(leader.needs_resources))
        assert (
            asked
            == {DISCOUNT: (2, 0, 0), DEPOT: (0, 0, 5), WHITE_MARBLE: (3, 0, 0), PRODUCTION: (1, 2, 0)}[leader.ability]
        )
        assert not leader.needs_resources[leader.resource]


@pytest.mark.parametrize(
    ("amounts", "words"),
    [
        ((0, 0, 0, 0), "nothing"),
        ((1, 0, 0, 0), "1 coin"),
        ((2, 0, 0, 1), "2 coins and 1 shield"),
        ((1, 2, 3, 0), "1 coin, 2 stones and 3 servants"),
    ],
)
def test_amounts_are_spelled_out(amounts: tuple[int, ...], words: str) -> None:
    """Reasons for players name amounts in words."""
    assert spell(amounts) == words
