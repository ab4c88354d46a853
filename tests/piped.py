"""A whole game by the command alone: a house opens, ``bottega play`` plays there in a pipe, the game is verified."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping, Sequence
from itertools import takewhile
from pathlib import Path

from tests.server.harness import TIMEOUT


def plays_and_verifies(
    bottega: Sequence[str], place: Path, game: str, auto: str, environment: Mapping[str, str] | None = None
) -> None:
    """Open a house in a directory, play a game for two against a bot to its end, close the house, verify the game."""
    serve = ("serve", "--http", "127.0.0.1:0", "--listen", "splendor-json@127.0.0.1:0", "--bot-seconds", "0")
    house = subprocess.Popen([*bottega, *serve], cwd=place, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert house.stdout is not None
        said = dict(line.split()[1:] for line in takewhile("ready\n".__ne__, house.stdout))
        chosen = ("--choose", f"open {game} 2", "--choose", "bot random", "--choose", "start", "--auto", auto)
        played = _ended([*bottega, "play", f"http://{said['http']}", "--name", "ann", *chosen], place, environment)
        (table,) = re.findall(rf"^table (\w+): {game}", played, re.MULTILINE)
    finally:
        house.terminate()
    assert house.wait(TIMEOUT) == 0
    _ended([*bottega, "verify", table], place, environment)


def _ended(command: Sequence[str], place: Path, environment: Mapping[str, str] | None) -> str:
    """What a command has printed that nobody answers, and that ends well."""
    run = subprocess.run(
        command,
        cwd=place,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout
