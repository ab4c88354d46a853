"""One table as one file: export, import, and the check that a game was fair.

The file is JSON lines: the charter, then one line per entry, each with its link of the table's hash chain
(``store/chain.py``), so that no name, time or move in it can be changed without its being seen. For a finished game it
holds the seed, so anybody can see that it is the one promised at the start and that every shuffle, die and move follows
from it. Of the players it holds names and hashes, nothing that would let somebody take a seat in their place.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TextIO

import msgspec
from msgspec.structs import astuple

from bottega.fault import Fault
from bottega.games.chance import SEED_BYTES, commitment
from bottega.games.core import AnyStep, ranking
from bottega.limits import MAX_ARCHIVE, MAX_QUOTED, MAX_TABLE_ID
from bottega.plain import say
from bottega.store.chain import checked, links
from bottega.store.exported import FORMAT, UNLINKED, Head, Line, OldHead, write_archive
from bottega.store.journal import look
from bottega.store.log import REWRITTEN, Charter, Claimed, Conflict, Damaged, Kept, Log, Row, StoreFault
from bottega.store.opening import Where, named, open_database
from bottega.store.sqlite import FILE_NAME, SqliteLog
from bottega.table.entries import Asked, DamagedLog, Entry, HandedOver, Sat, Succeeded, Worded
from bottega.table.events import Event, retold
from bottega.table.fairness import deal_seed
from bottega.table.position import AnyPosition, claims_of, fold, joined, opened

_ID = re.compile(rf"[0-9A-Za-z_-]{{1,{MAX_TABLE_ID}}}")
"""What an id looks like that can be asked for, linked to and made a file name of."""
_UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What msgspec makes of a line that is no JSON, no UTF-8, or nested too deeply."""
_SAY_EVERY = 1.0
_SHOWN = 2 * SEED_BYTES


class ArchiveFault(Fault):
    """What is wrong with a file or a request, in a sentence."""


# -- the file -------------------------------------------------------------------------------------------------------


def read_archive(path: Path) -> tuple[Charter, list[Row]]:
    """A table from its file, or ArchiveFault."""
    return _read_archive(path)[0]


def _read_archive(path: Path) -> tuple[tuple[Charter, list[Row]], bool]:
    """A table from its file, and whether it had links, which fit then; or ArchiveFault."""
    try:
        first, *rest = _bytes_of(path).splitlines()
        head = msgspec.json.decode(first, type=OldHead)
        if head.format not in (FORMAT, UNLINKED):
            raise ArchiveFault(f"{path} is of the format {head.format!r}; this bottega reads {FORMAT!r}")
        if head.format == FORMAT:
            head = msgspec.json.decode(first, type=Head)
    except OSError as error:
        raise ArchiveFault(f"{path} cannot be read: {error.strerror}") from error
    except (ValueError, *_UNREADABLE) as error:
        raise ArchiveFault(f"{path} is not an exported table") from error
    lines: list[Row] = []
    commands: dict[str, int] = {}
    for number, line in enumerate(rest, 1):
        try:
            row = msgspec.json.decode(line, type=Line if isinstance(head, Head) else Row)
        except _UNREADABLE as error:
            raise ArchiveFault(f"{path}: entry {number} cannot be read: {error}") from error
        if row.cmd_id is not None and commands.setdefault(row.cmd_id, number) != number:
            raise ArchiveFault(f"{path}: entry {number} repeats the command of entry {commands[row.cmd_id]}")
        lines.append(row)
    rows = [Row(*astuple(line)[: len(Row.__struct_fields__)]) for line in lines]
    if isinstance(head, Head):
        try:
            chain = [
                bytes.fromhex(link) for link in (head.link, *(line.link for line in lines if isinstance(line, Line)))
            ]
            checked(Kept(head.charter, rows, chain, bytes.fromhex(head.last)))
        except Damaged as damage:
            raise ArchiveFault(f"{path} was changed: {damage}") from damage
        except ValueError as error:
            raise ArchiveFault(f"{path} was changed: it has a link that is none") from error
    return (head.charter, rows), isinstance(head, Head)


def _bytes_of(path: Path) -> bytes:
    """What is in a file, as far as it can be a table: a device may have no end."""
    with path.open("rb") as file:
        found = file.read(MAX_ARCHIVE + 1)
    if len(found) > MAX_ARCHIVE:
        raise ArchiveFault(f"{path} is not an exported table: it has more than {MAX_ARCHIVE:,} bytes")
    return found


def open_log(where: Where, *, check: bool = False, new: bool = False) -> Log:
    """The log of a house that is there (or may be ``new``), or ArchiveFault."""
    if isinstance(where, str):
        return open_database(where)
    if not new and not (where / FILE_NAME).exists():
        raise ArchiveFault(f"there is no bottega log in {where}: give its directory with --data")
    if lost := look(where / FILE_NAME):
        say(f"warning: {lost}", sys.stderr)
    return SqliteLog(where, check=check)


def load(target: str, where: Where) -> tuple[Charter, list[Row]]:
    """A table by the name of its file, or else by its id."""
    return _load(target, where)[0]


def _load(target: str, where: Where) -> tuple[tuple[Charter, list[Row]], bool, str]:
    """A table, whether the links of its chain vouch for all of it, and when and from what it was rewritten."""
    path = Path(target)
    if path.is_file():
        return *_read_archive(path), ""
    if isinstance(where, Path) and not (where / FILE_NAME).exists():
        raise ArchiveFault(
            f"there is no file {target!r}, and no bottega log in {where} (give its directory with --data)"
        )
    log = open_log(where)
    try:
        return log.read(target), True, log.note(REWRITTEN, target) or ""
    except KeyError:
        raise ArchiveFault(f"there is neither a file {target!r} nor such a table in {named(where)}") from None
    finally:
        log.close()


def followed(charter: Charter, rows: list[Row]) -> Iterator[Event]:
    """The events of a table; says how far it is when it takes long."""
    said = time.monotonic()
    for count, event in enumerate(retold(charter, rows), 1):
        yield event
        if time.monotonic() - said > _SAY_EVERY:
            said = time.monotonic()
            say(f"{count} of {len(rows)} entries …", sys.stderr)


# -- commands -------------------------------------------------------------------------------------------------------


def export_table(table: str, where: Where, out: TextIO) -> None:
    """Write a table of the log to ``out``; a warning if that gives something away."""
    log = open_log(where)
    try:
        kept = log.kept(table)
    except KeyError:
        raise ArchiveFault(f"there is no table {table!r} in {named(where)}") from None
    finally:
        log.close()
    write_archive(kept.charter, kept.rows, out.write, kept.links)
    try:
        finished = fold(*checked(kept)).finished
    except (Damaged, DamagedLog) as damage:
        say(f"warning: table {table} is exported as it is, but {damage}", sys.stderr)
        return
    if not finished:
        say(
            f"warning: table {table} is not finished: the file holds its seed, which tells every card and die to come",
            sys.stderr,
        )


def import_table(path: Path, where: Where) -> None:
    """Check a file and take its table into the log."""
    charter, rows = read_archive(path)
    if not _ID.fullmatch(charter.id):
        raise ArchiveFault(f"{path}: {charter.id[:MAX_QUOTED]!r} is no id of a table")
    position = played(charter, rows, imported=True)
    faults: list[StoreFault | None] = []
    log = open_log(where, check=True, new=True)
    claims = claims_of(position)
    log.append(charter.id, rows, faults.append, charter=charter, finished=position.finished, claims=claims)
    log.close()
    if isinstance(faults[0], Conflict):
        raise ArchiveFault(f"table {charter.id} is in {named(where)} already")
    if isinstance(faults[0], Claimed):
        raise ArchiveFault(f"table {charter.id}: somebody who plays there plays at another table now ({faults[0]})")
    if faults[0] is not None:
        raise faults[0]
    say(f"table {charter.id}: {len(rows)} entries imported")
    if not position.finished:
        say("it is not finished: it can be played on when the house is next opened", sys.stderr)


def verify_target(target: str, where: Where, seal: str | None = None, words: Sequence[str] = ()) -> None:
    """Check that a finished game kept its promise and the rules, and what somebody kept of it; say what was checked."""
    for line in verification(target, where, seal, words):
        say(line)


def verification(target: str, where: Where, seal: str | None = None, words: Sequence[str] = ()) -> Iterator[str]:
    """The same, as lines of what was checked so far; ArchiveFault where something is not as it should be."""
    (charter, rows), linked, history = _load(target, where)
    if seal is not None and seal.strip().lower() != charter.commitment:
        raise ArchiveFault(
            f"table {charter.id} has the seal {charter.commitment}, not {seal.strip()[:_SHOWN]}: "
            "this is another table, or whoever runs the house has replaced the seed"
        )
    moves: list[AnyStep] = []
    position = played(charter, rows, moves)
    if linked:
        *_, last = links(charter, rows)
        yield f"chain      {len(rows)} entries are as they were written; the last link is {last.hex()}"
    else:
        yield "chain      none: the file is from an older bottega, nothing vouches for its names and times"
    for line in history.splitlines():
        at, _, before = line.partition(" ")
        yield f"rewritten  {_day(int(at))}, so that a name is forgotten; until then the last link was {before}"
    yield f"seal       {charter.commitment} is the hash of the house's seed{', and the one you kept' if seal else ''}"
    for line in _word_lines(position, words):
        yield f"words      {line}"
    dealt = deal_seed(charter, position.words).hex()
    yield f"deal       {dealt} is {'what seed and words give' if any(position.words) else 'the seed itself'}"
    if position.started:
        yield f"order      {', '.join(seat.name for seat in position.seats)}: drawn from the deal"
    yield f"rules      {len(moves)} actions in {len(rows)} entries follow the rules of {charter.game}"
    if position.result is None:
        raise ArchiveFault(f"table {charter.id} is not finished; what there is of it is in order")
    yield f"result     {result_line(position)}"
    if seal is None:
        yield "note       give the seal that you kept with --seal: without it the file only agrees with itself"
    yield "verified"


def _day(at: int) -> str:
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d}"


def _word_lines(position: AnyPosition, kept: Sequence[str]) -> Iterator[str]:
    """Who added what to the seed, in the order of joining; ArchiveFault if a word that somebody kept is not there."""
    names = [seat.name for seat in joined(position)]
    given = [f"{name}: {word}" for name, word in zip(names, position.words, strict=True) if word]
    if not position.setup.words:
        yield "none are taken at this table: its seed was fixed, for a test"
    elif not given:
        yield "nobody added any: the house alone chose the seed"
    yield from given
    for word in kept:
        if not word or word not in position.words:
            raise ArchiveFault(f"the word {word[:_SHOWN]!r} that you gave is not among those of this game")
        yield f"yours ({word}) is among them"


def played(
    charter: Charter, rows: list[Row], moves: list[AnyStep] | None = None, *, imported: bool = False
) -> AnyPosition:
    """The position that an honest log leads to; ArchiveFault or DamagedLog for another."""
    if len(charter.seed) != SEED_BYTES or commitment(charter.seed) != charter.commitment:
        raise ArchiveFault(f"table {charter.id}: the seed is not the one promised at the start")
    if not rows:
        raise ArchiveFault(f"table {charter.id} has no entry 1: nobody ever sat down")
    position = opened(charter)
    for event in followed(charter, rows):
        position = event.after
        if imported:
            _check_names(event.entry)
        if moves is not None:
            moves += event.steps
    return position


def _check_names(entry: Entry) -> None:
    """Nobody is called, or has said, what no protocol of ours would have let them."""
    names: tuple[str, ...] = ()
    match entry.fact:
        case Sat() as sat:
            names = (sat.name, sat.bot, sat.word)
        case Asked(_, name) | Succeeded(_, name):
            names = (name,)
        case HandedOver(_, bot):
            names = (bot,)
        case Worded(_, word):
            names = (word,)
    for name in names:
        if not name.isprintable():
            raise ArchiveFault(f"entry {entry.seq} has a name or a word that cannot be shown: {name[:MAX_QUOTED]!r}")


def result_line(position: AnyPosition) -> str:
    """How a game ended, in one line."""
    result = position.result
    assert result is not None
    names = [seat.name for seat in position.seats]
    winners = ", ".join(names[seat] for seat in result.winners) or "nobody"
    table = ", ".join(f"{names[score.seat]} {score.total}" for score in ranking(result.scores))
    return f"{result.reason}; won by {winners}" + (f" ({table})" if table else "")
