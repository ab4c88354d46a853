"""What is in the SQLite file, and what is said of a file that is not well.

An entry arrives in ``arrivals``, a heap without an index: a commit then writes a page or two, however many tables its
entries belong to. Now and then all arrivals are filed in ``entries``, where a table's log is found by its id; sorted,
so that a page of the index is written once for many entries. A table's log is what both hold of it.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from bottega.store.log import StoreFault

_SCHEMAS = (
    """
    CREATE TABLE tables (
        id TEXT PRIMARY KEY, game TEXT NOT NULL, version INTEGER NOT NULL, setup TEXT NOT NULL,
        seed BLOB NOT NULL, commitment TEXT NOT NULL, opened INTEGER NOT NULL, finished INTEGER NOT NULL DEFAULT 0
    ) WITHOUT ROWID;
    CREATE TABLE entries (
        table_id TEXT NOT NULL, seq INTEGER NOT NULL, cmd_id TEXT, seat INTEGER NOT NULL,
        kind TEXT NOT NULL, text TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (table_id, seq)
    );
    CREATE UNIQUE INDEX entries_by_command ON entries (table_id, cmd_id) WHERE cmd_id IS NOT NULL;
    CREATE INDEX tables_by_age ON tables (finished, opened);
    CREATE TABLE accounts (name TEXT PRIMARY KEY, password TEXT NOT NULL) WITHOUT ROWID
    """,
    """
    CREATE TABLE arrivals (
        table_id TEXT NOT NULL, seq INTEGER NOT NULL, cmd_id TEXT, seat INTEGER NOT NULL,
        kind TEXT NOT NULL, text TEXT NOT NULL, at INTEGER NOT NULL
    )
    """,
)
"""What each version of the file added to the one before."""
SCHEMA_VERSION = len(_SCHEMAS)

CHARTER = "id, game, version, setup, seed, commitment, opened"
ROW = "(?, ?, ?, ?, ?, ?, ?)"
"""The values of a charter, or of a table's id and an entry."""

_ENTRY = "seq, cmd_id, seat, kind, text, at"
READ_LOG = (
    f"SELECT {_ENTRY} FROM entries WHERE table_id = ?1 "
    f"UNION ALL SELECT {_ENTRY} FROM arrivals WHERE table_id = ?1 ORDER BY seq"
)
_FILING = ("INSERT INTO entries SELECT * FROM arrivals ORDER BY table_id, seq", "DELETE FROM arrivals")


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
    for schema in _SCHEMAS[version:]:
        for statement in schema.split(";"):
            connection.execute(statement)
    # Written even if it says so already: a file that cannot be written is better noticed now.
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    connection.execute("COMMIT")


def file_arrivals(connection: sqlite3.Connection) -> None:
    """Move every arrival to where its table's log is: all or, if that fails, none."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        for statement in _FILING:
            connection.execute(statement)
        connection.execute("COMMIT")
    except sqlite3.Error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def inspect(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse a damaged file before anybody plays on it."""
    (state,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if state != "ok":
        raise StoreFault(f"{path} is damaged ({' '.join(state.split())}): restore it from a backup")


def explain(error: Exception, path: Path) -> str:
    """A sentence for whoever runs the server."""
    text = str(error)
    if "not a database" in text or "malformed" in text:
        return f"{path} is damaged or not a bottega database ({text}): restore it from a backup"
    if isinstance(error, OSError) or "readonly" in text or "unable to open" in text:
        return f"{path.parent} is not writable: choose another directory with --data"
    if "locked" in text:
        return f"{path} is in use by another bottega: stop that one first, or give another --data"
    return f"{path}: {text}"
