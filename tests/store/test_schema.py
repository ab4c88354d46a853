"""What is in the SQLite file: made, brought up to date, filed, looked over, and explained when it is not well."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bottega.store.log import StoreFault
from bottega.store.schema import READ_LOG, ROW, SCHEMA_VERSION, explain, file_arrivals, inspect, prepare

PATH = Path("data") / "log.sqlite3"


@pytest.fixture
def file(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """An empty file."""
    with closing(sqlite3.connect(tmp_path / "log.sqlite3", isolation_level=None)) as connection:
        yield connection


def _names(file: sqlite3.Connection) -> set[str]:
    return {name for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def _arrive(file: sqlite3.Connection, table: str, seq: int) -> None:
    file.execute(f"INSERT INTO arrivals VALUES {ROW}", (table, seq, None, 0, "move", f"{table} {seq}", 0))


def test_an_empty_file_is_made_ours(file: sqlite3.Connection) -> None:
    """All tables are there, the version is written, and a second time changes nothing."""
    for _ in range(2):
        prepare(file, PATH)
        assert _names(file) == {"tables", "entries", "accounts", "arrivals"}
        assert file.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)
        assert file.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_an_older_file_gets_what_it_lacks(file: sqlite3.Connection) -> None:
    """The first schema had no arrivals; what is in the file stays."""
    prepare(file, PATH)
    file.execute("INSERT INTO accounts VALUES ('ada', 'hash')")
    file.execute("DROP TABLE arrivals")
    file.execute("PRAGMA user_version = 1")
    prepare(file, PATH)
    assert "arrivals" in _names(file)
    assert file.execute("SELECT * FROM accounts").fetchall() == [("ada", "hash")]


def test_files_that_are_refused(file: sqlite3.Connection) -> None:
    """Another program's file, and one from a newer bottega, are left as they are and said to be so."""
    file.execute("CREATE TABLE birds (name TEXT)")
    with pytest.raises(StoreFault, match="is not a bottega database"):
        prepare(file, PATH)
    file.execute("ROLLBACK")
    file.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    with pytest.raises(StoreFault, match=f"schema {SCHEMA_VERSION + 1}, this one knows {SCHEMA_VERSION}"):
        prepare(file, PATH)
    file.execute("ROLLBACK")
    assert _names(file) == {"birds"}


def test_a_log_is_what_was_filed_and_what_has_arrived(file: sqlite3.Connection) -> None:
    """Filing moves every arrival; a table's log reads the same before, in between and after."""
    prepare(file, PATH)
    for table in ("b", "a"):
        for seq in (2, 1):
            _arrive(file, table, seq)
    before = file.execute(READ_LOG, ("a",)).fetchall()
    assert [seq for seq, *_ in before] == [1, 2]
    file_arrivals(file)
    assert file.execute("SELECT count(*) FROM arrivals").fetchone() == (0,)
    assert file.execute(READ_LOG, ("a",)).fetchall() == before
    _arrive(file, "a", 3)
    assert [seq for seq, *_ in file.execute(READ_LOG, ("a",))] == [1, 2, 3]


def test_filing_is_all_or_nothing(file: sqlite3.Connection) -> None:
    """An arrival that cannot be filed leaves all where they were, and no transaction open."""
    prepare(file, PATH)
    for seq in (1, 2, 2):
        _arrive(file, "a", seq)
    with pytest.raises(sqlite3.IntegrityError):
        file_arrivals(file)
    assert not file.in_transaction
    assert file.execute("SELECT count(*) FROM arrivals").fetchone() == (3,)
    assert file.execute("SELECT count(*) FROM entries").fetchone() == (0,)


def test_a_damaged_file_is_found(file: sqlite3.Connection, tmp_path: Path) -> None:
    """A sound file passes; one with a page overwritten is refused with what to do."""
    prepare(file, PATH)
    inspect(file, PATH)
    for seq in range(500):
        _arrive(file, "a", seq)
    file.execute("PRAGMA journal_mode = DELETE")
    file.close()
    path = tmp_path / "log.sqlite3"
    raw = bytearray(path.read_bytes())
    raw[-4096:] = b"\xff" * 4096
    path.write_bytes(raw)
    with closing(sqlite3.connect(path)) as damaged, pytest.raises(StoreFault, match="restore it from a backup"):
        inspect(damaged, PATH)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (sqlite3.DatabaseError("file is not a database"), "data/log.sqlite3 is damaged or not a bottega database"),
        (sqlite3.DatabaseError("database disk image is malformed"), "restore it from a backup"),
        (sqlite3.OperationalError("attempt to write a readonly database"), "data is not writable"),
        (sqlite3.OperationalError("unable to open database file"), "another directory with --data"),
        (PermissionError("no"), "data is not writable"),
        (sqlite3.OperationalError("database is locked"), "in use by another bottega"),
        (sqlite3.OperationalError("disk I/O error"), "data/log.sqlite3: disk I/O error"),
    ],
    ids=str,
)
def test_a_sentence_for_every_trouble(error: Exception, words: str) -> None:
    """Whoever runs the server reads which file it is and what to do, not what SQLite calls it."""
    assert words in explain(error, PATH)
