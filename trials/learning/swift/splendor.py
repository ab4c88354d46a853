"""Splendor for two, fast: what ``splendor.c`` can be asked for."""

from __future__ import annotations

import ctypes
from functools import cache
from typing import NamedTuple

import numpy as np

from bottega.bots import duel
from bottega.bots.network import OUT_ONE
from bottega.bots.sight import splendor as sight
from bottega.games.splendor import CARDS, NOBLES
from trials.learning.swift import Bytes, Floats, compiled

MOST_ACTIONS = 128
MOST_ROWS = 160


class Sizes(NamedTuple):
    """How large its values are: a state and a lesson in bytes, the weights in numbers, and how many rows there are."""

    state: int
    weights: int
    lesson: int
    rows: int


@cache
def library() -> ctypes.CDLL:
    """The compiled program, told of the cards and nobles."""
    found = compiled("splendor")
    cards = np.array([[card.level, card.bonus, card.prestige, *card.cost] for card in CARDS], np.int8)
    nobles = np.array([noble.cost for noble in NOBLES], np.int8)
    found.setup(cards.ctypes, nobles.ctypes)
    found.match.restype = ctypes.c_float
    return found


@cache
def sizes() -> Sizes:
    """How large its values are."""
    return Sizes(*(library().sizes(which) for which in range(4)))


def begun(seed: int) -> Floats:
    """Weights that know nothing yet."""
    weights = np.zeros(sizes().weights, np.float32)
    library().begin(weights.ctypes, ctypes.c_uint64(seed))
    return weights


class Manner(NamedTuple):
    """How games are played to learn from."""

    brief: int = 24
    """Simulations of most moves."""
    simulations: int = 100
    """Simulations of those moves that are learned from."""
    full: int = 64
    """So many of 256 moves are learned from."""
    fade: float = 0.97
    """How far the outcome counts beside what was thought on the way (TD lambda)."""


def games(weights: Floats, seed: int, count: int, manner: Manner) -> tuple[Bytes, int]:
    """The lessons of so many games against itself, and how many turns these took."""
    size = sizes().lesson
    room = count * 220
    lessons = np.zeros(room * size, np.uint8)
    turns = ctypes.c_int()
    made = library().games(
        weights.ctypes, ctypes.c_uint64(seed), count, manner.brief, manner.simulations, manner.full,
        ctypes.c_float(manner.fade), lessons.ctypes, room, ctypes.byref(turns),
    )  # fmt: skip
    return lessons[: made * size].copy(), turns.value


class Player(NamedTuple):
    """Somebody in a match; without simulations one action ahead is looked at."""

    simulations: int
    curiosity: float = 0.9
    doubt: float = 0.05
    haze: float = 0.0


class _Player(ctypes.Structure):
    _fields_ = (
        ("simulations", ctypes.c_int),
        ("curiosity", ctypes.c_float),
        ("doubt", ctypes.c_float),
        ("haze", ctypes.c_float),
    )


def match(one: Floats, other: Floats, seed: int, pairs: int, first: Player, second: Player) -> float:
    """What share of the games the first wins; every deal is played twice, with seats swapped."""
    players = (_Player * 2)(_Player(*first), _Player(*second))
    won = library().match(one.ctypes, other.ctypes, ctypes.c_uint64(seed), pairs, players)
    return float(won) / (2 * pairs)


class Learner:
    """Weights that learn, with the memory of their steps."""

    def __init__(self, weights: Floats) -> None:
        self.weights = weights
        self.memory = np.zeros(library().memory_size(), np.uint8)

    def learn(
        self, lessons: Bytes, steps: int, rate: float, seed: int, batch: int = 256, decay: float = 1e-4
    ) -> tuple[float, ...]:
        """Take so many steps on lessons drawn by the seed; the losses of worth, moves and points."""
        losses = (ctypes.c_float * 3)()
        library().learn(
            self.weights.ctypes, self.memory.ctypes, lessons.ctypes, len(lessons) // sizes().lesson, steps, batch,
            ctypes.c_float(rate), ctypes.c_float(decay), ctypes.c_uint64(seed), losses,
        )  # fmt: skip
        return tuple(losses)


def whole(weights: Floats) -> duel.Weights:
    """The weights in whole numbers, as they are played with."""
    left = weights
    parts: list[list[list[int]]] = []
    shapes = (
        (sizes().rows, duel.WIDTH), (1, duel.WIDTH), (duel.WIDTH, duel.INNER), (1, duel.INNER),
        (duel.HEADS, duel.INNER), (1, duel.HEADS), (sight.MOVES, duel.WIDTH), (1, sight.MOVES), (1, sight.DIRECT),
    )  # fmt: skip
    for (height, width), one in zip(shapes, duel.SCALES, strict=True):
        part, left = left[: height * width], left[height * width :]
        most = duel.LARGEST_FACTOR if one == OUT_ONE else duel.LARGEST
        numbers = np.clip(np.rint(part * one), -most, most).astype(int)
        parts.append(numbers.reshape(height, width).tolist())
    rows, bias, inner, inner_bias, heads, head_bias, moves, move_bias, direct = parts
    return duel.Weights(rows, bias[0], inner, inner_bias[0], heads, head_bias[0], moves, move_bias[0], direct[0])
