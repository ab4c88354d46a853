"""What every connection does, whatever lies on its stream.

A :class:`Shell` gives messages to its dialect one by one and holds them back while the dialect is busy. What the
dialect sends is gathered and written once per turn of the event loop. Both queues are bounded: a peer that sends too
much is not read, one that does not read is cut off. A client that waits for its answers may ask as fast as it likes,
it is only answered at the pace of its allowance, and a few messages at a time, so that others have their turn; a flood
is what comes without waiting. Those who ask a lot wait for each other, not everybody for them. How bytes become
messages is the business of those who build on it.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from typing import Protocol, cast

import structlog

from bottega.limits import Limits
from bottega.server.addresses import Proxies, counted_as
from bottega.server.allowance import Allowance
from bottega.server.metrics import Metrics
from bottega.server.turns import Turns
from bottega.table.quotas import Quotas
from bottega.wire.core.framing import BLANK

log = structlog.get_logger("bottega.connections")

LOOKED_AT = 250
"""Connections that are looked at in one go."""
SAID_SECONDS = 1.0
"""How often the log says that somebody is kept out: a flood of connections is no flood of lines."""


class Talker(Protocol):
    """What a shell needs to know of its dialect."""

    @property
    def busy(self) -> bool:
        """Whether further messages are held back."""

    @property
    def at(self) -> str:
        """The tables it is at, by their ids, with blanks between them."""

    def received(self, message: str | None) -> None:
        """A message came."""

    def lost(self) -> None:
        """The connection is gone."""

    def closing(self) -> None:
        """The house closes."""


class Door:
    """What all connections of one listener share."""

    def __init__(
        self,
        name: str,
        limits: Limits,
        metrics: Metrics,
        quotas: Quotas | None = None,
        proxies: Proxies | None = None,
    ) -> None:
        self.name = name
        self.limits = limits
        self.metrics = metrics
        self.quotas = quotas or Quotas()
        self.proxies = proxies or Proxies()
        self._said = 0.0
        self.turns = Turns(limits.line_messages)
        """The line of those who ask a lot; the listeners of a house share one."""
        self.connections: set[Shell] = set()
        self.backlog = (0, 0)
        """Bytes that wait to be read by their peers, and messages that wait to be answered, at the last look."""
        self.unwritten: deque[Shell] = deque()
        """Connections that have something to send: they write it together, once per turn of the event loop."""

    @property
    def full(self) -> bool:
        """Whether the house takes nobody in any more."""
        return self.metrics.connected >= self.limits.connections

    def has_room(self) -> bool:
        """Whether it takes one more in."""
        return not self.full

    def keep_out(self, peer: str, reason: str) -> None:
        """Note that somebody is not let in."""
        now = asyncio.get_running_loop().time()
        if now >= self._said:
            self._said = now + SAID_SECONDS
            log.warning("refused", listener=self.name, peer=peer, reason=reason)

    def turn_away(self, peer: str, limit: str) -> None:
        """Note that an address has, or makes, too many connections."""
        self.keep_out(peer, "too many connections from this address")

    async def look(self) -> None:
        """Add up what waits on all connections, a few at a time: there may be thousands, and others play meanwhile."""
        unread = held = 0
        for number, connection in enumerate(list(self.connections), 1):
            unread += connection.unread
            held += len(connection._held)
            if not number % LOOKED_AT:
                await asyncio.sleep(0)
        self.backlog = unread, held

    def farewell(self) -> None:
        """The house closes: every connection is told so and closed."""
        for connection in list(self.connections):
            connection.farewell()

    def write(self) -> None:
        """Have all connections write that have something to send."""
        unwritten = self.unwritten
        try:
            while unwritten:
                unwritten.popleft().flush()
        finally:
            if unwritten:  # one that fails does not hold up those behind it
                asyncio.get_running_loop().call_soon(self.write)


def tell(doors: Iterable[Door], report: Callable[[], None]) -> None:
    """Pass on what the log reports, and write at once what everybody is told of it.

    Written when the turn of the event loop is over, it would wait for all who have asked for something meanwhile.
    """
    try:
        report()
    finally:
        for door in doors:
            door.write()


class Shell(asyncio.Protocol):
    """One peer: an asyncio protocol on one side, most of the dialect's ``Peer`` on the other."""

    __slots__ = (
        "_allowance",
        "_closing",
        "_door",
        "_held",
        "_let_in",
        "_loop",
        "_out",
        "_reading",
        "_resuming",
        "_talker",
        "_transport",
        "address",
        "peer_name",
    )

    def __init__(self, door: Door) -> None:
        self._door = door
        self._loop = asyncio.get_running_loop()
        self._talker: Talker | None = None
        self._allowance = Allowance(door.limits.messages_per_second, door.limits.burst)
        self._held: deque[str | None] = deque()
        self._out: list[bytes] = []
        self._closing = self._resuming = self._let_in = False
        self._reading = True
        self._transport: asyncio.Transport
        self.peer_name = self.address = ""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A peer is there."""
        self._transport = cast(asyncio.Transport, transport)
        self._transport.set_write_buffer_limits(self._door.limits.unread_bytes)
        self.peer_name = str(transport.get_extra_info("peername"))

    def connection_lost(self, exc: Exception | None) -> None:
        """The peer is gone."""
        self._closing = True
        self._held.clear()
        if self._let_in:
            self._let_in = False
            self._door.quotas.leave(self.address)
        if self in self._door.connections and self._talker is not None:
            self._door.connections.discard(self)
            self._door.metrics.went(self._door.name)
            talker = self._talker
            self._talker = None  # it knows us: what is gone shall not wait for the cycle collector
            talker.lost()

    def farewell(self) -> None:
        """The house closes: say so where the protocol has words for it, then close."""
        if self._talker is not None:
            self._talker.closing()
        self.close("the house closes")

    # -- Peer -------------------------------------------------------------------------------------------------------

    def send_framed(self, raw: bytes) -> None:
        """Send bytes that were framed before."""
        if not self._out:
            unwritten = self._door.unwritten
            if not unwritten:
                self._loop.call_soon(self._door.write)
            unwritten.append(self)
        self._out.append(raw)

    def close(self, reason: str) -> None:
        """Send what is waiting, then close."""
        raise NotImplementedError

    def resume(self) -> None:
        """Go on with held messages once the news that came with the answer are told, and it is their turn."""
        if self._held and not self._resuming:
            self._resuming = True
            if self._modest:
                self._loop.call_soon(self._resume)
            else:
                self._door.turns.wait(self._resume)

    def charge(self, messages: int) -> None:
        """Count a message that took as long to answer as several as so many more."""
        self._allowance.charge(messages)

    def later(self, seconds: float, call: Callable[[], None]) -> asyncio.TimerHandle:
        """Have something called after a while."""
        return self._loop.call_later(seconds, call)

    # -- for those who build on it ----------------------------------------------------------------------------------

    def _admit(self, host: str) -> str:
        """Let a peer in that comes from this host; else why not."""
        door = self._door
        if door.full:
            door.metrics.hit("connections")
            return "too many connections"
        self.address = counted_as(host)
        if not self._let_in and door.quotas.arrive(self.address):
            return "too many connections from this address"
        self._let_in = True
        if others := door.quotas.connected(self.address):
            share = door.limits.messages_per_address * door.quotas.times / others
            self._allowance.slow_down(max(share, door.limits.least_messages_per_second))
        if not door.quotas.whole_burst(self.address):
            self._allowance.begin_with(door.limits.least_burst, self._loop.time())
        return ""

    def _begin(self, talker: Talker) -> None:
        """The peer is let in and talks to this dialect."""
        self._talker = talker
        self._door.connections.add(self)
        self._door.metrics.came(self._door.name)

    def _hold(self, message: str | None) -> bool:
        """Take a message in, also a blank one, which only counts; False if there are too many, and the peer is cut
        off.
        """
        self._held.append(message)
        if len(self._held) > self._door.limits.burst:
            self._door.quotas.flooded(self.address, self._door.limits.flood_arrivals)
            self._cut("it floods the server", "burst")
            return False
        return True

    @property
    def _modest(self) -> bool:
        """Whether the peer has asked for little lately."""
        return self._allowance.lately(self._loop.time()) <= self._door.limits.modest_messages

    def _go_on(self, turn: int = 0) -> None:
        """Give held messages to the dialect until it is busy, the allowance is spent, or it is others' turn."""
        held, talker = self._held, self._talker
        if talker is None:
            return
        limits, now = self._door.limits, self._loop.time()
        if not turn and self._allowance.lately(now) <= limits.modest_messages:
            turn = limits.turn_messages
        while held and not talker.busy and not self._closing:
            # Weighed by its length: what is referred to in a Java stream may be longer than what came.
            weight = 1 + len(held[0] or "") // limits.bytes_per_message
            if turn <= 0:
                self.resume()
                break
            turn -= 1
            if wait := self._allowance.spend(now, weight):
                if not self._resuming:
                    self._resuming = True
                    self._loop.call_later(wait, self._waited)
                break
            self._door.metrics.received += 1
            message = held.popleft()
            if message != BLANK:
                talker.received(message)
        if self._closing:
            return
        if len(held) > limits.held_messages:
            if self._reading:
                self._reading = False
                self._transport.pause_reading()
        elif not self._reading:
            self._reading = True
            self._transport.resume_reading()

    @property
    def unread(self) -> int:
        """Bytes that its peer has not read yet, as far as we keep them."""
        return self._transport.get_write_buffer_size() if not self._transport.is_closing() else 0

    @property
    def at(self) -> str:
        """The tables it is at, for the log."""
        return "" if self._talker is None else self._talker.at

    def flush(self) -> None:
        """Write what is waiting."""
        out = self._out
        if not out:
            return
        raw = out[0] if len(out) == 1 else b"".join(out)
        out.clear()
        if not self._transport.is_closing():
            try:
                self._transport.write(raw)
            except RuntimeError:  # uvloop: the peer is gone, and nobody has told the transport yet
                return

    def pause_writing(self) -> None:
        """More waits to be read than a peer is granted."""
        self._cut("it does not read what it is sent", "unread_bytes")

    def _shut(self) -> None:
        """Write what is waiting and close; a peer that does not read its last words is not waited for."""
        self.flush()
        self._transport.close()
        self._loop.call_later(self._door.limits.linger_seconds, self._transport.abort)

    def _cut(self, reason: str, limit: str = "") -> None:
        """Cut it off, perhaps because it ran into a limit."""
        if not self._transport.is_closing():
            if limit:
                self._door.metrics.hit(limit)
            log.warning("cut off", listener=self._door.name, peer=self.peer_name, table=self.at, reason=reason)
            self._door.metrics.cut_off += 1
            self._transport.abort()

    def _resume(self) -> None:
        self._resuming = False
        self._go_on(self._door.limits.turn_messages)

    def _waited(self) -> None:
        self._resuming = False
        self.resume()
