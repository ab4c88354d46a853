"""Tables that nobody is at, known at a glance: what a house remembers of them until somebody asks for one.

The log of a running table takes a millisecond to read and fold, its position some ten kilobytes to keep. A house may
have thousands of such tables at which nobody has been for days, and is to open at once. So from its start on
the table gives the log a *sketch* with every entry that is no move: who sits there. A house that opens reads these, and
whole logs only of the few tables that have not started; a table at which nobody has been for a while is reduced to its
sketch.

What must stay true:

1. A sketch follows from a position, and is kept in the same transaction as the entry that led to it: what it says is
   what the fold of the log would. Moves and skips change nothing of it.
2. Only a table at which nothing is due is dormant: it is running, and none of its players is there, so its time
   stands still. Being woken it is like a table after a restart. In a game over days time goes on: there the sketch,
   written with every entry, says when the turn is over (``turns.py``), and the house wakes the table then.
3. Rules that this program does not know are noticed without the log. Whether the log is what was written is when it is
   read: when the table is asked for, or by the audit.
"""

from __future__ import annotations

import msgspec

from bottega.store.log import Charter, Sketch, Sketched
from bottega.table.position import AnyPosition, Seat, Setup, opened
from bottega.table.turns import Turn


class _Glance(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is written of a position."""

    size: int
    seats: tuple[Seat, ...] = ()
    started: bool = False
    turn: Turn | None = None


class Dormant(msgspec.Struct, frozen=True):
    """A running table without its game."""

    charter: Charter
    setup: Setup
    seq: int
    """How far its log goes, as far as is known."""
    size: int
    seats: tuple[Seat, ...]
    started: bool = True
    turn: Turn | None = None
    """How long the turn lasts, in a game over days."""

    @property
    def people(self) -> tuple[str, ...]:
        """The names that hold a seat."""
        return tuple(seat.name for seat in self.seats if seat.person and not seat.quit)


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(_Glance).decode


def sketch_of(position: AnyPosition) -> Sketch:
    """The sketch of a position."""
    return Sketch(position.seq, _encode(_glance(position)).decode())


def _glance(position: AnyPosition) -> _Glance:
    return _Glance(position.size, position.seats, position.started, position.turn)


def dormant(position: AnyPosition) -> Dormant:
    """What is kept of a running table."""
    return Dormant(position.charter, position.setup, position.seq, position.size, position.seats, turn=position.turn)


def recalled(sketched: Sketched) -> Dormant | None:
    """A running table by its sketch, None if its log has to be read; DamagedLog if nobody here can play it."""
    if sketched.sketch is None:
        return None
    bare = opened(sketched.charter)
    try:
        glance = _decode(sketched.sketch)
    except msgspec.DecodeError:  # of a program that sketches otherwise
        return None
    if not glance.started or (bare.setup.correspondence and glance.turn is None):
        return None
    return Dormant(sketched.charter, bare.setup, sketched.seq, glance.size, glance.seats, turn=glance.turn)
