"""The tables that have nothing to do with it: players of splendor-json, four at each, who move for ever.

``python -m trials.siege.bystander PORT`` measures, from one line on standard input to the next, how long a move takes
from its sending to the answer that it is on the disk, and prints the stretch as JSON. On a virtual machine others may
have the cores for a while, and no program runs meanwhile: moves of a moment in which that happened are left out.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec

from bench.load import SEATS, Board, Player
from bench.measured import Seen
from bottega.loops import new_event_loop

TABLES = 4
PACE_SECONDS = 0.02
"""Between a board and the next move: each table has some forty moves a second, so that the slowest hundredth of five
seconds are eight moves and not two.
"""
MOMENT_SECONDS = 0.05


class Stretch(msgspec.Struct, frozen=True):
    """What was seen between two lines."""

    moves: int
    p50: float = 0.0
    p99: float = 0.0
    worst: float = 0.0
    left_out: int = 0
    """Moves besides, of moments in which other virtual machines had a core of this one."""

    @property
    def share_left_out(self) -> float:
        """What part of all moves was left out."""
        return self.left_out / max(1, self.moves + self.left_out)


def summed_up(latencies: list[float], left_out: int = 0) -> Stretch:
    """The stretch in which moves took so long.

    >>> summed_up([0.001] * 99 + [0.5])
    Stretch(moves=100, p50=0.001, p99=0.5, worst=0.5, left_out=0)
    """
    ordered = sorted(latencies)
    if not ordered:
        return Stretch(0, left_out=left_out)
    middle, high = ordered[len(ordered) // 2], ordered[len(ordered) * 99 // 100]
    return Stretch(len(ordered), middle, high, ordered[-1], left_out)


def stolen_ticks(stat: str) -> int:
    """How long other virtual machines have had cores of this one, as ``/proc/stat`` has it; 0 if it does not say.

    >>> stolen_ticks("cpu  1 2 3 4 5 6 7 8 0 0")
    8
    """
    total = stat.partition("\n")[0].split()
    return int(total[8]) if len(total) > 8 else 0


class Moments:
    """Moves of undisturbed moments, and how many others there were."""

    def __init__(self, seen: Seen, stat: Callable[[], str]) -> None:
        self._seen = seen
        self._stat = stat
        self._stolen = stolen_ticks(stat())
        self._kept: list[float] = []
        self._left_out = 0

    def look(self) -> None:
        """A moment is over: keep its moves, unless a core was gone in it."""
        latencies, self._seen.latencies = self._seen.latencies, []
        stolen, self._stolen = self._stolen, stolen_ticks(self._stat())
        if self._stolen == stolen:
            self._kept += latencies
        else:
            self._left_out += len(latencies)

    def stretch(self) -> Stretch:
        """What was seen since this was last asked."""
        self.look()
        kept, left_out = self._kept, self._left_out
        self._kept, self._left_out = [], 0
        return summed_up(kept, left_out)


def _stat() -> str:
    with contextlib.suppress(OSError):
        return Path("/proc/stat").read_text()
    return ""


class Bystander(Player):
    """A player who takes a moment before each move."""

    pace = PACE_SECONDS

    def begin(self, board: Board, discount: dict[str, int]) -> None:
        """Move, unless the game was over meanwhile."""
        if not self.transport.is_closing():
            super().begin(board, discount)

    def connection_lost(self, exc: Exception | None) -> None:
        """The game is over: come back for the next."""
        coming = asyncio.get_running_loop().create_task(_connect(self.port, self.seen))
        self.seen.coming.add(coming)
        coming.add_done_callback(self.seen.coming.discard)


async def _connect(port: int, seen: Seen) -> None:
    await asyncio.get_running_loop().create_connection(lambda: Bystander(port, seen), "127.0.0.1", port)


async def main(port: int) -> None:
    """Play, and tell how it goes whenever asked."""
    seen = Seen(measuring=True)
    for _ in range(TABLES * SEATS):
        await _connect(port, seen)
    moments = Moments(seen, _stat)
    asked = asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.add_reader(sys.stdin.fileno(), asked.set)
    while True:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(MOMENT_SECONDS):
                await asked.wait()
        if not asked.is_set():
            moments.look()
            continue
        asked.clear()
        if not sys.stdin.readline():
            return
        print(msgspec.json.encode(moments.stretch()).decode(), flush=True)


def go_first() -> None:
    """Have this process run whenever it has something to do, where that is allowed.

    The besiegers are on the same core: with a high priority alone Linux lets them finish their slice of time first,
    some milliseconds, which would be told as the server's.
    """
    with contextlib.suppress(AttributeError, OSError):
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))


if __name__ == "__main__":
    go_first()
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        runner.run(main(int(sys.argv[1])))
