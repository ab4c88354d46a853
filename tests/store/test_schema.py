"""What is in the SQLite file: made, brought up to date, filed, looked over, and explained when it is not well."""

from __future__ import annotations

import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import astuple

from bottega.store import schema
from bottega.store.chain import checked
from bottega.store.log import Damaged, StoreFault
from bottega.store.reading import read_kept, read_password, read_tables
from bottega.store.schema import (
    READ_LOG,
    READ_SKETCHES,
    ROW,
    SCHEMA_VERSION,
    create,
    explain,
    fault_of,
    file_arrivals,
    inspect,
    is_ours,
    make_private,
    prepare,
    suspect,
)
from tests.store.contract import charter, entry

PATH = Path("data") / "log.sqlite3"
LOG = {"tables", "entries", "arrivals", "accounts", "revocations", "talk", "claims", "notes"}
TABLES = LOG | {"sketches", "records", "played"}


@pytest.fixture
def file(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """An empty file."""
    with closing(sqlite3.connect(tmp_path / "log.sqlite3", isolation_level=None)) as connection:
        yield connection


def _names(file: sqlite3.Connection) -> set[str]:
    return {name for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def _arrive(file: sqlite3.Connection, table: str, seq: int) -> None:
    file.execute(f"INSERT INTO arrivals VALUES {ROW}", (table, seq, None, 0, "move", f"{table} {seq}", 0, b""))


def test_an_empty_file_is_made_ours(file: sqlite3.Connection) -> None:
    """All tables are there, the version is written, and a second time changes nothing."""
    for _ in range(2):
        prepare(file, PATH)
        assert _names(file) == TABLES
        assert file.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)
        assert file.execute("PRAGMA journal_mode").fetchone() == ("wal",)


OLD = """
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
    CREATE TABLE accounts (name TEXT PRIMARY KEY, password TEXT NOT NULL) WITHOUT ROWID;
    PRAGMA user_version = 1;
"""
"""A file of the first version."""
OLD_ARRIVALS = """
    CREATE TABLE arrivals (
        table_id TEXT NOT NULL, seq INTEGER NOT NULL, cmd_id TEXT, seat INTEGER NOT NULL,
        kind TEXT NOT NULL, text TEXT NOT NULL, at INTEGER NOT NULL
    );
    PRAGMA user_version = 2;
"""
"""What the second added."""


def old_file(file: sqlite3.Connection, version: int) -> None:
    """Make it a file of an older version: a finished table, one that is played, an account."""
    file.executescript(OLD if version == 1 else OLD + OLD_ARRIVALS)
    for table, finished in (("t1", 1), ("t2", 0)):
        file.execute("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (*astuple(charter(table)), finished))
    last = "entries" if version == 1 else "arrivals"
    for heap, table, seq in (("entries", "t1", 1), ("entries", "t2", 1), (last, "t1", 2)):
        values = (table, *astuple(entry(seq, cmd_id=f"c{seq}")))
        file.execute(f"INSERT INTO {heap} VALUES (?, ?, ?, ?, ?, ?, ?)", values)
    file.execute("INSERT INTO accounts VALUES ('ada', 'hash')")


@pytest.mark.parametrize("version", [1, 2])
def test_an_older_file_gets_its_chain(
    file: sqlite3.Connection, version: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file of any former version is brought up once, which is said: its tables and accounts stay, and have links."""
    old_file(file, version)
    for said in (True, False):
        prepare(file, PATH)
        assert (capsys.readouterr().err != "") is said
        assert _names(file) == TABLES
        kept = read_kept(file, "t1")
        assert checked(kept) == (charter("t1"), [entry(1, cmd_id="c1"), entry(2, cmd_id="c2")])
        assert kept.last is not None
        assert checked(read_kept(file, "t2")) == (charter("t2"), [entry(1, cmd_id="c1")])
        assert [each.charter.id for each in read_tables(file, unfinished=True)] == ["t2"]
        assert read_password(file, "ada") == "hash"


LATER = {
    4: ("TABLE talk",),
    5: ("TABLE claims",),
    6: ("TABLE notes",),
    7: ("TABLE sketches", "INDEX unfinished"),
    8: ("TABLE records", "TABLE played"),
    9: ("INDEX sittings", "INDEX IF EXISTS spoken"),
}
"""What each later version has added."""


@pytest.mark.parametrize("version", [3, 4, 5, 6, 7, 8])
def test_a_file_of_before_something_was_added(file: sqlite3.Connection, tmp_path: Path, version: int) -> None:
    """A file of a former version gets what it lacks, and keeps all else as it is."""
    create(file)
    for lacking in (each for later, added in LATER.items() if later > version for each in added):
        file.execute(f"DROP {lacking}")
    file.execute("INSERT INTO accounts VALUES ('Ada', 'x', x'')")
    file.execute(f"PRAGMA user_version = {version}")
    prepare(file, tmp_path)
    assert is_ours(file)
    assert file.execute("SELECT name FROM accounts").fetchall() == [("Ada",)]
    assert file.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)


def test_unfinished_tables_are_found_without_reading_the_others(file: sqlite3.Connection) -> None:
    """The list of what is being played is read from an index that holds nothing else."""
    create(file)
    plan = " ".join(str(row[-1]) for row in file.execute(f"EXPLAIN QUERY PLAN {READ_SKETCHES}"))
    assert "SCAN tables USING INDEX unfinished" in plan


def test_of_a_large_file_only_what_the_start_needs_is_looked_over(
    file: sqlite3.Connection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The pages of its entries are while the house is open; if something was found there, all are the next time."""
    path = tmp_path / "log.sqlite3"
    prepare(file, path)
    file.executemany(
        f"INSERT INTO entries VALUES {ROW}", [("t1", n, None, 0, "m", "x" * 500, 0, b"") for n in range(99)]
    )
    file.close()
    damaged = bytearray(path.read_bytes())
    damaged[-4096:] = bytes(4096)
    path.write_bytes(damaged)
    monkeypatch.setattr(schema, "_LARGE", 0)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        inspect(connection, path)
        suspect(path)
        with pytest.raises(Damaged):
            inspect(connection, path)


def test_an_older_file_loses_nothing(file: sqlite3.Connection) -> None:
    """Entries of a table that is not there are kept, with a link that fits nothing: a check names them."""
    old_file(file, 2)
    file.execute("DELETE FROM tables WHERE id = 't1'")
    prepare(file, PATH)
    assert [(seq, link) for seq, *_, link in file.execute(READ_LOG, ("t1",))] == [(1, b""), (2, b"")]


def test_an_older_file_that_is_damaged_is_not_touched(file: sqlite3.Connection, tmp_path: Path) -> None:
    """A damaged file is not brought up: it would be vouched for from then on."""
    old_file(file, 2)
    file.execute("INSERT INTO accounts VALUES ('zoe', ?)", ("x" * 100_000,))
    file.close()
    path = tmp_path / "log.sqlite3"
    path.write_bytes(path.read_bytes()[:-8192])
    with (
        closing(sqlite3.connect(path, isolation_level=None)) as damaged,
        pytest.raises((StoreFault, sqlite3.DatabaseError), match=r"damaged|malformed"),
    ):
        prepare(damaged, PATH)
    assert path.read_bytes()[60:64] == (2).to_bytes(4), "the version is still the old one"


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


def test_what_cannot_be_filed_stays(file: sqlite3.Connection) -> None:
    """Two arrivals with one number, as in a damaged file: one is filed with all others, the other is still there."""
    prepare(file, PATH)
    for number, (table, seq) in enumerate((("a", 1), ("a", 2), ("a", 2), ("b", 1))):
        file.execute(f"INSERT INTO arrivals VALUES {ROW}", (table, seq, None, 0, "move", "", 0, bytes([number])))
    for _ in range(2):
        file_arrivals(file)
        assert not file.in_transaction
        assert file.execute("SELECT table_id, seq FROM arrivals").fetchall() == [("a", 2)]
        assert file.execute("SELECT count(*) FROM entries").fetchone() == (3,)
    assert [seq for seq, *_ in file.execute(READ_LOG, ("a",))] == [1, 2, 2]


@pytest.mark.parametrize(
    "change", ["CREATE TABLE birds (name TEXT)", "DROP TABLE arrivals", "CREATE INDEX i ON entries (at)"]
)
def test_the_layout_is_ours(file: sqlite3.Connection, change: str) -> None:
    """A file with other tables than those of this version is told from ours."""
    prepare(file, PATH)
    assert is_ours(file)
    file.execute(change)
    assert not is_ours(file)


@pytest.mark.parametrize(
    ("error", "damaged"), [("database disk image is malformed", True), ("database is locked", False)]
)
def test_a_damaged_file_is_told_from_one_that_is_busy(error: str, damaged: bool) -> None:
    """Only what is damaged can be mended."""
    assert isinstance(fault_of(sqlite3.DatabaseError(error), PATH), Damaged) is damaged


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


def _cut_off(file: sqlite3.Connection, path: Path) -> None:
    """Make an index that knows nothing of the entries."""
    prepare(file, PATH)
    _arrive(file, "a", 1)
    file_arrivals(file)
    (root,) = file.execute("SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_entries_1'").fetchone()
    file.execute("PRAGMA journal_mode = DELETE")
    file.close()
    raw = bytearray(path.read_bytes())
    key = raw.index(b"a", (root - 1) * 4096)
    raw[key : key + 1] = b"b"
    path.write_bytes(raw)


@pytest.mark.parametrize("large", [False, True])
def test_an_index_that_is_not_that_of_the_entries(
    file: sqlite3.Connection, tmp_path: Path, large: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An entry that no index finds would be missed; in a large file that is looked at later, in the background."""
    path = tmp_path / "log.sqlite3"
    _cut_off(file, path)
    if large:
        monkeypatch.setattr(schema, "_LARGE", 0)
    with closing(sqlite3.connect(path)) as damaged:
        if large:
            inspect(damaged, PATH)
        else:
            with pytest.raises(Damaged, match="index"):
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


def test_nobody_else_reads_it(tmp_path: Path) -> None:
    """The directory and the file of a new log are their owner's alone; those that are there stay as they are."""
    path = tmp_path / "new" / "log.sqlite3"
    make_private(path)
    assert [stat.S_IMODE(each.stat().st_mode) for each in (path.parent, path)] == [0o700, 0o600]
    path.write_bytes(b"kept")
    path.chmod(0o640)
    make_private(path)
    assert path.read_bytes() == b"kept"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
