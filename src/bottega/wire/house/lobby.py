"""The lobby's list: the listed tables that are waiting or being played, for all who read it.

How it works. Every table of the list is kept as the text of its line. A change only notes its table; a moment later
the noted lines are written anew, and what differs is sent: to some readers the whole list, to those who asked for it
only the lines that changed and the tables that are gone. Either is made and framed once, whoever reads it.

A list that is full has room for those who wait: first come tables where somebody waits for others, a few of each host,
then those where somebody plays, then what else somebody waits at, and last, a few of each host, what nobody is at.

What must stay true:

1. Whoever puts the changes into the list they were shown has the list that the others are sent.
2. While nobody reads, nothing is noted: what is kept is bounded by the tables of the list.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain, islice
from typing import NamedTuple, Protocol

import msgspec

from bottega.limits import LISTED_PER_HOST, LISTED_TABLES
from bottega.table.dormant import Dormant
from bottega.table.events import NOBODY, Presence, Presences
from bottega.table.house import House
from bottega.table.position import AnyPosition
from bottega.wire.core.connection import Timer
from bottega.wire.house.messages import TableLine
from bottega.wire.house.words import framed, line_of

LOBBY_SECONDS = 0.25
"""How soon after a change the list of tables is sent."""

Later = Callable[[float, Callable[[], None]], Timer]

_encode = msgspec.json.Encoder().encode


class Reader(Protocol):
    """Whoever reads the lobby's list."""

    def shown(self, frame: bytes) -> None:
        """The list has changed."""


class _Line(NamedTuple):
    """A table of the list; sorted as the list is, backwards."""

    opened: int
    table: str
    text: bytes


def _open(position: AnyPosition) -> bool:
    """Whether a table is for everybody to see, and not over."""
    return position.setup.listed and bool(position.seq) and not position.finished


def _somebody(presence: Presences) -> bool:
    """Whether anybody is there."""
    return any(each is not Presence.AWAY for each in presence.values())


def _few(position: AnyPosition | Dormant, hosts: Counter[str]) -> bool:
    """Whether a table is one of the first few of its host, that is of whoever sat down first; it is counted."""
    host = next((seat.name for seat in position.seats if seat.person), "")
    hosts[host] += 1
    return hosts[host] <= LISTED_PER_HOST


class LobbyList:
    """The list of tables, and who reads it."""

    def __init__(self, house: House, later: Later) -> None:
        self._house = house
        self._later = later
        self._readers: dict[Reader, bool] = {}
        """Each with whether only changes are sent."""
        self._timer: Timer | None = None
        self._lines: dict[str, _Line] = {}
        """As they were last shown."""
        self._noted: set[str] = set()
        self._whole = b""
        self.changes = 0
        """How often the list has changed."""

    def subscribe(self, reader: Reader, *, changes: bool = False) -> None:
        """Show the list now, and again whenever it changes, or then only what changed."""
        if not self._readers:
            self._lines.clear()
            self._renew()
        self._readers[reader] = changes
        reader.shown(self._frame())

    def unsubscribe(self, reader: Reader) -> None:
        """Show the list no longer."""
        self._readers.pop(reader, None)

    def reads(self, reader: Reader) -> bool:
        """Whether the reader is shown the list."""
        return reader in self._readers

    def note(self, table: str) -> None:
        """The line of a table may have changed."""
        self.changes += 1
        if self._readers:
            self._noted.add(table)
            if self._timer is None:
                self._timer = self._later(LOBBY_SECONDS, self._show)

    def lines(self) -> tuple[TableLine, ...]:
        """The list, newest first."""
        lines = map(self._line, self._listed())
        return tuple(sorted(lines, key=lambda line: (line.opened, line.table), reverse=True))

    def _line(self, position: AnyPosition | Dormant) -> TableLine:
        return line_of(position, self._presence(position.charter.id), self._house.vacations.away(position))

    def _listed(self) -> Iterator[AnyPosition | Dormant]:
        """The tables of the list, those first that it has to have."""
        return islice(self._by_rank(), LISTED_TABLES)

    def _by_rank(self) -> Iterator[AnyPosition | Dormant]:
        """All tables that may be listed, in the order in which there is room for them."""
        house, hosts, further, deserted = self._house, Counter[str](), list[AnyPosition](), list[AnyPosition]()
        waiting = (table for table in house.reception.unstarted() if _open(table.position))
        for table in sorted(waiting, key=lambda table: table.position.charter.opened, reverse=True):
            if not _somebody(table.attendance.presences):
                deserted.append(table.position)
            elif _few(table.position, hosts):
                yield table.position
            else:
                further.append(table.position)
        for table in reversed(house.tables.values()):
            if table.position.started and _open(table.position):
                if _somebody(table.attendance.presences):
                    yield table.position
                else:
                    deserted.append(table.position)
        yield from further
        asleep = (each for each in reversed(house.dormant.values()) if each.setup.listed)
        nobody_at: Iterator[AnyPosition | Dormant] = chain(deserted, asleep)
        for each in nobody_at:
            if _few(each, hosts):
                yield each

    def _presence(self, table: str) -> Presences:
        """Who is at a table."""
        house = self._house
        if table in house.tables:
            return house.tables[table].attendance.presences
        return NOBODY if house.neighbours is None else house.neighbours.presence(table)

    def _renew(self) -> tuple[list[bytes], list[str]]:
        """Bring the lines up to date; those that are new or others than before, and the tables that are gone."""
        noted, self._noted = self._noted, set()
        former, self._lines = self._lines, {}
        changed = []
        for position in self._listed():
            table = position.charter.id
            line = former.get(table)
            if line is None or table in noted:
                before = line
                text = _encode(self._line(position))
                line = _Line(position.charter.opened, table, text)
                if line != before:
                    changed.append(line.text)
            self._lines[table] = line
        gone = [table for table in former if table not in self._lines]
        if changed or gone or not self._lines:
            self._whole = b""
        return changed, gone

    def _frame(self) -> bytes:
        """The list as it was last shown, framed once for all."""
        if not self._whole:
            texts = (line.text for line in sorted(self._lines.values(), reverse=True))
            self._whole = framed(b'{"type":"lobby","tables":[' + b",".join(texts) + b"]}")
        return self._whole

    def _show(self) -> None:
        self._timer = None
        changed, gone = self._renew()
        if not (changed or gone):
            return
        news = framed(b'{"type":"lobby_changes","tables":[' + b",".join(changed) + b'],"gone":' + _encode(gone) + b"}")
        for reader, changes in tuple(self._readers.items()):
            reader.shown(news if changes else self._frame())
