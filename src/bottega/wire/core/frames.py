"""What was made of the event that is being told, kept for the next connection that is told the same.

Many viewers of a table get the same bytes. Whoever is told first makes them, under a key of its own (the dialect, its
profile, the seat); the others find them here. Only the last event is kept: it is told to everybody before the next.
Used on the event loop only.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from bottega.table.events import Event

T = TypeVar("T")


class Frames:
    """A cache for one event at a time."""

    def __init__(self) -> None:
        self.event: Event | None = None
        """The event that is being told."""
        self.made: dict[Hashable, Any] = {}
        """What was made of it."""

    def find(self, event: Event, key: Hashable) -> Any:
        """What was kept under the key for this very event, None if nothing was."""
        if event is not self.event:
            self.event, self.made = event, {}
        return self.made.get(key)

    def keep(self, event: Event, key: Hashable, made: T) -> T:
        """Keep what was made for the event, and give it back."""
        if event is not self.event:
            self.event, self.made = event, {}
        self.made[key] = made
        return made

    def of(self, event: Event, key: Hashable, make: Callable[[], T]) -> T:
        """What is kept under the key, made now unless somebody has made it for this very event."""
        made: T | None = self.find(event, key)
        return made if made is not None else self.keep(event, key, make())


frames = Frames()
"""The cache that all connections of this process share."""
