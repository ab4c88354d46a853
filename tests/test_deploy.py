"""What is deployed beside the house speaks of what the house really tells: alert rules and the dashboard.

Every expression is read by a parser of PromQL; its names, labels and limits are held against a house that is asked for
all it exports.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from pathlib import Path
from typing import Any

import promql_parser
import pytest
import yaml

from bottega import limits
from bottega.limits import Limits, Shares
from bottega.server.exposition import STATES, Families
from bottega.server.metrics import Metrics
from bottega.store.memory import MemoryLog
from bottega.table.house import House

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
OPERATIONS = (ROOT / "docs" / "operations.md").read_text("utf-8")
ALERTS: list[dict[str, Any]] = yaml.safe_load((DEPLOY / "alerts.yml").read_text("utf-8"))["groups"][0]["rules"]
DASHBOARD: dict[str, Any] = json.loads((DEPLOY / "grafana.json").read_text("utf-8"))
PANELS: list[dict[str, Any]] = [panel for panel in DASHBOARD["panels"] if panel["type"] != "row"]
SCRAPING = {"instance", "job"}
"""Labels that Prometheus adds."""
BY_PROMETHEUS = (
    "up",
    "process_cpu_seconds_total",
    "process_max_fds",
    "process_open_fds",
    "process_resident_memory_bytes",
    "process_start_time_seconds",
)
"""What Prometheus and its library tell of every process; the latter on Linux only."""
SUFFIXES = {"counter": ("_total",), "gauge": ("",), "histogram": ("_bucket", "_sum", "_count"), "unknown": ("",)}


@lru_cache(1)
def families() -> dict[str, set[str]]:
    """Every series that a house may export, with its labels."""
    metrics = Metrics()
    metrics.attach(House(MemoryLog()))
    found: dict[str, set[str]] = {name: set() for name in BY_PROMETHEUS}
    for family in Families(metrics).collect():
        labels = set(getattr(family, "_labelnames", ()))
        for suffix in SUFFIXES[family.type]:
            found[family.name + suffix] = labels | ({"le"} if suffix == "_bucket" else set())
    return found


def expressions() -> Iterator[tuple[str, str]]:
    """Every expression, with where it is from."""
    for rule in ALERTS:
        yield rule["alert"], rule["expr"]
    for panel in PANELS:
        for target in panel["targets"]:
            yield f"{panel['title']} {target['refId']}", target["expr"].replace("$__rate_interval", "5m")


def parts(expression: Any) -> Iterator[Any]:
    """An expression and all it is made of."""
    yield expression
    for name in ("lhs", "rhs", "expr", "args", "vector_selector", "param"):
        below = getattr(expression, name, None)
        for each in below if isinstance(below, list) else [below]:
            if each is not None:
                yield from parts(each)


def selectors(expression: str) -> list[Any]:
    """The series that an expression looks at."""
    return [part for part in parts(promql_parser.parse(expression)) if isinstance(part, promql_parser.VectorSelector)]


@pytest.mark.parametrize(("where", "expression"), list(expressions()))
def test_an_expression(where: str, expression: str) -> None:
    """It can be read, and every series and label in it is one that the house exports."""
    found = selectors(expression)
    assert found
    labels = SCRAPING.copy()
    for selector in found:
        assert selector.name in families(), f"nothing exports {selector.name}"
        matched = {matcher.name: matcher.value for matcher in selector.matchers.matchers}
        assert set(matched) <= families()[selector.name] | SCRAPING
        labels |= families()[selector.name]
        assert set(matched.get("state", STATES[0]).split("|")) <= set(STATES)
        known = {*Limits.__struct_fields__, *Shares.__struct_fields__, *vars(limits)}
        assert set(matched.get("limit", "burst").split("|")) <= known
    for part in parts(promql_parser.parse(expression)):
        if isinstance(part, promql_parser.AggregateExpr) and part.modifier is not None:
            assert set(part.modifier.labels) <= labels, "it is grouped by what is not there"


def test_all_that_is_exported_is_shown() -> None:
    """Nothing is counted that nobody would ever see: the dashboard has every series of the house."""
    shown = {selector.name for _, expression in expressions() for selector in selectors(expression)}
    own = {name for name in families() if name.startswith("bottega_")}
    assert {re.sub("_(bucket|sum|count)$", "", name) for name in own} == {
        re.sub("_(bucket|sum|count)$", "", name) for name in shown if name.startswith("bottega_")
    }


def test_all_that_is_exported_is_explained() -> None:
    """``docs/operations.md`` has a row for every series, with its labels, and none for what is not there."""
    rows = {
        name: set(labels.split(", ")) if labels else set()
        for name, labels in re.findall(r"^\| `(bottega_\w+)(?:\{([\w, ]+)\})?` \|", OPERATIONS, re.MULTILINE)
    }
    exported = {
        re.sub("_(bucket|sum|count)$", "", name): labels - {"le"}
        for name, labels in families().items()
        if name.startswith("bottega_")
    }
    assert rows == exported


@pytest.mark.parametrize("rule", ALERTS, ids=lambda rule: str(rule["alert"]))
def test_an_alert(rule: dict[str, Any]) -> None:
    """It says how urgent it is and what it means, and the page says what to do about it."""
    assert set(rule) <= {"alert", "expr", "for", "labels", "annotations"}
    assert rule["labels"]["severity"] in ("page", "ticket")
    assert re.fullmatch(r"\d+[smh]", rule.get("for", "0s"))
    assert "{{ $labels.instance }}" in rule["annotations"]["summary"]
    assert rule["annotations"]["description"].endswith(".")
    assert f"| `{rule['alert']}` |" in OPERATIONS


def test_alerts_have_names_of_their_own() -> None:
    """No two are called the same."""
    assert len({rule["alert"] for rule in ALERTS}) == len(ALERTS)


def test_the_dashboard_can_be_drawn() -> None:
    """Panels have ids and places of their own, something to draw, and ask the data source that is chosen."""
    panels = DASHBOARD["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    for one, other in combinations([panel["gridPos"] for panel in panels], 2):
        beside = one["x"] + one["w"] <= other["x"] or other["x"] + other["w"] <= one["x"]
        assert beside or one["y"] + one["h"] <= other["y"] or other["y"] + other["h"] <= one["y"]
    variables = {variable["name"] for variable in DASHBOARD["templating"]["list"]}
    assert variables == {"datasource", "instance"}
    for panel in PANELS:
        assert panel["gridPos"]["x"] + panel["gridPos"]["w"] <= 24
        assert panel["title"]
        assert panel["fieldConfig"]["defaults"]["unit"]
        references = [target["refId"] for target in panel["targets"]]
        assert references
        assert len(set(references)) == len(references)
        for target in panel["targets"]:
            assert target["datasource"]["uid"] == "${datasource}"
            assert '"$instance"' in target["expr"]


def test_prometheus_is_told_where_to_look() -> None:
    """The example scrapes the job that the alerts speak of, and loads them."""
    told = yaml.safe_load((DEPLOY / "prometheus.yml").read_text("utf-8"))
    assert told["rule_files"] == ["alerts.yml"]
    assert [job["job_name"] for job in told["scrape_configs"]] == ["bottega"]
    jobs = {
        matcher.value
        for _, expression in expressions()
        for selector in selectors(expression)
        for matcher in selector.matchers.matchers
        if matcher.name == "job"
    }
    assert jobs == {"bottega"}
