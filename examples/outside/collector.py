"""A bot from outside as a Python class, for all three games: whatever brings most points at once, else anything.
See docs/outside.md. Run: bottega arena splendor random examples/outside/collector.py --games 20"""

from random import Random
from typing import Any


class Bot:
    """Looks one action ahead; ``state`` is one that the seat cannot tell from the true one."""

    def choose(self, game: Any, state: Any, seat: int, seed: bytes) -> Any:
        """The action after which the seat has most points, any of them if there are several."""
        actions = list(game.legal(state, seat))
        Random(seed).shuffle(actions)
        return max(actions, key=lambda action: game.scores(game.apply(state, seat, action))[seat].total)
