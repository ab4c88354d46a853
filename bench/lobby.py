"""What a change of the lobby costs: many tables, many who read the list, whole or only what changed."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import sys
import tempfile
from collections.abc import Iterator
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.frames import Frame, Opcode

from bench.processes import Process
from bench.report import Row

TABLES = 200
READERS = 500
CHANGES = 30
PAUSE_SECONDS = 0.3
"""Between two changes: longer than the list gathers them."""

_numbers = itertools.count()


class _Reader(asyncio.Protocol):
    """Somebody who reads the lobby, and counts bytes."""

    def __init__(self, changes: bool) -> None:
        self._changes = changes
        self.bytes = 0
        self.transport: asyncio.Transport

    def connection_made(self, transport: Any) -> None:
        """Shake hands."""
        self.transport = transport
        transport.write(
            b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )

    def data_received(self, data: bytes) -> None:
        """Ask for the list, then count."""
        if not self.bytes:
            ask = json.dumps({"type": "lobby", "cmd_id": "l"} | ({"changes": True} if self._changes else {}))
            self.transport.write(Frame(Opcode.TEXT, ask.encode()).serialize(mask=True))
        self.bytes += len(data)


async def _asks(line: ClientConnection, kind: str, **fields: Any) -> dict[str, Any]:
    cmd_id = str(next(_numbers))
    await line.send(json.dumps({"type": kind, "cmd_id": cmd_id, **fields}))
    while True:
        message: dict[str, Any] = json.loads(await line.recv())
        if message.get("cmd_id") == cmd_id:
            assert message["type"] == "ok", message
            return message


async def _change(line: ClientConnection, table: str) -> None:
    """Somebody sits down, or stands up again: the list is another each time."""
    for number in range(CHANGES):
        await _asks(line, "stand" if number % 2 else "sit", table=table)
        await asyncio.sleep(PAUSE_SECONDS)


async def _measure(server: Process, tables: int) -> list[tuple[str, float, float]]:
    """For readers of the whole list, and of changes: CPU seconds and bytes to each, for a change."""
    measured = []
    async with contextlib.AsyncExitStack() as stack:
        lines = []
        for number in range(tables + 1):
            lines.append(await stack.enter_async_context(connect(f"ws://127.0.0.1:{server.ports['http']}/ws")))
            await _asks(lines[-1], "hello", name=f"Guest {number}")
        opened = [await _asks(line, "open", game="splendor", seats=4) for line in lines[:-1]]
        cpu = server.cpu_seconds()
        await _change(lines[-1], opened[0]["table"])
        unread = server.cpu_seconds() - cpu
        for what, changes in (("the whole list", False), ("only changes", True)):
            readers = [_Reader(changes) for _ in range(READERS)]
            for reader in readers:
                await asyncio.get_running_loop().create_connection(
                    lambda reader=reader: reader,  # type: ignore[misc]  # bound by its default
                    "127.0.0.1",
                    server.ports["http"],
                )
            await asyncio.sleep(2)
            before, cpu = sum(reader.bytes for reader in readers), server.cpu_seconds()
            await _change(lines[-1], opened[0]["table"])
            sent = (sum(reader.bytes for reader in readers) - before) / READERS / CHANGES
            measured.append((what, (server.cpu_seconds() - cpu - unread) / CHANGES, sent))
            for reader in readers:
                reader.transport.abort()
            await asyncio.sleep(1)
    return measured


def rows(tables: int = TABLES) -> Iterator[Row]:
    with tempfile.TemporaryDirectory(prefix="bottega-bench-") as data:
        serve = (sys.executable, "-m", "bottega", "serve", "--data", data, "--http", "127.0.0.1:0")
        with Process([*serve, "--listen", "splendor-json@127.0.0.1:0"]) as server:
            measured = asyncio.run(_measure(server, tables))
    _, most, _ = measured[0]
    for what, cpu, sent in measured:
        said = f"{sent / 1000:.1f} kB, {1e3 * cpu:.1f} ms"
        yield Row(f"lobby, {tables} tables, {READERS} readers of {what}", said, cpu / most)
