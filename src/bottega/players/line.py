"""A connection of a player: messages in and out, over TCP in any framing or over a WebSocket.

Whatever breaks it, and however, is :class:`Lost` to its player. A ``witness`` is told every message that passes.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Protocol

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from bottega.wire.core.framing import Framing, Lines

Witness = Callable[[str, str], object]
"""Told ``<`` and what was heard, ``>`` and what was said."""

CHUNK = 1 << 16


class Lost(Exception):
    """The connection is gone."""


def nobody(direction: str, text: str) -> None:
    """A witness who does not listen."""


class Line(Protocol):
    """What a player needs of a connection."""

    def say(self, text: str) -> None:
        """Send a message."""

    async def hear(self) -> str:
        """The next message."""

    def close(self) -> None:
        """Leave."""


class TcpLine:
    """Framed messages over TCP."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, framing: Framing, witness: Witness = nobody
    ) -> None:
        self._reader, self._writer, self._framing, self._witness = reader, writer, framing, witness
        self._heard: deque[str] = deque()
        writer.write(framing.greeting())

    @classmethod
    async def open(
        cls, port: int, framing: Callable[[], Framing] = Lines, witness: Witness = nobody, host: str = "127.0.0.1"
    ) -> TcpLine:
        """Connect, or be Lost."""
        try:
            reader, writer = await asyncio.open_connection(host, port)
        except OSError as error:
            raise Lost from error
        return cls(reader, writer, framing(), witness)

    def say(self, text: str) -> None:
        """Send a message; whether it arrived is found out by listening."""
        self._witness(">", text)
        self._writer.write(self._framing.encode(text))

    async def hear(self) -> str:
        """The next message."""
        while not self._heard:
            try:
                data = await self._reader.read(CHUNK)
            except OSError as error:
                raise Lost from error
            if not data:
                raise Lost
            self._heard += [text for text in self._framing.feed(data) if text]
        text = self._heard.popleft()
        self._witness("<", text)
        return text

    def close(self) -> None:
        """Leave."""
        self._writer.close()


class WebLine:
    """Text messages over a WebSocket."""

    def __init__(self, connection: ClientConnection, witness: Witness = nobody) -> None:
        self._connection, self._witness = connection, witness
        self._sending: set[asyncio.Task[None]] = set()

    @classmethod
    async def open(cls, address: str, witness: Witness = nobody) -> WebLine:
        """Connect, or be Lost."""
        try:
            return cls(await connect(address, ping_interval=None, max_queue=None, open_timeout=None), witness)
        except (OSError, WebSocketException, EOFError) as error:
            raise Lost from error

    def say(self, text: str) -> None:
        """Send a message; whether it arrived is found out by listening."""
        self._witness(">", text)
        sending = asyncio.ensure_future(self._send(text))
        self._sending.add(sending)
        sending.add_done_callback(self._sending.discard)

    async def _send(self, text: str) -> None:
        try:
            await self._connection.send(text)
        except (OSError, WebSocketException):
            return

    async def hear(self) -> str:
        """The next message."""
        try:
            text = await self._connection.recv(decode=True)
        except (OSError, WebSocketException, EOFError) as error:
            raise Lost from error
        assert isinstance(text, str)
        self._witness("<", text)
        return text

    def close(self) -> None:
        """Leave at once, without a goodbye."""
        self._connection.transport.abort()
