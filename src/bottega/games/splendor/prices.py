"""What things cost: which cards a player can afford, how they are paid, which nobles would come.

What a card of cost c is short of, with b bonuses and t tokens, is c - b - t in every colour that lacks
something; gold must make up for all of it. So only ``b + t`` matters, and the shortfall in one colour
for *all* cards at once can be looked up: it is one long integer with five bits a card. Five such
integers added give every card's shortfall, and one more addition compares all of them with the gold.
"""

from __future__ import annotations

from bottega.games.splendor.cards import CARDS, NOBLES
from bottega.games.splendor.tokens import COLOURS, GOLD, Gems, Tokens

_BITS = 5
_HIGHEST = 1 << (_BITS - 1)
_MOST = 31
"""More bonuses and tokens of one colour than anybody can have."""


def _spread(numbers: list[int]) -> int:
    """One long integer with a number for each card."""
    return sum(number << (_BITS * card) for card, number in enumerate(numbers))


_SHORTFALL = tuple(
    tuple(_spread([max(0, card.cost[colour] - power) for card in CARDS]) for power in range(_MOST))
    for colour in range(len(COLOURS))
)
_LACKS_WHITE, _LACKS_BLUE, _LACKS_GREEN, _LACKS_RED, _LACKS_BLACK = _SHORTFALL
_ABOVE = tuple(_spread([_HIGHEST - 1 - gold] * len(CARDS)) for gold in range(6))
"""For each number of gold tokens, what lifts every greater shortfall to the highest bit."""

_COSTS = tuple(tuple((colour, cost) for colour, cost in enumerate(card.cost) if cost) for card in CARDS)
"""For each card, the colours that it costs and how much."""

CARD_BIT = tuple(_HIGHEST << (_BITS * card.id) for card in CARDS)
"""The bit of :func:`unaffordable` that stands for a card."""
SHORT_SHIFT = tuple(_BITS * card.id for card in CARDS)
"""Where in :func:`shortfalls` a card's own number begins."""
SHORT_MASK = (1 << _BITS) - 1


def shortfalls(tokens: Tokens, bonuses: Gems) -> int:
    """A long integer that holds for every card (SHORT_SHIFT, SHORT_MASK) how many tokens are lacking without gold."""
    white, blue, green, red, black, _ = tokens
    more_white, more_blue, more_green, more_red, more_black = bonuses
    return (
        _LACKS_WHITE[white + more_white]
        + _LACKS_BLUE[blue + more_blue]
        + _LACKS_GREEN[green + more_green]
        + _LACKS_RED[red + more_red]
        + _LACKS_BLACK[black + more_black]
    )


def unaffordable(tokens: Tokens, bonuses: Gems) -> int:
    """A long integer in which the bits (CARD_BIT) of all cards that cannot be bought are set."""
    white, blue, green, red, black, gold = tokens
    more_white, more_blue, more_green, more_red, more_black = bonuses
    return (
        _LACKS_WHITE[white + more_white]
        + _LACKS_BLUE[blue + more_blue]
        + _LACKS_GREEN[green + more_green]
        + _LACKS_RED[red + more_red]
        + _LACKS_BLACK[black + more_black]
        + _ABOVE[gold]
    )


def owed(card: int, bonuses: Gems) -> Gems:
    """A card's cost after the bonuses."""
    cost = CARDS[card].cost
    white, blue, green, red, black = (max(0, cost[i] - bonuses[i]) for i in range(5))
    return white, blue, green, red, black


def payment(card: int, tokens: Tokens, bonuses: Gems) -> Tokens:
    """The canonical payment: coloured tokens first, gold for the rest (more than there is, if short)."""
    paid = [0, 0, 0, 0, 0]
    gold = 0
    for colour, cost in _COSTS[card]:
        need = cost - bonuses[colour]
        if need > 0:
            held = tokens[colour]
            if need > held:
                gold += need - held
                need = held
            paid[colour] = need
    white, blue, green, red, black = paid
    return white, blue, green, red, black, gold


def missing(card: int, tokens: Tokens, bonuses: Gems) -> int:
    """How many tokens a player is short of a card, gold included."""
    return max(0, payment(card, tokens, bonuses)[GOLD] - tokens[GOLD])


_CONTENT = tuple(
    tuple(frozenset(noble.id for noble in NOBLES if noble.cost[colour] <= bonus) for bonus in range(_MOST))
    for colour in range(len(COLOURS))
)
_LIKE_WHITE, _LIKE_BLUE, _LIKE_GREEN, _LIKE_RED, _LIKE_BLACK = _CONTENT
"""For each number of bonuses of one colour, the nobles whom that colour does not keep away."""


def callers(bonuses: Gems) -> frozenset[int]:
    """The nobles, of all ten, that would come to somebody with these bonuses."""
    white, blue, green, red, black = bonuses
    return _LIKE_WHITE[white] & _LIKE_BLUE[blue] & _LIKE_GREEN[green] & _LIKE_RED[red] & _LIKE_BLACK[black]
