"""What is read from the database is held against its links."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import closing

import asyncpg
import pytest

from bottega.store.postgres import PostgresLog
from bottega.store.postgres.schema import escaped
from tests.store.contract import append, charter, entry, news


@pytest.fixture
def log(url: str) -> Iterator[PostgresLog]:
    """A log with one table of three entries."""
    with closing(PostgresLog(url)) as log:
        assert append(log, "t1", entry(1), entry(2), entry(3), opening=charter()) is None
        yield log


def _change(url: str, sql: str) -> None:
    async def change() -> None:
        connection = await asyncpg.connect(url)
        await connection.execute(sql)
        await connection.close()

    asyncio.run(change())


@pytest.mark.parametrize("known", [0, 1, 2])
def test_news_that_are_not_what_was_written(log: PostgresLog, url: str, known: int) -> None:
    """Nobody is told what was not written: the table is named instead, and the others are told of all the same."""
    assert append(log, "t2", entry(1), opening=charter("t2")) is None
    _change(url, f"UPDATE bottega_entries SET text = '{escaped('take www')}' WHERE table_id = 't1' AND seq = 3")
    found = news(log, {"t1": known, "t2": 0})
    assert set(found.rows) == {"t2"}
    assert "not what was written" in found.damages["t1"] or "t1" in found.damages["t1"]


def test_an_entry_that_is_missing(log: PostgresLog, url: str) -> None:
    """News with a gap are damage, not news."""
    _change(url, "DELETE FROM bottega_entries WHERE table_id = 't1' AND seq = 2")
    found = news(log, {"t1": 1})
    assert not found.rows
    assert "t1" in found.damages


def test_an_unknown_table_that_is_damaged(log: PostgresLog, url: str) -> None:
    """It is named, and keeps no other from being told."""
    assert append(log, "t2", entry(1), opening=charter("t2")) is None
    _change(url, "UPDATE bottega_entries SET seat = 7 WHERE table_id = 't1' AND seq = 1")
    found = news(log, {}, others=True)
    assert [each.id for each, _ in found.tables] == ["t2"]
    assert "t1" in found.damages
