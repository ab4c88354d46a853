"""The connection: made when needed, made again when lost, and no wait without an end."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable

import pytest

from bottega.store.log import StoreFault
from bottega.store.postgres import session as module
from bottega.store.postgres.session import Gone, Session
from tests.store.postgres.server import PostgresServer


def talk(url: str, what: Callable[[Session], Awaitable[object]]) -> object:
    """Do something with a session."""

    async def run() -> object:
        session = Session(url)
        try:
            return await what(session)
        finally:
            await session.close()

    return asyncio.run(run())


def test_a_lost_connection_is_made_again(url: str, server: PostgresServer, database: str) -> None:
    """A statement whose connection the server ends meanwhile is Gone; the next one finds a new connection."""

    async def run(session: Session) -> object:
        ((pid,),) = await session.run("SELECT pg_backend_pid()")
        under_way = asyncio.create_task(session.run("SELECT pg_sleep(600)"))
        await asyncio.sleep(0)
        await asyncio.to_thread(server.run, "SELECT pg_terminate_backend($1)", pid)
        with pytest.raises(Gone):
            await under_way
        ((other,),) = await session.run("SELECT pg_backend_pid()")
        return other != pid

    assert talk(url, run)


def test_nobody_there() -> None:
    """A port at which nobody listens is Gone, and says why."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"postgresql://bottega@127.0.0.1:{free.getsockname()[1]}/house"
        with pytest.raises(Gone, match=r"."):
            talk(url, lambda session: session.run("SELECT 1"))


def test_somebody_who_never_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """A peer that takes the connection and says nothing is given up after a while."""
    monkeypatch.setattr(module, "DATABASE_CONNECT_SECONDS", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(Gone):
        talk(f"postgresql://x@127.0.0.1:{silent.getsockname()[1]}/x", lambda session: session.run("SELECT 1"))


def test_an_answer_that_never_comes(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A statement that takes too long is given up together with its connection."""
    monkeypatch.setattr(module, "DATABASE_ANSWER_SECONDS", 0.2)

    async def run(session: Session) -> object:
        with pytest.raises(Gone):
            await session.run("SELECT pg_sleep(60)")
        return await session.run("SELECT 1")

    assert talk(url, run)


def test_turned_away(server: PostgresServer) -> None:
    """A database that is not there is a fault of whoever gave its name, not one that passes."""
    with pytest.raises(StoreFault, match="nowhere"):
        talk(server.url("nowhere"), lambda session: session.run("SELECT 1"))


def test_commits_wait_for_the_disk(url: str, server: PostgresServer, database: str) -> None:
    """Where a database is set up to lose what was committed last, our connections are not."""
    server.run(f"ALTER DATABASE {database} SET synchronous_commit = off")
    rows = talk(url, lambda session: session.run("SELECT current_setting('synchronous_commit')"))
    assert [tuple(row) for row in rows] == [("on",)]  # type: ignore[attr-defined]  # rows of the driver
