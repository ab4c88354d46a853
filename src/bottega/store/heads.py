"""How far every table's log goes: the compare in compare-and-set.

The writing thread asks here whether an entry may follow, instead of an index on disk that every commit would have to
write. What must stay true:

1. It is asked inside a write transaction, after ``refresh``: nobody else can write in between. Whoever writes with one
   statement has that look at ``version`` instead, and insert nothing if somebody has.
2. It never knows more than the file: whoever undoes what was taken here has the tables forgotten.
3. Nothing is taken for a log that is not what was written.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence

import msgspec

from bottega.store.chain import checked, link
from bottega.store.log import Conflict, Damaged, Row, StoreFault
from bottega.store.reading import read_kept


class _Head(msgspec.Struct):
    """A table's last number, its last link, the command ids it has seen, and what is kept beside its entries."""

    seq: int
    link: bytes
    commands: set[str]
    sketched: bool = True
    """Whether there may be a sketch of it."""
    claims: set[str] | None = None
    """The claims it holds, None if only the file knows."""


class Heads:
    """The heads of the tables that are being written to."""

    def __init__(self, writer: sqlite3.Connection) -> None:
        self._writer = writer
        self._heads: dict[str, _Head] = {}
        self.version = -1
        """What SQLite called the file's contents when the heads were known to be those of the file."""

    def refresh(self) -> None:
        """Forget everything if another connection has written to the file."""
        (version,) = self._writer.execute("PRAGMA data_version").fetchone()
        if version != self.version:
            self.version = version
            self._heads.clear()

    def opened(self, table: str, link: bytes) -> None:
        """The table is new: its charter was just written, with this link."""
        self._heads[table] = _Head(0, link, set(), sketched=False, claims=set())

    def take(self, table: str, entry: Row) -> bytes | StoreFault:
        """Count an entry as the table's next; its link, or why it cannot be."""
        head = self._heads.get(table)
        if head is None:
            found = self._look_up(table)
            if isinstance(found, StoreFault):
                return found
            head = found
        if entry.seq != head.seq + 1:
            return Conflict(f"table {table} is at entry {head.seq}, so entry {entry.seq} cannot follow")
        if entry.cmd_id is not None:
            if entry.cmd_id in head.commands:
                return Conflict(f"table {table} has seen the command {entry.cmd_id} before")
            head.commands.add(entry.cmd_id)
        head.link = taken = link(head.link, entry)
        head.seq = entry.seq
        return taken

    def claimed(self, table: str, claims: Sequence[str], released: Sequence[str]) -> None:
        """A table has claimed something, and given something back."""
        head = self._heads.get(table)
        if head is not None and head.claims is not None:
            head.claims.update(claims)
            head.claims.difference_update(released)

    def claims(self, table: str) -> set[str] | None:
        """All that a table has claimed and not given back; None if only the file knows."""
        head = self._heads.get(table)
        return None if head is None else head.claims

    def sketched(self, table: str, now: bool) -> bool:
        """Whether there may have been a sketch of a table before, which there is ``now`` or not."""
        head = self._heads.get(table)
        if head is None:
            return True
        before, head.sketched = head.sketched, now
        return before

    def last(self, table: str) -> bytes | StoreFault:
        """The last link of a table."""
        head = self._heads.get(table) or self._look_up(table)
        return head if isinstance(head, StoreFault) else head.link

    def _look_up(self, table: str) -> _Head | StoreFault:
        try:
            kept = read_kept(self._writer, table)
            _, rows = checked(kept)
        except KeyError:
            return StoreFault(f"there is no table {table}")
        except Damaged as damage:
            return damage
        head = _Head(rows[-1].seq, kept.links[-1], {row.cmd_id for row in rows if row.cmd_id is not None})
        self._heads[table] = head
        return head

    def forget(self, tables: Iterable[str]) -> None:
        """What these tables were given is undone, or they are finished."""
        for table in tables:
            self._heads.pop(table, None)

    def forget_all(self) -> None:
        """A whole transaction is undone."""
        self._heads.clear()
