"""Bots against bots: ``python -m bottega.bots.arena splendor greedy random --games 100``.

The bots take turns at the first seat. A shared victory counts for each who shares it.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from typing import Any

import msgspec

from bottega.bots import BOTS, FORMER, choose
from bottega.games import GAMES
from bottega.games.core import AnyGame

MOST_ACTIONS = 5000
"""A game that takes more is a defect of its rules or of a bot."""


class Outcome(msgspec.Struct, frozen=True):
    """One game: who won, everybody's points, how many actions it took."""

    winners: tuple[int, ...]
    points: tuple[int, ...]
    actions: int


def play(game: AnyGame, bots: Sequence[str], number: int) -> Outcome:
    """Play one game to its end; the number decides all its chance."""
    seed = number.to_bytes(32, "big")
    state: Any = game.new(len(bots), seed)
    for actions in range(MOST_ACTIONS):
        actors = game.actors(state)
        if not actors:
            return Outcome(game.winners(state), tuple(score.total for score in game.scores(state)), actions)
        thought = number.to_bytes(8, "big") + actions.to_bytes(8, "big")
        state = game.apply(state, actors[0], choose(bots[actors[0]], game, state, actors[0], thought))
    raise AssertionError(f"{game.NAME} {number}: no end after {MOST_ACTIONS} actions")


def tournament(game: AnyGame, bots: Sequence[str], games: int) -> list[tuple[int, float]]:
    """For each bot how many games it won and its points on average, each starting first as often as the others."""
    wins, points = [0] * len(bots), [0] * len(bots)
    for number in range(games):
        shift = number % len(bots)
        outcome = play(game, [*bots[shift:], *bots[:shift]], number)
        for seat in range(len(bots)):
            bot = (seat + shift) % len(bots)
            wins[bot] += seat in outcome.winners
            points[bot] += outcome.points[seat]
    return [(won, total / games) for won, total in zip(wins, points, strict=True)]


def main() -> None:
    """Play a tournament and print its table."""
    parser = argparse.ArgumentParser(prog="python -m bottega.bots.arena", description="Bots against bots.")
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("bots", nargs="+", choices=(*FORMER, *BOTS), help="one for each seat")
    parser.add_argument("--games", type=int, default=100)
    asked = parser.parse_args()
    began = time.perf_counter()
    table = tournament(GAMES[asked.game], asked.bots, asked.games)
    for bot, (won, points) in zip(asked.bots, table, strict=True):
        print(f"{bot:8} won {won:4} of {asked.games} ({won / asked.games:4.0%}), {points:6.1f} points on average")
    print(f"{asked.games} games in {time.perf_counter() - began:.1f} s")


if __name__ == "__main__":
    main()
