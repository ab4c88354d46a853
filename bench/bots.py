"""What people notice of thinking bots: the same tables of people with and without many tables of bots, on one core."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from typing import Any

from websockets.sync.client import ClientConnection, connect

from bench.measured import Measured, house_command, measure
from bench.processes import Process
from bench.report import Row

PEOPLE = 20
BOTS = 50
SECONDS = 20.0
PACE_SECONDS = 0.5
"""Between two moves at a table of people: more than anybody plays, so that there are enough for a 99th percentile."""
HOSTS = 5
"""Who opens the tables of bots and looks on: bots play for nobody else, and one person may not have all of them."""
THINKER = "fausto"
GAMES = ("splendor", "sagrada", "renaissance")

_numbers = itertools.count()


def _asks(line: ClientConnection, kind: str, **fields: Any) -> dict[str, Any]:
    cmd_id = str(next(_numbers))
    line.send(json.dumps({"type": kind, "cmd_id": cmd_id, **fields}))
    while True:
        message: dict[str, Any] = json.loads(line.recv())
        if message.get("cmd_id") == cmd_id:
            assert message["type"] == "ok", message
            return message


@contextlib.contextmanager
def _thinking(server: Process) -> Iterator[None]:
    """Tables at which bots play on and on while the others are measured."""
    with contextlib.ExitStack() as lines:
        for host in range(HOSTS):
            there = f"ws://127.0.0.1:{server.ports['http']}/ws"
            # Whatever is told is taken in at once, read or not.
            line = lines.enter_context(connect(there, max_queue=None, ping_interval=None))
            _asks(line, "hello", name=f"Host {host}")
            for game in itertools.islice(itertools.cycle(GAMES), BOTS // HOSTS):
                table = _asks(line, "open", game=game, seats=2, sit=False)["table"]
                for _ in range(2):
                    _asks(line, "add_bot", table=table, bot=THINKER)
                _asks(line, "start", table=table)
        yield


def _evening(bots: bool) -> Measured:
    """People at their pace, all that the house does on one core, its bots' workers included."""
    one_core = ["taskset", "-c", str(min(os.sched_getaffinity(0)))] if shutil.which("taskset") else []
    memory = "/dev/shm" if os.path.isdir("/dev/shm") else None  # the disk is shared, and it is not what is compared
    with tempfile.TemporaryDirectory(prefix="bottega-bench-", dir=memory) as data:
        load = ("splendor-json", "bench.load", PEOPLE, SECONDS, str(PACE_SECONDS))
        beside = _thinking if bots else lambda _: contextlib.nullcontext()
        return measure([*one_core, *house_command(data)], *load, beside=beside)


def rows() -> Iterator[Row]:
    alone, beside = _evening(bots=False), _evening(bots=True)
    yield Row(f"{PEOPLE} tables of people: p50 / p99", f"{alone.p50 * 1e3:.1f} / {alone.p99 * 1e3:.1f} ms")
    what = f"the same beside {BOTS} tables of {THINKER}"
    yield Row(f"{what}: p50", f"{beside.p50 * 1e3:.1f} ms", beside.p50 / alone.p50, "≤ 1.5×")
    yield Row(f"{what}: p99", f"{beside.p99 * 1e3:.1f} ms", beside.p99 / alone.p99, "≤ 1.5×")
