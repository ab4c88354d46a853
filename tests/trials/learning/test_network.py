"""A network in training: it learns what can be learned, and what is played with is what was learned."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from bottega.bots.network import UNIT, Network
from trials.learning.network import Learner, Positions

ROWS, OUTPUTS, WIDTH = 12, 3, 8
KIN = [(ROWS + row % 2,) if row > 5 else () for row in range(ROWS)]


@pytest.fixture
def positions() -> Positions:
    """Positions in which whoever has the higher row wins, and the second move is always right."""
    chance = np.random.default_rng(3)
    found = Positions()
    for _ in range(600):
        mine, yours = (int(each) for each in chance.integers(0, ROWS, 2))
        found.rows.append([mine])
        found.others.append([yours])
        found.worth.append(1.0 if mine > yours else 0.0 if mine < yours else 0.5)
        found.points.append(mine / ROWS)
        found.moves.append([(1, 0.0), (2, 1.0)])
    return found


def trained(positions: Positions) -> Learner:
    """A learner after some passes."""
    learner = Learner(ROWS, OUTPUTS, WIDTH, KIN, 1, [0.0] * ROWS, 0.01)
    lessons, chance = learner.lessons(positions), np.random.default_rng(1)
    for _ in range(300):
        learner.learn(lessons, chance.integers(0, len(positions), 64), 0.02)
    return learner


def test_it_learns_who_wins(positions: Positions) -> None:
    """The stronger of two seats is told apart, and the right move comes to mind, in whole numbers too."""
    network = trained(positions).network()
    strengths = [network.first([row], network.hidden([row])) for row in range(ROWS)]
    assert sum(low < high for low, high in pairwise(strengths)) >= ROWS - 3
    assert strengths[-1] - strengths[0] > 2 * UNIT
    assert all(outputs[2] > outputs[1] for outputs in (network.others(network.hidden([row])) for row in range(ROWS)))


def test_the_same_seeds_give_the_same_weights(positions: Positions) -> None:
    """Training can be repeated."""
    assert trained(positions).to_bytes() == trained(positions).to_bytes()


def test_what_is_kept_is_taken_up(positions: Positions, tmp_path: Path) -> None:
    """Weights survive a file, and the file for playing holds the same network."""
    learner = trained(positions)
    learner.save(tmp_path / "weights.npz")
    again = Learner(ROWS, OUTPUTS, WIDTH, KIN, 2, [0.0] * ROWS, 0.01)
    again.load(tmp_path / "weights.npz")
    assert again.to_bytes() == learner.to_bytes()
    read, plays = Network.from_bytes(learner.to_bytes()), learner.network()
    assert read.first([4], read.hidden([4])) == plays.first([4], plays.hidden([4]))


def test_judging_changes_nothing(positions: Positions) -> None:
    """Positions that are held back are not learned from."""
    learner = trained(positions)
    before = learner.to_bytes()
    assert learner.judged(learner.lessons(positions), np.arange(50)) < 0.6
    assert learner.to_bytes() == before
