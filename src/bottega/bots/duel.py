"""A network in whole numbers that judges two sides at once: the same answer on every machine, without any library.

How it works. What is known about a position is a set of rows, those of the side on turn and those of the other side.
The rows are added up lane by lane; what is negative counts as nothing (hidden lanes). The hidden lanes are weighed and
added once more (inner lanes), and those give the heads: the chance to win and both sides' points. The hidden lanes
also say which moves come to mind; lanes that give nothing, about half of them, are passed over. A row is one long
integer with 32 bits for each lane; its lanes may be negative, so that adding two rows is one addition of Python's, and
only a whole sum is lifted to have its lanes read (``bots/network.py`` does much the same for one side).

What must stay true: weights are whole numbers from the file, sums never leave their lanes, and no floating-point
number takes part.
"""

from __future__ import annotations

import struct
import zlib
from array import array
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from itertools import compress
from operator import mul
from typing import NamedTuple

from bottega.bots.network import HIDDEN_MOST, HIDDEN_SHIFT, LANE, OUT_ONE, ROW_ONE, SHIFT, UNIT, packed

WIDTH, INNER, HEADS = 64, 32, 3
INNER_SHIFT = 8
BIAS_SHIFT = 7
"""From a bias, which is kept as rows are, to a sum of products."""
LIFT = 1 << 31
LARGEST = (1 << 15) - 1
LARGEST_FACTOR = (1 << 14) - 1
"""The largest weight of what follows the hidden lanes: 64 of them cannot fill a lane."""
_HEADER = struct.Struct("<4sII")
_MAGIC = b"BTN2"


class Weights(NamedTuple):
    """All numbers of a network, each list row by row."""

    rows: Sequence[Sequence[int]]
    bias: Sequence[int]
    inner: Sequence[Sequence[int]]
    """For each hidden lane what it gives to every inner one."""
    inner_bias: Sequence[int]
    heads: Sequence[Sequence[int]]
    """For each head what every inner lane gives to it."""
    head_bias: Sequence[int]
    moves: Sequence[Sequence[int]]
    """For each move what every hidden lane gives to it."""
    move_bias: Sequence[int]
    direct: Sequence[int]
    """What else a game adds to moves, in its own order."""


def _packed(lanes: Sequence[int]) -> int:
    """One long integer of many small ones, negative ones among them."""
    return packed(lanes, LIFT) - _lifted(len(lanes))


@cache
def _lifted(count: int) -> int:
    """So many lanes that all hold LIFT."""
    return packed([0] * count, LIFT)


class Duel:
    """A network that can be asked."""

    def __init__(self, weights: Weights) -> None:
        self.rows = [_packed(row) for row in weights.rows]
        """The rows, to be added up by whoever asks."""
        self.direct = tuple(weights.direct)
        self._bias = _packed(weights.bias) + _lifted(WIDTH)
        self._lanes = struct.Struct(f"<{WIDTH}I")
        self._inner = [_packed(row) for row in weights.inner]
        self._inner_bias = _packed([bias << BIAS_SHIFT for bias in weights.inner_bias]) + _lifted(INNER)
        self._inner_lanes = struct.Struct(f"<{INNER}I")
        self._heads = [tuple(head) for head in weights.heads]
        self._head_bias = tuple(weights.head_bias)
        moves = len(weights.moves)
        self._moves = [_packed([move[lane] for move in weights.moves]) for lane in range(WIDTH)]
        self._move_bias = _packed([bias << BIAS_SHIFT for bias in weights.move_bias]) + _lifted(moves)
        self._move_lanes = struct.Struct(f"<{moves}I")

    def hidden(self, total: int) -> list[int]:
        """What the hidden lanes give for a sum of rows."""
        lanes = self._lanes.unpack((total + self._bias).to_bytes(WIDTH * LANE, "little"))
        return [0 if lane <= LIFT else HIDDEN_MOST if lane > _FULL else lane - LIFT >> HIDDEN_SHIFT for lane in lanes]

    def inner(self, hidden: Sequence[int]) -> list[int]:
        """What the inner lanes give."""
        total = sum(map(mul, filter(None, hidden), compress(self._inner, hidden)), self._inner_bias)
        lanes = self._inner_lanes.unpack(total.to_bytes(INNER * LANE, "little"))
        return [
            0 if lane <= LIFT else HIDDEN_MOST if lane > _INNER_FULL else lane - LIFT >> INNER_SHIFT for lane in lanes
        ]

    def head(self, which: int, inner: Sequence[int]) -> int:
        """One of the heads, in the units of ``bots.network``."""
        total: int = sum(map(mul, inner, self._heads[which]))
        return (total + (self._head_bias[which] << BIAS_SHIFT)) >> SHIFT

    def moves(self, hidden: Sequence[int]) -> tuple[int, ...]:
        """How much each move comes to mind without its direct part: before LIFT is taken off and SHIFT made."""
        total = sum(map(mul, filter(None, hidden), compress(self._moves, hidden)), self._move_bias)
        return self._move_lanes.unpack(total.to_bytes(self._move_lanes.size, "little"))


_FULL = LIFT + (HIDDEN_MOST << HIDDEN_SHIFT)
_INNER_FULL = LIFT + (HIDDEN_MOST << INNER_SHIFT)
SCALES = (ROW_ONE, ROW_ONE, OUT_ONE, ROW_ONE, OUT_ONE, ROW_ONE, OUT_ONE, ROW_ONE, UNIT)
"""What is one in each part of the weights."""


def from_bytes(raw: bytes) -> Weights:
    """The weights that a file holds."""
    magic, rows, moves = _HEADER.unpack_from(raw)
    if magic != _MAGIC:
        raise ValueError("this file holds no network for two sides")
    numbers = array("h")
    numbers.frombytes(zlib.decompress(raw[_HEADER.size :]))
    if struct.pack("=H", 1) != struct.pack("<H", 1):
        numbers.byteswap()
    left = numbers.tolist()

    def line(width: int) -> list[int]:
        taken = left[:width]
        del left[:width]
        return taken

    def table(height: int, width: int) -> list[list[int]]:
        flat = line(height * width)
        return [flat[at : at + width] for at in range(0, len(flat), width)]

    return Weights(
        rows=table(rows, WIDTH),
        bias=line(WIDTH),
        inner=table(WIDTH, INNER),
        inner_bias=line(INNER),
        heads=table(HEADS, INNER),
        head_bias=line(HEADS),
        moves=table(moves, WIDTH),
        move_bias=line(moves),
        direct=left,
    )


def to_bytes(weights: Weights) -> bytes:
    """The weights as a file holds them."""
    numbers = array("h")
    for part in weights:
        for row in part:
            if isinstance(row, int):
                numbers.append(row)
            else:
                numbers.extend(row)
    if struct.pack("=H", 1) != struct.pack("<H", 1):
        numbers.byteswap()
    return _HEADER.pack(_MAGIC, len(weights.rows), len(weights.moves)) + zlib.compress(numbers.tobytes(), 9)


@cache
def learned(name: str) -> Duel:
    """The network of that name that comes with the program; its training record lies beside it."""
    return Duel(from_bytes((files("bottega.bots") / "data" / f"{name}.net").read_bytes()))
