"""What a bot is, and the names of those that can be asked to a table."""

from __future__ import annotations

from typing import Any, Protocol

from bottega.games.core import AnyGame

BOTS = ("random", "greedy")


class Bot(Protocol):
    """A way to choose."""

    def __call__(self, game: AnyGame, state: Any, seat: int, seed: bytes) -> Any:
        """One of the seat's legal actions; the same seed gives the same choice."""
