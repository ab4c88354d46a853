"""Who writes the SQLite file: jobs in, groups made durable, reports out.

One thread has the pen, the writing connection. It takes every job that has arrived, writes them all in one transaction
(WAL, ``synchronous=FULL``: a commit waits for the disk), and only then reports them, in one wake-up. A small group of
nothing but entries is a single statement, any other takes one or two for each part of the file (``together.py``). While
a commit waits for the disk the next group gathers, so the busier the house, the larger the groups and the cheaper a
move.
Under a crowd the thread has to wrest the GIL from the event loop for every statement, at the cost of both. So it lends
the pen to the event loop (``_lend``), which writes each group itself and leaves it to the thread to commit it, that is
to wait for the disk; until few wait or something is out of the ordinary: then it gives the pen back, with all that is
not written yet.
Entries are written to a heap and filed under their tables in bulk (``schema.py``); until then it is ``heads.py`` that
keeps two entries from having one number.

What must stay true:

1. A job is reported only after the commit that contains it.
2. A job that conflicts or cannot be kept is undone alone; the others of its group stand.
3. If the COMMIT itself fails, every job of the group fails, and nothing of it is on disk. Where only the last sync has
   failed it is: then it is written over before anybody is told, unless that fails too for ``_BURY_SECONDS``.
4. ``close`` writes what was accepted before it returns.
5. An entry is either among the arrivals or filed, never both and never neither: filing is one transaction.
6. Nothing ends the writing thread but ``close``: without it every table would wait for ever.
7. Whoever has the pen, and nobody else, touches the writing connection, the heads and ``_unfiled``. While it is lent
   the thread has it from the moment in which it is given a group to commit until it has reported that.
"""

from __future__ import annotations

import contextlib
import queue
import sqlite3
import threading
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import structlog
from msgspec.structs import astuple

from bottega.store.complaints import Complaints
from bottega.store.durations import Durations
from bottega.store.erasing import fold_in
from bottega.store.heads import Heads
from bottega.store.jobs import UNFIT, Beside, Forget, write_beside
from bottega.store.log import Conflict, Done, Row, StoreFault
from bottega.store.schema import INSERT_ENTRIES, TOUCH, explain, file_arrivals
from bottega.store.together import RUN, Append, Together, spelled

_GROUP = 4096
BUSY_SECONDS = 10.0
"""How long to wait for another process that holds the file."""

log = structlog.get_logger("bottega.store")
_BUSY = 8
_GATHER_SECONDS, _GATHER_EACH_SECONDS = 0.012, 0.00008
"""After a group of at least ``_BUSY`` jobs the next may gather for so long at most, and so long for each of them: fewer
commits, fewer wake-ups. Where fewer than 12,500 come in a second each group is smaller than the one before, so that
after a moment in which many came at once nobody waits any more. The event loop, where it has the pen, knows better how
long: half as long as it has just been busy with telling everybody, who have answered meanwhile. Twice that leaves it
idle, half that makes a move over TCP dearer.
"""
_BURY_SECONDS, _BURY_PAUSE_SECONDS = 10.0, 0.02
"""How long, and how often, it is tried to make sure that a commit which failed at the last moment never was."""
_FILE = 1024
"""How many arrivals are filed at once while the house is busy: the more, the cheaper each, and the longer the next
group waits. (Four times as many take three times as long, and a microsecond less for each.)
"""
_FILE_IDLE = 256
"""How many are filed when nobody waits: so few that whoever comes meanwhile hardly does."""

Deliver = Callable[[Callable[[], None]], object]
Later = Callable[[float, Callable[[], None]], object]


class Entry(msgspec.Struct, gc=False):
    """One entry and nothing else, as nearly all appends are."""

    table: str
    entry: Row
    done: Done


Job = Entry | Append | Beside

# Whoever binds a NULL or a blob is asked each time how it is to be adapted, and Python raises and drops exceptions to
# find out that it is not: a tenth of what the writing thread executes for an entry. So it is told.
sqlite3.register_adapter(type(None), lambda nothing: nothing)
sqlite3.register_adapter(bytes, bytes)


class Writer:
    """Writes jobs in groups, and reports each when it is durable, or why it is not.

    ``deliver`` hands a call from the writing thread to whoever owns the tables. The connection is the writer's from
    now on, and closed by it.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path, deliver: Deliver, complain: Complaints) -> None:
        self._path, self._deliver, self._complain = path, deliver, complain
        self.commits = Durations()
        """How long each group took to become durable."""
        self.failed_commits = 0
        """How often a group did not."""
        self.crowded: Callable[[bool], None] = lambda _: None
        """Told on the writing thread whenever many begin to wait for each commit, and when they cease to."""
        self.later: Later | None = None
        """How to be called in so many seconds where ``deliver`` delivers to; with it the pen may be lent there."""
        self._writer = connection
        self._heads = Heads(connection)
        self._unfiled = 0
        self._closed = False
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._lent: int | None = None
        """The thread that has borrowed the pen."""
        self._borrowed: list[Job] = []
        """What waits for the next group while it is lent."""
        self._reporting_since = 0.0
        """When those who borrow the pen began to be told of the last group."""
        self._begun: queue.SimpleQueue[tuple[list[Job], float] | None] = queue.SimpleQueue()
        """Groups that are written and to be committed, with the moment in which that began; None: the pen is back."""
        self._thread = threading.Thread(target=self._write, name="log writer", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        """How many jobs wait for the next group."""
        return self._jobs.qsize() + len(self._borrowed)

    def queue(self, job: Job) -> None:
        """Have it done with the next group."""
        if self._closed:
            job.done(StoreFault("the log is closed"))
        elif self._lent == threading.get_ident():
            self._borrowed.append(job)
        else:
            self._jobs.put(job)

    def close(self) -> None:
        """Write what was accepted, then let go of the file."""
        if not self._closed:
            self._closed = True
            self._give_back()
            self._jobs.put(None)
            self._thread.join()

    def _write(self) -> None:
        last = crowded = False
        while not last:
            group = [self._jobs.get(), *self._waiting(_GROUP)]
            last = group[-1] is None  # nothing is taken in after it
            jobs = [job for job in group if job is not None]
            if jobs:
                results = self._commit(jobs)
                if Forget in map(type, jobs):
                    with contextlib.suppress(sqlite3.Error):
                        fold_in(self._writer)
                self._report(jobs, results)
            count = len(jobs)
            del group, jobs  # with all that hangs on them: whoever is told takes that apart, at hand, not this thread
            if crowded != (count >= _BUSY):
                crowded = not crowded
                self.crowded(crowded)
            busy = crowded or not self._jobs.empty()
            if self._unfiled >= (1 if last else _FILE if busy else _FILE_IDLE):
                self._file(self._writer)
            elif crowded and self.later is not None and not self._closed:
                self._lend()
            elif crowded and not last:
                time.sleep(min(_GATHER_SECONDS, count * _GATHER_EACH_SECONDS))
        self._writer.close()

    def _waiting(self, most: int) -> list[Job | None]:
        """Up to so many jobs that nobody has to wait for."""
        group: list[Job | None] = []
        with contextlib.suppress(queue.Empty):
            while len(group) < most and (not group or group[-1] is not None):
                group.append(self._jobs.get_nowait())
        return group

    # -- the pen is lent ----------------------------------------------------------------------------------------------

    def _lend(self) -> None:
        """Let the event loop write, and commit what it has written, until it gives the pen back."""
        try:
            self._deliver(self._borrow)
        except RuntimeError:  # the loop is gone
            return
        while (group := self._begun.get()) is not None:
            jobs, began = group
            try:
                self._writer.execute("COMMIT")
            except sqlite3.Error as error:
                results = self._failed(jobs, error)
            else:
                results = [None] * len(jobs)
                self._written(jobs, began)
            self._report(jobs, results)
            del group, jobs
            if self._unfiled >= _FILE:
                self._file(self._writer)
            with contextlib.suppress(RuntimeError):
                self._deliver(self._gather)

    def _borrow(self) -> None:
        """On the event loop: have the pen from now on."""
        if not self._closed:
            self._lent = threading.get_ident()
            self._writer.execute("PRAGMA busy_timeout = 0")  # whoever holds the file is waited for by the thread
            self._gather()

    def _gather(self) -> None:
        """A group is committed and reported: write the next one after half as long again as that took here."""
        if self.later is not None and self._lent is not None:
            took = time.perf_counter() - self._reporting_since
            self.later(min(_GATHER_SECONDS, took / 2), self._write_borrowed)

    def _write_borrowed(self) -> None:
        """Write what waits as one group, and have it committed; or give the pen back, where the thread had better."""
        if self._lent is None:
            return
        jobs = [job for job in (*self._waiting(_GROUP), *self._borrowed) if job is not None]
        self._borrowed, began = jobs, time.perf_counter()
        try:
            written = len(jobs) >= _BUSY and Forget not in map(type, jobs) and self._begin(jobs)
        except sqlite3.Error:
            written = False
            self._undo()
        if written:
            self._borrowed = []
            self._begun.put((jobs, began))
        else:
            with contextlib.suppress(sqlite3.Error):
                self._writer.execute(f"PRAGMA busy_timeout = {round(1000 * BUSY_SECONDS)}")
            self._give_back()

    def _give_back(self) -> None:
        """The thread writes again, first of all what waits here."""
        for job in self._borrowed:
            self._jobs.put(job)
        self._borrowed = []
        self._lent = None
        self._begun.put(None)

    # -- a group ------------------------------------------------------------------------------------------------------

    def _file(self, writer: sqlite3.Connection) -> None:
        """File what has arrived; if that fails it lies where it is, safe and readable, until the next time."""
        self._unfiled = 0
        try:
            file_arrivals(writer)
        except sqlite3.Error as error:
            log.warning("arrivals were not filed", reason=explain(error, self._path))

    def _commit(self, jobs: list[Job]) -> list[StoreFault | None]:
        """Make jobs durable; what became of each."""
        began = time.perf_counter()
        results: list[StoreFault | None] = [None] * len(jobs)
        try:
            run = [job for job in jobs if type(job) is Entry] if len(jobs) <= RUN else []
            # A statement is a transaction of its own, and the GIL is let go of and fought for again with every
            # statement: the usual group needs one.
            if len(run) < len(jobs) or not self._insert_run(self._writer, run):
                if not self._begin(jobs):
                    self._writer.execute("BEGIN IMMEDIATE")
                    self._heads.refresh()
                    results = [self._attempt(self._writer, job) for job in jobs]
                self._writer.execute("COMMIT")
        except sqlite3.Error as error:
            return self._failed(jobs, error)
        self._written(jobs, began)
        return results

    def _begin(self, jobs: list[Job]) -> bool:
        """Do jobs of any kind in one transaction, and leave it open; False if one of them cannot be done, and none is.

        That is seldom. Then they are done one by one, so that such a job is undone alone, which is dear.
        """
        self._writer.execute("BEGIN IMMEDIATE")
        self._heads.refresh()
        if self._do(self._writer, jobs) is None:
            return True
        self._undo()
        return False

    def _undo(self) -> None:
        self._heads.forget_all()
        with contextlib.suppress(sqlite3.Error):
            self._writer.execute("ROLLBACK")

    def _written(self, jobs: list[Job], began: float) -> None:
        self._unfiled += len(jobs)
        self.commits.add(time.perf_counter() - began)

    def _failed(self, jobs: list[Job], error: sqlite3.Error) -> list[StoreFault | None]:
        """Nothing of a group is durable: undo it, and say so."""
        self._undo()
        self.failed_commits += 1
        reason = explain(error, self._path)
        self._complain("nothing can be saved", reason)
        if getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_IOERR_FSYNC:
            self._bury(self._writer)
        return [StoreFault(reason)] * len(jobs)

    def _bury(self, writer: sqlite3.Connection) -> None:
        """Write over a commit whose sync has failed: it is in the file, and a crash now would bring it back."""
        until = time.monotonic() + _BURY_SECONDS
        while time.monotonic() < until and not self._closed:
            try:
                writer.execute("BEGIN IMMEDIATE")
                writer.execute(TOUCH)
                writer.execute("COMMIT")
                return
            except sqlite3.Error:
                with contextlib.suppress(sqlite3.Error):
                    writer.execute("ROLLBACK")
                time.sleep(_BURY_PAUSE_SECONDS)

    def _insert_run(self, writer: sqlite3.Connection, run: list[Entry]) -> bool:
        """Insert entries with one statement, without a transaction around it; False if one of them conflicts or cannot
        be kept, or if somebody else has written to the file.
        """
        values: list[Any] = []
        take = self._heads.take
        try:
            for job in run:
                link = take(job.table, job.entry)
                if isinstance(link, StoreFault):
                    break
                values += (job.table, *astuple(job.entry), link)
            else:
                values.insert(1, self._heads.version)
                writer.execute(_insertion(len(run)), values)
                return True
        except (sqlite3.IntegrityError, *UNFIT):
            pass
        self._heads.forget(job.table for job in run)
        return False

    def _attempt(self, writer: sqlite3.Connection, job: Job) -> StoreFault | None:
        """Do one job inside the group's transaction; a conflict undoes this job alone."""
        writer.execute("SAVEPOINT job")
        result = self._do(writer, [job])
        if result is not None:
            if isinstance(job, Entry | Append):
                self._heads.forget((job.table,))
            writer.execute("ROLLBACK TO job")
        writer.execute("RELEASE job")
        return result

    def _do(self, writer: sqlite3.Connection, jobs: list[Job]) -> StoreFault | None:
        """Do jobs inside a transaction, or a part of them; why not all."""
        together = Together(self._heads)
        beside: list[Beside] = []
        fault: StoreFault | None
        try:
            for job in jobs:
                if isinstance(job, Entry):
                    fault = together.entry(job.table, job.entry)
                elif isinstance(job, Append):
                    fault = together.append(job)
                else:
                    beside.append(job)
                    continue
                if fault is not None:
                    return fault
            fault = together.write(writer)
        except sqlite3.IntegrityError as error:
            return Conflict(f"table {_tables(jobs)}: {error}")
        except UNFIT as error:
            return StoreFault(f"table {_tables(jobs)}: {error}")
        return fault or next(filter(None, (write_beside(writer, each) for each in beside)), None)

    def _report(self, jobs: list[Job], results: list[StoreFault | None]) -> None:
        def report() -> None:
            self._reporting_since = time.perf_counter()
            for job, result in zip(jobs, results, strict=True):
                try:
                    job.done(result)
                except Exception:  # whoever fails to listen must not keep the others from hearing
                    log.exception("a report of the log was not taken", table=getattr(job, "table", ""))

        # The owner's event loop may be gone already when the last group is reported.
        with contextlib.suppress(RuntimeError):
            self._deliver(report)


def _tables(jobs: list[Job]) -> str:
    return ", ".join(sorted({job.table for job in jobs if isinstance(job, Entry | Append)}))


@cache
def _insertion(entries: int) -> str:
    """The statement that inserts so many entries by itself. It is refused if the file is not as it was known: then
    there is no first number.
    """
    first = "?, (SELECT ?3 FROM pragma_data_version WHERE data_version = ?2)"
    return spelled(INSERT_ENTRIES, entries, 8).replace("?, ?", first, 1)
