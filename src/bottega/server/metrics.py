"""What the house counts, for Prometheus (``/metrics``) and for itself.

Plain attributes on the hot path; Prometheus reads them when it asks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sized

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from bottega.server.beside import Beside
from bottega.server.tls import Certificate
from bottega.table.events import Event, Notice
from bottega.table.house import House


class Metrics(Collector):
    """Counters of one process; also a viewer of every table, to count what becomes durable."""

    def __init__(self) -> None:
        self.received = 0
        self.cut_off = 0
        self.handshakes_failed: Counter[str] = Counter()
        self.handshakes: Sized = ()
        """TLS handshakes under way."""
        self.certificate: Certificate | None = None
        """What the TLS ports show, None if there are none."""
        self._hit: Counter[str] = Counter()
        self.entries: Counter[str] = Counter()
        self._open: Counter[str] = Counter()
        self._threads: dict[str, Beside] = {}
        self._house: House | None = None
        self._registry = CollectorRegistry()

    @property
    def connected(self) -> int:
        """Connections open now, over all listeners."""
        return self._open.total()

    def came(self, listener: str) -> None:
        """A connection was made."""
        self._open[listener] += 1

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

    def collect(self) -> Iterator[Metric]:
        """What Prometheus sees."""
        connections = GaugeMetricFamily("bottega_connections", "Connections open now", labels=["listener"])
        for listener, count in self._open.items():
            connections.add_metric([listener], count)
        yield connections
        tables = GaugeMetricFamily("bottega_tables", "Tables in memory", labels=["game"])
        if self._house is not None:
            games = Counter(table.position.charter.game for table in self._house.tables.values())
            for game, count in games.items():
                tables.add_metric([game], count)
        yield tables
        aside, failures = (0, 0) if self._house is None else (len(self._house.set_aside), self._house.failures)
        yield GaugeMetricFamily("bottega_tables_set_aside", "Tables that cannot be played on, see the log", value=aside)
        damages = 0 if self._house is None else self._house.damages
        yield CounterMetricFamily("bottega_damage", "What was found not to be what was written", value=damages)
        yield CounterMetricFamily("bottega_table_failures", "Failures while looking after a table", value=failures)
        entries = CounterMetricFamily("bottega_entries", "Entries made durable", labels=["game"])
        for game, count in self.entries.items():
            entries.add_metric([game], count)
        yield entries
        waiting = GaugeMetricFamily("bottega_slow_work", "Jobs that wait for their thread", labels=["thread"])
        refused = CounterMetricFamily("bottega_slow_work_refused", "Jobs that found no place", labels=["thread"])
        for thread in self._threads.values():
            waiting.add_metric([thread.name], thread.waiting)
            refused.add_metric([thread.name], thread.turned_away)
        yield waiting
        yield refused
        yield CounterMetricFamily("bottega_messages", "Messages received", value=self.received)
        yield CounterMetricFamily("bottega_cut_off", "Connections cut off for misbehaving", value=self.cut_off)
        limits = CounterMetricFamily("bottega_limits_hit", "How often somebody ran into a limit", labels=["limit"])
        for limit, count in self._limits_hit().items():
            limits.add_metric([limit], count)
        yield limits
        if self.certificate is not None:
            yield from self._tls(self.certificate)

    def _tls(self, certificate: Certificate) -> Iterator[Metric]:
        yield GaugeMetricFamily("bottega_tls_handshakes", "TLS handshakes under way", value=len(self.handshakes))
        failed = CounterMetricFamily("bottega_tls_handshakes_failed", "TLS handshakes that failed", labels=["listener"])
        for listener, count in self.handshakes_failed.items():
            failed.add_metric([listener], count)
        yield failed
        yield GaugeMetricFamily(
            "bottega_tls_certificate_expires_timestamp_seconds",
            "When the certificate expires",
            value=certificate.expires.timestamp(),
        )

    def _limits_hit(self) -> Counter[str]:
        """At the doors, at the tables and before the threads for slow work."""
        waiting = Counter({limit: thread.turned_away for limit, thread in self._threads.items()})
        return self._hit + waiting + (Counter() if self._house is None else self._house.limits_hit)

    def text(self) -> bytes:
        """The page that Prometheus reads."""
        return generate_latest(self._registry)
