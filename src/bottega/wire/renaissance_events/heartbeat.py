"""How renaissance-events knows that somebody is still there: whoever says nothing is asked, and closed if that does not
help. Any line will do.
"""

from __future__ import annotations

from weakref import proxy

from bottega.wire.core.connection import Connection, Timer

QUIET_SECONDS = 12.5


class Heartbeat:
    """Whether one connection still says something."""

    def __init__(self, connection: Connection, question: str) -> None:
        self._connection: Connection = proxy(connection)  # which knows us
        self._question = question
        self._timer: Timer | None = None
        self._heard = self._asked = False

    @property
    def seconds(self) -> float:
        """How long somebody may be silent before they are asked, and again before they are closed; 0: for ever."""
        seconds = self._connection.house.settings.ping_seconds
        return QUIET_SECONDS if seconds is None else seconds

    def start(self) -> None:
        """Listen from now on."""
        self.stop()
        if self.seconds > 0:
            self._timer = self._connection.peer.later(self.seconds, self._beat)

    def stop(self) -> None:
        """Listen no more."""
        if self._timer is not None:
            self._timer.cancel()

    def heard(self) -> None:
        """Something came."""
        self._heard, self._asked = True, False

    def _beat(self) -> None:
        connection, heard = self._connection, self._heard
        self._heard = False
        if not heard and not connection.busy:  # (what a busy connection has sent is still held back)
            if self._asked:
                connection.peer.close("it says nothing any more")
                return
            self._asked = True
            connection.peer.send(self._question)
        self._timer = connection.peer.later(self.seconds, self._beat)
