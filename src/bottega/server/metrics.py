"""What the house counts, for Prometheus (``/metrics``) and for itself.

Plain attributes where somebody plays; whatever can be counted when Prometheus asks is counted then. Every family is
there from the start, so that dashboards and alerts (``deploy/``) find what they look for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sized
from typing import Protocol

from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from bottega.server.beside import Beside
from bottega.server.tls import Certificate
from bottega.store.durations import Durations
from bottega.table.events import Event, Notice
from bottega.table.house import House
from bottega.table.table import Table

STATES = ("waiting", "playing", "parked", "finished")
LAG_BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Writing(Protocol):
    """What a log can tell of itself."""

    commits: Durations
    failed_commits: int

    @property
    def waiting(self) -> int:
        """Jobs that wait to be written."""


class Thinking(Protocol):
    """What the bots' runner can tell of itself."""

    restarts: int

    @property
    def thinking(self) -> int:
        """Tables at which a bot has to act."""


class Crowd(Protocol):
    """What a listener can tell of its connections."""

    name: str
    backlog: tuple[int, int]
    """Bytes that wait to be read by their peers, and messages that wait to be answered, at the last look."""

    async def look(self) -> None:
        """Look again."""


class Metrics(Collector):
    """Counters of one process; also a viewer of every table, to count what becomes durable."""

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
        self.crowds: list[Crowd] = []
        self.ready: Callable[[], bool] = lambda: True
        self.lag = Durations(LAG_BOUNDS)
        """How late the event loop was, many times a second: so long everybody had to wait."""
        self.entries: Counter[str] = Counter()
        self._hit: Counter[str] = Counter()
        self._open: Counter[str] = Counter()
        self._came: Counter[str] = Counter()
        self._threads: dict[str, Beside] = {}
        self._house: House | None = None
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)

    @property
    def connected(self) -> int:
        """Connections open now, over all listeners."""
        return self._open.total()

    def came(self, listener: str) -> None:
        """A connection was made."""
        self._open[listener] += 1
        self._came[listener] += 1

    def went(self, listener: str) -> None:
        """A connection is gone."""
        self._open[listener] -= 1

    def hit(self, limit: str) -> None:
        """Somebody ran into this limit, by its name in ``limits.py``."""
        self._hit[limit] += 1

    def attach(self, house: House) -> None:
        """Report on this house."""
        self._house = house
        self._registry.register(self)

    def watch(self, thread: Beside, limit: str) -> None:
        """Report on what waits for this thread, and finds no place there because of this limit."""
        self._threads[limit] = thread

    def told(self, event: Event) -> None:
        """Count an entry."""
        self.entries[event.after.charter.game] += 1

    def noticed(self, notice: Notice) -> None:
        """Nothing to count."""

    # -- what Prometheus sees ---------------------------------------------------------------------------------------

    def collect(self) -> Iterator[Metric]:
        """Everything, as of now."""
        yield _gauge("bottega_ready", "Whether people should be sent here", self.ready())
        yield from self._connections()
        yield from self._tables()
        yield from self._durability()
        yield from self._work()
        yield from self._trouble()
        yield from self._tls()

    async def look(self) -> None:
        """Look at what takes long to look at, without keeping anybody waiting."""
        for crowd in self.crowds:
            await crowd.look()

    def text(self) -> bytes:
        """The page that Prometheus reads."""
        return generate_latest(self._registry)

    def _connections(self) -> Iterator[Metric]:
        yield _gauges("bottega_connections", "Connections open now", "listener", self._open)
        yield _counters("bottega_connections_made", "Connections made", "listener", self._came)
        backlogs = {crowd.name: crowd.backlog for crowd in self.crowds}
        unread = {name: unread for name, (unread, _) in backlogs.items()}
        held = {name: held for name, (_, held) in backlogs.items()}
        yield _gauges("bottega_unread_bytes", "Bytes that wait for their peers to read them", "listener", unread)
        yield _gauges("bottega_held_messages", "Messages that wait to be answered", "listener", held)
        yield _counter("bottega_messages", "Messages received", self.received)

    def _tables(self) -> Iterator[Metric]:
        house = self._house
        tables = GaugeMetricFamily("bottega_tables", "Tables in memory", labels=["game", "state"])
        found = Counter() if house is None else Counter(map(_kind, house.tables.values()))
        for (game, state), count in sorted(found.items()):
            tables.add_metric([game, state], count)
        yield tables
        aside, failures = (0, 0) if house is None else (len(house.set_aside), house.failures)
        yield _gauge("bottega_tables_set_aside", "Tables that cannot be played on, see the log", aside)
        damages = 0 if house is None else house.damages
        yield _counter("bottega_damage", "What was found not to be what was written", damages)
        yield _counter("bottega_table_failures", "Failures while looking after a table", failures)
        yield _counters("bottega_entries", "Entries made durable", "game", self.entries)

    def _durability(self) -> Iterator[Metric]:
        log = self.log
        commits = Durations() if log is None else log.commits
        yield _histogram("bottega_commit_seconds", "How long a group of entries took to become durable", commits)
        failed, waiting = (0, 0) if log is None else (log.failed_commits, log.waiting)
        yield _counter("bottega_commits_failed", "Groups of entries that could not be saved", failed)
        yield _gauge("bottega_commit_queue", "Jobs that wait to be written", waiting)

    def _work(self) -> Iterator[Metric]:
        threads = self._threads.values()
        waiting = {thread.name: thread.waiting for thread in threads}
        refused = {thread.name: thread.turned_away for thread in threads}
        yield _gauges("bottega_slow_work", "Jobs that wait for their thread", "thread", waiting)
        yield _counters("bottega_slow_work_refused", "Jobs that found no place", "thread", refused)
        thinking, restarts = (0, 0) if self.bots is None else (self.bots.thinking, self.bots.restarts)
        yield _gauge("bottega_bots_thinking", "Tables at which a bot has to act", thinking)
        yield _counter("bottega_bot_worker_restarts", "How often the bots' worker had to be started anew", restarts)
        yield _histogram("bottega_loop_lag_seconds", "How late the event loop was", self.lag)

    def _trouble(self) -> Iterator[Metric]:
        house = self._house
        refusals = Counter() if house is None else house.refusals
        yield _counters("bottega_refusals", "Commands that were refused, by reason", "code", refusals)
        yield _counter("bottega_cut_off", "Connections cut off for misbehaving", self.cut_off)
        waiting = Counter({limit: thread.turned_away for limit, thread in self._threads.items()})
        hit = self._hit + waiting + (Counter() if house is None else house.limits_hit)
        yield _counters("bottega_limits_hit", "How often somebody ran into a limit", "limit", hit)
        yield _counter("bottega_failures", "Exceptions that nobody expected, see the log", self.failures)

    def _tls(self) -> Iterator[Metric]:
        failed = self.handshakes_failed
        yield _gauge("bottega_tls_handshakes", "TLS handshakes under way", len(self.handshakes))
        yield _counters("bottega_tls_handshakes_failed", "TLS handshakes that failed", "listener", failed)
        expires = GaugeMetricFamily("bottega_tls_certificate_expires_timestamp_seconds", "When the certificate expires")
        if self.certificate is not None:
            expires.add_metric([], self.certificate.expires.timestamp())
        yield expires


def _kind(table: Table) -> tuple[str, str]:
    """The game of a table and one of the ``STATES``; parked: none of its players is here, so time stands still."""
    position = table.position
    if position.finished:
        state = "finished"
    elif not position.started:
        state = "waiting"
    elif not table.keepers and any(seat.person and not seat.quit for seat in position.seats):
        state = "parked"
    else:
        state = "playing"
    return position.charter.game, state


def _gauge(name: str, what: str, value: float) -> Metric:
    return GaugeMetricFamily(name, what, value=value)


def _counter(name: str, what: str, value: float) -> Metric:
    return CounterMetricFamily(name, what, value=value)


def _gauges(name: str, what: str, label: str, values: Mapping[str, float]) -> Metric:
    family = GaugeMetricFamily(name, what, labels=[label])
    for key, value in values.items():
        family.add_metric([key], value)
    return family


def _counters(name: str, what: str, label: str, values: Mapping[str, float]) -> Metric:
    family = CounterMetricFamily(name, what, labels=[label])
    for key, value in values.items():
        family.add_metric([key], value)
    return family


def _histogram(name: str, what: str, durations: Durations) -> Metric:
    buckets = [("+Inf" if bound == float("inf") else str(bound), count) for bound, count in durations.at_most()]
    return HistogramMetricFamily(name, what, buckets=buckets, sum_value=durations.total)
