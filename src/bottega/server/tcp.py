"""The TCP shell: a dialect's framing cuts the stream into messages, and that is all there is to it."""

from __future__ import annotations

import asyncio
from typing import Any

import structlog

from bottega.limits import Limits
from bottega.server.metrics import Metrics
from bottega.server.shell import Door, Shell
from bottega.table.house import House
from bottega.wire.core.dialect import Dialect
from bottega.wire.core.framing import BrokenStream

log = structlog.get_logger("bottega.tcp")


class Listener(Door):
    """What all connections of one port share."""

    def __init__(
        self,
        dialect: type[Dialect[Any]],
        profile: str,
        house: House,
        limits: Limits,
        metrics: Metrics,
        name: str = "",
    ) -> None:
        super().__init__(name or dialect.NAME + (f"+{profile}" if profile else ""), limits, metrics)
        self.dialect = dialect
        self.profile = profile
        self.house = house

    def connection(self) -> Connection:
        """For ``loop.create_server``, or when hands are shaken."""
        return Connection(self)


class Connection(Shell):
    """One peer that speaks a dialect over TCP."""

    __slots__ = ("_dialect", "_framing", "_naming")

    def __init__(self, listener: Listener) -> None:
        super().__init__(listener)
        self._framing = listener.dialect.framing(listener.profile)
        self._dialect = listener.dialect(listener.house, self, listener.profile)
        self._naming: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A peer is there."""
        super().connection_made(transport)
        if self._door.full:
            self._door.metrics.hit("connections")
            log.warning("refused", peer=self.peer_name, reason="too many connections")
            self._transport.abort()
            return
        self._begin(self._dialect)
        if greeting := self._framing.greeting():
            self.send_framed(greeting)
        self._dialect.opened()
        self._naming = self._loop.call_later(self._door.limits.silent_seconds, self._check_named)

    def data_received(self, data: bytes) -> None:
        """Bytes came."""
        try:
            for message in self._framing.feed(data):
                if not self._hold(message):
                    return
        except BrokenStream as broken:
            self._cut(str(broken), broken.limit)
            return
        self._go_on()

    def eof_received(self) -> bool:
        """The peer sends no more: it gets its answers, and that is goodbye in all our protocols."""
        self.flush()
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        """The peer is gone."""
        if self._naming is not None:
            self._naming.cancel()
        super().connection_lost(exc)

    def send(self, message: str) -> None:
        """Send one message."""
        self.send_framed(self._framing.encode(message))

    def close(self, reason: str) -> None:
        """Send what is waiting, then close."""
        if not self._closing:
            self._closing = True
            log.debug("closing", listener=self._door.name, peer=self.peer_name, reason=reason)
            self._held.clear()
            self._shut()

    def _check_named(self) -> None:
        if not self._dialect.name and not self._transport.is_closing():
            self._cut("it never gave a name", "silent_seconds")
