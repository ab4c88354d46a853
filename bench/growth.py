"""``python -m bench.growth [--svg FILE]``: what a move and a table cost as the house grows.

Moves are played in one process without sockets and disk (``bench.steps``), at more and more tables; memory is what the
process has grown by, so it holds a table with its four connections, their players of the load and what stands for
their sockets.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from statistics import median

import msgspec
import uvloop

from bench.plot import draw, stacked
from bench.steps import be_quiet, measure

TABLES = (10, 30, 100, 300, 1_000, 3_000, 10_000)


class Figures(msgspec.Struct):
    """What was measured at so many tables."""

    best: float
    """Microseconds of a move at best."""
    middle: float
    """The same in the median."""
    kilobytes: float
    """Of a table."""


def resident() -> int:
    """The bytes of this process that are in RAM."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def here(tables: int) -> Figures:
    """Measure in this process."""
    be_quiet()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        empty = resident()
        rounds, _ = runner.run(measure(tables))
        grown = resident() - empty
    return Figures(1e6 * min(rounds), 1e6 * median(rounds), grown / tables / 1e3)


def at(tables: int) -> Figures:
    """Measure in a process of its own."""
    told = subprocess.run(
        [sys.executable, "-m", "bench.growth", "--tables", str(tables)], stdout=subprocess.PIPE, check=True
    )
    return msgspec.json.decode(told.stdout, type=Figures)


def picture(figures: Mapping[int, Figures]) -> str:
    """What a move costs, and below it what a table takes."""
    moves = {
        "in the median": [(float(tables), each.middle) for tables, each in figures.items()],
        "at best": [(float(tables), each.best) for tables, each in figures.items()],
    }
    memory = {"with four connections": [(float(tables), each.kilobytes) for tables, each in figures.items()]}
    return stacked(
        draw("A move in one process, without sockets and disk", "tables", "µs", moves),
        draw("Memory of a table in play", "tables", "kB", memory),
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.growth", description=__doc__.partition("\n")[0])
    parser.add_argument("--svg", type=Path, help="draw it into this file")
    parser.add_argument("--tables", type=int, help="measure only this, and tell it as JSON")
    asked = parser.parse_args()
    if asked.tables:
        print(msgspec.json.encode(here(asked.tables)).decode())
        return
    figures = {}
    print(f"{'tables':>7} {'µs at best':>11} {'in the median':>14} {'kB a table':>11}")
    for tables in TABLES:
        figures[tables] = found = at(tables)
        print(f"{tables:7,} {found.best:11.1f} {found.middle:14.1f} {found.kilobytes:11.1f}", flush=True)
    if asked.svg is not None:
        asked.svg.write_text(picture(figures), "utf-8")


if __name__ == "__main__":
    main()
