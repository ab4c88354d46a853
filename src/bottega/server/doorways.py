"""The ports without TLS: who comes is let in a few at a time, and counted before anything is made for them.

An event loop's own server accepts all who wait before anybody else has their turn, and makes a connection for each,
also for those who are turned away at once. Here all ports together are one event of many: in a turn of the loop one
comes in, the ports one after the other, while the rest wait in the kernel's queue. Where more come than ``AT_ONCE`` in
a moment, the ports are shut: then so many are let in a moment, whoever knocks, until nobody waits any more. A crowd
that comes and goes as fast as it can is otherwise let go all at once.
"""

from __future__ import annotations

import asyncio
import socket
from collections import deque
from collections.abc import Callable
from functools import partial

import structlog

from bottega.server.addresses import Arrival, Proxies, counted_as, host_of
from bottega.table.quotas import Quotas

log = structlog.get_logger("bottega.connections")

PAUSE_SECONDS = 1.0
"""How long nobody is accepted when the process has no file left."""
MOMENT_SECONDS, AT_ONCE = 0.001, 4
"""How many come in, in which time, before it is a rush."""

Protocol = Callable[[Arrival | None], asyncio.Protocol]
"""What a connection is given; None: whom it counts for is not known yet, since a proxy will say."""
KeepOut = Callable[[str, str], None]
"""Told of somebody who is not let in: the peer, and the limit of their address."""


class Doorways:
    """The plain ports of one house."""

    def __init__(self, quotas: Quotas, proxies: Proxies) -> None:
        self._quotas = quotas
        self._proxies = proxies
        self._loop = asyncio.get_running_loop()
        self._ports: list[socket.socket] = []
        self._coming: set[asyncio.Task[None]] = set()
        self._knocking: dict[socket.socket, None] = {}
        """Ports at which somebody waits, whoever has waited longest first."""
        self._accepting: dict[socket.socket, Callable[[], bool]] = {}
        """How somebody is let in at each port; whether anybody waited there."""
        self._shut: deque[socket.socket] = deque()
        """All ports, in a rush: whose turn it is first."""
        self._paused: set[socket.socket] = set()
        """Ports at which nobody can be accepted for a while."""
        self._moment, self._came = 0.0, 0
        """When the moment began, and how many have come in it."""

    def listen(self, port: socket.socket, name: str, protocol: Protocol, keep_out: KeepOut) -> None:
        """Take in whoever comes to a socket that is bound already."""
        port.setblocking(False)  # whoever knocked may be gone, or in, when it is asked
        self._ports.append(port)
        self._accepting[port] = partial(self._accept, port, name, protocol, keep_out)
        self._loop.add_reader(port.fileno(), self._knock, port)

    def close(self) -> None:
        """Take nobody in any more; who waits in the kernel's queue is turned away."""
        self._knocking.clear()
        self._shut.clear()
        ports, self._ports = self._ports, []
        for port in ports:
            self._loop.remove_reader(port.fileno())
            port.close()
        for task in list(self._coming):
            task.cancel()

    def _knock(self, port: socket.socket) -> None:
        """Somebody waits at a port; the loop says so again in its next turn if that has not changed."""
        if not self._knocking:
            self._loop.call_soon(self._admit)
        self._knocking[port] = None

    def _admit(self) -> None:
        """Let one in, at the port that has knocked first; the others have the next turns."""
        if not self._knocking:
            return
        port = next(iter(self._knocking))
        del self._knocking[port]
        if self._knocking:
            self._loop.call_soon(self._admit)
        self._accepting[port]()
        now = self._loop.time()
        if now - self._moment > MOMENT_SECONDS:
            self._moment, self._came = now, 0
        self._came += 1
        if self._came >= AT_ONCE:
            self._shut_all()

    def _shut_all(self) -> None:
        """Wait for nobody's knock for a while."""
        self._knocking.clear()
        self._shut.extend(port for port in self._ports if port not in self._paused)
        for port in self._ports:
            self._loop.remove_reader(port.fileno())
        self._came = 0
        self._loop.call_later(MOMENT_SECONDS, self._look)

    def _look(self) -> None:
        """Let one in who waits at a shut port, the ports one after the other; open them again if nobody does."""
        for _ in range(len(self._shut)):
            port = self._shut.popleft()
            self._shut.append(port)
            if self._accepting[port]():
                self._came += 1
                if self._came < AT_ONCE:
                    self._loop.call_soon(self._look)
                else:
                    self._came = 0
                    self._loop.call_later(MOMENT_SECONDS, self._look)
                return
        for port in self._shut:
            self._loop.add_reader(port.fileno(), self._knock, port)
        self._shut.clear()

    def _accept(self, port: socket.socket, name: str, protocol: Protocol, keep_out: KeepOut) -> bool:
        """Let somebody in, or turn them away; whether anybody waited."""
        try:
            connection, peer = port.accept()
        except (BlockingIOError, InterruptedError, ConnectionAbortedError):
            return False
        except OSError as error:
            log.error("nobody can be accepted", listener=name, reason=error.strerror or str(error))
            self._pause(port)
            return False
        connection.setblocking(False)
        if isinstance(peer, tuple):  # no Unix socket
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        host = host_of(peer)
        if self._proxies.trusts(host):
            self._let_in(connection, protocol, None, "")
            return True
        address = counted_as(host)
        if limit := self._quotas.arrive(address):
            connection.close()
            keep_out(str(peer), limit)
        else:
            self._let_in(connection, protocol, Arrival(host, str(peer)), address)
        return True

    def _pause(self, port: socket.socket) -> None:
        """Do not listen at a port for a while."""
        self._paused.add(port)
        self._loop.remove_reader(port.fileno())
        if port in self._shut:
            self._shut.remove(port)
        self._loop.call_later(PAUSE_SECONDS, self._listen_again, port)

    def _listen_again(self, port: socket.socket) -> None:
        self._paused.discard(port)
        if port not in self._ports:
            return  # closed meanwhile
        if self._shut:
            self._shut.append(port)
        else:
            self._loop.add_reader(port.fileno(), self._knock, port)

    def _let_in(self, connection: socket.socket, protocol: Protocol, arrival: Arrival | None, address: str) -> None:
        task = self._loop.create_task(self._come(connection, protocol, arrival, address))
        self._coming.add(task)
        task.add_done_callback(self._coming.discard)

    async def _come(self, connection: socket.socket, protocol: Protocol, arrival: Arrival | None, address: str) -> None:
        made = False

        def make() -> asyncio.Protocol:
            nonlocal made
            made = True  # whoever is made gives the address back
            return protocol(arrival)

        try:
            await self._loop.connect_accepted_socket(make, connection)
        except OSError:
            pass  # gone before they were in
        finally:
            if not made:
                self._quotas.leave(address)
                connection.close()
