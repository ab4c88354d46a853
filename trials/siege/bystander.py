"""The table that has nothing to do with it: four players of splendor-json who move a few times a second, for ever.

``python -m trials.siege.bystander PORT`` measures, from one line on standard input to the next, how long a move takes
from its sending to the answer that it is on the disk, and prints the stretch as JSON.
"""

from __future__ import annotations

import asyncio
import sys

import msgspec

from bench.load import SEATS, Player
from bench.measured import Seen

PACE_SECONDS = 0.02
"""Between a board and the next move: some forty moves a second are enough for a 99th percentile."""


class Stretch(msgspec.Struct, frozen=True):
    """What was seen between two lines."""

    moves: int
    p50: float = 0.0
    p99: float = 0.0
    worst: float = 0.0


def summed_up(latencies: list[float]) -> Stretch:
    """The stretch in which moves took so long.

    >>> summed_up([0.001] * 99 + [0.5])
    Stretch(moves=100, p50=0.001, p99=0.5, worst=0.5)
    """
    ordered = sorted(latencies)
    if not ordered:
        return Stretch(0)
    return Stretch(len(ordered), ordered[len(ordered) // 2], ordered[len(ordered) * 99 // 100], ordered[-1])


class Bystander(Player):
    """A player who takes a moment before each move."""

    pace = PACE_SECONDS

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
    for _ in range(SEATS):
        await _connect(port, seen)
    loop = asyncio.get_running_loop()
    while await loop.run_in_executor(None, sys.stdin.readline):
        latencies, seen.latencies = seen.latencies, []
        print(msgspec.json.encode(summed_up(latencies)).decode(), flush=True)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
