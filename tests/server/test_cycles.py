"""What is gone is gone: no connection waits for the cycle collector, which seldom comes by."""

from __future__ import annotations

import asyncio
import gc
import socket
import time
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from bottega.limits import Limits
from bottega.server.http import HttpServer
from bottega.server.metrics import Metrics
from bottega.server.tcp import Listener
from bottega.store.memory import MemoryLog
from bottega.table.house import House, Settings
from bottega.wire import DIALECTS
from tests.server.harness import TIMEOUT
from trials.siege.peers import House as Guest
from trials.siege.peers import Target

HELLO = {
    "sagrada-text": b"LOGIN anna secret\n",
    "sagrada-json": b'{"id":"login","username":"anna"}\n',
    "renaissance-json": b'{"type":"req_nickname","nickname":"anna"}\n',
    "renaissance-steps": b'{"type":"RegisterResponse","data":{"nickname":"anna"}}\n',
    "renaissance-events": b'{"type":"ReqJoin","nickname":"anna"}\n',
}


@pytest.fixture(autouse=True)
def uncollected() -> Iterator[None]:
    """Without the cycle collector."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


async def until(done: Callable[[], bool]) -> None:
    """Wait for it."""
    async with asyncio.timeout(TIMEOUT):
        while not done():
            await asyncio.sleep(0.01)


@pytest.mark.slow
@pytest.mark.parametrize("name", DIALECTS)
def test_a_connection_that_is_lost(name: str) -> None:
    """Its dialect is freed with it, whatever it has said before."""

    async def run() -> None:
        house = House(MemoryLog(), Settings(), time.time)
        listener = Listener(DIALECTS[name], "", house, Limits(), Metrics())
        server = await asyncio.get_running_loop().create_server(listener.connection, "127.0.0.1", 0)
        for hello in (b"", HELLO.get(name, b"nonsense\n")):
            _, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
            await until(lambda: bool(listener.connections))
            dialect = weakref.ref(next(iter(listener.connections))._talker)
            writer.write(hello)
            await writer.drain()
            writer.close()
            await until(lambda: not listener.connections)
            await until(lambda dialect=dialect: dialect() is None)  # type: ignore[misc]  # bound now, not later
        server.close()

    asyncio.run(run())


def test_a_websocket_that_is_lost() -> None:
    """Its dialect, and the core that reads its frames, are freed with it."""

    async def run() -> None:
        house = House(MemoryLog(), Settings(), time.time)
        web = HttpServer(house, Metrics(), Limits())
        with socket.create_server(("127.0.0.1", 0)) as bound:
            await web.start(bound)
            guest = await Guest(Target({"http": bound.getsockname()[1]})).open()
            await guest.ask("hello", name="Anna")
            shell: Any = next(iter(web.door.connections))
            gone = [weakref.ref(shell._dialect), weakref.ref(shell._core)]
            del shell
            guest.writer.close()
            await until(lambda: not web.door.connections)
            await until(lambda: all(each() is None for each in gone))
            await web.stop()

    asyncio.run(run())
