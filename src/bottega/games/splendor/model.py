"""A game of Splendor as a value, and its set-up.

How it works. A state is a frozen struct of small tuples; moves build a new one out of the parts of the
old one. Everything that chance decides is decided at set-up, when the decks are shuffled, so the seed
itself is no part of the state.

What must stay true:

1. Tokens: bank and players together always hold what the set-up put there, colour by colour.
2. Cards: every card is in exactly one place: a deck, a face-up slot, or with a player, bought or reserved.
3. ``face_up`` has twelve slots, four a level, level 1 first. A slot is refilled from its own deck, whose
   top card is the last of its tuple, and stays ``EMPTY`` when that deck has run out.
4. A player's ``bonuses`` and ``prestige`` are those of the cards and nobles the player has; they are
   kept only because they are asked for all the time. ``secret`` lists those of the reserved cards that
   came unseen from a deck.
5. ``phase`` says what the seat to move owes. ``passes`` counts the forced passes since anybody last made another move.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec

from bottega.games.chance import Chance, check_seed
from bottega.games.splendor.cards import CARDS, LEVELS, NOBLES
from bottega.games.splendor.tokens import Gems, Tokens

SEATS = range(2, 5)
TOKENS_PER_COLOUR = {2: 4, 3: 5, 4: 7}
GOLD_TOKENS = 5
SLOTS = 4
EMPTY = -1

ENOUGH_FOR_TWO = 4
"""A pile must hold so many before two of it may be taken."""
MOST_TAKEN = 3
"""So many tokens can be taken in one turn."""
TOKEN_LIMIT = 10
"""So many tokens may be kept at the end of a turn."""
ENOUGH_PRESTIGE = 15
"""Who has so much prestige brings the last round."""


class Phase(StrEnum):
    """What the seat to move owes: a main action, tokens above the limit, the choice of a noble, nothing any more."""

    MAIN = "main"
    RETURN = "return"
    NOBLE = "noble"
    OVER = "over"

    def __repr__(self) -> str:
        return f"Phase.{self.name}"


class Options(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a table may play differently; the defaults are the official rules."""

    reserve_limit: Annotated[int, msgspec.Meta(ge=1, le=3)] = 3
    blind_reserve: bool = True
    return_gold: bool = True
    lenient_take: bool = False


class Player(msgspec.Struct, frozen=True, gc=False):
    """What lies before a player."""

    tokens: Tokens = (0, 0, 0, 0, 0, 0)
    bonuses: Gems = (0, 0, 0, 0, 0)
    prestige: int = 0
    cards: tuple[int, ...] = ()
    nobles: tuple[int, ...] = ()
    reserved: tuple[int, ...] = ()
    secret: tuple[int, ...] = ()


class State(msgspec.Struct, frozen=True, gc=False):
    """A game at one moment."""

    options: Options
    turn: int
    seat: int
    phase: Phase
    passes: int
    bank: Tokens
    face_up: tuple[int, ...]
    decks: tuple[tuple[int, ...], ...]
    nobles: tuple[int, ...]
    players: tuple[Player, ...]

    # What writes, reads and draws a state stands above this module and is imported when it is asked for.

    def __str__(self) -> str:
        from bottega.games.splendor.view import uncovered

        return str(uncovered(self))

    def to_text(self) -> str:
        """The state as one line of text, complete enough to play on from it."""
        from bottega.games.splendor.text import write_state

        return write_state(self)

    @classmethod
    def from_text(cls, text: str) -> State:
        """The state that such a line names, or BadNotation."""
        from bottega.games.splendor.text import read_state

        return read_state(text)


def full_bank(seats: int) -> Tokens:
    """All tokens of a game for so many players."""
    count = TOKENS_PER_COLOUR[seats]
    return count, count, count, count, count, GOLD_TOKENS


def new(seats: int, seed: bytes, options: Options | None = None) -> State:
    """The table set up for so many players; seat 0 begins."""
    if seats not in SEATS:
        raise ValueError(f"Splendor is for 2 to 4 players, not {seats}")
    check_seed(seed)
    chance = Chance(seed)
    face_up: list[int] = []
    decks = []
    for level in LEVELS:
        deck, chance = chance.shuffled([card.id for card in CARDS if card.level == level])
        decks.append(deck[:-SLOTS])
        face_up += deck[-SLOTS:]
    nobles, chance = chance.shuffled(range(len(NOBLES)))
    return State(
        options or Options(),
        turn=1,
        seat=0,
        phase=Phase.MAIN,
        passes=0,
        bank=full_bank(seats),
        face_up=tuple(face_up),
        decks=tuple(decks),
        nobles=nobles[: seats + 1],
        players=(Player(),) * seats,
    )
