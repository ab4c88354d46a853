"""How many messages of one peer are answered, and when the next may be."""

from __future__ import annotations

_ROUNDING = 1e-6
"""So much less than wanted is enough: somebody who has waited as told would else be told to wait for no time at all."""


class Allowance:
    """A token bucket: so many at once, so many a second."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = float(burst)
        self._left = float(burst)
        self._lately = 0.0
        self._at = 0.0

    def begin_with(self, count: int, now: float) -> None:
        """Have so many left now."""
        self._left = min(self._burst, float(count))
        self._at = now

    def slow_down(self, rate: float) -> None:
        """Give no more than so many a second from now on."""
        self._rate = min(self._rate, rate)

    def charge(self, count: int) -> None:
        """Take so many, also if there are too few: then the next wait is longer."""
        self._left -= count
        self._lately += count

    def lately(self, now: float) -> float:
        """How many were taken that have not come back yet."""
        return max(0.0, self._lately - (now - self._at) * self._rate)

    def spend(self, now: float, count: int = 1) -> float:
        """Take so many (at most a whole bucket); if there are too few, take none and say in how many seconds there
        will be.
        """
        wanted = min(float(count), self._burst)
        back = (now - self._at) * self._rate
        self._lately = max(0.0, self._lately - back)
        self._left = min(self._burst, self._left + back)
        self._at = now
        if self._left < wanted - _ROUNDING:
            return (wanted - self._left) / self._rate
        self._left -= wanted
        self._lately += wanted
        return 0.0
