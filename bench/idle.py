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


def rows() -> Iterator[Row]:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    count = min(CONNECTIONS, hard - 200)
    with tempfile.TemporaryDirectory(prefix="bottega-bench-") as data:
        command = [
            *(sys.executable, "-m", "bottega", "serve", "--data", data, "--http", "127.0.0.1:0"),
            *("--listen", "splendor-json@127.0.0.1:0"),
        ]
        with Process(command) as server:
            before = server.resident_bytes()
            peers = []
            for _ in range(count):
                peer = socket.create_connection(("127.0.0.1", server.port))
                peers.append(peer)
            for peer in peers:
                peer.recv(4096)
            time.sleep(0.5)
            each = (server.resident_bytes() - before) / count
            for peer in peers:
                peer.close()
    yield Row(f"idle connection, {count:,} open: resident", f"{each / 1000:.1f} kB", each / GOAL, "≤ 40 kB")
