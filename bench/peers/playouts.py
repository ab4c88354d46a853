"""Random playouts in other people's libraries of games; run by the Python of a scratch environment, prints one JSON
line of steps per second of CPU time.

Each is used as its own documentation does: every step asks for the legal moves and plays one of them by chance. The
games are those of about our size that each library has.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

SECONDS = 3.0
Game = Callable[[random.Random], int]
"""One game by chance; how many steps it took."""


def chess() -> Game:
    library: Any = import_module("chess")

    def play(choose: random.Random) -> int:
        board, steps = library.Board(), 0
        while not board.is_game_over():
            board.push(choose.choice(list(board.legal_moves)))
            steps += 1
        return steps

    return play


def open_spiel(name: str) -> Callable[[], Game]:
    def begin() -> Game:
        import_module("open_spiel.python.games")  # (which makes those known)
        game: Any = import_module("pyspiel").load_game(name)

        def play(choose: random.Random) -> int:
            state, steps = game.new_initial_state(), 0
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(choose.choices(outcomes, weights)[0])
                else:
                    state.apply_action(choose.choice(state.legal_actions()))
                    steps += 1
            return steps

        return play

    return begin


def pettingzoo(name: str) -> Callable[[], Game]:
    def begin() -> Game:
        env: Any = import_module(f"pettingzoo.classic.{name}").env()

        def play(choose: random.Random) -> int:
            env.reset(seed=choose.randrange(1 << 30))
            steps = 0
            for _ in env.agent_iter():
                seen, _, ended, cut, _ = env.last()
                if ended or cut:
                    env.step(None)
                else:
                    env.step(choose.choice(seen["action_mask"].nonzero()[0]))
                    steps += 1
            return steps

        return play

    return begin


def rlcard(name: str) -> Callable[[], Game]:
    def begin() -> Game:
        env: Any = import_module("rlcard").make(name)

        def play(choose: random.Random) -> int:
            state, _ = env.reset()
            steps = 0
            while not env.is_over():
                state, _ = env.step(choose.choice(list(state["legal_actions"])))
                steps += 1
            return steps

        return play

    return begin


PEERS: dict[str, Callable[[], Game]] = {
    "python-chess: chess": chess,
    "OpenSpiel: dominoes (Python)": open_spiel("python_block_dominoes"),
    "OpenSpiel: backgammon (C++)": open_spiel("backgammon"),
    "PettingZoo: Texas hold'em": pettingzoo("texas_holdem_v4"),
    "RLCard: UNO": rlcard("uno"),
}


def rate(play: Game) -> float:
    """Steps per second of CPU time."""
    choose, steps = random.Random(1), 0
    began = time.process_time()
    while time.process_time() - began < SECONDS:
        steps += play(choose)
    return steps / (time.process_time() - began)


def main() -> None:
    rates: dict[str, float] = {}
    for name, begin in PEERS.items():
        try:
            rates[name] = rate(begin())
        except Exception as failure:  # one that cannot be run here is named and left out
            print(f"without {name}: {str(failure)[:200]}", file=sys.stderr)
    print(json.dumps(rates))


if __name__ == "__main__":
    main()
