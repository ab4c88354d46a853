"""What all dialects share: a connection as a sans-I/O object.

A dialect turns messages into commands to the house and news from the tables into messages. It never touches a
socket, a clock or a file: whatever it wants from outside it asks of its :class:`Peer`.

How it works. The shell calls ``opened`` once, ``received`` for every message (``None``: one that could not be read) and
``lost`` at the end. A dialect that has handed a command to the house is ``busy`` until the answer is there; the shell
then holds further messages back, so that answers come in the order of the questions even though a move takes a
trip to the disk. The table it sits at tells it news (:class:`~bottega.table.table.Viewer`) at any time.

How messages become commands, and what must stay true of all that, is in ``dialect``, which builds on this.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Protocol

from bottega.table.events import Event, Notice
from bottega.table.house import House
from bottega.table.position import AnyPosition, Seat
from bottega.table.table import Table
from bottega.wire.core.framing import Framing, Lines


class Timer(Protocol):
    """Something that will happen unless it is cancelled."""

    def cancel(self) -> None:
        """Do not do it."""


class Peer(Protocol):
    """The other end of the connection, as far as a dialect may know it."""

    def send(self, message: str) -> None:
        """Send one message."""

    def send_framed(self, raw: bytes) -> None:
        """Send bytes that were framed before (once for many connections)."""

    def close(self, reason: str) -> None:
        """Send what is waiting, then close."""

    def resume(self) -> None:
        """Go on with messages that were held back, once what is being told now is told."""

    def later(self, seconds: float, call: Callable[[], None]) -> Timer:
        """Have something called after a while."""


class Connection:
    """One connection of one protocol."""

    NAME: ClassVar[str]
    GAME: ClassVar[str]
    PROFILES: ClassVar[Any] = ("",)
    """Names of the profiles it has; the first is the document's."""
    machine: ClassVar[Any]

    def __init__(self, house: House, peer: Peer, profile: str = "") -> None:
        self.house = house
        """All tables, their waiting rooms, settings and accounts."""
        self.peer = peer
        """The other end."""
        self.profile: Any = profile
        self.name = ""
        """Whom it plays for, empty before anybody is seated."""
        self.table: Table | None = None
        """Where it plays, None without a seat."""
        self.busy = False
        """Whether further messages are held back."""
        self.gone = False
        """Whether nobody hears it any more."""
        self._seats: tuple[Seat, ...] | None = None
        self._seat = -1

    @classmethod
    def framing(cls, profile: str) -> Framing:
        """How this dialect's messages lie on the stream."""
        return Lines()

    # -- what the shell calls ---------------------------------------------------------------------------------------

    def opened(self) -> None:
        """The connection is there."""

    def received(self, message: str | None) -> None:
        """A message came; None stands for one that is too long or not text."""
        raise NotImplementedError

    def lost(self) -> None:
        """The connection is gone."""
        self.gone = True
        self.house.withdraw(self)
        if self.table is not None:
            self.table.drop(self, self.grace())
            self.table = None

    def grace(self) -> float:
        """How long the seat is kept as if its player were here when the connection is lost."""
        return 0.0

    def closing(self) -> None:
        """The house closes; a protocol that has words for it says them."""

    # -- what the table calls ---------------------------------------------------------------------------------------

    def told(self, event: Event) -> None:
        """An entry of the table is durable."""

    def noticed(self, notice: Notice) -> None:
        """Somebody at the table is here, away or suspended."""

    # -- what dialects do -------------------------------------------------------------------------------------------

    def sit_at(self, table: Table, name: str) -> None:
        """Play under this name at this table from now on."""
        self.table, self.name, self._seats = table, name, None

    @property
    def position(self) -> AnyPosition:
        """Its table as of now, as far as anybody may know: seats, state and result, all on the disk."""
        assert self.table is not None
        return self.table.position

    @property
    def seat(self) -> int:
        """The seat this connection plays, -1 without one."""
        table = self.table
        if table is None:
            return -1
        position = table.position
        if position.seats is not self._seats:
            self._seats = position.seats
            seat = position.seat_of(self.name)
            self._seat = -1 if seat is None else seat
        return self._seat

    def resume(self, table: Table, name: str) -> None:
        """Come back to a seat; a connection that still keeps it makes way."""
        self.sit_at(table, name)
        former = table.resume(name, self)
        if isinstance(former, Connection) and former is not self:
            former.make_way(table)

    def make_way(self, table: Table) -> None:
        """The player has come back to the table on another connection."""
        self.table, self.gone = None, True
        self.peer.close("the player came back on another connection")
