"""Looking for damage: everything a house keeps is either what was written, or named.

These are looked at, each as far as it can be read whatever is wrong with the others: what a house that was not closed
has left beside the file; the pages and the layout of the file (SQLite's own check); every table (its hash chain, then
its rules from the first entry to the last); entries that belong to no table; accounts and what was made void. Nothing
is changed that SQLite would not change by itself; it may be done beside a running house.
"""

from __future__ import annotations

import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from bottega.archive import ArchiveFault, played
from bottega.plain import say
from bottega.store.chain import checked
from bottega.store.journal import look
from bottega.store.log import StoreFault, Summary
from bottega.store.reading import damaged_names, read_kept, read_tables, strays, structure
from bottega.store.sqlite import FILE_NAME, reading
from bottega.table.entries import DamagedLog

_SAY_EVERY = 1.0


def check_house(data: Path) -> None:
    """Look at a house from top to bottom and say what is wrong; ArchiveFault if anything is."""
    path = data / FILE_NAME
    if not path.exists():
        raise ArchiveFault(f"there is no bottega log in {data}: give its directory with --data")
    lost = look(path)
    with closing(reading(path)) as connection:
        wrong = [lost] * bool(lost) + structure(connection)
        for found in (strays(connection), damaged_names(connection)):
            wrong += _readable(found)
        for reason in wrong:
            say(reason)
        tables, aside = _check_tables(connection)
    if wrong:
        raise ArchiveFault(
            f"{path} is damaged: restore it from a backup; or start the house, which mends what can be mended "
            f"({aside} of {tables} tables cannot be played or shown)"
        )
    if aside:
        raise ArchiveFault(f"{aside} of {tables} tables cannot be played or shown; the house sets them aside")
    say(f"{tables} tables, all in order")


def _readable(found: Iterator[str]) -> list[str]:
    """What was found as far as it could be read, and why no further."""
    reasons: list[str] = []
    try:
        reasons.extend(found)
    except sqlite3.Error as error:
        reasons.append(f"something cannot be read: {error}")
    return reasons


def _check_tables(connection: sqlite3.Connection) -> tuple[int, int]:
    """How many tables there are, and how many cannot be played or shown; each of those is said."""
    try:
        tables = read_tables(connection)
    except sqlite3.Error as error:
        say(f"the tables cannot be listed: {error}")
        return 0, 0
    wrong, said = 0, time.monotonic()
    for count, summary in enumerate(tables, 1):
        if reason := _wrong_with(connection, summary):
            wrong += 1
            say(reason)
        if time.monotonic() - said > _SAY_EVERY:
            said = time.monotonic()
            say(f"{count} of {len(tables)} tables …", sys.stderr)
    return len(tables), wrong


def _wrong_with(connection: sqlite3.Connection, summary: Summary) -> str:
    """What keeps a table from being played on or shown, '' if nothing does."""
    table = summary.charter.id
    try:
        position = played(*checked(read_kept(connection, table)))
    except (ArchiveFault, DamagedLog, StoreFault, sqlite3.Error) as wrong:
        said = str(wrong)
        return said if f"table {table}" in said else f"table {table}: {said}"
    except (KeyError, ValueError):
        return f"table {table!r} cannot be found by its id"
    if position.finished != summary.finished:
        return f"table {table} is marked as {'finished' if summary.finished else 'unfinished'}, but its log is not"
    return ""
