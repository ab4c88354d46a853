"""The shell around a dialect: bytes in, bytes out, nothing else.

A :class:`Connection` cuts the stream into messages, gives them to its dialect one by one, and holds them back while the
dialect is busy. What the dialect sends is gathered and written once per turn of the event loop. Both queues are
bounded: a peer that sends too much is not read, one that does not read is cut off.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import cast

import structlog

from bottega.server.limits import Allowance, Limits
from bottega.server.metrics import Metrics
from bottega.table.house import House
from bottega.wire.dialect import Dialect
from bottega.wire.framing import BrokenStream

log = structlog.get_logger("bottega.tcp")


class Listener:
    """What all connections of one port share."""

    def __init__(self, dialect: type[Dialect], profile: str, house: House, limits: Limits, metrics: Metrics) -> None:
        self.dialect = dialect
        self.profile = profile
        self.house = house
        self.limits = limits
        self.metrics = metrics
        self.connections: set[Connection] = set()
        self.name = dialect.NAME + (f"+{profile}" if profile else "")

    def connection(self) -> Connection:
        """For ``loop.create_server``."""
        return Connection(self)

    def farewell(self) -> None:
        """The house closes: every connection is told so and closed."""
        for connection in list(self.connections):
            connection.farewell()


class Connection(asyncio.Protocol):
    """One peer: an asyncio protocol on one side, the dialect's :class:`~bottega.wire.dialect.Peer` on the other."""

    __slots__ = (
        "_allowance",
        "_closing",
        "_dialect",
        "_flushing",
        "_framing",
        "_held",
        "_listener",
        "_loop",
        "_naming",
        "_out",
        "_reading",
        "_resuming",
        "_transport",
        "peer_name",
    )

    def __init__(self, listener: Listener) -> None:
        self._listener = listener
        self._loop = asyncio.get_running_loop()
        self._framing = listener.dialect.framing(listener.profile)
        self._dialect = listener.dialect(listener.house, self, listener.profile)
        self._allowance = Allowance(listener.limits.messages_per_second, listener.limits.burst)
        self._held: deque[str | None] = deque()
        self._out: list[bytes] = []
        self._flushing = self._closing = self._resuming = False
        self._reading = True
        self._naming: asyncio.TimerHandle | None = None
        self._transport: asyncio.Transport
        self.peer_name = ""

    # -- asyncio.Protocol -------------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A peer is there."""
        self._transport = cast(asyncio.Transport, transport)
        self.peer_name = str(transport.get_extra_info("peername"))
        if self._listener.metrics.connected >= self._listener.limits.connections:
            log.warning("refused", peer=self.peer_name, reason="too many connections")
            self._transport.abort()
            return
        self._listener.connections.add(self)
        self._listener.metrics.came(self._listener.name)
        if greeting := self._framing.greeting():
            self.send_framed(greeting)
        self._dialect.opened()
        self._naming = self._loop.call_later(self._listener.limits.silent_seconds, self._check_named)

    def data_received(self, data: bytes) -> None:
        """Bytes came."""
        try:
            for message in self._framing.feed(data):
                if not self._allowance.spend(self._loop.time()):
                    self._cut("it floods the server")
                    return
                self._held.append(message)
        except BrokenStream as broken:
            self._cut(str(broken))
            return
        self._go_on()

    def eof_received(self) -> bool:
        """The peer sends no more: it gets its answers, and that is goodbye in all our protocols."""
        self._flush()
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        """The peer is gone."""
        if self in self._listener.connections:
            self._listener.connections.discard(self)
            self._listener.metrics.went(self._listener.name)
            self._held.clear()
            self._closing = True
            if self._naming is not None:
                self._naming.cancel()
            self._dialect.lost()

    def farewell(self) -> None:
        """The house closes: say so where the protocol has words for it, then close."""
        self._dialect.closing()
        self.close("the house closes")

    # -- Peer -------------------------------------------------------------------------------------------------------

    def send(self, message: str) -> None:
        """Send one message."""
        self.send_framed(self._framing.encode(message))

    def send_framed(self, raw: bytes) -> None:
        """Send bytes that were framed before."""
        self._out.append(raw)
        if not self._flushing:
            self._flushing = True
            self._loop.call_soon(self._flush)

    def close(self, reason: str) -> None:
        """Send what is waiting, then close."""
        if not self._closing:
            self._closing = True
            log.debug("closing", listener=self._listener.name, peer=self.peer_name, reason=reason)
            self._held.clear()
            self._loop.call_soon(self._shut)

    def resume(self) -> None:
        """Go on with held messages once the news that came with the answer are told."""
        if self._held and not self._resuming:
            self._resuming = True
            self._loop.call_soon(self._resume)

    def later(self, seconds: float, call: Callable[[], None]) -> asyncio.TimerHandle:
        """Have something called after a while."""
        return self._loop.call_later(seconds, call)

    # -- inside -----------------------------------------------------------------------------------------------------

    def _resume(self) -> None:
        self._resuming = False
        self._go_on()

    def _go_on(self) -> None:
        """Give held messages to the dialect until it is busy."""
        held, dialect = self._held, self._dialect
        while held and not dialect.busy and not self._closing:
            message = held.popleft()
            self._listener.metrics.received += 1
            dialect.received(message)
        if len(held) > self._listener.limits.held_messages:
            if self._reading:
                self._reading = False
                self._transport.pause_reading()
        elif not self._reading:
            self._reading = True
            self._transport.resume_reading()

    def _flush(self) -> None:
        self._flushing = False
        if self._out and not self._transport.is_closing():
            out, self._out = self._out, []
            self._transport.write(out[0] if len(out) == 1 else b"".join(out))
            if self._transport.get_write_buffer_size() > self._listener.limits.unread_bytes:
                self._cut("it does not read what it is sent")

    def _shut(self) -> None:
        self._flush()
        self._transport.close()
        self._loop.call_later(self._listener.limits.linger_seconds, self._transport.abort)

    def _cut(self, reason: str) -> None:
        if not self._transport.is_closing():
            log.warning("cut off", listener=self._listener.name, peer=self.peer_name, reason=reason)
            self._listener.metrics.cut_off += 1
            self._transport.abort()

    def _check_named(self) -> None:
        if not self._dialect.name and not self._transport.is_closing():
            self._cut("it never gave a name")
