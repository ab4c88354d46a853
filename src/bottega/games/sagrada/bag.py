"""Dice by chance: out of the bag, rolled, rolled again.

A die drawn is one draw of chance: which of the dice left in the bag, and which of its six faces.
"""

from __future__ import annotations

from bottega.games.chance import Chance
from bottega.games.sagrada.cards import COLOURS, DICE_PER_COLOUR

Bag = tuple[int, ...]
FULL_BAG: Bag = (DICE_PER_COLOUR,) * len(COLOURS)


def draw(bag: Bag, chance: Chance, count: int) -> tuple[tuple[int, ...], Bag, Chance]:
    """So many dice drawn and rolled, the bag without them, and the chance that follows."""
    left = list(bag)
    total = sum(bag)
    dice = []
    for remaining in range(total, total - count, -1):
        number, chance = chance.below(remaining * 6)
        place, face = divmod(number, 6)
        colour = 0
        while place >= left[colour]:
            place -= left[colour]
            colour += 1
        left[colour] -= 1
        dice.append(colour * 6 + face)
    return tuple(dice), tuple(left), chance


def returned(bag: Bag, die: int) -> Bag:
    """The bag with a die put back."""
    colour = die // 6
    return (*bag[:colour], bag[colour] + 1, *bag[colour + 1 :])


def roll(dice: tuple[int, ...], chance: Chance) -> tuple[tuple[int, ...], Chance]:
    """The same dice rolled again."""
    rolled = []
    for die in dice:
        face, chance = chance.below(6)
        rolled.append(die - die % 6 + face)
    return tuple(rolled), chance
