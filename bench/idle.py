"""What an idle connection costs: resident memory per connection with many of them open."""

from __future__ import annotations

import resource
import socket
import sys
import tempfile
import time
from collections.abc import Iterator

from bench.processes import Process
from bench.report import Row

CONNECTIONS = 10_000
GOAL = 40_000
SETTLING_SECONDS = 0.5
"""How long a server may take to notice those who came last."""


def silent(server: Process, port: int, count: int = CONNECTIONS, *, greets: bool = True) -> tuple[int, float]:
    """How many connections could be opened that say nothing, and by how many bytes the server grew for each.

    One that ``greets`` has taken a connection in when it has spoken.
    """
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    count = min(count, hard - 200)
    before = server.resident_bytes()
    peers = [socket.create_connection(("127.0.0.1", port)) for _ in range(count)]
    for peer in peers if greets else ():
        peer.recv(4096)
    time.sleep(SETTLING_SECONDS)
    each = (server.resident_bytes() - before) / count
    for peer in peers:
        peer.close()
    return count, each


def rows() -> Iterator[Row]:
    with tempfile.TemporaryDirectory(prefix="bottega-bench-") as data:
        command = [
            *(sys.executable, "-m", "bottega", "serve", "--data", data, "--http", "127.0.0.1:0"),
            *("--listen", "splendor-json@127.0.0.1:0"),
        ]
        with Process(command) as server:
            count, each = silent(server, server.port)
    yield Row(f"idle connection, {count:,} open: resident", f"{each / 1000:.1f} kB", each / GOAL, "≤ 40 kB")
