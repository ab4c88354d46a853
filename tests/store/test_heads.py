"""The compare in compare-and-set: which entry may follow, known without asking the disk each time."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bottega.store.heads import Heads
from bottega.store.log import Conflict, StoreFault
from bottega.store.schema import ROW, prepare
from tests.store.contract import entry

FILE = "log.sqlite3"


@pytest.fixture
def writer(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """A file with the two first entries of table t1 in it, the second with a command id."""
    path = tmp_path / FILE
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        prepare(connection, path)
        _write(connection, 1)
        _write(connection, 2, "two")
        yield connection


def _write(connection: sqlite3.Connection, seq: int, cmd_id: str | None = None) -> None:
    row = entry(seq, cmd_id=cmd_id)
    values = ("t1", row.seq, row.cmd_id, row.seat, row.kind, row.text, row.at)
    connection.execute(f"INSERT INTO arrivals VALUES {ROW}", values)


def test_the_file_is_asked_once(writer: sqlite3.Connection) -> None:
    """A table's head is looked up when it is first written to, and counted on from there."""
    heads = Heads(writer)
    heads.refresh()
    asked: list[str] = []
    writer.set_trace_callback(asked.append)
    assert [heads.take("t1", entry(seq)) for seq in (3, 4, 5)] == [None] * 3
    assert len(asked) == 1


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
    assert heads.take("t1", entry(3, cmd_id="three")) is None
    assert isinstance(heads.take("t1", entry(4, cmd_id="three")), Conflict)


def test_a_table_that_is_not_there(writer: sqlite3.Connection) -> None:
    """The first entry of a table needs its charter."""
    heads = Heads(writer)
    fault = heads.take("t2", entry(1))
    assert isinstance(fault, StoreFault)
    assert str(fault) == "there is no table t2"
    heads.opened("t2")
    assert heads.take("t2", entry(1)) is None


def test_what_was_undone_is_forgotten(writer: sqlite3.Connection) -> None:
    """After a rollback the file is asked again: the number is free, and so is the command."""
    heads = Heads(writer)
    assert heads.take("t1", entry(3, cmd_id="three")) is None
    heads.forget(["t1", "unknown"])
    assert heads.take("t1", entry(3, cmd_id="three")) is None
    heads.forget_all()
    assert heads.take("t1", entry(3, cmd_id="three")) is None


def test_another_writer_is_noticed(writer: sqlite3.Connection, tmp_path: Path) -> None:
    """What another connection wrote is seen after a refresh; without other writers nothing is forgotten."""
    heads = Heads(writer)
    heads.refresh()
    assert heads.take("t1", entry(3)) is None
    heads.refresh()
    assert heads.take("t1", entry(4)) is None, "nobody else has written, so the count stands"
    with closing(sqlite3.connect(tmp_path / FILE, isolation_level=None)) as other:
        _write(other, 3)
    heads.refresh()
    assert heads.take("t1", entry(4)) is None
    assert isinstance(heads.take("t1", entry(3)), Conflict)
