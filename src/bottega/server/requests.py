"""Connections of the HTTP port, from their first byte to the last, or until they become WebSockets.

Uvicorn reads requests and writes answers; it waits for a request for ever, and for an answer to be read for ever. Here
every connection is counted with all others of the house and has its time: so long to ask, so long to take the answer.
At most so many are open at once. When a newcomer finds no place, the one that has been silent or half-spoken longest
makes way: whoever asks at once, as browsers do, gets in, however many others hold connections open for nothing. What
has a body is refused before that is read. One address has so many connections, and makes so many requests, as
``table/quotas.py`` says.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from math import ceil
from typing import Any

import h11
import structlog
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from bottega.limits import MAX_REQUEST, Limits
from bottega.server.addresses import Arrival, Contradiction, Proxies, counted_as
from bottega.server.metrics import Metrics
from bottega.server.pages import MONITORED, security
from bottega.server.turns import Turns
from bottega.table.quotas import Quotas

log = structlog.get_logger("bottega.http")

NAME = "http"
SAID_SECONDS = 1.0
"""How often the log says that somebody is kept out."""
REASONS = {
    "connections": "too many connections",
    "connections_per_address": "too many connections from this address",
    "arrivals_per_address": "too many connections from this address",
}


class HttpDoor:
    """What all connections of the HTTP port share."""

    def __init__(
        self, limits: Limits, metrics: Metrics, quotas: Quotas | None = None, proxies: Proxies | None = None
    ) -> None:
        self.limits = limits
        self._metrics = metrics
        self._quotas = quotas or Quotas()
        self._proxies = proxies or Proxies()
        self._let_in: dict[HttpConnection, str] = {}
        """The address that each of them counts for; a proxy's connections count for nobody."""
        self._said = 0.0
        self.turns = Turns(limits.line_messages)
        """The line of those who are about to leave."""
        self._connections: set[HttpConnection] = set()
        self._asking: dict[HttpConnection, None] = {}
        """Those that have not asked for anything yet, or not again, longest first."""

    def connection(self, arrival: Arrival | None = None, **uvicorn: Any) -> HttpConnection:
        """What uvicorn calls for a new connection; we do for somebody who has shaken hands."""
        return HttpConnection(self, arrival, **uvicorn)

    def admit(self, connection: HttpConnection, host: str, *, counted: bool = False) -> str:
        """Let somebody in, in place of another if need be; else the limit that keeps them out."""
        address = "" if self._proxies.trusts(host) else counted_as(host)
        if not counted and (limit := self._quotas.arrive(address)):
            return limit
        self._let_in[connection] = address
        if not self.has_room():
            self._give_back(connection)
            return "connections"
        self._connections.add(connection)
        self._metrics.came(NAME)
        return ""

    def _give_back(self, connection: HttpConnection) -> None:
        if address := self._let_in.pop(connection, ""):
            self._quotas.leave(address)

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
        self._give_back(connection)
        if connection in self._connections:
            self._connections.discard(connection)
            self._metrics.went(NAME)

    def keep_out(self, peer: object, limit: str) -> None:
        """Note that somebody was not let in; a flood of connections is no flood of lines."""
        self._metrics.cut_off += 1
        if limit == "connections":
            self._metrics.hit("connections")
        now = asyncio.get_running_loop().time()
        if now >= self._said:
            self._said = now + SAID_SECONDS
            log.warning("refused", listener=NAME, peer=str(peer), reason=REASONS.get(limit, limit))

    def cut(self, peer: object, reason: str, limit: str) -> None:
        """Note that somebody was cut off because of a limit."""
        self._metrics.cut_off += 1
        self._metrics.hit(limit)
        log.warning("cut off", listener=NAME, peer=str(peer), reason=reason)


class _Asks(h11.Connection):
    """What a peer asks for: nothing here takes a body, so none is read; each of its parts would keep everybody waiting.

    A request that came all at once is held to ``MAX_REQUEST`` too.
    """

    def next_event(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        """What the bytes say next; RemoteProtocolError if it is more than may be asked."""
        event = super().next_event()
        if isinstance(event, h11.Request):
            length = len(event.target) + sum(len(name) + len(value) for name, value in event.headers)
            if length > MAX_REQUEST:
                raise h11.RemoteProtocolError("it is too long", error_status_hint=431)
            for name, value in event.headers:
                if name == b"transfer-encoding" or (name == b"content-length" and value.strip(b"0")):
                    raise h11.RemoteProtocolError("it has a body", error_status_hint=413)
        return event


class HttpConnection(H11Protocol):
    """One peer of the HTTP port."""

    def __init__(self, door: HttpDoor, arrival: Arrival | None = None, **uvicorn: Any) -> None:
        super().__init__(**uvicorn)
        self.conn = _Asks(h11.SERVER, MAX_REQUEST)
        self._door = door
        self._arrival = arrival
        self._spoke = False
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # sockets only
        """A peer is there."""
        super().connection_made(transport)
        limit = self._door.admit(self, self.client[0] if self.client else "", counted=self._arrival is not None)
        if not limit:
            self._await_request()
        else:
            self._door.keep_out(self.client, limit)
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """The peer is gone."""
        self._leave()
        super().connection_lost(exc)

    def eof_received(self) -> bool:  # type: ignore[override]  # uvicorn's says nothing, which is a no
        """The peer sends no more, and neither do we; when it is its turn, since hundreds may leave at once."""
        if self.scheme == "https":  # TLS knows no half-closed connection
            return False
        self._door.turns.wait(self.transport.close)
        return True

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
        """Answer what is no request, or no longer one: the security headers are sent from here, since what an
        application has to say to it is not heard any more.
        """
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        headers = {
            "Content-Type": "text/plain; charset=utf-8",
            "Connection": "close",
            **security(self.scheme == "https"),
        }
        raw = [(name.encode(), value.encode()) for name, value in headers.items()]
        events = h11.Response(status_code=400, headers=raw, reason=b"Bad Request"), h11.Data(data=msg.encode())
        with suppress(h11.LocalProtocolError):  # it has its answer, or (HEAD) wants only the head of one
            for event in (*events, h11.EndOfMessage()):
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


ASKER = "bottega.asker"
"""Where an application finds the address that a request is counted for."""


class Counted:
    """An application that answers each address so many requests, and requests one after the other; monitors however
    often they ask, and at once.
    """

    def __init__(self, app: ASGIApp, quotas: Quotas, proxies: Proxies) -> None:
        self._app = app
        self._quotas = quotas
        self._proxies = proxies
        self._turns = Turns(1)  # each takes as long as many messages

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        app = self._app
        if scope["type"] == "http" and scope["path"] not in MONITORED:
            turn = asyncio.Event()
            self._turns.wait(turn.set)
            await turn.wait()
            began = time.perf_counter()
            try:
                await (self._refusal(scope) or app)(scope, receive, send)
            finally:
                self._turns.took(time.perf_counter() - began)
        else:
            await app(scope, receive, send)

    def _refusal(self, scope: Scope) -> ASGIApp | None:
        headers, (host, _) = Headers(scope=scope), scope.get("client") or ("", 0)
        try:
            whence = self._proxies.asks_for(host, headers.getlist("x-forwarded-for"), headers.getlist("forwarded"))
        except Contradiction as contradiction:
            return PlainTextResponse(f"{contradiction}\n", 400)
        scope[ASKER] = counted_as(whence)
        wait = self._quotas.ask_for_request(scope[ASKER])
        if not wait:
            return None
        again = {"Retry-After": str(ceil(wait)), "Connection": "close"}  # so that coming back counts as well
        return PlainTextResponse("too many requests: try again in a while\n", 429, again)
