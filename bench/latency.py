"""``python -m bench.latency [--tables N …] [--seconds S]``: how long a move takes in the house, and what for.

From the arrival of a move's bytes to the last seat's bytes, p50 and p99, at 1, 100 and 1,000 tables, at human pace (a
move per table and second) and as fast as the players can. Its parts: *queue*, from the arrival until its group goes to
the disk (the rules are asked there too); *disk*, until the group is durable; *telling*, until the last of the table's
connections has been written to. A house with a stopwatch (``bench.stopwatch``) takes the moments.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from bench.measured import house_command
from bench.processes import Process
from bench.stopwatch import Move

TABLES = (1, 100, 1_000)
SECONDS = 8.0
PACES = {"human pace": 1.0, "full speed": 0.0}
PARTS: dict[str, Callable[[Move], float]] = {
    "whole": lambda move: move.written - move.arrived,
    "queue": lambda move: move.to_disk - move.arrived,
    "disk": lambda move: move.durable - move.to_disk,
    "telling": lambda move: move.written - move.durable,
}


def measure(tables: int, pace: float, seconds: float) -> list[Move]:
    """The moves of a house under load, those of the warm-up left out."""
    with tempfile.TemporaryDirectory(prefix="bottega-bench-") as data:
        path = Path(data, "moves")
        python, module, _, *serve = house_command(data)
        with Process([python, module, "bench.stopwatch", str(path), *serve]) as server:
            port = str(server.ports["splendor-json"])
            load = [sys.executable, "-m", "bench.load", port, str(tables), str(seconds), str(pace)]
            with subprocess.Popen(load, stdout=subprocess.PIPE, text=True) as process:
                assert process.stdout is not None
                assert process.stdout.readline() == "measuring\n"
                began = time.perf_counter()
                process.stdout.readline()
                ended = time.perf_counter()
        moves = msgspec.json.decode(path.read_bytes(), type=list[Move])
    return [move for move in moves if move.arrived >= began and move.written <= ended]


def percentile(figures: Sequence[float], share: float) -> float:
    """The figure that so great a share of all does not exceed."""
    ordered = sorted(figures)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def line(name: str, moves: Sequence[Move], seconds: float) -> str:
    """One line of the table: p50 and p99 of the whole and of every part, in milliseconds."""
    if not moves:
        return f"{name:26} no move"
    cells = []
    for part in PARTS.values():
        took = [1e3 * part(move) for move in moves]
        cells.append(f"{percentile(took, 0.5):7.2f} {percentile(took, 0.99):7.2f}")
    return f"{name:26} {len(moves) / seconds:8,.0f}  {'  '.join(cells)}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.latency", description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", type=int, nargs="+", default=TABLES)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    asked = parser.parse_args()
    print(f"{'p50 and p99 in ms':26} {'moves/s':>8}  {'  '.join(f'{part:>15}' for part in PARTS)}", flush=True)
    for name, pace in PACES.items():
        for tables in asked.tables:
            moves = measure(tables, pace, asked.seconds)
            print(line(f"{tables:,} tables, {name}", moves, asked.seconds), flush=True)


if __name__ == "__main__":
    main()
