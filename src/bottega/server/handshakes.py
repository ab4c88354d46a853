"""Connections of the TLS ports until both sides have shaken hands; then they are what the port is for.

How it works. asyncio tells a protocol of a connection only when the handshake is done; somebody who never finishes it
would hold a file without being counted. So we accept ourselves, count, and let asyncio do the handshake. A connection
that is done with it is given its own protocol and counts as one of that.

What must stay true:

1. A handshake under way counts as a connection of its listener and its address, from its first moment to its last.
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
from bottega.server.addresses import Arrival, Proxies, counted_as, host_of
from bottega.server.metrics import Metrics
from bottega.server.proxy_protocol import BadHeader, ProxyHeader
from bottega.server.tls import Certificate
from bottega.table.quotas import Quotas

log = structlog.get_logger("bottega.tls")

AT_ONCE = 128
"""How many are accepted before others have their turn."""
PAUSE_SECONDS = 1.0
"""How long nobody is accepted when the process has no file left."""

SAID_SECONDS = 1.0
"""How often the log says that somebody is kept out."""

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


class Unwelcome(Exception):
    """Why a handshake came to nothing."""


class Entrance(NamedTuple):
    """What is behind a TLS port."""

    name: str
    has_room: Callable[[], bool]
    """Whether it takes one more in."""
    protocol: Callable[[Arrival], asyncio.Protocol]
    """What a connection is given when it has shaken hands."""
    proxied: bool = False
    """Whether a trusted proxy says for whom it connects, by the PROXY protocol, before hands are shaken."""


class _Threshold(asyncio.Protocol):
    """Somebody who is about to come in; counted until they are in or gone."""

    def __init__(self, entrance: Entrance, metrics: Metrics, quotas: Quotas) -> None:
        self._entrance = entrance
        self._metrics = metrics
        self._quotas = quotas
        self._here = False
        self._address = ""
        self._arrival: Arrival | None = None
        self.taken = False
        """Whether asyncio has taken the socket over, and will close it."""

    def enter(self) -> None:
        """There is room for them."""
        self._here = True
        self._metrics.came(self._entrance.name)

    def arrives(self, arrival: Arrival, address: str) -> bool:
        """Count the address that somebody comes from; whether it may have one more."""
        if self._quotas.arrive(address):
            return False
        self._arrival, self._address = arrival, address
        return True

    def take(self) -> _Threshold:
        """For ``loop.connect_accepted_socket``."""
        self.taken = True
        return self

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Hands are shaken; who is counted for the address stays so."""
        assert self._arrival is not None
        self._here, self._address = False, ""
        self._metrics.went(self._entrance.name)
        protocol = self._entrance.protocol(self._arrival)
        cast(asyncio.Transport, transport).set_protocol(protocol)
        protocol.connection_made(transport)

    def leave(self) -> None:
        """They are gone; nothing if they are in."""
        if self._here:
            self._here = False
            self._metrics.went(self._entrance.name)
        address, self._address = self._address, ""
        self._quotas.leave(address)


class Handshakes:
    """The TLS ports of one house."""

    def __init__(
        self,
        certificate: Certificate,
        limits: Limits,
        metrics: Metrics,
        quotas: Quotas | None = None,
        proxies: Proxies | None = None,
    ) -> None:
        self.certificate = certificate
        self._quotas = quotas or Quotas()
        self._proxies = proxies or Proxies()
        self._said = 0.0
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
            port.close()
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
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, self._limits.tls_bytes)
            self._admit(connection, peer, entrance)

    def _listen_again(self, port: socket.socket, entrance: Entrance) -> None:
        if port in self._ports:
            self._loop.add_reader(port.fileno(), self._accept, port, entrance)

    def _admit(self, connection: socket.socket, peer: object, entrance: Entrance) -> None:
        """Begin a handshake; before that, nothing is computed for those who are too many."""
        threshold = _Threshold(entrance, self._metrics, self._quotas)
        arrival = Arrival(host_of(peer), str(peer))
        trusted = self._proxies.trusts(arrival.host)
        if not threshold.arrives(arrival, "" if trusted else counted_as(arrival.host)):
            self._keep_out(connection, threshold, entrance, arrival, "too many connections from this address")
            return
        if len(self._under_way) >= self._limits.handshakes:
            self._metrics.hit("handshakes")
            longest = next(iter(self._under_way))
            del self._under_way[longest]
            longest.cancel()
        if not entrance.has_room():
            self._metrics.hit("connections")
            self._keep_out(connection, threshold, entrance, arrival, "too many connections")
            return
        threshold.enter()
        coming = self._come(connection, arrival, threshold, entrance, header=trusted and entrance.proxied)
        task = self._loop.create_task(coming)
        self._under_way[task] = None
        task.add_done_callback(lambda _: self._over(task, threshold, connection))

    def _keep_out(
        self, connection: socket.socket, threshold: _Threshold, entrance: Entrance, arrival: Arrival, reason: str
    ) -> None:
        connection.close()
        threshold.leave()
        if (now := self._loop.time()) >= self._said:  # a flood of connections is no flood of lines
            self._said = now + SAID_SECONDS
            log.warning("refused", listener=entrance.name, peer=arrival.peer, reason=reason)

    def _over(self, task: asyncio.Task[None], threshold: _Threshold, connection: socket.socket) -> None:
        self._under_way.pop(task, None)
        threshold.leave()
        if not threshold.taken:  # it had to make way before it began
            connection.close()

    async def _come(
        self, connection: socket.socket, arrival: Arrival, threshold: _Threshold, entrance: Entrance, *, header: bool
    ) -> None:
        """Hear for whom a proxy connects, if it is one, and shake hands."""
        try:
            if header:
                host = await self._introduced(connection)
                arrival = Arrival(host or arrival.host, f"{host} by {arrival.peer}" if host else arrival.peer)
                if not threshold.arrives(arrival, counted_as(arrival.host)):
                    raise Unwelcome("too many connections from this address")
            await self._shake_hands(connection, threshold)
        except (Unwelcome, BadHeader) as reason:
            self._metrics.handshakes_failed[entrance.name] += 1
            log.info("no handshake", listener=entrance.name, peer=arrival.peer, reason=str(reason))
        except OSError:
            pass  # it has gone without a word, as those do who only look whether somebody listens

    async def _introduced(self, connection: socket.socket) -> str:
        """The host for which a proxy connects, empty if for itself. Not a byte more is read than its header has."""
        header = ProxyHeader()
        try:
            async with asyncio.timeout(self._limits.proxy_seconds):
                while True:
                    byte = await self._loop.sock_recv(connection, 1)
                    if not byte:
                        raise ConnectionResetError
                    if header.feed(byte) is not None:
                        return header.host
        except TimeoutError:
            self._metrics.hit("proxy_seconds")
            raise Unwelcome("it does not say for whom it connects") from None

    async def _shake_hands(self, connection: socket.socket, threshold: _Threshold) -> None:
        try:
            async with asyncio.timeout(self._limits.handshake_seconds):
                await self._loop.connect_accepted_socket(
                    threshold.take,
                    connection,
                    ssl=self.certificate.context,
                    ssl_shutdown_timeout=self._limits.linger_seconds,
                )
        except TimeoutError:
            self._metrics.hit("handshake_seconds")
            raise Unwelcome("it took too long to shake hands") from None
        except ssl.SSLError as error:
            raise Unwelcome(REASONS.get(error.reason, error.reason or str(error))) from error
