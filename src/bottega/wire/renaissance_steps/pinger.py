"""renaissance-steps: whether the client is still there.

What must stay true: a client that never answers a ping is not pinged out (the document names no such message, and
people type into ``nc``); one that has answered once must go on answering.
"""

from __future__ import annotations

from bottega.wire.core.connection import Peer, Timer

UNANSWERED = 3
"""So many pings in a row without an answer mean that the client is gone."""


class Pinger:
    """Pings one client for as long as it is connected."""

    def __init__(self, peer: Peer, ping: str, seconds: float) -> None:
        self._peer = peer
        self._ping = ping
        self._seconds = seconds
        self._timer: Timer | None = None
        self._answers = False
        self._unanswered = 0

    def start(self) -> None:
        """Ping from now on, every so many seconds; 0 seconds mean never."""
        self.stop()
        if self._seconds > 0:
            self._timer = self._peer.later(self._seconds, self._due)

    def stop(self) -> None:
        """Ping no more."""
        if self._timer is not None:
            self._timer.cancel()

    def answered(self) -> None:
        """The client is there."""
        self._answers, self._unanswered = True, 0

    def _due(self) -> None:
        if self._answers and self._unanswered == UNANSWERED:
            self._peer.close("it does not answer pings any more")
            return
        self._unanswered += 1
        self._peer.send(self._ping)
        self._timer = self._peer.later(self._seconds, self._due)
