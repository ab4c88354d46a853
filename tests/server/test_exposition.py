"""What is counted, as Prometheus reads it."""

from __future__ import annotations

import asyncio

import pytest

from bottega.server.beside import Beside
from bottega.server.exposition import STATES, Families, page
from bottega.server.metrics import Metrics
from bottega.store.durations import Durations
from bottega.store.memory import MemoryLog
from bottega.table.entries import EndReason, Sitting
from bottega.table.events import Event, Notice
from bottega.table.house import House
from bottega.table.position import Setup


def lines(metrics: Metrics) -> dict[str, float]:
    """Every line that is not a comment: name with labels, and value."""
    text = page(metrics).decode()
    pairs = (line.rpartition(" ") for line in text.splitlines() if not line.startswith("#"))
    return {name: float(value) for name, _, value in pairs}


@pytest.fixture
def house() -> House:
    """A house with nobody in it."""
    return House(MemoryLog())


@pytest.fixture
def metrics(house: House) -> Metrics:
    """What reports on the house."""
    metrics = Metrics()
    metrics.attach(house)
    return metrics


def test_before_anything_happens(metrics: Metrics) -> None:
    """Every counter is there from the start, at nothing."""
    found = lines(metrics)
    process = {name for name in found if name.startswith("process_")}
    assert {name: value for name, value in found.items() if value and name not in process} == {"bottega_ready": 1}
    for name in (
        "bottega_tables_set_aside",
        "bottega_damage_total",
        "bottega_table_failures_total",
        "bottega_messages_total",
        "bottega_cut_off_total",
        "bottega_commit_queue",
        "bottega_commits_failed_total",
        "bottega_conflicts_total",
        "bottega_bots_thinking",
        "bottega_failures_total",
        'bottega_commit_seconds_bucket{le="+Inf"}',
    ):
        assert found[name] == 0


def test_damage_is_counted(house: House, metrics: Metrics) -> None:
    """Whatever is found not to be what was written counts; a table of which it is true is set aside too."""
    house.found_damage("", "the account 'Ada' is not what was written")
    house.found_damage("t1", "table t1: entry 7 is not what was written")
    assert lines(metrics)["bottega_damage_total"] == 2
    assert lines(metrics)["bottega_tables_set_aside"] == 1


def test_connections_by_listener(metrics: Metrics) -> None:
    """Who came and has not gone, by listener; the sum is what the limit looks at."""
    for listener in ("splendor-json", "splendor-json", "http"):
        metrics.came(listener)
    metrics.went("splendor-json")
    assert metrics.connected == 2
    assert lines(metrics)['bottega_connections{listener="splendor-json"}'] == 1
    assert lines(metrics)['bottega_connections{listener="http"}'] == 1


def test_tables_and_their_entries_by_game(house: House, metrics: Metrics) -> None:
    """Tables in memory are gauged; what becomes durable at any table is counted."""
    table = house.open("splendor", Setup(seats=2))
    house.open("sagrada", Setup(seats=2))
    for name in ("Ada", "Bob"):
        house.reception.sit(table, Sitting(name), None, lambda _: None)
    found = lines(metrics)
    assert found['bottega_tables{game="splendor",state="parked"}'] == 1
    assert found['bottega_tables{game="sagrada",state="waiting"}'] == 1
    assert found['bottega_entries_total{game="splendor"}'] == 3, "two sat down and the game started"


def test_what_went_wrong(house: House, metrics: Metrics) -> None:
    """Peers that were cut off, and tables that failed, are counted for whoever is on call."""
    metrics.received, metrics.cut_off, house.failures = 7, 2, 1
    found = lines(metrics)
    assert found["bottega_messages_total"] == 7
    assert found["bottega_cut_off_total"] == 2
    assert found["bottega_table_failures_total"] == 1


class Silent:
    """Somebody who looks on."""

    def told(self, event: Event) -> None:
        """Say nothing."""

    def noticed(self, notice: Notice) -> None:
        """Say nothing."""


def test_tables_by_state(house: House, metrics: Metrics) -> None:
    """Waiting, playing while somebody is here, parked when all are gone, finished; bots alone are never parked."""
    states = {}
    for bot in ("", "random"):
        table = house.open("splendor", Setup(seats=2, turn_seconds=0))
        states["opened", bot] = found_state(metrics)
        players = [Silent(), Silent()]
        for name, player in zip(("Ada", "Bob"), players, strict=True):
            house.reception.sit(table, Sitting(name, bot=bot), None if bot else player, lambda _: None)
        states["begun", bot] = found_state(metrics)
        for player in players:
            table.drop(player)
        states["left", bot] = found_state(metrics)
        table.end(EndReason.ABANDONED)
        states["ended", bot] = found_state(metrics)
        house.sweep()
    assert states == {
        ("opened", ""): {"waiting"},
        ("begun", ""): {"playing"},
        ("left", ""): {"parked"},
        ("ended", ""): {"finished"},
        ("opened", "random"): {"waiting"},
        ("begun", "random"): {"playing"},
        ("left", "random"): {"playing"},
        ("ended", "random"): {"finished"},
    }
    assert set().union(*states.values()) == set(STATES)


def found_state(metrics: Metrics) -> set[str]:
    """The states that are told of."""
    return {line.split('state="')[1].split('"')[0] for line in lines(metrics) if line.startswith("bottega_tables{")}


class Disk:
    """A log that tells of itself."""

    def __init__(self) -> None:
        self.commits = Durations((0.01, 0.1))
        self.failed_commits = 3
        self.conflicts = 2
        self.waiting = 7


def test_the_log(metrics: Metrics) -> None:
    """How long commits take, as a histogram; how many failed; how much waits to be written."""
    disk = metrics.log = Disk()
    for seconds in (0.002, 0.05, 0.05, 5.0):
        disk.commits.add(seconds)
    found = lines(metrics)
    assert [found[f'bottega_commit_seconds_bucket{{le="{le}"}}'] for le in ("0.01", "0.1", "+Inf")] == [1, 3, 4]
    assert found["bottega_commit_seconds_count"] == 4
    assert found["bottega_commit_seconds_sum"] == pytest.approx(5.102)
    assert found["bottega_commits_failed_total"] == 3
    assert found["bottega_conflicts_total"] == 2
    assert found["bottega_commit_queue"] == 7


class Queue:
    """A listener that tells of its connections."""

    name = "splendor-json"
    backlog = (0, 0)

    async def look(self) -> None:
        """Find what waits there."""
        self.backlog = (1000, 12)


class Worker:
    """Bots that tell of themselves."""

    restarts = 1
    thinking = 4


def test_what_waits(metrics: Metrics) -> None:
    """What peers do not read, what is not answered yet, and at how many tables a bot has to act."""
    metrics.crowds.append(Queue())
    metrics.bots = Worker()
    metrics.ready = lambda: False
    asyncio.run(metrics.look())
    found = lines(metrics)
    assert found['bottega_unread_bytes{listener="splendor-json"}'] == 1000
    assert found['bottega_held_messages{listener="splendor-json"}'] == 12
    assert found["bottega_bots_thinking"] == 4
    assert found["bottega_bot_worker_restarts_total"] == 1
    assert found["bottega_ready"] == 0


def test_refusals_by_their_code(house: House, metrics: Metrics) -> None:
    """Why players are refused what they ask for, by the code that they are told, too."""
    house.refusals["splendor.pile-too-small"] += 2
    assert lines(metrics)['bottega_refusals_total{code="splendor.pile-too-small"}'] == 2


def test_limits_that_somebody_ran_into(house: House, metrics: Metrics) -> None:
    """One counter for all limits, by their names in ``limits.py``, wherever they are looked at."""

    async def crowded() -> Beside:
        return Beside("password hashing", 0)

    thread = asyncio.run(crowded())
    metrics.watch(thread, "MAX_LOGINS")
    metrics.hit("burst")
    metrics.hit("burst")
    house.limits_hit["MAX_WATCHED"] += 1
    assert not thread(lambda: None, lambda _: None)
    found = lines(metrics)
    assert found['bottega_limits_hit_total{limit="burst"}'] == 2
    assert found['bottega_limits_hit_total{limit="MAX_WATCHED"}'] == 1
    assert found['bottega_limits_hit_total{limit="MAX_LOGINS"}'] == 1


def test_without_a_house() -> None:
    """A process that has not opened its house yet reports nothing of tables."""
    assert all(not metric.samples for metric in Families(Metrics()).collect() if metric.name == "bottega_tables")
