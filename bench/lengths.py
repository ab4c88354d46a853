"""``python -m bench.lengths [--svg FILE]``: what a table costs that has more and more entries, in play and dormant, and
what a move there takes.

The entries are moves of a game of Splendor and then ballots that come to nothing, since no game is so long: reading,
checking and folding them is what is measured, on one thread and without a disk.
"""

from __future__ import annotations

import argparse
import gc
import random
import time
import tracemalloc
from collections.abc import Callable
from functools import cache
from pathlib import Path
from statistics import median

from bench.plot import draw, stacked
from bench.reopening import a_game
from bottega.store.log import Charter, Row, Sketched
from bottega.store.memory import MemoryLog
from bottega.table.dormant import recalled, sketch_of
from bottega.table.position import fold
from bottega.table.table import Table

ENTRIES = (50, 100, 300, 1_000, 3_000, 5_000)
ROUNDS = 5
MOVES = 40
"""Moves that are made at a table of each length."""


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


def move(charter: Charter, rows: list[Row]) -> float:
    """Seconds of a move at a table with that log, with nobody to tell it to: the least of some rounds."""
    took = []
    for _ in range(ROUNDS):
        log, chooser = MemoryLog(), random.Random(1)
        log.append(charter.id, rows, lambda _: None, charter=charter)
        table, moves = Table(fold(charter, rows), log, time.monotonic, rows), 0
        spent = 0.0
        while moves < MOVES and (actors := table.game.actors(table.position.state)):
            actions = [chooser.choice(table.game.legal(table.position.state, actors[0]))]
            began = time.perf_counter()
            table.move(actors[0], actions)
            spent += time.perf_counter() - began
            moves += 1
        took.append(spent / moves)
    return min(took)


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
    series: list[list[tuple[float, float]]] = [[], [], [], []]
    times, moves, played, asleep = series
    print(f"{'entries':>7} {'brought back, ms':>17} {'a move, µs':>11} {'in play, kB':>12} {'dormant, kB':>12}")
    for entries in ENTRIES:
        log = a_log(entries)
        found = (1e3 * brought_back(*log), 1e6 * move(*log), *(size / 1e3 for size in kept(*log)))
        for each, figure in zip(series, found, strict=True):
            each.append((float(len(log[1])), figure))
        print(f"{len(log[1]):7,} {found[0]:17.2f} {found[1]:11.1f} {found[2]:12.1f} {found[3]:12.1f}", flush=True)
    if asked.svg is not None:
        pictures = stacked(
            draw("Bringing a table back", "entries of its log", "ms", {"folding its log": times}),
            draw("A move at such a table, told to nobody", "entries of its log", "µs", {"rules, table, log": moves}),
            draw("Memory of the table", "entries of its log", "kB", {"in play": played, "dormant": asleep}),
        )
        asked.svg.write_text(pictures, "utf-8")


if __name__ == "__main__":
    main()
