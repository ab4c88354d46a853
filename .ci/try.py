"""What was installed from a wheel, tried with the standard library alone, on any system.

The library plays a game everywhere. Where a house opens (not on Windows), it is opened without a command, its page and
its health are asked for, and it is closed in order.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

from bottega import __version__
from bottega.games import GAMES


def play() -> None:
    """A game of each, at random."""
    for name, game in GAMES.items():
        state = game.new(2, seed=bytes(32))
        while actors := game.actors(state):
            state = game.apply(state, actors[0], random.choice(game.legal(state, actors[0])))
        print(name, [score.total for score in game.scores(state)])


def open_house() -> None:
    """A house, its page, its health."""
    command = [str(Path(sys.executable).with_name("bottega")), "--no-browser"]
    with tempfile.TemporaryDirectory() as folder:
        house = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True)
        assert house.stdout is not None
        address = ""
        for line in house.stdout:
            if line.startswith("listening http "):
                address = line.split()[2]
            if line == "ready\n":
                break
        for path, wanted in (("/", b"<!doctype html>"), ("/ready", b"ready"), ("/metrics", b"bottega_")):
            with urllib.request.urlopen(f"http://{address}{path}") as answer:
                assert wanted in answer.read().lower(), path
        house.send_signal(signal.SIGTERM)
        assert house.wait(30) == 0
    print("a house was opened and closed")


if __name__ == "__main__":
    print("bottega", __version__, "on Python", sys.version.split()[0], sys.platform)
    play()
    if os.name == "posix":
        open_house()
