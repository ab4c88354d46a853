"""What a file is told besides entries: each job inside the transaction of whoever has the pen."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bottega.store.chain import alone
from bottega.store.jobs import (
    Archive,
    Beside,
    Change,
    Forget,
    Note,
    Probe,
    Register,
    Revoke,
    Say,
    as_recorded,
    write_beside,
)
from bottega.store.log import Conflict, Oblivion, Remark, Revocation, StoreFault
from bottega.store.sqlite import FILE_NAME, SqliteLog
from tests.store.contract import alone_record

LONE = "\ud800"
"""No text that a file can hold."""


def _unheard(_: StoreFault | None) -> None:
    """For a job whose caller is asked directly."""


@pytest.fixture
def writer(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """A connection to a new file."""
    SqliteLog(tmp_path).close()
    with closing(sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)) as connection:
        yield connection


@pytest.mark.parametrize(
    ("first", "second", "fault"),
    [
        (Register("Ada", "hash", _unheard), Register("Ada", "other", _unheard), Conflict),
        (Register("Ada", "hash", _unheard), Change("Ada", "other", _unheard), None),
        (Probe(_unheard), Change("Ada", "other", _unheard), StoreFault),
        (Probe(_unheard), Register(LONE, "hash", _unheard), StoreFault),
        (Revoke([Revocation("Ada", "k1", "k2")], _unheard), Revoke([Revocation("Ada")], _unheard), None),
        (Say("t1", Remark("Ada", "hi", 1), _unheard), Say("t1", Remark("Ada", "hi", 1), _unheard), None),
        (Note("kind", "key", None, "text", _unheard), Note("kind", "key", None, "text", _unheard), Conflict),
        (Note("kind", "key", None, "text", _unheard), Note("kind", "key", "text", "another", _unheard), None),
        (Note("kind", "key", None, "text", _unheard), Note("kind", "key", "another", None, _unheard), Conflict),
        (Note("kind", "key", None, "text", _unheard), Note("kind", "key", "text", None, _unheard), None),
        (Probe(_unheard), Note("kind", "key", None, None, _unheard), None),
        (Archive(alone_record("t1", "Ada"), _unheard), Archive(alone_record("t1", "Ada"), _unheard), None),
        (Probe(_unheard), Forget(Oblivion(name="Ada", at=1), _unheard), None),
        (Probe(_unheard), Forget(Oblivion(name="Ada", at=1, texts={"t9": {}}), _unheard), StoreFault),
    ],
)
def test_what_becomes_of_a_job(
    first: Beside, second: Beside, fault: type[StoreFault] | None, writer: sqlite3.Connection
) -> None:
    """It is done, or the reason is given: what is there already, what is not, what no column can hold."""
    assert write_beside(writer, first) is None
    outcome = write_beside(writer, second)
    assert (outcome is None) if fault is None else (type(outcome) is fault)


def test_what_was_recorded() -> None:
    """A record is known by its link; what is no text at all was never recorded."""
    assert as_recorded("t1", "text", alone("t1", "text"))
    assert not as_recorded("t1", "another", alone("t1", "text"))
    assert not as_recorded("t1", LONE, b"")
