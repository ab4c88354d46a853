"""What a house that was not closed leaves beside its file: if any of it is gone or damaged, that is said."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from bottega.store.journal import LOCK, locked, look, note_closed, note_open
from bottega.store.sqlite import FILE_NAME, SqliteLog
from tests.store.contract import append, charter, entry

WAL = f"{FILE_NAME}-wal"
COMMITS = 12


@pytest.fixture
def killed(tmp_path: Path) -> Path:
    """A directory as a killed house leaves it: its commits in the write-ahead log, its lock let go."""
    data = tmp_path / "killed"
    with closing(SqliteLog(tmp_path / "alive")) as log:
        for number in range(COMMITS):
            assert append(log, f"t{number:02}", entry(1), opening=charter(f"t{number:02}")) is None
        shutil.copytree(tmp_path / "alive", data)
    with locked(data) as lock:
        assert lock is not None
        note_open(lock)
    return data


def _tables(data: Path) -> int:
    with closing(SqliteLog(data)) as log:
        return len(list(log.tables()))


def test_a_killed_house_loses_nothing(killed: Path) -> None:
    """Its write-ahead log is merged, whoever opens it first, and nobody is alarmed then or later."""
    assert look(killed / FILE_NAME) == ""
    assert not (killed / WAL).exists()
    assert (killed / LOCK).read_text() == ""
    assert look(killed / FILE_NAME) == ""
    assert _tables(killed) == COMMITS


@pytest.mark.parametrize("empty", [False, True])
def test_a_missing_log_is_named(killed: Path, empty: bool) -> None:
    """A house that was not closed, without its write-ahead log: what is lost is said once, with what to do."""
    (killed / WAL).unlink()
    if empty:
        (killed / WAL).touch()
    reason = look(killed / FILE_NAME)
    assert f"{WAL} is gone" in reason
    assert "restore all from a backup" in reason
    if not empty:
        assert look(killed / FILE_NAME) == ""


def _flip(wal: Path, where: Callable[[int], int]) -> None:
    raw = bytearray(wal.read_bytes())
    raw[where(len(raw))] ^= 4
    wal.write_bytes(raw)


@pytest.mark.parametrize(
    "where",
    [lambda size: 17, lambda size: 25, lambda size: 32 + 9, lambda size: 32 + 24 + 99, lambda size: size // 2],
    ids=["the header's salt", "its checksum", "the first frame's salt", "its page", "a frame in the middle"],
)
def test_a_damaged_log_is_named(killed: Path, where: Callable[[int], int]) -> None:
    """One flipped bit, and SQLite forgets all commits that follow: it is said how many, and the log is kept."""
    _flip(killed / WAL, where)
    damaged = (killed / WAL).read_bytes()
    reason = look(killed / FILE_NAME)
    assert "cannot be read, and the moves in them are lost" in reason
    assert (killed / f"{WAL}.damaged-1").read_bytes() == damaged
    assert look(killed / FILE_NAME) == "", "it is said once"


def test_the_last_commit(killed: Path) -> None:
    """If only the last commit cannot be read, a power cut may have torn it; that is said as well."""
    _flip(killed / WAL, lambda size: size - 99)
    assert "the last commit" in look(killed / FILE_NAME)
    assert _tables(killed) == COMMITS - 1


def test_a_torn_commit_is_nothing(killed: Path) -> None:
    """A commit without its end was never answered: nothing is lost."""
    raw = (killed / WAL).read_bytes()
    (killed / WAL).write_bytes(raw + raw[-4120:-100])
    assert look(killed / FILE_NAME) == ""
    assert _tables(killed) == COMMITS


def test_an_open_house_is_left_alone(killed: Path) -> None:
    """While somebody holds the directory its write-ahead log is theirs."""
    with locked(killed) as lock:
        assert lock is not None
        with locked(killed) as second:
            assert second is None
        _flip(killed / WAL, lambda size: size // 2)
        assert look(killed / FILE_NAME) == ""
        assert (killed / WAL).exists()


def test_a_closed_house(tmp_path: Path) -> None:
    """A house that was closed in order has no write-ahead log, and says so; where no house is, nothing is lost."""
    SqliteLog(tmp_path).close()
    with locked(tmp_path) as lock:
        assert lock is not None
        note_open(lock)
        assert (tmp_path / LOCK).read_text() == "open"
        note_closed(lock)
    assert look(tmp_path / FILE_NAME) == ""
    assert look(tmp_path / "nowhere" / FILE_NAME) == ""
    assert not (tmp_path / "nowhere").exists()
