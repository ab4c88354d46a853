"""A proxy that cuts connections: what lies between a client and a server, and fails.

``Cutter`` listens on a port of its own and carries bytes to a server and back. Each connection is cut
(both sides at once, with whatever is on its way lost) after as many portions of bytes as its fate says.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

CHUNK = 1 << 16


class Cutter:
    """A proxy to a port of this machine; ``fate`` says after how many portions a connection is cut, None never."""

    def __init__(self, port: int, fate: Callable[[], int | None]) -> None:
        self._target = port
        self._fate = fate
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.port = 0
        self.cuts = 0
        """How many connections were cut."""

    async def __aenter__(self) -> Cutter:
        self._server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        for task in self._tasks:
            task.cancel()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, to_there = await asyncio.open_connection("127.0.0.1", self._target)
        left = self._fate()
        ends = (writer, to_there)

        async def one_way(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
            nonlocal left
            try:
                while data := await source.read(CHUNK):
                    if left is not None:
                        left -= 1
                        if left < 0:
                            self.cuts += 1
                            break
                    target.write(data)
                    await target.drain()
            except OSError:
                pass
            finally:
                for end in ends:
                    if end.transport is not None:
                        end.transport.abort()

        for way in ((reader, to_there), (there, writer)):
            task = asyncio.create_task(one_way(*way))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
