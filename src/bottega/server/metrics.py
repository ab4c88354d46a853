"""What the house counts, for Prometheus and for itself: plain attributes, since somebody plays meanwhile.

Whatever can be counted when Prometheus asks is counted then, by ``server/exposition.py``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sized
from typing import Protocol

from bottega.server.beside import Beside
from bottega.server.tls import Certificate
from bottega.store.durations import Durations
from bottega.table.house import House

LAG_BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Writing(Protocol):
    """What a log can tell of itself."""

    commits: Durations
    conflicts: int
    """How often another node was faster."""

    @property
    def failed_commits(self) -> int:
        """How often a group could not be made durable."""

    @property
    def waiting(self) -> int:
        """Jobs that wait to be written."""


class Thinking(Protocol):
    """What the bots' runner can tell of itself."""

    restarts: int

    @property
    def thinking(self) -> int:
        """Tables at which a bot has to act."""


class Sending(Protocol):
    """What whoever sends notifications can tell of that."""

    sent: Counter[str]
    failed: Counter[str]

    @property
    def unsent(self) -> int:
        """How many wait to be sent."""


class Crowd(Protocol):
    """What a listener can tell of its connections."""

    name: str
    backlog: tuple[int, int]
    """Bytes that wait to be read by their peers, and messages that wait to be answered, at the last look."""

    async def look(self) -> None:
        """Look again."""


class Metrics:
    """Counters of one process."""

    def __init__(self) -> None:
        self.received = 0
        self.cut_off = 0
        self.failures = 0
        """Exceptions that nobody expected."""
        self.handshakes_failed: Counter[str] = Counter()
        self.handshakes: Sized = ()
        """TLS handshakes under way."""
        self.certificate: Certificate | None = None
        """What the TLS ports show, None if there are none."""
        self.log: Writing | None = None
        self.bots: Thinking | None = None
        self.notifier: Sending | None = None
        self.crowds: list[Crowd] = []
        self.ready: Callable[[], bool] = lambda: True
        self.lag = Durations(LAG_BOUNDS)
        """How late the event loop was, many times a second: so long everybody had to wait."""
        self.limits_hit: Counter[str] = Counter()
        self.open: Counter[str] = Counter()
        """Connections open now, by listener."""
        self.made: Counter[str] = Counter()
        """Connections made so far, by listener."""
        self.threads: dict[str, Beside] = {}
        """What is done beside the event loop, by the limit of what may wait for it."""
        self.house: House | None = None

    @property
    def connected(self) -> int:
        """Connections open now, over all listeners."""
        return self.open.total()

    def came(self, listener: str) -> None:
        """A connection was made."""
        self.open[listener] += 1
        self.made[listener] += 1

    def went(self, listener: str) -> None:
        """A connection is gone."""
        self.open[listener] -= 1

    def hit(self, limit: str) -> None:
        """Somebody ran into this limit, by its name in ``limits.py``."""
        self.limits_hit[limit] += 1

    def attach(self, house: House) -> None:
        """Report on this house."""
        self.house = house

    def watch(self, thread: Beside, limit: str) -> None:
        """Report on what waits for this thread, and finds no place there because of this limit."""
        self.threads[limit] = thread

    async def look(self) -> None:
        """Look at what takes long to look at, without keeping anybody waiting."""
        for crowd in self.crowds:
            await crowd.look()
