"""When something has to be looked at that nobody is at: a dormant game over days, when somebody's time is over.

What must stay true: an alarm rings once, at its last time; one that was taken back does not.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush


class Alarms:
    """What rings when, by the name of what has to be looked at."""

    def __init__(self) -> None:
        self._queue: list[tuple[float, str]] = []
        """The soonest first; what is not as in ``_times`` is void."""
        self._times: dict[str, float] = {}

    def __len__(self) -> int:
        return len(self._times)

    def set(self, name: str, at: float) -> None:
        """Ring at that time, and at no other."""
        self._times[name] = at
        heappush(self._queue, (at, name))

    def void(self, name: str) -> None:
        """Do not ring."""
        self._times.pop(name, None)

    def ringing(self, now: float, most: int) -> Iterator[str]:
        """Those whose time has come, the soonest first, so many at most."""
        while most and self._queue and self._queue[0][0] <= now:
            at, name = heappop(self._queue)
            if self._times.get(name) == at:
                del self._times[name]
                most -= 1
                yield name
