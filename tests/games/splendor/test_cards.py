"""The card and noble tables have the shape of the printed ones: a single mistyped number breaks a rule."""

from __future__ import annotations

from collections import Counter

import pytest

from bottega.games.splendor import CARDS, COLOURS, NOBLES

PROFILE = {
    1: ["0:1111", "0:21", "0:2111", "0:22", "0:221", "0:3", "0:311", "1:4"],
    2: ["1:322", "1:332", "2:421", "2:5", "2:53", "3:6"],
    3: ["3:5333", "4:633", "4:7", "5:73"],
}
LEVELS = sorted(PROFILE)


def profile(cost: tuple[int, ...]) -> str:
    """A cost as its numbers, greatest first."""
    return "".join(str(count) for count in sorted(cost, reverse=True) if count)


def test_ids_are_places() -> None:
    """Cards are numbered 0-89 and nobles 0-9, in the order of their tables."""
    assert [card.id for card in CARDS] == list(range(90))
    assert [noble.id for noble in NOBLES] == list(range(10))


def test_levels_lie_one_after_the_other() -> None:
    """40 cards of level 1, 30 of level 2, 20 of level 3."""
    assert [card.level for card in CARDS] == [1] * 40 + [2] * 30 + [3] * 20


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("colour", range(5), ids=COLOURS)
def test_every_colour_has_the_same_profile(level: int, colour: int) -> None:
    """In each level every bonus colour has the same pairs of prestige and sorted cost."""
    cards = [card for card in CARDS if (card.level, card.bonus) == (level, colour)]
    assert sorted(f"{card.prestige}:{profile(card.cost)}" for card in cards) == PROFILE[level]


@pytest.mark.parametrize(("level", "demand"), [(1, 33), (2, 41), (3, 43)])
def test_every_colour_is_asked_for_equally(level: int, demand: int) -> None:
    """The costs of a level add up to the same in every colour."""
    costs = [card.cost for card in CARDS if card.level == level]
    assert [sum(cost[colour] for cost in costs) for colour in range(5)] == [demand] * 5


@pytest.mark.parametrize(("level", "prestige"), [(1, 5), (2, 55), (3, 80)])
def test_prestige_sums(level: int, prestige: int) -> None:
    """All cards together are worth 140: 5, 55 and 80 by level."""
    assert sum(card.prestige for card in CARDS if card.level == level) == prestige


def test_no_card_is_there_twice() -> None:
    """All 90 rows are distinct."""
    assert len({(card.level, card.bonus, card.prestige, card.cost) for card in CARDS}) == 90


def test_level_3_is_symmetric_on_the_ring() -> None:
    """Turning the ring white-blue-green-red-black by one colour maps level 3 onto itself."""
    cards = {(card.bonus, card.prestige, card.cost) for card in CARDS if card.level == 3}
    turned = {((bonus + 1) % 5, prestige, (cost[4], *cost[:4])) for bonus, prestige, cost in cards}
    assert turned == cards


def test_nobles() -> None:
    """Five nobles ask 4+4 of ring neighbours, five 3+3+3 of three in a row; 17 of each colour; 3 prestige each."""
    pairs = [tuple(4 * (c in (i, (i + 1) % 5)) for c in range(5)) for i in range(5)]
    triples = [tuple(3 * (c in (i, (i + 1) % 5, (i + 2) % 5)) for c in range(5)) for i in range(5)]
    assert Counter(noble.cost for noble in NOBLES) == Counter(pairs + triples)
    assert {noble.prestige for noble in NOBLES} == {3}
    assert [sum(noble.cost[colour] for noble in NOBLES) for colour in range(5)] == [17] * 5


@pytest.mark.parametrize(
    ("card", "level", "bonus", "prestige", "cost"),
    [
        (0, 1, "black", 0, (1, 1, 1, 1, 0)),
        (7, 1, "black", 1, (0, 4, 0, 0, 0)),
        (22, 1, "white", 0, (0, 3, 0, 0, 0)),
        (49, 2, "blue", 2, (2, 0, 0, 1, 4)),
        (89, 3, "red", 5, (0, 0, 7, 3, 0)),
    ],
)
def test_known_cards(card: int, level: int, bonus: str, prestige: int, cost: tuple[int, ...]) -> None:
    """Some cards by heart, so that ids stay what recorded games and protocols mean by them."""
    found = CARDS[card]
    assert (found.level, COLOURS[found.bonus], found.prestige, found.cost) == (level, bonus, prestige, cost)
