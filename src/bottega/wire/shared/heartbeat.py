"""What is done on a connection every so often to know that somebody is still there; each protocol says what that is."""

from __future__ import annotations

from weakref import proxy

from bottega.wire.core.connection import Connection, Timer


class Heartbeat:
    """Beats from ``start`` to ``stop``, or until ``beat`` has given the connection up."""

    def __init__(self, connection: Connection, usual: float) -> None:
        self.connection: Connection = proxy(connection)  # which knows us
        self._usual = usual
        self._timer: Timer | None = None

    @property
    def seconds(self) -> float:
        """How long after each other it beats: as the settings say, or else as usual; 0: never."""
        seconds = self.connection.house.settings.ping_seconds
        return self._usual if seconds is None else seconds

    def start(self) -> None:
        """Beat from now on."""
        self.stop()
        if self.seconds > 0:
            self._timer = self.connection.peer.later(self.seconds, self._beat)

    def stop(self) -> None:
        """Beat no more."""
        if self._timer is not None:
            self._timer.cancel()

    def beat(self) -> bool:
        """Do what is to be done; whether to go on."""
        raise NotImplementedError

    def _beat(self) -> None:
        if self.beat():
            self._timer = self.connection.peer.later(self.seconds, self._beat)
