"""A damaged file is copied as far as it can be read, and what cannot be is named for good."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bottega.store.chain import checked
from bottega.store.log import Damaged, Remark, StoreFault
from bottega.store.mend import mend
from bottega.store.reading import strays, structure
from bottega.store.sqlite import FILE_NAME, SqliteLog, reading
from tests.store.contract import append, charter, entry, register, say, write_note

PAGE = 4096
REMARK = Remark("Ada", "well played", 5)
TABLES = [f"t{number:02}" for number in range(20)]
ENTRIES = [entry(seq, "x" * 200) for seq in range(1, 31)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file of some pages: twenty tables of thirty entries, two accounts; nothing is wrong with it."""
    with closing(SqliteLog(tmp_path)) as log:
        for table in TABLES:
            assert append(log, table, *ENTRIES, opening=charter(table)) is None
        for name in ("Ada", "Bob"):
            assert register(log, name, f"{name}'s hash") is None
        assert say(log, "t03", REMARK) is None
        assert write_note(log, "k", None, "noted") is None
    return tmp_path / FILE_NAME


def _pages(path: Path, kind: str, name: str) -> list[int]:
    """The numbers of the pages of a table or index that hold rows."""
    with closing(sqlite3.connect(path)) as connection:
        (root,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (name,)).fetchone()
    raw = path.read_bytes()
    leaf = {"table": 13, "index": 10}[kind]
    if raw[(root - 1) * PAGE] == leaf:
        return [root]
    start = (root - 1) * PAGE
    cells = int.from_bytes(raw[start + 3 : start + 5])
    places = [int.from_bytes(raw[start + 12 + 2 * each : start + 14 + 2 * each]) for each in range(cells)]
    children = [int.from_bytes(raw[start + place : start + place + 4]) for place in places]
    return [*children, int.from_bytes(raw[start + 8 : start + 12])]


def _spoil(path: Path, page: int) -> None:
    raw = bytearray(path.read_bytes())
    raw[(page - 1) * PAGE : (page - 1) * PAGE + 16] = b"\xff" * 16
    path.write_bytes(raw)


def _damaged(data: Path) -> dict[str, str]:
    """The tables that are not what was written, and why."""
    damages: dict[str, str] = {}
    with closing(SqliteLog(data)) as log:
        assert [summary.charter.id for summary in log.tables()] == TABLES
        for table in TABLES:
            try:
                assert log.read(table) == (charter(table), ENTRIES)
            except Damaged as damage:
                damages[table] = str(damage)
        assert (log.password("Ada"), log.password("Bob")) == ("Ada's hash", "Bob's hash")
    return damages


@pytest.mark.parametrize("place", [0, 1, 7, -1])
def test_a_page_of_entries(path: Path, place: int) -> None:
    """The tables whose entries were on it are damaged and say so, for good; all others are as they were."""
    _spoil(path, _pages(path, "table", "entries")[place])
    with pytest.raises(Damaged, match="restore it from a backup"):
        SqliteLog(path.parent)
    kept = mend(path)
    assert kept.name == f"{FILE_NAME}.damaged-1"
    assert kept.read_bytes()[:16] == path.read_bytes()[:16] == b"SQLite format 3\0"
    damages = _damaged(path.parent)
    assert 1 <= len(damages) <= 2
    assert all("entry" in reason for reason in damages.values())
    assert damages == _damaged(path.parent)
    with closing(reading(path)) as connection:
        assert structure(connection) == list(strays(connection)) == []


def test_a_page_of_the_index(path: Path) -> None:
    """Entries that are found by no index are found all the same: nothing is lost."""
    _spoil(path, _pages(path, "index", "sqlite_autoindex_entries_1")[1])
    mend(path)
    assert _damaged(path.parent) == {}


def test_entries_that_had_just_arrived(path: Path) -> None:
    """Nobody knows whose they were: that some are lost is named for good, and the others are filed."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("INSERT INTO arrivals SELECT * FROM entries WHERE table_id = 't07'")
        connection.execute("DELETE FROM entries WHERE table_id = 't07'")
        connection.execute("VACUUM")
    _spoil(path, _pages(path, "table", "arrivals")[0])
    mend(path)
    assert set(_damaged(path.parent)) == {"t07"}
    with closing(reading(path)) as connection:
        assert list(strays(connection)) == ["there are entries of a table '?' that is not there"]


def test_charters(path: Path) -> None:
    """Tables whose charters cannot be read are named by the entries they have left."""
    for number in range(40):
        with closing(SqliteLog(path.parent)) as log:
            assert append(log, f"u{number}", entry(1), opening=charter(f"u{number}")) is None
    _spoil(path, _pages(path, "index", "tables")[0])
    mend(path)
    with closing(SqliteLog(path.parent)) as log:
        there = {summary.charter.id for summary in log.tables()}
        for table in there:
            log.read(table)
    assert 10 < len(there) < 60
    with closing(reading(path)) as connection:
        named = " ".join(strays(connection))
    assert all((repr(table) in named) is (table not in there) for table in TABLES)


def test_a_sound_file_stays_the_same(path: Path) -> None:
    """Whatever can be read is copied as it is, also what no link fits; former damaged files are kept."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE entries SET text = CAST(x'ff' AS TEXT) WHERE table_id = 't03' AND seq = 5")
        connection.execute("UPDATE accounts SET password = 'x' WHERE name = 'Bob'")
    assert [mend(path).name for _ in range(2)] == [f"{FILE_NAME}.damaged-1", f"{FILE_NAME}.damaged-2"]
    with closing(reading(path)) as connection:
        assert structure(connection) == []
    with closing(SqliteLog(path.parent)) as log:
        with pytest.raises(Damaged, match="entry 5"):
            log.read("t03")
        assert checked(log.kept("t04")) == (charter("t04"), ENTRIES)
        assert log.password("Bob") == ""
        assert log.talk("t03") == {1: REMARK}
        assert log.notes("code") == {"k": "noted"}


@pytest.mark.parametrize("page", ["tables", "sqlite_master"])
def test_too_much_is_damaged(tmp_path: Path, page: str) -> None:
    """A file of which no table can be read is left as it is, with a sentence that says what to do."""
    with closing(SqliteLog(tmp_path)) as log:
        assert append(log, "t1", entry(1), opening=charter()) is None
    path = tmp_path / FILE_NAME
    if page == "tables":
        _spoil(path, _pages(path, "index", "tables")[0])
    else:
        raw = path.read_bytes()
        path.write_bytes(raw.replace(b"CREATE TABLE tables", b"CREATE TABLE tablez"))
    before = path.read_bytes()
    with pytest.raises(StoreFault, match="restore it from a backup"):
        mend(path)
    assert [file.name for file in tmp_path.iterdir() if "damaged" in file.name] == []
    assert path.read_bytes()[4096:] == before[4096:]
