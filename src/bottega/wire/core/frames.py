"""What was made of the event that is being told, kept for the next connection that is told the same.

Many viewers of a table get the same bytes. Whoever is told first makes them, under a key of its own (the dialect, its
profile, the seat); the others find them here. Only the last event is kept: it is told to everybody before the next.
Used on the event loop only.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

from bottega.table.events import Event


class Frames:
    """A cache for one event at a time."""

    def __init__(self) -> None:
        self._event: Event | None = None
        self._made: dict[Hashable, bytes] = {}

    def of(self, event: Event, key: Hashable, make: Callable[[], bytes]) -> bytes:
        """The bytes under the key, made now unless somebody has made them for this very event."""
        if event is not self._event:
            self._event, self._made = event, {}
        made = self._made.get(key)
        if made is None:
            made = self._made[key] = make()
        return made


frames = Frames()
"""The cache that all connections of this process share."""
