"""The ports without TLS: who comes is let in a few at a time, and counted before anything is made for them.

An event loop's own server accepts all who wait before anybody else has their turn, and makes a connection for each,
also for those who are turned away at once. Here all ports together are one event of many: in a turn of the loop one
comes in, the ports one after the other, while the rest wait in the kernel's queue.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from functools import partial

import structlog

from bottega.server.addresses import Arrival, Proxies, counted_as, host_of
from bottega.table.quotas import Quotas

log = structlog.get_logger("bottega.connections")

PAUSE_SECONDS = 1.0
"""How long nobody is accepted when the process has no file left."""

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
        self._knocking: dict[socket.socket, Callable[[], None]] = {}
        """Ports at which somebody waits, whoever has waited longest first, and how one of them is let in."""

    def listen(self, port: socket.socket, name: str, protocol: Protocol, keep_out: KeepOut) -> None:
        """Take in whoever comes to a socket that is bound already."""
        self._ports.append(port)
        self._loop.add_reader(port.fileno(), self._knock, port, partial(self._accept, port, name, protocol, keep_out))

    def close(self) -> None:
        """Take nobody in any more; who waits in the kernel's queue is turned away."""
        self._knocking.clear()
        ports, self._ports = self._ports, []
        for port in ports:
            self._loop.remove_reader(port.fileno())
            port.close()
        for task in list(self._coming):
            task.cancel()

    def _knock(self, port: socket.socket, accept: Callable[[], None]) -> None:
        """Somebody waits at a port; the loop says so again in its next turn if that has not changed."""
        if not self._knocking:
            self._loop.call_soon(self._admit)
        self._knocking.setdefault(port, accept)

    def _admit(self) -> None:
        """Let one in, at the port that has knocked first; the others have the next turns."""
        if not self._knocking:
            return
        accept = self._knocking.pop(next(iter(self._knocking)))
        if self._knocking:
            self._loop.call_soon(self._admit)
        accept()

    def _accept(self, port: socket.socket, name: str, protocol: Protocol, keep_out: KeepOut) -> None:
        try:
            connection, peer = port.accept()
        except (BlockingIOError, InterruptedError, ConnectionAbortedError):
            return
        except OSError as error:
            log.error("nobody can be accepted", listener=name, reason=error.strerror or str(error))
            self._loop.remove_reader(port.fileno())
            again = partial(self._accept, port, name, protocol, keep_out)
            self._loop.call_later(PAUSE_SECONDS, self._listen_again, port, again)
            return
        connection.setblocking(False)
        if isinstance(peer, tuple):  # no Unix socket
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        host = host_of(peer)
        if self._proxies.trusts(host):
            self._let_in(connection, protocol, None, "")
            return
        address = counted_as(host)
        if limit := self._quotas.arrive(address):
            connection.close()
            keep_out(str(peer), limit)
            return
        self._let_in(connection, protocol, Arrival(host, str(peer)), address)

    def _listen_again(self, port: socket.socket, accept: Callable[[], None]) -> None:
        if port in self._ports:
            self._loop.add_reader(port.fileno(), self._knock, port, accept)

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
