"""Set-ups of every game and random games on them, for suites that run over all games.

A set-up is a game, a number of seats and options. The official options come first; further ones are
read from ``tests/games/<game>/options.json`` (a list of objects) where that file exists.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec

from bottega.games import GAMES, rules
from bottega.games.core import AnyGame, AnyStep

HERE = Path(__file__).parent
LONGEST_GAME = 20_000
OPENING = 12
"""So many steps at the beginning are always looked at: all seats choose at once there."""


class Setup(NamedTuple):
    """A game, how many play it, the options as JSON, and the version of the rules (0: the newest)."""

    name: str
    seats: int
    options: str = "{}"
    version: int = 0

    @property
    def game(self) -> AnyGame:
        """The game's module."""
        return rules(self.name, self.version) if self.version else GAMES[self.name]

    def new(self, seed: int | bytes) -> Any:
        """The opening state for a seed."""
        return self.game.new(self.seats, as_seed(seed), read_options(self.game, self.options))

    def __str__(self) -> str:
        version = f"-v{self.version}" if self.version else ""
        return f"{self.name}-{self.seats}{version}" + ("" if self.options == "{}" else f"-{self.options}")


def as_seed(seed: int | bytes) -> bytes:
    """A seed of 32 bytes from a small number."""
    return seed if isinstance(seed, bytes) else seed.to_bytes(32, "big")


def read_options(game: AnyGame, text: str) -> Any:
    """The game's options from JSON."""
    return msgspec.json.decode(text, type=game.Options)


def setups(name: str | None = None) -> list[Setup]:
    """Every set-up of every game, or of the one named; former versions of the rules with two players."""
    found = []
    for game in GAMES.values():
        if name not in (None, game.NAME):
            continue
        variants: list[dict[str, object]] = [{}]
        path = HERE / game.NAME / "options.json"
        if path.exists():
            variants += json.loads(path.read_text())
        found += [Setup(game.NAME, seats, json.dumps(v)) for v in variants for seats in game.SEATS]
        found += [Setup(game.NAME, 2, version=version) for version in range(1, game.VERSION)]
    return found


def walk(setup: Setup, number: int, most: int = LONGEST_GAME) -> Iterator[AnyStep]:
    """A game on seed ``number`` in which one of the acting seats takes any of its legal actions."""
    game, random = setup.game, Random(number)
    state = setup.new(number)
    for _ in range(most):
        actors = game.actors(state)
        if not actors:
            return
        seat = random.choice(actors)
        action = random.choice(game.legal(state, seat))
        after = game.apply(state, seat, action)
        yield AnyStep(seat, action, state, after)
        state = after


@lru_cache(maxsize=200)
def random_game(setup: Setup, number: int = 1) -> tuple[AnyStep, ...]:
    """A whole random game, step by step, remembered for the next test that asks."""
    return tuple(walk(setup, number))


def sample(setup: Setup, count: int, games: int = 2) -> list[Any]:
    """About ``count`` states from random games: the opening, the last, and some from in between."""
    states = []
    for number in range(1, games + 1):
        steps = random_game(setup, number)
        stride = max(1, len(steps) * games // count)
        states += [step.before for step in steps[:OPENING] + steps[OPENING::stride]]
        states.append(steps[-1].after)
    return states
