"""The board in the database: what all nodes know for a while, by the database's time.

A row counts until its time is over; what is long over is swept away by whoever posts. No statement holds anything for
longer than it takes, so a node that stops in the middle of one keeps nobody waiting.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from typing import Any

import asyncpg

from bottega.limits import DATABASE_ANSWER_SECONDS
from bottega.store.log import StoreFault
from bottega.store.postgres.log import AWAY, PostgresLog
from bottega.store.postgres.schema import BEAT, LEASE, escaped, plain
from bottega.store.postgres.session import Gone, Session
from bottega.table.neighbours import Beaten

NODE = "node "
"""How the keys of lines begin."""


class PostgresBoard:
    """A board beside a log, on the log's thread, with a connection of its own."""

    def __init__(self, log: PostgresLog) -> None:
        self._log = log
        self._session = Session(log.url)
        self._busy = asyncio.Lock()
        log.closing.append(self._session.close)

    def beat(self, node: str, line: str, seconds: float, then: Callable[[Beaten | StoreFault], None]) -> None:
        """Post a line that counts for so long, and read all."""

        async def act() -> Beaten | StoreFault:
            rows = await self._run(BEAT, escaped(NODE + node), escaped(line), round(seconds * 1000))
            if isinstance(rows, StoreFault):
                return rows
            lines = {plain(key)[len(NODE) :]: plain(value) for _, key, value in rows if key is not None}
            return Beaten(rows[0][0] / 1000, lines)

        self._begin(act, then, StoreFault(AWAY))

    def lease(self, what: str, node: str, seconds: float, then: Callable[[bool], None]) -> None:
        """Have something for so long if nobody else has it; where nobody answers, everybody believes to."""

        async def act() -> bool:
            rows = await self._run(LEASE, escaped(f"lease {what}"), escaped(node), round(seconds * 1000))
            return isinstance(rows, StoreFault) or bool(rows)

        self._begin(act, then, True)

    async def _run(self, sql: str, *values: Any) -> list[Any] | StoreFault:
        async with self._busy:
            for attempt in range(2):
                try:
                    return await self._session.run(sql, *values)
                except (Gone, StoreFault, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
                    if attempt or self._log.away or not isinstance(error, Gone):
                        return StoreFault(f"{AWAY}: {error}")
        raise AssertionError

    def _begin(self, act: Callable[[], Coroutine[Any, Any, Any]], then: Callable[[Any], None], unknown: Any) -> None:
        async def answer() -> None:
            try:
                async with asyncio.timeout(2 * DATABASE_ANSWER_SECONDS):
                    found = await act()
            except TimeoutError:
                found = unknown
            with contextlib.suppress(RuntimeError):  # the owner's event loop may be gone
                self._log.deliver(lambda: then(found))

        self._log.run(answer())
