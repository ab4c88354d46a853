"""A name is taken out of a database: all at once, also if the answer is lost and it is done again."""

from __future__ import annotations

import asyncio
from contextlib import closing

import asyncpg
import pytest

from bottega.store.log import Oblivion, StoreFault
from bottega.store.postgres.erasing import erase
from bottega.store.postgres.log import PostgresLog
from tests.store.contract import begin, forget, register, sat


def test_nothing_is_done_by_halves(url: str) -> None:
    """Where the last thing fails, the first was not done either."""
    with closing(PostgresLog(url)) as log:
        begin(log, "t1", sat("Ada"), finished=True)
        register(log, "Ada", "hash")
        before = log.kept("t1")
        wrong = Oblivion(name="Ada", at=1, texts={"t1": {1: sat("somebody 1").text}, "t2": {}})

        async def attempt() -> None:
            connection = await asyncpg.connect(url)
            try:
                async with connection.transaction():
                    await erase(connection, wrong)
            finally:
                await connection.close()

        with pytest.raises(StoreFault, match="no table t2"):
            asyncio.run(attempt())
        assert isinstance(forget(log, wrong), StoreFault)
        assert (log.kept("t1"), log.password("Ada"), log.notes("rewritten")) == (before, "hash", {})
