"""How long something took, every time it was done, in a few numbers.

Plain integers, written by one thread and read by another when somebody asks: what is read may be a moment old.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate

BOUNDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""Seconds: from a fast disk to one that is about to fail."""


class Durations:
    """A histogram: how often it took at most so long.

    >>> commits = Durations((0.01, 0.1))
    >>> for seconds in (0.002, 0.004, 0.05, 3.0):
    ...     commits.add(seconds)
    >>> commits.at_most(), commits.count, round(commits.total, 3)
    ([(0.01, 2), (0.1, 3), (inf, 4)], 4, 3.056)
    """

    def __init__(self, bounds: tuple[float, ...] = BOUNDS) -> None:
        self._bounds = bounds
        self._counts = [0] * (len(bounds) + 1)
        self.total = 0.0
        """Seconds, all together."""

    def add(self, seconds: float) -> None:
        """It took so long once more."""
        self._counts[bisect_left(self._bounds, seconds)] += 1
        self.total += seconds

    @property
    def count(self) -> int:
        """How often it was done."""
        return sum(self._counts)

    def at_most(self) -> list[tuple[float, int]]:
        """For every bound, and for none at all, how often it took at most so long."""
        return list(zip((*self._bounds, float("inf")), accumulate(self._counts), strict=True))
