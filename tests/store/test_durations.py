"""How long something took, every time."""

from __future__ import annotations

import pytest

from bottega.store.durations import BOUNDS, Durations


def test_nothing_yet() -> None:
    """Every bound is there from the start, and so is the one without."""
    durations = Durations()
    assert durations.at_most() == [(bound, 0) for bound in (*BOUNDS, float("inf"))]
    assert (durations.count, durations.total) == (0, 0.0)


@pytest.mark.parametrize(
    ("seconds", "counted"),
    [(0.0, [1, 1, 1]), (0.01, [1, 1, 1]), (0.011, [0, 1, 1]), (0.1, [0, 1, 1]), (7.0, [0, 0, 1])],
)
def test_bounds_belong_to_what_is_below(seconds: float, counted: list[int]) -> None:
    """At most means at most; beyond the last bound is counted too."""
    durations = Durations((0.01, 0.1))
    durations.add(seconds)
    assert [count for _, count in durations.at_most()] == counted


def test_bounds_rise() -> None:
    """As Prometheus wants them."""
    assert list(BOUNDS) == sorted(set(BOUNDS))
