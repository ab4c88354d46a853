"""What becomes of a group of appends: which are taken, which have lost, and the rows to write. It does no I/O.

A head is what is known of a table: its last number and link, and its commands. An append may follow it or not; that is
said without asking anybody. If another node has written meanwhile, the database refuses the whole group, the heads
learn what they lacked, and the group is planned again.

What must stay true:

1. A head holds only what was read from the database or is durable there: a plan moves heads on by ``done`` alone.
2. Whoever appended behind an entry that was lost has judged by a log that never was. So a loss to another writer makes
   void all that was appended before its report was heard (the *epoch* of a job is how many such losses its sender had
   heard of). Losing against oneself is no such loss.
3. What was appended behind a claim that another table holds is void in the same way.
4. A claim is touched once in a plan: a statement that takes and gives back the same one would see neither.
5. The link of an entry says that all before it is the same, so a row with the link that was to be written is the very
   entry, whoever has written it: that is how a commit is known whose answer was lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Any

import msgspec
from msgspec.structs import astuple

from bottega.store.chain import alone, checked, link, opening
from bottega.store.log import Charter, Claimed, Conflict, Damaged, Done, Kept, Row, Sketch, StoreFault
from bottega.store.postgres.schema import escaped


class Append(msgspec.Struct):
    """Entries on their way to the database."""

    table: str
    entries: Sequence[Row]
    done: Done
    charter: Charter | None
    finished: bool
    epoch: int = 0
    claims: Sequence[str] = ()
    released: Sequence[str] = ()
    sketch: Sketch | None = None
    links: tuple[bytes, ...] = ()
    """Those of its entries, as it was last planned."""


class _Head(msgspec.Struct):
    """What is known of a table."""

    seq: int
    link: bytes
    commands: set[str]
    foreign: int
    """The last number that was written by somebody else, or before this program was started."""


class _Ahead(msgspec.Struct):
    """Where a table will be when the plan is carried out."""

    seq: int
    link: bytes
    commands: set[str]
    finished: bool = False


class Plan(msgspec.Struct):
    """What to write, and what is already clear."""

    taken: list[Append]
    faults: list[tuple[Append, StoreFault]]
    rows: list[tuple[Any, ...]]
    opened: list[tuple[Any, ...]]
    closed: list[tuple[str, bytes]]
    ahead: dict[str, _Ahead]
    behind: set[str]
    """Tables of which somebody seems to know more than is known here."""
    claimed: dict[str, str] = {}
    released: dict[str, str] = {}
    sketches: dict[str, Sketch | None] = {}
    """What is kept at a glance of each table; None: nothing any more."""
    apart: bool = False
    """Whether its jobs have to be done one by one."""

    @property
    def plain(self) -> bool:
        """Whether it is nothing but entries."""
        return not (self.opened or self.closed or self.claimed or self.released or self.sketches)

    def sketched(self) -> list[tuple[str, int, str, bytes]]:
        """The rows of the sketches that are kept."""
        return [
            (escaped(table), sketch.seq, escaped(sketch.text), alone(table, str(sketch.seq), sketch.text))
            for table, sketch in sorted(self.sketches.items())
            if sketch is not None
        ]

    def erased(self) -> list[str]:
        """The tables whose sketches are kept no longer."""
        return sorted(escaped(table) for table, sketch in self.sketches.items() if sketch is None)


class Heads:
    """The heads of the tables that are being written to."""

    def __init__(self) -> None:
        self._heads: dict[str, _Head] = {}
        self._faults: dict[str, StoreFault] = {}
        self._lost: dict[str, int] = {}
        """The epoch from which on appends of a table count again."""
        self.held: dict[str, str] = {}
        """Claims that were looked up a moment ago, and the tables that hold them."""

    def unknown(self, jobs: Iterable[Append]) -> list[str]:
        """The tables that must be read before these jobs can be planned."""
        return sorted({job.table for job in jobs if job.charter is None and job.table not in self._heads})

    def known(self, jobs: Iterable[Append]) -> dict[str, int]:
        """How far the tables of these jobs are known; 0 for those that are not."""
        heads = self._heads
        return {job.table: heads[job.table].seq if job.table in heads else 0 for job in jobs}

    def knows(self, table: str) -> bool:
        """Whether a table was read."""
        return table in self._heads

    def learn(self, tables: Iterable[str], found: Mapping[str, Kept]) -> None:
        """These tables were looked for, and so much was found."""
        for table in tables:
            if table not in found:
                self._faults[table] = StoreFault(f"there is no table {table}")
                continue
            kept = found[table]
            try:
                _, rows = checked(kept)
            except Damaged as damage:
                self._faults[table] = damage
                continue
            commands = {row.cmd_id for row in rows if row.cmd_id is not None}
            self._heads[table] = _Head(rows[-1].seq, kept.links[-1], commands, rows[-1].seq)

    def extend(self, table: str, news: Sequence[tuple[Row, bytes]]) -> None:
        """These entries follow what was known of a table; whoever wrote them, it was not planned here."""
        head = self._heads.get(table)
        if head is None:
            return
        for row, stored in news:
            if row.seq <= head.seq:
                continue
            if row.seq != head.seq + 1 or link(head.link, row) != stored:
                del self._heads[table]  # it is looked at as a whole, which names what is wrong
                return
            head.seq = head.foreign = row.seq
            head.link = stored
            if row.cmd_id is not None:
                head.commands.add(row.cmd_id)

    def plan(self, jobs: Sequence[Append]) -> Plan:
        """Which of these jobs are taken, in their order, and what is written for them."""
        plan = Plan([], [], [], [], [], {}, set())
        for job in jobs:
            fault = self._take(plan, job)
            if fault is None:
                plan.taken.append(job)
            else:
                plan.faults.append((job, fault))
        self._faults.clear()
        plan.rows.sort(key=itemgetter(0, 1))  # the same order on every node: nobody waits for each other in a circle
        return plan

    def _take(self, plan: Plan, job: Append) -> StoreFault | None:
        table = job.table
        if job.epoch < self._lost.get(table, 0):
            return Conflict(f"table {table}: it was to follow an entry that another node's has taken the place of")
        before = plan.ahead.get(table) or self._begin(job)
        if isinstance(before, StoreFault):
            return before
        if job.charter is not None and table in plan.ahead:
            return Conflict(f"table {table} exists")
        for claim in job.claims:
            if self.held.get(claim, table) != table:
                self._lost[table] = job.epoch + 1
                return Claimed(f"another table holds {claim!r}")
        seq, last, commands = before.seq, before.link, set()
        links, rows = [], []
        head = self._heads.get(table)
        try:
            for entry in job.entries:
                if entry.seq != seq + 1:
                    if head is not None and entry.seq <= head.foreign:
                        self._lost[table] = job.epoch + 1
                    if entry.seq > seq + 1:
                        plan.behind.add(table)
                    return Conflict(f"table {table} is at entry {seq}, so entry {entry.seq} cannot follow")
                if entry.cmd_id is not None:
                    seen = head is not None and entry.cmd_id in head.commands
                    if seen or entry.cmd_id in before.commands or entry.cmd_id in commands:
                        return Conflict(f"table {table} has seen the command {entry.cmd_id} before")
                    commands.add(entry.cmd_id)
                seq, last = entry.seq, link(last, entry)
                links.append(last)
                rows.append(_written(table, entry, last))
            if job.charter is not None:
                first = opening(job.charter)
                end = last if job.finished else None
                plan.opened.append((*map(_text, astuple(job.charter)), first, end))
        except (ValueError, OverflowError) as error:  # no text, or a number that nothing can hold
            return StoreFault(f"table {table}: {error}")
        plan.rows += rows
        job.links = tuple(links)
        if job.finished and job.charter is None:
            plan.closed.append((escaped(table), last))
        self._touch(plan, job)
        plan.ahead[table] = _Ahead(seq, last, before.commands | commands, before.finished or job.finished)
        return None

    def _touch(self, plan: Plan, job: Append) -> None:
        """Plan what a job claims and gives back."""
        table = job.table
        touched = {*plan.claimed, *plan.released}
        if touched & {*job.claims, *job.released} or (job.finished and table in plan.claimed.values()):
            plan.apart = True
        plan.claimed |= {claim: table for claim in job.claims if claim not in self.held}
        plan.released |= dict.fromkeys(job.released, table)
        if job.finished or job.sketch is not None or job.claims or job.released or len(job.entries) != 1:
            plan.sketches |= {table: None if job.finished else job.sketch}

    def _begin(self, job: Append) -> _Ahead | StoreFault:
        """Where a table is before this job."""
        head = self._heads.get(job.table)
        if job.charter is not None:
            if head is not None:
                return Conflict(f"table {job.table} exists")
            try:
                return _Ahead(0, opening(job.charter), set())
            except (ValueError, OverflowError) as error:
                return StoreFault(f"table {job.table}: {error}")
        if head is None:
            return self._faults.get(job.table) or StoreFault(f"there is no table {job.table}")
        return _Ahead(head.seq, head.link, set())

    def done(self, plan: Plan) -> None:
        """The plan was carried out and is durable."""
        for table, ahead in plan.ahead.items():
            if ahead.finished:
                self._heads.pop(table, None)
                self._lost.pop(table, None)
                continue
            head = self._heads.get(table)
            if head is None:
                self._heads[table] = _Head(ahead.seq, ahead.link, ahead.commands, 0)
            else:
                head.seq, head.link = ahead.seq, ahead.link
                head.commands |= ahead.commands

    def epoch(self, table: str) -> int:
        """The epoch from which on appends of a table count."""
        return self._lost.get(table, 0)

    def forget(self, tables: Iterable[str]) -> None:
        """Nothing is known of these tables any more; they are read again when they are written to."""
        for table in tables:
            self._heads.pop(table, None)


def _written(table: str, entry: Row, last: bytes) -> tuple[Any, ...]:
    command = entry.cmd_id
    return (
        escaped(table),
        entry.seq,
        command if command is None else escaped(command),
        entry.seat,
        escaped(entry.kind),
        escaped(entry.text),
        entry.at,
        last,
    )


def _text(value: Any) -> Any:
    return escaped(value) if isinstance(value, str) else value
