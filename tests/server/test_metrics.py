"""What is counted, as Prometheus reads it."""

from __future__ import annotations

import asyncio
import re
from importlib.resources import files
from pathlib import Path

import pytest

from bottega import limits
from bottega.limits import Limits
from bottega.server.beside import Beside
from bottega.server.metrics import Metrics
from bottega.store.memory import MemoryLog
from bottega.table.entries import Sitting
from bottega.table.house import House
from bottega.table.position import Setup


def lines(metrics: Metrics) -> dict[str, float]:
    """Every line that is not a comment: name with labels, and value."""
    text = metrics.text().decode()
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
    assert lines(metrics) == {
        "bottega_tables_set_aside": 0,
        "bottega_damage_total": 0,
        "bottega_table_failures_total": 0,
        "bottega_messages_total": 0,
        "bottega_cut_off_total": 0,
    }


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
    """Tables in memory are gauged; what becomes durable at a table that is watched is counted."""
    table = house.open("splendor", Setup(seats=2))
    house.open("sagrada", Setup(seats=2))
    table.watch(metrics)
    for name in ("Ada", "Bob"):
        house.sit(table, Sitting(name), None, lambda _: None)
    found = lines(metrics)
    assert found['bottega_tables{game="splendor"}'] == found['bottega_tables{game="sagrada"}'] == 1
    assert found['bottega_entries_total{game="splendor"}'] == 3, "two sat down and the game started"


def test_what_went_wrong(house: House, metrics: Metrics) -> None:
    """Peers that were cut off, and tables that failed, are counted for whoever is on call."""
    metrics.received, metrics.cut_off, house.failures = 7, 2, 1
    found = lines(metrics)
    assert found["bottega_messages_total"] == 7
    assert found["bottega_cut_off_total"] == 2
    assert found["bottega_table_failures_total"] == 1


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


SOURCES = sorted(Path(str(files("bottega"))).rglob("*.py"))
NAMED = re.compile(r'(?:\bhit\(|limits_hit\[|_cut\([^()]*, |BrokenStream\([^()]*, )"(\w+)"')


def test_the_limits_that_are_counted_exist() -> None:
    """Whoever sees a limit's name in a graph finds it in ``limits.py`` and in the table of ``docs/operations.md``."""
    named = {name for source in SOURCES for name in NAMED.findall(source.read_text("utf-8"))}
    assert {"connections", "burst", "unread_bytes", "silent_seconds", "MAX_WATCHED", "MAX_SKIPPED"} <= named
    assert named <= {*Limits.__struct_fields__, *vars(limits)}


def test_without_a_house() -> None:
    """A process that has not opened its house yet reports nothing of tables."""
    assert all(not metric.samples for metric in Metrics().collect() if metric.name == "bottega_tables")
