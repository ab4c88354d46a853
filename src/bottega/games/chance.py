"""Seeded chance that anybody can check afterwards.

The n-th draw is a keyed BLAKE2b hash of n under the table's 256-bit seed: the same on every machine,
unpredictable without the seed. The table publishes :func:`commitment` of the seed when it opens and the
seed itself when the game is over. What no log rests on, such as the deals that a bot imagines, is dealt
by :func:`lots`: one hash for all draws.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b, shake_128
from struct import unpack
from typing import TypeVar

import msgspec

SEED_BYTES = 32
_SPAN = 1 << 64

T = TypeVar("T")


def commitment(seed: bytes) -> str:
    """What the table publishes before the game: a hash that fixes the seed without telling it."""
    return blake2b(seed, digest_size=32, person=b"bottega-commit").hexdigest()


def check_seed(seed: bytes) -> None:
    """ValueError unless the seed has the length of a table's seed."""
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")


def _draw(keyed: blake2b, drawn: int, limit: int) -> tuple[int, int]:
    """The number that the next draw gives, and how many were drawn then: one that would not be fair is drawn again."""
    fair = _SPAN - _SPAN % limit
    while True:
        draw = keyed.copy()  # (which takes half as long as setting up another)
        draw.update(drawn.to_bytes(8, "big"))
        number = int.from_bytes(draw.digest(), "big")
        drawn += 1
        if number < fair:
            return number % limit, drawn


def _keyed(seed: bytes) -> blake2b:
    return blake2b(digest_size=8, key=seed)


class Chance(msgspec.Struct, frozen=True):
    """A seed and the number of draws made from it."""

    seed: bytes
    drawn: int = 0

    def below(self, limit: int) -> tuple[int, Chance]:
        """A number from 0 to limit-1, every one as likely, and the chance that follows."""
        number, drawn = _draw(_keyed(self.seed), self.drawn, limit)
        return number, Chance(self.seed, drawn)

    def shuffled(self, items: Sequence[T]) -> tuple[tuple[T, ...], Chance]:
        """The items in random order, every order as likely, and the chance that follows."""
        order = list(items)
        keyed, drawn = _keyed(self.seed), self.drawn
        for last in range(len(order) - 1, 0, -1):
            number, drawn = _draw(keyed, drawn, last + 1)
            order[last], order[number] = order[number], order[last]
        return tuple(order), Chance(self.seed, drawn)


def lots(seed: bytes, count: int) -> tuple[int, ...]:
    """So many numbers of 32 bits, to sort or to choose by: ten times cheaper than draws of :class:`Chance`.

    That two are equal, or one modulo a small number a little likelier than another, is too rare to be found.
    """
    return unpack(f"<{count}I", shake_128(seed).digest(4 * count))


def reshuffled(seed: bytes, decks: Iterable[Iterable[T]]) -> list[list[T]]:
    """Every deck in random order, by lots. (To sort a deck by them is as cheap only for a few cards.)"""
    orders = [*map(list, decks)]
    draws = iter(lots(seed, sum(map(len, orders))))
    for order in orders:
        for last, draw in zip(range(1, len(order)), draws, strict=False):
            other = draw % (last + 1)
            order[last], order[other] = order[other], order[last]
    return orders
