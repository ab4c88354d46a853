"""How long it takes to open a house: from the command to ``ready``, many times, beside a Python that does nothing.

``python -m bench.start COMMAND …`` measures any other server that prints ``ready`` in the same way. As where a program
is installed, its bytecode is kept: a first run, which may have to write it, is not counted.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from statistics import median

from bench.measured import house_command
from bench.processes import Process
from bench.report import Row
from bottega.server.app import DEFAULT_LISTENERS

RUNS = 15
GOAL = 0.5


def opening(command: list[str]) -> tuple[float, float]:
    """Seconds until a server is ready, and how many of them a processor worked for it."""
    began = time.perf_counter()
    with Process(command) as server:
        elapsed = time.perf_counter() - began
        return elapsed, sum(server.thread_seconds().values())


def ending(command: list[str]) -> float:
    """Seconds until a command is done."""
    began = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began


def row(what: str, command: list[str]) -> Row:
    """A server's start: the median, the quickest and the work."""
    opening(command)
    runs = [opening(command) for _ in range(RUNS)]
    taken, worked = zip(*runs, strict=True)
    measured = f"{median(taken):.2f} s ({min(taken):.2f}–{max(taken):.2f})"
    return Row(f"{what}: median of {RUNS}, CPU {median(worked):.2f} s", measured, median(taken) / GOAL, f"≤ {GOAL} s")


def keep_bytecode() -> None:
    """Whatever this machine prefers, as in the Makefile."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def rows() -> Iterator[Row]:
    keep_bytecode()
    bare = sorted(ending([sys.executable, "-c", "pass"]) for _ in range(RUNS))
    yield Row("a Python that does nothing", f"{median(bare):.2f} s ({bare[0]:.2f}–{bare[-1]:.2f})")
    asked = sorted(ending([sys.executable, "-m", "bottega", "--version"]) for _ in range(RUNS))
    yield Row("bottega --version", f"{median(asked):.2f} s ({asked[0]:.2f}–{asked[-1]:.2f})")
    with tempfile.TemporaryDirectory(prefix="bottega-bench-") as data:
        yield row("an open house, one protocol", house_command(data))
        others = [f"{each.name}@127.0.0.1:0" for each in DEFAULT_LISTENERS if each.name != "splendor-json"]
        listening = [word for other in others for word in ("--listen", other)]
        yield row("an open house, all protocols", [*house_command(data), *listening])


if __name__ == "__main__":
    keep_bytecode()
    told = row(" ".join(sys.argv[1:]), sys.argv[1:])
    print(f"{told.what}   {told.measured}")
