"""The log in one SQLite file: what is to be written is queued for the writer, what is asked for is read here.

``writer.py`` makes jobs durable in groups, on a thread of its own. Whatever thread reads has a reading connection of
its own, so none waits for what another reads; what was written is seen as soon as it was committed, whether it was
filed yet or not.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from bottega.store.chain import checked
from bottega.store.complaints import Complaints
from bottega.store.jobs import (
    ARCHIVE,
    Archive,
    Change,
    Forget,
    Note,
    Probe,
    Register,
    Revoke,
    Say,
    as_recorded,
)
from bottega.store.log import (
    Charter,
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
    SCHEMA_VERSION,
    TROUBLE,
    explain,
    fault_of,
    file_arrivals,
    inspect,
    is_ours,
    make_private,
    prepare,
)
from bottega.store.together import Append
from bottega.store.writer import BUSY_SECONDS, Deliver, Entry, Writer

FILE_NAME = "bottega.sqlite3"
_STATEMENTS = 512
"""How many statements are kept prepared: there is one for every number of rows that is common, and some others."""
T = TypeVar("T")


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
    conflicts = 0
    """With one writer nobody loses to another."""

    def __init__(self, directory: Path, deliver: Deliver | None = None, *, check: bool = True) -> None:
        self._path = directory / FILE_NAME
        self._complain = Complaints()
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
        self.writer = Writer(writer, self._path, deliver or (lambda call: call()), self._complain)
        """Who makes durable what is queued."""
        self.commits = self.writer.commits
        """How long each group took to become durable."""

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
            self.writer.queue(Entry(table, entries[0], done))
        else:
            self.writer.queue(Append(table, entries, done, charter, finished, claims, released, sketch))

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
        self.writer.queue(Register(name, password, done))

    def change_password(self, name: str, password: str, done: Done) -> None:
        """Queue another password for the next group."""
        self.writer.queue(Change(name, password, done))

    def revoke(self, revocations: Sequence[Revocation], done: Done) -> None:
        """Queue what becomes void for the next group."""
        self.writer.queue(Revoke(revocations, done))

    def say(self, table: str, remark: Remark, done: Done) -> None:
        """Queue what was said for the next group."""
        self.writer.queue(Say(table, remark, done))

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
        self.writer.queue(Forget(oblivion, done))

    def write_note(self, kind: str, key: str, former: str | None, text: str | None, done: Done) -> None:
        """Queue another text of a note for the next group."""
        self.writer.queue(Note(kind, key, former, text, done))

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
        self.writer.queue(Probe(done))

    @property
    def waiting(self) -> int:
        """How many jobs wait for the next group."""
        return self.writer.waiting

    @property
    def failed_commits(self) -> int:
        """How often a group could not be made durable."""
        return self.writer.failed_commits

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
        self.writer.queue(Archive(record, done))

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
        self.writer.close()
        self._let_go()

    def _let_go(self) -> None:
        for connection in self._readers:
            connection.close()
