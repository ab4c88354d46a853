"""The tutorials end where they say: their game and their dialect, put into a copy of the program, are played.

What a page has in blocks of ``diff`` is done to the copy, and nothing else.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.piped import plays_and_verifies
from tests.server.harness import TIMEOUT, Client

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"

pytestmark = pytest.mark.slow


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the program, without the built page."""
    unneeded = shutil.ignore_patterns("__pycache__", "page")
    shutil.copytree(ROOT / "src" / "bottega", tmp_path / "src" / "bottega", ignore=unneeded)
    return tmp_path


@pytest.fixture
def environment(tree: Path) -> dict[str, str]:
    """Where Python finds the copy before anything else."""
    return {**os.environ, "PYTHONPATH": str(tree / "src")}


def blocks(page: str, language: str) -> list[str]:
    """A page's blocks in one language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", (DOCS / page).read_text("utf-8"), re.DOTALL | re.MULTILINE)


def changed(tree: Path, page: str) -> None:
    """Change the files that a page says to change: lines with a minus go, lines with a plus come."""
    for block in blocks(page, "diff"):
        _, *parts = re.split(r"^--- (\S+)\n", block, flags=re.MULTILINE)
        for name, lines in zip(parts[::2], parts[1::2], strict=True):
            path = tree / name
            before = "".join(line[1:] for line in lines.splitlines(keepends=True) if line[0] in " -")
            after = "".join(line[1:] for line in lines.splitlines(keepends=True) if line[0] in " +")
            text = path.read_text("utf-8")
            assert text.count(before) == 1, f"{name} has no such lines: {before}"
            path.write_text(text.replace(before, after))


def test_the_game(tree: Path, environment: dict[str, str]) -> None:
    """Pig holds what the suite asks of every game; a table of it is opened, played and verified."""
    package = tree / "src" / "bottega" / "games" / "pig"
    package.mkdir()
    (package / "__init__.py").write_text("\n\n".join(blocks("tutorials/game.md", "python")))
    changed(tree, "tutorials/game.md")
    suite = [
        sys.executable,
        "-m",
        "pytest",
        "-n",
        "0",
        "-p",
        "no:cacheprovider",
        "-k",
        "pig",
        "tests/games/test_api.py",
    ]
    run = subprocess.run(suite, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=TIMEOUT)
    assert run.returncode == 0, run.stdout
    plays_and_verifies([sys.executable, "-m", "bottega"], tree, "pig", "random", environment)


def test_the_dialect(tree: Path, environment: dict[str, str]) -> None:
    """A house serves the lines of the tutorial, and its diagram can be printed."""
    package = tree / "src" / "bottega" / "wire" / "splendor_lines"
    package.mkdir()
    (package / "__init__.py").touch()
    code = (re.sub(r"\Aclass .*  # continued\n", "", block) for block in blocks("tutorial-dialect.md", "python"))
    (package / "dialect.py").write_text("\n\n".join(code))
    changed(tree, "tutorial-dialect.md")
    printing = [sys.executable, "-m", "bottega.wire", "splendor-lines"]
    printed = subprocess.run(printing, cwd=tree, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    assert blocks("tutorial-dialect.md", "mermaid") == [printed.stdout]
    serve = ("serve", "--http", "127.0.0.1:0", "--listen", "splendor-lines@127.0.0.1:0")
    command = [sys.executable, "-m", "bottega", *serve]
    with subprocess.Popen(command, cwd=tree, env=environment, stdout=subprocess.PIPE, text=True) as house:
        try:
            assert house.stdout is not None
            (port,) = re.findall(r"^listening splendor-lines 127\.0\.0\.1:(\d+)$", house.stdout.readline())
            with Client(int(port)) as ann:
                assert ann.read_line().startswith("hello ")
                ann.send_line("name ann sesame")
                assert ann.read_line() == "welcome ann"
        finally:
            house.terminate()
        house.stdout.read()
    assert house.returncode == 0
