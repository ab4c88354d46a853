"""Actions as text: ``take wbg``, ``take rr``, ``reserve 37``, ``reserve deck2``, ``buy 12``,
``buy 12 with w2 g1 *1``, ``return w1 *1``, ``noble 3``, ``pass``, ``skip``.

Colours are w(hite), b(lue), g(reen), r(ed), (blac)k and * for gold. Everything that a player does in
Splendor is done in the open, so the public notation of an action is its notation.
"""

from __future__ import annotations

import re
from functools import lru_cache

from bottega.games.core import SKIP, SKIP_NOTATION, BadNotation
from bottega.games.splendor.actions import (
    BUY,
    CHOOSE_NOBLE,
    PASS,
    RESERVE,
    RESERVE_TOP,
    Action,
    Buy,
    ChooseNoble,
    Pass,
    Reserve,
    ReserveTop,
    Return,
    Take,
)
from bottega.games.splendor.cards import LETTERS, Tokens

_TAKE = re.compile(r"take ([wbgrk]{1,3})")
_RESERVE = re.compile(r"reserve (0|[1-9][0-9]?)")
_RESERVE_TOP = re.compile(r"reserve deck([123])")
_BUY = re.compile(r"buy (0|[1-9][0-9]?)")
_BUY_WITH = re.compile(r"buy (0|[1-9][0-9]?) with (.+)")
_RETURN = re.compile(r"return (.+)")
_NOBLE = re.compile(r"noble ([0-9])")
_PILE = re.compile(r"([wbgrk*])([1-9])")

NOTHING = "nothing"
"""The payment for a card that bonuses cover."""


def write_tokens(tokens: Tokens) -> str:
    """Tokens as ``w2 g1 *1``."""
    piles = [f"{LETTERS[colour]}{count}" for colour, count in enumerate(tokens) if count]
    return " ".join(piles) or NOTHING


def read_tokens(text: str) -> Tokens:
    """The tokens that such a text names, each colour at most once."""
    counts = [0] * len(LETTERS)
    for pile in [] if text == NOTHING else text.split(" "):
        found = _PILE.fullmatch(pile)
        if not found or counts[LETTERS.index(found[1])]:
            raise BadNotation(f"tokens are written like w2 g1 *1, each colour once, not {text!r}")
        counts[LETTERS.index(found[1])] = int(found[2])
    white, blue, green, red, black, gold = counts
    return white, blue, green, red, black, gold


@lru_cache(maxsize=1 << 12)
def write(action: Action) -> str:
    """The action's notation; the same few actions are written all the time."""
    match action:
        case Take(colours):
            return "take " + "".join(LETTERS[colour] for colour in colours)
        case Reserve(card):
            return f"reserve {card}"
        case ReserveTop(level):
            return f"reserve deck{level}"
        case Buy(card, payment):
            return f"buy {card}" if payment is None else f"buy {card} with {write_tokens(payment)}"
        case Return(tokens):
            return f"return {write_tokens(tokens)}"
        case ChooseNoble(noble):
            return f"noble {noble}"
        case Pass():
            return "pass"
        case _:
            return SKIP_NOTATION


def public(action: Action) -> str:
    """The notation as the other seats may see it: all of it."""
    return write(action)


def read(text: str) -> Action:
    """The action that a notation names, or BadNotation."""
    if text == "pass":
        return PASS
    if text == SKIP_NOTATION:
        return SKIP
    if found := _TAKE.fullmatch(text):
        return Take(tuple(sorted(map(LETTERS.index, found[1]))))
    if found := _RESERVE.fullmatch(text):
        return RESERVE[_card(found[1])]
    if found := _RESERVE_TOP.fullmatch(text):
        return RESERVE_TOP[int(found[1]) - 1]
    if found := _BUY.fullmatch(text):
        return BUY[_card(found[1])]
    if found := _BUY_WITH.fullmatch(text):
        return Buy(_card(found[1]), read_tokens(found[2]))
    if found := _RETURN.fullmatch(text):
        return Return(read_tokens(found[1]))
    if found := _NOBLE.fullmatch(text):
        return CHOOSE_NOBLE[int(found[1])]
    raise BadNotation(f"{text[:60]!r} names no action of Splendor; try 'take wbg', 'buy 12' or 'reserve deck2'")


def _card(text: str) -> int:
    if int(text) >= len(BUY):
        raise BadNotation(f"there is no card {text}: cards are numbered 0 to {len(BUY) - 1}")
    return int(text)
