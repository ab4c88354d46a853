"""Dice by chance."""

from __future__ import annotations

from collections import Counter

from bottega.games.chance import Chance
from bottega.games.sagrada.bag import FULL_BAG, draw, returned, roll

CHANCE = Chance((3).to_bytes(32, "big"))


def test_a_whole_bag_is_ninety_dice_eighteen_of_a_colour() -> None:
    """Drawn to the last die, the bag has given 18 dice of each colour."""
    dice, left, _ = draw(FULL_BAG, CHANCE, 90)
    assert left == (0, 0, 0, 0, 0)
    assert Counter(die // 6 for die in dice) == dict.fromkeys(range(5), 18)


def test_every_die_and_face_is_as_likely() -> None:
    """Over many draws each of the thirty kinds of die comes up about equally often."""
    chance, seen = CHANCE, Counter[int]()
    for _ in range(600):
        dice, _, chance = draw(FULL_BAG, chance, 5)
        seen.update(dice)
    assert len(seen) == 30
    assert all(60 <= count <= 140 for count in seen.values())


def test_a_returned_die_can_be_drawn_again() -> None:
    """From an empty bag the die put back is the only one there is."""
    bag = returned((0, 0, 0, 0, 0), 14)
    dice, left, _ = draw(bag, CHANCE, 1)
    assert dice[0] // 6 == 14 // 6
    assert sum(left) == 0


def test_a_roll_keeps_the_colours() -> None:
    """Rolled dice change their faces only, and the same chance rolls the same faces."""
    dice = tuple(range(30))
    rolled, after = roll(dice, CHANCE)
    assert [die // 6 for die in rolled] == [die // 6 for die in dice]
    assert rolled != dice
    assert roll(dice, CHANCE) == (rolled, after)
    assert after.drawn >= CHANCE.drawn + 30
