"""Numbers with their uncertainty.

The unit is the *deal*, not the game: the games of one deal, with seats swapped, hang together. ``share_interval`` holds
for a number of deals that was fixed before. ``Wager`` and ``lasting_interval`` hold whenever one stops looking: they
bet against a supposed mean, and if it is the true one, no way to bet multiplies the stake by forty with more than one
chance in forty, however long one goes on (Ville's inequality; the bets follow Waudby-Smith and Ramdas, "Estimating
means of bounded random variables by betting").
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist, fmean, stdev, variance

CONFIDENCE = 0.95
_Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
_GRID = 200
"""Into how many parts the means are divided that ``lasting_interval`` bets against."""
_CAUTION = 0.75
"""The greatest part of the stake that is ever bet."""


def share_interval(deals: Sequence[float], games: int) -> tuple[float, float]:
    """Where the mean of shares lies with 95 %: Wilson's interval for as many games as the deals are worth.

    A pair of games of one deal is worth two independent games if the deal's luck evens out, and one if it does not;
    how much it is worth is estimated from how the deals differ, and never put below one or above what was played.

    >>> [round(end, 3) for end in share_interval([1.0] * 10 + [0.5] * 10, 40)]
    [0.598, 0.858]
    """
    mean, count = fmean(deals), float(len(deals))
    spread = variance(deals) if len(deals) > 1 else 0.0
    if spread:
        count = min(max(count, count * mean * (1 - mean) / spread), float(games))
    return _wilson(mean, count)


def _wilson(mean: float, count: float) -> tuple[float, float]:
    middle = (mean + _Z**2 / (2 * count)) / (1 + _Z**2 / count)
    half = _Z / (1 + _Z**2 / count) * math.sqrt(mean * (1 - mean) / count + _Z**2 / (4 * count**2))
    return max(0.0, middle - half), min(1.0, middle + half)


def margin(values: Sequence[float]) -> float:
    """How far the mean of the values may be off with 95 % (Student's t); infinite for a single one."""
    if len(values) < 2:
        return math.inf
    return _student(len(values) - 1) * stdev(values) / math.sqrt(len(values))


def _student(freedom: int) -> float:
    """The quantile of Student's distribution, by its series in 1/freedom; less than a hundredth too small for two."""
    if freedom == 1:
        return math.tan(math.pi * CONFIDENCE / 2)
    series = (
        (_Z**3 + _Z) / 4,
        (5 * _Z**5 + 16 * _Z**3 + 3 * _Z) / 96,
        (3 * _Z**7 + 19 * _Z**5 + 17 * _Z**3 - 15 * _Z) / 384,
        (79 * _Z**9 + 776 * _Z**7 + 1482 * _Z**5 - 1920 * _Z**3 - 945 * _Z) / 92160,
    )
    return _Z + math.fsum(term / freedom ** (power + 1) for power, term in enumerate(series))


class Wager:
    """Two bets on numbers from 0 to 1 as they come: that their mean is above, and that it is below a supposed one."""

    def __init__(self, supposed: float) -> None:
        self._supposed = supposed
        self._above = self._below = 0.0
        self._most_above = self._most_below = 0.0
        self._count, self._sum, self._squares = 1, 0.5, 0.5
        """As if half a victory had been seen before: nobody bets on nothing."""

    def see(self, value: float) -> None:
        """Take the next number; what was bet on it depends on those before it alone."""
        mean = self._sum / self._count
        edge = mean - self._supposed
        spread = max(self._squares / self._count - mean**2, 1e-6)
        bet = edge / (spread + edge**2)
        gain = value - self._supposed
        if bet > 0:
            self._above += math.log1p(min(bet, _CAUTION / max(self._supposed, 1e-9)) * gain)
        elif bet < 0:
            self._below += math.log1p(max(bet, -_CAUTION / max(1 - self._supposed, 1e-9)) * gain)
        self._most_above = max(self._most_above, self._above)
        self._most_below = max(self._most_below, self._below)
        self._count, self._sum, self._squares = self._count + 1, self._sum + value, self._squares + value**2

    @property
    def verdict(self) -> str | None:
        """``above`` or ``below`` as soon as one of the bets has multiplied its stake enough, else None."""
        enough = math.log(2 / (1 - CONFIDENCE))
        if self._most_above >= enough:
            return "above"
        return "below" if self._most_below >= enough else None


def lasting_interval(values: Sequence[float]) -> tuple[float, float]:
    """Where the mean lies with 95 % whenever one stops, even if one stops because of what one sees."""
    kept = []
    for step in range(_GRID + 1):
        wager = Wager(step / _GRID)
        for value in values:
            wager.see(value)
        if wager.verdict is None:
            kept.append(step)
    if not kept:
        return 0.0, 1.0
    return max(0, kept[0] - 1) / _GRID, min(_GRID, kept[-1] + 1) / _GRID
