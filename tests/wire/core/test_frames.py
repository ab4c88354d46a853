"""The cache of what was made of the event being told."""

from __future__ import annotations

from bottega.store.log import Charter
from bottega.table.entries import Entry, Quit
from bottega.table.events import Event
from bottega.table.position import Position, Setup
from bottega.wire.core.frames import Frames

POSITION: Position[object] = Position(Charter("t", "splendor", 1, "{}", b"", "", 0), Setup())


def event() -> Event:
    """An event, equal to every other one made here."""
    return Event(Entry(1, 0, Quit(0)), POSITION, POSITION)


def test_made_once_for_each_key() -> None:
    """The same event under the same key is made once, under another key anew."""
    frames, told, made = Frames(), event(), []

    def make() -> bytes:
        made.append(1)
        return b"%d" % len(made)

    assert [frames.of(told, "a", make), frames.of(told, "a", make), frames.of(told, "b", make)] == [b"1", b"1", b"2"]


def test_nothing_is_taken_from_another_event() -> None:
    """An event that is merely equal to the last one is another: its bytes are made anew."""
    frames = Frames()
    assert frames.of(event(), "a", lambda: b"first") == b"first"
    assert frames.of(event(), "a", lambda: b"second") == b"second"


def test_nothing_to_send_is_an_answer_too() -> None:
    """Empty bytes are kept like any others."""
    frames, told = Frames(), event()
    assert frames.of(told, "a", lambda: b"") == b""
    assert frames.of(told, "a", lambda: b"again") == b""
