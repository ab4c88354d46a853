"""Chance for thinking: the same numbers for the same seed, and all of them."""

from __future__ import annotations

from collections import Counter

from bottega.bots.dice import Dice
from bottega.games.chance import SEED_BYTES


def test_the_numbers_are_the_same_on_every_machine() -> None:
    """What follows from a seed is fixed for ever: a recorded thought can be had again."""
    dice = Dice(b"seed")
    assert [dice.below(100) for _ in range(6)] == [65, 40, 98, 97, 98, 15]


def test_every_number_comes_about_as_often() -> None:
    """Six thousand throws of a die give each face about a thousand times."""
    dice = Dice(b"fair")
    counts = Counter(dice.below(6) for _ in range(6000))
    assert set(counts) == set(range(6))
    assert all(850 < count < 1150 for count in counts.values())


def test_seeds_and_orders() -> None:
    """A seed has the length that a deal asks for; a shuffle keeps everything and hardly ever its order."""
    dice = Dice(b"deal")
    assert len(dice.seed()) == SEED_BYTES
    assert dice.seed() != dice.seed()
    order = dice.shuffled(range(30))
    assert sorted(order) == list(range(30)) != order
