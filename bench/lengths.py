"""``python -m bench.lengths [--svg FILE]``: what a table costs that has more and more entries, in play and dormant.

The entries are moves of a game of Splendor and then ballots that come to nothing, since no game is so long: reading,
checking and folding them is what is measured, on one thread and without a disk.
"""

from __future__ import annotations

import argparse
import gc
import time
import tracemalloc
from collections.abc import Callable
from functools import cache
from pathlib import Path
from statistics import median

from bench.plot import draw
from bench.reopening import a_game
from bottega.store.log import Charter, Row, Sketched
from bottega.store.memory import MemoryLog
from bottega.table.dormant import recalled, sketch_of
from bottega.table.position import fold
from bottega.table.table import Table

ENTRIES = (50, 100, 300, 1_000, 3_000, 5_000)
ROUNDS = 5


_game = cache(a_game)


def a_log(entries: int) -> tuple[Charter, list[Row]]:
    """A running table with so many entries: those of a game in the middle, then a pause is asked for and refused."""
    charter, first = _game()
    rows = list(first)
    while len(rows) < entries:
        seq, at = len(rows) + 1, rows[-1].at
        rows.append(Row(seq, None, 0, "propose", "pause: 1", at))
        rows.append(Row(seq + 1, None, 1, "vote", "no", at))
    return charter, rows


def brought_back(charter: Charter, rows: list[Row]) -> float:
    """Seconds to fold a log, in the median."""
    took = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        fold(charter, rows)
        took.append(time.perf_counter() - began)
    return median(took)


def kept(charter: Charter, rows: list[Row]) -> tuple[int, int]:
    """Bytes of a table in memory while it is played, and dormant."""
    log = MemoryLog()
    log.append(charter.id, rows, lambda _: None, charter=charter)
    position = fold(charter, rows)
    sketched = Sketched(charter, position.seq, sketch_of(position).text)
    return (
        _grown(lambda: Table(fold(charter, rows), log, time.monotonic, rows)),
        _grown(lambda: recalled(sketched)),
    )


def _grown(make: Callable[[], object]) -> int:
    """Bytes that something takes; it is made once before, so that whatever it leaves behind is there."""
    make()
    gc.collect()
    tracemalloc.start()
    try:
        made = make()
        gc.collect()
        taken = tracemalloc.get_traced_memory()[0]
        del made
        gc.collect()
        return taken - tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.lengths", description=__doc__.partition("\n")[0])
    parser.add_argument("--svg", type=Path, help="draw it into this file")
    asked = parser.parse_args()
    times = []
    print(f"{'entries':>7} {'brought back, ms':>17} {'in play, kB':>12} {'dormant, kB':>12}")
    for entries in ENTRIES:
        charter, rows = a_log(entries)
        seconds, (played, asleep) = brought_back(charter, rows), kept(charter, rows)
        times.append((float(len(rows)), 1e3 * seconds))
        print(f"{len(rows):7,} {1e3 * seconds:17.2f} {played / 1e3:12.1f} {asleep / 1e3:12.1f}", flush=True)
    if asked.svg is not None:
        asked.svg.write_text(draw("Bringing a table back", "entries", "ms", {"folding its log": times}), "utf-8")


if __name__ == "__main__":
    main()
