"""What a game of Sagrada is made of: the state, and the order of turns.

How it works:

* A seat's ``board`` is always a committed one. What a tool has done so far but could still be undone (the
  first of Lathekin's two moves) lives in ``State.work`` alone, so leaving a tool half-way means dropping it.
* ``State.used`` is the tool paid for on this turn (0: none). It stays set when the tool is finished or
  abandoned: one tool a turn, and what was paid stays paid.
* ``State.drafted`` says that this turn's draft is spent. ``State.pending`` is the place in the pool of a die
  that a tool has changed (1, 5, 6, 10, 11): until the turn ends it is the only one that may be placed.
* The bag is five numbers, one a colour. Nobody, not even the state, knows the order of its dice: each draw
  asks ``State.chance``.

What must stay true: the 90 dice are always in bag, pool, boards, round track and ``removed`` (dice paid for
tools in a solo game); ``pending`` is only set while the die fits into the window.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec

from bottega.games.chance import Chance

VERSION = 2
"""The newest version of the rules; ``tools.OBLIGING`` says what is different in the former one."""

Board = tuple[int, ...]

ROUNDS = 10
CHOOSING, OVER = 0, ROUNDS + 1
"""Values of ``State.round`` before the first and after the last round."""
NONE_PENDING = -1
NO_WINDOW = NO_PLACE = NO_COLOUR = -1


class Stage(StrEnum):
    """What a tool in use asks for next."""

    DIE = "die"
    """A die of the pool that it acts on."""
    CHANGE = "change"
    """That die one up, or one down."""
    TRACK = "track"
    """A die of the round track."""
    VALUE = "value"
    """The value of the die drawn from the bag."""
    MOVE = "move"
    """A die of the own window, and where it goes."""
    PLACE = "place"
    """A die of the pool, and where it goes."""


class Options(msgspec.Struct, frozen=True):
    """How many tools lie on the table: three by the rules, in a solo game one (hardest) to five."""

    tools: Annotated[int, msgspec.Meta(ge=1, le=12)] = 3
    solo_tools: Annotated[int, msgspec.Meta(ge=1, le=5)] = 3


class Player(msgspec.Struct, frozen=True):
    """One seat: patterns still on offer, the chosen window (-1: none yet), secret colours, dice, tokens."""

    offered: tuple[int, ...]
    window: int
    private: tuple[int, ...]
    board: Board
    tokens: int


class Work(msgspec.Struct, frozen=True):
    """A tool in use: what it asks for next (``stage``) and what has been chosen so far."""

    tool: int
    stage: Stage
    index: int = NO_PLACE
    """The place in the pool of the die picked for tools 1, 5 and 11."""
    colour: int = NO_COLOUR
    """The colour that Tap Wheel moves."""
    moved: tuple[int, int] | None = None
    """The first move of Lathekin (not yet on the board) or of Tap Wheel (on the board)."""


class State(msgspec.Struct, frozen=True):
    """A game at one moment."""

    players: tuple[Player, ...]
    publics: tuple[int, ...]
    tools: tuple[int, ...]
    paid: tuple[int, ...]
    """Favour tokens on each tool; in a solo game 1 on a used one."""
    bag: tuple[int, ...]
    pool: tuple[int, ...]
    track: tuple[tuple[int, ...], ...]
    round: int
    step: int
    """Place in the round's order of turns."""
    turn: int
    used: int
    drafted: bool
    pending: int
    work: Work | None
    skipping: tuple[int, ...]
    """Seats that gave their second turn of this round for Running Pliers."""
    removed: tuple[int, ...]
    chance: Chance
    version: int
    """The version of the rules that the game is played by, from its beginning to its end."""

    @property
    def solo(self) -> bool:
        """Whether this is the game for one."""
        return len(self.players) == 1

    @property
    def second(self) -> bool:
        """Whether it is the acting seat's second turn of the round."""
        return self.step >= len(self.players)

    @property
    def track_dice(self) -> list[int]:
        """All dice of the round track in order of arrival: what ``track`` actions count."""
        return [die for space in self.track for die in space]

    def __str__(self) -> str:
        from bottega.games.sagrada.view import draw_state  # which looks at states

        return draw_state(self)

    def to_text(self) -> str:
        """The state as one line of text, complete enough to play on from it."""
        from bottega.games.sagrada.text import write_state  # which is about states

        return write_state(self)

    @classmethod
    def from_text(cls, text: str) -> State:
        """The state that such a line names, or BadNotation."""
        from bottega.games.sagrada.text import read_state

        return read_state(text)


def _there_and_back(seats: int, start: int) -> tuple[int, ...]:
    clockwise = tuple((start + place) % seats for place in range(seats))
    return clockwise + clockwise[::-1]


ORDERS = tuple(tuple(_there_and_back(seats, start) for start in range(seats)) for seats in range(5))


def order(state: State) -> tuple[int, ...]:
    """The seats in the order of this round's turns: clockwise from the start player, then back."""
    seats = len(state.players)
    return ORDERS[seats][(state.round - 1) % seats]


def acting(state: State) -> int:
    """The seat whose turn it is, during the rounds."""
    seats = len(state.players)
    return ORDERS[seats][(state.round - 1) % seats][state.step]
