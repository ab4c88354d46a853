"""A game in the terminal, move by move, as a spectator would have seen it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress

from bottega.archive import followed, load, result_line
from bottega.games.core import write_all
from bottega.plain import say
from bottega.store.opening import Where
from bottega.table.entries import (
    Asked,
    DamagedLog,
    Ended,
    HandedOver,
    Left,
    Moved,
    Paused,
    Proposed,
    Quit,
    Sat,
    Sized,
    Skipped,
    Started,
    Succeeded,
    Undone,
    Voted,
    Worded,
)
from bottega.table.events import Event
from bottega.table.position import AnyPosition, fold, opened

PROMPT = "Enter next, b back, a number jumps, q quits: "


def replay_table(target: str, where: Where, all_at_once: bool) -> None:
    """Show a game: all moves, or step by step if somebody is there to step."""
    charter, rows = load(target, where)
    say(f"table {charter.id}: {charter.game}, {len(rows)} entries")
    with suppress(DamagedLog):  # (told where it is met)
        if not fold(charter, rows).finished:
            say("warning: the game is not over: you see what its players keep from each other", sys.stderr)
    if all_at_once or not sys.stdin.isatty():
        for event in followed(charter, rows):
            say(f"{event.entry.seq:4} {headline(event)}")
            if event.after.result is not None:
                say(f"     {result_line(event.after)}")
        return
    _step_through(opened(charter), list(followed(charter, rows)))


def _step_through(opening: AnyPosition, events: list[Event]) -> None:
    at = 0
    while True:
        print()
        for line in page(opening, events[at - 1] if at else None):
            say(line)
        try:
            command = input(f"[{at}/{len(events)}] {PROMPT}").strip()
        except EOFError:
            print()
            return
        if command == "q":
            return
        if command == "":
            at += 1
        elif command == "b":
            at -= 1
        elif command.isdecimal():
            at = int(command)
        else:
            say(f"{command!r} is none of these.")
        at = max(0, min(at, len(events)))


def headline(event: Event) -> str:
    """What happened, in one line."""
    fact, position = event.entry.fact, event.after
    name = position.seats[fact.seat].name if 0 <= fact.seat < len(position.seats) else ""
    match fact:
        case Sat():
            return f"{name} sits down"
        case Left(seat):
            return f"seat {seat + 1} is given up"
        case Worded(_, word):
            return f"{name} adds a word to the seed" + (f": {word}" if word else "")  # it may have been forgotten
        case Sized(seats):
            return f"{seats} shall play"
        case Started():
            return "the game starts: " + ", ".join(seat.name for seat in position.seats)
        case Moved(_, actions):
            return f"{name}: {write_all(actions)}"
        case Skipped(_, actions):
            return f"{name} is skipped: {write_all(actions)}"
        case Undone(_, to):
            return f"{name} takes back what was played since entry {to}"
        case Proposed(_, motion):
            return f"{name} asks the others: {motion}"
        case Voted(_, yes):
            return f"{name} agrees" if yes else f"{name} says no"
        case Paused(_, on):
            return "the game is paused" if on else f"{name} ends the pause"
        case Quit():
            return f"{name} leaves for good"
        case HandedOver(_, bot):
            return f"{bot} plays for {name}" if bot else f"{name} plays again"
        case Asked(_, asker):
            return f"{asker} asks to play on for {name}"
        case Succeeded(seat):
            return f"{name} plays on for {event.before.seats[seat].name}"
        case Ended(reason):
            return f"the game ends: {reason}"


def page(opening: AnyPosition, event: Event | None) -> Iterator[str]:
    """What happened, the table after it, and the scores as they stand."""
    position = opening
    if event is not None:
        position = event.after
        yield headline(event)
    if position.started:
        yield "   ".join(f"seat {number}: {seat.name}" for number, seat in enumerate(position.seats))
        yield ""
        yield from str(position.game.view(position.state, None)).splitlines()
        yield ""
        for score in position.game.scores(position.state):
            lines = "; ".join(f"{line.what} {line.figure}" for line in score.lines)
            yield f"{position.seats[score.seat].name}: {score.total}" + (f" ({lines})" if lines else "")
    if position.result is not None:
        yield result_line(position)
