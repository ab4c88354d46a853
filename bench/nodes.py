"""A house of several nodes on one PostgreSQL, with a Valkey: what a durable move costs, and how soon others see it.

Players of splendor-json, four at a table, are dealt out to the nodes one by one, so that a table's players sit on
different nodes: nobody's proxy sends them to the same. Everything runs on one machine, the load too; where that has
fewer cores than processes, moves per second say little and CPU time per move says more.

The delay to another node's viewer is measured between the answer to a move and what a viewer on another node is sent
about it, at a calm table, with hints and without.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from bench.measured import Measured
from bench.processes import Process
from bench.report import Row
from bottega.limits import POLL_SECONDS
from bottega.table.entries import Sitting
from bottega.table.position import Setup
from tests.server.valkey import ValkeyProcess
from tests.store.postgres.server import PostgresServer
from tests.table.rigs import Watcher
from tests.table.test_neighbours import Street

TABLES = 60
SECONDS = 10.0
NODES = (1, 2, 4)
SEEN = 100
"""Moves of which the delay to another node is measured."""
TALKED_OF = 1_000
"""Tables that one node tells another of."""
_TICKS = os.sysconf("SC_CLK_TCK")


def rows(tables: int) -> Iterator[Row]:
    """Throughput with each number of nodes, then the delay."""
    server = PostgresServer()
    try:
        server.start()
        first: float | None = None
        for count in NODES:
            with house(server, count) as (running, database):
                measured, spent = _play(running, server, database, tables)
            what = f"{count} node{'s' * (count > 1)}, {tables} tables of 4"
            first = first or measured.cpu_per_move
            yield Row(f"{what}: durable moves/s", f"{measured.moves / measured.seconds:,.0f}")
            yield Row(f"{what}: latency p50 / p99", f"{measured.p50 * 1e3:.1f} / {measured.p99 * 1e3:.1f} ms")
            cost = f"{measured.cpu_per_move * 1e6:.0f} µs"
            yield Row(f"{what}: CPU of all nodes per move", cost, measured.cpu_per_move / first)
            for name, amount in spent.items():
                yield Row(f"{what}: {name}", amount)
        for bus in (True, False):
            with house(server, 2, bus=bus) as ((one, other), _):
                delays = sorted(asyncio.run(_delays(one, other)))
            what = f"from the answer to a viewer on another node, {'with hints' if bus else 'by polls'}: p50 / p99"
            middle, high = delays[len(delays) // 2], delays[len(delays) * 99 // 100]
            yield Row(what, f"{middle * 1e3:.1f} / {high * 1e3:.1f} ms")
    finally:
        server.stop()
    yield from _talk()


def _talk() -> Iterator[Row]:
    """What nodes cost each other besides: what one keeps and tells of its tables, and what another does with it."""
    street = Street()
    here, there = street.houses
    empty = resident_bytes()
    for number in range(TALKED_OF * 4):
        sitting = Sitting(f"player {number}", f"key {number}")
        here.reception.enter("splendor", sitting, Watcher(sitting.name), Setup(seats=4), lambda _: None)
    full = resident_bytes()
    street.after(2 * POLL_SECONDS)
    yield Row("a table in memory where it is played", f"{(full - empty) / TALKED_OF:,.0f} bytes")
    yield Row("a table in memory on every other node", f"{(resident_bytes() - full) / TALKED_OF:,.0f} bytes")
    assert len(there.tables) == TALKED_OF
    one, other = street.nodes
    began = time.process_time()
    line = one.line()
    written = time.process_time()
    other.hear([f"l another {line}"])
    read = time.process_time()
    other.hear([f"h {table} 9 " for table in there.tables])
    hinted = time.process_time()
    yield Row("a table of four in its node's line", f"{len(line) / TALKED_OF:.0f} bytes")
    yield Row("writing it, once a second where somebody comes or goes", f"{(written - began) / TALKED_OF * 1e6:.1f} µs")
    yield Row("reading it, on every other node", f"{(read - written) / TALKED_OF * 1e6:.1f} µs")
    yield Row("hearing a hint", f"{(hinted - read) / TALKED_OF * 1e6:.1f} µs")


def resident_bytes() -> int:
    """Memory of this process that is in RAM."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@contextmanager
def house(server: PostgresServer, count: int, *, bus: bool = True) -> Iterator[tuple[list[Process], str]]:
    """So many nodes on an empty database, each on ports of its own, and the database's name."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="bottega-bench-"))
        database = stack.enter_context(server.database())
        command = [sys.executable, "-m", "bottega", "serve", "--store", server.url(database)]
        command += ["--bus", stack.enter_context(ValkeyProcess()).url] if bus else []
        command += ["--http", "127.0.0.1:0", "--listen", "splendor-json@127.0.0.1:0", "--seats", "4"]
        command += ["--turn-seconds", "0", "--per-address", "0", "--bot-seconds", "0"]
        running = [
            stack.enter_context(Process([*command, "--data", str(Path(folder, str(number)))]))
            for number in range(count)
        ]
        yield running, database


def _play(
    running: list[Process], server: PostgresServer, database: str, tables: int
) -> tuple[Measured, dict[str, str]]:
    """What the load saw, with the nodes' CPU time, and what else the moves have cost."""
    ports = ",".join(str(node.ports["splendor-json"]) for node in running)
    load = subprocess.Popen(
        [sys.executable, "-m", "bench.load", ports, str(tables), str(SECONDS)], stdout=subprocess.PIPE, text=True
    )
    assert load.stdout is not None
    assert load.stdout.readline() == "measuring\n"
    before = _spent(running, server, database)
    result = load.stdout.readline()
    spent = {name: amount - before[name] for name, amount in _spent(running, server, database).items()}
    load.wait(20)
    measured = msgspec.json.decode(result, type=Measured)
    measured.cpu = spent["nodes"]
    moves, entries = measured.moves, max(1.0, spent["entries"])
    (size,) = server.run(
        "SELECT pg_total_relation_size('bottega_entries') / count(*) FROM bottega_entries", database=database
    )[0]
    return measured, {
        "CPU of PostgreSQL per move": f"{spent['database'] / moves * 1e6:.0f} µs",
        "conflicts per 1,000 moves": f"{1000 * spent['conflicts'] / moves:.2f}",
        "entries in a commit": f"{entries / max(1.0, spent['commits']):.1f}",
        "bytes of WAL per entry": f"{spent['wal'] / entries:,.0f}",
        "bytes of an entry in the database": f"{size:,}",
    }


def _spent(running: list[Process], server: PostgresServer, database: str) -> dict[str, float]:
    """What has been used up so far: CPU seconds of nodes and database, conflicts, entries, commits of them, WAL."""
    ((entries, wal),) = server.run(
        "SELECT (SELECT count(*) FROM bottega_entries), pg_current_wal_lsn() - '0/0'", database=database
    )
    return {
        "nodes": sum(node.cpu_seconds() for node in running),
        "database": _database_seconds(server),
        "conflicts": sum(_metric(node, "bottega_conflicts_total") for node in running),
        "commits": sum(_metric(node, "bottega_commit_seconds_count") for node in running),
        "entries": float(entries),
        "wal": float(wal),
    }


def _metric(node: Process, name: str) -> float:
    with urlopen(f"http://127.0.0.1:{node.ports['http']}/metrics", timeout=60) as page:
        found = re.search(rf"^{name} (\S+)$", page.read().decode(), re.MULTILINE)
    assert found is not None
    return float(found[1])


def _database_seconds(server: PostgresServer) -> float:
    """CPU time of the database's processes, those of its connections among them."""
    assert server.process is not None
    total = 0
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        if server.process.pid in (int(fields[1]), int(status.parent.name)):
            total += int(fields[11]) + int(fields[12])
    return total / _TICKS


async def _delays(one: Process, other: Process) -> list[float]:
    """How much later than the mover a viewer on another node hears of each of some moves."""
    ada, bob, eve = [await _Client.come(node, name) for node, name in ((one, "Ada"), (one, "Bob"), (other, ""))]
    table = (await ada.ask("open", game="splendor", seats=2, start="full"))["table"]
    await bob.ask("sit", table=table)
    await eve.ask("watch", table=table)
    while len(ada.answered) + len(bob.answered) < SEEN:
        for player in (ada, bob):
            await player.ask("watch", table=table)
            legal = (await player.hear("snapshot"))["legal"]
            if legal:
                await player.ask("act", table=table, actions=[legal[0]])
            await asyncio.sleep(0.02)
    answered = {**ada.answered, **bob.answered}
    while eve.last < max(answered):
        await eve.hear("step")
    for client in (ada, bob, eve):
        client.close()
    return [eve.shown[seq] - at for seq, at in answered.items() if seq in eve.shown]


class _Client:
    """A connection of the house protocol that notes when it heard of each entry."""

    def __init__(self, line: ClientConnection) -> None:
        self._line = line
        self.answered: dict[int, float] = {}
        """When each move of its own was said to be durable."""
        self.shown: dict[int, float] = {}
        self.last = 0
        self._heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._listening = asyncio.create_task(self._listen())
        self._number = 0

    @classmethod
    async def come(cls, node: Process, name: str) -> _Client:
        client = cls(await connect(f"ws://127.0.0.1:{node.ports['http']}/ws", ping_interval=None, max_queue=None))
        if name:
            await client.ask("hello", name=name)
        return client

    async def _listen(self) -> None:
        async for text in self._line:
            now, message = time.perf_counter(), json.loads(text)
            if message["type"] in ("step", "snapshot"):
                self.shown.setdefault(message["seq"], now)
                self.last = max(self.last, message["seq"])
            elif message["type"] == "ok" and message["cmd_id"].startswith("act"):
                self.answered[message["seq"]] = now
            self._heard.put_nowait(message)

    async def hear(self, kind: str) -> dict[str, Any]:
        while True:
            async with asyncio.timeout(60):
                message = await self._heard.get()
            if message["type"] == kind:
                return message

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        self._number += 1
        command = f"{kind} {self._number}"
        await self._line.send(json.dumps({"type": kind, "cmd_id": command, **fields}))
        while True:
            async with asyncio.timeout(60):
                message = await self._heard.get()
            if message.get("cmd_id") == command:
                return message

    def close(self) -> None:
        self._listening.cancel()
        self._line.transport.abort()
