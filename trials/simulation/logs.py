"""A node's way to a log that several share: what it writes and asks takes its time, and may be lost with the node.

The log itself is a :class:`~bottega.store.memory.MemoryLog`, the *disk*. Each node has a :class:`NodeLog`, whose jobs
go through three stages, each when somebody says so: queued, committed (on the disk, for all nodes to see), reported.
A question is asked in one moment and answered in another, with what the disk holds in between.

It keeps what ``tests/store/contract.py`` demands of a store with several writers, and is tested by it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec

from bottega.store.log import (
    Charter,
    Claimed,
    Conflict,
    Done,
    InDoubt,
    Kept,
    News,
    Oblivion,
    Remark,
    Revocation,
    Row,
    Sketch,
    Sketched,
    Spoken,
    StoreFault,
    Summary,
    Told,
)
from bottega.store.memory import MemoryLog
from bottega.store.records import Best, Found, Query, Record, Tally


class Job(msgspec.Struct):
    """Entries on their way."""

    table: str
    entries: Sequence[Row]
    done: Done
    charter: Charter | None
    finished: bool
    claims: Sequence[str]
    released: Sequence[str]
    sketch: Sketch | None
    epoch: int


class NodeLog:
    """The contract of a log, for one of several nodes."""

    shared = True

    def __init__(self, disk: MemoryLog, *, instant: bool = False) -> None:
        self.disk = disk
        self.instant = instant
        """Whether everything is done and told at once."""
        self.away = False
        """Whether the log cannot be reached."""
        self.queued: deque[Job] = deque()
        self.committed: deque[tuple[Job, StoreFault | None]] = deque()
        self.asked: deque[tuple[Callable[[], News], Told]] = deque()
        self.conflicts = 0
        """How often another node was faster."""
        self._heard: dict[str, int] = {}
        """Of each table, how many losses were reported."""
        self._lost: dict[str, int] = {}
        """The epoch from which on appends count again."""
        self._closed = False

    # -- the three stages ---------------------------------------------------------------------------------------------

    def append(
        self,
        table: str,
        entries: Sequence[Row],
        done: Done,
        *,
        charter: Charter | None = None,
        finished: bool = False,
        claims: Sequence[str] = (),
        released: Sequence[str] = (),
        sketch: Sketch | None = None,
    ) -> None:
        """Queue entries."""
        if self._closed or self.away:
            done(StoreFault("the log is closed" if self._closed else "the log cannot be reached"))
            return
        epoch = self._heard.get(table, 0)
        self.queued.append(Job(table, entries, done, charter, finished, claims, released, sketch, epoch))
        if self.instant:
            self.settle()

    def commit(self) -> None:
        """Put what was queued first on the disk, or find that it has lost."""
        job = self.queued.popleft()
        self.committed.append((job, self._write(job)))

    def _write(self, job: Job) -> StoreFault | None:
        if job.epoch < self._lost.get(job.table, 0):
            return Conflict(f"table {job.table}: it was to follow an entry that was lost")
        fault = self.disk._append(
            job.table, job.entries, job.charter, job.finished, job.claims, job.released, job.sketch
        )
        if isinstance(fault, Conflict | Claimed):
            self.conflicts += 1
            self._lost[job.table] = job.epoch + 1
        return fault

    def report(self) -> None:
        """Tell what has become of what was committed first."""
        job, fault = self.committed.popleft()
        if isinstance(fault, Conflict | Claimed):
            self._heard[job.table] = self._lost[job.table]
        job.done(fault)

    def answer(self) -> None:
        """Answer what was asked first, with what the disk holds now."""
        ask, then = self.asked.popleft()
        then(StoreFault("the log cannot be reached") if self.away else ask())

    def settle(self) -> None:
        """Do and tell everything, and what that brings about."""
        while self.queued or self.committed or self.asked:
            if self.queued:
                self.commit()
            elif self.committed:
                self.report()
            else:
                self.answer()

    def cut(self) -> None:
        """The log cannot be reached any more: nobody knows of what is on its way, and what waits is not kept."""
        self.away = True
        lost = [*((job, InDoubt("nobody answers")) for job, _ in self.committed)]
        lost += [(job, InDoubt("nobody answers")) for job in self.queued]
        self.committed.clear()
        self.queued.clear()
        for job, fault in lost:
            job.done(fault)
        while self.asked:
            self.answer()

    # -- what is read -------------------------------------------------------------------------------------------------

    def news(self, known: Mapping[str, int], then: Told, *, others: bool = False) -> None:
        """Ask the disk."""
        if self._closed:
            then(StoreFault("the log is closed"))
            return
        self.asked.append((lambda: self.disk._news(known, others), then))
        if self.instant:
            self.settle()

    def read(self, table: str) -> tuple[Charter, list[Row]]:
        """A table's charter and whole log."""
        self._reach()
        return self.disk.read(table)

    def kept(self, table: str) -> Kept:
        """A table with the links of its chain."""
        self._reach()
        return self.disk.kept(table)

    def tables(self, *, unfinished: bool = False) -> Iterator[Summary]:
        """All tables, or those still being played."""
        self._reach()
        return self.disk.tables(unfinished=unfinished)

    def sketches(self) -> Iterator[Sketched]:
        """The tables still being played, without their logs."""
        self._reach()
        return self.disk.sketches()

    def record(self, record: Record, done: Done) -> None:
        """Put a finished game into the archive."""
        self._at_once(done, lambda: self.disk.record(record, done))

    def unrecorded(self, after: str, most: int) -> list[str]:
        """Finished tables that are not in the archive."""
        self._reach()
        return self.disk.unrecorded(after, most)

    def search(self, query: Query) -> list[Found]:
        """The newest games that a query is about."""
        self._reach()
        return self.disk.search(query)

    def tally(self, name: str) -> list[Tally]:
        """How many games of each kind there are."""
        self._reach()
        return self.disk.tally(name)

    def best(self, game: str, players: int, most: int, name: str = "") -> list[Best]:
        """The best scores."""
        self._reach()
        return self.disk.best(game, players, most, name)

    def password(self, name: str) -> str | None:
        """The password hash of an account."""
        self._reach()
        return self.disk.password(name)

    def accounts(self) -> Iterator[tuple[str, str]]:
        """Every name that belongs to somebody."""
        self._reach()
        return self.disk.accounts()

    def revocations(self, since: int = 0) -> tuple[int, list[Revocation]]:
        """What was made void."""
        self._reach()
        return self.disk.revocations(since)

    def _reach(self) -> None:
        if self.away or self._closed:
            raise StoreFault("the log cannot be reached")

    def talk(self, table: str, since: int = 0) -> dict[int, Remark]:
        """What was said at a table."""
        self._reach()
        return self.disk.talk(table, since)

    def say(self, table: str, remark: Remark, done: Done) -> None:
        """Keep what was said."""
        self._at_once(done, lambda: self.disk.say(table, remark, done))

    def said_by(self, name: str) -> list[Spoken]:
        """What was said under a name."""
        self._reach()
        return self.disk.said_by(name)

    def sittings(self, name: str) -> list[str]:
        """Where somebody has sat down under a name."""
        self._reach()
        return self.disk.sittings(name)

    def forget(self, oblivion: Oblivion, done: Done) -> None:
        """Take a name out of everything."""
        self._at_once(done, lambda: self.disk.forget(oblivion, done))

    def write_note(self, kind: str, key: str, former: str | None, text: str | None, done: Done) -> None:
        """Replace the text of a note."""
        self._at_once(done, lambda: self.disk.write_note(kind, key, former, text, done))

    def note(self, kind: str, key: str) -> str | None:
        """The text of a note."""
        self._reach()
        return self.disk.note(kind, key)

    def notes(self, kind: str, prefix: str = "") -> dict[str, str]:
        """The texts of notes."""
        self._reach()
        return self.disk.notes(kind, prefix)

    # -- names --------------------------------------------------------------------------------------------------------

    def register(self, name: str, password: str, done: Done) -> None:
        """Create an account."""
        self._at_once(done, lambda: self.disk.register(name, password, done))

    def change_password(self, name: str, password: str, done: Done) -> None:
        """Replace a password."""
        self._at_once(done, lambda: self.disk.change_password(name, password, done))

    def revoke(self, revocations: Sequence[Revocation], done: Done) -> None:
        """Make secrets void."""
        self._at_once(done, lambda: self.disk.revoke(revocations, done))

    def probe(self, done: Done) -> None:
        """Try the disk."""
        self._at_once(done, lambda: self.disk.probe(done))

    def _at_once(self, done: Done, act: Callable[[], None]) -> None:
        if self._closed or self.away:
            done(StoreFault("the log cannot be reached"))
        else:
            act()

    def close(self) -> None:
        """Finish what was accepted."""
        while self.queued or self.committed:
            if self.queued:
                self.commit()
            else:
                self.report()
        self._closed = True
