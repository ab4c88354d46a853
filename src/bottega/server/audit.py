"""Looking for damage while the house is open: what nobody reads at the start is read on a thread of its own.

At the start the pages of a file are checked, unless it is large, and every table that is brought back then. The rest,
the index, entries of no table, accounts and the hash chains of all other tables, is looked at here, gently: the
thread rests nine times as long as it works, and longer than any move takes. Tables that are being played come first.
Whatever is found is told on the event loop; if pages are damaged, all are looked over when the file is opened next.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import structlog

from bottega.store.chain import checked
from bottega.store.log import StoreFault
from bottega.store.reading import damaged_names, damaged_talk, finished_ids, read_kept, read_tables, strays, structure
from bottega.store.schema import suspect
from bottega.store.sqlite import FILE_NAME, reading
from bottega.store.writer import Deliver

log = structlog.get_logger("bottega.audit")

REST = 9.0
"""How much longer it rests than it works."""
LEAST_REST = 0.002
"""Seconds between two tables at least."""

_TOGETHER = 1_000
"""Ids that are read at once."""

Found = Callable[[str, str], None]
"""Whom to tell: the id of a damaged table (empty: of none) and what is wrong."""


class Audit:
    """A thread that reads the whole log once."""

    def __init__(self, data: Path, found: Found, deliver: Deliver) -> None:
        self._path = data / FILE_NAME
        self._found = found
        self._deliver = deliver
        self._stop = threading.Event()
        self._connection: sqlite3.Connection | None = None
        self._thread = threading.Thread(target=self._look, name="audit", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop where it is."""
        self._stop.set()
        if self._connection is not None:
            self._connection.interrupt()
        self._thread.join()

    def _look(self) -> None:
        try:
            with closing(reading(self._path, shared=True)) as connection:
                self._connection = connection
                try:
                    self._look_at(connection)
                finally:
                    self._connection = None
        except (sqlite3.Error, StoreFault) as error:
            if not self._stop.is_set():
                self._tell("", str(error))

    def _look_at(self, connection: sqlite3.Connection) -> None:
        for reason in structure(connection):
            if not self._stop.is_set():
                suspect(self._path)
                self._tell("", reason)
        for found in (strays(connection), damaged_names(connection), damaged_talk(connection)):
            for reason in found:
                self._tell("", reason)
        count = damaged = 0
        for table in _tables(connection):
            worked = time.monotonic()
            if reason := _wrong_with(connection, table):
                damaged += 1
                self._tell(table, reason)
            count += 1
            if self._stop.wait(max(LEAST_REST, REST * (time.monotonic() - worked))):
                return
        if count:
            log.info("all tables were checked", tables=count, damaged=damaged)

    def _tell(self, table: str, reason: str) -> None:
        try:
            self._deliver(lambda: self._found(table, reason))
        except RuntimeError:  # the event loop is gone
            self._stop.set()


def _tables(connection: sqlite3.Connection) -> Iterator[str]:
    """The ids of all tables, those that are being played first; never all of them in memory."""
    yield from (summary.charter.id for summary in read_tables(connection, unfinished=True))
    last = ""
    while ids := finished_ids(connection, last, _TOGETHER):
        yield from ids
        last = ids[-1]


def _wrong_with(connection: sqlite3.Connection, table: str) -> str:
    try:
        checked(read_kept(connection, table))
    except (StoreFault, sqlite3.Error) as wrong:
        return str(wrong)
    except (KeyError, ValueError):
        return "it cannot be found by its id"
    return ""
