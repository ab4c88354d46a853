"""``python -m bench.growth [--svg FILE]``: what a move costs as the house grows.

Moves are played in one process without sockets and disk (``bench.steps``), at more and more tables; memory is what the
process has grown by, players of the load included.
"""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import sys
from pathlib import Path
from statistics import median

import msgspec
import uvloop

from bench.plot import draw
from bench.steps import be_quiet, measure

TABLES = (10, 30, 100, 300, 1_000, 3_000, 10_000)


def at(tables: int) -> tuple[float, float]:
    """Microseconds of a move at so many tables, at best and in the median; in a process of its own."""
    told = subprocess.run(
        [sys.executable, "-m", "bench.growth", "--tables", str(tables)], stdout=subprocess.PIPE, check=True
    )
    best, middle = msgspec.json.decode(told.stdout, type=tuple[float, float])
    return best, middle


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.growth", description=__doc__.partition("\n")[0])
    parser.add_argument("--svg", type=Path, help="draw it into this file")
    parser.add_argument("--tables", type=int, help="measure only this, and tell it as JSON")
    asked = parser.parse_args()
    if asked.tables:
        be_quiet()
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            rounds, _ = runner.run(measure(asked.tables))
        print(msgspec.json.encode((1e6 * min(rounds), 1e6 * median(rounds))).decode())
        return
    figures = []
    print(f"{'tables':>7} {'µs at best':>11} {'in the median':>14}")
    for tables in TABLES:
        best, middle = at(tables)
        figures.append((tables, best, middle))
        print(f"{tables:7,} {best:11.1f} {middle:14.1f}", flush=True)
    if asked.svg is not None:
        series = {
            "in the median": [(float(tables), middle) for tables, _, middle in figures],
            "at best": [(float(tables), best) for tables, best, _ in figures],
        }
        asked.svg.write_text(draw("A move in one process, without sockets and disk", "tables", "µs", series), "utf-8")


if __name__ == "__main__":
    main()
