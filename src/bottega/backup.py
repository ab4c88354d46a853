"""A copy of a house that is consistent, whole and checked, whether the house is open or not.

SQLite writes the copy (``VACUUM INTO``) from one reading of the log: it holds all that was committed when it began and
nothing of what came later, and keeps nobody from playing. It is written beside its place, looked at like a house by
``bottega check`` (pages, hash chains; not the rules), and takes its name only when it would survive a power cut.
A house in a database is copied table by table into such a file (``copying.py``): each table as it was at one moment.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from bottega.archive import ArchiveFault
from bottega.copying import copy_log
from bottega.plain import say
from bottega.store.chain import checked
from bottega.store.journal import look
from bottega.store.log import StoreFault
from bottega.store.mend import sync
from bottega.store.opening import Where, open_database
from bottega.store.reading import damaged_names, damaged_notes, damaged_talk, read_kept, read_tables, strays, structure
from bottega.store.schema import SCHEMA_VERSION, explain
from bottega.store.sqlite import FILE_NAME, SqliteLog, reading
from bottega.store.writer import BUSY_SECONDS

_SAY_EVERY = 1.0
_OPERATIONS = 100_000
"""Of SQLite's machine, between two looks at the clock."""
_MEGA = 1_000_000


def backup_house(file: Path, where: Where) -> None:
    """Copy a house to ``file``; ArchiveFault if that fails, or if what was copied is damaged."""
    if isinstance(where, Path):
        _backup(file, where)
        return
    try:
        with (
            TemporaryDirectory(prefix=f".{file.name}.", dir=file.absolute().parent) as beside,
            closing(open_database(where)) as database,
        ):
            with closing(SqliteLog(Path(beside))) as log:
                _, _, wrong = copy_log(database, log)
            _backup(file, Path(beside), wrong)
    except OSError as error:
        raise ArchiveFault(f"{file} cannot be written: {error.strerror}") from error


def _backup(file: Path, data: Path, wrong: Sequence[str] = ()) -> None:
    """Copy the house in a directory; what is known to be ``wrong`` with it is said of the copy too."""
    source = data / FILE_NAME
    if not source.exists():
        raise ArchiveFault(f"there is no bottega log in {data}: give its directory with --data")
    if file.exists():
        raise ArchiveFault(f"{file} is there already: a backup overwrites nothing")
    part = file.with_name(f"{file.name}.part")
    try:
        # What is in it (seeds, hashes of passwords) is for nobody else.
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        raise ArchiveFault(f"{part} is there already: another backup is under way, or was broken off") from None
    except OSError as error:
        raise ArchiveFault(f"{part} cannot be written: {error.strerror}") from error
    try:
        lost = look(source)
        _copy(source, part)
        said, damages = _verify(part)
        damages += [*wrong, *[lost] * bool(lost)]
        sync(part)
        _put_in_place(part, file)
    except OSError as error:
        raise ArchiveFault(f"{file} cannot be written: {error.strerror}") from error
    except sqlite3.Error as error:
        raise StoreFault(f"the copy is damaged: {error}") from error
    finally:
        part.unlink(missing_ok=True)
    say(f"{file}: {said}")
    for damage in damages:
        say(damage)
    if damages:
        raise ArchiveFault(f"{file} is what there is, but the house is damaged, and so is its copy (see above)")


def _copy(source: Path, part: Path) -> None:
    try:
        with closing(sqlite3.connect(source, isolation_level=None, timeout=BUSY_SECONDS)) as connection:
            connection.execute("SELECT 1 FROM sqlite_master")  # else a damaged layout is taken for a copy's fault
            connection.set_progress_handler(_progress(part, source.stat().st_size), _OPERATIONS)
            connection.execute("VACUUM INTO ?", (str(part),))
    except (sqlite3.Error, UnicodeDecodeError) as error:
        if "full" in str(error) or "I/O" in str(error):
            raise ArchiveFault(f"{part} cannot be written: {error}") from error
        raise StoreFault(explain(error, source)) from error


def _progress(part: Path, size: int) -> Callable[[], int]:
    """Says how far it is, now and then."""
    said = time.monotonic()

    def progress() -> int:
        nonlocal said
        if time.monotonic() - said > _SAY_EVERY:
            said = time.monotonic()
            say(f"{part.stat().st_size // _MEGA} of about {size // _MEGA} MB …", sys.stderr)
        return 0

    return progress


def _verify(part: Path) -> tuple[str, list[str]]:
    """What is in the copy, and what is wrong with it that was wrong before; StoreFault if it is not whole."""
    with closing(sqlite3.connect(part)) as connection:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version < SCHEMA_VERSION:
            if wrong := [state for (state,) in connection.execute("PRAGMA integrity_check(1)") if state != "ok"]:
                raise StoreFault(f"the copy is damaged: {wrong[0]}")
            return "a house of an older bottega, whose entries have no links yet; its pages are in order", []
    with closing(reading(part)) as connection:
        if wrong := structure(connection):
            raise StoreFault(f"the copy is damaged: {wrong[0]}")
        damages = [
            *strays(connection),
            *damaged_names(connection),
            *damaged_talk(connection),
            *damaged_notes(connection),
        ]
        tables, entries, said = read_tables(connection), 0, time.monotonic()
        for count, summary in enumerate(tables, 1):
            try:
                entries += len(checked(read_kept(connection, summary.charter.id))[1])
            except StoreFault as damage:
                damages.append(str(damage))
            except (KeyError, ValueError):
                damages.append(f"table {summary.charter.id!r} cannot be found by its id")
            if time.monotonic() - said > _SAY_EVERY:
                said = time.monotonic()
                say(f"{count} of {len(tables)} tables verified …", sys.stderr)
    return f"{len(tables)} tables, {entries} entries, verified", damages


def _put_in_place(part: Path, file: Path) -> None:
    """Give the copy its name, unless somebody else has taken it meanwhile."""
    try:
        os.link(part, file)
    except FileExistsError:
        raise ArchiveFault(f"{file} is there already: a backup overwrites nothing") from None
    except OSError:  # a file system without links
        part.rename(file)
    with contextlib.suppress(OSError):  # some systems cannot sync a directory
        sync(file.parent)
