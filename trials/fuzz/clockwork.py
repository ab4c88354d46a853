"""An event loop without waiting and a transport without a socket, so that the server's own shells run inside a test.

Only what the shells ask of ``asyncio`` is here. Time passes when it is told to, and nothing is drawn at random: the
same steps always give the same bytes.
"""

from __future__ import annotations

import asyncio
import heapq
import itertools
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, cast

MAX_CALLS = 200_000
"""More calls than this at one moment mean that something runs in circles."""


class NoRest(Exception):
    """There is always something left to be done at once."""


class Handle:
    """A call that will be made unless it is cancelled."""

    __slots__ = ("arguments", "call", "cancelled", "due")

    def __init__(self, call: Callable[..., object], arguments: tuple[Any, ...], due: float) -> None:
        self.call = call
        self.arguments = arguments
        self.due = due
        self.cancelled = False

    def cancel(self) -> None:
        """Do not make it."""
        self.cancelled = True


class Loop:
    """As much of an event loop as the shells use; the clock is turned by hand."""

    def __init__(self, epoch: float) -> None:
        self._now = epoch
        self._soon: deque[Handle] = deque()
        self._timers: list[tuple[float, int, Handle]] = []
        self._numbers = itertools.count()

    def time(self) -> float:
        """The moment it is."""
        return self._now

    def call_soon(self, call: Callable[..., object], *arguments: Any) -> Handle:
        """Make a call after those that wait already."""
        handle = Handle(call, arguments, self._now)
        self._soon.append(handle)
        return handle

    def call_later(self, seconds: float, call: Callable[..., object], *arguments: Any) -> Handle:
        """Make a call when so much time has passed."""
        handle = Handle(call, arguments, self._now + seconds)
        heapq.heappush(self._timers, (handle.due, next(self._numbers), handle))
        return handle

    def settle(self) -> None:
        """Make every call that is due now; NoRest if there is no end to them."""
        for _ in range(MAX_CALLS):
            if not self._soon:
                return
            handle = self._soon.popleft()
            if not handle.cancelled:
                handle.call(*handle.arguments)
        raise NoRest(f"more than {MAX_CALLS} calls at one moment")

    def upcoming(self) -> float | None:
        """When the next timer is due, None if there is none."""
        while self._timers and self._timers[0][2].cancelled:
            heapq.heappop(self._timers)
        return self._timers[0][0] if self._timers else None

    def turn_to(self, moment: float) -> None:
        """Let it be that moment; timers that are due by then are called."""
        self._now = max(self._now, moment)
        while (due := self.upcoming()) is not None and due <= self._now:
            handle = heapq.heappop(self._timers)[2]
            self._soon.append(handle)
        self.settle()

    @contextmanager
    def running(self) -> Iterator[None]:
        """Be the loop that ``asyncio.get_running_loop`` finds."""
        former = asyncio._get_running_loop()
        asyncio._set_running_loop(cast(asyncio.AbstractEventLoop, self))
        try:
            yield
        finally:
            asyncio._set_running_loop(former)


class Transport:
    """The near end of a connection: what is written is kept until somebody takes it."""

    def __init__(self, loop: Loop, protocol: Any, port: int) -> None:
        self._loop = loop
        self._protocol = protocol
        self._port = port
        self._written: list[bytes] = []
        self._unread: deque[bytes] = deque()
        self._reading = True
        self.closed = False

    # -- what a shell asks of it ------------------------------------------------------------------------------------

    def write(self, data: bytes) -> None:
        """Keep what the server says."""
        if not self.closed:
            self._written.append(data)

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """The far end reads everything at once."""

    def is_closing(self) -> bool:
        """Whether it is the end."""
        return self.closed

    def close(self) -> None:
        """The end; the protocol hears of it soon."""
        if not self.closed:
            self.closed = True
            self._unread.clear()
            self._loop.call_soon(self._protocol.connection_lost, None)

    abort = close

    def pause_reading(self) -> None:
        """What comes waits."""
        self._reading = False

    def resume_reading(self) -> None:
        """What waited comes."""
        self._reading = True
        self._loop.call_soon(self._pass_on)

    def get_extra_info(self, name: str, default: object = None) -> object:
        """Who is at the far end."""
        return ("127.0.0.1", self._port) if name == "peername" else default

    def set_protocol(self, protocol: Any) -> None:
        """Have another protocol hear what comes."""
        self._protocol = protocol

    # -- what the far end does --------------------------------------------------------------------------------------

    def receive(self, data: bytes) -> None:
        """Bytes come from the far end."""
        if not self.closed:
            self._unread.append(data)
            self._pass_on()

    def taken(self) -> bytes:
        """What the server has said since the last look."""
        written, self._written = self._written, []
        return b"".join(written)

    def _pass_on(self) -> None:
        while self._unread and self._reading and not self.closed:
            self._protocol.data_received(self._unread.popleft())
