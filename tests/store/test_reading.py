"""What is read from a file, whatever is wrong with it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bottega.store.chain import checked
from bottega.store.log import Damaged
from bottega.store.reading import read_kept, read_password, read_tables
from bottega.store.sqlite import FILE_NAME, SqliteLog
from tests.store.contract import append, charter, entry, register


@pytest.fixture
def file(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """A file with a finished table, one that is played, and an account."""
    with closing(SqliteLog(tmp_path)) as log:
        assert append(log, "t1", entry(1), entry(2), opening=charter(), finished=True) is None
        assert append(log, "t2", entry(1), opening=charter("t2", 2_000)) is None
        assert register(log, "Ada", "hash") is None
    with closing(sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)) as connection:
        yield connection


def test_a_table(file: sqlite3.Connection) -> None:
    """A table is read with its links; one that is not there is a KeyError."""
    kept = read_kept(file, "t1")
    assert checked(kept) == (charter(), [entry(1), entry(2)])
    assert kept.last == kept.links[2]
    assert read_kept(file, "t2").last is None
    with pytest.raises(KeyError):
        read_kept(file, "t3")


def test_the_list(file: sqlite3.Connection) -> None:
    """Tables are listed oldest first; the finished ones can be left out."""
    assert [(each.charter.id, each.finished) for each in read_tables(file)] == [("t1", True), ("t2", False)]
    assert [each.charter.id for each in read_tables(file, unfinished=True)] == ["t2"]


@pytest.mark.parametrize("last", ["0", "1", "'x'", "x''", "x'00'"])
def test_a_last_link_that_is_none(file: sqlite3.Connection, last: str) -> None:
    """A table with something else there is listed among those to be played, and found damaged when it is read."""
    file.execute(f"UPDATE tables SET last = {last} WHERE id = 't2'")
    assert [each.charter.id for each in read_tables(file, unfinished=True)] == ["t2"]
    with pytest.raises(Damaged, match="not the last"):
        checked(read_kept(file, "t2"))


@pytest.mark.parametrize("change", ["password = 'x'", "link = x'00'", "password = 7", "password = x'61'"])
def test_an_account(file: sqlite3.Connection, change: str) -> None:
    """A password is read as it was written or not at all."""
    assert (read_password(file, "Ada"), read_password(file, "Bob")) == ("hash", None)
    file.execute(f"UPDATE accounts SET {change}")
    with pytest.raises(Damaged, match="Ada"):
        read_password(file, "Ada")
