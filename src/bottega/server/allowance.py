"""How many messages of one peer are answered, and when the next may be."""

from __future__ import annotations


class Allowance:
    """A token bucket: so many at once, so many a second."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = float(burst)
        self._left = float(burst)
        self._at = 0.0

    def spend(self, now: float) -> float:
        """Take one; if there is none left, take none and say in how many seconds there will be."""
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return (1 - self._left) / self._rate
        self._left -= 1
        return 0.0
