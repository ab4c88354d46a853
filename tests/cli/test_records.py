"""The commands of the archive, as a person meets them."""

from __future__ import annotations

import os
import pty
import subprocess
from pathlib import Path

from tests.cli.run import BOTTEGA, Command
from tests.server.harness import TIMEOUT
from tests.test_archive import STORIES, UNFINISHED, write


def test_import_verify_export(tmp_path: Path, bottega: Command) -> None:
    """A game goes in, verifies by file and by id, and comes out as it was."""
    charter, _ = told = STORIES["sagrada"]
    path = write(tmp_path / "game.jsonl", told)
    assert bottega("import", "game.jsonl").returncode == 0
    again = bottega("import", "game.jsonl")
    assert (again.returncode, "already" in again.stderr) == (1, True)
    assert bottega("verify", charter.id).stdout.endswith("verified\n")
    out = bottega("export", charter.id, "--data", "bottega-data")
    assert (out.returncode, out.stdout, out.stderr) == (0, path.read_text(), "")


def test_unfinished(tmp_path: Path, bottega: Command) -> None:
    """Verify of an unfinished game says so, with exit code 1; export warns on the error stream only."""
    write(tmp_path / "game.jsonl", UNFINISHED)
    run = bottega("verify", "game.jsonl")
    assert (run.returncode, "is not finished" in run.stderr) == (1, True)
    assert bottega("import", "game.jsonl").returncode == 0
    run = bottega("export", UNFINISHED[0].id)
    assert (run.returncode, "warning" in run.stderr, "warning" in run.stdout) == (0, True, False)


def test_a_damaged_database(tmp_path: Path, bottega: Command) -> None:
    """A damaged log is a sentence, not a traceback."""
    (tmp_path / "bottega-data").mkdir()
    (tmp_path / "bottega-data" / "bottega.sqlite3").write_bytes(b"nonsense" * 1000)
    run = bottega("export", "x")
    assert (run.returncode, "restore it from a backup" in run.stderr) == (1, True)
    assert "Traceback" not in run.stderr


def test_replay_in_a_terminal(tmp_path: Path) -> None:
    """In a terminal the game is stepped through."""
    write(tmp_path / "game.jsonl", STORIES["splendor"])
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*BOTTEGA, "replay", "game.jsonl"], cwd=tmp_path, stdin=theirs, stdout=theirs, stderr=theirs
    )
    os.close(theirs)
    os.write(ours, b"\n4\nb\nq\n")
    shown = b""
    while True:
        try:
            part = os.read(ours, 4096)
        except OSError:
            break
        if not part:
            break
        shown += part
    os.close(ours)
    assert process.wait(TIMEOUT) == 0
    text = shown.decode()
    assert "Ada sits down" in text
    assert "the game starts: " in text
    assert text.index("[0/") < text.index("[1/") < text.index("[4/") < text.index("[3/")
