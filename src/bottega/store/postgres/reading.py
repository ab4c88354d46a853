"""What is read from the database: whole tables, and what is new of many."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bottega.store.chain import checked, link
from bottega.store.log import Charter, Damaged, Kept, News, Row
from bottega.store.postgres import schema
from bottega.store.postgres.schema import escaped, plain
from bottega.store.postgres.session import Session


async def read_kept(session: Session, tables: Sequence[str]) -> dict[str, Kept]:
    """These tables, as far as they are there.

    The charters are read first: what is finished then gets no more entries, so none of them is missed.
    """
    ids = list(map(escaped, tables))
    if len(ids) == 1:
        charters = await session.run(schema.READ_TABLE, ids[0])
        logs = {ids[0]: [tuple(row) for row in await session.run(schema.READ_LOG, ids[0])]} if charters else {}
    else:
        charters = await session.run(schema.READ_TABLES, ids)
        logs = {row[0]: [] for row in charters}
        for table, *row in await session.run(schema.READ_NEWS, list(logs), [0] * len(logs)):
            logs[table].append(tuple(row))
    found = {}
    for row in charters:
        rows = logs[row[0]]
        charter = charter_of(row)
        links = [row[7], *(each[6] for each in rows)]
        found[charter.id] = Kept(charter, [row_of(each) for each in rows], links, row[8])
    return found


async def read_rows(session: Session, known: Mapping[str, int]) -> dict[str, list[tuple[Row, bytes]]]:
    """What these tables have after the numbers that are known."""
    found: dict[str, list[tuple[Row, bytes]]] = {}
    for table, *row in await session.run(schema.READ_NEWS, list(map(escaped, known)), list(known.values())):
        found.setdefault(plain(table), []).append((row_of(row), row[6]))
    return found


async def read_news(session: Session, known: Mapping[str, int], others: bool) -> News:
    """What these tables have after the numbers that are known, held against their links; perhaps other tables too."""
    news = await read_rows(session, known)
    following = {escaped(table): known[table] for table in news if known[table]}
    before = await session.run(schema.READ_LINKS, list(following), list(following.values())) if following else []
    links = {plain(table): last for table, last in before}
    whole = [table for table in news if not known[table]]
    if others:
        found = await session.run(schema.LIST_OTHERS, list(map(escaped, known)))
        whole += [plain(row[0]) for row in found]
    rows: dict[str, list[Row]] = {}
    damages: dict[str, str] = {}
    for table, entries in news.items():
        if known[table]:
            if _follow(links.get(table), known[table], entries):
                rows[table] = [row for row, _ in entries]
            else:
                damages[table] = f"table {table} is not what was written after entry {known[table]}"
    tables = []
    for table, kept in (await read_kept(session, whole)).items() if whole else ():
        try:
            charter, entire = checked(kept)
        except Damaged as damage:
            damages[table] = str(damage)
            continue
        if table in known:
            rows[table] = entire
        elif kept.last is None:
            tables.append((charter, entire))
    return News(rows, tables, damages)


def _follow(last: bytes | None, seq: int, entries: Sequence[tuple[Row, bytes]]) -> bool:
    """Whether entries are those that follow an entry with this link and number."""
    for row, stored in entries:
        seq += 1
        if last is None or row.seq != seq or link(last, row) != stored:
            return False
        last = stored
    return True


def charter_of(row: Sequence[Any]) -> Charter:
    """The charter that a row begins with."""
    table, game, version, setup, seed, commitment, opened = row[:7]
    return Charter(plain(table), plain(game), version, plain(setup), seed, plain(commitment), opened)


def row_of(row: Sequence[Any]) -> Row:
    """The entry that a row begins with."""
    seq, cmd_id, seat, kind, text, at = row[:6]
    return Row(seq, cmd_id if cmd_id is None else plain(cmd_id), seat, plain(kind), plain(text), at)
