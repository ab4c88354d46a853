"""How renaissance-steps knows that somebody is still there: ``PingRequest`` every now and then, ``PingResponse`` in
between.

What must stay true: a client that never answers is not pinged out (the document names no such message, and people type
into ``nc``); one that has answered once must go on answering.
"""

from __future__ import annotations

from weakref import proxy

from bottega.wire.core.connection import Connection, Timer

PING_SECONDS = 1.5
UNANSWERED = 3
"""So many pings in a row without an answer mean that the client is gone."""


class Heartbeat:
    """The pings of one connection, from its nickname on."""

    def __init__(self, connection: Connection, ping: str) -> None:
        self._connection: Connection = proxy(connection)  # which knows us
        self._ping = ping
        self._timer: Timer | None = None
        self._answers = False
        self._unanswered = 0

    @property
    def seconds(self) -> float:
        """How long after each other pings are sent; 0 means never."""
        seconds = self._connection.house.settings.ping_seconds
        return PING_SECONDS if seconds is None else seconds

    def start(self) -> None:
        """Ping from now on."""
        self.stop()
        if self.seconds > 0:
            self._timer = self._connection.peer.later(self.seconds, self._beat)

    def stop(self) -> None:
        """Ping no more."""
        if self._timer is not None:
            self._timer.cancel()

    def answered(self) -> None:
        """A ``PingResponse`` came."""
        self._answers, self._unanswered = True, 0

    def _beat(self) -> None:
        connection = self._connection
        if self._answers and self._unanswered >= UNANSWERED and not connection.busy:  # (a busy one's answers are held)
            connection.peer.close("it does not answer pings any more")
            return
        self._unanswered += 1
        connection.peer.send(self._ping)
        self._timer = connection.peer.later(self.seconds, self._beat)
