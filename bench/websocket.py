"""Moves over the WebSocket: checked, durable, told to four seats each in its own view; beside the bare library."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from bench.measured import compared, measure, measure_house
from bench.report import Row

TABLES = 100
SECONDS = 6.0
GOAL = 2.0


def rows(tables: int = TABLES) -> Iterator[Row]:
    load = "bench.websocket_load"
    bare = measure([sys.executable, "-m", "bench.websocket_bare"], "bare", load, tables, SECONDS)
    house = measure_house("http", load, tables, SECONDS)
    yield from compared(("bare websockets broadcast", "bottega over WebSocket"), bare, house, tables, GOAL)
