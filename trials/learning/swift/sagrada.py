"""Sagrada without tools, fast: what ``sagrada.c`` can be asked for."""

from __future__ import annotations

import ctypes
from functools import cache
from typing import NamedTuple

import numpy as np

from bottega.bots import network
from bottega.bots.network import LARGEST_HEAD, LARGEST_ROW, OUT_ONE, ROW_ONE, UNIT
from bottega.bots.sight import sagrada as sight
from bottega.games.sagrada import WINDOWS
from bottega.games.sagrada.cards import PUBLIC_OBJECTIVES
from trials.learning.swift import Bytes, Floats, compiled

WIDTH = 48
MOST_ROWS = 96


class Sizes(NamedTuple):
    """How large its values are: a seat and a lesson in bytes, the weights in numbers, and how many rows there are."""

    seat: int
    weights: int
    lesson: int
    rows: int


@cache
def library() -> ctypes.CDLL:
    """The compiled program, told of the windows and objectives."""
    found = compiled("sagrada")
    masks = np.array(sight.PRINTED, np.uint32)
    tokens = np.array([window.difficulty for window in WINDOWS], np.int8)
    points = np.array([PUBLIC_OBJECTIVES[number].points if number else 0 for number in range(11)], np.int8)
    found.setup(len(WINDOWS), masks.ctypes, tokens.ctypes, points.ctypes)
    found.learn.restype = found.match.restype = ctypes.c_float
    return found


@cache
def sizes() -> Sizes:
    """How large its values are."""
    return Sizes(*(library().sizes(which) for which in range(4)))


def begun(seed: int) -> Floats:
    """Weights that know what the greedy bot knows."""
    weights = np.zeros(sizes().weights, np.float32)
    direct = np.array(sight.by_hand(), np.float32)
    library().begin(weights.ctypes, ctypes.c_uint64(seed), direct.ctypes)
    return weights


def games(
    weights: Floats, seed: int, count: int, heat: float, fade: float = 0.9, *, alone: bool = False
) -> tuple[Bytes, float]:
    """The lessons of so many games, and the mean points of those for two.

    If they are all to be played alone, what is learned is points less what the rounds to come leave on the round track,
    and the mean is that of the points less the whole round track.
    """
    lessons, mean, _ = _played(weights, seed, count, heat, fade, alone)
    return lessons, mean


def alone(weights: Floats, seed: int, count: int) -> tuple[float, float]:
    """Of so many games for one, without misjudgement: the mean of points less round track, and the share won."""
    _, mean, won = _played(weights, seed, count, 0.0, 1.0, True)
    return mean, won


class Score(NamedTuple):
    """How a match went: the share of games that the first wins, and everybody's mean points."""

    won: float
    points: float
    others_points: float


def match(one: Floats, other: Floats, seed: int, pairs: int) -> Score:
    """Two against each other without misjudgement; every deal is played twice, with seats swapped."""
    points = (ctypes.c_float * 2)()
    won = library().match(one.ctypes, other.ctypes, ctypes.c_uint64(seed), pairs, points)
    return Score(float(won) / (2 * pairs), *points)


def _played(
    weights: Floats, seed: int, count: int, heat: float, fade: float, alone: bool
) -> tuple[Bytes, float, float]:
    size, room = sizes().lesson, count * 80
    lessons = np.zeros(room * size, np.uint8)
    totals = (ctypes.c_double * 2)()
    played = library().games_alone if alone else library().games
    made = played(
        weights.ctypes, ctypes.c_uint64(seed), count, ctypes.c_float(heat), ctypes.c_float(fade), lessons.ctypes,
        room, totals,
    )  # fmt: skip
    return lessons[: made * size].copy(), totals[0], totals[1]


class Learner:
    """Weights that learn, with the memory of their steps."""

    def __init__(self, weights: Floats) -> None:
        self.weights = weights
        self.memory = np.zeros(library().memory_size(), np.uint8)

    def learn(self, lessons: Bytes, steps: int, rate: float, seed: int, batch: int = 256) -> tuple[float, ...]:
        """Take so many steps on lessons drawn by the seed; the mean squared error in points."""
        lost = library().learn(
            self.weights.ctypes, self.memory.ctypes, lessons.ctypes, len(lessons) // sizes().lesson, steps, batch,
            ctypes.c_float(rate), ctypes.c_uint64(seed),
        )  # fmt: skip
        return (float(lost),)


def whole(weights: Floats) -> bytes:
    """The weights in whole numbers, as a file of the bots holds them."""
    rows, rest = np.split(weights, [sizes().rows * WIDTH])
    bias, head, head_bias, direct = np.split(rest, [WIDTH, 2 * WIDTH, 2 * WIDTH + 1])

    def rounded(part: Floats, one: int, most: int) -> list[int]:
        numbers: list[int] = np.clip(np.rint(part * one), -most, most).astype(int).tolist()
        return numbers

    flat = rounded(rows, ROW_ONE, LARGEST_ROW)
    return network.to_bytes(
        [flat[at : at + WIDTH] for at in range(0, len(flat), WIDTH)],
        rounded(bias, ROW_ONE, LARGEST_ROW),
        [rounded(head, OUT_ONE, LARGEST_HEAD)],
        rounded(head_bias, UNIT, LARGEST_ROW),
        rounded(direct, UNIT, LARGEST_ROW),
    )
