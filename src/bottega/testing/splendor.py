"""Splendor tables set up as a test needs them, always possible ones.

``table(who("w3 *1", bonuses="b2"), who())`` is a table for two; cards that are not named lie in the decks,
tokens that nobody holds lie in the bank.

>>> state = table(who("b2 *1"), who(), up=[22])
>>> play(state, "buy 22").players[0].cards
(22,)
>>> refused(state, "take bb")
'blue has 2 tokens left; taking two needs at least 4'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bottega.games.core import IllegalMove
from bottega.games.splendor import CARDS, LEVELS, NOBLES, Action, Options, Phase, Player, State, apply
from bottega.games.splendor.model import EMPTY, SLOTS, full_bank
from bottega.games.splendor.tokens import NOTHING, Tokens, minus, read_tokens, write_tokens

__all__ = ["Who", "play", "purse", "refused", "table", "who"]


class Who(NamedTuple):
    """What a player of the table has."""

    tokens: str
    bonuses: str
    cards: tuple[int, ...]
    nobles: tuple[int, ...]
    reserved: tuple[int, ...]
    secret: tuple[int, ...]


def who(
    tokens: str = NOTHING,
    *,
    bonuses: str = NOTHING,
    cards: Sequence[int] = (),
    nobles: Sequence[int] = (),
    reserved: Sequence[int] = (),
    secret: Sequence[int] = (),
) -> Who:
    """A player with tokens, bonuses from worthless cards, further cards, nobles and reserved cards."""
    return Who(tokens, bonuses, tuple(cards), tuple(nobles), tuple(reserved), tuple(secret))


def table(
    *players: Who,
    seat: int = 0,
    up: Iterable[int] = (),
    nobles: Sequence[int] | None = None,
    exhausted: Iterable[int] = (),
    passes: int = 0,
    reserve_limit: int = 3,
    blind_reserve: bool = True,
    return_gold: bool = True,
    lenient_take: bool = False,
) -> State:
    """A table at which ``seat`` is to make a main action, or BadNotation if no game can come to it.

    ``up`` are cards that lie face up; in the ``exhausted`` levels nothing else does and the deck is empty:
    whatever is left of those levels has been bought by the last player.
    """
    up, exhausted = list(up), set(exhausted)
    named = {card for one in players for card in (*one.cards, *one.reserved, *one.secret)} | set(up)
    free = [card.id for card in CARDS if card.id not in named]
    hands = []
    for one in players:
        cards = [*one.cards, *_worthless(free, read_tokens(one.bonuses))]
        free = [card for card in free if card not in cards]
        hands.append(cards)
    hands[-1] += [card for card in free if CARDS[card].level in exhausted]
    face_up: list[int] = []
    decks = []
    for level in LEVELS:
        row = [card for card in up if CARDS[card].level == level]
        deck = [card for card in free if CARDS[card].level == level and level not in exhausted]
        missing = SLOTS - len(row)
        face_up += row + ([EMPTY] * missing if level in exhausted else deck[:missing])
        decks.append(tuple(deck[missing:]))
    if nobles is None:
        owned = [noble for one in players for noble in one.nobles]
        nobles = [noble.id for noble in NOBLES if noble.id not in owned][: len(players) + 1 - len(owned)]
    bank = full_bank(len(players))
    for one in players:
        bank = minus(bank, read_tokens(one.tokens))
    state = State(
        Options(reserve_limit, blind_reserve, return_gold, lenient_take),
        1 + seat,
        seat,
        Phase.MAIN,
        passes,
        bank,
        tuple(face_up),
        tuple(decks),
        tuple(nobles),
        tuple(_seated(one, cards) for one, cards in zip(players, hands, strict=True)),
    )
    return State.from_text(state.to_text())


def _worthless(free: Sequence[int], bonuses: Tokens) -> list[int]:
    """Cards of level 1 without prestige that give these bonuses."""
    cards: list[int] = []
    for colour, count in enumerate(bonuses):
        suited = [c for c in free if (CARDS[c].level, CARDS[c].prestige, CARDS[c].bonus) == (1, 0, colour)]
        if len(suited) < count:
            raise ValueError(f"there are only {len(suited)} worthless cards of colour {colour}, not {count}")
        cards += suited[:count]
    return cards


def _seated(one: Who, cards: Sequence[int]) -> Player:
    white, blue, green, red, black = (sum(CARDS[card].bonus == colour for card in cards) for colour in range(5))
    prestige = sum(CARDS[card].prestige for card in cards) + sum(NOBLES[noble].prestige for noble in one.nobles)
    return Player(
        read_tokens(one.tokens),
        (white, blue, green, red, black),
        prestige,
        tuple(cards),
        one.nobles,
        (*one.reserved, *one.secret),
        one.secret,
    )


def play(state: State, *moves: str) -> State:
    """The state after these moves, each made by the seat to move."""
    for move in moves:
        state = apply(state, state.seat, Action.from_text(move))
    return state


def refused(state: State, move: str) -> str:
    """The reason why the seat to move may not make this move; AssertionError if it may."""
    before = state.to_text()
    try:
        apply(state, state.seat, Action.from_text(move))
    except IllegalMove as refusal:
        if state.to_text() != before:
            raise AssertionError(f"{move!r} was refused and yet changed the table") from refusal
        return str(refusal)
    raise AssertionError(f"{move!r} was not refused")


def purse(tokens: Tokens) -> str:
    """Tokens in notation."""
    return write_tokens(tokens)
