"""Moves over the WebSocket: checked, durable, told to four seats each in its own view; beside the bare library."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator

import msgspec

from bench.moves import Measured
from bench.processes import Process
from bench.report import Row

TABLES = 100
SECONDS = 6.0
GOAL = 2.0


def rows() -> Iterator[Row]:
    bare = _measure([sys.executable, "-m", "bench.websocket_bare"], "bare")
    with tempfile.TemporaryDirectory(prefix="bottega-bench-") as data:
        house = _measure(
            [
                *(sys.executable, "-m", "bottega", "serve", "--data", data, "--http", "127.0.0.1:0"),
                *("--listen", "splendor-json@127.0.0.1:0"),
            ],
            "http",
        )
    tables = f"{TABLES} tables of 4"
    for name, measured in (("bare websockets broadcast", bare), ("bottega over WebSocket", house)):
        yield Row(f"{name}, {tables}: moves/s", f"{measured.moves / measured.seconds:,.0f}")
        milliseconds = f"{measured.p50 * 1e3:.1f} / {measured.p99 * 1e3:.1f} ms"
        yield Row(f"{name}, {tables}: latency p50 / p99", milliseconds)
        ratio = None if measured is bare else measured.cpu_per_move / bare.cpu_per_move
        goal = "" if measured is bare else f"≤ {GOAL}× bare"
        yield Row(f"{name}, {tables}: CPU per move", f"{measured.cpu_per_move * 1e6:.0f} µs", ratio, goal)


def _measure(command: list[str], port: str) -> Measured:
    """Load a server and read its own CPU time over the measured stretch."""
    with Process(command) as server:
        load = subprocess.Popen(
            [sys.executable, "-m", "bench.websocket_load", str(server.ports[port]), str(TABLES), str(SECONDS)],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert load.stdout is not None
        assert load.stdout.readline() == "measuring\n"
        before = server.cpu_seconds()
        result = load.stdout.readline()
        cpu = server.cpu_seconds() - before
        load.wait(20)
    measured = msgspec.json.decode(result, type=Measured)
    measured.cpu = cpu
    return measured
