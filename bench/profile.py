"""Where the CPU time of a durable move goes: one table by layer, and a flame graph.

``python -m bench.profile [TABLES] [--svg FILE]`` loads a server as ``bench moves`` does, samples its stacks with
py-spy, and gives every sample to the layer of the innermost function that is ours: what C code takes (JSON, SQLite,
the kernel) counts for the Python function that called it. A sampler also sees threads that only wait for the GIL, so
the samples of each thread share the CPU time that the kernel says it had. The server stands still while it is looked
at, so it makes fewer moves; without that stacks are torn, and functions that hardly ever run seem to take microseconds.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from bench.flame import draw
from bench.measured import Measured, house_command
from bench.moves import TABLES
from bench.processes import Process

SECONDS = 10.0
RATE = 500
"""Samples a second."""

Stack = tuple[str, ...]
"""Functions from the outermost in, each as ``name (path)``."""

LAYERS: dict[str, tuple[str, ...]] = {
    "kernel: writing to sockets": ("Shell.flush",),
    "kernel: waiting and reading": ("Runner.run",),
    "table: reports of the log": ("Writer._report.<locals>.report",),
    "log: the commit": ("Writer._commit", "Writer._lend"),
    "log: writing a group": ("bottega/store/",),
    "shell: limits and queues": ("bottega/server/",),
    "framing": ("bottega/wire/core/framing.py",),
    "JSON": ("bottega/wire/core/loose_json.py", "SplendorJson.read"),
    "rules": ("bottega/games/",),
    "table": ("bottega/table/",),
    "telling": (),
    "dialect": ("bottega/wire/",),
}
"""What belongs to each layer: functions by name, or modules by path; the first that fits is taken."""

_THREAD = re.compile(r"thread \((\d+)\)")
_LINE_NUMBER = re.compile(r":\d+\)$")

TELLING = "Table._tell"
"""Whatever the dialect does below this function is telling."""


def layer_of(stack: Stack) -> str:
    """The layer of a sample: that of its innermost function that belongs to one."""
    for frame in reversed(stack):
        for layer, marks in LAYERS.items():
            if any(frame.startswith(f"{mark} (") or f"({mark}" in frame for mark in marks):
                told = layer == "dialect" and any(outer.startswith(f"{TELLING} (") for outer in stack)
                return "telling" if told else layer
    return "other"


def by_layer(samples: Iterable[tuple[Stack, int]], seconds: Mapping[str, float]) -> Counter[str]:
    """The microseconds of each layer, given the CPU time of each thread by its id."""
    threads: Counter[str] = Counter()
    layers: Counter[tuple[str, str]] = Counter()
    for stack, count in samples:
        thread = _THREAD.match(stack[0])
        name = thread[1] if thread else ""
        threads[name] += count
        layers[name, layer_of(stack)] += count
    took: Counter[str] = Counter()
    for (name, layer), count in layers.items():
        took[layer] += round(1e6 * seconds.get(name, 0.0) * count / threads[name])
    return took


def read_samples(text: str) -> list[tuple[Stack, int]]:
    """py-spy's raw format: frames with semicolons between them, a blank, how often; line numbers are dropped."""
    samples: Counter[Stack] = Counter()
    for line in text.splitlines():
        frames, _, count = line.rpartition(" ")
        samples[tuple(_LINE_NUMBER.sub(")", frame) for frame in frames.split(";"))] += int(count)
    return list(samples.items())


def profile(tables: int) -> tuple[list[tuple[Stack, int]], dict[str, float], int]:
    """The samples of a server under load, the CPU time of its threads meanwhile, and how many moves were made."""
    with tempfile.TemporaryDirectory(prefix="bottega-bench-") as data, Process(house_command(data)) as server:
        raw = Path(data, "samples")
        load = [sys.executable, "-m", "bench.load", str(server.ports["splendor-json"]), str(tables), str(SECONDS)]
        with subprocess.Popen(load, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "measuring\n"
            before = server.thread_seconds()
            spying = [
                *(
                    str(Path(sys.executable).with_name("py-spy")),
                    "record",
                    "--pid",
                    str(server.pid),
                    "--duration",
                    str(int(SECONDS) - 1),
                ),
                *("--rate", str(RATE), "--format", "raw", "--output", str(raw), "--threads"),
            ]
            subprocess.run(spying, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            result = msgspec.json.decode(process.stdout.readline(), type=Measured)
            seconds = {name: after - before.get(name, 0.0) for name, after in server.thread_seconds().items()}
        return read_samples(raw.read_text()), seconds, result.moves


def table(took: Counter[str], moves: int) -> list[str]:
    """One line a layer, the dearest first."""
    whole = took.total()
    return [
        f"{'layer':32} {'share':>6} {'µs a move':>10}",
        *(f"{layer:32} {each / whole:6.1%} {each / moves:10.1f}" for layer, each in took.most_common()),
        f"{'all':32} {1:6.1%} {whole / moves:10.1f}",
    ]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.profile", description="Where the CPU time of a move goes.")
    parser.add_argument("tables", nargs="?", type=int, default=TABLES)
    parser.add_argument("--svg", type=Path, help="write a flame graph to this file")
    asked = parser.parse_args()
    samples, seconds, moves = profile(asked.tables)
    print("\n".join(table(by_layer(samples, seconds), moves)))
    if asked.svg is not None:
        asked.svg.write_text(draw(samples))
        print(f"flame graph: {asked.svg}")


if __name__ == "__main__":
    main()
