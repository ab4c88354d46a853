"""The layer under SQLite and the small disk really fail those who stand on them."""

from __future__ import annotations

import errno
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.lacking import lacking
from trials.chaos.faults import Impossible, Layer, compiled, small_disk

PROBE = """
import json, sqlite3, sys, time
log = sqlite3.connect(sys.argv[1] + "/bottega.sqlite3", isolation_level=None)
log.execute("PRAGMA journal_mode = WAL")
log.execute("PRAGMA synchronous = FULL")
log.execute("CREATE TABLE moves (number)")
for line in sys.stdin:
    try:
        log.execute("INSERT INTO moves VALUES (1)")
        what = "kept"
    except sqlite3.Error as error:
        what = str(error)
    print(json.dumps([what, time.time(), time.monotonic()]), flush=True)
"""


@pytest.fixture
def layer(tmp_path: Path) -> Layer:
    """A layer, where one can be built."""
    try:
        return Layer(tmp_path)
    except Impossible as why:
        lacking(str(why))
        raise


def test_what_goes_wrong_beneath_sqlite(tmp_path: Path, layer: Layer) -> None:
    """Writes and syncs fail as long as they shall, with the error that was asked for; the clock jumps alone."""
    command = ["env", *layer.environment, sys.executable, "-c", PROBE, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as process:
        assert process.stdin is not None
        assert process.stdout is not None

        def insert() -> tuple[str, float, float]:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write("\n")
            what, day, steady = json.loads(process.stdout.readline())
            return what, day, steady

        assert insert()[0] == "kept"
        layer.set(writes=errno.ENOSPC)
        assert "full" in insert()[0]
        layer.set(syncs=errno.EIO)
        assert "disk I/O error" in insert()[0]
        layer.set(writes=errno.EIO, torn=True)
        assert "disk I/O error" in insert()[0]
        assert layer.failed >= 3
        layer.clear()
        _, day, steady = insert()
        layer.set(clock=-86_400)
        what, other_day, later = insert()
        assert what == "kept"
        assert -86_400 <= other_day - day < -80_000
        assert 0 < later - steady < 5_000
        process.stdin.close()


def test_one_in_so_many(tmp_path: Path, layer: Layer) -> None:
    """Some calls fail and some do not."""
    layer.set(syncs=errno.EIO, one_in=2)
    command = ["env", *layer.environment, sys.executable, "-c", PROBE, str(tmp_path)]
    layer.clear()
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("\n")
        process.stdout.readline()
        layer.set(syncs=errno.EIO, one_in=2)
        process.stdin.write(6 * "\n")
        heard = {json.loads(process.stdout.readline())[0] for _ in range(6)}
        process.stdin.close()
    assert heard == {"kept", "disk I/O error"}


def test_no_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a compiler it is said what is missing."""
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(Impossible, match="no C compiler"):
        compiled(tmp_path)
    with pytest.raises(Impossible, match="only root"), small_disk(tmp_path / "disk", 1):
        pass


def test_a_small_disk(tmp_path: Path) -> None:
    """It can be filled up, emptied again, and made read-only."""
    try:
        with small_disk(tmp_path / "disk", 1) as disk:
            disk.fill()
            with pytest.raises(OSError, match="No space left"), (disk.folder / "more").open("wb") as file:
                file.write(bytes(1 << 16))
            disk.make_room()
            (disk.folder / "more").write_bytes(bytes(1 << 16))
            disk.read_only(True)
            with pytest.raises(OSError, match="Read-only"):
                (disk.folder / "another").touch()
            disk.read_only(False)
            (disk.folder / "another").touch()
        assert not list(disk.folder.iterdir())
    except Impossible as why:
        pytest.skip(str(why))
