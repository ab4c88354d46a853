"""A name is taken out of the database, in one transaction.

What was replaced lies in the database's own files until it is vacuumed, which it sees to by itself.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import astuple

from bottega.store.chain import alone
from bottega.store.forgetting import gone, history, rewritten
from bottega.store.log import REWRITTEN, Conflict, Kept, Oblivion, StoreFault
from bottega.store.postgres import schema
from bottega.store.postgres.reading import charter_of, row_of
from bottega.store.postgres.schema import escaped, plain
from bottega.store.records import Record, Statements, rows_of

_ARCHIVE = Statements("bottega_", "$")


async def erase(connection: Any, oblivion: Oblivion) -> None:
    """Take a name out of everything; raises why not, and then the transaction undoes what was done."""
    name = escaped(oblivion.name)
    if await connection.fetch(schema.READ_CLAIMS, list(map(escaped, oblivion.unheld))):
        raise Conflict(f"{oblivion.name} holds a seat")
    for table, texts in oblivion.texts.items():
        kept = await _kept(connection, table)
        after = rewritten(kept, texts, oblivion.name)
        if after is not None:
            await _rewrite(connection, kept, after, oblivion.at)
    for former, new in oblivion.records:
        await _record_anew(connection, former, new)
    for line in oblivion.lines:
        nothing = alone(line.table, "", "", str(line.remark.at))
        await connection.execute(schema.SAY_NOTHING, nothing, escaped(line.table), line.number)
    told = gone(oblivion.name)
    await connection.execute(schema.REVOKE, *astuple(told), alone(*astuple(told)))
    await connection.execute(schema.FORGET_VOID, name)
    await connection.execute(schema.CLOSE_ACCOUNT, name)
    for note in oblivion.notes:
        await connection.execute(schema.DROP_NOTE, *map(escaped, note))


async def _kept(connection: Any, table: str) -> Kept:
    found = await connection.fetchrow(schema.READ_TABLE, escaped(table))
    if found is None:
        raise StoreFault(f"there is no table {table}")
    rows = [tuple(row) for row in await connection.fetch(schema.READ_LOG, escaped(table))]
    return Kept(charter_of(found), [row_of(row) for row in rows], [found[7], *(row[6] for row in rows)], found[8])


async def _rewrite(connection: Any, kept: Kept, after: Kept, at: int) -> None:
    table = kept.charter.id
    changed = [
        (row.seq, escaped(row.text), None if row.cmd_id is None else escaped(row.cmd_id), link)
        for row, link, former in zip(after.rows, after.links[1:], kept.links[1:], strict=True)
        if link != former
    ]
    await connection.execute(schema.REWRITE, escaped(table), *map(list, zip(*changed, strict=True)))
    await connection.execute(schema.CLOSE_AGAIN, escaped(table), after.last)
    found = await connection.fetchrow(schema.READ_NOTES, REWRITTEN, escaped(table), escaped(table))
    text = history(None if found is None else plain(found[2]), kept.links[-1], at)
    link = alone(REWRITTEN, table, text)
    await connection.execute(schema.SET_NOTE, REWRITTEN, escaped(table), escaped(text), link)


async def _record_anew(connection: Any, former: Record, new: Record) -> None:
    for row in rows_of(former):
        await connection.execute(_ARCHIVE.unfile, *map(_escaped, row[:7]))
    await connection.execute(_ARCHIVE.drop, escaped(former.table))
    for row in rows_of(new):
        await connection.execute(_ARCHIVE.file, *map(_escaped, row))
    await connection.execute(_ARCHIVE.keep, escaped(new.table), escaped(new.text), alone(new.table, new.text))


def _escaped(value: object) -> object:
    return escaped(value) if isinstance(value, str) else value
