"""The command line as a person meets it: help, what it says to mistakes, and what it loads."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from bottega import __version__
from tests.cli.run import BOTTEGA, Command
from tests.server.harness import TIMEOUT
from tests.test_archive import STORIES, UNFINISHED, write


@pytest.mark.slow
def test_as_a_process(tmp_path: Path) -> None:
    """The real command exits with the codes and says on the streams what the tests below find in this process."""
    write(tmp_path / "game.jsonl", UNFINISHED)
    for arguments, code, out, err in (
        (["--version"], 0, __version__, ""),
        (["verify", "game.jsonl"], 1, "follow the rules", "is not finished"),
        (["verify"], 2, "", "argument"),
    ):
        run = subprocess.run([*BOTTEGA, *arguments], cwd=tmp_path, capture_output=True, text=True, timeout=TIMEOUT)
        assert run.returncode == code
        assert out in run.stdout
        assert err in run.stderr


def test_help(bottega: Command) -> None:
    """The help names every command, and says what happens without one."""
    run = bottega("--help")
    assert run.returncode == 0
    for word in ("serve", "replay", "verify", "check", "export", "import", "in the browser", "--no-browser"):
        assert word in run.stdout


LIGHT = """
import json, sys
import bottega.cli
try:
    bottega.cli.app(json.loads(sys.argv[1]), exit_on_error=False, print_error=False)
except (SystemExit, bottega.cli.Fault):
    pass
print(json.dumps(sorted(sys.modules)), file=sys.stderr)
"""
FORBIDDEN = {
    "--version": ("bottega.games", "bottega.server", "bottega.table", "msgspec", "structlog", "bottega.cli.serve"),
    "serve --seats 9": ("asyncio", "bottega.games", "bottega.server", "bottega.cli.play", "bottega.cli.records"),
    "serve --listen chess@h:1": ("bottega.terminal", "rich", "gymnasium", "numpy", "asyncpg"),
    "verify nothing": ("bottega.server", "bottega.terminal", "starlette", "uvicorn", "bottega.cli.serve"),
}


@pytest.mark.parametrize("arguments", FORBIDDEN)
def test_a_command_loads_what_it_needs(arguments: str, tmp_path: Path) -> None:
    """Nothing is imported that a command has no use for: that is what makes it start at once."""
    command = [sys.executable, "-c", LIGHT, json.dumps(arguments.split())]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=TIMEOUT, check=True)
    loaded = set(json.loads(run.stderr.splitlines()[-1]))
    assert loaded & set(FORBIDDEN[arguments]) == set()


@pytest.mark.slow
def test_no_command_opens_house_and_browser(tmp_path: Path) -> None:
    """Bare ``bottega`` opens a house in the current directory and shows its page; two of them take different ports."""
    (tmp_path / "browser.py").write_text("import sys; open('shown', 'a').write(sys.argv[1] + '\\n')")
    environment = os.environ | {"BROWSER": f"{sys.executable} {tmp_path / 'browser.py'} %s"}
    shown = []
    houses = []
    try:
        for name in ("one", "two"):
            folder = tmp_path / name
            folder.mkdir()
            house = subprocess.Popen(BOTTEGA, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True)
            houses.append(house)
            assert house.stdout is not None
            said = list(itertools.takewhile("ready\n".__ne__, house.stdout))
            assert len(said) == 7
            until = time.monotonic() + TIMEOUT
            while not (folder / "shown").exists() and time.monotonic() < until:
                time.sleep(0.05)
            (address,) = (folder / "shown").read_text().splitlines()
            assert said[-1] == f"listening http {address.removeprefix('http://').removesuffix('/')}\n"
            assert httpx.get(address, timeout=TIMEOUT).status_code in (200, 503)  # 503: the page is not built
            assert (folder / "bottega-data" / "bottega.sqlite3").exists()
            shown.append(address)
    finally:
        for house in houses:
            house.terminate()
    assert [house.wait(TIMEOUT) for house in houses] == [0, 0]
    assert shown[0] != shown[1]


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("serve", ["--data", "--http", "--listen", "--seats", "--lobby-seconds", "--turn-seconds", "--seed"]),
        ("replay", ["TABLE", "--data", "--moves"]),
        ("verify", ["TARGET", "--data"]),
        ("check", ["--data", "damage"]),
        ("export", ["TABLE", "--data", "seed"]),
        ("import", ["FILE", "--data"]),
    ],
)
def test_help_of_a_command(command: str, words: list[str], bottega: Command) -> None:
    """Every command explains its arguments."""
    run = bottega(command, "--help")
    assert run.returncode == 0
    for word in words:
        assert word in run.stdout


WRONG = [
    (["dance"], 2, "dance"),
    (["replay"], 2, "table"),
    (["verify", "a", "b"], 2, "b"),
    (["serve", "--seets", "2"], 2, "--seets"),
    (["serve", "--seats", "two"], 2, "two"),
    (["verify", "nothing"], 1, "--data"),
    (["export", "nothing"], 1, "--data"),
    (["check"], 1, "--data"),
    (["import", "nothing"], 1, "cannot be read"),
]


@pytest.mark.parametrize(("arguments", "code", "words"), WRONG, ids=lambda value: str(value)[:40])
def test_mistakes(arguments: list[str], code: int, words: str, tmp_path: Path, bottega: Command) -> None:
    """A mistake gets a sentence and an exit code, never a traceback, and leaves nothing behind."""
    run = bottega(*arguments)
    assert run.returncode == code
    assert words.lower() in run.stderr.lower()
    assert "Traceback" not in run.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_reader_that_goes_away(tmp_path: Path) -> None:
    """``bottega replay … | head`` ends quietly."""
    write(tmp_path / "game.jsonl", STORIES["renaissance"])
    script = f"{sys.executable} -m bottega replay game.jsonl | head -n 1"
    run = subprocess.run(["sh", "-c", script], cwd=tmp_path, capture_output=True, text=True, timeout=TIMEOUT)
    assert run.stdout.startswith("table ")
    assert run.stderr == ""
