"""How far every table's log goes: the compare in compare-and-set.

The writing thread asks here whether an entry may follow, instead of an index on disk that every commit would have to
write. What must stay true:

1. It is asked only inside a write transaction, after ``refresh``: nobody else can write in between.
2. It never knows more than the file: whoever undoes what was taken here has the tables forgotten.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

import msgspec

from bottega.store.log import Conflict, Row, StoreFault
from bottega.store.schema import READ_LOG


class _Head(msgspec.Struct):
    """A table's last number, and the command ids it has seen."""

    seq: int
    commands: set[str]


class Heads:
    """The heads of the tables that are being written to."""

    def __init__(self, writer: sqlite3.Connection) -> None:
        self._writer = writer
        self._heads: dict[str, _Head] = {}
        self._version = -1

    def refresh(self) -> None:
        """Forget everything if another connection has written to the file."""
        (version,) = self._writer.execute("PRAGMA data_version").fetchone()
        if version != self._version:
            self._version = version
            self._heads.clear()

    def opened(self, table: str) -> None:
        """The table is new: its charter was just written."""
        self._heads[table] = _Head(0, set())

    def take(self, table: str, entry: Row) -> StoreFault | None:
        """Count an entry as the table's next, or say why it cannot be."""
        head = self._heads.get(table) or self._look_up(table)
        if entry.seq != head.seq + 1:
            return Conflict(f"table {table} is at entry {head.seq}, so entry {entry.seq} cannot follow")
        if entry.seq == 1 and table not in self._heads:
            return StoreFault(f"there is no table {table}")
        if entry.cmd_id is not None:
            if entry.cmd_id in head.commands:
                return Conflict(f"table {table} has seen the command {entry.cmd_id} before")
            head.commands.add(entry.cmd_id)
        head.seq = entry.seq
        return None

    def _look_up(self, table: str) -> _Head:
        entries = self._writer.execute(READ_LOG, (table,)).fetchall()
        head = _Head(entries[-1][0] if entries else 0, {cmd_id for _, cmd_id, *_ in entries if cmd_id is not None})
        if entries:
            self._heads[table] = head
        return head

    def forget(self, tables: Iterable[str]) -> None:
        """What these tables were given is undone, or they are finished."""
        for table in tables:
            self._heads.pop(table, None)

    def forget_all(self) -> None:
        """A whole transaction is undone."""
        self._heads.clear()
