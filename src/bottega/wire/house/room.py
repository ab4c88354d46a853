"""What all connections of the house protocol share: the lobby's list, chat, and the last entries.

The room hears of every entry of every table (it is one of the house's onlookers). It keeps the last few entries of the
tables that somebody follows over this protocol, so that whoever comes back soon gets just what was missed, and it sends
the list of tables to those who asked for it, at most a few times a second.

Nothing here outlives the process, and nothing needs to: seats and accounts are in the log, chat is talk.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Protocol

import structlog

from bottega.games.refusal import Refusal
from bottega.limits import KEPT_CHAT, KEPT_ENTRIES, KEPT_FOLDED, LISTED_TABLES
from bottega.store.log import Damaged, StoreFault
from bottega.table.beside import Once, Run, Wanted, always, at_once
from bottega.table.entries import DamagedLog, Moved, Skipped
from bottega.table.events import Event, Notice
from bottega.table.house import House
from bottega.table.position import AnyPosition, fold
from bottega.wire.core.connection import Timer
from bottega.wire.house.messages import Said, TableLine, Tables
from bottega.wire.house.phrases import PHRASES
from bottega.wire.house.words import encoded, line_of

LOBBY_SECONDS = 0.25
"""How soon after a change the list of tables is sent."""

log = structlog.get_logger("bottega.house")

Later = Callable[[float, Callable[[], None]], Timer]


class Reader(Protocol):
    """Whoever reads the lobby's list."""

    def shown(self, frame: bytes) -> None:
        """The list has changed."""


_PLAYED = (Moved, Skipped)


class Recent:
    """What is remembered beside one table: its last entries and its chat."""

    def __init__(self) -> None:
        self.entries: deque[Event] = deque(maxlen=KEPT_ENTRIES)
        self.chat: deque[Said] = deque(maxlen=KEPT_CHAT)

    def since(self, seq: int, last: int) -> list[Event] | None:
        """The entries after ``seq`` up to ``last``, None if they are not all here."""
        if seq == last:
            return []
        missed = [event for event in self.entries if event.entry.seq > seq]
        return missed if missed and missed[0].entry.seq == seq + 1 else None


class Room:
    """The shared side of the house protocol."""

    def __init__(self, house: House, later: Later, run: Run = at_once) -> None:
        self.house = house
        self._past: Once[AnyPosition | Refusal] = Once(self._read, run, KEPT_FOLDED, lasts)
        self._later = later
        self._recent: dict[str, Recent] = {}
        self._rematches: dict[str, str] = {}
        self._formers: dict[str, str] = {}
        self._readers: set[Reader] = set()
        self._timer: Timer | None = None
        self.changes = 0
        """How often the lobby's list has changed."""
        self._list = (-1, b"")
        house.onlookers.append(self)
        house.on_forgotten.append(self._forgotten)

    # -- tables -----------------------------------------------------------------------------------------------------

    def past(
        self, table: str, then: Callable[[AnyPosition | Refusal], None], wanted: Wanted = always, asker: str = ""
    ) -> None:
        """A finished table that is no longer live, read from the log beside those who play; or why it cannot be."""
        self._past.ask(table, lambda found: then(PHRASES.refusal("busy") if found is None else found), wanted, asker)

    def _read(self, table: str) -> AnyPosition | Refusal:
        try:
            position = fold(*self.house.log.read(table))
        except KeyError:
            return PHRASES.refusal("no-such-table", table=table)
        except (Damaged, DamagedLog) as wrong:
            log.error("a table cannot be opened", table=table, reason=str(wrong))
            return PHRASES.refusal("set-aside", table=table)
        except StoreFault:
            return PHRASES.refusal("unread", table=table)
        return position if position.finished else PHRASES.refusal("no-such-table", table=table)

    def recent(self, table: str) -> Recent:
        """What is remembered beside a live table, from now on until it is forgotten."""
        return self._recent.setdefault(table, Recent()) if table in self.house.tables else Recent()

    def rematch_of(self, table: str) -> str | None:
        """The table that was opened for the rematch, while there is one."""
        return self._rematches.get(table)

    def remember_rematch(self, former: str, table: str) -> None:
        """A table was opened for the rematch of another."""
        self._rematches[former] = table
        self._formers[table] = former

    def _forgotten(self, table: str) -> None:
        """Nobody comes back to a table that the house has forgotten."""
        self._recent.pop(table, None)
        former = self._formers.pop(table, None)
        if former is not None and self._rematches.get(former) == table:
            del self._rematches[former]

    def told(self, event: Event) -> None:
        """Keep the entry for those who come back, and the lobby's list up to date."""
        recent = self._recent.get(event.table)
        if recent is not None:
            recent.entries.append(event)
        if not isinstance(event.entry.fact, _PLAYED) or event.after.result is not None:
            self._changed()

    def noticed(self, notice: Notice) -> None:
        """Presence is shown in the lobby too."""
        self._changed()

    # -- the lobby --------------------------------------------------------------------------------------------------

    def subscribe(self, reader: Reader) -> None:
        """Show the list now and whenever it changes."""
        self._readers.add(reader)
        reader.shown(self._list[1] if self._timer is not None else self._frame())

    def unsubscribe(self, reader: Reader) -> None:
        """Show the list no longer."""
        self._readers.discard(reader)

    def reads(self, reader: Reader) -> bool:
        """Whether the reader is shown the list."""
        return reader in self._readers

    def lines(self) -> tuple[TableLine, ...]:
        """The listed tables that are waiting or being played, newest first."""
        listed = [
            table
            for table in reversed(self.house.tables.values())
            if table.position.setup.listed and table.position.seq and not table.position.finished
        ]
        return tuple(map(line_of, listed[:LISTED_TABLES]))

    def _changed(self) -> None:
        self.changes += 1
        if self._timer is None and self._readers:
            self._timer = self._later(LOBBY_SECONDS, self._show)

    def _frame(self) -> bytes:
        """The list, encoded once for all who are shown it before it changes."""
        if self._list[0] != self.changes:
            self._list = (self.changes, encoded(Tables(tables=self.lines())))
        return self._list[1]

    def _show(self) -> None:
        self._timer = None
        frame = self._frame()
        for reader in tuple(self._readers):
            reader.shown(frame)


def lasts(found: object) -> bool:
    """Whether what was found of an old game will be the same the next time: a game, or that its log is damaged."""
    return not isinstance(found, Refusal) or found.code == "house.set-aside"
