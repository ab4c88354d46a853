"""Train a network by games against itself: ``python -m trials.learning.swift splendor --into DIR --minutes 60``.

Rounds of games and of learning follow each other; the lessons of the newest games are kept in a window. Every tenth
round, and when it is told to end (SIGTERM), everything is kept in the directory, with ``GAME.net``, which the bots can
play with; running it again takes it up. ``--settle 2000`` then learns from the lessons kept with ever smaller steps and
writes nothing but ``GAME.net``, so that playing can go on from where it was. Everything follows from the seed and the
number of threads. Needs a C compiler and numpy (``pip install bottega[training]``).
"""

from __future__ import annotations

import argparse
import json
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from bottega.bots import duel
from trials.learning.swift import Bytes, Floats, renaissance, sagrada, splendor

BATCH = 256
FIRST_WINDOW = 60_000
KEEP_EVERY = 10
"""So many rounds are played between two times that everything is kept."""
SETTLING = (0.4, 0.2, 0.08)
"""How much smaller the steps become when learning settles."""


class Splendor:
    """How Splendor is trained."""

    lessons_of = splendor
    games, window = 100, 1_500_000

    @staticmethod
    def play(weights: Floats, seed: int, asked: argparse.Namespace) -> tuple[Bytes, float]:
        """Some games, and how many turns they took on average."""
        manner = splendor.Manner(asked.brief, asked.simulations)
        lessons, turns = splendor.games(weights, seed, Splendor.games, manner)
        return lessons, turns / Splendor.games

    @staticmethod
    def file(weights: Floats) -> bytes:
        """What the bots play with."""
        return duel.to_bytes(splendor.whole(weights))


class Sagrada:
    """How Sagrada is trained."""

    lessons_of = sagrada
    games, window = 400, 2_000_000

    @staticmethod
    def play(weights: Floats, seed: int, asked: argparse.Namespace) -> tuple[Bytes, float]:
        """Some games, and the mean points of those for two."""
        return sagrada.games(weights, seed, Sagrada.games, asked.heat)

    @staticmethod
    def file(weights: Floats) -> bytes:
        """What the bots play with."""
        return sagrada.whole(weights)


class SagradaAlone(Sagrada):
    """How Sagrada for one is trained."""

    @staticmethod
    def play(weights: Floats, seed: int, asked: argparse.Namespace) -> tuple[Bytes, float]:
        """Some games, and the mean points less the round track."""
        return sagrada.games(weights, seed, SagradaAlone.games, asked.heat, alone=True)


class Renaissance:
    """How Masters of Renaissance is trained, for two."""

    lessons_of = renaissance
    games, window = 400, 1_000_000
    seats = 2

    @classmethod
    def play(cls, weights: Floats, seed: int, asked: argparse.Namespace) -> tuple[Bytes, float]:
        """Some games, and their mean points, alone the share of them that was won."""
        manner = renaissance.Player(asked.simulations, asked.haze)
        return renaissance.games(weights, seed, cls.games, manner, seats=cls.seats)

    @staticmethod
    def file(weights: Floats) -> bytes:
        """What the bots play with."""
        return renaissance.whole(weights)


class RenaissanceAlone(Renaissance):
    """How Masters of Renaissance is trained against Lorenzo."""

    seats = 1


HOW: dict[str, Any] = {
    "splendor": Splendor, "sagrada": Sagrada, "sagrada_alone": SagradaAlone,
    "renaissance": Renaissance, "renaissance_alone": RenaissanceAlone,
}  # fmt: skip


def main() -> None:
    """Play and learn until the time is over."""
    parser = argparse.ArgumentParser(prog="python -m trials.learning.swift", description=__doc__)
    parser.add_argument("game", choices=sorted(HOW))
    parser.add_argument("--into", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--simulations", type=int, default=100, help="Splendor: of moves that are learned from")
    parser.add_argument("--brief", type=int, default=24, help="Splendor: simulations of all other moves")
    parser.add_argument("--heat", type=float, default=1.0, help="Sagrada: how far a window is misjudged, in points")
    parser.add_argument("--haze", type=float, default=0.15, help="Renaissance: misjudgement, in the logarithm of odds")
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--uses", type=float, default=4.0, help="how often each lesson is learned from, about")
    parser.add_argument("--settle", type=int, default=0, help="play no more: so many steps of each smaller size")
    asked = parser.parse_args()
    train(HOW[asked.game], asked)


def train(how: Any, asked: argparse.Namespace) -> None:
    """Rounds of games and of learning; whatever the directory keeps is taken up."""
    asked.into.mkdir(parents=True, exist_ok=True)
    ends = time.monotonic() + 60 * asked.minutes
    told: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, frame: told.append(number))
    kept, record = asked.into / "kept.npz", asked.into / "record.jsonl"
    learner, size = how.lessons_of.Learner(how.lessons_of.begun(asked.seed)), how.lessons_of.sizes().lesson
    lessons, rounds, played, seen = np.zeros(0, np.uint8), 0, 0, 0
    if kept.exists():
        with np.load(kept) as found:
            learner.weights, learner.memory = found["weights"], found["memory"]
            rounds, played = int(found["rounds"]), int(found["played"])
            seen = int(found["seen"]) if "seen" in found else 0
        lessons = np.fromfile(asked.into / "lessons.bin", np.uint8)
    net = asked.into / f"{asked.game}.net"
    if asked.settle:
        for place, part in enumerate(SETTLING):
            learner.learn(lessons, asked.settle, part * asked.rate, (asked.seed << 40) + rounds + (place << 32), BATCH)
        net.write_bytes(how.file(learner.weights))
        return
    pool = ThreadPoolExecutor(asked.threads)
    while True:
        seeds = [(asked.seed << 40) + (rounds << 24) + (thread << 16) for thread in range(asked.threads)]
        made = list(pool.map(lambda seed: how.play(learner.weights, seed, asked), seeds))
        fresh = np.concatenate([each[0] for each in made])
        played += how.games * asked.threads
        seen += len(fresh) // size
        window = min(how.window, max(FIRST_WINDOW, seen // 2))
        lessons = np.concatenate([lessons, fresh])[-window * size :]
        steps = max(1, int(asked.uses * len(fresh) / size / BATCH))
        losses = learner.learn(lessons, steps, asked.rate, seeds[0], BATCH)
        rounds += 1
        line = {
            "rounds": rounds, "games": played, "measure": round(sum(each[1] for each in made) / len(made), 2),
            "lessons": len(lessons) // size, "rate": asked.rate, "losses": [round(loss, 4) for loss in losses],
        }  # fmt: skip
        with record.open("a") as file:
            file.write(json.dumps(line) + "\n")
        over = bool(told) or time.monotonic() >= ends
        if rounds % KEEP_EVERY == 0 or over:
            np.savez(
                kept.with_suffix(".new.npz"), weights=learner.weights, memory=learner.memory,
                rounds=np.array(rounds), played=np.array(played), seen=np.array(seen),
            )  # fmt: skip
            lessons.tofile(asked.into / "lessons.new")
            (asked.into / "lessons.new").rename(asked.into / "lessons.bin")
            kept.with_suffix(".new.npz").rename(kept)
            net.write_bytes(how.file(learner.weights))
        if over:
            return


if __name__ == "__main__":
    main()
