"""What is in the SQLite file, and what is said of a file that is not well.

An entry arrives in ``arrivals``, a heap without an index: a commit then writes a page or two, however many tables its
entries belong to. Now and then all arrivals are filed in ``entries``, where a table's log is found by its id; sorted,
so that a page is written once for many entries. A table's log is what both hold of it.

Every row has a link (``chain.py``).
"""

from __future__ import annotations

import os
import sqlite3
import sys
from pathlib import Path

from msgspec.structs import astuple

from bottega.store.chain import alone, links
from bottega.store.log import Charter, Damaged, Row, StoreFault

_TABLES = """
    CREATE TABLE tables (
        id TEXT PRIMARY KEY, game TEXT NOT NULL, version INTEGER NOT NULL, setup TEXT NOT NULL, seed BLOB NOT NULL,
        commitment TEXT NOT NULL, opened INTEGER NOT NULL, link BLOB NOT NULL, last BLOB
    ) WITHOUT ROWID;
    CREATE TABLE entries (
        table_id TEXT NOT NULL, seq INTEGER NOT NULL, cmd_id TEXT, seat INTEGER NOT NULL, kind TEXT NOT NULL,
        text TEXT NOT NULL, at INTEGER NOT NULL, link BLOB NOT NULL, PRIMARY KEY (table_id, seq)
    );
    CREATE TABLE arrivals (
        table_id TEXT NOT NULL, seq INTEGER NOT NULL, cmd_id TEXT, seat INTEGER NOT NULL, kind TEXT NOT NULL,
        text TEXT NOT NULL, at INTEGER NOT NULL, link BLOB NOT NULL
    );
    CREATE TABLE accounts (name TEXT PRIMARY KEY, password TEXT NOT NULL, link BLOB NOT NULL) WITHOUT ROWID;
    CREATE TABLE revocations (
        number INTEGER PRIMARY KEY, name TEXT NOT NULL, key TEXT NOT NULL, successor TEXT NOT NULL, link BLOB NOT NULL,
        UNIQUE (name, key)
    );
    CREATE TABLE talk (
        table_id TEXT NOT NULL, number INTEGER NOT NULL, name TEXT NOT NULL, text TEXT NOT NULL, at INTEGER NOT NULL,
        link BLOB NOT NULL, PRIMARY KEY (table_id, number)
    ) WITHOUT ROWID;
    CREATE TABLE claims (claim TEXT PRIMARY KEY, table_id TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE notes (
        kind TEXT NOT NULL, key TEXT NOT NULL, text TEXT NOT NULL, link BLOB NOT NULL, PRIMARY KEY (kind, key)
    ) WITHOUT ROWID;
    CREATE TABLE sketches (
        table_id TEXT PRIMARY KEY, seq INTEGER NOT NULL, text TEXT NOT NULL, link BLOB NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX unfinished ON tables (opened, id) WHERE NOT (typeof(last) = 'blob' AND length(last) = 16);
    CREATE TABLE records (table_id TEXT PRIMARY KEY, text TEXT NOT NULL, link BLOB NOT NULL) WITHOUT ROWID;
    CREATE TABLE played (
        name TEXT NOT NULL, listed INTEGER NOT NULL, game TEXT NOT NULL, players INTEGER NOT NULL,
        outcome TEXT NOT NULL, ended INTEGER NOT NULL, table_id TEXT NOT NULL, score INTEGER,
        PRIMARY KEY (name, listed, game, players, outcome, ended, table_id)
    ) WITHOUT ROWID;
    CREATE INDEX best ON played (game, players, score DESC, ended, table_id, name)
    WHERE listed = 1 AND score IS NOT NULL;
    CREATE INDEX sittings ON entries (text) WHERE kind IN ('sit', 'ask', 'succeed');
    CREATE INDEX spoken ON talk (name)
"""
"""The file of this version."""
_ARRIVALS_2 = """
    CREATE TABLE arrivals (
        table_id TEXT NOT NULL, seq INTEGER NOT NULL, cmd_id TEXT, seat INTEGER NOT NULL,
        kind TEXT NOT NULL, text TEXT NOT NULL, at INTEGER NOT NULL
    )
"""
"""What version 2 added to version 1."""
_CHAINED = 3
"""The version since which everything has a link."""
SCHEMA_VERSION = 9
_ADDED = {4: 1, 5: 1, 6: 1, 7: 2, 8: 3, 9: 2}
"""How many statements of the above each later version has added."""
_LARGE = 1 << 27
"""Bytes of a file of which only what the start needs is looked over at the start: all of it takes seconds."""
_SMALL = ("arrivals", "accounts", "revocations", "claims", "notes", "sketches")
"""What the start needs, but for the tables that are being played: those are read when somebody asks for them."""
TOUCH = f"PRAGMA user_version = {SCHEMA_VERSION}"
"""Written to the file even if it says so already."""

_ENTRY = "seq, cmd_id, seat, kind, text, at"
CHARTER = "id, game, version, setup, seed, commitment, opened"
ROW = "(?, ?, ?, ?, ?, ?, ?, ?)"
"""The values of a table's id, an entry and its link; or of a charter and its link."""
OPEN_TABLE = f"INSERT INTO tables ({CHARTER}, link) VALUES {ROW}"
CLOSE_TABLE = "UPDATE tables SET last = ? WHERE id = ?"
RELEASE_ALL = "DELETE FROM claims WHERE table_id = ?"
HOLDER = "SELECT table_id FROM claims WHERE claim = ?"

# For any number of rows at once.
OPEN_TABLES = f"INSERT INTO tables ({CHARTER}, link) VALUES {{rows}}"
INSERT_ENTRIES = "INSERT INTO arrivals VALUES {rows}"
CLOSE_TABLES = "UPDATE tables SET last = column2 FROM (VALUES {rows}) WHERE id = column1"
CLAIM = (
    "INSERT INTO claims VALUES {rows} "
    "ON CONFLICT DO UPDATE SET table_id = excluded.table_id WHERE table_id = excluded.table_id"
)
"""Changes no row, and counts none, that another table holds."""
RELEASE = (
    "DELETE FROM claims WHERE claim IN "
    "(SELECT claim FROM (VALUES {rows}) CROSS JOIN claims ON claim = column1 AND table_id = column2)"
)
SKETCH = "INSERT OR REPLACE INTO sketches VALUES {rows}"
ERASE_SKETCHES = "DELETE FROM sketches WHERE table_id IN (VALUES {rows})"

ENROL = "INSERT INTO accounts VALUES (?, ?, ?)"
CHANGE = "UPDATE accounts SET password = ?, link = ? WHERE name = ?"
REVOKE = (
    "INSERT OR REPLACE INTO revocations VALUES ((SELECT coalesce(max(number), 0) + 1 FROM revocations), ?, ?, ?, ?)"
)
"""What replaces a row gets a number of its own, so that whoever asks what is new sees it."""
SAY = "INSERT INTO talk SELECT ?1, coalesce(max(number), 0) + 1, ?2, ?3, ?4, ?5 FROM talk WHERE table_id = ?1"
ADD_NOTE = "INSERT OR IGNORE INTO notes VALUES (?1, ?2, ?3, ?4)"
CHANGE_NOTE = "UPDATE notes SET text = ?3, link = ?4 WHERE kind = ?1 AND key = ?2 AND text = ?5"
TAKE_NOTE = "DELETE FROM notes WHERE kind = ? AND key = ? AND text = ?"
READ_NOTES = "SELECT kind, key, text, link FROM notes WHERE kind = ? AND key >= ? AND key <= ? ORDER BY key"
_NAMING = "kind IN ('sit', 'ask', 'succeed')"
SITTINGS = " UNION ".join(
    f"SELECT table_id FROM {each} WHERE {_NAMING} AND text >= ?1 AND text <= ?2" for each in ("entries", "arrivals")
)
"""Where somebody has sat down by an entry whose text begins so."""
SPOKEN = "SELECT table_id, number, name, text, at, link FROM talk WHERE name = ? ORDER BY table_id, number"
READ_TALK = "SELECT number, name, text, at, link FROM talk WHERE table_id = ? AND number > ? ORDER BY number"

FINISHED = "(typeof(last) = 'blob' AND length(last) = 16)"
"""Whether a table is finished; a last link that is none is looked at when the table is read."""
READ_SKETCHES = (
    f"SELECT {CHARTER}, (SELECT max(seq) FROM entries WHERE entries.table_id = id), sketches.seq, text, sketches.link "
    f"FROM tables LEFT JOIN sketches ON table_id = id WHERE NOT {FINISHED} ORDER BY opened, id"
)
READ_TABLE = f"SELECT {CHARTER}, link, last FROM tables WHERE id = ?"
READ_LOG = (
    f"SELECT {_ENTRY}, link FROM entries WHERE table_id = ?1 "
    f"UNION ALL SELECT {_ENTRY}, link FROM arrivals WHERE table_id = ?1 ORDER BY seq"
)
_FILING_AROUND = (
    "INSERT OR IGNORE INTO entries SELECT * FROM arrivals ORDER BY table_id, seq",
    "DELETE FROM arrivals WHERE EXISTS (SELECT 1 FROM entries WHERE entries.table_id = arrivals.table_id "
    "AND entries.seq = arrivals.seq AND entries.link = arrivals.link)",
)
_FILING = ("INSERT INTO entries SELECT * FROM arrivals ORDER BY table_id, seq", "DELETE FROM arrivals")


TROUBLE = (OSError, sqlite3.Error, UnicodeDecodeError)
"""What may be raised when a file is opened; the last by an error of SQLite's that quotes a damaged layout."""


def make_private(path: Path) -> None:
    """An empty file that nobody reads but whoever runs the house, in a directory of the same kind, unless they are
    there: a log holds every seed and every hash of a password.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not path.exists():
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))


def prepare(connection: sqlite3.Connection, path: Path) -> None:
    """Create what the file lacks, or refuse a file that is not ours, not writable or from a newer program."""
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("BEGIN IMMEDIATE")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version == 0 and connection.execute("SELECT 1 FROM sqlite_master").fetchone() is not None:
        raise StoreFault(f"{path} is not a bottega database: give another directory with --data")
    if version > SCHEMA_VERSION:
        raise StoreFault(
            f"{path} was written by a newer bottega (schema {version}, this one knows {SCHEMA_VERSION}): "
            "upgrade bottega, or give another directory with --data"
        )
    if version == 0:
        create(connection)
    elif version < SCHEMA_VERSION:
        inspect(connection, path)
        if version < _CHAINED:
            _bring_up(connection, path, version)
        else:
            added = sum(count for later, count in _ADDED.items() if later > version)
            for statement in _TABLES.split(";")[-added:]:
                connection.execute(statement)
    # Written even if it says so already: a file that cannot be written is better noticed now.
    connection.execute(TOUCH)
    connection.execute("COMMIT")


def create(connection: sqlite3.Connection) -> None:
    """Make an empty file one of this version."""
    for statement in _TABLES.split(";"):
        connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


def is_ours(connection: sqlite3.Connection) -> bool:
    """Whether the file has the tables of this version, letter by letter, and nothing else."""
    found = connection.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    return sorted(str(sql).strip() for (sql,) in found) == sorted(statement.strip() for statement in _TABLES.split(";"))


# -- older files ----------------------------------------------------------------------------------------------------

_OLD_LOG = (
    f"SELECT {_ENTRY} FROM old_entries WHERE table_id = ?1 "
    f"UNION ALL SELECT {_ENTRY} FROM old_arrivals WHERE table_id = ?1 ORDER BY seq"
)


def _bring_up(connection: sqlite3.Connection, path: Path, version: int) -> None:
    """Make the chain of every table of a file that had none; the entries stay what they are."""
    (count,) = connection.execute("SELECT count(*) FROM tables").fetchone()
    print(
        f"{path} is from an older bottega: the links of its {count} tables are made now, once",
        file=sys.stderr,
        flush=True,
    )
    if version == 1:
        connection.execute(_ARRIVALS_2)
    olds = ("tables", "entries", "arrivals", "accounts")
    for index in ("entries_by_command", "tables_by_age"):
        connection.execute(f"DROP INDEX IF EXISTS {index}")
    for old in olds:
        connection.execute(f"ALTER TABLE {old} RENAME TO old_{old}")
    create(connection)
    for *charter, finished in connection.execute(f"SELECT {CHARTER}, finished FROM old_tables").fetchall():
        _chain(connection, Charter(*charter), finished)
    for old in ("entries", "arrivals"):  # no table vouches for these, so no link fits
        connection.execute(
            f"INSERT INTO arrivals SELECT table_id, {_ENTRY}, x'' FROM old_{old} "
            "WHERE table_id NOT IN (SELECT id FROM old_tables)"
        )
    for name, password in connection.execute("SELECT name, password FROM old_accounts").fetchall():
        connection.execute(ENROL, (name, password, alone(name, password)))
    for old in olds:
        connection.execute(f"DROP TABLE old_{old}")


def _chain(connection: sqlite3.Connection, charter: Charter, finished: bool) -> None:
    rows = [Row(*row) for row in connection.execute(_OLD_LOG, (charter.id,))]
    first, *rest = links(charter, rows)
    connection.execute(OPEN_TABLE, (*astuple(charter), first))
    connection.executemany(
        f"INSERT INTO entries VALUES {ROW}",
        ((charter.id, *astuple(row), link) for row, link in zip(rows, rest, strict=True)),
    )
    if finished:
        connection.execute(CLOSE_TABLE, (rest[-1] if rest else first, charter.id))


def file_arrivals(connection: sqlite3.Connection) -> None:
    """Move every arrival to where its table's log is; one that cannot be filed stays, and keeps no other from it."""
    try:
        _transact(connection, _FILING)
    except sqlite3.IntegrityError:  # two entries with one number: a damaged file
        _transact(connection, _FILING_AROUND)


def _transact(connection: sqlite3.Connection, statements: tuple[str, ...]) -> None:
    """All statements or, if one fails, none."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        for statement in statements:
            connection.execute(statement)
        connection.execute("COMMIT")
    except sqlite3.Error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def inspect(connection: sqlite3.Connection, path: Path) -> None:
    """Damaged if the pages of a file are, or its indices, before anybody plays on it.

    Of a large file only what the start needs is looked over; the rest is while the house is open, and if something is
    found then (``suspect``), all of it is the next time.
    """
    (pages,), (size,) = (connection.execute(f"PRAGMA {each}").fetchone() for each in ("page_count", "page_size"))
    checks = ["integrity_check(1)"]
    if pages * size > _LARGE:
        checks = ["quick_check(1)"] if _note_of(path).exists() else [f"quick_check({each})" for each in _SMALL]
    for check in checks:
        (state,) = connection.execute(f"PRAGMA {check}").fetchone()
        if state != "ok":
            raise Damaged(f"{path} is damaged ({' '.join(state.split())}): restore it from a backup")
    _note_of(path).unlink(missing_ok=True)


def suspect(path: Path) -> None:
    """Note that a file seems to be damaged: all its pages are looked over before it is opened again."""
    _note_of(path).touch()


def _note_of(path: Path) -> Path:
    return path.with_name(f"{path.name}.suspect")


def fault_of(error: Exception, path: Path) -> StoreFault:
    """What to tell instead of SQLite's error: Damaged if the file is."""
    reason = explain(error, path)
    return Damaged(reason) if "malformed" in reason else StoreFault(reason)


def explain(error: Exception, path: Path) -> str:
    """A sentence for whoever runs the server."""
    text = error.object.decode(errors="replace") if isinstance(error, UnicodeDecodeError) else str(error)
    if "not a database" in text or "malformed" in text:
        return f"{path} is damaged or not a bottega database ({text}): restore it from a backup"
    if isinstance(error, OSError) or "readonly" in text or "unable to open" in text:
        return f"{path.parent} is not writable: choose another directory with --data"
    if "locked" in text:
        return f"{path} is in use by another bottega: stop that one first, or give another --data"
    return f"{path}: {text}"
