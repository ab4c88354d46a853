"""The C program for training plays Masters of Renaissance by the rules, and tells the network what the bots tell it."""

from __future__ import annotations

import ctypes
import shutil
from random import Random
from typing import Any

import numpy as np
import pytest

from bottega.bots.network import CHANCE, Network
from bottega.bots.sight import renaissance as sight
from bottega.games import renaissance
from bottega.games.renaissance.actions import (
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
from bottega.games.renaissance.model import OVER, Loss, Phase, Player, State
from bottega.games.renaissance.production import _PAIRS
from trials.learning.swift import renaissance as swift

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")

Numbers = np.ndarray[tuple[int], np.dtype[np.int16]]
_LINES = tuple(LINES)
_LOSSES = tuple(Loss)


def _filled(numbers: tuple[int, ...], size: int) -> list[int]:
    return [*numbers, *[0] * (size - len(numbers))]


def board(player: Player) -> list[int]:
    """A seat's board as the C program has it."""
    status = [1 if leader in player.played else 2 if leader in player.discarded else 0 for leader in player.leaders]
    return [
        player.faith, player.bonus, bool(player.leaders), *player.offered, *_filled(player.leaders, 2),
        *_filled(tuple(status), 2), len(player.played), *_filled(player.played, 2), *player.kinds, *player.counts,
        *player.strongbox, *map(len, player.slots), *[card for slot in player.slots for card in _filled(slot, 3)],
        *player.tiles,
    ]  # fmt: skip


def packed(state: State) -> Numbers:
    """A state as the C program has it."""
    made = state.production
    numbers = [
        len(state.players), tuple(Phase).index(state.phase), state.seat, state.turn, state.ending, state.reports,
        state.cross, _LOSSES.index(state.lost), sum(1 << number for number in made.used) if made else 0,
        made.faith if made else 0, len(state.tokens), *state.market, *state.pending,
        *(made.outputs if made else (0, 0, 0, 0)), *_filled(state.tokens, 7), *map(len, state.grid),
        *[card for pile in state.grid for card in _filled(pile, 4)],
        *[number for player in state.players for number in board(player)],
    ]  # fmt: skip
    return np.array(_filled(tuple(map(int, numbers)), swift.sizes().state), np.int16)


def number_of(state: State, seat: int, action: Any) -> int:
    """The number that an action has in the C program."""
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
            return 54 + 4 * _PAIRS.index((inputs[0], inputs[1])) + output
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
            back = source > 3
            depot, shelf = (source, target) if back else (target, source)
            return 132 + 6 * (depot - 4) + 2 * (shelf - 1) + back
        case Keep(kept):
            offered = state.players[seat].offered
            places = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
            return 144 + places.index((offered.index(kept[0]), offered.index(kept[1])))
        case Bonus(resource, shelf):
            return 150 + 3 * resource + shelf - 1
    raise AssertionError(action)


def same(mine: Numbers, state: State) -> bool:
    """Whether two states are the same, but for what lies in piles and stacks above their tops."""
    theirs = State.from_text(state.to_text())
    wanted = packed(theirs)
    there = np.ones(len(wanted), bool)
    begin = 11 + 13 + 5 + 4
    there[begin + len(state.tokens) : begin + 7] = False
    begin += 7 + 12
    for at, pile in enumerate(state.grid):
        there[begin + 4 * at + len(pile) : begin + 4 * at + 4] = False
    return bool((mine[there] == wanted[there]).all())


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_same_actions_states_rows_and_ends(seats: int) -> None:
    """Through whole games: the same list of what leads on, the same state after each action, the same rows."""
    library = swift.library()
    listed, rows = (ctypes.c_int16 * swift.MOST_ACTIONS)(), (ctypes.c_int16 * swift.MOST_ROWS)()
    kinds: set[type] = set()
    for number in range(6):
        chance = Random(number)
        state: Any = renaissance.new(seats, chance.randbytes(32))
        while actors := renaissance.actors(state):
            seat, before = actors[0], packed(state)
            actions = sight.leading_on(state, seat)
            numbers = [number_of(state, seat, action) for action in actions]
            assert sorted(listed[: library.leading_on(before.ctypes, listed)]) == sorted(numbers)
            better = [at for at, each in enumerate(actions) if isinstance(each, Buy | Store | PlayLeader | Swap | Move)]
            many = [at for at, each in enumerate(actions) if not isinstance(each, DiscardLeader | Discard)]
            at = chance.choice(better or many or range(len(actions)))
            after = renaissance.apply(state, seat, actions[at])
            kinds.add(type(actions[at]))
            dice = ctypes.c_uint64(1)
            library.play(before.ctypes, numbers[at], ctypes.byref(dice))
            if len(after.tokens) == 7:
                before[33:40] = packed(after)[33:40]  # the stack was shuffled, which is chance
            state = after
            assert same(before, state), actions[at]
            if state.phase is OVER:
                break
            for each in range(seats):
                told = library.rows_of(before.ctypes, each, rows)
                assert sorted(rows[:told]) == sorted(sight.features(state, each))
        for seat, score in enumerate(renaissance.scores(state)):
            assert library.points_of(before.ctypes, seat) == score.total
        if seats < 3:
            won = renaissance.winners(state)
            assert library.outcome(before.ctypes) == (1 / len(won) if 0 in won else 0)
    assert {Buy, Store, PlayLeader, ProduceCard, ProduceBasic, Collect, Swap} <= kinds


def test_it_learns() -> None:
    """What is learned from some games judges them better; the same seed gives the same games, which can be kept."""
    weights = swift.begun(1)
    for seats in (1, 2):
        lessons, measure = swift.games(weights, 7, 16, swift.Player(8, 0.2), seats=seats)
        again, _ = swift.games(weights, 7, 16, swift.Player(8, 0.2), seats=seats)
        assert (lessons == again).all()
        assert measure >= 0
        learner = swift.Learner(weights.copy())
        before = learner.learn(lessons, 1, 0.0, 1)
        learner.learn(lessons, 60, 1e-3, 1)
        assert learner.learn(lessons, 1, 0.0, 1) < before
        seen = sight.Sight(Network.from_bytes(swift.whole(learner.weights)))
        assert sum(seen.appraise(renaissance.new(2, bytes(32)))[0]) == CHANCE


def test_a_match_is_fair() -> None:
    """Somebody against themselves wins about as much as they lose; somebody who misjudges everything loses."""
    weights = swift.begun(1)
    assert 0.3 < swift.match(weights, weights, 3, 30) < 0.7
    assert swift.match(weights, weights, 3, 30, second=swift.Player(haze=30.0)) > 0.7
