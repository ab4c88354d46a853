"""The TCP shell: a dialect's framing cuts the stream into messages, and that is all there is to it."""

from __future__ import annotations

import asyncio
from typing import Any

import structlog

from bottega.limits import Limits
from bottega.server.addresses import Arrival, Proxies, host_of
from bottega.server.metrics import Metrics
from bottega.server.proxy_protocol import BadHeader, ProxyHeader
from bottega.server.shell import Door, Shell, Talker
from bottega.server.tap import Doorstep
from bottega.table.house import House
from bottega.wire.core.dialect import Dialect
from bottega.wire.core.framing import BrokenStream, Framing
from bottega.wire.core.taps import Taps

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
        proxies: Proxies | None = None,
        taps: Taps | None = None,
    ) -> None:
        name = name or dialect.NAME + (f"+{profile}" if profile else "")
        super().__init__(name, limits, metrics, house.quotas, proxies)
        self.dialect = dialect
        self.profile = profile
        self.house = house
        self.taps = taps

    def connection(self, arrival: Arrival | None = None) -> Connection:
        """For ``loop.create_server``, or for somebody who has shaken hands."""
        return Connection(self, arrival)


class Connection(Shell):
    """One peer that speaks a dialect over TCP."""

    __slots__ = ("_arrival", "_dialect", "_framing", "_header", "_listener", "_naming")

    def __init__(self, listener: Listener, arrival: Arrival | None = None) -> None:
        super().__init__(listener)
        self._listener = listener
        self._arrival = arrival
        self._header: ProxyHeader | None = None
        self._framing: Framing
        self._dialect: Dialect[Any] | None = None
        self._naming: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A peer is there."""
        super().connection_made(transport)
        host = host_of(transport.get_extra_info("peername"))
        if self._arrival is not None:
            self.peer_name, self._let_in = self._arrival.peer, True
            self._welcome(self._arrival.host)
        elif self._door.proxies.trusts(host):
            self._header = ProxyHeader()
            self._naming = self._loop.call_later(self._door.limits.proxy_seconds, self._check_proxied)
        else:
            self._welcome(host)

    def _welcome(self, host: str) -> None:
        """Let a peer in; nothing is made for one that is not."""
        if objection := self._admit(host):
            self._door.keep_out(self.peer_name, objection)
            self._closing = True
            self._transport.abort()
            return
        listener = self._listener
        self._framing = listener.dialect.framing(listener.profile)
        self._dialect = dialect = listener.dialect(listener.house, self, listener.profile)
        doorstep = None if listener.taps is None else Doorstep(self, dialect, listener.taps)
        self._begin(doorstep or dialect)
        if greeting := self._framing.greeting():
            self.send_framed(greeting)
        dialect.opened()
        if doorstep is not None:
            doorstep.greeting = tuple(self._out)
        self._naming = self._loop.call_later(self._door.limits.silent_seconds, self._check_named)

    def data_received(self, data: bytes) -> None:
        """Bytes came."""
        if self._header is not None:
            self._proxied(self._header, data)
            return
        if self._closing:
            return
        try:
            for message in self._framing.feed(data):
                if not self._hold(message):
                    return
        except BrokenStream as broken:
            self._cut(str(broken), broken.limit)
            return
        self._go_on()

    def _proxied(self, header: ProxyHeader, data: bytes) -> None:
        """Bytes came of what the proxy says, perhaps with the first of what its peer says."""
        try:
            rest = header.feed(data)
        except BadHeader as bad:
            self._cut(str(bad))
            return
        if rest is None:
            return
        self._header = None
        assert self._naming is not None
        self._naming.cancel()
        if header.host:
            self.peer_name = f"{header.host} by {self.peer_name}"
        self._welcome(header.host or host_of(self._transport.get_extra_info("peername")))
        if rest:
            self.data_received(rest)

    def eof_received(self) -> bool:
        """The peer sends no more: it gets its answers, and that is goodbye in all our protocols.

        Of strangers hundreds may leave at once; they wait for their turn (TLS knows no half-closed connection).
        """
        stranger = self._dialect is None or not self._dialect.name
        if stranger and self._dialect is not None and self._dialect.busy:
            self._dialect.lost()  # a password that waits to be checked is checked for nobody
        if stranger and self._transport.get_extra_info("ssl_object") is None:
            self._door.turns.wait(self._hang_up)
            return True
        self._answer_last()
        return False

    def _answer_last(self) -> None:
        self._go_on(len(self._held))  # there is no later turn
        self.flush()
        if self._dialect is not None and not self._dialect.busy:
            self._dialect.lost()  # not when the transport is closed: its player may be back on another by then

    def _hang_up(self) -> None:
        if not self._transport.is_closing():
            self._answer_last()
            self._transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """The peer is gone."""
        if self._naming is not None:
            self._naming.cancel()
            self._naming = None
        super().connection_lost(exc)
        self._dialect = None

    def send(self, message: str) -> None:
        """Send one message."""
        self.send_framed(self._framing.encode(message))

    def close(self, reason: str) -> None:
        """Send what is waiting, then close."""
        if not self._closing:
            self._closing = True
            log.debug("closing", listener=self._door.name, peer=self.peer_name, table=self.at, reason=reason)
            self._held.clear()
            self._shut()

    # -- for whoever looks at it ------------------------------------------------------------------------------------

    @property
    def talks_to(self) -> Talker | None:
        """What its messages are given to."""
        return self._talker

    @talks_to.setter
    def talks_to(self, talker: Talker) -> None:
        self._talker = talker

    @property
    def protocol(self) -> str:
        """What is spoken here, with the profile."""
        listener = self._listener
        return listener.dialect.NAME + (f"+{listener.profile}" if listener.profile else "")

    def framing(self) -> Framing:
        """A framing like its own, for what it is told."""
        return self._listener.dialect.framing(self._listener.profile)

    def _check_proxied(self) -> None:
        self._cut("it does not say for whom it connects", "proxy_seconds")

    def _check_named(self) -> None:
        if self._dialect is None or self._dialect.name or self._transport.is_closing():
            return
        if self._dialect.busy:  # it is not the peer that is silent
            self._naming = self._loop.call_later(self._door.limits.silent_seconds, self._check_named)
        else:
            self._cut("it never gave a name", "silent_seconds")
