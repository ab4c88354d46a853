"""The log in one SQLite file, made durable in groups.

One thread has the pen, the writing connection. It takes every job that has arrived, writes them all in one transaction
(WAL, ``synchronous=FULL``: a commit waits for the disk), and only then reports them, in one wake-up. A small group of
nothing but entries is a single statement, any other takes one or two for each part of the file (``together.py``). While
a commit waits for the disk the next group gathers, so the busier the house, the larger the groups and the cheaper a
move.
Under a crowd the thread has to wrest the GIL from the event loop for every statement, at the cost of both. So it lends
the pen to the event loop (``_lend``), which writes each group itself and leaves it to the thread to commit it, that is
to wait for the disk; until few wait or something is out of the ordinary: then it gives the pen back, with all that is
not written yet.
Whatever thread reads has a reading connection of its own, so none waits for what another reads.
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
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import structlog
from msgspec.structs import astuple

from bottega.store.chain import checked
from bottega.store.durations import Durations
from bottega.store.erasing import fold_in
from bottega.store.heads import Heads
from bottega.store.jobs import (
    ARCHIVE,
    UNFIT,
    Archive,
    Beside,
    Change,
    Forget,
    Note,
    Probe,
    Register,
    Revoke,
    Say,
    as_recorded,
    write_beside,
)
from bottega.store.log import (
    Charter,
    Conflict,
    Damaged,
    Done,
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
from bottega.store.reading import (
    LAST_CHARACTER,
    read_accounts,
    read_kept,
    read_notes,
    read_password,
    read_revocations,
    read_sittings,
    read_sketches,
    read_spoken,
    read_tables,
    read_talk,
    text,
)
from bottega.store.records import Best, Found, Query, Record, Tally
from bottega.store.schema import (
    FINISHED,
    INSERT_ENTRIES,
    SCHEMA_VERSION,
    TOUCH,
    TROUBLE,
    explain,
    fault_of,
    file_arrivals,
    inspect,
    is_ours,
    make_private,
    prepare,
)
from bottega.store.together import RUN, Append, Together, spelled

FILE_NAME = "bottega.sqlite3"
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
_COMPLAIN_SECONDS = 10.0
"""How soon the same complaint is made again."""
_STATEMENTS = 512
"""How many statements are kept prepared: there is one for every number of rows that is common, and some others."""
_FILE = 4096
"""How many arrivals are filed at once while the house is busy: the more, the cheaper each. The next group gathers
meanwhile, as it would anyway.
"""
_FILE_IDLE = 256
"""How many are filed when nobody waits: so few that whoever comes meanwhile hardly does."""

Deliver = Callable[[Callable[[], None]], object]
Later = Callable[[float, Callable[[], None]], object]
T = TypeVar("T")


class _Entry(msgspec.Struct, gc=False):
    """One entry and nothing else, as nearly all appends are."""

    table: str
    entry: Row
    done: Done


_Job = _Entry | Append | Beside

# Whoever binds a NULL or a blob is asked each time how it is to be adapted, and Python raises and drops exceptions to
# find out that it is not: a tenth of what the writing thread executes for an entry. So it is told.
sqlite3.register_adapter(type(None), lambda nothing: nothing)
sqlite3.register_adapter(bytes, bytes)


def reading(path: Path, *, shared: bool = False) -> sqlite3.Connection:
    """A connection for those who only look, ``shared`` by threads or not; an older file is brought up first."""
    try:
        connection = sqlite3.connect(path, isolation_level=None, timeout=BUSY_SECONDS, check_same_thread=not shared)
        connection.text_factory = text
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version != SCHEMA_VERSION:
            prepare(connection, path)
        connection.execute("PRAGMA query_only = 1")
        connection.execute("SELECT 1 FROM sqlite_master")  # a layout that cannot be read is better noticed now
    except TROUBLE as error:
        raise fault_of(error, path) from error
    return connection


class SqliteLog:
    """The contract of :class:`~bottega.store.log.Log` in a directory.

    ``deliver`` hands a call from the writing thread to whoever owns the tables
    (``loop.call_soon_threadsafe``); without it reports come from the writing thread itself. ``check`` reads the
    whole file for damage first, which tools that want one table need not.
    """

    shared = False

    def __init__(self, directory: Path, deliver: Deliver | None = None, *, check: bool = True) -> None:
        self._deliver: Deliver = deliver or (lambda call: call())
        self._path = directory / FILE_NAME
        self._own = threading.local()
        self._readers: list[sqlite3.Connection] = []
        try:
            make_private(self._path)
            prepare(self._reader, self._path)
            writer = self._connect()
            self._readers.append(writer)
            if check:
                inspect(writer, self._path)
                if not is_ours(writer):  # to copy it would lose what is filed under another name
                    raise StoreFault(f"{self._path} is damaged (its layout is not ours): restore it from a backup")
                file_arrivals(writer)
        except (*TROUBLE, StoreFault) as error:
            self._let_go()
            if isinstance(error, StoreFault):
                raise
            raise fault_of(error, self._path) from error
        self._readers.remove(writer)
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._closed = False
        self._heads = Heads(writer)
        self._unfiled = 0
        self._complaint = (("", ""), 0.0)
        self.commits = Durations()
        """How long each group took to become durable."""
        self.failed_commits = 0
        """How often a group did not."""
        self.conflicts = 0
        self.crowded: Callable[[bool], None] = lambda _: None
        """Told on the log's thread whenever many begin to wait for each commit, and when they cease to."""
        self.later: Later | None = None
        """How to be called in so many seconds where ``deliver`` delivers to; with it the pen may be lent there."""
        self._writer = writer
        self._lent: int | None = None
        """The thread that has borrowed the pen."""
        self._borrowed: list[_Job] = []
        """What waits for the next group while it is lent."""
        self._reporting_since = 0.0
        """When those who borrow the pen began to be told of the last group."""
        self._begun: queue.SimpleQueue[tuple[list[_Job], float] | None] = queue.SimpleQueue()
        """Groups that are written and to be committed, with the moment in which that began; None: the pen is back."""
        self._thread = threading.Thread(target=self._write, name="log writer", daemon=True)
        self._thread.start()

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self._path,
            isolation_level=None,
            check_same_thread=False,
            timeout=BUSY_SECONDS,
            cached_statements=_STATEMENTS,
        )
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA secure_delete = 1")  # not every SQLite does so by itself
        connection.text_factory = text
        return connection

    @property
    def _reader(self) -> sqlite3.Connection:
        """The reading connection of this thread."""
        own: sqlite3.Connection | None = getattr(self._own, "reader", None)
        if own is None:
            own = self._own.reader = self._connect()
            self._readers.append(own)
        return own

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
        """Queue entries for the next group."""
        if len(entries) == 1 and charter is None and not (finished or claims or released or sketch):
            self._queue(_Entry(table, entries[0], done))
        else:
            self._queue(Append(table, entries, done, charter, finished, claims, released, sketch))

    def news(self, known: Mapping[str, int], then: Told, *, others: bool = False) -> None:
        """Read and tell at once: nobody else writes to the file but a tool now and then."""
        try:
            news = self._news(known, others)
        except StoreFault as fault:
            then(fault)
        else:
            then(news)

    def _news(self, known: Mapping[str, int], others: bool) -> News:
        tables = {table: rows for table, seq in known.items() if (rows := self._rows_after(table, seq))}
        new = [each.charter.id for each in self.tables(unfinished=True)] if others else []
        return News(tables, [self.read(table) for table in new if table not in known])

    def _rows_after(self, table: str, seq: int) -> list[Row]:
        try:
            return self.read(table)[1][seq:]
        except KeyError:
            return []

    def register(self, name: str, password: str, done: Done) -> None:
        """Queue an account for the next group."""
        self._queue(Register(name, password, done))

    def change_password(self, name: str, password: str, done: Done) -> None:
        """Queue another password for the next group."""
        self._queue(Change(name, password, done))

    def revoke(self, revocations: Sequence[Revocation], done: Done) -> None:
        """Queue what becomes void for the next group."""
        self._queue(Revoke(revocations, done))

    def say(self, table: str, remark: Remark, done: Done) -> None:
        """Queue what was said for the next group."""
        self._queue(Say(table, remark, done))

    def talk(self, table: str, since: int = 0) -> dict[int, Remark]:
        """What was said at a table since, oldest first."""
        try:
            remarks, damaged = read_talk(self._reader, table, since)
        except UnicodeEncodeError:
            return {}  # a lone surrogate: no such table can be opened
        except sqlite3.Error as error:
            raise self._unread(error) from error
        if damaged:
            self._complain("what was said is damaged", f"{len(damaged)} lines at table {table!r} are left out")
        return remarks

    def said_by(self, name: str) -> list[Spoken]:
        """What was said under a name."""
        return self._looked_up(read_spoken, name)

    def sittings(self, name: str) -> list[str]:
        """The tables at which somebody has sat down under a name."""
        return self._looked_up(read_sittings, name)

    def _looked_up(self, read: Callable[[sqlite3.Connection, str], list[T]], name: str) -> list[T]:
        try:
            return read(self._reader, name)
        except UnicodeEncodeError:
            return []  # a lone surrogate: nobody is called so
        except sqlite3.Error as error:
            raise self._unread(error) from error

    def forget(self, oblivion: Oblivion, done: Done) -> None:
        """Queue what is to be forgotten for the next group."""
        self._queue(Forget(oblivion, done))

    def write_note(self, kind: str, key: str, former: str | None, text: str | None, done: Done) -> None:
        """Queue another text of a note for the next group."""
        self._queue(Note(kind, key, former, text, done))

    def note(self, kind: str, key: str) -> str | None:
        """The text of a note."""
        return self._read_notes(kind, key, key).get(key)

    def notes(self, kind: str, prefix: str = "") -> dict[str, str]:
        """The texts of all notes of a kind whose key begins so."""
        return self._read_notes(kind, prefix, prefix + LAST_CHARACTER)

    def _read_notes(self, kind: str, first: str, last: str) -> dict[str, str]:
        try:
            notes, damaged = read_notes(self._reader, kind, first, last)
        except UnicodeEncodeError:
            return {}  # a lone surrogate: no such note can be written
        except sqlite3.Error as error:
            raise self._unread(error) from error
        if damaged:
            self._complain("notes are damaged", f"{len(damaged)} of the kind {kind!r} are left out")
        return notes

    def probe(self, done: Done) -> None:
        """Write what the file says already, with the next group."""
        self._queue(Probe(done))

    @property
    def waiting(self) -> int:
        """How many jobs wait for the next group."""
        return self._jobs.qsize() + len(self._borrowed)

    def _queue(self, job: _Job) -> None:
        if self._closed:
            job.done(StoreFault("the log is closed"))
        elif self._lent == threading.get_ident():
            self._borrowed.append(job)
        else:
            self._jobs.put(job)

    def read(self, table: str) -> tuple[Charter, list[Row]]:
        """A table's charter and whole log; KeyError if there is none, Damaged if they are not what was written."""
        return checked(self.kept(table))

    def kept(self, table: str) -> Kept:
        """A table with the links of its chain, whatever has become of it; KeyError if there is none."""
        try:
            return read_kept(self._reader, table)
        except UnicodeEncodeError:
            raise KeyError(table) from None  # a lone surrogate: no such table can be opened
        except sqlite3.Error as error:
            raise self._unread(error) from error

    def tables(self, *, unfinished: bool = False) -> Iterator[Summary]:
        """All tables, or those still being played, oldest first."""
        try:
            yield from read_tables(self._reader, unfinished=unfinished)
        except sqlite3.Error as error:
            raise self._unread(error) from error

    def sketches(self) -> Iterator[Sketched]:
        """The tables still being played, oldest first, without their logs."""
        try:
            yield from read_sketches(self._reader)
        except sqlite3.Error as error:
            raise self._unread(error) from error

    def record(self, record: Record, done: Done) -> None:
        """Queue a record for the next group."""
        self._queue(Archive(record, done))

    def unrecorded(self, after: str, most: int) -> list[str]:
        """Finished tables that are not in the archive."""
        return [table for (table,) in self._select(ARCHIVE.unrecorded(FINISHED), after, most)]

    def search(self, query: Query) -> list[Found]:
        """The newest games that a query is about; a record that is not what was written is left out."""
        statement, values = ARCHIVE.search(query)
        rows = self._select(statement, *values)
        return [Found(*row[:3]) for row in rows if as_recorded(*row[1:])]

    def tally(self, name: str) -> list[Tally]:
        """How many games of each kind there are."""
        return [Tally(*row) for row in self._select(ARCHIVE.tally, name)]

    def best(self, game: str, players: int, most: int, name: str = "") -> list[Best]:
        """The best scores."""
        values = (game, players, most, name) if name else (game, players, most)
        return [Best(*row) for row in self._select(ARCHIVE.own_best if name else ARCHIVE.best, *values)]

    def _select(self, statement: str, *values: object) -> list[Any]:
        """Rows; none if a value is no text that could have been written."""
        try:
            return self._reader.execute(statement, values).fetchall()
        except UnicodeEncodeError:
            return []
        except sqlite3.Error as error:
            raise self._unread(error) from error

    def password(self, name: str) -> str | None:
        """The password hash of an account, None if nobody owns the name."""
        try:
            return read_password(self._reader, name)
        except UnicodeEncodeError:
            return None  # a lone surrogate: no such name can be registered
        except Damaged as damage:
            self._complain("an account is damaged", str(damage))
            return ""  # somebody's still, but no password fits it
        except sqlite3.Error as error:
            raise self._unread(error) from error

    def accounts(self) -> Iterator[tuple[str, str]]:
        """Every name that belongs to somebody, and the hash of its password."""
        try:
            yield from read_accounts(self._reader)
        except sqlite3.Error as error:
            raise self._unread(error) from error

    def revocations(self, since: int = 0) -> tuple[int, list[Revocation]]:
        """What was made void since, oldest first."""
        try:
            last, news, damaged = read_revocations(self._reader, since)
        except sqlite3.Error as error:
            raise self._unread(error) from error
        for name in damaged:
            self._complain("what was made void is damaged", f"the secrets of {name!r} bring nothing back")
        return last, news

    def _unread(self, error: sqlite3.Error) -> StoreFault:
        reason = explain(error, self._path)
        self._complain("something cannot be read", reason)
        return StoreFault(reason)

    def close(self) -> None:
        """Write what was accepted, then let go of the file."""
        if self._closed:
            return
        self._closed = True
        self._give_back()
        self._jobs.put(None)
        self._thread.join()
        self._let_go()

    def _let_go(self) -> None:
        for connection in self._readers:
            connection.close()

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

    def _waiting(self, most: int) -> list[_Job | None]:
        """Up to so many jobs that nobody has to wait for."""
        group: list[_Job | None] = []
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

    def _commit(self, jobs: list[_Job]) -> list[StoreFault | None]:
        """Make jobs durable; what became of each."""
        began = time.perf_counter()
        results: list[StoreFault | None] = [None] * len(jobs)
        try:
            run = [job for job in jobs if type(job) is _Entry] if len(jobs) <= RUN else []
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

    def _begin(self, jobs: list[_Job]) -> bool:
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

    def _written(self, jobs: list[_Job], began: float) -> None:
        self._unfiled += len(jobs)
        self.commits.add(time.perf_counter() - began)

    def _failed(self, jobs: list[_Job], error: sqlite3.Error) -> list[StoreFault | None]:
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

    def _complain(self, event: str, reason: str) -> None:
        """Tell whoever runs the house, once in a while: players are not told what is wrong with which file."""
        now = time.monotonic()
        if (event, reason) != self._complaint[0] or now - self._complaint[1] >= _COMPLAIN_SECONDS:
            self._complaint = ((event, reason), now)
            log.error(event, reason=reason)

    def _insert_run(self, writer: sqlite3.Connection, run: list[_Entry]) -> bool:
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

    def _attempt(self, writer: sqlite3.Connection, job: _Job) -> StoreFault | None:
        """Do one job inside the group's transaction; a conflict undoes this job alone."""
        writer.execute("SAVEPOINT job")
        result = self._do(writer, [job])
        if result is not None:
            if isinstance(job, _Entry | Append):
                self._heads.forget((job.table,))
            writer.execute("ROLLBACK TO job")
        writer.execute("RELEASE job")
        return result

    def _do(self, writer: sqlite3.Connection, jobs: list[_Job]) -> StoreFault | None:
        """Do jobs inside a transaction, or a part of them; why not all."""
        together = Together(self._heads)
        beside: list[Beside] = []
        fault: StoreFault | None
        try:
            for job in jobs:
                if isinstance(job, _Entry):
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

    def _report(self, jobs: list[_Job], results: list[StoreFault | None]) -> None:
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


def _tables(jobs: list[_Job]) -> str:
    return ", ".join(sorted({job.table for job in jobs if isinstance(job, _Entry | Append)}))


@cache
def _insertion(entries: int) -> str:
    """The statement that inserts so many entries by itself. It is refused if the file is not as it was known: then
    there is no first number.
    """
    first = "?, (SELECT ?3 FROM pragma_data_version WHERE data_version = ?2)"
    return spelled(INSERT_ENTRIES, entries, 8).replace("?, ?", first, 1)
