"""Positions that bots are asked about: those of a random game."""

from __future__ import annotations

from typing import Any

from bottega.bots import choose
from bottega.games.chance import SEED_BYTES
from bottega.games.core import AnyGame


def positions(game: AnyGame, seats: int, number: int) -> list[tuple[Any, int]]:
    """Every position of a random game with a seat that may act in it."""
    state, found = game.new(seats, number.to_bytes(SEED_BYTES, "big")), []
    for count in range(600):
        actors = game.actors(state)
        if not actors:
            break
        found.append((state, actors[-1]))
        state = game.apply(state, actors[-1], choose("random", game, state, actors[-1], count.to_bytes(4, "big")))
    return found
