"""Masters of Renaissance, fast: what ``renaissance.c`` can be asked for.

It learns for two and alone, and chooses for any number of seats; ``packed`` and ``number_of`` tell how it has a state
and an action.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bottega.bots import network
from bottega.bots.network import CHANCE, LARGEST_HEAD, LARGEST_ROW, OUT_ONE, ROW_ONE, UNIT
from bottega.bots.sight import renaissance as sight
from bottega.games.renaissance import CARDS, LEADERS, TRACK_POINTS, Ability
from bottega.games.renaissance.actions import (
    Action,
    Bonus,
    Buy,
    Collect,
    Discard,
    DiscardLeader,
    EndTurn,
    Keep,
    Market,
    Move,
    PlayLeader,
    ProduceBasic,
    ProduceCard,
    ProduceLeader,
    Store,
    Swap,
    White,
)
from bottega.games.renaissance.cards import PILES
from bottega.games.renaissance.market import LINES
from bottega.games.renaissance.model import Loss, Phase, State
from bottega.games.renaissance.model import Player as Board
from trials.learning.swift import Bytes, Floats, compiled

MOST_ROWS = 80
MOST_ACTIONS = 128
WIDTH = 32
_ABILITIES = tuple(Ability)
_PHASES, _LOSSES, _LINES = tuple(Phase), tuple(Loss), tuple(LINES)
_INPUTS = tuple((one, other) for one in range(4) for other in range(one, 4))
"""What the basic production can be given."""
_PAIRS = ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))
"""The places of two of the four leaders that are offered."""
IN_HAND, PLAYED, GIVEN_UP = range(3)
DEPOTS_FROM = 4

Shorts = NDArray[np.int16]


class Sizes(NamedTuple):
    """How large its values are: a state and the weights in numbers, a lesson in bytes, and how many rows there are."""

    state: int
    weights: int
    lesson: int
    rows: int


@cache
def library() -> ctypes.CDLL:
    """The compiled program, told of the cards and leaders."""
    found = compiled("renaissance")
    cards, leaders = np.zeros((49, 16), np.int16), np.zeros((17, 12), np.int16)
    for card in CARDS.values():
        cards[card.id] = [card.level, card.colour, card.points, *card.cost, *card.inputs, *card.outputs, card.faith]
    for leader in LEADERS.values():
        leaders[leader.id] = [
            _ABILITIES.index(leader.ability), leader.resource, leader.points, *leader.needs_cards, leader.needs_level,
            *leader.needs_resources,
        ]  # fmt: skip
    found.setup(cards.ctypes, leaders.ctypes, np.array(TRACK_POINTS, np.int16).ctypes)
    found.match.restype = ctypes.c_float
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


class Player(NamedTuple):
    """Somebody in a match; without simulations one action ahead is looked at."""

    simulations: int = 0
    haze: float = 0.0
    """How far an action is misjudged, in the logarithm of odds."""
    heat: float = 0.0
    """The same in chances, as the bots misjudge."""
    curiosity: float = sight.Sight.curiosity
    doubt: float = 0.03
    sharpness: float = CHANCE / sight.HEAT
    """How much more an action comes to mind, in the logarithm, that brings a whole game more."""


class _Player(ctypes.Structure):
    _fields_ = (
        ("simulations", ctypes.c_int),
        *((name, ctypes.c_float) for name in ("haze", "heat", "curiosity", "doubt", "sharpness")),
    )


PLAIN = Player()


def games(
    weights: Floats, seed: int, count: int, manner: Player, fade: float = 0.95, *, seats: int = 2
) -> tuple[Bytes, float]:
    """The lessons of so many games, and the mean points, alone the share of games won."""
    size, room = sizes().lesson, count * 160 + 1000
    lessons = np.zeros(room * size, np.uint8)
    measure = (ctypes.c_float * 2)()
    made = library().games(
        weights.ctypes, ctypes.c_uint64(seed), count, seats, ctypes.byref(_Player(*manner)), ctypes.c_float(fade),
        lessons.ctypes, room, measure,
    )  # fmt: skip
    return lessons[: made * size].copy(), float(measure[seats == 1])


def match(one: Floats, other: Floats, seed: int, pairs: int, first: Player = PLAIN, second: Player = PLAIN) -> float:
    """What share of the games the first wins; every deal is played twice, with seats swapped."""
    players, points = (_Player * 2)(_Player(*first), _Player(*second)), ctypes.c_float()
    won = library().match(one.ctypes, other.ctypes, ctypes.c_uint64(seed), pairs, 2, players, ctypes.byref(points))
    return float(won) / (2 * pairs)


def alone(weights: Floats, seed: int, deals: int, player: Player = PLAIN) -> tuple[float, float]:
    """What share of games against Lorenzo is won, and the mean points."""
    players, points = (_Player * 2)(_Player(*player), _Player(*player)), ctypes.c_float()
    won = library().match(
        weights.ctypes, weights.ctypes, ctypes.c_uint64(seed), deals, 1, players, ctypes.byref(points)
    )
    return float(won) / deals, points.value


def choose(weights: Floats, state: State, seat: int, seed: int, player: Player, actions: Sequence[Action]) -> Action:
    """The one of the actions that a search takes; what the seat cannot know is dealt anew."""
    chosen = library().choose(
        weights.ctypes, packed(state).ctypes, ctypes.byref(_Player(*player)), ctypes.c_uint64(seed)
    )
    return next(action for action in actions if number_of(state, seat, action) == chosen)


def _filled(numbers: Sequence[int], size: int) -> list[int]:
    return [*numbers, *[0] * (size - len(numbers))]


def _board(player: Board) -> list[int]:
    """A seat's board as the C program has it."""
    status = [
        PLAYED if leader in player.played else GIVEN_UP if leader in player.discarded else IN_HAND
        for leader in player.leaders
    ]
    return [
        player.faith, player.bonus, bool(player.leaders), *player.offered, *_filled(player.leaders, 2),
        *_filled(status, 2), len(player.played), *_filled(player.played, 2), *player.kinds, *player.counts,
        *player.strongbox, *map(len, player.slots), *[card for slot in player.slots for card in _filled(slot, 3)],
        *player.tiles,
    ]  # fmt: skip


def packed(state: State) -> Shorts:
    """A state as the C program has it."""
    made = state.production
    numbers = [
        len(state.players), _PHASES.index(state.phase), state.seat, state.turn, state.ending, state.reports,
        state.cross, _LOSSES.index(state.lost), sum(1 << number for number in made.used) if made else 0,
        made.faith if made else 0, len(state.tokens), *state.market, *state.pending,
        *(made.outputs if made else (0, 0, 0, 0)), *_filled(state.tokens, 7), *map(len, state.grid),
        *[card for pile in state.grid for card in _filled(pile, 4)],
        *[number for player in state.players for number in _board(player)],
    ]  # fmt: skip
    return np.array(_filled(numbers, sizes().state), np.int16)


def number_of(state: State, seat: int, action: Action) -> int:
    """The number that an action has in the C program; those that lead nowhere have none."""
    match action:
        case Market(line):
            return _LINES.index(line)
        case Buy(pile, slot):
            return 7 + 3 * PILES.index(pile) + slot - 1
        case ProduceCard(slot):
            return 43 + slot - 1
        case ProduceLeader(number, output):
            return 46 + 4 * (number - 1) + output
        case ProduceBasic(inputs, output):
            return 54 + 4 * _INPUTS.index((inputs[0], inputs[1])) + output
        case Collect():
            return 94
        case PlayLeader(position):
            return 95 + position - 1
        case DiscardLeader(position):
            return 97 + position - 1
        case EndTurn():
            return 99
        case Store(resource, place):
            return 100 + 5 * resource + place - 1
        case White(resource):
            return 120 + resource
        case Discard(resources):
            return 124 + resources[0] if len(resources) == 1 else 128
        case Swap(first, second):
            return 129 + [(1, 2), (1, 3), (2, 3)].index((first, second))
        case Move(source, target):
            back = source >= DEPOTS_FROM
            depot, shelf = (source, target) if back else (target, source)
            return 132 + 6 * (depot - DEPOTS_FROM) + 2 * (shelf - 1) + back
        case Keep(kept):
            offered = state.players[seat].offered
            return 144 + _PAIRS.index((offered.index(kept[0]), offered.index(kept[1])))
        case Bonus(resource, shelf):
            return 150 + 3 * resource + shelf - 1
    raise ValueError(f"{action} leads nowhere")


class Learner:
    """Weights that learn, with the memory of their steps."""

    def __init__(self, weights: Floats) -> None:
        self.weights = weights
        self.memory = np.zeros(library().memory_size(), np.uint8)

    def learn(
        self, lessons: Bytes, steps: int, rate: float, seed: int, batch: int = 256, decay: float = 1e-4
    ) -> tuple[float, ...]:
        """Take so many steps on lessons drawn by the seed; the losses of worth and points."""
        losses = (ctypes.c_float * 2)()
        library().learn(
            self.weights.ctypes, self.memory.ctypes, lessons.ctypes, len(lessons) // sizes().lesson, steps, batch,
            ctypes.c_float(rate), ctypes.c_float(decay), ctypes.c_uint64(seed), losses,
        )  # fmt: skip
        return tuple(losses)


def whole(weights: Floats) -> bytes:
    """The weights in whole numbers, as a file of the bots holds them."""
    rows, rest = np.split(weights, [sizes().rows * WIDTH])
    bias, one, two, head_bias, direct = np.split(rest, [WIDTH, 2 * WIDTH, 3 * WIDTH, 3 * WIDTH + 2])

    def rounded(part: Floats, one: int, most: int) -> list[int]:
        numbers: list[int] = np.clip(np.rint(part * one), -most, most).astype(int).tolist()
        return numbers

    flat = rounded(rows, ROW_ONE, LARGEST_ROW)
    return network.to_bytes(
        [flat[at : at + WIDTH] for at in range(0, len(flat), WIDTH)],
        rounded(bias, ROW_ONE, LARGEST_ROW),
        [rounded(head, OUT_ONE, LARGEST_HEAD) for head in (one, two)],
        rounded(head_bias, UNIT, LARGEST_ROW),
        rounded(direct, UNIT, LARGEST_ROW),
    )
