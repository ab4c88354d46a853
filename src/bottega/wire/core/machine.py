"""What a dialect listens to, as one table: in which state, which message, with which payload, does what, and leads
where.

How it works. A :class:`Machine` is a tuple of :class:`Row` values, the same shape for every dialect. Dispatch looks a
row up by state and message; a message without a row in its state is refused; the page of the dialect shows the diagram
made from the rows (:meth:`Machine.diagram`); the suite compares the messages with the document's vocabulary and every
step of every transcript with ``then``.

The state itself is never stored: a dialect reads it off its table (``Dialect.state``), which the log decides, so a
connection cannot come to believe something else than the table does. ``then`` therefore promises where an accepted
message leads; it does not assign. What the table does by itself (a game starts, somebody else moves) is in
``changes``, with a word for what happened.

Whoever edits a machine:

1. Every message of the document has a row; every state that can be left has a row or a change that leaves it.
2. A handler belongs to one message. What several messages share is a function that their handlers call.
3. The payload type says all that can be said about the form of a message; handlers see no unchecked data.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from enum import Enum
from typing import Any, Generic, TypeVar

import msgspec

from bottega.limits import MAX_QUOTED

D = TypeVar("D")
P = TypeVar("P")
S = TypeVar("S", bound=Enum)

Handling = Generator[Any, Any, None]
"""What a handler is: it yields what to say and what to do, and is sent how that went (see ``dialect``)."""


class BadRequest(Exception):
    """A message that makes no sense before the rules are even asked: why, and the dialect's own word for such an
    error.
    """

    def __init__(self, reason: str, error: str = "") -> None:
        super().__init__(reason)
        self.error = error


def quoted(text: str) -> str:
    """What somebody sent, for the sentence that refuses it: as far as it is worth repeating."""
    return repr(text if len(text) <= MAX_QUOTED else f"{text[:MAX_QUOTED]}…")


class Nothing(msgspec.Struct, frozen=True):
    """The payload of a message that is nothing but its name."""


class Row(msgspec.Struct, Generic[S], frozen=True):
    """One line of the table; without ``then`` the state stays, with several it depends."""

    state: S
    message: str
    payload: type[Any]
    handler: Callable[[Any, Any], Handling]
    then: tuple[S, ...]


class Change(msgspec.Struct, Generic[S], frozen=True):
    """What the table does by itself: in this state, when that happens, the connection is in that state."""

    state: S
    what: str
    then: S


def on(
    states: S | Iterable[S],
    message: str,
    payload: type[P],
    handler: Callable[[D, P], Handling],
    *then: S,
) -> list[Row[S]]:
    """The rows for a message in one state or in several; the types of payload and handler must agree."""
    found = [states] if isinstance(states, Enum) else list(states)
    return [Row(state, message, payload, handler, then or (state,)) for state in found]


class Machine(Generic[S]):
    """The table of one dialect."""

    def __init__(
        self,
        start: S,
        rows: Iterable[Iterable[Row[S]]],
        changes: Iterable[tuple[S | Iterable[S], str, S]] = (),
        aliases: Mapping[str, str] | None = None,
        groups: Mapping[str, Iterable[S]] | None = None,
    ) -> None:
        self.start = start
        self.rows = {(row.state, row.message): row for several in rows for row in several}
        self._by_state: dict[S, dict[str, Row[S]]] = {state: {} for state in type(start)}
        self.changes = tuple(
            Change(state, what, then)
            for states, what, then in changes
            for state in ([states] if isinstance(states, Enum) else states)
        )
        self.aliases = dict(aliases or {})
        """Other names that the document (or its program) has for a message."""
        self.groups = {name: tuple(states) for name, states in (groups or {}).items()}
        """States that are drawn as one, for what they have in common; no state is in two groups."""
        self.payloads = {message: row.payload for (_, message), row in self.rows.items()}
        """What every message carries, for protocols that check that before they look for a row."""
        self.messages = frozenset(self.payloads)
        for (state, message), row in self.rows.items():
            self._by_state[state][message] = row
            for alias, name in self.aliases.items():
                if name == message:
                    self._by_state[state][alias] = row

    def row(self, state: S, message: str) -> Row[S] | None:
        """What a message does in a state, None if that state has no use for it."""
        return self._by_state[state].get(message)

    def knows(self, message: str) -> bool:
        """Whether there is such a message at all."""
        return self.aliases.get(message, message) in self.messages

    def leads(self, state: S, then: S) -> bool:
        """Whether the table has a way from one state to the other."""
        return (
            state == then
            or any(row.state == state and then in row.then for row in self.rows.values())
            or any(change.state == state and change.then == then for change in self.changes)
        )

    def diagram(self) -> str:
        """The machine as a Mermaid state diagram: an arrow for every way from state to state, with what leads there.

        A message that leads nowhere in any state is left out. What leads out of every state of a group, or into any of
        them, is drawn once; what leads from every state of it to one of them is in a note.
        """
        arrows: dict[tuple[S, S], list[str]] = {}
        drawn = {row.message for row in self.rows.values() if row.then != (row.state,)}
        for row in self.rows.values():
            if row.message in drawn:
                for then in row.then:
                    arrows.setdefault((row.state, then), []).append(row.message)
        for change in self.changes:
            arrows.setdefault((change.state, change.then), []).append(f"({change.what})")
        lines = [f"    [*] --> {_name(self.start)}"]
        for group, states in self.groups.items():
            lines += self._drawn(group, states, arrows)
        for (state, then), names in arrows.items():
            if names:
                lines.append(f"    {_name(state)} --> {_name(then)}: {', '.join(dict.fromkeys(names))}")
        return "\n".join(["stateDiagram-v2", *lines])

    def _drawn(self, group: str, states: tuple[S, ...], arrows: dict[tuple[S, S], list[str]]) -> list[str]:
        """A group, and what leads out of every state of it or into any; that is taken from the states' arrows."""
        lines = [f"    state {group} {{", *(f"        {_name(state)}" for state in states), "    }"]
        notes = []
        for then in type(self.start):
            common = _taken_from_all([arrows.get((state, then), []) for state in states])
            if common and then in states:
                notes.append(f"        from any to {_name(then)}: {', '.join(common)}")
            elif common:
                lines.append(f"    {group} --> {_name(then)}: {', '.join(common)}")
        for state in type(self.start):
            if state in states:
                continue
            if common := _taken_from_all([arrows.get((state, then), []) for then in states]):
                lines.append(f"    {_name(state)} --> {group}: {', '.join(common)}")
        return [*lines, f"    note right of {group}", *notes, "    end note"] if notes else lines


def _taken_from_all(ways: list[list[str]]) -> list[str]:
    """What is on all of several arrows; it is taken off each of them."""
    common = [name for name in dict.fromkeys(ways[0]) if all(name in way for way in ways)]
    for way in ways:
        way[:] = [name for name in way if name not in common]
    return common


def _name(state: Enum) -> str:
    return state.name.lower()
