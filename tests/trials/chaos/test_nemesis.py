"""What the nemesis looks at when it has changed a byte."""

from __future__ import annotations

from pathlib import Path

from bottega.store.sqlite import FILE_NAME, SqliteLog
from trials.chaos.nemesis import FAULTS, Nemesis, contents


def test_every_fault_can_be_made() -> None:
    """Each name on the list is something the nemesis does."""
    assert all(callable(getattr(Nemesis, name)) for name in FAULTS)


def test_contents(tmp_path: Path) -> None:
    """All that a database says is compared, nothing of it is changed, and what cannot be read is nothing."""
    SqliteLog(tmp_path).close()
    before = (tmp_path / FILE_NAME).read_bytes()
    said = contents(tmp_path)
    assert said is not None
    assert contents(tmp_path) == said
    assert (tmp_path / FILE_NAME).read_bytes() == before
    (tmp_path / FILE_NAME).write_bytes(b"something else" * 100)
    assert contents(tmp_path) is None
