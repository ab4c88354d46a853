"""Connections of the TLS ports until both sides have shaken hands; then they are what the port is for.

How it works. asyncio tells a protocol of a connection only when the handshake is done; somebody who never finishes it
would hold a file without being counted. So we accept ourselves, count, and let asyncio do the handshake. A connection
that is done with it is given its own protocol and counts as one of that.

What must stay true:

1. A handshake under way counts as a connection of its listener, from its first moment to its last.
2. Each has so many seconds, and so many are under way at once over all listeners. When a newcomer finds no place the
   one that has taken longest makes way: honest ones take a moment, however many others hold theirs open.
3. One that fails is nobody else's business: it ends with a line in the log.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Callable
from typing import NamedTuple, cast

import structlog

from bottega.limits import Limits
from bottega.server.metrics import Metrics
from bottega.server.tls import Certificate

log = structlog.get_logger("bottega.tls")

AT_ONCE = 128
"""How many are accepted before others have their turn."""
PAUSE_SECONDS = 1.0
"""How long nobody is accepted when the process has no file left."""

REASONS = {
    "HTTP_REQUEST": "it speaks HTTP without TLS",
    "WRONG_VERSION_NUMBER": "it speaks without TLS",
    "UNSUPPORTED_PROTOCOL": "its TLS is older than 1.2",
    "NO_SHARED_CIPHER": "it knows none of our ciphers",
    "TLSV1_ALERT_UNKNOWN_CA": "it does not trust our certificate",
    "SSLV3_ALERT_BAD_CERTIFICATE": "it does not trust our certificate",
    "SSLV3_ALERT_CERTIFICATE_UNKNOWN": "it does not trust our certificate",
    "SSLV3_ALERT_CERTIFICATE_EXPIRED": "our certificate has expired for it",
}
"""What OpenSSL calls what went wrong, and what that means."""


class Entrance(NamedTuple):
    """What is behind a TLS port."""

    name: str
    has_room: Callable[[], bool]
    """Whether it takes one more in."""
    protocol: Callable[[], asyncio.Protocol]
    """What a connection is given when it has shaken hands."""


class _Threshold(asyncio.Protocol):
    """Somebody who is about to come in; counted until they are in or gone."""

    def __init__(self, entrance: Entrance, metrics: Metrics) -> None:
        self._entrance = entrance
        self._metrics = metrics
        self._here = True
        self.taken = False
        """Whether asyncio has taken the socket over, and will close it."""
        metrics.came(entrance.name)

    def take(self) -> _Threshold:
        """For ``loop.connect_accepted_socket``."""
        self.taken = True
        return self

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Hands are shaken."""
        self.leave()
        protocol = self._entrance.protocol()
        cast(asyncio.Transport, transport).set_protocol(protocol)
        protocol.connection_made(transport)

    def leave(self) -> None:
        """They are in, or gone; nothing if that is known already."""
        if self._here:
            self._here = False
            self._metrics.went(self._entrance.name)


class Handshakes:
    """The TLS ports of one house."""

    def __init__(self, certificate: Certificate, limits: Limits, metrics: Metrics) -> None:
        self.certificate = certificate
        self._limits = limits
        self._metrics = metrics
        self._loop = asyncio.get_running_loop()
        self._ports: list[socket.socket] = []
        self._under_way: dict[asyncio.Task[None], None] = {}
        """Longest first."""
        metrics.handshakes = self

    def __len__(self) -> int:
        """How many are under way."""
        return len(self._under_way)

    def listen(self, port: socket.socket, entrance: Entrance) -> None:
        """Take in whoever comes to a socket that is bound already."""
        self._ports.append(port)
        self._loop.add_reader(port.fileno(), self._accept, port, entrance)

    def close(self) -> None:
        """Take nobody in any more; who is not in yet stays outside."""
        ports, self._ports = self._ports, []
        for port in ports:
            self._loop.remove_reader(port.fileno())
        for task in list(self._under_way):
            task.cancel()

    def _accept(self, port: socket.socket, entrance: Entrance) -> None:
        for _ in range(AT_ONCE):
            try:
                connection, peer = port.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as error:
                log.error("nobody can be accepted", listener=entrance.name, reason=error.strerror or str(error))
                self._loop.remove_reader(port.fileno())
                self._loop.call_later(PAUSE_SECONDS, self._listen_again, port, entrance)
                return
            connection.setblocking(False)
            self._admit(connection, str(peer), entrance)

    def _listen_again(self, port: socket.socket, entrance: Entrance) -> None:
        if port in self._ports:
            self._loop.add_reader(port.fileno(), self._accept, port, entrance)

    def _admit(self, connection: socket.socket, peer: str, entrance: Entrance) -> None:
        if len(self._under_way) >= self._limits.handshakes:
            self._metrics.hit("handshakes")
            longest = next(iter(self._under_way))
            del self._under_way[longest]
            longest.cancel()
        if not entrance.has_room():
            self._metrics.hit("connections")
            log.warning("refused", listener=entrance.name, peer=peer, reason="too many connections")
            connection.close()
            return
        threshold = _Threshold(entrance, self._metrics)
        task = self._loop.create_task(self._shake_hands(connection, peer, threshold, entrance.name))
        self._under_way[task] = None
        task.add_done_callback(lambda _: self._over(task, threshold, connection))

    def _over(self, task: asyncio.Task[None], threshold: _Threshold, connection: socket.socket) -> None:
        self._under_way.pop(task, None)
        threshold.leave()
        if not threshold.taken:  # it had to make way before it began
            connection.close()

    async def _shake_hands(self, connection: socket.socket, peer: str, threshold: _Threshold, name: str) -> None:
        limits, reason = self._limits, ""
        try:
            async with asyncio.timeout(limits.handshake_seconds):
                await self._loop.connect_accepted_socket(
                    threshold.take,
                    connection,
                    ssl=self.certificate.context,
                    ssl_shutdown_timeout=limits.linger_seconds,
                )
            return
        except TimeoutError:
            self._metrics.hit("handshake_seconds")
            reason = "it took too long to shake hands"
        except ssl.SSLError as error:
            reason = REASONS.get(error.reason, error.reason or str(error))
        except OSError:  # it has gone without a word, as those do who only look whether somebody listens
            return
        self._metrics.handshakes_failed[name] += 1
        log.info("no handshake", listener=name, peer=peer, reason=reason)
