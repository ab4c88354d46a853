"""A damaged file is replaced by one into which all that can still be read of it was copied.

To write on in a file whose pages are damaged would damage more. So every row is copied as it is, whether its link fits
or not, into a new file; the damaged one is kept beside it. What must stay true:

1. Nothing gets lost silently. Rows of ``entries`` and ``arrivals`` are numbered without gaps, so those that cannot be
   read are known; in their places stand rows that no link fits, under their table if the index still knows it. A check
   names them for as long as the file exists, and the tables they belong to are set aside.
2. At every moment there is a whole file under the name of the database: the new one takes the place of the old one when
   it is on the disk.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path

from bottega.store.log import TABLE, StoreFault
from bottega.store.schema import ROW, TROUBLE, create, explain, is_ours, make_private

_GIVE_UP = 10_000
"""After so many numbers in a row without a readable entry no more is looked for."""

_INDEX, _VOID = "sqlite_autoindex_entries_1", "sqlite_autoindex_revocations_1"
_NOTHING_LEFT = "SELECT 1 FROM entries WHERE NOT EXISTS (SELECT 1 FROM tables)"


def mend(path: Path) -> Path:
    """Put a file in the damaged one's place with all that can be read of it; where the damaged one is now."""
    new = path.with_name(f"{path.name}.mending")
    try:
        new.unlink(missing_ok=True)
        make_private(new)
        with (
            contextlib.closing(sqlite3.connect(path, isolation_level=None)) as damaged,
            contextlib.closing(sqlite3.connect(new, isolation_level=None)) as mended,
        ):
            damaged.text_factory = _text_or_bytes
            # With its own log beside it the new file would be taken for the old one.
            damaged.execute("PRAGMA journal_mode = DELETE")
            if not is_ours(damaged):
                raise StoreFault(f"{path} is damaged at its root: restore it from a backup")
            mended.execute("BEGIN")
            create(mended)
            _copy(damaged, mended)
            if mended.execute(_NOTHING_LEFT).fetchone() is not None:
                raise StoreFault(f"{path} is damaged, no table in it can be read: restore it from a backup")
            mended.execute("COMMIT")
        return _put_in_place(path, new)
    except TROUBLE as error:
        raise StoreFault(explain(error, path)) from error


def _text_or_bytes(raw: bytes) -> str | bytes:
    """A text as it is; what is none stays what it is."""
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw


def _put_in_place(path: Path, new: Path) -> Path:
    numbers = (number for number in range(1, 1 << 16) if not path.with_name(f"{path.name}.damaged-{number}").exists())
    kept = path.with_name(f"{path.name}.damaged-{next(numbers)}")
    sync(new)
    os.link(path, kept)
    new.replace(path)
    sync(path.parent)
    return kept


def sync(path: Path) -> None:
    """See that a file, or the names in a directory, would survive the machine losing power."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


# -- copying --------------------------------------------------------------------------------------------------------


def _copy(damaged: sqlite3.Connection, mended: sqlite3.Connection) -> None:
    for heap in ("entries", "arrivals"):
        missing, last = _copy_numbered(damaged, mended, heap)
        for number, table, seq in _named(damaged, missing, last) if heap == "entries" else ():
            missing.discard(number)
            _stand_in(mended, heap, table, seq)
        for number in missing:
            _stand_in(mended, heap, "?", number)
    for keyed, key in (("tables", "id"), ("accounts", "name"), ("revocations", "number"), ("claims", "claim")):
        _copy_keyed(damaged, mended, keyed, key)
    with contextlib.suppress(sqlite3.Error):  # what was void is void, even if nothing else is known of it
        void = damaged.execute(f"SELECT number, name, key, '', x'' FROM revocations INDEXED BY {_VOID}")
        _insert(mended, "revocations", void)
    _copy_keyed(damaged, mended, "talk", "table_id, number")
    _copy_keyed(damaged, mended, "notes", "kind, key")
    ids = mended.execute("SELECT DISTINCT table_id FROM entries WHERE table_id NOT IN (SELECT id FROM tables)")
    for (table,) in ids.fetchall():
        with contextlib.suppress(sqlite3.Error):
            _insert(mended, "tables", damaged.execute("SELECT * FROM tables WHERE id = ?", (table,)))


def _insert(mended: sqlite3.Connection, table: str, rows: Iterable[tuple[object, ...]]) -> None:
    for row in rows:
        mended.execute(f"INSERT OR IGNORE INTO {table} VALUES ({', '.join('?' * len(row))})", row)


def _stand_in(mended: sqlite3.Connection, heap: str, table: object, seq: object) -> None:
    """A row in the place of one that is lost."""
    with contextlib.suppress(sqlite3.Error):
        mended.execute(f"INSERT OR IGNORE INTO {heap} VALUES {ROW}", (table, seq, None, TABLE, "lost", "", 0, b""))


def _copy_numbered(damaged: sqlite3.Connection, mended: sqlite3.Connection, heap: str) -> tuple[set[int], int]:
    """Copy all rows that can be read; the numbers of those between that cannot, and the last number of all."""
    missing: set[int] = set()
    number, expected = 0, 1
    while number - expected < _GIVE_UP:
        try:
            for row in damaged.execute(f"SELECT rowid, * FROM {heap} NOT INDEXED WHERE rowid > ?", (number,)):
                number = row[0]
                missing.update(range(expected, min(number, expected + _GIVE_UP)))
                expected = number + 1
                _insert(mended, heap, (row[1:],))
            break
        except sqlite3.Error:
            number = max(number, expected - 1) + 1
    else:
        missing.add(expected)  # and perhaps more
    return missing, expected - 1


def _named(damaged: sqlite3.Connection, missing: set[int], last: int) -> Iterator[tuple[int, object, object]]:
    """What the index knows of the rows that could not be read: number, table and place."""
    with contextlib.suppress(sqlite3.Error):
        for number, table, seq in damaged.execute(f"SELECT rowid, table_id, seq FROM entries INDEXED BY {_INDEX}"):
            if number > last or number in missing:
                yield number, table, seq


def _copy_keyed(damaged: sqlite3.Connection, mended: sqlite3.Connection, table: str, key: str) -> None:
    """Copy what can be read from either end."""
    for order in ("ASC", "DESC"):
        try:
            _insert(
                mended,
                table,
                damaged.execute(f"SELECT * FROM {table} ORDER BY {key.replace(',', f' {order},')} {order}"),
            )
        except sqlite3.Error:
            continue
        break
