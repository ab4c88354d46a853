"""An evening at human pace: many tables, a move per table and second, and as many silent connections, on one core."""

from __future__ import annotations

import contextlib
import os
import resource
import shutil
import socket
import tempfile
from collections.abc import Iterator

from bench.idle import CONNECTIONS
from bench.measured import house_command, measure
from bench.processes import Process
from bench.report import Row

TABLES = 1_000
SECONDS = 20.0
PACE_SECONDS = 1.0
SEATS = 4


@contextlib.contextmanager
def _silent(server: Process) -> Iterator[None]:
    """Connections that say nothing; their peers stay until they are told to leave."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with contextlib.ExitStack() as peers:
        for _ in range(min(CONNECTIONS, hard - SEATS * TABLES - 200)):
            peers.enter_context(socket.create_connection(("127.0.0.1", server.port)))
        yield


def rows(tables: int = TABLES) -> Iterator[Row]:
    one_core = ["taskset", "-c", str(min(os.sched_getaffinity(0)))] if shutil.which("taskset") else []
    with tempfile.TemporaryDirectory(prefix="bottega-bench-") as data:
        command = [*one_core, *house_command(data)]
        load = ("splendor-json", "bench.load", tables, SECONDS, str(PACE_SECONDS))
        evening = measure(command, *load, beside=_silent)
    what = f"human pace, {tables:,} tables, {CONNECTIONS:,} silent"
    yield Row(f"{what}: moves/s", f"{evening.moves / evening.seconds:,.0f}")
    yield Row(f"{what}: p50 / p99", f"{evening.p50 * 1e3:.1f} / {evening.p99 * 1e3:.1f} ms")
    yield Row(f"{what}: share of one core", f"{evening.cpu / evening.seconds:.0%}")
