"""The compare in compare-and-set: which entry may follow, known without asking the disk each time."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import astuple

from bottega.store.chain import links
from bottega.store.heads import Heads
from bottega.store.log import Conflict, Damaged, StoreFault
from bottega.store.schema import OPEN_TABLE, ROW, prepare
from tests.store.contract import charter, entry

FILE = "log.sqlite3"


@pytest.fixture
def writer(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """A file with the two first entries of table t1 in it, the second with a command id."""
    path = tmp_path / FILE
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        prepare(connection, path)
        connection.execute(OPEN_TABLE, (*astuple(charter()), CHAIN[0]))
        _write(connection, 1)
        _write(connection, 2)
        yield connection


ENTRIES = [entry(1), entry(2, cmd_id="two"), entry(3)]
CHAIN = list(links(charter(), ENTRIES))


def _write(connection: sqlite3.Connection, seq: int) -> None:
    values = ("t1", *astuple(ENTRIES[seq - 1]), CHAIN[seq])
    connection.execute(f"INSERT INTO arrivals VALUES {ROW}", values)


def test_the_file_is_asked_once(writer: sqlite3.Connection) -> None:
    """A table's head is looked up when it is first written to, and counted on from there."""
    heads = Heads(writer)
    heads.refresh()
    asked: list[str] = []
    writer.set_trace_callback(asked.append)
    assert heads.take("t1", entry(3)) == CHAIN[3]
    assert [isinstance(heads.take("t1", entry(seq)), bytes) for seq in (4, 5)] == [True, True]
    assert len(asked) == 2, "its charter and its entries"


@pytest.mark.parametrize("seq", [0, 1, 2, 4])
def test_only_the_next_number_follows(writer: sqlite3.Connection, seq: int) -> None:
    """After entry 2 comes entry 3; any other is a conflict that says where the table is."""
    fault = Heads(writer).take("t1", entry(seq))
    assert isinstance(fault, Conflict)
    assert str(fault) == f"table t1 is at entry 2, so entry {seq} cannot follow"


def test_a_command_in_the_file_is_known(writer: sqlite3.Connection) -> None:
    """A command id that the table has seen is a conflict, and leaves the head where it was."""
    heads = Heads(writer)
    assert isinstance(heads.take("t1", entry(3, cmd_id="two")), Conflict)
    assert isinstance(heads.take("t1", entry(3, cmd_id="three")), bytes)
    assert isinstance(heads.take("t1", entry(4, cmd_id="three")), Conflict)


def test_a_table_that_is_not_there(writer: sqlite3.Connection) -> None:
    """The first entry of a table needs its charter."""
    heads = Heads(writer)
    fault = heads.take("t2", entry(1))
    assert isinstance(fault, StoreFault)
    assert str(fault) == "there is no table t2"
    heads.opened("t2", CHAIN[0])
    assert isinstance(heads.take("t2", entry(1)), bytes)


def test_what_was_undone_is_forgotten(writer: sqlite3.Connection) -> None:
    """After a rollback the file is asked again: the number is free, and so is the command."""
    heads = Heads(writer)
    assert isinstance(heads.take("t1", entry(3, cmd_id="three")), bytes)
    heads.forget(["t1", "unknown"])
    assert isinstance(heads.take("t1", entry(3, cmd_id="three")), bytes)
    heads.forget_all()
    assert isinstance(heads.take("t1", entry(3, cmd_id="three")), bytes)


def test_another_writer_is_noticed(writer: sqlite3.Connection, tmp_path: Path) -> None:
    """What another connection wrote is seen after a refresh; without other writers nothing is forgotten."""
    heads = Heads(writer)
    heads.refresh()
    assert isinstance(heads.take("t1", entry(3)), bytes)
    heads.refresh()
    assert isinstance(heads.take("t1", entry(4)), bytes), "nobody else has written, so the count stands"
    with closing(sqlite3.connect(tmp_path / FILE, isolation_level=None)) as other:
        _write(other, 3)
    heads.refresh()
    assert isinstance(heads.take("t1", entry(4)), bytes)
    assert isinstance(heads.take("t1", entry(3)), Conflict)


def test_a_damaged_log_gets_no_entry(writer: sqlite3.Connection) -> None:
    """Nothing is written behind entries that are not what was written, and the table is not closed either."""
    writer.execute("UPDATE arrivals SET at = 7 WHERE seq = 2")
    heads = Heads(writer)
    assert isinstance(heads.take("t1", entry(3)), Damaged)
    assert isinstance(heads.last("t1"), Damaged)


def test_the_last_link(writer: sqlite3.Connection) -> None:
    """A table is closed with the link of the last entry taken, looked up if need be."""
    heads = Heads(writer)
    assert heads.last("t1") == CHAIN[2]
    assert heads.take("t1", entry(3)) == heads.last("t1") == CHAIN[3]


def test_what_lies_beside_the_entries_of_a_new_table_is_known(writer: sqlite3.Connection) -> None:
    """Of a table that was opened since: what it claims, and that there is no sketch before the first is written."""
    heads = Heads(writer)
    heads.opened("t2", b"link")
    heads.claimed("t2", ["splendor Ada", "splendor Bob"], ())
    heads.claimed("t2", (), ["splendor Bob"])
    assert heads.claims("t2") == {"splendor Ada"}
    assert [heads.sketched("t2", now) for now in (False, True, False)] == [False, False, True]


def test_what_lies_beside_the_entries_of_an_older_table_only_the_file_knows(writer: sqlite3.Connection) -> None:
    """What a table claims that was found in the file has to be looked for there, and so has its sketch."""
    heads = Heads(writer)
    heads.take("t1", entry(3))
    heads.claimed("t1", ["splendor Ada"], ())
    assert (heads.claims("t1"), heads.claims("unknown")) == (None, None)
    assert (heads.sketched("t1", False), heads.sketched("t1", False), heads.sketched("unknown", False)) == (
        True,
        False,
        True,
    )
