"""Everything the rules of Splendor say: why something is refused, and the lines of the score sheet.

Each refusal names the things it is about by their numbers. The kind of each (``card``, ``noble``, ``seat``...) says
how it is spelled; a protocol that numbers cards otherwise has another spelling for ``card`` and ``cards``.
"""

from __future__ import annotations

from bottega.games.refusal import Phrasebook, Spelling, counted, listing
from bottega.games.splendor.tokens import COLOURS, TOKENS, Gems

_REFUSALS = {
    # whose turn it is, and what it asks for
    "over": "the game is over",
    "not-your-turn": "it is the turn of {seat:seat}",
    "no-such-seat": "there is no {seat:seat} at this table",
    "no-such-action": "that is not an action of Splendor",
    "return-first": "first return {surplus:tokens}: you have {held} and may keep {limit}",
    "noble-first": "first choose one of the nobles who would come to you",
    "can-still-move": "you can still move, and pass only when you cannot",
    # taking tokens
    "take-nothing": "take at least one token",
    "take-only-gems": "only white, blue, green, red and black tokens can be taken; gold comes with a reserved card",
    "take-in-order": "name the colours in the order white, blue, green, red, black",
    "take-three-or-two": "take three tokens of different colours, or two of the same colour",
    "take-more": "take {needs:tokens} of different colours: {left:colours} are left in the bank",
    "pile-empty": "there are no {colour:colour} tokens left",
    "pile-too-small": "{colour:colour} has {left:tokens} left; taking two needs at least {needs}",
    # reserving cards
    "hand-full": "you already hold {limit:reserved}, and that is the limit",
    "reserve-only-face-up": "at this table only face-up cards can be reserved",
    "no-such-deck": "there is no deck of level {level:level}",
    "deck-empty": "the deck of level {level:level} is empty",
    # cards that are elsewhere
    "no-such-card": "there is no card {card:card}",
    "card-bought": "card {card:card} has already been bought",
    "card-yours": "card {card:card} is reserved by you",
    "card-reserved": "card {card:card} is reserved by another player",
    "card-not-shown": "card {card:card} is not on the table; face up in level {level:level}: {shown:cards}",
    # paying for cards
    "too-dear": "you are {short:tokens} short of card {card:card}, which costs you {price:price}",
    "payment-malformed": "a payment is a number of tokens of each colour and gold",
    "payment-too-much": "card {card:card} costs you {cost:pile}, not {paid}",
    "payment-wrong-gold": "with these coloured tokens card {card:card} costs {needs} gold, not {paid}",
    "not-held": "you have {held:pile}, not {asked}",
    # returning tokens
    "nothing-to-return": "there is nothing to return: you have {held:tokens} and may keep {limit}",
    "return-malformed": "a return is a number of tokens of each colour and gold",
    "return-no-gold": "at this table gold cannot be returned",
    "return-exactly": "return exactly {surplus:tokens}: you have {held} and may keep {limit}",
    # nobles
    "no-choice-of-nobles": "nobles come at the end of a turn; there is none to choose now",
    "noble-not-coming": "noble {noble:noble} is not among those who would come to you",
}

_LINES = {
    "cards": ("cards", "{bought} bought"),
    "nobles": ("nobles", "{received} received"),
}


def _pile(pile: tuple[int, int]) -> str:
    """A colour and how many tokens of it."""
    colour, count = pile
    return counted(f"{TOKENS[colour]} token")(count)


def _price(price: Gems) -> str:
    """How many tokens of each colour."""
    return listing()(tuple(f"{count} {COLOURS[colour]}" for colour, count in enumerate(price) if count))


_SPELLINGS: dict[str, Spelling] = {
    "card": str,
    "cards": listing(),
    "colour": TOKENS.__getitem__,
    "colours": counted("colour"),
    "level": str,
    "noble": str,
    "pile": _pile,
    "price": _price,
    "reserved": counted("reserved card"),
    "seat": "seat {}".format,
    "tokens": counted("token"),
}

PHRASES = Phrasebook("splendor", _REFUSALS, _SPELLINGS, _LINES)
