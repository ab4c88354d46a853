"""The log in PostgreSQL, for several nodes at once, made durable in groups.

A thread with an event loop of its own holds two connections, one that writes and one that reads. The writer takes all
that has arrived, plans it (``planning.py``), and sends it as one statement, which is one transaction: one round trip
and one commit for entries of many tables. While it is on its way the next group gathers.

If another node was faster, the database refuses the whole statement; then what the others wrote is read and the group
is planned again, without those who have lost. If the connection is lost, it is made again, with pauses that grow; what
was on its way is looked for by its links, so nothing is written twice and nothing that was written is taken for lost.
After ``DATABASE_PATIENCE_SECONDS`` those who wait are told, and until the database is back, all who ask are told at
once.

What must stay true:

1. A job is reported only after the commit that contains it, or after it is certain that there is none; where nobody can
   know, its fault is :class:`~bottega.store.log.InDoubt`.
2. A job that conflicts or cannot be kept fails alone; the others of its group stand.
3. ``close`` writes what was accepted before it returns, unless the database is away.
4. No wait is longer than a limit says, whatever becomes of the network.
5. What is kept of several nodes follows from the database alone, never from what this one remembers.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
import threading
import time
from collections import deque
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import asyncpg
import msgspec
import structlog
from msgspec.structs import astuple

from bottega.limits import DATABASE_ANSWER_SECONDS, DATABASE_PATIENCE_SECONDS, DATABASE_RETRY_SECONDS
from bottega.loops import new_event_loop
from bottega.store.chain import alone, checked
from bottega.store.complaints import Complaints
from bottega.store.durations import Durations
from bottega.store.forgetting import first_letters
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
from bottega.store.postgres import schema
from bottega.store.postgres.erasing import erase
from bottega.store.postgres.planning import Append, Heads, Plan
from bottega.store.postgres.reading import charter_of, read_kept, read_news, read_rows
from bottega.store.postgres.schema import escaped, plain
from bottega.store.postgres.session import Gone, Session
from bottega.store.reading import LAST_CHARACTER
from bottega.store.records import Best, Found, Query, Record, Statements, Tally, rows_of

log = structlog.get_logger("bottega.store")
_ARCHIVE = Statements("bottega_", "$")

T = TypeVar("T")
Deliver = Callable[[Callable[[], None]], object]

_GROUP = 1024
"""How many jobs one statement takes."""
_BUSY, _GATHER_SECONDS = 8, 0.002
"""After a group of so many jobs the next may gather for a moment: fewer commits, fewer wake-ups."""
_ATTEMPTS = 8
"""How often a group is planned anew before its jobs are taken one by one."""
_PAUSE_SECONDS = 0.05
"""Before the first attempt to reconnect; each later pause is twice as long."""

_TAKEN = (asyncpg.IntegrityConstraintViolationError, asyncpg.TransactionRollbackError)
"""Another node was faster, or both stood in each other's way."""
_UNFIT = (asyncpg.DataError, ValueError, OverflowError)
"""A value that no column can hold: the fault of one job."""
_FAILED = (asyncpg.PostgresError, asyncpg.InterfaceError)
AWAY = "the database does not answer"


class _Other(msgspec.Struct):
    """What concerns names and not tables: done by itself, and again if nobody knows whether it was."""

    act: Callable[[Session, bool], Coroutine[Any, Any, StoreFault | None]]
    done: Done


_Job = Append | _Other


class PostgresLog:
    """The contract of :class:`~bottega.store.log.Log` in a database, given by its URL.

    ``deliver`` hands a call from the log's thread to whoever owns the tables (``loop.call_soon_threadsafe``); without
    it reports come from that thread itself.
    """

    shared = True

    def __init__(self, url: str, deliver: Deliver | None = None) -> None:
        self.url = url
        self.deliver: Deliver = deliver or (lambda call: call())
        self.closing: list[Callable[[], Coroutine[Any, Any, None]]] = []
        """What else has to be closed, on the log's thread."""
        self._jobs: deque[_Job] = deque()
        self._heads = Heads()
        self._epochs: dict[str, int] = {}
        """Of each table, how many losses to other nodes its owner has heard of."""
        self._closed = False
        self._awake = False
        self.away = False
        """Whether the database has not answered for so long that nobody is kept waiting."""
        self._complain = Complaints()
        self.commits = Durations()
        """How long each group took to become durable."""
        self.failed_commits = 0
        """How often a group did not."""
        self.conflicts = 0
        """How many appends have lost to another node's."""
        self._writer, self._reader = Session(url), Session(url)
        self._loop = new_event_loop()
        self._wake = asyncio.Event()
        self._reading = asyncio.Lock()
        self._thread = threading.Thread(target=self._run, name="log writer", daemon=True)
        self._thread.start()
        try:
            asyncio.run_coroutine_threadsafe(self._open(), self._loop).result()
        except (Gone, StoreFault, *_FAILED) as error:
            self._stop_loop()
            raise error if isinstance(error, StoreFault) else StoreFault(f"{AWAY}: {error}") from error
        self._writing = asyncio.run_coroutine_threadsafe(self._write(), self._loop)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Have something done on the log's thread."""
        if self._closed:
            work.close()
        else:
            asyncio.run_coroutine_threadsafe(work, self._loop)

    async def _open(self) -> None:
        connection = await self._writer.connect()
        for attempt in range(_ATTEMPTS):
            try:
                await schema.migrate(connection)
                return
            except _TAKEN:  # another node brings it up at this very moment
                await asyncio.sleep(_PAUSE_SECONDS * (attempt + 1))
            except asyncpg.DuplicateObjectError:
                await asyncio.sleep(_PAUSE_SECONDS * (attempt + 1))
        await schema.migrate(connection)

    # -- what is written ----------------------------------------------------------------------------------------------

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
        epoch = self._epochs.get(table, 0)
        self._queue(Append(table, entries, done, charter, finished, epoch, claims, released, sketch))

    def register(self, name: str, password: str, done: Done) -> None:
        """Queue an account."""

        async def act(session: Session, again: bool) -> StoreFault | None:
            try:
                await session.run(schema.ENROL, escaped(name), escaped(password), alone(name, password))
            except asyncpg.UniqueViolationError:
                if again and await self._password(session, name) == password:
                    return None  # its answer was lost
                return Conflict(f"the name {name} is taken")
            return None

        self._queue(_Other(act, done))

    def change_password(self, name: str, password: str, done: Done) -> None:
        """Queue another password."""

        async def act(session: Session, again: bool) -> StoreFault | None:
            values = escaped(name), escaped(password), alone(name, password)
            return None if await session.run(schema.CHANGE, *values) else StoreFault(f"nobody owns the name {name}")

        self._queue(_Other(act, done))

    def revoke(self, revocations: Sequence[Revocation], done: Done) -> None:
        """Queue what becomes void."""

        async def act(session: Session, again: bool) -> StoreFault | None:
            for each in revocations:
                for attempt in range(_ATTEMPTS):
                    try:
                        await session.run(schema.REVOKE, *map(escaped, astuple(each)), alone(*astuple(each)))
                        break
                    except _TAKEN:  # another node has had the number
                        await asyncio.sleep(_PAUSE_SECONDS * attempt * random.random())
                else:
                    return StoreFault("what becomes void could not be numbered")
            return None

        self._queue(_Other(act, done))

    def say(self, table: str, remark: Remark, done: Done) -> None:
        """Queue what was said."""

        async def act(session: Session, again: bool) -> StoreFault | None:
            link = _link_of(table, remark)
            if again and link in {row[4] for row in await session.run(schema.READ_TALK, escaped(table), 0)}:
                return None  # its answer was lost
            for attempt in range(_ATTEMPTS):
                try:
                    texts = map(escaped, (table, remark.name, remark.text))
                    await session.run(schema.SAY, *texts, remark.at, link)
                    return None
                except _TAKEN:  # another node has had the number
                    await asyncio.sleep(_PAUSE_SECONDS * attempt * random.random())
            return StoreFault("what was said could not be numbered")

        self._queue(_Other(act, done))

    def talk(self, table: str, since: int = 0) -> dict[int, Remark]:
        """What was said at a table since, oldest first."""
        remarks: dict[int, Remark] = {}
        if not _is_text(table):
            return remarks
        rows = self._ask(lambda session: session.run(schema.READ_TALK, escaped(table), since))
        for number, name, text, at, link in rows:
            remark = Remark(plain(name), plain(text), at)
            if _link_of(table, remark) == link:
                if remark.name:  # else it was forgotten
                    remarks[number] = remark
            else:
                self._complain("what was said is damaged", f"line {number} at table {table!r} is left out")
        return remarks

    def damaged_talk(self) -> list[str]:
        """A sentence for everything said that is not what was written."""
        return [
            f"what was said at table {plain(row[0])!r}, number {row[5]}, is not what was written"
            for row in self._ask(lambda session: session.run(schema.ALL_TALK))
            if _link_of(plain(row[0]), Remark(plain(row[1]), plain(row[2]), row[3])) != row[4]
        ]

    def said_by(self, name: str) -> list[Spoken]:
        """What was said under a name; what is damaged is left out."""
        found = [
            (Spoken(plain(row[0]), row[1], Remark(name, plain(row[3]), row[4])), row[5])
            for row in self._select(schema.SPOKEN, name)
        ]
        return [spoken for spoken, link in found if _link_of(spoken.table, spoken.remark) == link]

    def sittings(self, name: str) -> list[str]:
        """The tables at which somebody has sat down under a name."""
        if not _is_text(name):
            return []
        begun = first_letters(name)
        return sorted(plain(row[0]) for row in self._select(schema.SITTINGS, begun, begun + LAST_CHARACTER))

    def forget(self, oblivion: Oblivion, done: Done) -> None:
        """Queue what is to be forgotten."""

        async def act(session: Session, again: bool) -> StoreFault | None:
            for attempt in range(_ATTEMPTS):
                try:
                    await session.transact(lambda connection: erase(connection, oblivion))
                    return None
                except _TAKEN:  # another node has written something of it meanwhile
                    await asyncio.sleep(_PAUSE_SECONDS * attempt * random.random())
            return StoreFault("other nodes write to the same all the time")

        self._queue(_Other(act, done))

    def write_note(self, kind: str, key: str, former: str | None, text: str | None, done: Done) -> None:
        """Queue another text of a note."""

        async def act(session: Session, again: bool) -> StoreFault | None:
            where, link = (escaped(kind), escaped(key)), alone(kind, key, text or "")
            if text is None and former is None:
                found = not await session.run(schema.READ_NOTES, *where, where[1])
            elif text is None:
                found = bool(await session.run(schema.TAKE_NOTE, *where, escaped(former or "")))
            elif former is None:
                found = bool(await session.run(schema.ADD_NOTE, *where, escaped(text), link))
            else:
                found = bool(await session.run(schema.CHANGE_NOTE, *where, escaped(text), link, escaped(former)))
            if not found and again and text is not None:  # perhaps its answer was lost; of a taking nobody knows whose
                rows = await session.run(schema.READ_NOTES, *where, where[1])
                found = (plain(rows[0][2]) if rows else None) == text
            return None if found else Conflict(f"the note {kind} {key} was changed")

        self._queue(_Other(act, done))

    def note(self, kind: str, key: str) -> str | None:
        """The text of a note."""
        return self._read_notes(kind, key, key).get(key)

    def notes(self, kind: str, prefix: str = "") -> dict[str, str]:
        """The texts of all notes of a kind whose key begins so."""
        return self._read_notes(kind, prefix, prefix + LAST_CHARACTER)

    def _read_notes(self, kind: str, first: str, last: str) -> dict[str, str]:
        notes: dict[str, str] = {}
        if not _is_text(first):
            return notes
        rows = self._ask(lambda session: session.run(schema.READ_NOTES, escaped(kind), escaped(first), escaped(last)))
        for row in rows:
            if _as_written(row):
                notes[plain(row[1])] = plain(row[2])
            else:
                self._complain("notes are damaged", f"{row[1]!r} of the kind {kind!r} is left out")
        return notes

    def damaged_notes(self) -> list[str]:
        """A sentence for every note that is not what was written."""
        rows = self._ask(lambda session: session.run(schema.ALL_NOTES))
        return [f"the note {row[0]!r} {row[1]!r} is not what was written" for row in rows if not _as_written(row)]

    def probe(self, done: Done) -> None:
        """Write what the database says already."""

        async def act(session: Session, again: bool) -> StoreFault | None:
            await session.run(schema.PROBE)
            return None

        self._queue(_Other(act, done))

    @property
    def waiting(self) -> int:
        """How many jobs wait for the next group."""
        return len(self._jobs)

    def _queue(self, job: _Job) -> None:
        if self._closed:
            job.done(StoreFault("the log is closed"))
        elif self.away:
            job.done(StoreFault(AWAY))
        else:
            self._jobs.append(job)
            if not self._awake:
                self._awake = True
                self._loop.call_soon_threadsafe(self._wake.set)

    async def _write(self) -> None:
        while not self._closed or self._jobs:
            if not self._jobs:
                self._awake = False
                if not self._jobs and not self._closed:
                    await self._wake.wait()
                self._wake.clear()
                continue
            group = [self._jobs.popleft() for _ in range(min(len(self._jobs), _GROUP))]
            began = time.perf_counter()
            failed = await self._carry_out(group)
            if failed:
                self.failed_commits += 1
            else:
                self.commits.add(time.perf_counter() - began)
            if self.away:
                await self._come_back()
            elif len(group) >= _BUSY and not self._closed:
                await asyncio.sleep(_GATHER_SECONDS)
        for close in (self._writer.close, self._reader.close, *self.closing):
            await close()

    async def _carry_out(self, group: list[_Job]) -> bool:
        """Do a group and report it; whether the database did not answer for too long."""
        until = time.monotonic() + DATABASE_PATIENCE_SECONDS
        appends = [job for job in group if isinstance(job, Append)]
        found = dict(zip(map(id, appends), await self._append(appends, until), strict=True)) if appends else {}
        self.conflicts += sum(isinstance(fault, Conflict) for fault in found.values())
        results: list[StoreFault | None] = []
        for job in group:
            results.append(found[id(job)] if isinstance(job, Append) else await self._act(job, until))
        void = (Conflict, Claimed)
        lost = {job.table: self._heads.epoch(job.table) for job in appends if isinstance(found[id(job)], void)}
        self._report(group, results, lost)
        return self.away

    async def _append(self, jobs: list[Append], until: float) -> list[StoreFault | None]:
        """Make appends durable; what became of each."""
        results: dict[int, StoreFault | None] = {}
        left, doubtful = jobs, False
        for attempt in itertools.count():
            sent = False
            try:
                if unknown := self._heads.unknown(left):
                    self._heads.learn(unknown, await read_kept(self._writer, unknown))
                plan = self._heads.plan(left)
                if plan.behind and not attempt:
                    left = await self._look_again(left, results, until, doubtful)
                    continue
                if plan.apart and len(left) > 1:
                    for job in left:
                        (results[id(job)],) = await self._append([job], until)
                    break
                sent = bool(plan.taken)
                await self._send(plan)
            except Gone:
                doubtful = doubtful or sent
                left = await self._look_again(left, results, until, doubtful)
            except (*_TAKEN, *_UNFIT) as error:
                if len(left) > 1 and (attempt >= _ATTEMPTS or isinstance(error, _UNFIT)):
                    for job in left:
                        (results[id(job)],) = await self._append([job], until)
                    left = []
                elif attempt >= _ATTEMPTS or isinstance(error, _UNFIT):
                    results[id(left[0])] = StoreFault(f"table {left[0].table}: {error}")
                    left = []
                else:
                    left = await self._look_again(left, results, until, doubtful)
            except (StoreFault, *_FAILED) as error:
                self._complain("nothing can be saved", str(error))
                fault = error if isinstance(error, StoreFault) else StoreFault(f"the database: {error}")
                results |= dict.fromkeys(map(id, left), fault)
                left = []
            else:
                self._heads.done(plan)
                results |= {id(job): fault for job, fault in plan.faults}
                results |= dict.fromkeys(map(id, plan.taken))
                left = []
            if not left:
                break
        self._heads.held.clear()
        return [results[id(job)] for job in jobs]

    async def _send(self, plan: Plan) -> None:
        """Write what is planned."""
        if not plan.taken:
            return
        columns = _columns(plan.rows, 8)
        if plan.plain:
            await self._writer.run(schema.WRITE_ENTRIES, *columns)
        else:
            tables = (*_columns(plan.opened, 9), *_columns(plan.closed, 2))
            claims = (*_pairs(plan.claimed), *_pairs(plan.released))
            sketches = (*_columns(plan.sketched(), 4), plan.erased())
            await self._writer.run(schema.WRITE_TABLES, *columns, *tables, *claims, *sketches)

    async def _look_again(
        self, jobs: list[Append], results: dict[int, StoreFault | None], until: float, doubtful: bool
    ) -> list[Append]:
        """Learn what others have written; those of the jobs that are still to be done.

        A job whose entries are there with its own links was done, and only its answer was lost.
        """
        while True:
            try:
                news = await read_rows(self._writer, self._heads.known(jobs))
                if new := [table for table in news if not self._heads.knows(table)]:
                    self._heads.learn(new, await read_kept(self._writer, new))
                if claims := [escaped(claim) for job in jobs for claim in job.claims]:
                    found = await self._writer.run(schema.READ_CLAIMS, claims)
                    self._heads.held |= {plain(claim): plain(table) for claim, table in found}
                break
            except (Gone, StoreFault) as gone:
                if self.away or time.monotonic() >= until:
                    self._give_up(str(gone))
                    fault = InDoubt(AWAY) if doubtful else StoreFault(AWAY)
                    results |= dict.fromkeys(map(id, jobs), fault)
                    return []
                await self._pause(until)
        written = {(table, row.seq): last for table, rows in news.items() for row, last in rows}
        left = []
        for job in jobs:
            if (
                doubtful
                and job.links
                and all(
                    written.get((job.table, entry.seq)) == last
                    for entry, last in zip(job.entries, job.links, strict=True)
                )
            ):
                results[id(job)] = None
            else:
                left.append(job)
        for table, rows in news.items():
            self._heads.extend(table, rows)
        return left

    async def _act(self, job: _Other, until: float) -> StoreFault | None:
        """Do what concerns names."""
        again = False
        while not self.away:
            try:
                return await job.act(self._writer, again)
            except Gone as gone:
                if time.monotonic() >= until:
                    self._give_up(str(gone))
                    return InDoubt(AWAY)
                again = True
                await self._pause(until)
            except _UNFIT as error:
                return StoreFault(f"it cannot be kept: {error}")
            except StoreFault as fault:
                return fault
            except _FAILED as error:
                self._complain("nothing can be saved", str(error))
                return StoreFault(f"the database: {error}")
        return StoreFault(AWAY)

    # -- when the database is away ------------------------------------------------------------------------------------

    async def _pause(self, until: float) -> None:
        """Wait a moment before the connection is tried again, never past the end of our patience."""
        pause = min(_PAUSE_SECONDS * (1 + random.random()), max(0.0, until - time.monotonic()))
        await asyncio.sleep(pause)

    def _give_up(self, reason: str) -> None:
        if not self.away:
            self._complain("the database is away", reason)
        self.away = True

    async def _come_back(self) -> None:
        """Try to reach the database until it answers; whoever asks meanwhile is told that it does not."""
        pause = _PAUSE_SECONDS
        while self.away:
            waiting = [self._jobs.popleft() for _ in range(len(self._jobs))]
            self._report(waiting, [StoreFault(AWAY)] * len(waiting), {})
            if self._closed:
                return
            await asyncio.sleep(pause * (0.5 + random.random()))
            pause = min(DATABASE_RETRY_SECONDS, pause * 2)
            try:
                await self._writer.run("SELECT 1")
            except (Gone, StoreFault, *_FAILED):
                continue
            self.away = False
            log.info("the database is back")

    def _report(self, jobs: Sequence[_Job], results: Sequence[StoreFault | None], lost: Mapping[str, int]) -> None:
        def report() -> None:
            self._epochs.update(lost)
            for job, result in zip(jobs, results, strict=True):
                try:
                    job.done(result)
                except Exception:  # whoever fails to listen must not keep the others from hearing
                    log.exception("a report of the log was not taken", table=getattr(job, "table", ""))

        if jobs:
            # The owner's event loop may be gone already when the last group is reported.
            with contextlib.suppress(RuntimeError):
                self.deliver(report)

    # -- what is read -------------------------------------------------------------------------------------------------

    def read(self, table: str) -> tuple[Charter, list[Row]]:
        """A table's charter and whole log; KeyError if there is none, Damaged if they are not what was written."""
        return checked(self.kept(table))

    def news(self, known: Mapping[str, int], then: Told, *, others: bool = False) -> None:
        """Ask the reading connection, and tell when it has answered."""
        if self._closed or self.away:
            then(StoreFault("the log is closed" if self._closed else AWAY))
            return

        async def ask() -> None:
            try:
                async with asyncio.timeout(3 * DATABASE_ANSWER_SECONDS):
                    told: News | StoreFault = await self._answer(lambda session: read_news(session, known, others))
            except TimeoutError:
                told = StoreFault(AWAY)
            except StoreFault as fault:
                told = fault
            with contextlib.suppress(RuntimeError):
                self.deliver(lambda: then(told))

        self.run(ask())

    def kept(self, table: str) -> Kept:
        """A table with the links of its chain, whatever has become of it; KeyError if there is none."""
        if not _is_text(table):
            raise KeyError(table)
        found: dict[str, Kept] = self._ask(lambda session: read_kept(session, [table]))
        return found[table]

    def tables(self, *, unfinished: bool = False) -> Iterator[Summary]:
        """All tables, or those still being played, oldest first."""
        rows = self._ask(lambda session: session.run(schema.LIST_UNFINISHED if unfinished else schema.LIST_TABLES))
        summaries = [Summary(charter_of(row), row[7]) for row in rows]
        yield from sorted(summaries, key=lambda each: (each.charter.opened, each.charter.id))

    def sketches(self) -> Iterator[Sketched]:
        """The tables still being played, oldest first, without their logs."""
        for row in self._ask(lambda session: session.run(schema.READ_SKETCHES)):
            charter, (last, current, seq, text, link) = charter_of(row), row[7:12]
            sketch = plain(text) if current else None
            if sketch is not None and alone(charter.id, str(seq), sketch) != link:
                sketch = None
            yield Sketched(charter, last or 0, sketch)

    def record(self, record: Record, done: Done) -> None:
        """Queue a record."""

        async def act(session: Session, again: bool) -> StoreFault | None:
            rows = [tuple(map(_escaped, row)) for row in rows_of(record)]
            for row in rows:
                await session.run(_ARCHIVE.file, *row)
            text, link = escaped(record.text), alone(record.table, record.text)
            await session.run(_ARCHIVE.keep, escaped(record.table), text, link)
            return None

        self._queue(_Other(act, done))

    def unrecorded(self, after: str, most: int) -> list[str]:
        """Finished tables that are not in the archive."""
        rows = self._ask(lambda session: session.run(_ARCHIVE.unrecorded("last IS NOT NULL"), escaped(after), most))
        return [plain(row[0]) for row in rows]

    def search(self, query: Query) -> list[Found]:
        """The newest games that a query is about; a record that is not what was written is left out."""
        statement, values = _ARCHIVE.search(query)
        found = [(row[0], plain(row[1]), plain(row[2]), row[3]) for row in self._select(statement, *values)]
        return [Found(*row[:3]) for row in found if alone(*row[1:3]) == row[3]]

    def tally(self, name: str) -> list[Tally]:
        """How many games of each kind there are."""
        return [Tally(plain(row[0]), row[1], plain(row[2]), row[3]) for row in self._select(_ARCHIVE.tally, name)]

    def best(self, game: str, players: int, most: int, name: str = "") -> list[Best]:
        """The best scores."""
        values = (game, players, most, name) if name else (game, players, most)
        rows = self._select(_ARCHIVE.own_best if name else _ARCHIVE.best, *values)
        return [Best(plain(row[0]), row[1], row[2], plain(row[3])) for row in rows]

    def _select(self, statement: str, *values: object) -> Sequence[Any]:
        """Rows; none if a value is no text that could have been written."""
        if not all(_is_text(value) for value in values if isinstance(value, str)):
            return []
        return self._ask(lambda session: session.run(statement, *map(_escaped, values)))

    def password(self, name: str) -> str | None:
        """The password hash of an account, None if nobody owns the name."""
        if not _is_text(name):
            return None
        return self._ask(lambda session: self._password(session, name))

    async def _password(self, session: Session, name: str) -> str | None:
        rows = await session.run(schema.READ_ACCOUNT, escaped(name))
        if not rows:
            return None
        found, password, last = plain(rows[0][0]), plain(rows[0][1]), rows[0][2]
        if alone(found, password) != last:
            self._complain("an account is damaged", f"the account {name!r} is not what was written")
            return ""  # somebody's still, but no password fits it
        return password

    def revocations(self, since: int = 0) -> tuple[int, list[Revocation]]:
        """What was made void since, oldest first."""
        news = []
        rows = self._ask(lambda session: session.run(schema.READ_REVOCATIONS, since))
        for number, *texts, last in rows:
            since, (name, key, successor) = number, map(plain, texts)
            if alone(name, key, successor) != last:
                self._complain("what was made void is damaged", f"the secrets of {name!r} bring nothing back")
                successor = ""
            news.append(Revocation(name, key, successor))
        return since, news

    def strays(self) -> list[str]:
        """A sentence for every table of which there are entries but no charter."""
        rows = self._ask(lambda session: session.run(schema.STRAYS))
        return [f"there are entries of a table {plain(row[0])!r} that is not there" for row in rows]

    def damaged_names(self) -> list[str]:
        """A sentence for every account, and everything made void, that is not what was written."""
        accounts = self._ask(lambda session: session.run(schema.ALL_ACCOUNTS))
        revocations = self._ask(lambda session: session.run(schema.ALL_REVOCATIONS))
        return [
            *(f"the account {plain(row[0])!r} is not what was written" for row in accounts if not _as_written(row)),
            *(f"what was made void of {plain(row[0])!r} is not what was written" for row in revocations
              if not _as_written(row)),
        ]  # fmt: skip

    def accounts(self) -> Iterator[tuple[str, str]]:
        """Every name that belongs to somebody, and the hash of its password."""
        rows = self._ask(lambda session: session.run(schema.ALL_ACCOUNTS))
        yield from sorted((plain(row[0]), plain(row[1])) for row in rows if _as_written(row))

    def _ask(self, question: Callable[[Session], Coroutine[Any, Any, T]]) -> T:
        """Ask the reading connection something and wait for the answer, which has a limit."""
        if self._closed:
            raise StoreFault("the log is closed")
        if self.away:
            raise StoreFault(AWAY)
        asked = asyncio.run_coroutine_threadsafe(self._answer(question), self._loop)
        try:
            return asked.result(3 * DATABASE_ANSWER_SECONDS)
        except TimeoutError:
            asked.cancel()
            raise StoreFault(AWAY) from None

    async def _answer(self, question: Callable[[Session], Coroutine[Any, Any, T]]) -> T:
        async with self._reading:
            for attempt in range(2):  # a connection that was lost while nobody looked is worth a second try
                try:
                    return await question(self._reader)
                except Gone as gone:
                    if attempt or self.away:
                        self._complain("something cannot be read", str(gone))
                        raise StoreFault(AWAY) from gone
                except _FAILED as error:
                    self._complain("something cannot be read", str(error))
                    raise StoreFault(f"the database: {error}") from error
        raise AssertionError

    # -- the end ------------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Write what was accepted, then let go of the database."""
        if self._closed:
            return
        self._closed = True
        self._loop.call_soon_threadsafe(self._wake.set)
        self._writing.result()
        self._stop_loop()

    def _stop_loop(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


def _pairs(claims: Mapping[str, str]) -> tuple[list[str], list[str]]:
    return list(map(escaped, claims)), list(map(escaped, claims.values()))


def _columns(rows: Sequence[Sequence[Any]], count: int) -> Iterable[list[Any]]:
    """Rows as columns, as many of them as there would be also if there are no rows."""
    return map(list, zip(*rows, strict=True)) if rows else [[]] * count


def _escaped(value: object) -> object:
    return escaped(value) if isinstance(value, str) else value


def _link_of(table: str, remark: Remark) -> bytes:
    return alone(table, remark.name, remark.text, str(remark.at))


def _as_written(row: Sequence[Any]) -> bool:
    """Whether the last of the values is the link of the others."""
    *texts, last = row
    return bool(alone(*map(plain, texts)) == last)


def _is_text(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
