"""What viewers are told: values that need no live table.

An :class:`Event` is a durable entry with all that was true when it was told: the positions around it, the game's steps
in it, who was there, and how long the turn (or the wait for the start) lasts from then on. Whoever is told it, at once,
late or years later in a replay, needs nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Protocol, runtime_checkable

import msgspec

from bottega.games.core import AnyStep
from bottega.store.log import Charter, Row
from bottega.table.entries import Entry
from bottega.table.position import AnyPosition, follow, opened


class Presence(StrEnum):
    """Whether a player is connected, not, or connected and passed over until they ask to come back."""

    HERE = "here"
    AWAY = "away"
    SUSPENDED = "suspended"


Presences = Mapping[str, Presence]
"""Who is at a table, by name; whoever is not in it is away."""

NOBODY: Presences = MappingProxyType({})
"""Nobody is there any more, as at a table that is long finished."""


class Deadlines(msgspec.Struct, frozen=True, gc=False):
    """When the turn ends and when the table starts by itself (None: not so), and when that was looked at."""

    turn_ends: float | None = None
    starts: float | None = None
    at: float = 0.0

    @property
    def turn_left(self) -> float | None:
        """Seconds left of the turn, None without a clock."""
        return None if self.turn_ends is None else max(0.0, self.turn_ends - self.at)

    @property
    def starts_in(self) -> float | None:
        """Seconds until the table starts by itself, None if it does not yet."""
        return None if self.starts is None else max(0.0, self.starts - self.at)


TIMELESS = Deadlines()
"""No clock runs, as at a table that is long finished."""


class Event(msgspec.Struct, frozen=True, gc=False):
    """A durable entry, and the table before and after it."""

    entry: Entry
    before: AnyPosition
    after: AnyPosition
    steps: Sequence[AnyStep] = ()
    presence: Presences = NOBODY
    deadlines: Deadlines = TIMELESS
    suspends: str = ""
    """Who is passed over from now on because of it; the notice of that follows."""

    @property
    def table(self) -> str:
        """The table's id."""
        return self.after.charter.id

    def present(self, name: str) -> bool:
        """Whether the player was connected and playing."""
        return self.presence.get(name) is Presence.HERE


class Notice(msgspec.Struct, frozen=True):
    """Somebody at a table (given by its id) has come, gone, or is passed over."""

    table: str
    name: str
    presence: Presence


class Viewer(Protocol):
    """Whoever is told what happens at a table: a connection, a bot, the house itself."""

    def told(self, event: Event) -> None:
        """An entry is durable."""

    def noticed(self, notice: Notice) -> None:
        """Somebody came or went."""


@runtime_checkable
class Keeper(Protocol):
    """A viewer that may keep a seat, and be told that it does so no more."""

    def make_way(self, table: Any) -> None:
        """The player has come back to the table on another connection."""

    def shown_out(self, table: Any) -> None:
        """The seat was given up before the start, by whomever."""


class Bots(Viewer, Protocol):
    """Whoever plays the bots' seats."""

    def look_at(self, table: str) -> None:
        """Somebody looks at a table, given by its id: perhaps its bots go on."""

    def hurry(self, table: str) -> None:
        """How long bots wait at a table has changed: ask it anew."""


def retold(charter: Charter, rows: Iterable[Row]) -> Iterator[Event]:
    """The events of a table, one by one, from what its log holds; DamagedLog where it cannot be followed."""
    position = opened(charter)
    for row in rows:
        before = position
        entry, position, steps = follow(before, row)
        yield Event(entry, before, position, steps)


def history(charter: Charter, rows: Iterable[Row]) -> list[Event]:
    """All events of a table, from what its log holds; DamagedLog if it cannot be followed."""
    return list(retold(charter, rows))
