"""How renaissance-events knows that somebody is still there: whoever says nothing is asked, and closed if that does not
help. Any line will do.
"""

from __future__ import annotations

from bottega.wire.core.connection import Connection
from bottega.wire.shared import heartbeat

QUIET_SECONDS = 12.5
"""How long somebody may be silent before they are asked, and again before they are closed."""


class Heartbeat(heartbeat.Heartbeat):
    """Whether one connection still says something."""

    def __init__(self, connection: Connection, question: str) -> None:
        super().__init__(connection, QUIET_SECONDS)
        self._question = question
        self._heard = self._asked = False

    def heard(self) -> None:
        """Something came."""
        self._heard, self._asked = True, False

    def beat(self) -> bool:
        """Ask whoever has said nothing since the last time, but only once."""
        connection, heard = self.connection, self._heard
        self._heard = False
        if not heard and not connection.busy:  # (what a busy connection has sent is still held back)
            if self._asked:
                connection.peer.close("it says nothing any more")
                return False
            self._asked = True
            connection.peer.send(self._question)
        return True
