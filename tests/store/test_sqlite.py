"""The log in SQLite: the contract, durability, group commit, and what it says when the file is not well."""

from __future__ import annotations

import queue
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from structlog.testing import capture_logs

from bottega.store import sqlite, writer
from bottega.store.log import Conflict, Damaged, Log, Revocation, Row, StoreFault
from bottega.store.schema import SCHEMA_VERSION, file_arrivals
from bottega.store.sqlite import FILE_NAME, SqliteLog
from tests.server.harness import TIMEOUT
from tests.store.contract import LogContract, Reports, append, charter, entry, probe, register, revoke
from tests.store.test_schema import old_file


class Wire(sqlite3.Connection):
    """A connection that notes what is executed, can be held at a commit, and can fail it.

    A commit is a COMMIT, or an insertion that is a transaction of its own.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.commits = self.insertions = 0
        self.go = threading.Event()
        self.go.set()
        self.at_commit = threading.Event()
        self.fails: Exception | None = None

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
        """Execute, unless it is a commit that shall wait or fail."""
        inserts = sql.startswith("INSERT INTO arrivals")
        self.insertions += inserts
        if sql == "COMMIT" or (inserts and not self.in_transaction):
            self.at_commit.set()
            assert self.go.wait(TIMEOUT)
            self.at_commit.clear()
            self.commits += 1
            if self.fails is not None:
                raise self.fails
        return super().execute(sql, *values)


class Wired(SqliteLog):
    """A log whose writing connection can be watched."""

    pen: Wire

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, isolation_level=None, check_same_thread=False, factory=Wire)
        connection.execute("PRAGMA synchronous = FULL")
        self.pen = connection
        return connection


@pytest.fixture
def wired(tmp_path: Path) -> Iterator[Wired]:
    """A watched log with one table of one entry."""
    with closing(Wired(tmp_path)) as log:
        assert append(log, "t1", entry(1), opening=charter()) is None
        yield log
        log.pen.go.set()


class TestSqliteLog(LogContract):
    """The contract, in a directory."""

    @pytest.fixture
    def make(self, tmp_path: Path) -> Callable[[], Log]:
        """The same directory every time."""
        return lambda: SqliteLog(tmp_path / "deep" / "data")

    def test_reopened(self, make: Callable[[], Log]) -> None:
        """Tables, entries and accounts are there when the file is opened again."""
        with closing(make()) as log:
            assert append(log, "t1", entry(1, cmd_id="a"), entry(2), opening=charter()) is None
            assert register(log, "Ada", "hash") is None
        with closing(make()) as log:
            assert log.read("t1") == (charter(), [entry(1, cmd_id="a"), entry(2)])
            assert log.password("Ada") == "hash"
            assert isinstance(append(log, "t1", entry(2)), Conflict)

    def test_two_openings(self, make: Callable[[], Log]) -> None:
        """Two processes may have the log open: only one of them writes a number, both read it."""
        with closing(make()) as one, closing(make()) as other:
            assert append(one, "t1", entry(1), opening=charter()) is None
            assert append(other, "t1", entry(2)) is None
            assert isinstance(append(one, "t1", entry(2, "late")), Conflict)
            assert one.read("t1") == other.read("t1")


def test_the_writer_waits_for_the_disk(wired: Wired) -> None:
    """The writing connection is in WAL mode with synchronous=FULL: a commit returns when the disk has it."""
    assert wired.pen.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert wired.pen.execute("PRAGMA synchronous").fetchone() == (2,)


def test_the_real_writer_is_set_up_like_the_watched_one(tmp_path: Path) -> None:
    """What the program itself connects with has the same settings as the connection watched here."""
    with closing(SqliteLog(tmp_path)) as log, closing(log._connect()) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute("PRAGMA synchronous").fetchone() == (2,)


def test_group_commit(wired: Wired) -> None:
    """What arrives while a commit is under way goes into the next one, all of it."""
    reports = Reports()
    wired.pen.go.clear()
    wired.append("t1", [entry(2)], reports.of("2"))
    assert wired.pen.at_commit.wait(TIMEOUT)
    before = wired.pen.commits
    for seq in range(3, 103):
        wired.append("t1", [entry(seq)], reports.of(str(seq)))
    wired.pen.go.set()
    assert [fault for _, fault in reports.wait(101)] == [None] * 101
    assert wired.pen.commits == before + 2


def test_moves_do_not_wait_behind_other_tables(wired: Wired) -> None:
    """A group's entries go into one statement, whatever stands between them; a table's stay in their order."""
    reports = Reports()
    wired.pen.go.clear()
    wired.append("t1", [entry(2)], reports.of("held"))
    assert wired.pen.at_commit.wait(TIMEOUT)
    for number in range(5):
        wired.append(f"new{number}", [entry(1)], reports.of(f"open{number}"), charter=charter(f"new{number}"))
        wired.append("t1", [entry(3 + number)], reports.of(f"t1 {number}"))
        wired.append(f"new{number}", [entry(2)], reports.of(f"move{number}"))
    before = wired.pen.insertions
    wired.pen.go.set()
    assert [fault for _, fault in reports.wait(16)] == [None] * 16
    assert wired.pen.insertions == before + 1
    assert [row.seq for row in wired.read("t1")[1]] == list(range(1, 8))
    assert [len(wired.read(f"new{number}")[1]) for number in range(5)] == [2] * 5


def test_a_crowd_that_waits_is_told_of(wired: Wired) -> None:
    """When many wait for one commit, and again when they do not any more."""
    told: queue.SimpleQueue[bool] = queue.SimpleQueue()
    wired.writer.crowded = told.put
    reports = Reports()
    wired.pen.go.clear()
    wired.append("t1", [entry(2)], reports.of("2"))
    assert wired.pen.at_commit.wait(TIMEOUT)
    for seq in range(3, 23):
        wired.append("t1", [entry(seq)], reports.of(str(seq)))
    wired.pen.go.set()
    assert told.get(timeout=TIMEOUT) is True
    reports.wait(21)
    assert append(wired, "t1", entry(23)) is None
    assert told.get(timeout=TIMEOUT) is False


@pytest.mark.parametrize(("jobs", "seconds"), [(7, []), (8, [0.00064]), (20, [0.0016]), (200, [0.012])])
def test_the_more_came_at_once_the_longer_the_next_gather(
    jobs: int, seconds: list[float], wired: Wired, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A crowd gathers for a while, in proportion and not without end; whoever comes alone is not waited with."""
    reports, slept = Reports(), threading.Event()
    gathered: list[float] = []

    def sleep(span: float) -> None:
        gathered.append(span)
        slept.set()

    clock = SimpleNamespace(sleep=sleep, perf_counter=time.perf_counter, monotonic=time.monotonic)
    monkeypatch.setattr(writer, "time", clock)
    wired.pen.go.clear()
    wired.append("t1", [entry(2)], reports.of("held"))
    assert wired.pen.at_commit.wait(TIMEOUT)
    for seq in range(3, 3 + jobs):
        wired.append("t1", [entry(seq)], reports.of(str(seq)))
    wired.pen.go.set()
    reports.wait(1 + jobs)
    assert not seconds or slept.wait(TIMEOUT)
    assert append(wired, "t1", entry(3 + jobs)) is None  # alone: whoever writes has gathered before, if at all
    assert gathered == pytest.approx(seconds)


def test_what_is_told_of_the_writing(wired: Wired) -> None:
    """How long each group took, how much waits meanwhile, and how often it failed; a failure took no time of note."""
    reports = Reports()
    before = wired.commits.count
    wired.pen.go.clear()
    wired.append("t1", [entry(2)], reports.of("2"))
    assert wired.pen.at_commit.wait(TIMEOUT)
    for seq in (3, 4):
        wired.append("t1", [entry(seq)], reports.of(str(seq)))
    assert wired.waiting == 2
    wired.pen.go.set()
    reports.wait(3)
    assert wired.waiting == 0
    assert wired.commits.count == before + 2
    wired.pen.fails = sqlite3.OperationalError("disk I/O error")
    assert probe(wired) is not None
    assert (wired.failed_commits, wired.commits.count) == (1, before + 2)
    wired.pen.fails = None
    assert probe(wired) is None


def test_a_report_that_is_not_taken_names_its_table(wired: Wired) -> None:
    """Whoever fails to listen is told of with the table; the others hear all the same."""

    def deaf(fault: StoreFault | None) -> None:
        raise RuntimeError("not listening")

    reports = Reports()
    with capture_logs() as lines:
        wired.append("t1", [entry(2)], deaf)
        wired.append("t1", [entry(3)], reports.of("3"))
        reports.wait(1)
    assert [(line["event"], line["table"]) for line in lines] == [("a report of the log was not taken", "t1")]


def test_nothing_is_reported_or_read_before_the_commit(wired: Wired) -> None:
    """Before the COMMIT has returned nobody hears of an entry and no reader sees it."""
    reports = Reports()
    wired.pen.go.clear()
    wired.append("t1", [entry(2)], reports.of("2"))
    assert wired.pen.at_commit.wait(TIMEOUT)
    assert reports.heard == []
    assert len(wired.read("t1")[1]) == 1
    wired.pen.go.set()
    assert reports.wait(1) == [("2", None)]
    assert len(wired.read("t1")[1]) == 2


def test_a_conflict_is_undone_alone(wired: Wired) -> None:
    """The others of its group stand."""
    reports = Reports()
    wired.pen.go.clear()
    wired.append("t1", [entry(2)], reports.of("held"))
    assert wired.pen.at_commit.wait(TIMEOUT)
    wired.append("t2", [entry(1)], reports.of("t2"), charter=charter("t2"))
    wired.append("t1", [entry(3), entry(5)], reports.of("gap"))
    wired.append("t1", [entry(2)], reports.of("taken"))
    wired.register("Ada", "hash", reports.of("Ada"))
    wired.register("Ada", "hash", reports.of("Ada again"))
    wired.append("t1", [entry(3)], reports.of("3"))
    wired.pen.go.set()
    faults = dict(reports.wait(7))
    assert [name for name, fault in faults.items() if fault is not None] == ["gap", "taken", "Ada again"]
    assert len(wired.read("t1")[1]) == 3


def test_readers_do_not_wait_for_each_other(wired: Wired) -> None:
    """While one thread reads a long log, another is answered: each has a connection of its own."""
    reading, go = threading.Event(), threading.Event()

    def held() -> int:
        reading.set()
        go.wait(TIMEOUT)
        return 0

    def read() -> list[Row]:
        wired._reader.set_progress_handler(held, 1)
        return wired.read("t1")[1]

    with ThreadPoolExecutor(1) as other:
        rows = other.submit(read)
        assert reading.wait(TIMEOUT)
        try:
            assert wired.password("Ada") is None
            assert not rows.done()
        finally:
            go.set()
        assert len(rows.result(TIMEOUT)) == 1


def test_a_failing_commit_fails_the_whole_group(wired: Wired) -> None:
    """If the COMMIT fails every job of the group hears so, nothing of it is on disk, and the next group works."""
    reports = Reports()
    wired.pen.go.clear()
    wired.append("t1", [entry(2)], reports.of("2"))
    assert wired.pen.at_commit.wait(TIMEOUT)
    wired.pen.fails = sqlite3.OperationalError("disk I/O error")
    wired.append("t1", [entry(3)], reports.of("3"))
    wired.register("Ada", "hash", reports.of("Ada"))
    wired.pen.go.set()
    faults = [fault for _, fault in reports.wait(3)]
    assert all(isinstance(fault, StoreFault) and "disk I/O error" in str(fault) for fault in faults)
    assert not any(isinstance(fault, Conflict) for fault in faults[:1])
    wired.pen.fails = None
    assert len(wired.read("t1")[1]) == 1
    assert wired.password("Ada") is None
    assert append(wired, "t1", entry(2)) is None


def test_a_full_disk(wired: Wired) -> None:
    """A full disk fails the appends with a sentence that says so; with space again the log goes on."""
    (pages,) = wired.pen.execute("PRAGMA page_count").fetchone()
    wired.pen.execute(f"PRAGMA max_page_count = {pages}")
    fault = append(wired, "t1", entry(2, "x" * 100_000))
    assert isinstance(fault, StoreFault)
    assert "full" in str(fault)
    wired.pen.execute("PRAGMA max_page_count = 100000")
    assert append(wired, "t1", entry(2, "x" * 100_000)) is None


def test_a_writer_that_is_locked_out(wired: Wired, tmp_path: Path) -> None:
    """If another process keeps the file locked, appends fail and say that it is in use."""
    wired.pen.execute("PRAGMA busy_timeout = 50")
    with closing(sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        fault = append(wired, "t1", entry(2))
        assert isinstance(fault, StoreFault)
        assert "in use by another" in str(fault)
        other.execute("ROLLBACK")
    assert append(wired, "t1", entry(2)) is None


@pytest.mark.parametrize(
    "text", ['Żółć "quoted" \\ \n', "", "\x00", "a\x00b", "1", "null", "[1,2]", "1e400", "\ud800"], ids=ascii
)
def test_a_run_of_entries_keeps_every_text(wired: Wired, text: str) -> None:
    """Entries that are written together come back as they were, or fail alone."""
    reports = Reports()
    wired.pen.go.clear()
    wired.append("t1", [entry(2)], reports.of("held"))
    assert wired.pen.at_commit.wait(TIMEOUT)
    assert append_all(wired, reports, entry(3, "before"), entry(4, text, text or None), entry(5, "after"))
    wired.pen.go.set()
    faults = [fault is None for _, fault in reports.wait(4)]
    kept = wired.read("t1")[1][1:]
    if text == "\ud800":
        assert faults == [True, True, False, False]
        assert kept == [entry(2), entry(3, "before")]
    else:
        assert faults == [True] * 4
        assert kept == [entry(2), entry(3, "before"), entry(4, text, text or None), entry(5, "after")]


def append_all(log: Wired, reports: Reports, *entries: Row) -> bool:
    """Append entries one by one, without waiting."""
    for each in entries:
        log.append("t1", [each], reports.of(str(each.seq)))
    return True


def test_a_number_too_large(wired: Wired) -> None:
    """A number that no column can hold fails its own append; the writer lives on."""
    assert isinstance(append(wired, "t1", Row(2, None, 1 << 70, "move", "", 0)), StoreFault)
    assert append(wired, "t1", entry(2)) is None


def test_a_deliverer_gets_one_call_per_group(tmp_path: Path) -> None:
    """Reports reach the owner's loop by ``deliver``, one wake-up for a whole group, never from the writing thread."""
    calls: list[Callable[[], None]] = []
    came = threading.Semaphore(0)

    def deliver(call: Callable[[], None]) -> None:
        calls.append(call)
        came.release()

    reports = Reports()
    log = SqliteLog(tmp_path, deliver)
    log.append("t1", [entry(1)], reports.of("1"), charter=charter())
    assert came.acquire(timeout=TIMEOUT)
    assert reports.heard == []
    calls[0]()
    assert reports.heard == [("1", None)]
    log.close()


def test_the_owner_may_be_gone(tmp_path: Path) -> None:
    """A deliverer whose loop is closed loses the report, not the entry."""

    def closed(call: Callable[[], None]) -> None:
        raise RuntimeError("Event loop is closed")

    log = SqliteLog(tmp_path, closed)
    log.append("t1", [entry(1)], lambda fault: None, charter=charter())
    log.close()
    with closing(SqliteLog(tmp_path)) as log:
        assert len(log.read("t1")[1]) == 1


# -- filing ---------------------------------------------------------------------------------------------------------


def _count(data: Path, heap: str) -> int:
    """How many entries lie among the arrivals, or are filed."""
    with closing(sqlite3.connect(data / FILE_NAME)) as other:
        (count,) = other.execute(f"SELECT count(*) FROM {heap}").fetchone()
    return int(count)


def test_arrivals_are_filed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When enough have arrived and nobody waits they are filed; the log reads as before, what was taken stays taken."""
    monkeypatch.setattr(writer, "_FILE_IDLE", 4)
    entries = [entry(seq, cmd_id=f"c{seq}") for seq in range(1, 6)]
    with closing(SqliteLog(tmp_path)) as log:
        assert append(log, "t1", entries[0], opening=charter()) is None
        for each in entries[1:]:
            assert append(log, "t1", each) is None
        assert append(log, "t2", entry(1), opening=charter("t2")) is None
        assert (_count(tmp_path, "entries"), _count(tmp_path, "arrivals")) == (4, 2)
        assert log.read("t1")[1] == entries
        assert isinstance(append(log, "t1", entry(5)), Conflict)
        assert isinstance(append(log, "t1", entry(6, cmd_id="c2")), Conflict)
        assert append(log, "t1", entry(6, cmd_id="c6")) is None


def test_closing_and_opening_file_the_rest(tmp_path: Path) -> None:
    """A log that was closed has no arrivals; those that a crash has left are filed at the next start."""
    with closing(SqliteLog(tmp_path)) as log:
        assert append(log, "t1", entry(1), entry(2), opening=charter()) is None
        assert _count(tmp_path, "arrivals") == 2
    assert (_count(tmp_path, "arrivals"), _count(tmp_path, "entries")) == (0, 2)
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as other:
        other.execute("INSERT INTO arrivals SELECT * FROM entries")
        other.execute("DELETE FROM entries")
        other.commit()
    with closing(SqliteLog(tmp_path)) as log:
        assert (_count(tmp_path, "arrivals"), _count(tmp_path, "entries")) == (0, 2)
        assert log.read("t1")[1] == [entry(1), entry(2)]


def test_while_others_wait_only_many_arrivals_are_filed(
    wired: Wired, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A few arrivals are filed when nobody waits; while somebody does they are left until there are many."""
    reports = Reports()
    with monkeypatch.context() as patched:
        patched.setattr(writer, "_FILE_IDLE", 1)
        patched.setattr(writer, "_FILE", 14)
        wired.pen.go.clear()
        wired.append("t1", [entry(2)], reports.of("2"))
        assert wired.pen.at_commit.wait(TIMEOUT)
        for seq in range(3, 13):
            wired.append("t1", [entry(seq)], reports.of(str(seq)))
        wired.pen.go.set()
        reports.wait(11)
        assert (_count(tmp_path, "entries"), _count(tmp_path, "arrivals")) == (0, 12)
        assert append(wired, "t1", entry(13)) is None
        assert append(wired, "t1", entry(14)) is None  # (which is reported after those before it were filed)
        assert _count(tmp_path, "entries") >= 13


def test_filing_that_fails_loses_nothing(wired: Wired, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If arrivals cannot be filed they stay readable, the log goes on, and they are filed another time."""
    monkeypatch.setattr(writer, "_FILE_IDLE", 1)

    def fails(_: sqlite3.Connection) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    with monkeypatch.context() as broken:
        broken.setattr(writer, "file_arrivals", fails)
        assert append(wired, "t1", entry(2)) is None
        assert append(wired, "t1", entry(3)) is None
    assert append(wired, "t1", entry(4)) is None
    wired.close()
    assert (_count(tmp_path, "arrivals"), _count(tmp_path, "entries")) == (0, 4)


def test_filing_is_all_or_nothing(wired: Wired, tmp_path: Path) -> None:
    """A filing whose COMMIT fails leaves every arrival where it was."""
    with closing(Wired(tmp_path, check=False)) as other:
        other.pen.fails = sqlite3.OperationalError("disk I/O error")
        with pytest.raises(sqlite3.OperationalError):
            file_arrivals(other.pen)
        other.pen.fails = None
    assert (_count(tmp_path, "arrivals"), _count(tmp_path, "entries")) == (1, 0)


@pytest.mark.parametrize("version", [1, 2])
def test_an_older_file(tmp_path: Path, version: int) -> None:
    """A file of a former version is brought up to this one, keeps its log, and is played on."""
    with closing(sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)) as other:
        old_file(other, version)
    with closing(SqliteLog(tmp_path)) as log:
        assert append(log, "t2", entry(2), finished=True) is None
        assert log.read("t2")[1] == [entry(1, cmd_id="c1"), entry(2)]
        assert isinstance(append(log, "t1", entry(3, cmd_id="c2")), Conflict)


def test_what_another_writer_has_appended_is_noticed(tmp_path: Path) -> None:
    """Two logs on one file: neither takes a number or a command that the other has taken meanwhile."""
    with closing(SqliteLog(tmp_path)) as log, closing(SqliteLog(tmp_path)) as other:
        assert append(log, "t1", entry(1), opening=charter()) is None
        assert append(other, "t1", entry(2, cmd_id="c")) is None
        assert isinstance(append(log, "t1", entry(2)), Conflict)
        assert isinstance(append(log, "t1", entry(3, cmd_id="c")), Conflict)
        assert append(log, "t1", entry(3)) is None
        assert isinstance(append(other, "t1", entry(3)), Conflict)
        assert [one.seq for one in other.read("t1")[1]] == [1, 2, 3]


# -- a process that dies --------------------------------------------------------------------------------------------

KILLED = """
import sys
from pathlib import Path
from types import SimpleNamespace
from bottega.store.sqlite import SqliteLog
from tests.server.harness import TIMEOUT
from tests.store.contract import charter, entry

log = SqliteLog(Path(sys.argv[1]))

def done(seq):
    def report(fault):
        assert fault is None
        print(seq, flush=True)
        log.append("t1", [entry(seq + 1)], done(seq + 1))
    return report

log.append("t1", [entry(1)], done(1), charter=charter())
log.writer._thread.join()
"""


@pytest.mark.slow
def test_a_killed_process_loses_nothing_it_reported(tmp_path: Path) -> None:
    """SIGKILL at any moment: every entry reported durable is there, in order, with at most one more."""
    for run, entries in enumerate((3, 40, 111)):
        data = tmp_path / str(run)
        with subprocess.Popen([sys.executable, "-c", KILLED, data], stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            for line in process.stdout:
                if int(line) >= entries:
                    break
            process.send_signal(signal.SIGKILL)
            reported = [int(rest) for rest in process.stdout if rest.endswith("\n")]
        last = reported[-1] if reported else entries
        with closing(SqliteLog(data)) as log:
            kept = [each.seq for each in log.read("t1")[1]]
        assert kept == list(range(1, len(kept) + 1))
        assert last <= len(kept) <= last + 1


# -- files that are not well ----------------------------------------------------------------------------------------


def _finds(data: Path, *words: str) -> None:
    """Opening the directory is refused with a sentence that has these words, and the file's name."""
    with pytest.raises(StoreFault) as fault:
        SqliteLog(data)
    for word in (*words, str(data)):
        assert word in str(fault.value)


def test_not_a_database(tmp_path: Path) -> None:
    """A file that is something else is refused, and left alone."""
    (tmp_path / FILE_NAME).write_bytes(b"these are my holiday photographs\n" * 100)
    _finds(tmp_path, "not a bottega database", "backup")
    assert (tmp_path / FILE_NAME).read_bytes().startswith(b"these are my")


def test_another_programs_database(tmp_path: Path) -> None:
    """A database of another program is refused, and nothing is put into it."""
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as other:
        other.execute("CREATE TABLE photographs (name TEXT)")
        other.commit()
    _finds(tmp_path, "not a bottega database")
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as other:
        assert other.execute("SELECT name FROM sqlite_master").fetchall() == [("photographs",)]


def test_a_damaged_layout(tmp_path: Path) -> None:
    """A column that is called otherwise is noticed at the start, not when somebody asks for it."""
    SqliteLog(tmp_path).close()
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as file:
        file.execute("ALTER TABLE accounts RENAME COLUMN password TO passwort")
    _finds(tmp_path, "layout", "backup")


def test_a_damaged_page(tmp_path: Path) -> None:
    """A page that was overwritten is noticed at the start, not in the middle of a game."""
    with closing(SqliteLog(tmp_path)) as log:
        assert append(log, "t1", *[entry(seq, "x" * 500) for seq in range(1, 400)], opening=charter()) is None
    path = tmp_path / FILE_NAME
    raw = bytearray(path.read_bytes())
    for page in range(3, len(raw) // 4096 - 1):
        raw[page * 4096 : page * 4096 + 64] = b"\xff" * 64
    path.write_bytes(raw)
    _finds(tmp_path, "damaged", "backup")


def test_a_newer_schema(tmp_path: Path) -> None:
    """A file of a newer bottega is refused with what to do, and not touched."""
    SqliteLog(tmp_path).close()
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as other:
        other.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    _finds(tmp_path, "newer bottega", "upgrade")


def test_a_directory_that_is_a_file(tmp_path: Path) -> None:
    """A data directory that cannot be made is said to be so."""
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreFault, match="--data"):
        SqliteLog(tmp_path / "file" / "data")


def test_a_readonly_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database that may only be read is refused with the directory's name and what to do."""
    SqliteLog(tmp_path).close()
    connect = sqlite3.connect

    def readonly(path: Path | str, **options: Any) -> sqlite3.Connection:
        ours = Path(path).parent == tmp_path  # (whoever measures coverage connects too)
        connection: sqlite3.Connection = (
            connect(f"file:{path}?mode=ro", uri=True, **options) if ours else connect(path, **options)
        )
        return connection

    monkeypatch.setattr(sqlite3, "connect", readonly)
    _finds(tmp_path, "not writable", "--data")


def test_a_locked_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that another process holds for itself is refused with what to do."""
    SqliteLog(tmp_path).close()
    monkeypatch.setattr(sqlite, "BUSY_SECONDS", 0.05)
    with closing(sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        _finds(tmp_path, "in use by another")
        other.execute("ROLLBACK")


@pytest.mark.parametrize("change", ["text = 'take www'", "at = 7", "cmd_id = 'x'", "link = x'00'", "seq = 9"])
def test_a_changed_row_is_not_read(tmp_path: Path, change: str) -> None:
    """Entries that are not what was written are given to nobody, and nothing is written behind them."""
    with closing(SqliteLog(tmp_path)) as log:
        for table in ("t1", "t2"):
            assert append(log, table, entry(1), entry(2), opening=charter(table)) is None
    with closing(sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)) as other:
        other.execute(f"UPDATE entries SET {change} WHERE table_id = 't1' AND seq = 2")
    with closing(SqliteLog(tmp_path)) as log:
        with pytest.raises(Damaged, match="entry 2"):
            log.read("t1")
        assert isinstance(append(log, "t1", entry(3)), StoreFault)
        assert append(log, "t2", entry(3)) is None
        assert log.kept("t1").charter == charter()


def test_a_changed_account_is_nobodys(tmp_path: Path) -> None:
    """The password of a damaged account is never right, and nobody else gets the name; the log says so."""
    with closing(SqliteLog(tmp_path)) as log:
        assert register(log, "Ada", "hash") is None
        with closing(sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)) as other:
            other.execute("UPDATE accounts SET password = 'hasi'")
        with capture_logs() as logged:
            assert log.password("Ada") == ""
        assert isinstance(register(log, "Ada", "other"), Conflict)
    assert [(each["event"], "Ada" in each["reason"]) for each in logged] == [("an account is damaged", True)]


def test_damage_to_what_is_void_makes_nothing_valid(tmp_path: Path) -> None:
    """A row that is not what was written is named, and its key brings nothing back, whatever it says now."""
    with closing(SqliteLog(tmp_path)) as log:
        assert revoke(log, Revocation("Ada", "k1", "k2"), Revocation("Bob", "k3", "k4")) is None
    with closing(sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)) as other:
        other.execute("UPDATE revocations SET successor = 'evil' WHERE name = 'Ada'")
    with capture_logs() as logs, closing(SqliteLog(tmp_path)) as log:
        assert log.revocations()[1] == [Revocation("Ada", "k1", ""), Revocation("Bob", "k3", "k4")]
    assert [line["reason"] for line in logs] == ["the secrets of 'Ada' bring nothing back"]
