"""The state of a game: frozen values, tuples and small numbers.

How it works, and what must stay true:

* ``State.phase`` says what the seat on turn may do. Set-up is the only phase with several actors.

      SETUP ──all seats ready──► START ──market──► STORING ──nothing pending──► DONE ──end──► START of the next
                                   ├────buy───────────────────────────────────► DONE
                                   └──produce──► PRODUCING ──collect──────────► DONE
                                   ◄───revert───────┘
      and OVER, from wherever the game ends.

* ``State.pending`` counts what was taken from the market and lies nowhere yet: coins, stones, servants, shields
  and white marbles not yet turned into a resource. It is empty outside STORING.
* ``State.production`` exists in PRODUCING only. Inputs leave the board at once, outputs are held back in it until
  they are collected, so no output can feed another production of the same turn.
* ``Player.kinds`` and ``Player.counts`` describe five places: shelves 1-3 and depots 4-5. The kind of an empty
  shelf is NO_KIND, the kind of a depot is the printed one, NO_KIND while there is no such depot.
* ``Player.offered`` stays after set-up: a player remembers the leaders not kept. ``leaders`` are the two kept, in the
  order chosen; their positions never shift. ``played`` is in order of activation.
* A pile of the grid and the stack of solo tokens have their top last.
"""

from __future__ import annotations

from enum import IntEnum, StrEnum

import msgspec

from bottega.games.chance import Chance
from bottega.games.renaissance.cards import NOTHING, Amounts


class Phase(StrEnum):
    """What the seat on turn may do."""

    SETUP = "setup"
    START = "start"
    STORING = "storing"
    PRODUCING = "producing"
    DONE = "done"
    OVER = "over"


class Tile(IntEnum):
    """How a tile of pope's favour lies: face down, turned up by a Vatican report, or lost in one."""

    DOWN = 0
    UP = 1
    LOST = 2


class Loss(StrEnum):
    """How a solo game was lost, if it was."""

    NOT_LOST = ""
    COLUMN_GONE = "column"
    CROSS_FIRST = "cross"


SETUP, START, STORING, PRODUCING, DONE, OVER = Phase
TILE_DOWN, TILE_UP, TILE_LOST = Tile
NOT_LOST, COLUMN_GONE, CROSS_FIRST = Loss

NO_KIND = -1
NO_PENDING = (0, 0, 0, 0, 0)
WHITES = 4
"""Where ``State.pending`` counts white marbles."""

Places = tuple[int, ...]


class Options(msgspec.Struct, frozen=True):
    """The official rules know no variants; the solo game is the one with one seat."""


class Player(msgspec.Struct, frozen=True, gc=False):
    """One seat's board."""

    offered: tuple[int, ...]
    bonus: int
    faith: int = 0
    leaders: tuple[int, ...] = ()
    played: tuple[int, ...] = ()
    discarded: tuple[int, ...] = ()
    kinds: Places = (NO_KIND,) * 5
    counts: Places = (0,) * 5
    strongbox: Amounts = NOTHING
    slots: tuple[tuple[int, ...], ...] = ((), (), ())
    tiles: tuple[Tile, ...] = (TILE_DOWN,) * 3

    @property
    def ready(self) -> bool:
        """Whether the seat has made its set-up choices."""
        return bool(self.leaders) and not self.bonus

    @property
    def hand(self) -> tuple[int, ...]:
        """The kept leaders that are neither played nor discarded."""
        return tuple(leader for leader in self.leaders if leader not in self.played and leader not in self.discarded)


class Production(msgspec.Struct, frozen=True, gc=False):
    """Productions under way: which were activated, what they will give, and the storage before the first."""

    used: tuple[int, ...]
    """0 basic, 1-3 the slots, 4-5 the production leaders; in order of activation."""
    outputs: Amounts
    faith: int
    kinds: Places
    counts: Places
    strongbox: Amounts


class State(msgspec.Struct, frozen=True, gc=False):
    """Everything, hidden things included."""

    chance: Chance
    market: tuple[int, ...]
    grid: tuple[tuple[int, ...], ...]
    players: tuple[Player, ...]
    phase: Phase = SETUP
    seat: int = 0
    turn: int = 0
    pending: Amounts = NO_PENDING
    production: Production | None = None
    reports: int = 0
    """How many Vatican reports have been held."""
    ending: bool = False
    """Whether the last round has been called."""
    tokens: tuple[int, ...] = ()
    token: int | None = None
    """The solo token revealed last."""
    cross: int = 0
    """Where the black cross stands in a solo game."""
    lost: Loss = NOT_LOST

    @property
    def solo(self) -> bool:
        """Whether one player plays against Lorenzo."""
        return len(self.players) == 1

    def __str__(self) -> str:
        """The table as a person reads it in a terminal, with everybody's leaders."""
        from bottega.games.renaissance.view import uncovered

        return str(uncovered(self))

    def to_text(self) -> str:
        """The state as one line of text, complete enough to play on from it."""
        from bottega.games.renaissance.text import write_state

        return write_state(self)

    @classmethod
    def from_text(cls, text: str) -> State:
        """The state that such a line names, or BadNotation."""
        from bottega.games.renaissance.text import read_state

        return read_state(text)
