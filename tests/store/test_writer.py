"""The pen of the SQLite log while it is lent: whoever owns the tables writes, the log's thread commits."""

from __future__ import annotations

import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from bottega.store.log import Conflict, Oblivion, StoreFault
from bottega.store.schema import file_arrivals
from bottega.store.sqlite import FILE_NAME, SqliteLog
from tests.server.harness import TIMEOUT
from tests.store.contract import Reports, append, charter, entry
from tests.store.test_sqlite import Wire

CROWD = 20
"""Enough that many wait for each commit."""


class Watched(Wire):
    """A connection that notes besides on which thread what is executed."""

    def execute(self, sql: str, *values: object) -> sqlite3.Cursor:
        """Execute, and note it."""
        noted = self.__dict__.setdefault("noted", [])
        noted.append((threading.get_ident(), sql))
        return super().execute(sql, *values)

    def who(self, begins: str) -> list[int]:
        """The threads that executed what begins so."""
        return [thread for thread, sql in self.__dict__["noted"] if sql.startswith(begins)]


class Lending(SqliteLog):
    """A log that lends its pen to the thread that makes it, which has to be asked to go on."""

    pen: Watched

    def __init__(self, directory: Path) -> None:
        self.calls: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        super().__init__(directory, self.calls.put)
        self.writer.later = lambda _, call: self.calls.put(call)

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self._path, isolation_level=None, check_same_thread=False, timeout=TIMEOUT, factory=Watched
        )
        connection.execute("PRAGMA synchronous = FULL")
        self.pen = connection
        return connection

    def go_on(self, until: Callable[[], object]) -> None:
        """Do what is to be done on this thread, until then."""
        deadline = time.monotonic() + TIMEOUT
        while not until():
            assert time.monotonic() < deadline
            with suppress(queue.Empty):
                self.calls.get(timeout=0.01)()

    def crowd(self, reports: Reports, first: int, count: int = CROWD) -> None:
        """So many entries that nobody has reported yet."""
        for seq in range(first, first + count):
            self.append("t1", [entry(seq)], reports.of(str(seq)))


@pytest.fixture
def lending(tmp_path: Path) -> Iterator[Lending]:
    """A log that has just lent its pen, after two entries and a crowd of them; the next writes begin to be noted."""
    with closing(Lending(tmp_path)) as log:
        reports = Reports()
        log.append("t1", [entry(1)], reports.of("1"), charter=charter())
        log.go_on(lambda: reports.heard)
        log.pen.go.clear()
        log.append("t1", [entry(2)], reports.of("2"))
        assert log.pen.at_commit.wait(TIMEOUT)
        log.crowd(reports, 3)
        log.pen.go.set()
        log.go_on(lambda: log.writer._lent is not None)
        assert len(reports.heard) == 2 + CROWD
        log.pen.__dict__["noted"].clear()
        yield log
        log.pen.go.set()


NEXT = 3 + CROWD


def test_a_crowd_is_written_here_and_committed_there(lending: Lending) -> None:
    """Whoever owns the tables executes all statements of a group but the one that waits for the disk."""
    reports = Reports()
    lending.crowd(reports, NEXT)
    lending.go_on(lambda: len(reports.heard) == CROWD)
    assert {fault for _, fault in reports.heard} == {None}
    assert set(lending.pen.who("INSERT INTO arrivals")) == {threading.get_ident()}
    assert set(lending.pen.who("COMMIT")) == {lending.writer._thread.ident}


def test_nothing_is_told_before_the_commit(lending: Lending) -> None:
    """A group that is written and waits for the disk is neither reported nor read by anybody."""
    reports = Reports()
    lending.pen.go.clear()
    lending.crowd(reports, NEXT)
    lending.go_on(lending.pen.at_commit.is_set)
    assert not reports.heard
    assert len(lending.read("t1")[1]) == NEXT - 1
    lending.crowd(reports, NEXT + CROWD)  # while that one is under way
    lending.pen.go.set()
    lending.go_on(lambda: len(reports.heard) == 2 * CROWD)
    assert [what for what, _ in reports.heard] == [str(seq) for seq in range(NEXT, NEXT + 2 * CROWD)]


def test_when_few_wait_the_pen_is_given_back(lending: Lending) -> None:
    """Then nobody who plays writes; what waited is written first, in its order."""
    reports = Reports()
    lending.crowd(reports, NEXT, 3)
    lending.go_on(lambda: lending.writer._lent is None)
    lending.append("t1", [entry(NEXT + 3)], reports.of("last"))
    lending.go_on(lambda: len(reports.heard) == 4)
    assert {fault for _, fault in reports.heard} == {None}
    assert set(lending.pen.who("INSERT INTO arrivals")) == {lending.writer._thread.ident}


def test_what_others_queue_is_written_too(lending: Lending) -> None:
    """Jobs of other threads go into the next group."""
    reports = Reports()
    other = threading.Thread(target=lending.register, args=("Ada", "hash", reports.of("Ada")))
    other.start()
    other.join()
    lending.crowd(reports, NEXT)
    lending.go_on(lambda: len(reports.heard) == CROWD + 1)
    assert lending.password("Ada") == "hash"


def test_a_commit_that_fails_fails_the_group(lending: Lending) -> None:
    """Everybody in it is told so, nothing of it is kept, and the next group may follow."""
    reports = Reports()
    lending.pen.fails = sqlite3.OperationalError("disk I/O error")
    lending.crowd(reports, NEXT)
    lending.go_on(lambda: len(reports.heard) == CROWD)
    assert all(isinstance(fault, StoreFault) for _, fault in reports.heard)
    assert lending.failed_commits == 1
    lending.pen.fails = None
    lending.crowd(reports, NEXT)
    lending.go_on(lambda: len(reports.heard) == 2 * CROWD)
    assert {fault for _, fault in reports.heard[CROWD:]} == {None}
    assert len(lending.read("t1")[1]) == NEXT - 1 + CROWD


def test_what_cannot_be_done_is_undone_alone(lending: Lending) -> None:
    """A conflict in a group is found out by the thread, job by job; the others stand."""
    reports = Reports()
    lending.append("t1", [entry(7)], reports.of("late"))
    lending.crowd(reports, NEXT)
    lending.go_on(lambda: len(reports.heard) == CROWD + 1)
    faults = dict(reports.heard)
    assert isinstance(faults.pop("late"), Conflict)
    assert set(faults.values()) == {None}
    assert len(lending.read("t1")[1]) == NEXT - 1 + CROWD


def test_whoever_holds_the_file_is_waited_for_by_the_thread(lending: Lending, tmp_path: Path) -> None:
    """Another process that writes holds up the log, not those who own the tables."""
    reports = Reports()
    with closing(sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        lending.crowd(reports, NEXT)
        lending.go_on(lambda: lending.writer._lent is None)  # at once, with all that is not written
        assert not reports.heard
        other.execute("ROLLBACK")
    lending.go_on(lambda: len(reports.heard) == CROWD)
    assert {fault for _, fault in reports.heard} == {None}


def test_a_name_is_forgotten_by_the_thread(lending: Lending) -> None:
    """What is taken out of the file is folded into it by whoever has the pen for long."""
    reports = Reports()
    lending.forget(Oblivion(name="Ada", at=9), reports.of("forgotten"))
    lending.crowd(reports, NEXT)
    lending.go_on(lambda: len(reports.heard) == CROWD + 1)
    assert {fault for _, fault in reports.heard} == {None}
    assert set(lending.pen.who("PRAGMA wal_checkpoint")) == {lending.writer._thread.ident}


def test_much_is_filed_while_it_is_lent(lending: Lending, monkeypatch: pytest.MonkeyPatch) -> None:
    """The thread files what has arrived before the next group is written."""
    filed = []
    monkeypatch.setattr("bottega.store.writer._FILE", CROWD)
    monkeypatch.setattr("bottega.store.writer.file_arrivals", lambda writer: filed.append(threading.get_ident()))
    reports = Reports()
    lending.crowd(reports, NEXT)
    lending.go_on(lambda: len(reports.heard) == CROWD and filed)
    assert filed == [lending.writer._thread.ident]
    monkeypatch.setattr("bottega.store.writer.file_arrivals", file_arrivals)
    lending.crowd(reports, NEXT + CROWD)
    lending.go_on(lambda: len(reports.heard) == 2 * CROWD)
    assert len(lending.read("t1")[1]) == NEXT - 1 + 2 * CROWD


@pytest.mark.parametrize("committing", [False, True])
def test_closing_writes_what_was_accepted(lending: Lending, tmp_path: Path, committing: bool) -> None:
    """Whether it waits for its group here, or is on its way to the disk; and nothing is taken in afterwards."""
    reports = Reports()
    if committing:
        lending.pen.go.clear()
        lending.crowd(reports, NEXT)
        lending.go_on(lending.pen.at_commit.is_set)
        lending.pen.go.set()
    lending.crowd(reports, NEXT + CROWD * committing)
    lending.close()
    lending.append("t1", [entry(1_000)], reports.of("afterwards"))
    while not lending.calls.empty():
        lending.calls.get()()  # (what was to be written here was written there)
    faults = dict(reports.heard)
    assert isinstance(faults.pop("afterwards"), StoreFault)
    assert len(faults) == CROWD * (1 + committing)
    assert set(faults.values()) == {None}
    with closing(SqliteLog(tmp_path)) as again:
        assert len(again.read("t1")[1]) == NEXT - 1 + len(faults)
        assert append(again, "t1", entry(NEXT + len(faults))) is None


def test_an_owner_that_is_gone_is_lent_nothing(tmp_path: Path) -> None:
    """Where nobody takes calls any more the thread writes on by itself."""

    def gone(_: Callable[[], None]) -> None:
        raise RuntimeError("Event loop is closed")

    log = SqliteLog(tmp_path, gone)
    log.writer.later = lambda *_: None
    log.append("t1", [entry(1)], lambda _: None, charter=charter())
    for seq in range(2, 2 + 10 * CROWD):
        log.append("t1", [entry(seq)], lambda _: None)
    log.close()
    with closing(SqliteLog(tmp_path)) as again:
        assert len(again.read("t1")[1]) == 1 + 10 * CROWD
