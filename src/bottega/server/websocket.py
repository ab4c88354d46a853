"""The shell around the house protocol: WebSocket frames in, frames out, nothing else.

How it works. Uvicorn parses the HTTP request and, when it asks for a WebSocket, hands the connection to
:class:`WebSocketConnection`: an asyncio protocol around the sans-I/O core of ``websockets``, with no task and no queue
per connection. The core reads frames, answers pings and closes in order; a frame that is a whole message, as nearly all
are, it need not see. What the house says arrives here framed
already (one frame for all who are told the same), is gathered, and written once per turn of the event loop.

What must stay true:

1. A page of another site cannot talk to us in its visitor's name: the ``Origin`` a browser sends must be our own host
   or one that was allowed by name, and our host is one of our names (``hosts.py``).
2. Both directions are bounded: too large messages, floods, peers that do not read, and peers that no longer answer
   pings are cut off, with the reason in the log.
"""

from __future__ import annotations

import asyncio
from http import HTTPStatus

import structlog
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State
from websockets.server import ServerProtocol

from bottega.limits import MAX_MESSAGE, Limits
from bottega.server.addresses import Contradiction, Proxies, host_of
from bottega.server.hosts import Hosts, netloc
from bottega.server.metrics import Metrics
from bottega.server.pages import misdirected, security
from bottega.server.shell import Door, Shell
from bottega.wire.core.framing import BLANK
from bottega.wire.house.dialect import HouseDialect
from bottega.wire.house.room import Room
from bottega.wire.house.words import framed

try:
    from websockets.speedups import apply_mask
except ImportError:  # as on a platform for which it is not compiled
    from websockets.utils import apply_mask

log = structlog.get_logger("bottega.websocket")

PATH = "/ws"
SLICE = 4096
"""So many bytes are parsed before it is looked at what they were."""
PING_SECONDS = 20.0
_FINAL_TEXT, _MASKED, _TWO_BYTES = 0x81, 0x80, 126
"""How a frame begins that is a whole text; the bit of a client's frame; the size that stands for one in two bytes."""
REPLACED, RESTARTING = 4001, 1012
"""Close codes: your seat is played elsewhere; the house closes and will be back."""
CLOSE_SECONDS = 1.0
"""How long the peer may take to agree to the close."""


class WebSocketDoor(Door):
    """What all WebSocket connections share."""

    def __init__(
        self,
        room: Room,
        limits: Limits,
        metrics: Metrics,
        origins: tuple[str, ...] = (),
        hosts: Hosts | None = None,
        proxies: Proxies | None = None,
    ) -> None:
        super().__init__("house", limits, metrics, room.house.quotas, proxies)
        self.room = room
        self.hosts = hosts or Hosts(origins=origins)
        self._origins = frozenset(origin.rstrip("/").lower() for origin in origins)

    def connection(self, **_: object) -> WebSocketConnection:
        """What uvicorn calls for a request that asks for a WebSocket."""
        return WebSocketConnection(self)

    def welcomes(self, origin: str | None, host: str, *, secure: bool = False) -> bool:
        """Whether a page of this origin may connect; programs send none.

        By TLS only pages that came so themselves: others may have been changed on the way. A page that did may be
        asked for without it, by a proxy that has the certificate.
        """
        if origin is None or origin.lower() in self._origins:
            return True
        scheme = origin.lower().partition("://")[0]
        return scheme in (("https",) if secure else ("http", "https")) and bool(host) and netloc(origin) == host.lower()


class WebSocketConnection(Shell):
    """One peer that speaks the house protocol."""

    __slots__ = ("_binary", "_core", "_dialect", "_entrance", "_heard", "_parts", "_pinger", "_site", "_wanting")

    def __init__(self, door: WebSocketDoor) -> None:
        super().__init__(door)
        self._entrance = door
        self._core = ServerProtocol(max_size=MAX_MESSAGE)
        self._dialect: HouseDialect | None = None
        self._site = ""
        self._parts: list[bytes] = []
        self._binary = False
        self._heard = True
        self._pinger: asyncio.TimerHandle | None = None
        self._wanting: asyncio.TimerHandle | None = None

    def data_received(self, data: bytes) -> None:
        """Bytes came: first the request that uvicorn has read, then frames."""
        self._heard = True
        core = self._core
        between_messages = core.state is State.OPEN and not self._parts and not core.reader.buffer
        if between_messages and (text := whole_text(data)) is not None:
            if self._hold(_text(text) if text else None):
                self._go_on()
            return
        for at in range(0, len(data), SLICE):  # a flood is noticed before all of it was parsed
            core.receive_data(data[at : at + SLICE])
            for event in core.events_received():
                if isinstance(event, Request):
                    self._shake_hands(event)
                elif isinstance(event, Frame) and not self._take(event):
                    return
        self._pass_on()
        self._go_on()

    def eof_received(self) -> bool:
        """The peer sends no more."""
        self._core.receive_eof()
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        """The peer is gone."""
        for timer in (self._pinger, self._wanting):
            if timer is not None:
                timer.cancel()
        self._pinger = self._wanting = None
        super().connection_lost(exc)
        self._dialect = None
        self._core.parser.close()  # both know the core, which knows them
        self._core.parser_exc = None

    def send(self, message: str) -> None:
        """Send one message."""
        self.send_framed(framed(message.encode()))

    def close(self, reason: str) -> None:
        """Send what is waiting, then close."""
        self._close(REPLACED, reason)

    def farewell(self) -> None:
        """The house closes."""
        if self._dialect is not None:
            self._dialect.closing()
        self._close(RESTARTING, "the house closes")

    def _close(self, code: int, reason: str) -> None:
        if not self._closing:
            self._closing = True
            self._held.clear()
            if self._core.state is State.OPEN:
                self._core.send_close(code, reason)
                self._pass_on()
            self._loop.call_later(CLOSE_SECONDS, self._shut)

    # -- the handshake ----------------------------------------------------------------------------------------------

    def _shake_hands(self, request: Request) -> None:
        core, refusal = self._core, self._objection(request)
        response = core.accept(request) if refusal is None else core.reject(*refusal)
        if response.status_code != HTTPStatus.SWITCHING_PROTOCOLS:
            response.headers.update(security(self._transport.get_extra_info("ssl_object") is not None))
        core.send_response(response)
        self._pass_on()
        if core.state is not State.OPEN:
            if refusal is not None:
                self._door.keep_out(self.peer_name, refusal[1].strip())
            self._loop.call_soon(self._shut)
            return
        self._dialect = HouseDialect(self._entrance.room, self)
        self._dialect.site = self._site
        self._begin(self._dialect)
        self._dialect.opened()
        self._pinger = self._loop.call_later(PING_SECONDS, self._ping)
        self._wanting = self._loop.call_later(self._door.limits.silent_seconds, self._check_wanting)

    def _objection(self, request: Request) -> tuple[HTTPStatus, str] | None:
        if request.path.partition("?")[0] != PATH:
            return HTTPStatus.NOT_FOUND, f"the WebSocket is at {PATH}\n"
        if self._door.full:
            self._door.metrics.hit("connections")
            return HTTPStatus.SERVICE_UNAVAILABLE, "the house is full\n"
        try:
            origin, host = request.headers.get("Origin"), request.headers.get("Host") or ""
        except LookupError:
            return HTTPStatus.BAD_REQUEST, "Origin and Host can be said only once\n"
        if not self._entrance.hosts.ours(host):
            return HTTPStatus.MISDIRECTED_REQUEST, misdirected(host)
        secure = self._transport.get_extra_info("ssl_object") is not None
        if not self._entrance.welcomes(origin, host, secure=secure):
            return HTTPStatus.FORBIDDEN, f"pages of {origin} may not connect to {host}\n"
        try:
            whence = self._entrance.proxies.asks_for(
                host_of(self._transport.get_extra_info("peername")),
                request.headers.get_all("X-Forwarded-For"),
                request.headers.get_all("Forwarded"),
            )
        except Contradiction as contradiction:
            return HTTPStatus.BAD_REQUEST, f"{contradiction}\n"
        if objection := self._admit(whence):
            return HTTPStatus.TOO_MANY_REQUESTS, f"{objection}\n"
        self._site = (origin or "").rstrip("/").lower()
        return None

    # -- frames -----------------------------------------------------------------------------------------------------

    def _take(self, frame: Frame) -> bool:
        """Hold a message for the dialect once all its frames are here; False if there are too many.

        A control frame, or a part of a message, counts like a message that says nothing.
        """
        opcode = frame.opcode
        if opcode is Opcode.TEXT or opcode is Opcode.BINARY:
            self._binary = opcode is Opcode.BINARY
        elif opcode is not Opcode.CONT:
            return self._hold(BLANK)
        self._parts.append(bytes(frame.data))
        if not frame.fin:
            return self._hold(BLANK)
        message, self._parts = b"".join(self._parts), []
        return self._hold(None if self._binary or not message else _text(message))  # an empty one is answered too

    def _pass_on(self) -> None:
        """Send what the core has to say: the handshake, pongs, the close."""
        for data in self._core.data_to_send():
            if data:
                self.send_framed(data)
            else:
                self._loop.call_soon(self._shut)

    def _ping(self) -> None:
        if not self._heard:
            self._cut("it does not answer")
            return
        self._heard = False
        if self._core.state is State.OPEN:
            self._core.send_ping(b"")
            self._pass_on()
        self._pinger = self._loop.call_later(PING_SECONDS, self._ping)

    def _check_wanting(self) -> None:
        if self._dialect is not None and not self._dialect.wanting:
            self._cut("it never said what it wants", "silent_seconds")


def whole_text(data: bytes) -> bytes | None:
    """The text of a message if the bytes are one frame with all of it, as nearly always; all else is for the core."""
    if len(data) < 6 or data[0] != _FINAL_TEXT or data[1] < _MASKED:
        return None
    size, mask = data[1] - _MASKED, 2
    if size == _TWO_BYTES:
        size, mask = int.from_bytes(data[2:4], "big"), 4
    text = mask + 4
    if len(data) != text + size or (size < _TWO_BYTES) != (mask == 2) or size > MAX_MESSAGE:
        return None
    return apply_mask(data[text:], data[mask:text])


def _text(message: bytes) -> str | None:
    try:
        return message.decode()
    except UnicodeDecodeError:
        return None
