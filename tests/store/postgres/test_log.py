"""The log in PostgreSQL: the contract, several writers, and what becomes of it when the database is away."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest
from structlog.testing import capture_logs

from bottega.store.log import Conflict, Damaged, InDoubt, Log, Revocation, Row, Sketch, StoreFault
from bottega.store.postgres import PostgresLog
from bottega.store.postgres import log as module
from bottega.store.postgres import session as sessions
from tests.server.harness import TIMEOUT
from tests.store.contract import (
    Reports,
    SharedLogContract,
    append,
    change,
    charter,
    entry,
    probe,
    register,
    revoke,
)
from tests.store.postgres.proxy import Network, network
from tests.store.postgres.server import PostgresServer


class TestPostgresLog(SharedLogContract):
    """The contract, in a database."""

    @pytest.fixture
    def make(self, url: str) -> Callable[[], Log]:
        """The same database every time."""
        return lambda: PostgresLog(url)


@pytest.fixture
def log(url: str) -> Iterator[PostgresLog]:
    """A log with one table of one entry."""
    with closing(PostgresLog(url)) as log:
        assert append(log, "t1", entry(1), opening=charter()) is None
        yield log


def test_a_group_is_one_statement_and_one_commit(log: PostgresLog, monkeypatch: pytest.MonkeyPatch) -> None:
    """What arrives while a commit is under way goes into the next one, entries of many tables in one round trip."""
    for number in range(10):
        assert append(log, f"s{number}", entry(1), opening=charter(f"s{number}")) is None
    statements: list[str] = []
    first, go = threading.Event(), threading.Event()
    run = sessions.Session.run

    async def watched(session: sessions.Session, sql: str, *values: object) -> list[object]:
        if "INSERT" in sql:
            statements.append(sql)
            first.set()
            while not go.is_set():
                await asyncio.sleep(0.001)
        return await run(session, sql, *values)

    monkeypatch.setattr(sessions.Session, "run", watched)
    reports = Reports()
    log.append("t1", [entry(2)], reports.of("t1"))
    assert first.wait(TIMEOUT)
    for seq in (2, 3, 4):
        for number in range(10):
            log.append(f"s{number}", [entry(seq)], reports.of(f"s{number}"))
    go.set()
    assert [fault for _, fault in reports.wait(31)] == [None] * 31
    assert len(statements) == 2


def test_a_sketch_that_does_not_know_the_last_entries(log: PostgresLog) -> None:
    """A node of a version that makes no sketches may have seated somebody: then what there is is not believed."""
    assert append(log, "t1", entry(2, kind="sit"), sketch=Sketch(2, "two")) is None
    assert append(log, "t1", entry(3)) is None
    assert [each.sketch for each in log.sketches()] == ["two"]
    assert append(log, "t1", entry(4, kind="sit")) is None
    assert [(each.seq, each.sketch) for each in log.sketches()] == [(4, None)]


def test_a_number_too_large(log: PostgresLog) -> None:
    """A number that no column can hold fails its own append; the others of its group stand."""
    reports = Reports()
    log.append("t1", [entry(2)], reports.of("2"))
    log.append("t1", [Row(3, None, 1 << 70, "move", "", 0)], reports.of("large"))
    log.append("t1", [entry(3)], reports.of("3"))
    faults = dict(reports.wait(3))
    assert [what for what, fault in faults.items() if fault is not None] == ["large"]
    assert len(log.read("t1")[1]) == 3


def test_a_changed_row_is_known(log: PostgresLog, server: PostgresServer, database: str) -> None:
    """Whatever somebody changes in the database is not shown to anybody, and named by what looks for damage."""
    assert append(log, "t1", entry(2)) is None
    assert register(log, "Ada", "hash") is None
    assert revoke(log, Revocation("Ada", "k1", "k2")) is None
    assert (log.strays(), log.damaged_names(), list(log.accounts())) == ([], [], [("Ada", "hash")])
    for sql in (
        "UPDATE bottega_entries SET text = 'take www' WHERE seq = 1",
        "UPDATE bottega_accounts SET password = 'mine'",
        "UPDATE bottega_revocations SET successor = 'mine'",
        "INSERT INTO bottega_entries VALUES ('stray', 1, NULL, 0, 'move', '', 0, '')",
    ):
        server.run(sql, database=database)
    with pytest.raises(Damaged, match="entry 1 is not what was written"):
        log.read("t1")
    assert log.password("Ada") == ""
    assert log.revocations()[1] == [Revocation("Ada", "k1", "")]
    assert len(log.strays()) == 1
    assert len(log.damaged_names()) == 2
    assert list(log.accounts()) == []
    with closing(PostgresLog(server.url(database))) as other:
        assert isinstance(append(other, "t1", entry(3)), Damaged)


def test_reports_are_delivered(url: str) -> None:
    """Reports reach the owner by ``deliver``, one call for a whole group; an owner who is gone loses nothing else."""
    calls: list[Callable[[], None]] = []
    came = threading.Semaphore(0)

    def deliver(call: Callable[[], None]) -> None:
        calls.append(call)
        came.release()
        if len(calls) > 1:
            raise RuntimeError("Event loop is closed")

    reports = Reports()
    with closing(PostgresLog(url, deliver)) as log:
        log.append("t1", [entry(1)], reports.of("1"), charter=charter())
        assert came.acquire(timeout=TIMEOUT)
        assert reports.heard == []
        calls[0]()
        assert reports.heard == [("1", None)]
        log.append("t1", [entry(2)], reports.of("2"))
        assert came.acquire(timeout=TIMEOUT)
        assert len(log.read("t1")[1]) == 2


# -- the database is away ---------------------------------------------------------------------------------------------


@pytest.fixture
def wires(server: PostgresServer) -> Iterator[Network]:
    """A network to the server that can be harmed."""
    with network(server.port) as wires:
        yield wires


@pytest.fixture
def far(wires: Network, database: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[PostgresLog]:
    """A log behind that network, with one table of one entry and little patience."""
    monkeypatch.setattr(module, "DATABASE_PATIENCE_SECONDS", 0.5)
    monkeypatch.setattr(sessions, "DATABASE_ANSWER_SECONDS", 0.5)
    monkeypatch.setattr(sessions, "DATABASE_CONNECT_SECONDS", 0.5)
    with closing(PostgresLog(f"postgresql://bottega@127.0.0.1:{wires.port}/{database}")) as log:
        assert append(log, "t1", entry(1), opening=charter()) is None
        assert log.password("Ada") is None
        yield log


def back(log: PostgresLog) -> None:
    """Wait until the database is back."""
    for _ in range(int(TIMEOUT / 0.02)):
        if not log.away:
            return
        threading.Event().wait(0.02)
    raise AssertionError("it does not come back")


def test_a_connection_that_is_cut_is_made_again(far: PostgresLog, wires: Network) -> None:
    """Nobody who appends or reads notices that the connections were ended while nothing was under way."""
    for seq in range(2, 6):
        wires.cut()
        assert append(far, "t1", entry(seq)) is None
        assert len(far.read("t1")[1]) == seq


def test_a_commit_whose_answer_is_lost(far: PostgresLog, wires: Network, monkeypatch: pytest.MonkeyPatch) -> None:
    """An entry that was committed, while its answer never came, is found by its link: reported kept, and there once."""
    monkeypatch.setattr(module, "DATABASE_PATIENCE_SECONDS", TIMEOUT)
    wires.answers.clear()
    reports = Reports()
    far.append("t1", [entry(2)], reports.of("2"))
    far.append("t2", [entry(1)], reports.of("t2"), charter=charter("t2"))
    while not reports.heard:  # whatever waits for an answer is cut off, until answers come again
        threading.Event().wait(0.7)
        wires.cut()
        wires.answers.set()
    assert [fault for _, fault in reports.wait(2)] == [None, None]
    assert far.read("t1")[1] == [entry(1), entry(2)]
    assert append(far, "t1", entry(3)) is None


def test_nobody_waits_for_ever(far: PostgresLog, wires: Network) -> None:
    """A half-open network: who appends is told after a while that nobody knows, who reads that it cannot be; later
    askers are told at once; and when the network is whole again everything goes on.
    """
    wires.questions.clear()
    fault = append(far, "t1", entry(2))
    assert isinstance(fault, InDoubt)
    assert far.away
    with capture_logs():
        assert isinstance(append(far, "t1", entry(2)), StoreFault)
        assert isinstance(register(far, "Ada", "hash"), StoreFault)
        assert isinstance(change(far, "Ada", "hash"), StoreFault)
        assert probe(far) is not None
        for read in (lambda: far.read("t1"), lambda: far.password("Ada"), lambda: list(far.tables())):
            with pytest.raises(StoreFault):
                read()
    wires.cut()
    wires.questions.set()
    back(far)
    seq = len(far.read("t1")[1]) + 1
    assert append(far, "t1", entry(seq)) is None


def test_closing_while_the_database_is_away(wires: Network, far: PostgresLog) -> None:
    """It is closed in bounded time, and those who wait are told."""
    wires.reachable = False
    wires.cut()
    reports = Reports()
    far.append("t1", [entry(2)], reports.of("2"))
    far.close()
    assert isinstance(reports.wait(1)[0][1], StoreFault)


def test_what_was_queued_is_written_when_a_blip_is_over(
    far: PostgresLog, wires: Network, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A database that is back within our patience costs a delay, and nobody is refused."""
    monkeypatch.setattr(module, "DATABASE_PATIENCE_SECONDS", TIMEOUT)
    wires.reachable = False
    wires.cut()
    reports = Reports()
    for seq in range(2, 12):
        far.append("t1", [entry(seq)], reports.of(str(seq)))
    far.register("Ada", "hash", reports.of("Ada"))
    threading.Event().wait(0.3)
    assert reports.heard == []
    wires.reachable = True
    assert [fault for _, fault in reports.wait(11)] == [None] * 11


def test_the_database_is_killed_and_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was reported kept is there after a power cut; the log goes on by itself, and nothing is there twice."""
    monkeypatch.setattr(module, "DATABASE_PATIENCE_SECONDS", TIMEOUT)
    server = PostgresServer()
    try:
        server.start()
        with server.database() as database, closing(PostgresLog(server.url(database))) as log:
            assert append(log, "t1", entry(1), opening=charter()) is None
            for life in range(2):
                reports = Reports()
                for seq in range(2 + 50 * life, 52 + 50 * life):
                    log.append("t1", [entry(seq)], reports.of(str(seq)))
                if life:
                    reports.wait(1)
                server.kill()
                server.start()
                assert [fault for _, fault in reports.wait(50)] == [None] * 50
            assert [row.seq for row in log.read("t1")[1]] == list(range(1, 102))
    finally:
        server.stop()


def test_a_database_that_is_not_there(server: PostgresServer) -> None:
    """The log does not open, and says why."""
    with pytest.raises(StoreFault, match="cannot be used"):
        PostgresLog(server.url("nowhere"))


def test_a_conflict_is_counted(log: PostgresLog, url: str) -> None:
    """How often this node was too late can be seen."""
    with closing(PostgresLog(url)) as other:
        assert append(other, "t1", entry(2)) is None
    assert isinstance(append(log, "t1", entry(2)), Conflict)
    assert log.conflicts == 1
