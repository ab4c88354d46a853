"""Quick chance for thinking: the same numbers on every machine, and nothing that anybody has to verify.

A table's chance is a keyed hash, so that nobody can foresee it. A searcher throws dice thousands of times a move, only
to imagine what may come: a congruential generator is a hundred times quicker.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

from bottega.games.chance import SEED_BYTES

_MASK = (1 << 64) - 1
_FACTOR, _STEP = 6364136223846793005, 1442695040888963407

T = TypeVar("T")


class Dice:
    """A stream of numbers that follows from a seed."""

    def __init__(self, seed: bytes) -> None:
        self._state = int.from_bytes(blake2b(seed, digest_size=8, person=b"bottega-think").digest(), "big")

    def below(self, limit: int) -> int:
        """A number from 0 to limit-1."""
        self._state = state = (self._state * _FACTOR + _STEP) & _MASK
        return ((state >> 32) * limit) >> 32

    def seed(self) -> bytes:
        """A seed for something that is dealt."""
        words = [self.below(1 << 32).to_bytes(4, "big") for _ in range(SEED_BYTES // 4)]
        return b"".join(words)

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in another order."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order
