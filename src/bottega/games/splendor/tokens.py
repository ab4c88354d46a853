"""The five colours and gold: their numbers, names and letters, and how numbers of tokens are added and written.

Colours are numbered white 0, blue 1, green 2, red 3, black 4; gold, where it has a place, is 5.
"""

from __future__ import annotations

import re

from bottega.games.core import BadNotation
from bottega.limits import MAX_MISREAD

COLOURS = ("white", "blue", "green", "red", "black")
GOLD = 5
TOKENS = (*COLOURS, "gold")
LETTERS = "wbgrk*"
"""One letter for each kind of token: w(hite), b(lue), g(reen), r(ed), (blac)k and * for gold."""

Gems = tuple[int, int, int, int, int]
"""A number of something in each of the five colours."""

Tokens = tuple[int, int, int, int, int, int]
"""A number of tokens of each of the five colours and gold."""

NOTHING = "nothing"
"""How no tokens are written: the payment for a card that bonuses cover."""

_PILE = re.compile(r"([wbgrk*])([1-9])")


def plus(held: Tokens, more: Tokens) -> Tokens:
    """Tokens and more tokens."""
    white, blue, green, red, black, gold = held
    w, b, g, r, k, y = more
    return white + w, blue + b, green + g, red + r, black + k, gold + y


def minus(held: Tokens, fewer: Tokens) -> Tokens:
    """Tokens without some of them."""
    white, blue, green, red, black, gold = held
    w, b, g, r, k, y = fewer
    return white - w, blue - b, green - g, red - r, black - k, gold - y


def write_tokens(tokens: Tokens | Gems) -> str:
    """Tokens as ``w2 g1 *1``."""
    return " ".join([f"{LETTERS[colour]}{count}" for colour, count in enumerate(tokens) if count]) or NOTHING


def read_tokens(text: str) -> Tokens:
    """The tokens that such a text names, each colour at most once."""
    counts = [0] * len(LETTERS)
    for pile in [] if text == NOTHING else text.split(" "):
        found = _PILE.fullmatch(pile)
        if not found or counts[LETTERS.index(found[1])]:
            raise BadNotation(f"tokens are written like w2 g1 *1, each colour once, not {text[:MAX_MISREAD]!r}")
        counts[LETTERS.index(found[1])] = int(found[2])
    white, blue, green, red, black, gold = counts
    return white, blue, green, red, black, gold
