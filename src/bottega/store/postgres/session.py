"""A connection to the database that comes back: every failure is either the statement's own, or the connection is gone.

A statement that fails because nobody answers raises :class:`Gone`: whether it was done nobody knows. One that the
database refuses raises what asyncpg raises. There is a limit to every wait.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg
import structlog

from bottega.limits import DATABASE_ANSWER_SECONDS, DATABASE_CONNECT_SECONDS, DATABASE_LONG_SECONDS
from bottega.store.log import StoreFault
from bottega.store.postgres.schema import SURE

log = structlog.get_logger("bottega.store")

NOBODY_ANSWERS = (
    OSError,
    TimeoutError,
    EOFError,
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,  # it is shut down, or starting up
    asyncpg.InsufficientResourcesError,  # too many connections, no disk: it may pass
    asyncpg.ReadOnlySQLTransactionError,  # this one has become a standby
    asyncpg.InternalClientError,
)
"""What is raised when it is not the statement's fault."""
REFUSED = (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, ValueError)
"""What is raised when a database cannot be connected to, besides: no such database, no such user, no such address."""


class Gone(Exception):
    """The database does not answer (any more)."""


class Session:
    """One connection, made when it is needed."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._connection: Any = None
        self._statements: dict[str, Any] = {}

    async def connect(self) -> Any:
        """The connection, made anew if there is none; Gone if there is nobody, StoreFault if we are turned away."""
        if self._connection is not None and not self._connection.is_closed():
            return self._connection
        self._statements.clear()
        try:
            async with asyncio.timeout(DATABASE_CONNECT_SECONDS):
                connection = await asyncpg.connect(self._url, timeout=DATABASE_CONNECT_SECONDS)
                if await connection.fetchval(SURE) == "off":
                    log.warning("commits waited for no disk", reason="synchronous_commit is off; it is on for us now")
                    await connection.execute("SET synchronous_commit = on")
        except NOBODY_ANSWERS as error:
            raise Gone(_reason(error)) from error
        except REFUSED as error:
            raise StoreFault(f"the database cannot be used: {_reason(error)}") from error
        self._connection = connection
        return connection

    async def run(self, sql: str, *values: Any) -> list[Any]:
        """The rows that a statement gives; it is prepared once for each connection."""
        connection = await self.connect()
        try:
            async with asyncio.timeout(DATABASE_ANSWER_SECONDS):
                statement = self._statements.get(sql)
                if statement is None:
                    statement = self._statements[sql] = await connection.prepare(sql)
                rows: list[Any] = await statement.fetch(*values)
        except NOBODY_ANSWERS as error:
            self.hang_up()
            raise Gone(_reason(error)) from error
        except asyncpg.InterfaceError as error:
            if isinstance(error, ValueError):  # a value that no column can hold
                raise
            self.hang_up()
            raise Gone(_reason(error)) from error
        return rows

    async def transact(self, work: Callable[[Any], Awaitable[None]]) -> None:
        """Do several things with a connection as one transaction, as if nobody else did anything meanwhile."""
        connection = await self.connect()
        try:
            async with asyncio.timeout(DATABASE_LONG_SECONDS), connection.transaction(isolation="serializable"):
                await work(connection)
        except NOBODY_ANSWERS as error:
            self.hang_up()
            raise Gone(_reason(error)) from error

    def hang_up(self) -> None:
        """Let go of the connection at once, whatever is under way on it."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(Exception):
                connection.terminate()

    async def close(self) -> None:
        """Take leave."""
        connection, self._connection = self._connection, None
        if connection is not None:
            try:
                async with asyncio.timeout(DATABASE_CONNECT_SECONDS):
                    await connection.close()
            except (*NOBODY_ANSWERS, *REFUSED):
                connection.terminate()


def _reason(error: BaseException) -> str:
    """What to tell whoever runs the house; never the address, which may hold a password."""
    text = " ".join(str(error).split())
    return text or type(error).__name__
