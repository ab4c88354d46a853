"""The C program for training counts windows as the rules do, and tells the network what the bots tell it."""

from __future__ import annotations

import ctypes
import shutil
from random import Random

import numpy as np
import pytest

from bottega.bots.network import CHANCE, Network
from bottega.bots.sight import sagrada as sight
from bottega.games import sagrada
from bottega.games.sagrada.model import State
from trials.learning.swift import sagrada as swift
from trials.learning.swift.ladder import weights

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")


def packed(state: State, seat: int) -> np.ndarray[tuple[int], np.dtype[np.int8]]:
    """What one seat has, as the C program has it."""
    player = state.players[seat]
    numbers = [player.window, *player.board, *(*state.publics, 0)[:3], len(state.publics)]
    numbers += [*(*player.private, 0)[:2], len(player.private), sight.turns_left(state, seat), int(state.solo)]
    assert len(numbers) == swift.sizes().seat
    return np.array(numbers, np.int8)


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_the_same_rows_and_the_same_points(seats: int) -> None:
    """Through whole games by chance: the same rows at every moment, and at the end the points, but for the tokens."""
    library = swift.library()
    for number in range(6):
        chance = Random(number)
        state = sagrada.new(seats, chance.randbytes(32))
        while not sagrada.over(state):
            seat = sagrada.actors(state)[0]
            actions = [act for act in sagrada.legal(state, seat) if not isinstance(act, sagrada.UseTool)]
            placed = [act for act in actions if isinstance(act, sagrada.Place)]
            state = sagrada.apply(state, seat, chance.choice(placed or actions))
            if state.round == 0 or sagrada.over(state):
                continue
            rows = (ctypes.c_int16 * swift.MOST_ROWS)()
            count = library.rows_of(packed(state, seat).ctypes, rows)
            assert sorted(rows[:count]) == sorted(sight.known(state, seat))
        for seat, score in enumerate(sagrada.scores(state)):
            tokens = 0 if state.solo else state.players[seat].tokens
            assert library.final_points(packed(state, seat).ctypes) == score.total - tokens


def test_it_learns() -> None:
    """What is learned from some games judges them better; the same seed gives the same games, which can be kept."""
    weights = swift.begun(1)
    lessons, points = swift.games(weights, 7, 16, 0.5)
    again, _ = swift.games(weights, 7, 16, 0.5)
    assert (lessons == again).all()
    assert points > 20
    learner = swift.Learner(weights)
    before = learner.learn(lessons, 1, 0.0, 1)
    learner.learn(lessons, 60, 1e-3, 1)
    assert learner.learn(lessons, 1, 0.0, 1) < before
    seen = sight.Sight(Network.from_bytes(swift.whole(learner.weights)))
    state = sagrada.new(2, bytes(32))
    for seat in range(2):
        state = sagrada.apply(state, seat, sagrada.legal(state, seat)[0])
    assert sum(seen.appraise(state)[0]) == CHANCE


def test_it_learns_to_play_alone() -> None:
    """Of games for one it learns points less the round track, which games by chance end far below nothing."""
    weights = swift.begun(1)
    lessons, ahead = swift.games(weights, 7, 16, 0.5, alone=True)
    assert len(lessons) == 16 * 21 * swift.sizes().lesson
    assert -70 < ahead < 0
    learner = swift.Learner(weights)
    before = learner.learn(lessons, 1, 0.0, 1)
    learner.learn(lessons, 60, 1e-3, 1)
    assert learner.learn(lessons, 1, 0.0, 1) < before


def test_what_weights_are_worth_alone() -> None:
    """In games for one the weights that come along come nearer to the round track than those to begin with."""
    weak, _ = swift.alone(swift.begun(1), 7, 200)
    ahead, won = swift.alone(weights("sagrada_alone"), 7, 200)
    assert weak < ahead < 0
    assert 0 <= won < 1


def test_a_match_is_fair() -> None:
    """Somebody against themselves wins exactly half; the weights that come along beat those to begin with."""
    known, weak = weights("sagrada"), swift.begun(1)
    even = swift.match(known, known, 3, 100)
    assert even.won == 0.5
    assert even.points == pytest.approx(even.others_points)
    better = swift.match(known, weak, 3, 100)
    assert better.won > 0.6
    assert better.points > better.others_points > 20
