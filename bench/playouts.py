"""Random playouts with full legal-move lists, steps per second on one core."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

from bench.report import Row
from bottega.games import GAMES
from bottega.games.core import AnyGame

SECONDS = 4.0
GOALS = {"splendor": 60_000, "sagrada": 25_000, "renaissance": 25_000}
GAMES_GOALS = {"splendor": 800}


def rows() -> Iterator[Row]:
    for name, game in GAMES.items():
        steps, games = steps_per_second(game, 2, SECONDS)
        goal = GOALS[name]
        yield Row(f"{name}: random playouts, 2 players, steps/s", f"{steps:,.0f}", steps / goal, f"≥ {goal:,}")
        if name in GAMES_GOALS:
            goal = GAMES_GOALS[name]
            yield Row(f"{name}: whole games/s", f"{games:,.0f}", games / goal, f"≥ {goal:,}")


def steps_per_second(game: AnyGame, seats: int, seconds: float) -> tuple[float, float]:
    """Steps and games per second of CPU time, set-up included."""
    choose = random.Random(1)
    steps = games = 0
    began = time.process_time()
    while time.process_time() - began < seconds:
        state = game.new(seats, choose.randbytes(32))
        while actors := game.actors(state):
            seat = actors[0]
            options = game.legal(state, seat)
            state = game.apply(state, seat, options[int(choose.random() * len(options))])
            steps += 1
        games += 1
    elapsed = time.process_time() - began
    return steps / elapsed, games / elapsed
