"""How sagrada-text knows that somebody is still there: ``PING`` every few seconds, ``PONG`` in between.

What must stay true: whoever does not answer a ``PING`` is away at once, even if their connection takes long to die.
"""

from __future__ import annotations

from bottega.wire.core.connection import Connection
from bottega.wire.sagrada_text.words import PING
from bottega.wire.shared import heartbeat

PING_SECONDS = 3.0


class Heartbeat(heartbeat.Heartbeat):
    """The pings of one connection, from its login on."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection, PING_SECONDS)
        self._awaits = False

    def answered(self) -> None:
        """A ``PONG`` came."""
        self._awaits = False

    def beat(self) -> bool:
        """Ping, unless the last ping was not answered."""
        connection = self.connection
        if self._awaits and not connection.busy:  # (what a busy connection has sent is still held back)
            connection.lost()
            connection.peer.close("no PONG came for the last PING")
            return False
        self._awaits = True
        connection.peer.send(PING)
        return True
