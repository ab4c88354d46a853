"""Connections of the HTTP port, from their first byte to the last, or until they become WebSockets.

Uvicorn reads requests and writes answers; it waits for a request for ever, and for an answer to be read for ever. Here
every connection is counted with all others of the house and has its time: so long to ask, so long to take the answer.
At most so many are open at once. When a newcomer finds no place, the one that has been silent or half-spoken longest
makes way: whoever asks at once, as browsers do, gets in, however many others hold connections open for nothing.
"""

from __future__ import annotations

import asyncio
from typing import Any

import h11
import structlog
from uvicorn.protocols.http.h11_impl import H11Protocol

from bottega.limits import Limits
from bottega.server.metrics import Metrics
from bottega.server.pages import security

log = structlog.get_logger("bottega.http")

NAME = "http"


class HttpDoor:
    """What all connections of the HTTP port share."""

    def __init__(self, limits: Limits, metrics: Metrics) -> None:
        self.limits = limits
        self._metrics = metrics
        self._connections: set[HttpConnection] = set()
        self._asking: dict[HttpConnection, None] = {}
        """Those that have not asked for anything yet, or not again, longest first."""

    def connection(self, **uvicorn: Any) -> HttpConnection:
        """What uvicorn calls for a new connection."""
        return HttpConnection(self, **uvicorn)

    def admit(self, connection: HttpConnection) -> bool:
        """Let somebody in, in place of another if need be."""
        if not self.has_room():
            return False
        self._connections.add(connection)
        self._metrics.came(NAME)
        return True

    def has_room(self) -> bool:
        """Whether there is room for one more; if need be, another makes way."""
        if self._full and self._asking:
            next(iter(self._asking)).cut("it asks for nothing, and others wait", "http_connections")
        return not self._full

    @property
    def _full(self) -> bool:
        limits = self.limits
        return len(self._connections) >= limits.http_connections or self._metrics.connected >= limits.connections

    def asking(self, connection: HttpConnection) -> None:
        """A connection is expected to ask."""
        self._asking[connection] = None

    def asked(self, connection: HttpConnection) -> None:
        """A connection has asked."""
        self._asking.pop(connection, None)

    def leave(self, connection: HttpConnection) -> None:
        """A connection is gone, or is a WebSocket from now on."""
        self.asked(connection)
        if connection in self._connections:
            self._connections.discard(connection)
            self._metrics.went(NAME)

    def cut(self, peer: object, reason: str, limit: str) -> None:
        """Note that somebody was cut off because of a limit."""
        self._metrics.cut_off += 1
        self._metrics.hit(limit)
        log.warning("cut off", listener=NAME, peer=str(peer), reason=reason)


class HttpConnection(H11Protocol):
    """One peer of the HTTP port."""

    def __init__(self, door: HttpDoor, **uvicorn: Any) -> None:
        super().__init__(**uvicorn)
        self._door = door
        self._spoke = False
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # sockets only
        """A peer is there."""
        super().connection_made(transport)
        if self._door.admit(self):
            self._await_request()
        else:
            self._door.cut(self.client, "too many connections", "connections")
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """The peer is gone."""
        self._leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Bytes came."""
        self._spoke = True
        super().data_received(data)

    def handle_events(self) -> None:
        """See what the bytes say: perhaps a request is whole now."""
        before = self.cycle
        super().handle_events()
        if self.cycle is not before:
            self._door.asked(self)
            self._within(self._door.limits.response_seconds, "it does not take its answer", "response_seconds")

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """It is a WebSocket from now on, which counts and looks after itself."""
        self._leave()
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        """Answer what is no request: no application has seen it, so the security headers are sent from here."""
        headers = {
            "Content-Type": "text/plain; charset=utf-8",
            "Connection": "close",
            **security(self.scheme == "https"),
        }
        raw = [(name.encode(), value.encode()) for name, value in headers.items()]
        for event in (
            h11.Response(status_code=400, headers=raw, reason=b"Bad Request"),
            h11.Data(data=msg.encode()),
            h11.EndOfMessage(),
        ):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def on_response_complete(self) -> None:
        """The answer is sent; what else was asked for meanwhile comes next."""
        self._await_request()
        super().on_response_complete()

    def cut(self, reason: str, limit: str) -> None:
        """Cut it off; one that never said anything was no attack, so nothing is made of it."""
        if self._spoke:
            self._door.cut(self.client, reason, limit)
        self._leave()
        self.transport.abort()

    def _await_request(self) -> None:
        self._spoke = bool(self.conn.trailing_data[0])  # what came after the request before
        self._door.asking(self)
        self._within(self._door.limits.request_seconds, "it took too long to ask", "request_seconds")

    def _within(self, seconds: float, reason: str, limit: str) -> None:
        """Cut it off if nothing else happens in that time."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self.loop.call_later(seconds, self.cut, reason, limit)

    def _leave(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._door.leave(self)
