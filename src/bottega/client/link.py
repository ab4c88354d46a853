"""What moves a client's bytes: TCP, TLS, WebSocket, or a house in the same process; and what comes back by itself.

How it works. A :class:`Link` opens a connection (a :class:`Transport`), hands what arrives to its client, sends what
the client has to say, and yields everything that happens. When the connection is lost it waits, a little longer each
time, and opens another; the client does the rest. It ends when the game is over and the server has gone, when coming
back makes no sense, or when it has tried for too long.

What must stay true: whatever is wrong at the other end is one sentence that says what to do about it.
"""

from __future__ import annotations

import asyncio
import contextlib
import ssl
import time
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Protocol
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage, WebSocketException

from bottega.client.core import Broken, Client, Goodbye, Happening, Stage, Wish
from bottega.client.offline import FarEnd, Home
from bottega.client.trust import doubt

CHUNK = 1 << 16
OPEN_SECONDS = 10.0
"""How long a connection may take to be opened."""
PEEK_SECONDS = 2.0
"""How long to listen to what somebody says who is not whom we looked for."""
SILENCE_SECONDS = 10.0
"""After so long without an answer on a new connection it is said that there is none."""
PAUSES = (0.2, 0.5, 1.0, 2.0, 4.0, 8.0, 15.0)
"""How long to wait before each new attempt; the last again and again."""
PATIENCE = 600.0
"""After so many seconds without a connection it is given up."""
FAREWELL_SECONDS = 0.5
"""So long a server may still speak to somebody who has left, before the connection is closed."""
SHOWN = 80
"""So much is shown of what was received."""


class Unreachable(Exception):
    """Why there is no connection, in a sentence."""


class Up(Happening, frozen=True):
    """A connection is open."""

    where: str
    again: bool

    def __str__(self) -> str:
        return f"connected to {self.where}" + (" again" if self.again else "")


class Down(Happening, frozen=True):
    """The connection is lost, or could not be opened; the next attempt is made after ``wait`` seconds."""

    reason: str
    wait: float

    def __str__(self) -> str:
        return f"{self.reason}; trying again in {self.wait:g} s"


class GaveUp(Happening, frozen=True):
    """There will be no connection any more; ``reason`` is a sentence for whoever plays."""

    reason: str

    def __str__(self) -> str:
        return self.reason


class Silent(Happening, frozen=True):
    """Nothing has been heard on a new connection for a while."""

    where: str
    dialect: str

    def __str__(self) -> str:
        return f"{self.where} has said nothing for {SILENCE_SECONDS:g} s: is that {self.dialect}?"


class Transport(Protocol):
    """An open connection."""

    async def read(self) -> bytes:
        """What came next: some bytes of a stream or one message of a WebSocket; nothing at the end."""

    async def write(self, messages: list[bytes]) -> None:
        """Send these messages."""

    def close(self) -> None:
        """Leave."""


Opening = Callable[[], Awaitable[Transport]]
"""Opens a connection, or raises Unreachable."""


class StreamTransport:
    """Bytes over TCP, perhaps with TLS."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    async def read(self) -> bytes:
        """Some bytes."""
        try:
            return await self._reader.read(CHUNK)
        except OSError:
            return b""

    async def write(self, messages: list[bytes]) -> None:
        """Send bytes; whether they arrived is found out by reading."""
        with contextlib.suppress(OSError):
            self._writer.write(b"".join(messages))
            await self._writer.drain()

    def close(self) -> None:
        """Leave."""
        self._writer.close()


def stream(host: str, port: int, trust: ssl.SSLContext | None = None) -> Opening:
    """How TCP connections to an address are opened."""

    async def opening() -> Transport:
        try:
            async with asyncio.timeout(OPEN_SECONDS):
                name = None if trust is None else host
                return StreamTransport(*await asyncio.open_connection(host, port, ssl=trust, server_hostname=name))
        except (OSError, TimeoutError) as error:
            raise Unreachable(_nobody(f"{host}:{port}", error, trust is not None)) from error

    return opening


class WebTransport:
    """Messages over a WebSocket."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection

    async def read(self) -> bytes:
        """One message."""
        try:
            return await self._connection.recv(decode=False)
        except (OSError, WebSocketException, EOFError):
            return b""

    async def write(self, messages: list[bytes]) -> None:
        """Send messages, each by itself."""
        with contextlib.suppress(OSError, ConnectionClosed):
            for message in messages:
                await self._connection.send(message, text=True)

    def close(self) -> None:
        """Leave at once."""
        self._connection.transport.abort()


def websocket(address: str, trust: ssl.SSLContext | None = None) -> Opening:
    """How connections to the house at an http(s) address are opened."""
    target = address.rstrip("/").replace("http", "ws", 1) + "/ws"

    async def opening() -> Transport:
        try:
            return WebTransport(await connect(target, ssl=trust, max_size=None, open_timeout=OPEN_SECONDS))
        except InvalidMessage as error:
            heard = await _peek(address)
            raise Unreachable(f"there is no house at {address}: it says {heard}") from error
        except InvalidHandshake as error:
            raise Unreachable(f"there is no house at {address}: {error}") from error
        except (OSError, TimeoutError, EOFError, WebSocketException) as error:
            raise Unreachable(_nobody(address, error, trust is not None)) from error

    return opening


async def _peek(address: str) -> str:
    """What somebody says who does not speak HTTP."""
    where = urlsplit(address)
    try:
        async with asyncio.timeout(PEEK_SECONDS):
            reader, writer = await asyncio.open_connection(where.hostname, where.port or 80)
            try:
                writer.write(b"HEAD / HTTP/1.0\r\n\r\n")
                return shown(await reader.read(CHUNK))
            finally:
                writer.close()
    except (OSError, TimeoutError):
        return "nothing"


class HomeTransport:
    """A connection to a house in the same process, which is looked after while we wait for its messages."""

    def __init__(self, home: Home) -> None:
        self._home = home
        self._end: FarEnd = home.connect()
        self._said: deque[bytes] = deque()
        self._news = asyncio.Event()
        self._end.on_said = self._news.set

    async def read(self) -> bytes:
        """One message."""
        while not self._said:
            pause = self._home.advance()
            self._news.clear()
            self._said += self._end.received()
            if self._said:
                break
            if self._end.closed or self._end.dialect.gone:
                return b""
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._news.wait()
        return self._said.popleft()

    async def write(self, messages: list[bytes]) -> None:
        """Send messages."""
        self._end.sent(messages)

    def close(self) -> None:
        """Leave."""
        self._end.lost()
        self._said.clear()
        self._news.set()


def at_home(home: Home) -> Opening:
    """How connections to a house in the same process are opened."""

    async def opening() -> Transport:
        return HomeTransport(home)

    return opening


def shown(data: bytes) -> str:
    """Some of what was received, as it can be shown in a line.

    >>> shown(b'{"hello": 1}')
    '\\'{"hello": 1}\\''
    """
    return repr(data[:SHOWN].decode(errors="backslashreplace")) if data else "nothing"


def _nobody(where: str, error: BaseException, encrypted: bool) -> str:
    if isinstance(error, ssl.SSLError):
        return doubt(where, error)
    if isinstance(error, TimeoutError):
        return f"nobody answers at {where}"
    if encrypted and isinstance(error, ConnectionResetError | ConnectionAbortedError):
        return f"{where} does not speak TLS: it hung up in the middle of shaking hands"
    if isinstance(error, ConnectionRefusedError):
        return f"nobody listens at {where}"
    why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return f"nobody listens at {where}: {why}"


_HINTS = (
    (b"HTTP/", "that is HTTP: a house is at http://HOST:PORT"),
    (b"\x15\x03", "that is TLS: put tls: before the address"),
    (b"\xac\xed\x00\x05", "that is a Java object stream, as the +original profiles of some dialects speak it"),
)
"""How other protocols begin, and what to try then."""


def stranger(client: Client, where: str, data: bytes) -> str:
    """What is said when somebody else is there than we looked for."""
    hint = next((f" ({hint})" for beginning, hint in _HINTS if data.startswith(beginning)), "")
    return f"whoever listens at {where} does not speak {client.DIALECT}: it says {shown(data)}{hint}"


class Link:
    """Keeps a client connected; ``known`` and ``wish`` are the client's."""

    def __init__(
        self,
        client: Client,
        opening: Opening,
        where: str,
        clock: Callable[[], float] = time.monotonic,
        pauses: tuple[float, ...] = PAUSES,
        patience: float = PATIENCE,
        trust: ssl.SSLContext | None = None,
    ) -> None:
        self.client = client
        self.where = where
        self.trust = trust
        """Whom to trust, where it is encrypted."""
        self._opening = opening
        self._clock = clock
        self._pauses = pauses
        self._patience = patience
        self._transport: Transport | None = None
        self._sending: asyncio.Event = asyncio.Event()
        self.closed = False

    def wish(self, wish: Wish) -> list[Happening]:
        """Do what somebody wants; what has happened by that at once."""
        happened = self.client.wish(wish, self._clock())
        self._sending.set()
        return happened

    def drop(self) -> None:
        """Lose the connection, as if somebody had pulled the plug."""
        if self._transport is not None:
            self._transport.close()

    def close(self) -> None:
        """Leave for good."""
        self.closed = True
        self.drop()

    async def happenings(self) -> AsyncGenerator[Happening, None]:
        """Everything that happens, until there is nothing more to come."""
        failures, since, ever = 0, self._clock(), False
        while not self.closed:
            try:
                self._transport = await self._opening()
            except Unreachable as no:
                reason = str(no)
                if not ever:
                    yield GaveUp(reason)
                    return
            else:
                yield Up(self.where, ever)
                async with contextlib.aclosing(self._converse(self._transport)) as conversation:
                    async for happening in conversation:
                        yield happening
                        if isinstance(happening, GaveUp) or (isinstance(happening, Goodbye) and not happening.back):
                            self.close()
                            return
                if self.closed or self.client.known.stage is Stage.OVER:
                    return
                if self.client.understood:
                    failures, since, ever = 0, self._clock(), True
                elif not ever:
                    yield GaveUp(f"{self.where} closed the connection without a word: is that {self.client.DIALECT}?")
                    return
                reason = f"the connection to {self.where} is lost"
            if self._clock() - since > self._patience:
                yield GaveUp(f"{reason}, and that for too long")
                return
            wait = self._pauses[min(failures, len(self._pauses) - 1)]
            failures += 1
            yield Down(reason, wait)
            await asyncio.sleep(wait)

    async def _converse(self, transport: Transport) -> AsyncGenerator[Happening, None]:
        """What happens on one connection."""
        client = self.client
        for happening in client.connected(self._clock()):
            yield happening
        writing = asyncio.create_task(self._write(transport))
        reading = asyncio.ensure_future(transport.read())
        self._sending.set()
        silent: float | None = self._clock() + SILENCE_SECONDS
        try:
            while True:
                due = [when for when in (client.again, silent) if when is not None]
                await asyncio.wait({reading}, timeout=max(0.0, min(due) - self._clock()) if due else None)
                if not reading.done() and silent is not None and self._clock() >= silent:
                    silent = None if client.waits else self._clock() + SILENCE_SECONDS
                    if client.waits:
                        yield Silent(self.where, client.DIALECT)
                elif not reading.done():  # the client wanted to know the time
                    for happening in client.tick(self._clock()):
                        yield happening
                    self._sending.set()
                if not reading.done():
                    continue
                silent, data = None, reading.result()
                if not data:
                    break
                reading = asyncio.ensure_future(transport.read())
                for happening in client.receive(data, self._clock()):
                    if isinstance(happening, Broken) and not client.understood:
                        yield GaveUp(stranger(client, self.where, data))
                        return
                    yield happening
                self._sending.set()
        finally:
            reading.cancel()
            writing.cancel()
            transport.close()
            self._transport = None
        for happening in client.lost():
            yield happening

    async def _write(self, transport: Transport) -> None:
        """Send whatever the client has to say, whenever it has."""
        while True:
            await self._sending.wait()
            self._sending.clear()
            if messages := self.client.to_send():
                await transport.write(messages)
            if self.client.left:
                await asyncio.sleep(FAREWELL_SECONDS)
                transport.close()
