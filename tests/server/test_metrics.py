"""What is counted; how Prometheus reads it is in ``test_exposition.py``."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

from bottega import limits
from bottega.limits import Limits
from bottega.server.metrics import Metrics


def test_who_came_and_has_not_gone() -> None:
    """Connections are counted by listener; the sum of the open ones is what the limit looks at."""
    metrics = Metrics()
    for listener in ("splendor-json", "splendor-json", "http"):
        metrics.came(listener)
    metrics.went("splendor-json")
    assert metrics.open == {"splendor-json": 1, "http": 1}
    assert metrics.made == {"splendor-json": 2, "http": 1}
    assert metrics.connected == 2


SOURCES = sorted(Path(str(files("bottega"))).rglob("*.py"))
NAMED = re.compile(r'(?:\bhit\(|limits_hit\[|_cut\([^()]*, |BrokenStream\([^()]*, )"(\w+)"')


def test_the_limits_that_are_counted_exist() -> None:
    """Whoever sees a limit's name in a graph finds it in ``limits.py`` and in the table of ``docs/operations.md``."""
    named = {name for source in SOURCES for name in NAMED.findall(source.read_text("utf-8"))}
    assert {"connections", "burst", "unread_bytes", "silent_seconds", "MAX_WATCHED", "MAX_SKIPPED"} <= named
    assert named <= {*Limits.__struct_fields__, *vars(limits)}
