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
from typing import Protocol

from bottega.wire.core.framing import BrokenStream, Framing

CHUNK = 1 << 16
CONNECT_SECONDS = 10.0


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


class SocketWire:
    """A connection over a socket that does not block."""

    def __init__(self, connection: socket.socket, framing: Framing) -> None:
        self.socket, self._framing = connection, framing
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
        """Leave."""
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
