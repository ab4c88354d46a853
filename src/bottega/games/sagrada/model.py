"""What a game of Sagrada is made of: the state, the actions, and the order of turns.

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

from typing import Annotated, Literal

import msgspec

from bottega.games.chance import Chance
from bottega.games.core import Skip
from bottega.games.sagrada.cards import CELLS, DICE, NO_DIE, TOOLS, WINDOWS

Board = tuple[int, ...]

ROUNDS = 10
CHOOSING, OVER = 0, ROUNDS + 1
"""Values of ``State.round`` before the first and after the last round."""
NONE_PENDING = -1
FIRST = -1
"""Of equal dice in the pool, the first."""

Stage = Literal["die", "change", "track", "value", "move", "place"]


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
    index: int = -1
    """The place in the pool of the die picked for tools 1, 5 and 11."""
    colour: int = -1
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


class Choose(msgspec.Struct, frozen=True, tag="window"):
    """Take one of the four patterns on offer."""

    window: int


class Place(msgspec.Struct, frozen=True, tag="place"):
    """Draft a die from the pool and place it on a space."""

    die: int
    cell: int


class UseTool(msgspec.Struct, frozen=True, tag="tool"):
    """Pay for a tool and begin to use it; in a solo game ``payment`` is the die that pays."""

    number: int
    payment: int = NO_DIE


class PickDie(msgspec.Struct, frozen=True, tag="die"):
    """Choose the pool's die that the tool acts on."""

    die: int
    place: int = FIRST
    """Which of several equal dice, by its place in the pool."""


class Change(msgspec.Struct, frozen=True, tag="change"):
    """Turn the chosen die up or down by one."""

    up: bool


class PickTrack(msgspec.Struct, frozen=True, tag="track"):
    """Choose a die of the round track, counted from 0 in order of arrival."""

    index: int


class SetValue(msgspec.Struct, frozen=True, tag="value"):
    """Choose the value of the die drawn from the bag."""

    value: int


class Move(msgspec.Struct, frozen=True, tag="move"):
    """Move a die of the own window to another space."""

    source: int
    target: int


class Back(msgspec.Struct, frozen=True, tag="back"):
    """Leave the tool: what is complete stays, the rest is undone, the payment is gone."""


class End(msgspec.Struct, frozen=True, tag="end"):
    """End the turn."""


Action = Choose | Place | UseTool | PickDie | Change | PickTrack | SetValue | Move | Back | End | Skip

CHOICES = tuple(Choose(window) for window in range(len(WINDOWS)))
PLACES = tuple(tuple(Place(die, cell) for cell in range(CELLS)) for die in range(len(DICE)))
MOVES = tuple(tuple(Move(source, target) for target in range(CELLS)) for source in range(CELLS))
PICKS = tuple(PickDie(die) for die in range(len(DICE)))
USES = {number: UseTool(number) for number in TOOLS}
UP, DOWN = Change(True), Change(False)
SETS = tuple(SetValue(value) for value in range(1, 7))
BACK, END = Back(), End()


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
