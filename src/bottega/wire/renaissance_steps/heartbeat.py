"""How renaissance-steps knows that somebody is still there: ``PingRequest`` every now and then, ``PingResponse`` in
between.

What must stay true: a client that never answers is not pinged out (the document names no such message, and people type
into ``nc``); one that has answered once must go on answering.
"""

from __future__ import annotations

from bottega.wire.core.connection import Connection
from bottega.wire.shared import heartbeat

PING_SECONDS = 1.5
UNANSWERED = 3
"""So many pings in a row without an answer mean that the client is gone."""


class Heartbeat(heartbeat.Heartbeat):
    """The pings of one connection, from its nickname on."""

    def __init__(self, connection: Connection, ping: str) -> None:
        super().__init__(connection, PING_SECONDS)
        self._ping = ping
        self._answers = False
        self._unanswered = 0

    def answered(self) -> None:
        """A ``PingResponse`` came."""
        self._answers, self._unanswered = True, 0

    def beat(self) -> bool:
        """Ping, unless too many pings were not answered."""
        connection = self.connection
        if self._answers and self._unanswered >= UNANSWERED and not connection.busy:  # (a busy one's answers are held)
            connection.peer.close("it does not answer pings any more")
            return False
        self._unanswered += 1
        connection.peer.send(self._ping)
        return True
