"""Splendor tables set up as a test needs them, always possible ones.

``table(who("w3 *1", bonuses="b2"), who())`` is a table for two; cards that are not named lie in the decks,
tokens that nobody holds lie in the bank.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import pytest

from bottega.games.core import IllegalMove
from bottega.games.splendor import (
    CARDS,
    LETTERS,
    NOBLES,
    Options,
    Phase,
    Player,
    State,
    apply,
    read,
    read_state,
    write_state,
)
from bottega.games.splendor.model import EMPTY, full_bank
from bottega.games.splendor.tokens import read_tokens


class Who(NamedTuple):
    """What a player of a test's table has."""

    tokens: str
    bonuses: str
    cards: tuple[int, ...]
    nobles: tuple[int, ...]
    reserved: tuple[int, ...]
    secret: tuple[int, ...]


def who(
    tokens: str = "nothing",
    *,
    bonuses: str = "nothing",
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
    **options: Any,
) -> State:
    """A table at which ``seat`` is to make a main action.

    ``up`` are cards that lie face up; in the ``exhausted`` levels nothing else does and the deck is empty:
    whatever is left of those levels has been bought by the last player.
    """
    seats, up, exhausted = len(players), list(up), set(exhausted)
    named = {card for one in players for card in (*one.cards, *one.reserved, *one.secret)} | set(up)
    free = [card.id for card in CARDS if card.id not in named]
    hands = []
    for one in players:
        cards = list(one.cards)
        for colour, count in enumerate(read_tokens(one.bonuses)):
            suited = [c for c in free if (CARDS[c].level, CARDS[c].prestige, CARDS[c].bonus) == (1, 0, colour)]
            cards += suited[:count]
            assert len(suited) >= count
            free = [card for card in free if card not in cards]
        hands.append(cards)
    hands[-1] += [card for card in free if CARDS[card].level in exhausted]
    face_up: list[int] = []
    decks = []
    for level in (1, 2, 3):
        row = [card for card in up if CARDS[card].level == level]
        deck = [card for card in free if CARDS[card].level == level and level not in exhausted]
        missing = 4 - len(row)
        face_up += row + ([EMPTY] * missing if level in exhausted else deck[:missing])
        decks.append(tuple(deck[missing:]))
    owned = [noble for one in players for noble in one.nobles]
    if nobles is None:
        nobles = [noble.id for noble in NOBLES if noble.id not in owned][: seats + 1 - len(owned)]
    bank = list(full_bank(seats))
    seated = []
    for one, cards in zip(players, hands, strict=True):
        tokens = read_tokens(one.tokens)
        bank = [left - held for left, held in zip(bank, tokens, strict=True)]
        bonuses = tuple(sum(CARDS[card].bonus == colour for card in cards) for colour in range(5))
        prestige = sum(CARDS[card].prestige for card in cards) + 3 * len(one.nobles)
        reserved = (*one.reserved, *one.secret)
        seated.append(Player(tokens, bonuses, prestige, tuple(cards), one.nobles, reserved, one.secret))  # type: ignore[arg-type]
    state = State(
        Options(**options),
        1 + seat,
        seat,
        Phase.MAIN,
        passes,
        tuple(bank),  # type: ignore[arg-type]
        tuple(face_up),
        tuple(decks),
        tuple(nobles),
        tuple(seated),
    )
    assert read_state(write_state(state)) == state, "no possible table"
    return state


def play(state: State, *moves: str) -> State:
    """The state after these moves, each made by the seat to move."""
    for move in moves:
        state = apply(state, state.seat, read(move))
    return state


def refused(state: State, move: str) -> str:
    """The reason why the seat to move may not make this move; the test fails if it may."""
    before = write_state(state)
    with pytest.raises(IllegalMove) as refusal:
        apply(state, state.seat, read(move))
    assert write_state(state) == before
    return refusal.value.reason


def purse(tokens: Sequence[int]) -> str:
    """Tokens in notation."""
    return " ".join(f"{LETTERS[colour]}{count}" for colour, count in enumerate(tokens) if count) or "nothing"
