"""A whole house, copied from one store to another, table by table and entry by entry.

Whatever the target has already is compared, not written again: so a copy that was broken off goes on when it is
started again, and a second run takes over what has happened at the tables since. Each table is read from the target
again and compared with the source, entry by entry and link by link. What must stay true:

1. Nothing is overwritten: a table, or an account, that is another in the target stays as it is, and is named.
2. What is damaged in the source is not copied, and is named: links are made anew where entries are written, and would
   vouch for what nobody wrote.
3. No house that is open is written to: it would not know of the new tables.
"""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from queue import SimpleQueue

from bottega.archive import ArchiveFault, open_log
from bottega.plain import say
from bottega.store.chain import checked
from bottega.store.journal import locked
from bottega.store.log import LASTING_NOTES, Charter, Conflict, Done, Kept, Log, Revocation, Row, StoreFault, Summary
from bottega.store.opening import Where, named
from bottega.table.entries import DamagedLog
from bottega.table.position import claims_of, fold

_SAY_EVERY = 1.0
_TOGETHER = 64
"""Tables that are on their way to the target at the same time."""


def copy_house(source: Where, target: Where) -> None:
    """Copy everything that a house keeps; ArchiveFault if something could not be copied, which is said."""
    if source == target:
        raise ArchiveFault("a house cannot be copied onto itself")
    with (
        closing(open_log(source)) as old,
        _held(target),
        closing(open_log(target, check=True, new=True)) as new,
    ):
        tables, entries, wrong = copy_log(old, new)
    for reason in wrong:
        say(reason)
    if wrong:
        raise ArchiveFault(f"{len(wrong)} parts of {named(source)} are not in {named(target)} (see above)")
    say(f"{named(target)}: {tables} tables, {entries} entries, verified")


def copy_log(old: Log, new: Log) -> tuple[int, int, list[str]]:
    """Copy one log into another: how many tables and entries there are, and what could not be copied."""
    tables, entries, wrong = _copy_tables(old, new)
    return tables, entries, wrong + _copy_talk(old, new) + _copy_names(old, new) + _copy_notes(old, new)


@contextlib.contextmanager
def _held(target: Where) -> Iterator[None]:
    """Keep a house from being opened in a directory that is written to."""
    if isinstance(target, str):
        yield
        return
    try:
        target.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ArchiveFault(f"{target} cannot be written: {error.strerror}") from error
    with locked(target) as lock:
        if lock is None:
            raise ArchiveFault(f"{target} is in use by a house that is open: stop it first")
        yield


def _copy_tables(old: Log, new: Log) -> tuple[int, int, list[str]]:
    """How many tables and entries there are, and what could not be copied."""
    summaries, wrong = list(old.tables()), []
    entries, said = 0, time.monotonic()
    for first in range(0, len(summaries), _TOGETHER):
        group = summaries[first : first + _TOGETHER]
        sent: list[tuple[Kept, SimpleQueue[StoreFault | None]]] = []
        for summary in group:
            try:
                kept, report = _send(summary, old, new)
            except (ArchiveFault, StoreFault) as fault:
                wrong.append(str(fault))
            else:
                sent.append((kept, report))
        for kept, report in sent:
            if (lost := report.get()) is not None:
                wrong.append(f"table {kept.charter.id} was not copied: {lost}")
            elif not _same(kept, new.kept(kept.charter.id)):
                wrong.append(f"table {kept.charter.id} is not in the target as it was written")
            entries += len(kept.rows)
        if time.monotonic() - said > _SAY_EVERY:
            said = time.monotonic()
            say(f"{first + len(group)} of {len(summaries)} tables, {entries} entries …", sys.stderr)
    return len(summaries), entries, wrong


def _send(summary: Summary, old: Log, new: Log) -> tuple[Kept, SimpleQueue[StoreFault | None]]:
    """Write what the target lacks of a table; what it must be then, and where the outcome will be told."""
    table = summary.charter.id
    try:
        kept = old.kept(table)
    except KeyError:
        raise ArchiveFault(f"table {table!r} cannot be found by its id") from None
    charter, rows = checked(kept)
    report: SimpleQueue[StoreFault | None] = SimpleQueue()
    try:
        there = new.kept(table)
    except KeyError:
        finished = kept.last is not None
        claims = [] if finished else _claims(charter, rows)
        new.append(table, rows, report.put, charter=charter, finished=finished, claims=claims)
        return kept, report
    count = len(there.rows)
    if there.charter != charter or there.links != kept.links[: count + 1]:
        raise ArchiveFault(f"table {table} is another in the target")
    missing = rows[count:]
    if missing:
        finished = kept.last is not None
        before, after = set(_claims(charter, there.rows)), set() if finished else set(_claims(charter, rows))
        claims, released = sorted(after - before), sorted(before - after)
        new.append(table, missing, report.put, finished=finished, claims=claims, released=released)
    elif (kept.last is None) == (there.last is None):
        report.put(None)
    else:
        raise ArchiveFault(f"table {table} is finished in one of the two only, though their entries are the same")
    return kept, report


def _claims(charter: Charter, rows: list[Row]) -> list[str]:
    """What those who sit at a table claim; nothing where this program cannot tell who does."""
    try:
        return claims_of(fold(charter, rows))
    except DamagedLog:
        return []


def _same(kept: Kept, copy: Kept) -> bool:
    """Whether a copy is what it should be: entry by entry, link by link; the source may have more by now."""
    return copy == kept and checked(copy) == (kept.charter, kept.rows)


def _copy_talk(old: Log, new: Log) -> list[str]:
    """Copy what was said at every table, as far as the target does not have it; what could not be copied."""
    wrong = []
    for summary in list(old.tables()):
        table = summary.charter.id
        remarks, there = list(old.talk(table).values()), list(new.talk(table).values())
        if there != remarks[: len(there)]:
            wrong.append(f"something else was said at table {table} in the target")
            continue
        for remark in remarks[len(there) :]:
            if (fault := _written(partial(new.say, table, remark))) is not None:
                wrong.append(f"what was said at table {table} was not copied: {fault}")
                break
    return wrong


def _copy_names(old: Log, new: Log) -> list[str]:
    """Copy accounts and what was made void; what could not be copied."""
    wrong = []
    for name, password in old.accounts():
        there = new.password(name)
        if there is None:
            fault = _written(partial(new.register, name, password))
            if isinstance(fault, Conflict):
                there = new.password(name)
            elif fault is not None:
                wrong.append(f"the account {name} was not copied: {fault}")
        if there is not None and there != password:
            wrong.append(f"the account {name} has another password in the target")
    known = {(each.name, each.key): each.successor for each in new.revocations()[1]}
    void = [each for each in old.revocations()[1] if known.get((each.name, each.key)) != each.successor]
    if void and (fault := _written(lambda done: new.revoke(_last_words(void), done))) is not None:
        wrong.append(f"what was made void was not copied: {fault}")
    return wrong


def _copy_notes(old: Log, new: Log) -> list[str]:
    """Copy the notes that last; what could not be copied."""
    wrong = []
    for kind in LASTING_NOTES:
        there = new.notes(kind)
        for key, text in old.notes(kind).items():
            if there.get(key) == text:
                continue
            if (fault := _written(partial(new.write_note, kind, key, there.get(key), text))) is not None:
                wrong.append(f"the note {kind} {key} was not copied: {fault}")
    return wrong


def _last_words(revocations: list[Revocation]) -> list[Revocation]:
    """Each secret once, as it was last made void, in that order."""
    last: dict[tuple[str, str], Revocation] = {}
    for each in revocations:
        last.pop((each.name, each.key), None)
        last[each.name, each.key] = each
    return list(last.values())


def _written(begin: Callable[[Done], None]) -> StoreFault | None:
    """Do something with a log and wait for the outcome."""
    report: SimpleQueue[StoreFault | None] = SimpleQueue()
    begin(report.put)
    return report.get()
