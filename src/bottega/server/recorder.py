"""Keeps the archive: every game that ends gets its record at once, those that have none are read on a thread.

A record follows from the log, so nothing is lost if it is missing: after a crash between a last move and its record,
or for a log of a version that had no archive, the thread finds such tables by their ids, reads each, and rests three
times as long as that took.
"""

from __future__ import annotations

import threading
import time

import structlog

from bottega.store.log import StoreFault
from bottega.table.entries import DamagedLog
from bottega.table.events import Event
from bottega.table.house import House
from bottega.table.position import fold
from bottega.wire.house.records import record_of

log = structlog.get_logger("bottega.archive")

REST = 3.0
"""How much longer the thread rests than it works."""
_TOGETHER = 500
"""Ids that are looked for at once."""


class Recorder:
    """Puts finished games into the archive."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._stop = threading.Event()
        self.behind = threading.Event()
        """Set when every game that was over at the start has its record, or cannot have one."""
        house.on_ended.append(self._ended)
        self._thread = threading.Thread(target=self._catch_up, name="archive", daemon=True)
        self._thread.start()

    def _ended(self, event: Event) -> None:
        """A game that has just ended is put into the archive."""
        record = record_of(event.after, event.entry.at)
        if record is not None:
            self._house.log.record(record, _kept)

    def close(self) -> None:
        """Stop where it is."""
        self._stop.set()
        self._thread.join()

    def _catch_up(self) -> None:
        count, last = 0, ""
        try:
            while ids := self._house.log.unrecorded(last, _TOGETHER):
                for table in ids:
                    began = time.monotonic()
                    count += self._record(table)
                    if self._stop.wait(REST * (time.monotonic() - began)):
                        return
                last = ids[-1]
        except StoreFault as fault:  # the next start goes on
            log.warning("the archive is not complete", reason=str(fault))
        if count:
            log.info("the archive is complete", games=count)
        self.behind.set()

    def _record(self, table: str) -> bool:
        """Whether a table has got its record; one that was never played, or is damaged, has none."""
        store = self._house.log
        try:
            charter, rows = store.read(table)
            record = record_of(fold(charter, rows), rows[-1].at)
        except (KeyError, StoreFault, DamagedLog):
            return False  # the audit names it
        if record is None:
            return False
        store.record(record, _kept)
        return True


def _kept(_: StoreFault | None) -> None:
    """If it was not, the next start sees to it."""
