"""Where a connection plays: its name, its table and seat, and how it comes and goes.

How messages become commands, and events messages, is in ``dialect``, which builds on this. Neither ever touches a
socket, a clock or a file: whatever is wanted from outside is asked of the :class:`Peer`.

What must stay true: a seat that becomes durable after its player has left is given up at once, and a seat is kept by
one connection at a time: whoever comes back on a newer one makes the former make way.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from bottega.table.events import Event, Notice
from bottega.table.house import House
from bottega.table.position import AnyPosition, Seat
from bottega.table.table import Table


class Timer(Protocol):
    """Something that will happen unless it is cancelled."""

    def cancel(self) -> None:
        """Do not do it."""


class Peer(Protocol):
    """The other end of the connection, as far as a dialect may know it."""

    address: str
    """Where it comes from, as far as that is counted; empty for this machine."""

    def send(self, message: str) -> None:
        """Send one message."""

    def send_framed(self, raw: bytes) -> None:
        """Send bytes that were framed before (once for many connections)."""

    def close(self, reason: str) -> None:
        """Send what is waiting, then close."""

    def resume(self) -> None:
        """Go on with messages that were held back, once what is being told now is told."""

    def charge(self, messages: int) -> None:
        """Count a message that took as long to answer as several as so many more."""

    def later(self, seconds: float, call: Callable[[], None]) -> Timer:
        """Have something called after a while."""


class Connection:
    """One connection, as far as tables are concerned."""

    def __init__(self, house: House, peer: Peer) -> None:
        self.house = house
        """All tables, their waiting rooms, settings and accounts."""
        self.peer = peer
        """The other end."""
        self.name = ""
        """Whom it plays for, empty before anybody is seated."""
        self.table: Table | None = None
        """Where it plays, None without a seat."""
        self.busy = False
        """Whether further messages are held back."""
        self.gone = False
        """Whether nobody hears it any more."""
        self.leaving = False
        """Whether its player gives the seat up from here."""
        self._seats: tuple[Seat, ...] | None = None
        self._seat = -1

    # -- coming and going ---------------------------------------------------------------------------------------------

    def lost(self) -> None:
        """The connection is gone."""
        self.gone = True
        elsewhere = self.house.elsewhere_seconds
        self.house.reception.withdraw(self, elsewhere)
        if self.table is not None:
            self.table.drop(self, max(self.grace(), elsewhere))
            self.table = None

    def grace(self) -> float:
        """How long the seat is kept as if its player were here when the connection is lost."""
        return 0.0

    def told(self, event: Event) -> None:
        """An entry of the table is durable."""
        raise NotImplementedError

    def noticed(self, notice: Notice) -> None:
        """Somebody at the table is here, away or suspended."""
        raise NotImplementedError

    @property
    def at(self) -> str:
        """The tables it is at, by their ids, with blanks between them: for the log."""
        return "" if self.table is None else self.table.id

    def sit_at(self, table: Table, name: str) -> None:
        """Play under this name at this table from now on."""
        self.table, self.name, self._seats, self.leaving = table, name, None, False

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

    def signed_out(self) -> None:
        """The secret that its player came by is void."""
        self.lost()
        self.peer.close("signed out by whoever runs the house")

    def make_way(self, table: Table) -> None:
        """The player has come back to the table on another connection."""
        self.table, self.gone = None, True
        self.peer.close("the player came back on another connection")

    def shown_out(self, table: Table) -> None:
        """The seat was given up before the start; nothing to whoever has done so from here."""
        if self.table is table and not self.leaving:
            table.unwatch(self)
            self.table, self.gone = None, True
            self.peer.close("the seat was given up")
