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
    Buy,
    Collect,
    Discard,
    DiscardLeader,
    Move,
    PlayLeader,
    ProduceBasic,
    ProduceCard,
    Store,
    Swap,
)
from bottega.games.renaissance.model import OVER, State
from trials.learning.swift import renaissance as swift
from trials.learning.swift.ladder import weights

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")


def same(mine: swift.Shorts, state: State) -> bool:
    """Whether two states are the same, but for what lies in piles and stacks above their tops."""
    theirs = State.from_text(state.to_text())
    wanted = swift.packed(theirs)
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
            seat, before = actors[0], swift.packed(state)
            actions = sight.leading_on(state, seat)
            numbers = [swift.number_of(state, seat, action) for action in actions]
            assert sorted(listed[: library.leading_on(before.ctypes, listed)]) == sorted(numbers)
            better = [at for at, each in enumerate(actions) if isinstance(each, Buy | Store | PlayLeader | Swap | Move)]
            many = [at for at, each in enumerate(actions) if not isinstance(each, DiscardLeader | Discard)]
            at = chance.choice(better or many or range(len(actions)))
            after = renaissance.apply(state, seat, actions[at])
            kinds.add(type(actions[at]))
            dice = ctypes.c_uint64(1)
            library.play(before.ctypes, numbers[at], ctypes.byref(dice))
            if len(after.tokens) == 7:
                before[33:40] = swift.packed(after)[33:40]  # the stack was shuffled, which is chance
            state = after
            assert same(before, state), actions[at]
            if state.phase is OVER:
                break
            for each in range(seats):
                told = library.rows_of(before.ctypes, each, rows)
                assert sorted(rows[:told]) == sorted(sight.features(state, each))
        for seat, score in enumerate(renaissance.scores(state)):
            assert library.points_of(before.ctypes, seat) == score.total
        won, shares = renaissance.winners(state), (ctypes.c_float * seats)()
        library.outcome(before.ctypes, shares)
        assert list(shares) == pytest.approx([1 / len(won) if seat in won else 0 for seat in range(seats)])
    assert {Buy, Store, PlayLeader, ProduceCard, ProduceBasic, Collect, Swap} <= kinds


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_same_chances(seats: int) -> None:
    """With the weights that come along everybody's chance is what the bots think it is, but for what they round."""
    known = weights("renaissance_alone" if seats == 1 else "renaissance")
    seen, chance, chances = sight.Sight(), Random(1), (ctypes.c_float * seats)()
    state: Any = renaissance.new(seats, bytes(32))
    while actors := renaissance.actors(state):
        state = renaissance.apply(state, actors[0], chance.choice(sight.leading_on(state, actors[0])))
        swift.library().chances(known.ctypes, swift.packed(state).ctypes, chances)
        thought = [worth / CHANCE for worth in seen.appraise(state)[0]]
        assert list(chances) == pytest.approx(thought, abs=0.02)


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
