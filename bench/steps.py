"""``python -m bench.steps [TABLES]``: a move from bytes to bytes in one process, without sockets and without a disk.

Connections are the server's own, their transports and the log are stubs, and the players are those of the load.
Microseconds are the least of many rounds, so they hardly depend on who else uses the machine; the number of calls, of
Python and of C functions, does not depend on it at all.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import sys
import time
from collections import Counter
from collections.abc import Sequence
from statistics import median
from types import FrameType
from typing import Any

import structlog
import uvloop

from bench import load
from bench.load import SEATS
from bench.measured import Seen
from bottega.limits import Limits
from bottega.server.metrics import Metrics
from bottega.server.tcp import Connection, Listener
from bottega.store.memory import MemoryLog
from bottega.table.house import House, Settings
from bottega.wire import DIALECTS

TABLES = 250
ROUNDS = 40
LEAST_MOVES = 5_000
"""So many are timed, however few the tables are."""
COUNTED = 4
"""Rounds, after those that are timed, in which calls are counted."""


class GroupedLog(MemoryLog):
    """Reports what it has taken when it is told to, as one group."""

    def __init__(self) -> None:
        super().__init__()
        self.unreported: list[tuple[Any, Any]] = []

    def append(self, table: str, entries: Sequence[Any], done: Any, **more: Any) -> None:
        """Take the entries; whether they conflict is not looked at, as a real log would on another thread."""
        self.unreported.append((done, None))

    def report(self) -> None:
        """Tell all who wait."""
        group, self.unreported = self.unreported, []
        for done, outcome in group:
            done(outcome)


class Wire:
    """A transport of one connection that keeps what is written."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.closed = False

    def write(self, data: bytes) -> None:
        self.written.append(data)

    def get_extra_info(self, name: str, default: object = None) -> object:
        return ("127.0.0.1", 1) if name == "peername" else default

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    abort = close

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None: ...

    def get_write_buffer_size(self) -> int:
        return 0

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...


class Pair:
    """A player of the load and the server's connection, with a wire each way."""

    def __init__(self, listener: Listener, seen: Seen) -> None:
        self.listener, self.seen = listener, seen
        self.begin()

    def begin(self) -> None:
        """Come (again, when a game is over)."""
        self.to_server, self.to_player = Wire(), Wire()
        self.player = load.Player(0, self.seen)
        self.player.connection_made(self.to_server)  # type: ignore[arg-type]  # a stub of a transport
        self.connection: Connection = self.listener.connection()
        self.connection.connection_made(self.to_player)  # type: ignore[arg-type]  # a stub of a transport

    def serve(self) -> None:
        """Give the server what the player has written."""
        written, self.to_server.written = self.to_server.written, []
        self.connection.data_received(b"".join(written))

    def play(self) -> None:
        """Give the player what the server has written."""
        written, self.to_player.written = self.to_player.written, []
        if written:
            self.player.data_received(b"".join(written))
        if self.to_player.closed:
            self.connection.connection_lost(None)
            self.begin()


async def measure(tables: int) -> tuple[list[float], Counter[str]]:
    """The seconds of a move in every round, and how often every function is called for a move."""
    log, seen = GroupedLog(), Seen(measuring=True)
    metrics = Metrics()
    house = House(log, Settings(seats=SEATS, turn_seconds=0), time.monotonic)
    limits = Limits(messages_per_second=1e6, burst=1_000_000, modest_messages=1_000_000, connections=1_000_000)
    listener = Listener(DIALECTS["splendor-json"], "", house, limits, metrics)
    pairs = [Pair(listener, seen) for _ in range(tables * SEATS)]
    gc.collect()
    gc.disable()  # (a house has it look for cycles so seldom that it hardly counts)
    rounds: list[float] = []
    calls: Counter[str] = Counter()
    counted = 0
    asking: list[Pair] = []

    async def serve() -> None:
        for pair in asking:
            pair.serve()
        log.report()
        await asyncio.sleep(0)

    def count(frame: FrameType, event: str, called: Any) -> None:
        if event == "call":
            calls[f"{frame.f_code.co_qualname} ({frame.f_code.co_filename.rpartition('bottega/')[2]})"] += 1
        elif event == "c_call":
            calls[f"{called.__qualname__} (C)"] += 1

    timed = max(ROUNDS, LEAST_MOVES // tables)
    for number in range(timed + COUNTED):
        for pair in pairs:
            pair.play()
        asking = [pair for pair in pairs if pair.to_server.written]
        began = time.thread_time()
        if number < timed:
            await serve()
            took = time.thread_time() - began
        else:
            sys.setprofile(count)
            await serve()
            sys.setprofile(None)
        asked = len(seen.latencies)
        for pair in pairs:
            pair.play()
        moves = len(seen.latencies) - asked
        if moves > tables // 2:
            if number < timed:
                rounds.append(took / moves)
            else:
                counted += moves
    return rounds, Counter({name: round(100 * times / counted) for name, times in calls.items()})


def be_quiet() -> None:
    """Have the server's log say only what is wrong."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))


def main() -> None:
    be_quiet()
    tables = int(sys.argv[1]) if len(sys.argv) > 1 else TABLES
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        rounds, calls = runner.run(measure(tables))
    best, middle = 1e6 * min(rounds), 1e6 * median(rounds)
    print(f"{best:.1f} µs a move at best, {middle:.1f} in the median; {calls.total() / 100:.1f} calls")
    for name, times in calls.most_common(70):
        print(f"{times / 100:8.2f}  {name}")


if __name__ == "__main__":
    main()
