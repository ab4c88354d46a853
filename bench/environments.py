"""Random games through the environments, steps per second on one core, beside the bare rules and small games of others.

PettingZoo's own games take pygame, and are left out without it.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any

import numpy as np
import open_spiel.python.games  # noqa: F401 - registers its own
import pyspiel

import bottega.env.spiel  # noqa: F401 - registers the games
from bench.playouts import steps_per_second
from bench.report import Row
from bottega.env.aec import env
from bottega.env.single import SeatEnv
from bottega.games import GAMES

SECONDS = 2.0
Game = Callable[[random.Random], int]
"""Plays one game at random and says how many steps it took."""


def rows() -> Iterator[Row]:
    for name, game in GAMES.items():
        bare, _ = steps_per_second(game, 2, SECONDS)
        measured = {
            "PettingZoo": _measure(_agents(env(name))),
            "Gymnasium, against random": _measure(_agent(SeatEnv(name))),
            "OpenSpiel": _measure(_spiel(f"bottega_{name}")),
        }
        for through, steps in measured.items():
            yield Row(f"{name} through {through}, steps/s", f"{steps:,.0f}", steps / bare, "of the bare rules")
    for other in ("python_tic_tac_toe", "python_kuhn_poker"):
        yield Row(f"OpenSpiel's {other}, steps/s", f"{_measure(_spiel(other)):,.0f}")
    if find_spec("pygame") is not None:
        from pettingzoo.classic import connect_four_v3, tictactoe_v3

        for module in (tictactoe_v3, connect_four_v3):
            name = module.__name__.rpartition(".")[2]
            yield Row(f"PettingZoo's {name}, steps/s", f"{_measure(_agents(module.env())):,.0f}")


def _measure(game: Game) -> float:
    """Steps a second of CPU time, set-up included."""
    chance, steps = random.Random(1), 0
    began = time.process_time()
    while time.process_time() - began < SECONDS:
        steps += game(chance)
    return steps / (time.process_time() - began)


def _any(mask: Any, chance: random.Random) -> int:
    legal = np.flatnonzero(mask)
    return int(legal[int(chance.random() * len(legal))])


def _agents(table: Any) -> Game:
    def play(chance: random.Random) -> int:
        table.reset(seed=chance.getrandbits(31))
        steps = 0
        for _ in table.agent_iter():
            observation, _, terminated, truncated, _ = table.last()
            if terminated or truncated:
                table.step(None)
            else:
                table.step(_any(observation["action_mask"], chance))
                steps += 1
        return steps

    return play


def _agent(table: SeatEnv) -> Game:
    def play(chance: random.Random) -> int:
        _, info = table.reset(seed=chance.getrandbits(31))
        steps, over = 0, False
        while not over:
            _, _, terminated, truncated, info = table.step(np.int64(_any(info["action_mask"], chance)))
            over, steps = terminated or truncated, steps + 1
        return steps

    return play


def _spiel(name: str) -> Game:
    game = pyspiel.load_game(name)

    def play(chance: random.Random) -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(chance.random() * len(legal))])
            steps += 1
        return steps

    return play
