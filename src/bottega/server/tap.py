"""What shows the messages of a connection to a page, put between the connection and its dialect while somebody looks.

How it works. A new connection talks to a :class:`Doorstep` until its first message. If that says a code (see
``wire/core/taps.py``) a :class:`Tap` takes the place of the dialect for the connection, and of the connection for the
dialect: whatever passes through is shown, without its secrets, and passed on as it is. Otherwise the connection talks
to its dialect directly, so that one which nobody watches has nothing to pay for any message.

What must stay true: a tap changes nothing. The same messages pass in the same order, with it or without.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

from bottega.limits import MAX_TAPPED
from bottega.wire.core.connection import Timer
from bottega.wire.core.dialect import Dialect
from bottega.wire.core.framing import Framing
from bottega.wire.core.taps import Passed, Taps, Watcher
from bottega.wire.guide import SAID, TOLD, guide

if TYPE_CHECKING:
    from bottega.server.tcp import Connection

UNREADABLE = "(cannot be read)"
"""What stands for a message that is too long or no text."""


class Doorstep:
    """Where the first message of a connection is looked at."""

    __slots__ = ("__weakref__", "_connection", "_dialect", "_taps", "greeting")

    def __init__(self, connection: Connection, dialect: Dialect[Any], taps: Taps) -> None:
        self._connection, self._dialect, self._taps = connection, dialect, taps
        self.greeting: tuple[bytes, ...] = ()
        """What the connection was told before it said anything, framed."""

    @property
    def busy(self) -> bool:
        """As the dialect."""
        return self._dialect.busy

    @property
    def at(self) -> str:
        """As the dialect."""
        return self._dialect.at

    def received(self, message: str | None) -> None:
        """The first message: perhaps a code, which is no business of the dialect's."""
        connection, dialect = self._connection, self._dialect
        if connection.talks_to is not self:  # messages that came with the first
            assert connection.talks_to is not None
            connection.talks_to.received(message)
        elif (watcher := self._taps.take(message)) is not None:
            Tap(connection, dialect, self._taps, watcher).begin(b"".join(self.greeting))
        else:
            connection.talks_to = dialect
            dialect.received(message)

    def lost(self) -> None:
        """The connection is gone."""
        self._dialect.lost()

    def closing(self) -> None:
        """The house closes."""
        self._dialect.closing()


class Tap:
    """Stands between a connection and its dialect, and shows what passes."""

    def __init__(self, connection: Connection, dialect: Dialect[Any], taps: Taps, watcher: Watcher) -> None:
        self._connection, self._dialect, self._taps, self._watcher = connection, dialect, taps, watcher
        self.address = connection.address
        self._guide = guide(dialect.NAME)
        self._told: Framing = connection.framing()
        self._state = ""
        self._line = 0

    def begin(self, greeting: bytes) -> None:
        """Show the connection from now on, and what it was told before."""
        self._line = self._taps.show(self._watcher, self)
        self._watcher.passed(Passed(line=self._line, what="opened", protocol=self._connection.protocol))
        self._connection.talks_to = self
        self._dialect.peer = self
        own = self._told.greeting()
        self._show_told(greeting if greeting.startswith(own) else own + greeting)

    def stop(self) -> None:
        """Step aside."""
        self._taps.hide(self._watcher, self._line)
        self._dialect.peer = self._connection
        if self._connection.talks_to is self:
            self._connection.talks_to = self._dialect

    # -- the dialect, as the connection sees it -----------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        """As the dialect."""
        return self._dialect.busy

    @property
    def at(self) -> str:
        """As the dialect."""
        return self._dialect.at

    def received(self, message: str | None) -> None:
        """A message came."""
        self._show(SAID, UNREADABLE if message is None else message)
        self._dialect.received(message)
        state = self._dialect.state.name.lower()
        if state != self._state:
            self._state = state
            self._watcher.passed(Passed(line=self._line, what="state", state=state))

    def lost(self) -> None:
        """The connection is gone."""
        self._watcher.passed(Passed(line=self._line, what="closed"))
        self.stop()
        self._dialect.lost()

    def closing(self) -> None:
        """The house closes."""
        self._dialect.closing()

    # -- the connection, as the dialect sees it -----------------------------------------------------------------------

    def send(self, message: str) -> None:
        """Send one message."""
        self._show(TOLD, message)
        self._connection.send(message)

    def send_framed(self, raw: bytes) -> None:
        """Send bytes that were framed before."""
        self._show_told(raw)
        self._connection.send_framed(raw)

    def close(self, reason: str) -> None:
        """Send what is waiting, then close."""
        self._connection.close(reason)

    def resume(self) -> None:
        """Go on with messages that were held back."""
        self._connection.resume()

    def charge(self, messages: int) -> None:
        """Count a message as several."""
        self._connection.charge(messages)

    def later(self, seconds: float, call: Callable[[], None]) -> Timer:
        """Have something called after a while."""
        return self._connection.later(seconds, call)

    # -- showing ------------------------------------------------------------------------------------------------------

    def _show_told(self, raw: bytes) -> None:
        for message in self._told.feed(raw):
            if message:
                self._show(TOLD, message)

    def _show(self, way: str, message: str) -> None:
        self._state = self._dialect.state.name.lower()
        text = self._guide.masked(way, message)
        if len(text) > MAX_TAPPED:
            text = text[:MAX_TAPPED] + "…"
        what: Literal["said", "told"] = "said" if way == SAID else "told"
        name = self._guide.name(way, message)
        self._watcher.passed(Passed(line=self._line, what=what, name=name, text=text, state=self._state))
