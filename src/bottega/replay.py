"""A game in the terminal, move by move, as a spectator would have seen it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

from bottega.archive import followed, load, result_line
from bottega.store.log import Entry
from bottega.table.position import Position, opened

PROMPT = "Enter next, b back, a number jumps, q quits: "
WIDTH = 110
GRIDS = {"dice": 5}
"""Lists that are boards of so many columns."""
PRINTED = {"text"}
"""What a card says, whoever has it: too long to be read again with every move."""


def replay_table(target: str, data: Path, all_at_once: bool) -> None:
    """Show a game: all moves, or step by step if somebody is there to step."""
    charter, entries = load(target, data)
    print(f"table {charter.id}: {charter.game}, {len(entries)} entries")
    if all_at_once or not sys.stdin.isatty():
        for entry, position, _ in followed(charter, entries):
            print(f"{entry.seq:4} {headline(entry, position)}")
            if position.result is not None:
                print(f"     {result_line(position)}")
        return
    positions = [opened(charter), *(position for _, position, _ in followed(charter, entries))]
    _step_through(entries, positions)


def _step_through(entries: list[Entry], positions: list[Position]) -> None:
    at = 0
    while True:
        print()
        for line in page(entries[at - 1] if at else None, positions[at]):
            print(line)
        try:
            command = input(f"[{at}/{len(entries)}] {PROMPT}").strip()
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
            print(f"{command!r} is none of these.")
        at = max(0, min(at, len(entries)))


def headline(entry: Entry, position: Position) -> str:
    """What an entry says, in one line."""
    name = position.seats[entry.seat].name if 0 <= entry.seat < len(position.seats) else ""
    headlines = {
        "sit": f"{name} sits down",
        "leave": f"seat {entry.seat + 1} is given up",
        "size": f"{entry.text} shall play",
        "start": "the game starts: " + ", ".join(seat.name for seat in position.seats),
        "move": f"{name}: {entry.text}",
        "skip": f"{name} is skipped: {entry.text}",
        "quit": f"{name} leaves for good",
        "bot": f"{entry.text} plays for {name}" if entry.text else f"{name} plays again",
        "end": f"the game ends: {entry.text}",
    }
    return headlines[entry.kind]


def page(entry: Entry | None, position: Position) -> Iterator[str]:
    """What happened, the table after it, and the scores as they stand."""
    if entry is not None:
        yield headline(entry, position)
    if position.started:
        yield from board(msgspec.json.decode(msgspec.json.encode(position.game.view(position.state, None))))
        for score in position.game.scores(position.state):
            lines = "; ".join(f"{line.what} {line.points}" for line in score.lines)
            yield f"{position.seats[score.seat].name}: {score.total}" + (f" ({lines})" if lines else "")
    if position.result is not None:
        yield result_line(position)


def board(view: object, indent: str = "") -> Iterator[str]:
    """A view as short lines: what fits is on one line, what does not has a line for each part, nothing empty."""
    parts = view.items() if isinstance(view, dict) else [("-", part) for part in _parts(view)]
    for name, value in parts:
        if name in PRINTED or _empty(value):
            continue
        columns = GRIDS.get(str(name))
        line = f"{indent}{name} {_short(value)}"
        if columns and isinstance(value, list):
            yield f"{indent}{name}"
            for row in range(0, len(value), columns):
                yield f"{indent}  {_short(value[row : row + columns])}"
        elif len(line) <= WIDTH or not isinstance(value, dict | list):
            yield line
        else:
            yield f"{indent}{name}"
            yield from board(value, indent + "  ")


def _parts(value: object) -> list[object]:
    return value if isinstance(value, list) else [value]


def _empty(value: object) -> bool:
    return value is None or value == "" or value == [] or value == {} or value is False


def _short(value: object) -> str:
    """A value on one line."""
    if isinstance(value, dict):
        return ", ".join(
            f"{name} {_short(part)}" for name, part in value.items() if name not in PRINTED and not _empty(part)
        )
    if isinstance(value, list):
        nested = any(isinstance(part, dict | list) for part in value)
        return (" | " if nested else " ").join(map(_short, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "·" if _empty(value) else str(value)
