"""Ports for servers that are stopped and started again where their clients look for them.

They lie below those that the system gives to connections: a client that calls while the server is down might else be
given that very port, and talk to itself. None is handed out twice, and each worker of a run has a range of its own.
"""

from __future__ import annotations

import contextlib
import os
import socket
from collections.abc import Mapping
from random import SystemRandom

FIRST, LAST = 10_000, 30_000

_handed_out: set[int] = set()


def own_range(environment: Mapping[str, str]) -> range:
    """The ports of this worker, of all if there is no other."""
    worker = int(environment.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    share = (LAST - FIRST) // int(environment.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    return range(FIRST + worker * share, FIRST + (worker + 1) * share)


def free_port() -> int:
    """A port at which nobody listens, and which nobody else in this run is told."""
    ports = own_range(os.environ)
    while True:
        port = SystemRandom().choice(ports)  # (others may run the suite on this machine too)
        if port in _handed_out:
            continue
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            _handed_out.add(port)
            return port
