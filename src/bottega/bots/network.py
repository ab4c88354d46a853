"""A small network in whole numbers: the same answer on every machine, quick without any library.

How it works. What is known about a position is a list of features, each the number of a row. The rows are added up,
lane by lane, negative sums count as nothing (a hidden layer), and each output is a weighted sum of what is left. The
first output also has a direct weight for every row, so that what is known by hand can be told to it. A row is one
long integer with 32 bits for each lane, so that adding two rows is one addition of Python's (``splendor.prices``
does the same); every lane of a row is lifted by ``LIFT`` to stay positive, which is taken off again at the end. The
hidden layer of 68 features and 48 lanes took 14 microseconds.

What must stay true: weights are whole numbers from the file, sums never leave their lanes, and no floating-point
number takes part.
"""

from __future__ import annotations

import struct
import zlib
from array import array
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from math import exp
from operator import mul
from typing import NamedTuple

ROW_ONE = 512
"""One, in the first layer's weights."""
HIDDEN_SHIFT = 1
HIDDEN_ONE = ROW_ONE >> HIDDEN_SHIFT
"""One, as what a hidden lane gives."""
HIDDEN_MOST = 1023
"""The most that a hidden lane gives: just under four."""
OUT_ONE = 256
"""One, in the second layer's weights."""
SHIFT = 6
UNIT = HIDDEN_ONE * OUT_ONE >> SHIFT
"""One, in the outputs."""
LIFT = 1 << 20
HEAD_LIFT = 1 << 12
LARGEST_ROW, LARGEST_HEAD = (1 << 15) - 1, HEAD_LIFT - 1
LANE = 4
"""The bytes of a lane."""
_HEADER = struct.Struct("<4sIII")
_MAGIC = b"BTN1"

CHANCE = 1 << 16
"""Certainty, where chances are counted in whole numbers."""
_FAR = 8 * UNIT
_LOGISTIC = tuple(round(CHANCE / (1 + exp(-number / UNIT))) for number in range(-_FAR, _FAR + 1))
_EXP_STEPS = 16
_EXP_FAR = 12 * _EXP_STEPS
_EXP = tuple(round(CHANCE * exp(-number / _EXP_STEPS)) + 1 for number in range(_EXP_FAR + 1))


def chance_of(output: int) -> int:
    """The chance that an output stands for, out of CHANCE."""
    return _LOGISTIC[max(-_FAR, min(_FAR, output)) + _FAR]


def shares(outputs: Sequence[int]) -> list[int]:
    """How likely each of several outputs is (softmax), as whole numbers that need not add up to anything."""
    top = max(outputs)
    lost = top - _EXP_FAR * UNIT // _EXP_STEPS
    return [_EXP[(top - output) * _EXP_STEPS // UNIT] if output > lost else _EXP[_EXP_FAR] for output in outputs]


def packed(lanes: Iterable[int], lift: int) -> int:
    """One long integer of many small ones."""
    return int.from_bytes(b"".join([(number + lift).to_bytes(LANE, "little") for number in lanes]), "little")


class Network:
    """Rows for features, a hidden layer, and heads of one output or many."""

    def __init__(
        self,
        rows: Sequence[Sequence[int]],
        bias: Sequence[int],
        heads: Sequence[Sequence[int]],
        head_bias: Sequence[int],
        direct: Sequence[int],
    ) -> None:
        self.width, self.outputs = len(bias), len(heads)
        self._rows = [packed(row, LIFT) for row in rows]
        self._row = self._rows.__getitem__
        self._bias = packed(bias, LIFT)
        self._lanes = struct.Struct(f"<{self.width}I")
        self._direct = tuple(direct).__getitem__
        self._first = tuple(heads[0])
        self._first_bias = head_bias[0]
        by_lane = [[head[lane] for head in heads] for lane in range(self.width)]
        self._heads = [packed(lane, HEAD_LIFT) for lane in by_lane]
        self._head_bias = tuple(head_bias)
        self._head_lanes = struct.Struct(f"<{self.outputs}I")

    def hidden(self, features: Sequence[int]) -> list[int]:
        """What the hidden lanes give for a position."""
        total = sum(map(self._row, features), self._bias)
        off = LIFT * (len(features) + 1)
        lanes = self._lanes.unpack(total.to_bytes(self._lanes.size, "little"))
        return [0 if lane <= off else min((lane - off) >> HIDDEN_SHIFT, HIDDEN_MOST) for lane in lanes]

    def first(self, features: Sequence[int], hidden: Sequence[int]) -> int:
        """The first output."""
        ahead: int = sum(map(mul, hidden, self._first)) >> SHIFT
        return ahead + sum(map(self._direct, features)) + self._first_bias

    def others(self, hidden: Sequence[int]) -> list[int]:
        """Every output; the first of them without its direct part."""
        total = sum(map(mul, hidden, self._heads))
        off = HEAD_LIFT * sum(hidden)
        lanes = self._head_lanes.unpack(total.to_bytes(self._head_lanes.size, "little"))
        return [((lane - off) >> SHIFT) + bias for lane, bias in zip(lanes, self._head_bias, strict=True)]

    @classmethod
    def from_bytes(cls, raw: bytes) -> Network:
        """The network that a file holds."""
        return cls(*numbers_of(raw))


class Numbers(NamedTuple):
    """What a file holds."""

    rows: list[list[int]]
    bias: list[int]
    heads: list[list[int]]
    head_bias: list[int]
    direct: list[int]


SCALES = (ROW_ONE, ROW_ONE, OUT_ONE, UNIT, UNIT)
"""One, in each of these."""


def numbers_of(raw: bytes) -> Numbers:
    """The weights in a file."""
    magic, rows, width, outputs = _HEADER.unpack_from(raw)
    if magic != _MAGIC:
        raise ValueError("this file holds no network")
    numbers = array("h")
    numbers.frombytes(zlib.decompress(raw[_HEADER.size :]))
    if struct.pack("=H", 1) != struct.pack("<H", 1):
        numbers.byteswap()
    weights = numbers.tolist()
    ends = [rows * width, (rows + 1) * width, (rows + 1 + outputs) * width]
    return Numbers(
        [weights[at : at + width] for at in range(0, ends[0], width)],
        weights[ends[0] : ends[1]],
        [weights[at : at + width] for at in range(ends[1], ends[2], width)],
        weights[ends[2] : ends[2] + outputs],
        weights[ends[2] + outputs :],
    )


def to_bytes(
    rows: Sequence[Sequence[int]],
    bias: Sequence[int],
    heads: Sequence[Sequence[int]],
    head_bias: Sequence[int],
    direct: Sequence[int],
) -> bytes:
    """A network as a file holds it."""
    numbers = array("h")
    for row in (*rows, bias, *heads, head_bias, direct):
        numbers.extend(row)
    if struct.pack("=H", 1) != struct.pack("<H", 1):
        numbers.byteswap()
    return _HEADER.pack(_MAGIC, len(rows), len(bias), len(heads)) + zlib.compress(numbers.tobytes(), 9)


@cache
def learned(name: str) -> Network:
    """The network of that name that comes with the program; its training record lies beside it."""
    return Network.from_bytes((files("bottega.bots") / "data" / f"{name}.net").read_bytes())
