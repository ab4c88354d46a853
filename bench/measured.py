"""A server under load: what both sides of the measurement share.

The load is a process of its own, so that its CPU time is not the server's. It prints ``measuring`` when it begins to
count and one JSON line when it is done; in between the server's own CPU time is read.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import msgspec

from bench.processes import Process
from bench.report import Row

WARM_UP_SECONDS = 2.0


class Measured(msgspec.Struct):
    moves: int
    seconds: float
    p50: float
    p99: float
    cpu: float = 0.0
    memory: int = 0
    """By how many bytes the server has grown since it was ready."""

    @property
    def cpu_per_move(self) -> float:
        return self.cpu / self.moves


class Seen(msgspec.Struct):
    """What the load counts."""

    moves: int = 0
    latencies: list[float] = []
    measuring: bool = False
    seated: int = 0
    """Players who have seen a game begin."""
    coming: set[asyncio.Task[None]] = set()
    watchers: list[Any] = []
    """Connections that only look on."""


async def count(seen: Seen, seconds: float) -> None:
    """On the side of the load: warm up, count for so long, tell."""
    await asyncio.sleep(WARM_UP_SECONDS)
    print("measuring", flush=True)
    began = time.perf_counter()
    seen.measuring = True
    await asyncio.sleep(seconds)
    seen.measuring = False
    elapsed = time.perf_counter() - began
    latencies = sorted(seen.latencies)
    middle, high = latencies[len(latencies) // 2], latencies[len(latencies) * 99 // 100]
    print(msgspec.json.encode(Measured(seen.moves, elapsed, middle, high)).decode(), flush=True)


def house_command(data: str) -> list[str]:
    """``bottega serve`` with its log in that folder, and splendor-json tables of four without a clock."""
    return [
        *(sys.executable, "-m", "bottega", "serve", "--data", data, "--http", "127.0.0.1:0"),
        *("--listen", "splendor-json@127.0.0.1:0", "--seats", "4", "--turn-seconds", "0"),
    ]


def measure(
    server_command: list[str],
    port: str,
    load: str | Sequence[str],
    tables: int,
    seconds: float,
    *more: str,
    beside: Callable[[Process], AbstractContextManager[None]] = lambda _: nullcontext(),
    source: Path | None = None,
) -> Measured:
    """On the side of the benchmark: load a server and read its CPU time over the measured stretch.

    ``load``: a module or a command; ``beside``: what else goes on; ``source``: where the server's modules are,
    if not here.
    """
    load_command = [sys.executable, "-m", load] if isinstance(load, str) else [*load]
    with Process(server_command, source=source) as server, beside(server):
        empty = server.resident_bytes()
        process = subprocess.Popen(
            [*load_command, str(server.ports[port]), str(tables), str(seconds), *more],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert process.stdout is not None
        assert process.stdout.readline() == "measuring\n"
        before = server.cpu_seconds()
        result = process.stdout.readline()
        cpu = server.cpu_seconds() - before
        memory = server.resident_bytes() - empty
        process.wait(20)
    measured = msgspec.json.decode(result, type=Measured)
    measured.cpu, measured.memory = cpu, memory
    return measured


def measure_house(port: str, load: str, tables: int, seconds: float, *, source: Path | None = None) -> Measured:
    """The same for ``bottega serve`` with a fresh log."""
    with tempfile.TemporaryDirectory(prefix="bottega-bench-") as data:
        return measure(house_command(data), port, load, tables, seconds, source=source)


def compared(names: tuple[str, str], bare: Measured, house: Measured, tables: int, goal: float) -> Iterator[Row]:
    """The rows of a server beside its yardstick."""
    for name, measured in zip(names, (bare, house), strict=True):
        what = f"{name}, {tables} tables of 4"
        yield Row(f"{what}: moves/s", f"{measured.moves / measured.seconds:,.0f}")
        yield Row(f"{what}: latency p50 / p99", f"{measured.p50 * 1e3:.1f} / {measured.p99 * 1e3:.1f} ms")
        ratio = None if measured is bare else measured.cpu_per_move / bare.cpu_per_move
        aim = "" if measured is bare else f"≤ {goal}× bare"
        yield Row(f"{what}: CPU per move", f"{measured.cpu_per_move * 1e6:.0f} µs", ratio, aim)
