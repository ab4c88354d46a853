"""What is looked at while the house is open: all that nobody reads at the start, without disturbing anybody."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bottega.server import audit
from bottega.server.audit import Audit
from bottega.store.sqlite import FILE_NAME, SqliteLog, reading
from tests.server.harness import TIMEOUT
from tests.store.contract import append, charter, entry, register

Damages = list[tuple[str, str]]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A house with finished tables, one that is played, and an account."""
    with closing(SqliteLog(tmp_path)) as log:
        for table in ("t1", "t2", "t3"):
            assert append(log, table, entry(1), entry(2), opening=charter(table), finished=table != "t3") is None
        assert register(log, "Ada", "hash") is None
    return tmp_path


def _change(data: Path, statement: str) -> None:
    with closing(sqlite3.connect(data / FILE_NAME, isolation_level=None)) as connection:
        connection.execute(statement)


def _audited(data: Path) -> Damages:
    """What an audit finds, when it has come to its end."""
    found: Damages = []
    running = Audit(data, lambda table, reason: found.append((table, reason)), lambda call: call())
    running._thread.join(TIMEOUT)
    running.close()
    return found


def test_a_house_in_order(data: Path) -> None:
    """Nothing is found, and the log says how many tables were looked at."""
    with capture_logs() as logged:
        assert _audited(data) == []
    assert [(each["event"], each["tables"], each["damaged"]) for each in logged] == [("all tables were checked", 3, 0)]


@pytest.mark.parametrize(
    ("statement", "table", "words"),
    [
        ("UPDATE entries SET at = 7 WHERE table_id = 't2' AND seq = 2", "t2", "entry 2 is not what was written"),
        ("UPDATE entries SET text = CAST(x'ff' AS TEXT) WHERE table_id = 't2'", "t2", "entry 1 is not"),
        ("UPDATE tables SET opened = 7 WHERE id = 't1'", "t1", "its charter is not what was written"),
        ("UPDATE tables SET last = (SELECT link FROM tables) WHERE id = 't3'", "t3", "is not the last"),
        ("DELETE FROM entries WHERE table_id = 't2' AND seq = 2", "t2", "is not the last"),
        ("UPDATE entries SET at = 7 WHERE table_id = 't3' AND seq = 1", "t3", "entry 1 is not what was written"),
        ("UPDATE entries SET table_id = 't9' WHERE table_id = 't3' AND seq = 2", "", "of a table 't9'"),
        ("UPDATE accounts SET password = 'x'", "", "the account 'Ada'"),
        ("UPDATE accounts SET name = CAST(x'ff' AS TEXT)", "", "the account"),
        ("CREATE TABLE birds (name TEXT)", "", "layout"),
    ],
)
def test_damage_is_told(data: Path, statement: str, table: str, words: str) -> None:
    """Each thing that is not what was written is told once, with the table it belongs to."""
    _change(data, statement)
    ((where, reason),) = _audited(data)
    assert (where, words in reason) == (table, True)


def test_tables_that_are_played_come_first(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody may ask for them next; then come the others, a few ids at a time, each once."""
    monkeypatch.setattr(audit, "_TOGETHER", 1)
    with closing(reading(data / FILE_NAME)) as connection:
        assert list(audit._tables(connection)) == ["t3", "t1", "t2"]


def test_damaged_pages_are_remembered(data: Path) -> None:
    """A file in whose structure something is wrong is looked over as a whole before it is opened again."""
    _change(data, "CREATE TABLE birds (name TEXT)")
    assert _audited(data)
    assert (data / f"{FILE_NAME}.suspect").exists()


def test_it_stops_when_it_is_told_to(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A house that closes does not wait for an audit to come to its end."""
    monkeypatch.setattr(audit, "LEAST_REST", TIMEOUT)
    looked = threading.Event()
    _change(data, "UPDATE entries SET at = 7")
    running = Audit(data, lambda table, reason: looked.set(), lambda call: call())
    assert looked.wait(TIMEOUT)
    running.close()
    assert not running._thread.is_alive()


def test_the_owner_may_be_gone(data: Path) -> None:
    """An event loop that is closed is told nothing, and nothing fails."""

    def closed(call: Callable[[], None]) -> None:
        raise RuntimeError("Event loop is closed")

    _change(data, "UPDATE entries SET at = 7")
    running = Audit(data, lambda table, reason: None, closed)
    running._thread.join(TIMEOUT)
    assert not running._thread.is_alive()


def test_a_file_that_is_gone(tmp_path: Path) -> None:
    """What cannot be read at all is told too."""
    (tmp_path / FILE_NAME).write_bytes(b"these are my holiday photographs\n" * 100)
    ((table, reason),) = _audited(tmp_path)
    assert (table, "not a bottega database" in reason) == ("", True)
