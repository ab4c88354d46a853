"""Train the network of Masters of Renaissance by games against itself, in two commands that can run at the same time.

The other two games are trained by ``python -m trials.learning.swift``. Here
``python -m trials.learning play renaissance --into DIR --seed 1 --minutes 60`` plays games with the newest weights of
the directory (the greedy bot's judgement while there are none) and keeps what was thought in files; run it once for
each core. ``python -m trials.learning learn renaissance --into DIR`` learns from all of them, from the beginning, and
writes the weights with their record. Everything follows from the seeds and the weights; what was stopped is taken up
by running it again. Needs numpy and scipy (``pip install bottega[training]``).
"""

from __future__ import annotations

import argparse
import json
import pickle
import time
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from bottega.bots.network import Network
from trials.learning.network import Learner, Positions

BATCH = 512
HELD_BACK = 0.05
"""So much of the newest games is not learned from, to judge by."""


def main() -> None:
    """Play, or learn."""
    parser = argparse.ArgumentParser(prog="python -m trials.learning", description=__doc__)
    parser.add_argument("what", choices=["play", "learn"])
    parser.add_argument("game", choices=["renaissance"])
    parser.add_argument("--into", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1, help="of the games, or of the first weights")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--games", type=int, default=20, help="in one file")
    parser.add_argument("--simulations", type=int, default=100, help="of each move; 0 looks one action ahead")
    parser.add_argument("--passes", type=int, default=6)
    parser.add_argument("--width", type=int, default=32)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--fading", type=float, default=30.0, help="how strongly weights are held where they began")
    parser.add_argument("--newest", type=int, default=1 << 30, help="learn from so many files, the newest")
    asked = parser.parse_args()
    asked.into.mkdir(parents=True, exist_ok=True)
    (play if asked.what == "play" else learn)(asked)


def play(asked: argparse.Namespace) -> None:
    """Play until the time is over."""
    players = import_module(f"trials.learning.{asked.game}")
    ends = time.monotonic() + 60 * asked.minutes
    number = 0
    while time.monotonic() < ends:
        file = asked.into / f"games-{asked.seed:03}-{number:05}.pickle"
        number += 1
        if file.exists():
            continue
        weights = asked.into / f"{asked.game}.net"
        network = Network.from_bytes(weights.read_bytes()) if weights.exists() else None
        positions = Positions()
        for game in range(asked.games):
            players.game(network, (asked.seed << 40) + (number << 20) + game, asked.simulations, positions)
        file.write_bytes(pickle.dumps(positions))
        print(file.name, len(positions), flush=True)


def learn(asked: argparse.Namespace) -> None:
    """Learn from everything that was played."""
    sight = import_module(f"bottega.bots.sight.{asked.game}")
    files = sorted(asked.into.glob("games-*.pickle"), key=lambda file: file.stat().st_mtime)[-asked.newest :]
    positions = Positions()
    for file in files:
        more: Any = pickle.loads(file.read_bytes())
        for part in ("rows", "others", "worth", "points", "moves"):
            getattr(positions, part).extend(getattr(more, part))
    learner = Learner(sight.ROWS, sight.OUTPUTS, asked.width, sight.KIN, asked.seed, sight.by_hand(), asked.fading)
    lessons, chance = learner.lessons(positions), np.random.default_rng(asked.seed)
    learned = int((1 - HELD_BACK) * len(positions))
    rest = np.arange(learned, len(positions))
    record = []
    for each in range(asked.passes):
        rate = asked.rate * (1.0 if each < asked.passes / 2 else 0.4 if each < 0.8 * asked.passes else 0.1)
        losses = [
            learner.learn(lessons, chance.integers(0, learned, BATCH), rate) for _ in range(max(1, learned // BATCH))
        ]
        worth, moves = np.mean(losses, axis=0)
        record.append(
            {
                "worth": round(float(worth), 4),
                "moves": round(float(moves), 4),
                "held_back": round(learner.judged(lessons, rest), 4),
            }
        )
        print(record[-1], flush=True)
    (asked.into / f"{asked.game}.net").write_bytes(learner.to_bytes())
    asked_for = {name: getattr(asked, name) for name in ("seed", "passes", "width", "rate", "fading")}
    kept = {"game": asked.game, "positions": len(positions), "files": len(files), **asked_for, "losses": record}
    (asked.into / f"{asked.game}.json").write_text(json.dumps(kept, indent=1) + "\n")


if __name__ == "__main__":
    main()
