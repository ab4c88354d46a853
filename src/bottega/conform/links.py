"""Connections of the kit: whole messages in and out, over TCP or TLS, in any framing.

One thread: whoever examines asks for the next thing that comes from anybody (:meth:`Link.poll`), and
waits for it no longer than told.
"""

from __future__ import annotations

import selectors
import socket
import ssl
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from bottega.wire.core.framing import BrokenStream, Framing

CHUNK = 1 << 16
CONNECT_SECONDS = 10.0
LINGER_SECONDS = 1.0
"""How long a client is given to hear out what was said, before the connection is closed."""


class Unreachable(Exception):
    """Nobody can be examined there; the text says why."""


class Wire(Protocol):
    """One connection."""

    inbox: deque[str]
    """What has come and was not looked at; a message that cannot be read is empty."""
    closed: bool
    """Whether the other side has closed it; what came before is in the inbox."""

    def say(self, text: str) -> None:
        """Send a message."""

    def close(self) -> None:
        """Leave."""


class Link(Protocol):
    """How the other side is reached."""

    def open(self) -> Wire:
        """A new connection, or Unreachable."""

    def poll(self, seconds: float) -> None:
        """Wait until something comes, or for so long."""

    def now(self) -> float:
        """The time by which waiting is measured."""


class Doors(Protocol):
    """Where those come who are examined."""

    def arrivals(self) -> list[Wire]:
        """Who has come since it was last asked for."""

    def poll(self, seconds: float) -> None:
        """Wait until something comes, or for so long."""

    def now(self) -> float:
        """The time by which waiting is measured."""


class SocketWire:
    """A connection over a socket that does not block."""

    def __init__(self, connection: socket.socket, framing: Framing, lingers: bool = False) -> None:
        self.socket, self._framing, self._lingers = connection, framing, lingers
        self.inbox: deque[str] = deque()
        self.closed = False
        connection.settimeout(CONNECT_SECONDS)
        if greeting := framing.greeting():
            connection.sendall(greeting)
        connection.setblocking(False)

    def say(self, text: str) -> None:
        """Send a message; whether it arrives is found out by listening."""
        if self.closed:
            return
        try:
            self.socket.settimeout(CONNECT_SECONDS)
            self.socket.sendall(self._framing.encode(text))
            self.socket.setblocking(False)
        except OSError:
            self.closed = True

    def read(self) -> None:
        """Take in what has come."""
        while not self.closed:
            try:
                data = self.socket.recv(CHUNK)
            except (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError):
                return
            except OSError:
                data = b""
            try:
                self.inbox += [text or "" for text in self._framing.feed(data) if text != ""]
            except BrokenStream:
                self.inbox.append("")
                data = b""
            if not data:
                self.closed = True

    def close(self) -> None:
        """Leave; where that lingers, what was said arrives even if the other side is speaking (it would be reset)."""
        if self._lingers and self.socket.fileno() >= 0:
            until = time.monotonic() + LINGER_SECONDS
            with suppress(OSError):
                self.socket.shutdown(socket.SHUT_WR)
                while (left := until - time.monotonic()) > 0:
                    self.socket.settimeout(left)
                    if not self.socket.recv(CHUNK):
                        break
        self.closed = True
        self.socket.close()


class SocketLink:
    """An address, and every connection to it."""

    def __init__(
        self, host: str, port: int, framing: Callable[[], Framing], trust: ssl.SSLContext | None = None
    ) -> None:
        self._host, self._port, self._framing, self._trust = host, port, framing, trust
        self._wires: list[SocketWire] = []

    def now(self) -> float:
        """The time by which waiting is measured."""
        return time.monotonic()

    def open(self) -> SocketWire:
        """A new connection, or Unreachable."""
        try:
            connection = socket.create_connection((self._host, self._port), CONNECT_SECONDS)
            if self._trust is not None:
                connection = self._trust.wrap_socket(connection, server_hostname=self._host)
        except OSError as error:
            raise Unreachable(
                f"nobody to talk to at {self._host}:{self._port}: {getattr(error, 'strerror', None) or error}"
            ) from error
        wire = SocketWire(connection, self._framing())
        self._wires.append(wire)
        return wire

    def poll(self, seconds: float) -> None:
        """Wait until something comes, or for so long."""
        self._wires = [wire for wire in self._wires if not wire.closed]
        with selectors.DefaultSelector() as selector:
            for wire in self._wires:
                selector.register(wire.socket, selectors.EVENT_READ, wire)
            for key, _ in selector.select(max(0.0, seconds)):
                key.data.read()

    def close(self) -> None:
        """Leave altogether."""
        for wire in self._wires:
            wire.close()


class SocketDoors:
    """An address at which clients are waited for."""

    def __init__(self, host: str, port: int, framing: Callable[[], Framing]) -> None:
        self._framing = framing
        self._wires: list[SocketWire] = []
        self._new: list[SocketWire] = []
        try:
            self._socket = socket.create_server((host, port), family=_family(host))
        except OSError as error:
            raise Unreachable(f"nobody can be waited for at {host}:{port}: {error.strerror or error}") from error
        self._socket.setblocking(False)
        self.port: int = self._socket.getsockname()[1]

    def now(self) -> float:
        """The time by which waiting is measured."""
        return time.monotonic()

    def arrivals(self) -> list[Wire]:
        """Who has come since it was last asked for."""
        came: list[Wire] = list(self._new)
        self._new = []
        return came

    def poll(self, seconds: float) -> None:
        """Wait until something comes, or for so long."""
        self._wires = [wire for wire in self._wires if not wire.closed]
        with selectors.DefaultSelector() as selector:
            selector.register(self._socket, selectors.EVENT_READ, None)
            for wire in self._wires:
                selector.register(wire.socket, selectors.EVENT_READ, wire)
            for key, _ in selector.select(max(0.0, seconds)):
                if key.data is None:
                    self._let_in()
                else:
                    key.data.read()

    def _let_in(self) -> None:
        try:
            connection, _ = self._socket.accept()
        except OSError:
            return  # gone again
        wire = SocketWire(connection, self._framing(), lingers=True)
        self._wires.append(wire)
        self._new.append(wire)

    def close(self) -> None:
        """Close them."""
        self._socket.close()
        for wire in self._wires:
            wire.close()


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET
