"""What all connections of the house protocol share: the lobby's list, talk, stories, and the last entries.

The room hears of every entry of every table (it is one of the house's onlookers). It keeps the last few entries of the
tables that somebody follows over this protocol, so that whoever comes back soon gets just what was missed, and tells
the lobby's list what may have changed.

Nothing here outlives the process, and nothing needs to: seats, accounts and what was said are in the store.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Protocol, runtime_checkable

import structlog

from bottega.games.refusal import Refusal
from bottega.limits import KEPT_ENTRIES, KEPT_FOLDED
from bottega.store.log import Damaged, StoreFault
from bottega.table.beside import Once, Run, Wanted, always, at_once
from bottega.table.entries import DamagedLog, Moved, Skipped
from bottega.table.events import Event, Notice
from bottega.table.house import House
from bottega.table.position import AnyPosition, fold
from bottega.table.table import Table
from bottega.wire.core.taps import Taps
from bottega.wire.house.lobby import Later, LobbyList
from bottega.wire.house.messages import Message, RematchNews, Said
from bottega.wire.house.phrases import PHRASES
from bottega.wire.house.story import Stories
from bottega.wire.house.talk import Talk
from bottega.wire.house.words import encoded

log = structlog.get_logger("bottega.house")

_PLAYED = (Moved, Skipped)


class Recent:
    """What is remembered beside one table: its last entries."""

    def __init__(self) -> None:
        self.entries: deque[Event] = deque(maxlen=KEPT_ENTRIES)

    def since(self, seq: int, last: int) -> list[Event] | None:
        """The entries after ``seq`` up to ``last``, None if they are not all here."""
        if seq == last:
            return []
        missed = [event for event in self.entries if event.entry.seq > seq]
        return missed if missed and missed[0].entry.seq == seq + 1 else None


class Room:
    """The shared side of the house protocol."""

    def __init__(self, house: House, later: Later, run: Run = at_once, taps: Taps | None = None) -> None:
        self.house = house
        self.taps = taps or Taps(house.now)
        self._past: Once[AnyPosition | Refusal] = Once(self._read, run, KEPT_FOLDED, lasts)
        self.lobby = LobbyList(house, later)
        self.talk = Talk(house.log, run, self._said)
        self.stories = Stories(house.log, run)
        self._recent: dict[str, Recent] = {}
        self.shut_out: set[str] = set()
        """Tables that nobody may watch who does not play there."""
        self._rematches: dict[str, str] = {}
        self._formers: dict[str, str] = {}
        house.onlookers.append(self)
        house.on_forgotten.append(self._forgotten)
        house.on_word["talk"] = self.talk.refresh
        house.on_word["rematch"] = self._hear_rematch

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

    def _hear_rematch(self, body: str) -> None:
        """A table was opened for a rematch on another node."""
        former, table, name = body.split(" ", 2)
        self.remember_rematch(former, table)
        old = self.house.tables.get(former)
        if old is not None:
            tell_all(old, RematchNews(table=former, name=name, next=table))

    def _forgotten(self, table: str) -> None:
        """Nobody comes back to a table that the house has forgotten."""
        self._recent.pop(table, None)
        self.talk.forget(table)
        self.shut_out.discard(table)
        former = self._formers.pop(table, None)
        if former is not None and self._rematches.get(former) == table:
            del self._rematches[former]

    def _said(self, line: Said) -> None:
        table = self.house.tables.get(line.table)
        if table is not None:
            tell_all(table, line)

    def told(self, event: Event) -> None:
        """Keep the entry for those who come back, and the lobby's list up to date."""
        recent = self._recent.get(event.table)
        if recent is not None:
            recent.entries.append(event)
        if not isinstance(event.entry.fact, _PLAYED) or event.after.result is not None:
            self.lobby.note(event.table)

    def adopted(self, table: Table) -> None:
        """A table of another node is listed too."""
        self.lobby.note(table.id)

    def noticed(self, notice: Notice) -> None:
        """Presence is shown in the lobby too."""
        self.lobby.note(notice.table)


@runtime_checkable
class Follower(Protocol):
    """A viewer that is a connection of this protocol."""

    watching: dict[str, int]

    def shown(self, frame: bytes) -> None:
        """Something is told that is no entry."""


def tell_all(table: Table, message: Message) -> None:
    """Tell everybody who follows the table over this protocol."""
    frame = encoded(message)
    for viewer in table.viewers:
        if isinstance(viewer, Follower):
            viewer.shown(frame)


def lasts(found: object) -> bool:
    """Whether what was found of an old game will be the same the next time: a game, or that its log is damaged."""
    return not isinstance(found, Refusal) or found.code == "house.set-aside"
