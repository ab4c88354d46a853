"""What the appends of a group write, gathered by where it goes: each part of the file takes it in a statement or two.

With every statement the writing thread lets go of the GIL and has to get it back from whoever has it meanwhile. A claim
here and a sketch there, each by itself, cost more than the moves of all tables between them.

What must stay true:

1. What is written is what the appends would have written one after the other. Only their order within the group may
   differ where nobody can tell: what is given back is free for whoever wants it, also if they asked a moment before.
2. If there is a fault, nothing is promised for any of them: whoever asked undoes the transaction, and has the heads
   forget what they were told.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain, islice
from typing import Any

import msgspec
from msgspec.structs import astuple

from bottega.store.chain import alone, opening
from bottega.store.heads import Heads
from bottega.store.log import Charter, Claimed, Done, Row, Sketch, StoreFault
from bottega.store.schema import (
    CLAIM,
    CLOSE_TABLES,
    ERASE_SKETCHES,
    HOLDER,
    INSERT_ENTRIES,
    OPEN_TABLES,
    RELEASE,
    RELEASE_ALL,
    SKETCH,
)

RUN = 64
"""How many rows one statement writes at most."""


class Append(msgspec.Struct):
    """Entries of a table, and what goes with them."""

    table: str
    entries: Sequence[Row]
    done: Done
    charter: Charter | None
    finished: bool
    claims: Sequence[str] = ()
    released: Sequence[str] = ()
    sketch: Sketch | None = None

    @property
    def plain(self) -> bool:
        """Whether it is one entry and nothing else."""
        beside = self.finished or self.claims or self.released or self.sketch
        return len(self.entries) == 1 and self.charter is None and not beside


class Together:
    """Appends that are written in one transaction."""

    def __init__(self, heads: Heads) -> None:
        self._heads = heads
        self._opened: list[tuple[Any, ...]] = []
        self._entries: list[tuple[Any, ...]] = []
        self._claims: dict[str, str] = {}
        self._released: list[tuple[str, str]] = []
        self._released_all: list[tuple[str]] = []
        self._sketches: dict[str, Sketch | None] = {}
        self._closed: dict[str, bytes] = {}

    def entry(self, table: str, entry: Row) -> StoreFault | None:
        """Take in one entry; why it may not follow."""
        link = self._heads.take(table, entry)
        if isinstance(link, StoreFault):
            return link
        self._entries.append((table, *astuple(entry), link))
        return None

    def append(self, job: Append) -> StoreFault | None:
        """Take in entries and all that goes with them; why they may not follow."""
        table = job.table
        if job.charter is not None:
            link = opening(job.charter)
            self._opened.append((*astuple(job.charter), link))
            self._heads.opened(table, link)
        for entry in job.entries:
            if fault := self.entry(table, entry):
                return fault
        for claim in job.claims:
            if self._claims.setdefault(claim, table) != table:
                return Claimed(f"another table holds {claim!r}")
        self._release(table, job.released)
        self._heads.claimed(table, job.claims, job.released)
        if job.sketch is not None and not job.finished:
            self._sketches[table] = job.sketch
            self._heads.sketched(table, True)
        elif not job.plain and self._heads.sketched(table, False):
            self._sketches[table] = None
        return self._close(table) if job.finished else None

    def _release(self, table: str, claims: Iterable[str]) -> None:
        for claim in claims:
            if self._claims.get(claim) == table:
                del self._claims[claim]
            self._released.append((claim, table))

    def _close(self, table: str) -> StoreFault | None:
        held = self._heads.claims(table)
        if held is None:
            held = {claim for claim, holder in self._claims.items() if holder == table}
            self._released_all.append((table,))
        self._release(table, held)
        last = self._heads.last(table)
        if isinstance(last, StoreFault):
            return last
        self._closed[table] = last
        return None

    def write(self, writer: sqlite3.Connection) -> StoreFault | None:
        """Write it all; why not, where another table of the file holds what one of these claims."""
        write_rows(writer, OPEN_TABLES, self._opened)
        write_rows(writer, INSERT_ENTRIES, self._entries)
        write_rows(writer, RELEASE, self._released)
        for table in self._released_all:
            writer.execute(RELEASE_ALL, table)
        if write_rows(writer, CLAIM, self._claims.items()) < len(self._claims):
            return Claimed(f"another table holds {self._lost(writer)!r}")
        write_rows(writer, SKETCH, [_signed(table, sketch) for table, sketch in self._sketches.items() if sketch])
        write_rows(writer, ERASE_SKETCHES, [(table,) for table, sketch in self._sketches.items() if not sketch])
        write_rows(writer, CLOSE_TABLES, self._closed.items())
        self._heads.forget(self._closed)
        return None

    def _lost(self, writer: sqlite3.Connection) -> str:
        """A claim that another table holds."""
        return next(
            claim for claim, table in self._claims.items() if writer.execute(HOLDER, (claim,)).fetchone() != (table,)
        )


def _signed(table: str, sketch: Sketch) -> tuple[Any, ...]:
    seq, text = astuple(sketch)
    return table, seq, text, alone(table, str(seq), text)


def write_rows(writer: sqlite3.Connection, statement: str, rows: Iterable[tuple[Any, ...]]) -> int:
    """Execute a statement for all rows, many at once; how many it has changed."""
    left, changed = iter(rows), 0
    while run := list(islice(left, RUN)):
        values = list(chain.from_iterable(run))
        changed += writer.execute(spelled(statement, len(run), len(run[0])), values).rowcount
    return changed


@cache
def spelled(statement: str, rows: int, columns: int) -> str:
    """A statement for so many rows of so many columns."""
    row = f"({', '.join('?' * columns)})"
    return statement.format(rows=", ".join([row] * rows))
