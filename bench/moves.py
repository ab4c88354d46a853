"""Moves over TCP: checked by the rules, durable, told to four seats; beside the bare broadcast."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from bench.measured import compared, measure, measure_house
from bench.report import Row

TABLES = 250
SECONDS = 8.0
GOAL = 2.5


def rows(tables: int = TABLES) -> Iterator[Row]:
    bare = measure([sys.executable, "-m", "bench.bare"], "bare", "bench.load", tables, SECONDS)
    house = measure_house("splendor-json", "bench.load", tables, SECONDS)
    yield from compared(("bare broadcast", "bottega, durable"), bare, house, tables, GOAL)
