"""How sagrada-text knows that somebody is still there: ``PING`` every few seconds, ``PONG`` in between.

What must stay true: whoever does not answer a ``PING`` is away at once, even if their connection takes long to die.
"""

from __future__ import annotations

from weakref import proxy

from bottega.wire.core.connection import Connection, Timer
from bottega.wire.sagrada_text.words import PING

PING_SECONDS = 3.0


class Heartbeat:
    """The pings of one connection, from its login on."""

    def __init__(self, connection: Connection) -> None:
        self._connection: Connection = proxy(connection)  # which knows us
        self._timer: Timer | None = None
        self._awaits = False

    @property
    def seconds(self) -> float:
        """How long after each other pings are sent."""
        seconds = self._connection.house.settings.ping_seconds
        return PING_SECONDS if seconds is None else seconds

    def start(self) -> None:
        """Begin, unless it has begun before."""
        if self._timer is None:
            self._timer = self._connection.peer.later(self.seconds, self._beat)

    def stop(self) -> None:
        """Ping no more."""
        if self._timer is not None:
            self._timer.cancel()

    def answered(self) -> None:
        """A ``PONG`` came."""
        self._awaits = False

    def _beat(self) -> None:
        connection = self._connection
        if self._awaits and not connection.busy:  # (what a busy connection has sent is still held back)
            connection.lost()
            connection.peer.close("no PONG came for the last PING")
            return
        self._awaits = True
        connection.peer.send(PING)
        self._timer = connection.peer.later(self.seconds, self._beat)
