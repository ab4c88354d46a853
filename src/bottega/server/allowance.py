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
        lately = self._lately - (now - self._at) * self._rate
        return lately if lately > 0.0 else 0.0

    def spend(self, now: float, count: int = 1) -> float:
        """Take so many (at most a whole bucket); if there are too few, take none and say in how many seconds there
        will be.
        """
        burst, back = self._burst, (now - self._at) * self._rate
        wanted = count if count < burst else burst  # (as min and max would, for which each move is too often)
        lately, left = self._lately - back, self._left + back
        if lately < 0.0:
            lately = 0.0
        if left > burst:
            left = burst
        self._at = now
        if left < wanted - _ROUNDING:
            self._lately, self._left = lately, left
            return (wanted - left) / self._rate
        self._lately, self._left = lately + wanted, left - wanted
        return 0.0
