"""``python -m bench.rules [GAME …]``: what the rules are asked all the time, and how long an answer takes.

Microseconds of CPU time for each game: a redeal for the seat to move, its view, the views of all four, its legal
actions, and one of them applied. Each is the least of many rounds over the same positions of random games for four,
shuffled, so that hardly anything is gained by what was asked just before.
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from bottega.games import GAMES
from bottega.games.chance import SEED_BYTES
from bottega.games.core import AnyGame

SEATS = 4
POSITIONS = 400
ROUNDS = 60


def positions(game: AnyGame, count: int = POSITIONS) -> list[tuple[Any, int]]:
    """States of random games and the first seat that may act in each: the same ones every time."""
    choose = Random(1)
    found: list[tuple[Any, int]] = []
    while len(found) < 4 * count:
        state = game.new(SEATS, choose.randbytes(SEED_BYTES))
        while actors := game.actors(state):
            found.append((state, actors[0]))
            state = game.apply(state, actors[0], choose.choice(game.legal(state, actors[0])))
    return choose.sample(found, count)


def questions(game: AnyGame, asked: list[tuple[Any, int]]) -> Iterator[tuple[str, Callable[[], object]]]:
    """What is measured: its name, and a function that asks it of every position."""
    choose = Random(2)
    redealt = [(state, seat, choose.randbytes(SEED_BYTES)) for state, seat in asked]
    moves = [(state, seat, choose.choice(game.legal(state, seat))) for state, seat in asked]
    redeal, view, legal, apply = game.redeal, game.view, game.legal, game.apply
    yield "redeal", lambda: [redeal(state, seat, seed) for state, seat, seed in redealt]
    yield "one view", lambda: [view(state, seat) for state, seat in asked]
    yield "four views", lambda: [[view(state, seat) for seat in range(SEATS)] for state, _ in asked]
    yield "legal", lambda: [legal(state, seat) for state, seat in asked]
    yield "apply", lambda: [apply(state, seat, action) for state, seat, action in moves]


def least(ask: Callable[[], object], rounds: int = ROUNDS) -> float:
    """Seconds of the quickest round."""
    took = []
    for _ in range(rounds):
        began = time.process_time()
        ask()
        took.append(time.process_time() - began)
    return min(took)


def measured(game: AnyGame, count: int = POSITIONS, rounds: int = ROUNDS) -> dict[str, float]:
    """Microseconds of each answer."""
    asked = positions(game, count)
    return {name: 1e6 * least(ask, rounds) / count for name, ask in questions(game, asked)}


def main() -> None:
    gc.disable()
    for at, name in enumerate(sys.argv[1:] or GAMES):
        row = measured(GAMES[name])
        if not at:
            print(f"{'µs':12}" + "".join(f"{what:>12}" for what in row))
        print(f"{name:12}" + "".join(f"{took:12.2f}" for took in row.values()), flush=True)


if __name__ == "__main__":
    main()
