"""What Prometheus reads at ``/metrics``: everything that the house counts, as families of numbers.

Every family is there from the start, so that dashboards and alerts (``deploy/``) find what they look for. Nothing else
needs Prometheus' own library, so a house loads it when it is first asked for this page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from bottega.server.metrics import Metrics
from bottega.store.durations import Durations
from bottega.table.table import Table

STATES = ("waiting", "playing", "parked", "finished")


def page(counted: Metrics) -> bytes:
    """The page that Prometheus reads."""
    registry = CollectorRegistry()
    ProcessCollector(registry=registry)
    registry.register(Families(counted))
    return generate_latest(registry)


class Families(Collector):
    """The counters of one process, as Prometheus wants them."""

    def __init__(self, counted: Metrics) -> None:
        self._counted = counted

    def collect(self) -> Iterator[Metric]:
        """Everything, as of now."""
        yield _gauge("bottega_ready", "Whether people should be sent here", self._counted.ready())
        yield from self._connections()
        yield from self._tables()
        yield from self._durability()
        yield from self._work()
        yield from self._notifications()
        yield from self._trouble()
        yield from self._tls()

    def _connections(self) -> Iterator[Metric]:
        yield _gauges("bottega_connections", "Connections open now", "listener", self._counted.open)
        yield _counters("bottega_connections_made", "Connections made", "listener", self._counted.made)
        backlogs = {crowd.name: crowd.backlog for crowd in self._counted.crowds}
        unread = {name: unread for name, (unread, _) in backlogs.items()}
        held = {name: held for name, (_, held) in backlogs.items()}
        yield _gauges("bottega_unread_bytes", "Bytes that wait for their peers to read them", "listener", unread)
        yield _gauges("bottega_held_messages", "Messages that wait to be answered", "listener", held)
        yield _counter("bottega_messages", "Messages received", self._counted.received)

    def _tables(self) -> Iterator[Metric]:
        house = self._counted.house
        tables = GaugeMetricFamily("bottega_tables", "Tables in memory", labels=["game", "state"])
        found = Counter() if house is None else Counter(map(_kind, house.tables.values()))
        found.update(() if house is None else ((each.charter.game, "parked") for each in house.dormant.values()))
        for (game, state), count in sorted(found.items()):
            tables.add_metric([game, state], count)
        yield tables
        aside, failures = (0, 0) if house is None else (len(house.set_aside), house.failures)
        yield _gauge("bottega_tables_set_aside", "Tables that cannot be played on, see the log", aside)
        damages = 0 if house is None else house.damages
        yield _counter("bottega_damage", "What was found not to be what was written", damages)
        yield _counter("bottega_table_failures", "Failures while looking after a table", failures)
        entries = Counter() if house is None else house.entries
        yield _counters("bottega_entries", "Entries made durable", "game", entries)

    def _durability(self) -> Iterator[Metric]:
        log = self._counted.log
        commits = Durations() if log is None else log.commits
        yield _histogram("bottega_commit_seconds", "How long a group of entries took to become durable", commits)
        failed, waiting = (0, 0) if log is None else (log.failed_commits, log.waiting)
        yield _counter("bottega_commits_failed", "Groups of entries that could not be saved", failed)
        conflicts = 0 if log is None else log.conflicts
        yield _counter("bottega_conflicts", "Entries that were judged again, since another node was faster", conflicts)
        yield _gauge("bottega_commit_queue", "Jobs that wait to be written", waiting)

    def _work(self) -> Iterator[Metric]:
        threads = self._counted.threads.values()
        waiting = {thread.name: thread.waiting for thread in threads}
        refused = {thread.name: thread.turned_away for thread in threads}
        yield _gauges("bottega_slow_work", "Jobs that wait for their thread", "thread", waiting)
        yield _counters("bottega_slow_work_refused", "Jobs that found no place", "thread", refused)
        bots = self._counted.bots
        thinking, restarts = (0, 0) if bots is None else (bots.thinking, bots.restarts)
        yield _gauge("bottega_bots_thinking", "Tables at which a bot has to act", thinking)
        yield _counter("bottega_bot_worker_restarts", "How often the bots' worker had to be started anew", restarts)
        yield _histogram("bottega_loop_lag_seconds", "How late the event loop was", self._counted.lag)

    def _notifications(self) -> Iterator[Metric]:
        out = self._counted.notifier
        sent, failed, unsent = (Counter(), Counter(), 0) if out is None else (out.sent, out.failed, out.unsent)
        yield _counters("bottega_notifications_sent", "Notifications that were taken", "way", sent)
        yield _counters("bottega_notifications_failed", "Notifications that were given up, see the log", "way", failed)
        yield _gauge("bottega_notifications_unsent", "Notifications that wait to be sent", unsent)

    def _trouble(self) -> Iterator[Metric]:
        house = self._counted.house
        refusals = Counter() if house is None else house.refusals
        yield _counters("bottega_refusals", "Commands that were refused, by reason", "code", refusals)
        yield _counter("bottega_cut_off", "Connections cut off for misbehaving", self._counted.cut_off)
        waiting = Counter({limit: thread.turned_away for limit, thread in self._counted.threads.items()})
        hit = self._counted.limits_hit + waiting + (Counter() if house is None else house.limits_hit)
        yield _counters("bottega_limits_hit", "How often somebody ran into a limit", "limit", hit)
        yield _counter("bottega_failures", "Exceptions that nobody expected, see the log", self._counted.failures)

    def _tls(self) -> Iterator[Metric]:
        failed = self._counted.handshakes_failed
        yield _gauge("bottega_tls_handshakes", "TLS handshakes under way", len(self._counted.handshakes))
        yield _counters("bottega_tls_handshakes_failed", "TLS handshakes that failed", "listener", failed)
        expires = GaugeMetricFamily("bottega_tls_certificate_expires_timestamp_seconds", "When the certificate expires")
        if self._counted.certificate is not None:
            expires.add_metric([], self._counted.certificate.expires.timestamp())
        yield expires


def _kind(table: Table) -> tuple[str, str]:
    """The game of a table and one of the ``STATES``; parked: none of its players is here, so time stands still."""
    position = table.position
    if position.finished:
        state = "finished"
    elif not position.started:
        state = "waiting"
    elif not table.attendance.keepers and any(seat.person and not seat.quit for seat in position.seats):
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
