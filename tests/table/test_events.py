"""What viewers are told: values that hold all that was true at that moment, and need no live table."""

from __future__ import annotations

import pytest

from bottega.table.entries import DamagedLog, Moved, Sat, Started
from bottega.table.events import Deadlines, Event, Presence, history
from bottega.table.position import Setup, StartPolicy
from tests.table.rigs import Inn, actor, kinds, play, play_out


def test_presence_is_as_of_that_moment() -> None:
    """An event keeps who was there when it was told, whatever happens afterwards, and nobody can change it."""
    inn = Inn()
    table = inn.running("Ada", "Bob")
    play(table)
    seen = inn.viewers["Ada"].events[-1]
    table.drop(inn.viewers["Bob"], 100)
    assert dict(seen.presence) == {"Ada": Presence.HERE, "Bob": Presence.HERE}
    assert seen.present("Bob")
    assert dict(table.attendance.presences) == {"Ada": Presence.HERE}
    with pytest.raises(TypeError):
        seen.presence["Bob"] = Presence.AWAY  # type: ignore[index]  # mypy says so too


def test_presence_costs_nothing_while_nobody_comes_or_goes() -> None:
    """Events of a table at which everybody stays share one mapping."""
    inn = Inn()
    table = inn.running("Ada", "Bob")
    play(table)
    play(table)
    last, before = inn.viewers["Ada"].events[-1], inn.viewers["Ada"].events[-2]
    assert last.presence is before.presence
    table.suspend("Bob")
    assert table.attendance.presences["Bob"] is Presence.SUSPENDED


def test_the_turn_has_all_its_time_when_it_is_told() -> None:
    """The deadline of a new turn is known before anybody is told of it; the same turn goes on with what is left."""
    inn = Inn()
    table = inn.running("Ada", "Bob", "Cyd", turn_seconds=60)
    mover = inn.viewers[actor(table)]
    started = next(event for event in mover.events if isinstance(event.entry.fact, Started))
    assert started.deadlines.turn_left == 60
    inn.after(20)
    table.quit(next(seat.name for seat in table.position.seats if seat.name != mover.name))
    assert (mover.events[-1].deadlines.turn_left, mover.events[-1].deadlines) == (40, table.deadlines)
    play(table)
    assert (mover.events[-1].deadlines.turn_left, mover.events[-1].deadlines) == (60, table.deadlines)


def test_the_wait_for_the_start_is_told_with_the_second_player() -> None:
    """Whoever is told that the second player sits down is told when the table will start."""
    inn = Inn()
    setup = Setup(seats=4, start=StartPolicy.COUNTDOWN, lobby_seconds=30)
    inn.enter("Ada", setup)
    inn.enter("Bob", setup)
    first, second = (event for event in inn.viewers["Ada"].events if isinstance(event.entry.fact, Sat))
    assert (first.deadlines.starts_in, second.deadlines.starts_in) == (None, 30)


def test_the_last_entry_has_no_deadline() -> None:
    """When a game is over no clock runs, and that is told with its last entry."""
    inn = Inn()
    table = inn.running("Ada", "Bob", turn_seconds=60)
    play_out(table)
    last = inn.viewers["Bob"].events[-1]
    assert (last.after.finished, last.deadlines.turn_left, last.deadlines.starts_in) == (True, None, None)


def test_time_left_is_never_negative() -> None:
    """A deadline that has passed leaves no time."""
    assert Deadlines(turn_ends=5.0, starts=7.0, at=9.0).turn_left == 0
    assert Deadlines(turn_ends=5.0, starts=7.0, at=6.0).starts_in == 1


def test_history_retells_what_was_told() -> None:
    """From the log alone come the same entries, positions and steps as were told at the time."""
    inn = Inn()
    table = inn.running("Ada", "Bob")
    play_out(table, most=30)
    charter, rows = inn.log.read(table.id)
    events, told = history(charter, rows), inn.viewers["Ada"].events
    assert [event.entry.fact.kind for event in events] == kinds(table)
    assert [(event.entry, event.before, event.after, list(event.steps)) for event in events] == [
        (event.entry, event.before, event.after, list(event.steps)) for event in told
    ]
    assert {event.table for event in events} == {table.id}
    assert all(isinstance(event, Event) and not event.presence for event in events)
    assert sum(isinstance(event.entry.fact, Moved) for event in events) == 30


def test_history_of_a_damaged_log() -> None:
    """A log that cannot be followed is damage, not half a story."""
    inn = Inn()
    table = inn.running("Ada", "Bob")
    play_out(table, most=5)
    charter, rows = inn.log.read(table.id)
    with pytest.raises(DamagedLog):
        history(charter, [*rows[:4], *rows[5:]])
