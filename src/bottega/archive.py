"""One table as one file: export, import, replay in the terminal, and the check that it was fair.

The file is JSON lines: the charter, then one line per entry. For a finished game it holds the seed, so anybody can see
that it is the one promised at the start and that every shuffle, die and move follows from it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

import msgspec

from bottega.games.chance import commitment
from bottega.games.core import ranking
from bottega.store.log import Charter, Conflict, Entry, StoreFault
from bottega.store.sqlite import FILE_NAME, SqliteLog
from bottega.table.position import Position, fold, follow, opened

FORMAT = "bottega-table-1"


class ArchiveFault(Exception):
    """What is wrong with a file or a request, in a sentence."""


class _Head(msgspec.Struct, frozen=True):
    format: str
    charter: Charter


def write_archive(charter: Charter, entries: list[Entry], out: Callable[[str], object]) -> None:
    """Write a table, line by line."""
    out(msgspec.json.encode(_Head(FORMAT, charter)).decode() + "\n")
    for entry in entries:
        out(msgspec.json.encode(entry).decode() + "\n")


def read_archive(path: Path) -> tuple[Charter, list[Entry]]:
    """A table from its file, or ArchiveFault."""
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise ArchiveFault(f"{path} cannot be read: {error.strerror}") from error
    entries: list[Entry] = []
    try:
        head = msgspec.json.decode(lines[0], type=_Head)
        if head.format != FORMAT:
            raise ArchiveFault(f"{path} is of the format {head.format!r}; this bottega reads {FORMAT!r}")
        for line in lines[1:]:
            entries.append(msgspec.json.decode(line, type=Entry))
    except (IndexError, msgspec.DecodeError) as error:
        raise ArchiveFault(f"{path} is not an exported table (after entry {len(entries)}: {error})") from error
    return head.charter, entries


def _log(data: Path) -> SqliteLog:
    if not (data / FILE_NAME).exists():
        raise ArchiveFault(f"there is no bottega log in {data}: give its directory with --data")
    return SqliteLog(data)


def _load(target: str, data: Path) -> tuple[Charter, list[Entry]]:
    """A table by the name of its file, or else by its id."""
    path = Path(target)
    if path.is_file():
        return read_archive(path)
    log = _log(data)
    try:
        return log.read(target)
    except KeyError:
        raise ArchiveFault(f"there is neither a file nor a table {target!r} in {data}") from None
    finally:
        log.close()


def export_table(table: str, data: Path, out: TextIO) -> None:
    """Write a table of the log to ``out``."""
    log = _log(data)
    try:
        charter, entries = log.read(table)
    except KeyError:
        raise ArchiveFault(f"there is no table {table!r} in {data}") from None
    finally:
        log.close()
    write_archive(charter, entries, out.write)


def import_table(path: Path, data: Path) -> None:
    """Check a file and take its table into the log."""
    charter, entries = read_archive(path)
    position = fold(charter, entries)
    _check_seed(charter)
    faults: list[StoreFault | None] = []
    log = SqliteLog(data)
    log.append(charter.id, entries, faults.append, charter=charter, finished=position.finished)
    log.close()
    if isinstance(faults[0], Conflict):
        raise ArchiveFault(f"table {charter.id} is in {data} already")
    if faults[0] is not None:
        raise faults[0]
    print(f"table {charter.id}: {len(entries)} entries imported")


def _check_seed(charter: Charter) -> None:
    if commitment(charter.seed) != charter.commitment:
        raise ArchiveFault(f"table {charter.id}: the seed is not the one promised at the start")


def verify_target(target: str, data: Path) -> None:
    """Check that a finished game kept its promise and the rules; say what was checked."""
    charter, entries = _load(target, data)
    _check_seed(charter)
    position = opened(charter)
    moves = 0
    for count, entry in enumerate(entries, 1):
        position, steps = follow(position, entry)
        moves += len(steps)
        if count % 1000 == 0:
            print(f"{count} of {len(entries)} entries …", file=sys.stderr)
    print(f"seed       matches the commitment {charter.commitment}")
    print(f"rules      {moves} actions in {len(entries)} entries follow the rules of {charter.game}")
    if position.result is None:
        raise ArchiveFault(f"table {charter.id} is not finished; what there is of it is in order")
    print(f"result     {_result(position)}")
    print("verified")


def _result(position: Position) -> str:
    result = position.result
    assert result is not None
    names = [seat.name for seat in position.seats]
    winners = ", ".join(names[seat] for seat in result.winners) or "nobody"
    table = ", ".join(f"{names[score.seat]} {score.total}" for score in ranking(result.scores))
    return f"{result.reason}; won by {winners}" + (f" ({table})" if table else "")


def replay_table(target: str, data: Path, all_at_once: bool) -> None:
    """Show a game move by move, as a spectator sees it."""
    charter, entries = _load(target, data)
    positions = [opened(charter)]
    for entry in entries:
        positions.append(follow(positions[-1], entry)[0])
    print(f"table {charter.id}: {charter.game}, {len(entries)} entries")
    if all_at_once or not sys.stdin.isatty():
        for entry, position in zip(entries, positions[1:], strict=True):
            print(f"{entry.seq:4} {_headline(entry, position)}")
        return
    at = 0
    while True:
        at = max(0, min(at, len(entries)))
        _show(entries[at - 1] if at else None, positions[at])
        try:
            command = input(f"[{at}/{len(entries)}] Enter next, b back, number jump, q quit: ").strip()
        except EOFError:
            return
        if command == "q":
            return
        at = int(command) if command.isdecimal() else at - 1 if command == "b" else at + 1


def _headline(entry: Entry, position: Position) -> str:
    if entry.kind in ("move", "skip"):
        return f"{position.seats[entry.seat].name}: {entry.text}"
    if entry.kind == "sit":
        return f"{position.seats[entry.seat].name} sits down"
    if entry.kind == "start":
        return "the game starts: " + ", ".join(seat.name for seat in position.seats)
    return f"{entry.kind} {entry.text}".strip()


def _show(entry: Entry | None, position: Position) -> None:
    if entry is not None:
        print(_headline(entry, position))
    if position.started:
        view = position.game.view(position.state, None)
        print(msgspec.json.format(msgspec.json.encode(view), indent=2).decode())
        for score in position.game.scores(position.state):
            lines = "; ".join(f"{line.what} {line.points}" for line in score.lines)
            print(f"  {position.seats[score.seat].name}: {score.total} ({lines})")
    if position.result is not None:
        print(_result(position))
