"""Delayed watching: those who do not play see a table some moves later than those who do.

How it works. The set-up of a table says by how many moves. The last so many moves of a running game (skipped turns are
moves too) are *held*, with every other entry since the first of them: each new move lets the oldest go, which is then
told to those who watch, and the end lets all of them go. Other entries let nothing go, since those who watch can make
some themselves, by asking for a seat. What a watcher is shown in any other way (a snapshot, a story, who is there, what
was said) is the table as it stood before the first that is held.

What must stay true:

1. Nobody without a seat is told anything that follows from an entry that is held: no step, view, clock, number,
   line or presence.
2. What is let go is told once, in its order.
3. What this node has not followed (after a restart, on another node) is read from the log before anybody watches;
   until then a table looks as if nothing had happened yet.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from bottega.games.refusal import Refusal
from bottega.table.beside import Wanted, always
from bottega.table.entries import Moved, Skipped, Started
from bottega.table.events import NOBODY, Event, Presences
from bottega.table.house import House
from bottega.table.position import AnyPosition, opened
from bottega.wire.house.story import Stories

MOST_READINGS = 8
"""How often a log is read again because something has happened meanwhile."""


def delayed(position: AnyPosition) -> bool:
    """Whether those who do not play see less of a table than those who do."""
    return position.setup.delay > 0 and position.started and not position.finished


class _Held(msgspec.Struct):
    """What those who watch a table do not know yet, and who was there at the last entry that they do."""

    events: list[Event]
    presence: Presences


def first_held(events: Sequence[Event], delay: int) -> int:
    """The place of the first event of a running game that is held: of so many moves, or of all while there are less."""
    moves = [place for place, event in enumerate(events) if isinstance(event.entry.fact, Moved | Skipped)]
    return moves[-delay] if len(moves) >= delay else 0


class Delays:
    """What is held of every table that somebody watches here; ``let_go`` tells an entry, and whether it is the last."""

    def __init__(self, house: House, stories: Stories, let_go: Callable[[Event, bool], None]) -> None:
        self._house = house
        self._stories = stories
        self._let_go = let_go
        self._held: dict[str, _Held] = {}

    def knows(self, table: str) -> bool:
        """Whether it is known what is held of a table."""
        return table in self._held

    def forget(self, table: str) -> None:
        """Nobody watches there any more."""
        self._held.pop(table, None)

    def told(self, event: Event) -> None:
        """Hold an entry, and let those go whose time has come."""
        after, table = event.after, event.table
        if not after.setup.delay:
            return
        if isinstance(event.entry.fact, Started):
            self._held[table] = _Held([], event.presence)  # everybody may know that it begins
            return
        held = self._held.get(table)
        if held is None:
            return
        events = [*held.events, event]
        first = len(events) if after.finished else first_held(events, after.setup.delay)
        for place, known in enumerate(events[:first], 1):
            held.events, held.presence = events[place:], known.presence
            self._let_go(known, place == first)
        held.events = events[first:]
        if after.finished:
            del self._held[table]

    def prepare(self, table: str, then: Callable[[Refusal | None], None], wanted: Wanted = always) -> None:
        """Know what is held of a table, if anything is; then, or why it cannot be known."""
        self._read(table, then, wanted, MOST_READINGS)

    def _read(self, table: str, then: Callable[[Refusal | None], None], wanted: Wanted, left: int) -> None:
        live = self._house.tables.get(table)
        if live is None or not delayed(live.position) or table in self._held or not left:
            then(None)
            return
        position = live.position

        def read(events: list[Event] | Refusal) -> None:
            if isinstance(events, Refusal):
                then(events)
            elif live.position is position:
                running = [event for event in events if event.before.started]
                self._held[table] = _Held(running[first_held(running, position.setup.delay) :], NOBODY)
                then(None)
            else:
                self._read(table, then, wanted, left - 1)

        self._stories.ask(position, read, wanted)

    def seen(self, position: AnyPosition) -> AnyPosition:
        """A live table as those see it who do not play there."""
        if not delayed(position):
            return position
        held = self._held.get(position.charter.id)
        if held is None:
            return opened(position.charter)
        return held.events[0].before if held.events else position

    def presence(self, table: str) -> Presences:
        """Who was at a table when it stood as those see it who do not play there, as far as that is known."""
        held = self._held.get(table)
        return NOBODY if held is None else held.presence

    def silent_from(self, position: AnyPosition) -> float:
        """What was said from then on (milliseconds since 1970) they do not hear yet."""
        if not delayed(position):
            return float("inf")
        held = self._held.get(position.charter.id)
        if held is None:
            return 0.0
        return held.events[0].entry.at if held.events else float("inf")
