"""``python -m bench.peers.rules [--turns N] [--into FOLDER]``: random playouts beside other people's libraries.

python-chess, OpenSpiel, PettingZoo and RLCard are installed with pip into an environment of their own; what cannot be
installed or run is left out and named. Steps per second of CPU time, each with the list of all legal moves, in turns
with ours. Their games are others than ours, of about the same size: look at the order of magnitude.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import venv
from pathlib import Path
from statistics import median

import msgspec

from bench.compare import spread
from bench.playouts import SECONDS, steps_per_second
from bottega.games import GAMES

PACKAGES = ("chess", "open_spiel", "pettingzoo[classic]", "rlcard")
SCRIPT = Path(__file__).with_name("playouts.py")


def install(folder: Path) -> str:
    """The Python of an environment that has the libraries."""
    python = folder / "bin" / "python"
    if not python.exists():
        venv.create(folder, with_pip=True)
    for package in PACKAGES:
        subprocess.run([python, "-m", "pip", "install", "--quiet", package], check=False)
    return str(python)


def turn(python: str) -> dict[str, float]:
    """Steps per second of everybody, once."""
    told = subprocess.run([python, str(SCRIPT)], stdout=subprocess.PIPE, check=True).stdout
    ours = {f"bottega: {name}": steps_per_second(game, 2, SECONDS)[0] for name, game in GAMES.items()}
    return {**ours, **msgspec.json.decode(told, type=dict[str, float])}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.peers.rules", description=__doc__.partition("\n")[0])
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--into", type=Path, default=Path(".venv/peers-rules"), help="where they are installed")
    asked = parser.parse_args()
    python = install(asked.into.resolve())
    turns = []
    for number in range(asked.turns):
        turns.append(turn(python))
        print(f"… turn {number + 1} of {asked.turns}", file=sys.stderr, flush=True)
    print(f"{'random playouts':32} {'thousand steps a second':>26}")
    for name in sorted(turns[0], key=lambda name: -median(each[name] for each in turns)):
        print(f"{name:32} {spread([each[name] / 1e3 for each in turns], '{:.1f}'):>26}")


if __name__ == "__main__":
    main()
