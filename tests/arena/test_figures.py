"""Intervals hold what they promise, and the sequential test is seldom wrong however often one looks."""

from __future__ import annotations

import math
from random import Random

import pytest

from bottega.arena.figures import Wager, lasting_interval, margin, share_interval


def test_an_interval_holds_the_mean_and_shrinks() -> None:
    """The more deals, the narrower; never beyond 0 and 1; all victories are no proof of always."""
    low, high = share_interval([0.5, 1.0, 0.0, 1.0] * 5, 40)
    closer = share_interval([0.5, 1.0, 0.0, 1.0] * 50, 400)
    assert low < closer[0] < 0.625 < closer[1] < high
    assert share_interval([1.0] * 10, 20) == pytest.approx((0.7225, 1.0), abs=1e-4)
    assert share_interval([0.0], 1)[1] < 1.0


def test_a_deal_is_worth_one_to_all_of_its_games() -> None:
    """Where both games of a deal go the same way it counts once, where its luck evens out as often as it was played."""
    alike = share_interval([0.0, 1.0] * 10, 40)
    evened = share_interval([0.5] * 19 + [1.0], 40)
    assert alike == share_interval([0.0, 1.0] * 10, 20)
    assert evened[1] - evened[0] < alike[1] - alike[0]


@pytest.mark.parametrize(("count", "quantile"), [(3, 4.303), (5, 2.776), (11, 2.228), (31, 2.042)])
def test_the_margin_is_students(count: int, quantile: float) -> None:
    """As the tables of his distribution have it."""
    values = [float(number) for number in range(count)]
    spread = math.sqrt(count * (count + 1) / 12)
    assert margin(values) == pytest.approx(quantile * spread / math.sqrt(count), rel=0.01)
    assert margin(values[:1]) == math.inf


def test_the_test_is_seldom_wrong_however_often_one_looks() -> None:
    """A fair coin, looked at after every one of 300 throws: at most one contest in twenty is decided."""
    chance = Random(5)
    decided = 0
    for _ in range(200):
        wager = Wager(0.5)
        for _ in range(300):
            wager.see(float(chance.getrandbits(1)))
        decided += wager.verdict is not None
    assert decided <= 10


@pytest.mark.parametrize(("share", "verdict"), [(0.75, "above"), (0.25, "below")])
def test_the_test_sees_what_is_plain(share: float, verdict: str) -> None:
    """Three of four is told from a half within 200 deals, in the right direction; what is decided stays so."""
    chance = Random(7)
    for _ in range(20):
        wager = Wager(0.5)
        for _ in range(200):
            wager.see(float(chance.random() < share))
        assert wager.verdict == verdict
        for _ in range(50):
            wager.see(0.5)
        assert wager.verdict == verdict


def test_the_lasting_interval() -> None:
    """It holds the true mean, is wider than one for a fixed number, and shrinks; of nothing it knows nothing."""
    chance = Random(11)
    values = [float(chance.random() < 0.7) for _ in range(300)]
    low, high = lasting_interval(values)
    fixed_low, fixed_high = share_interval(values, 300)
    assert low < fixed_low < 0.7 < fixed_high < high
    early_low, early_high = lasting_interval(values[:40])
    assert early_low < low < high < early_high
    assert lasting_interval([]) == (0.0, 1.0)


def test_the_lasting_interval_at_the_edges() -> None:
    """Always and never are possible, and little else after many deals."""
    assert lasting_interval([1.0] * 100)[1] == 1.0
    assert lasting_interval([1.0] * 100)[0] > 0.9
    assert lasting_interval([0.0] * 100)[0] == 0.0
