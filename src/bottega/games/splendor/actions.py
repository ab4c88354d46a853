"""What a player can do: one main action a turn, then what it obliges to.

Actions are plain values, and ``str`` of one is its notation: ``take wbg``, ``take rr``, ``reserve 37``,
``reserve deck2``, ``buy 12``, ``buy 12 with w2 g1 *1``, ``return w1 *1``, ``noble 3``, ``pass``. Everything that a
player does in Splendor is done in the open, so the public notation of an action is its notation. Actions that come
up all the time exist once and are handed out by ``legal``.

>>> Action.from_text("buy 12 with w2 *1")
Buy(card=12, payment=(2, 0, 0, 0, 0, 1))
>>> str(Take((0, 1, 2)))
'take wbg'
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from itertools import combinations, combinations_with_replacement

from bottega.games import core
from bottega.games.core import SKIP, SKIP_NOTATION, BadNotation, Skip
from bottega.games.splendor.cards import CARDS, LEVELS, NOBLES
from bottega.games.splendor.tokens import COLOURS, LETTERS, TOKENS, Tokens, read_tokens, write_tokens
from bottega.limits import MAX_MISREAD


class Action(core.Action, frozen=True):
    """Something that a player can do in Splendor."""

    @classmethod
    def from_text(cls, text: str) -> Action | Skip:
        """The action that a notation names, of whatever kind, or BadNotation."""
        for notation, action in _NOTATIONS:
            if found := notation.fullmatch(text):
                return action(found)
        raise BadNotation(
            f"{text[:MAX_MISREAD]!r} names no action of Splendor; try 'take wbg', 'buy 12' or 'reserve deck2'"
        )


class Take(Action, frozen=True, tag="take"):
    """Take tokens: the colours in their order, one colour twice for two of the same."""

    colours: tuple[int, ...]

    def __str__(self) -> str:
        return "take " + "".join([LETTERS[colour] for colour in self.colours])


class Reserve(Action, frozen=True, tag="reserve"):
    """Reserve a face-up card, and take a gold token if one is left."""

    card: int

    def __str__(self) -> str:
        return f"reserve {self.card}"


class ReserveTop(Action, frozen=True, tag="reserve_top"):
    """Reserve the unseen top card of a level's deck, and take a gold token if one is left."""

    level: int

    def __str__(self) -> str:
        return f"reserve deck{self.level}"


class Buy(Action, frozen=True, tag="buy"):
    """Buy a face-up or reserved card; without a payment, coloured tokens go first and gold fills up."""

    card: int
    payment: Tokens | None = None

    def __str__(self) -> str:
        return f"buy {self.card}" + ("" if self.payment is None else f" with {write_tokens(self.payment)}")


class Return(Action, frozen=True, tag="return"):
    """Return tokens above the limit to the bank."""

    tokens: Tokens

    def __str__(self) -> str:
        return f"return {write_tokens(self.tokens)}"


class ChooseNoble(Action, frozen=True, tag="noble"):
    """Receive this one of several nobles that would come."""

    noble: int

    def __str__(self) -> str:
        return f"noble {self.noble}"


class Pass(Action, frozen=True, tag="pass"):
    """Do nothing, where nothing can be done."""

    def __str__(self) -> str:
        return "pass"


ACTIONS: tuple[type[Action], ...] = (Take, Reserve, ReserveTop, Buy, Return, ChooseNoble, Pass)
"""Every kind of action."""

PASS = Pass()
BUY = tuple(Buy(card.id) for card in CARDS)
RESERVE = tuple(Reserve(card.id) for card in CARDS)
RESERVE_TOP = tuple(ReserveTop(level) for level in LEVELS)
CHOOSE_NOBLE = tuple(ChooseNoble(noble.id) for noble in NOBLES)

_COLOURS = range(len(COLOURS))
TAKE_DIFFERENT = {size: tuple(Take(colours) for colours in combinations(_COLOURS, size)) for size in (1, 2, 3)}
"""Every way to take so many tokens of different colours."""
TAKE_TWO = tuple(Take((colour, colour)) for colour in _COLOURS)
"""For each colour, taking two of it."""


@cache
def ways_to_return(count: int) -> tuple[Return, ...]:
    """Every way to return so many tokens, whoever has them, in the order of their numbers."""
    chosen = combinations_with_replacement(range(len(TOKENS)), count)
    return tuple(sorted((Return(_counts(kinds)) for kinds in chosen), key=lambda way: way.tokens))


def _counts(kinds: tuple[int, ...]) -> Tokens:
    white, blue, green, red, black, gold = map(kinds.count, range(len(TOKENS)))
    return white, blue, green, red, black, gold


def _card(text: str) -> int:
    if int(text) >= len(CARDS):
        raise BadNotation(f"there is no card {text}: cards are numbered 0 to {len(CARDS) - 1}")
    return int(text)


_NUMBER = "(0|[1-9][0-9]?)"
_NOTATIONS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Action | Skip]], ...] = (
    (re.compile("take ([wbgrk]{1,3})"), lambda found: Take(tuple(sorted(map(LETTERS.index, found[1]))))),
    (re.compile(f"buy {_NUMBER}"), lambda found: BUY[_card(found[1])]),
    (re.compile(f"reserve {_NUMBER}"), lambda found: RESERVE[_card(found[1])]),
    (re.compile("reserve deck([123])"), lambda found: RESERVE_TOP[int(found[1]) - 1]),
    (re.compile("return (.+)"), lambda found: Return(read_tokens(found[1]))),
    (re.compile("noble ([0-9])"), lambda found: CHOOSE_NOBLE[int(found[1])]),
    (re.compile(f"buy {_NUMBER} with (.+)"), lambda found: Buy(_card(found[1]), read_tokens(found[2]))),
    (re.compile("pass"), lambda found: PASS),
    (re.compile(SKIP_NOTATION), lambda found: SKIP),
)
"""Every notation, and the action that it names."""
