"""The lobby's list: the listed tables that are waiting or being played, for all who read it.

How it works. Every table of the list is kept as the text of its line. A change only notes its table; a moment later
the noted lines are written anew, and what differs is sent: to some readers the whole list, to those who asked for it
only the lines that changed and the tables that are gone. Either is made and framed once, whoever reads it.

What must stay true:

1. Whoever puts the changes into the list they were shown has the list that the others are sent.
2. While nobody reads, nothing is noted: what is kept is bounded by the tables of the list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import NamedTuple, Protocol

import msgspec

from bottega.limits import LISTED_TABLES
from bottega.table.house import House
from bottega.table.table import Table
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
        return tuple(sorted(map(line_of, self._listed()), key=lambda line: (line.opened, line.table), reverse=True))

    def _listed(self) -> Iterator[Table]:
        """The tables of the list."""
        listed = (
            table
            for table in reversed(self._house.tables.values())
            if table.position.setup.listed and table.position.seq and not table.position.finished
        )
        return islice(listed, LISTED_TABLES)

    def _renew(self) -> tuple[list[bytes], list[str]]:
        """Bring the lines up to date; those that are new or others than before, and the tables that are gone."""
        noted, self._noted = self._noted, set()
        former, self._lines = self._lines, {}
        changed = []
        for table in self._listed():
            line = former.get(table.id)
            if line is None or table.id in noted:
                before = line
                line = _Line(table.position.charter.opened, table.id, _encode(line_of(table)))
                if line != before:
                    changed.append(line.text)
            self._lines[table.id] = line
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
