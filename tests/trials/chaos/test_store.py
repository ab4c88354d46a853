"""The store on a disk that fails it: what was refused is not there after a crash."""

from __future__ import annotations

import errno
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest

from bottega.store.sqlite import SqliteLog
from tests.lacking import lacking
from tests.server.harness import TIMEOUT
from trials.chaos.faults import Impossible, Layer

WRITER = """
import sys
from pathlib import Path
import structlog
structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
from bottega.store.log import Charter, Row
from bottega.store.sqlite import SqliteLog
log = SqliteLog(Path(sys.argv[1]))
charter = Charter("t", "splendor", 1, "{}", bytes(32), "", 0)
told = lambda fault: print("kept" if fault is None else "refused", flush=True)
log.append("t", [Row(1, None, 0, "sit", "{}", 0)], told, charter=charter)
for number, line in enumerate(sys.stdin, 2):
    log.append("t", [Row(int(line), None, 0, "move", f"number {number}", 0)], told)
"""


class Writer:
    """A process that writes to a log, and says what it was told."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self._heard: queue.SimpleQueue[str] = queue.SimpleQueue()
        assert process.stdout is not None
        threading.Thread(target=self._listen, args=(process.stdout,), daemon=True).start()

    def _listen(self, lines: IO[str]) -> None:
        for line in lines:
            self._heard.put(line.strip())

    def append(self, number: int) -> None:
        """Have an entry appended."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{number}\n")

    def told(self, seconds: float = TIMEOUT) -> str:
        """What became of it, '' if that is not known in time."""
        try:
            return self._heard.get(timeout=seconds)
        except queue.Empty:
            return ""


@pytest.fixture
def layer(tmp_path: Path) -> Layer:
    """A layer, where one can be built."""
    try:
        return Layer(tmp_path)
    except Impossible as why:
        lacking(str(why))
        raise


@contextmanager
def writing(tmp_path: Path, layer: Layer) -> Iterator[Writer]:
    """A writer with one entry, killed in the end."""
    command = ["env", *layer.environment, sys.executable, "-c", WRITER, str(tmp_path / "data")]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
    try:
        writer = Writer(process)
        assert writer.told() == "kept"
        yield writer
    finally:
        process.kill()
        process.communicate()


def entries(tmp_path: Path) -> int:
    """How many entries a crash has left."""
    log = SqliteLog(tmp_path / "data")
    try:
        return len(log.read("t")[1])
    finally:
        log.close()


def test_a_refused_entry_does_not_come_back(tmp_path: Path, layer: Layer) -> None:
    """The sync failed, but all was written: without care a crash would bring back what was refused."""
    with writing(tmp_path, layer) as writer:
        layer.set(syncs=errno.EIO)
        writer.append(2)
        while not layer.failed:
            assert writer.process.poll() is None
        layer.clear()
        assert writer.told() == "refused"
    assert entries(tmp_path) == 1


def test_nothing_is_refused_before_that_is_certain(tmp_path: Path, layer: Layer) -> None:
    """While every sync fails nobody is told anything: killed now, the entry may be there or not."""
    with writing(tmp_path, layer) as writer:
        layer.set(syncs=errno.EIO)
        writer.append(2)
        assert writer.told(1.0) == ""


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EIO, errno.EROFS])
@pytest.mark.parametrize("torn", [False, True])
def test_writes_that_fail(tmp_path: Path, layer: Layer, error: int, torn: bool) -> None:
    """What could not even be written is refused at once, and the next entry is kept."""
    with writing(tmp_path, layer) as writer:
        layer.set(writes=error, torn=torn)
        writer.append(2)
        assert writer.told() == "refused"
        layer.clear()
        writer.append(2)
        assert writer.told() == "kept"
    assert entries(tmp_path) == 2
