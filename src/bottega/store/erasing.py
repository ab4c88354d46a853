"""A name is taken out of a SQLite file: the statements, inside the transaction of whoever writes.

SQLite leaves what was deleted or replaced where it lay until the room is needed, unless it is told to write zeros over
it. So whoever writes has told it (``secure_delete``), and always: a name may have been in what was deleted long before
it is to be forgotten. In the journal beside the file (WAL) it lies until that is folded in, which is done right after
the commit (``fold_in``).
"""

from __future__ import annotations

import sqlite3

from msgspec.structs import astuple

from bottega.store.chain import alone
from bottega.store.forgetting import gone, history, rewritten
from bottega.store.log import REWRITTEN, Conflict, Kept, Oblivion, StoreFault
from bottega.store.reading import read_kept
from bottega.store.records import Record, Statements, rows_of
from bottega.store.schema import CLOSE_TABLE, READ_NOTES, REVOKE

_ARCHIVE = Statements()
_SAY_NOTHING = "UPDATE talk SET name = '', text = '', link = ? WHERE table_id = ? AND number = ?"
_SET_NOTE = "INSERT OR REPLACE INTO notes VALUES (?1, ?2, ?3, ?4)"
_TAKE_NOTE = "DELETE FROM notes WHERE kind = ? AND key = ?"


def erase(writer: sqlite3.Connection, oblivion: Oblivion) -> StoreFault | None:
    """Take a name out of the file, or say why not; then the caller undoes what was done."""
    try:
        return _erase(writer, oblivion)
    except KeyError as missing:
        return StoreFault(f"there is no table {missing}")
    except StoreFault as fault:
        return fault


def fold_in(writer: sqlite3.Connection) -> None:
    """Leave nothing in the journal; if somebody reads there now, the next who writes does it sooner or later."""
    writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def _erase(writer: sqlite3.Connection, oblivion: Oblivion) -> StoreFault | None:
    name = oblivion.name
    for claim in oblivion.unheld:
        if writer.execute("SELECT 1 FROM claims WHERE claim = ?", (claim,)).fetchone() is not None:
            return Conflict(f"{name} holds a seat")
    for table, texts in oblivion.texts.items():
        kept = read_kept(writer, table)
        after = rewritten(kept, texts, name)
        if after is not None:
            _rewrite(writer, kept, after, oblivion.at)
    for former, new in oblivion.records:
        _record_anew(writer, former, new)
    for line in oblivion.lines:
        nothing = alone(line.table, "", "", str(line.remark.at))
        writer.execute(_SAY_NOTHING, (nothing, line.table, line.number))
    told = gone(name)
    writer.execute(REVOKE, (*astuple(told), alone(*astuple(told))))
    writer.execute("DELETE FROM revocations WHERE name = ?", (name,))
    writer.execute("DELETE FROM accounts WHERE name = ?", (name,))
    writer.executemany(_TAKE_NOTE, oblivion.notes)
    return None


def _rewrite(writer: sqlite3.Connection, kept: Kept, after: Kept, at: int) -> None:
    table = kept.charter.id
    changed = [
        (row.text, row.cmd_id, link, table, row.seq)
        for row, link, former in zip(after.rows, after.links[1:], kept.links[1:], strict=True)
        if link != former
    ]
    for place in ("entries", "arrivals"):
        writer.executemany(f"UPDATE {place} SET text = ?, cmd_id = ?, link = ? WHERE table_id = ? AND seq = ?", changed)
    writer.execute(CLOSE_TABLE, (after.last, table))
    found = writer.execute(READ_NOTES, (REWRITTEN, table, table)).fetchone()
    text = history(None if found is None else str(found[2]), kept.links[-1], at)
    writer.execute(_SET_NOTE, (REWRITTEN, table, text, alone(REWRITTEN, table, text)))


def _record_anew(writer: sqlite3.Connection, former: Record, new: Record) -> None:
    writer.executemany(_ARCHIVE.unfile, [row[:7] for row in rows_of(former)])
    writer.execute(_ARCHIVE.drop, (former.table,))
    writer.execute(_ARCHIVE.keep, (new.table, new.text, alone(new.table, new.text)))
    writer.executemany(_ARCHIVE.file, rows_of(new))
