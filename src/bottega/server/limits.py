"""How much one peer may ask of the house. All limits are here; ``docs/operations.md`` explains them.

Whoever sends faster than allowed is answered later; whoever goes beyond any other limit is cut off, with the reason in
the log.
"""

from __future__ import annotations

import msgspec


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """What a connection may do."""

    connections: int = 20_000
    """Connections open at once, over all listeners."""
    messages_per_second: float = 100.0
    """How many messages of a peer are answered, in the long run."""
    burst: int = 400
    """How many are answered at once after a pause, and how many may wait for an answer: more are a flood."""
    held_messages: int = 64
    """How many messages wait for the disk or for their time to come; then reading pauses."""
    unread_bytes: int = 1 << 20
    """How much a peer may leave unread before it counts as gone."""
    linger_seconds: float = 2.0
    """How long a peer may take to read the last words when its connection is closed."""
    silent_seconds: float = 120.0
    """How long a peer may stay connected without having given a name."""


class Allowance:
    """A leaky bucket: so many at once, so many a second."""

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
