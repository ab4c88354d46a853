"""Looking for damage: everything a house keeps is either what was written, or named.

These are looked at, each as far as it can be read whatever is wrong with the others: what a house that was not closed
has left beside the file; the pages and the layout of the file (SQLite's own check); every table (its hash chain, then
its rules from the first entry to the last); entries that belong to no table; accounts, what was made
void, and what was said. Nothing is changed that SQLite would not change by itself; it may be done beside a running
house.
"""

from __future__ import annotations

import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

from bottega.archive import ArchiveFault, played
from bottega.plain import say
from bottega.store.chain import checked
from bottega.store.journal import look
from bottega.store.log import Kept, StoreFault, Summary
from bottega.store.opening import Where, open_database, shown
from bottega.store.reading import damaged_names, damaged_notes, damaged_talk, read_kept, read_tables, strays, structure
from bottega.store.sqlite import FILE_NAME, reading
from bottega.table.entries import DamagedLog

_SAY_EVERY = 1.0


def check_house(where: Where) -> None:
    """Look at a house from top to bottom and say what is wrong; ArchiveFault if anything is."""
    damages, tables, aside = _check_database(where) if isinstance(where, str) else _check_directory(where)
    if damages:
        raise ArchiveFault(f"{damages} ({aside} of {tables} tables cannot be played or shown)")
    if aside:
        raise ArchiveFault(f"{aside} of {tables} tables cannot be played or shown; the house sets them aside")
    say(f"{tables} tables, all in order")


def _check_directory(data: Path) -> tuple[str, int, int]:
    """What to do about a damaged file, how many tables there are, and how many of them cannot be played or shown."""
    path = data / FILE_NAME
    if not path.exists():
        raise ArchiveFault(f"there is no bottega log in {data}: give its directory with --data")
    lost = look(path)
    with closing(reading(path)) as connection:
        wrong = [lost] * bool(lost) + structure(connection)
        for found in (
            strays(connection),
            damaged_names(connection),
            damaged_talk(connection),
            damaged_notes(connection),
        ):
            wrong += _readable(found)
        for reason in wrong:
            say(reason)
        tables, aside = _check_tables(lambda: read_tables(connection), lambda table: read_kept(connection, table))
    remedy = "restore it from a backup; or start the house, which mends what can be mended"
    return f"{path} is damaged: {remedy}" if wrong else "", tables, aside


def _check_database(url: str) -> tuple[str, int, int]:
    """The same for a database; its pages are its own business."""
    with closing(open_database(url)) as log:
        wrong = [*log.strays(), *log.damaged_names(), *log.damaged_talk(), *log.damaged_notes()]
        for reason in wrong:
            say(reason)
        tables, aside = _check_tables(lambda: list(log.tables()), log.kept)
    return f"{shown(url)} was changed by somebody else: restore it from a backup" if wrong else "", tables, aside


def _readable(found: Iterator[str]) -> list[str]:
    """What was found as far as it could be read, and why no further."""
    reasons: list[str] = []
    try:
        reasons.extend(found)
    except sqlite3.Error as error:
        reasons.append(f"something cannot be read: {error}")
    return reasons


def _check_tables(listed: Callable[[], list[Summary]], kept: Callable[[str], Kept]) -> tuple[int, int]:
    """How many tables there are, and how many cannot be played or shown; each of those is said."""
    try:
        tables = listed()
    except sqlite3.Error as error:
        say(f"the tables cannot be listed: {error}")
        return 0, 0
    wrong, said = 0, time.monotonic()
    for count, summary in enumerate(tables, 1):
        if reason := _wrong_with(kept, summary):
            wrong += 1
            say(reason)
        if time.monotonic() - said > _SAY_EVERY:
            said = time.monotonic()
            say(f"{count} of {len(tables)} tables …", sys.stderr)
    return len(tables), wrong


def _wrong_with(kept: Callable[[str], Kept], summary: Summary) -> str:
    """What keeps a table from being played on or shown, '' if nothing does."""
    table = summary.charter.id
    try:
        position = played(*checked(kept(table)))
    except (ArchiveFault, DamagedLog, StoreFault, sqlite3.Error) as wrong:
        said = str(wrong)
        return said if f"table {table}" in said else f"table {table}: {said}"
    except (KeyError, ValueError):
        return f"table {table!r} cannot be found by its id"
    if position.finished != summary.finished:
        return f"table {table} is marked as {'finished' if summary.finished else 'unfinished'}, but its log is not"
    return ""
