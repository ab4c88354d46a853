"""Everything the rules of Sagrada say: the lines of the score sheet."""

from __future__ import annotations

from bottega.games.refusal import Phrasebook, Spelling
from bottega.games.sagrada.cards import COLOUR_NAMES, DICE, PRIVATE_OBJECTIVES, PUBLIC_OBJECTIVES

_SPELLINGS: dict[str, Spelling] = {
    "colour": lambda colour: COLOUR_NAMES[colour],
    "dice": lambda dice: " ".join(DICE[die] for die in dice),
    "public": lambda number: PUBLIC_OBJECTIVES[number].name,
    "private": lambda colour: PRIVATE_OBJECTIVES[colour].name,
}

PHRASES = Phrasebook(
    "sagrada",
    {},
    _SPELLINGS,
    lines={
        "public": ("{objective:public}", "{count} x {each}"),
        "private": ("{colour:private}", "{dice:dice}"),
        "private-none": ("{colour:private}", "no {colour:colour} die"),
        "tokens": ("Favour tokens", "{left} left"),
        "empty": ("Empty spaces", "{count} x -{each}"),
        "target": ("Target", "to be exceeded: {target} on the round track"),
    },
)
