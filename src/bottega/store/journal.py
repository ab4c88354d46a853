"""What a house that was not closed has left beside its file: the write-ahead log, without which commits are missing.

SQLite reads it as far as its checksums hold and then forgets it, without a word: one flipped byte, or a file that was
not copied along, and every commit after it is gone. So before a file is opened that nobody else has open, it is looked
at here. How it is known that something is lost:

1. A running house says ``open`` in its lock file, and takes that back when it has closed its database. If it says so,
   nobody holds the lock, and there is no write-ahead log, then that was lost.
2. Every commit is on the disk before the next begins. If there are ends of commits in the log beyond what SQLite has
   read of it, the log is damaged. (The last commit alone may be torn by a power cut, before anybody was answered.)
"""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from bottega.store.schema import TROUBLE

try:
    import fcntl
except ImportError:  # Windows: no house is opened there, so none is left open
    fcntl = None  # type: ignore[assignment]  # looked at before it is used

LOCK = "lock"
_OPEN = "open"
_HEADER, _FRAME = 32, 24
"""Bytes before the first frame, and before the page of every frame."""


@contextlib.contextmanager
def locked(data: Path) -> Iterator[IO[str] | None]:
    """Hold the directory, if nobody else does: the lock file, None if somebody does."""
    with (data / LOCK).open("a+") as lock:
        try:
            if fcntl is not None:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            yield None
        else:
            yield lock


def note_open(lock: IO[str]) -> None:
    """From now on there is a write-ahead log, until the house is closed."""
    note_closed(lock)
    lock.write(_OPEN)
    lock.flush()


def note_closed(lock: IO[str]) -> None:
    """All is in the file itself."""
    lock.seek(0)
    lock.truncate()


def look(path: Path) -> str:
    """What is lost of a file that was not closed, '' if nothing is or somebody has it open; it is merged thereby."""
    with contextlib.suppress(OSError), locked(path.parent) as lock:
        if lock is not None:
            return recover(path, lock)
    return ""


def recover(path: Path, lock: IO[str]) -> str:
    """``look`` for whoever holds the directory."""
    lock.seek(0)
    was_open = lock.read() == _OPEN
    wal = path.with_name(f"{path.name}-wal")
    try:
        there = wal.stat().st_size > _HEADER
    except OSError:
        there = False
    reason = ""
    if there:
        reason = _merge(path, wal)
    elif was_open and path.exists():
        reason = (
            f"{path.parent} was not closed in order, and {wal.name} is gone: unless another program has merged it, the "
            "moves of its last minutes are lost; put it back if you have it, or restore all from a backup"
        )
    if was_open and not wal.exists():
        note_closed(lock)
    return reason


def _merge(path: Path, wal: Path) -> str:
    """Have SQLite read the log; what of it was not."""
    with contextlib.suppress(*TROUBLE), contextlib.closing(sqlite3.connect(path)) as connection:
        ends = _ends_of_commits(wal)
        _, read, _ = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        unread = [frame for frame in ends if frame > max(read, 0)]
        if unread:
            numbers = (each for each in range(1, 1 << 16) if not wal.with_name(f"{wal.name}.damaged-{each}").exists())
            kept = wal.with_name(f"{wal.name}.damaged-{next(numbers)}")
            shutil.copyfile(wal, kept)
            said = f"{len(unread)} commits in {wal.name} cannot be read, and the moves in them are lost"
            if len(unread) == 1:
                said = (
                    f"the last commit in {wal.name} cannot be read: torn by a power cut before it was answered, or lost"
                )
            return f"{said}; it is kept as {kept}"
    return ""


def _ends_of_commits(wal: Path) -> list[int]:
    """The numbers of the frames that end a commit, by what stands in the log, whether its checksums hold or not.

    Frames of an older round behind the newest have another salt. The header's salt may itself be damaged; that of the
    first frame is the same.
    """
    with wal.open("rb") as file:
        header = file.read(_HEADER)
        page = int.from_bytes(header[8:12])
        if page not in {512 << shift for shift in range(8)}:
            page = 4096
        frames: list[bytes] = []
        for number in range((wal.stat().st_size - _HEADER) // (_FRAME + page)):
            file.seek(_HEADER + number * (_FRAME + page))
            frames.append(file.read(_FRAME))
    salts = [header[16:24], *(frame[8:16] for frame in frames[:1])]
    salt = max(salts, key=lambda each: sum(frame[8:16] == each for frame in frames))
    ends = []
    for number, frame in enumerate(frames, 1):
        if frame[8:16] == salt and int.from_bytes(frame[4:8]):
            ends.append(number)
    return ends
