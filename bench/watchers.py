"""``python -m bench.watchers [--svg FILE]``: what a move costs at one table that more and more people watch.

Four play over the WebSocket as fast as they are answered; the watchers are told every move and read it. When a game is
over the four begin another, and everybody goes along.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from bench.measured import Measured, house_command, measure
from bench.plot import draw, stacked

WATCHERS = (1, 3, 10, 30, 100, 300, 1_000)
SECONDS = 6.0


def at(watchers: int, seconds: float = SECONDS) -> Measured:
    """What is measured with so many of them."""
    with tempfile.TemporaryDirectory(prefix="bottega-bench-") as data:
        command = [*house_command(data), "--per-address", "0"]
        return measure(command, "http", "bench.websocket_load", 1, seconds, str(watchers))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.watchers", description=__doc__.partition("\n")[0])
    parser.add_argument("--svg", type=Path, help="draw it into this file")
    asked = parser.parse_args()
    costs: list[tuple[float, float]] = []
    rates: list[tuple[float, float]] = []
    memory: list[tuple[float, float]] = []
    print(
        f"{'watchers':>8} {'CPU µs a move':>14} {'for each told':>14} {'moves/s':>8} {'p50, p99 ms':>15} {'kB each':>8}"
    )
    for watchers in WATCHERS:
        found = at(watchers)
        cost, told = 1e6 * found.cpu_per_move, 4 + watchers
        rate, kilobytes = found.moves / found.seconds, found.memory / told / 1e3
        for series, figure in ((costs, cost / told), (rates, told * rate), (memory, kilobytes)):
            series.append((float(watchers), figure))
        print(
            f"{watchers:8,} {cost:14,.0f} {cost / told:14.1f} {rate:8,.0f}"
            f" {1e3 * found.p50:7.1f} {1e3 * found.p99:7.1f} {kilobytes:8.1f}",
            flush=True,
        )
    if asked.svg is not None:
        pictures = stacked(
            draw("A move at one table that many watch", "watchers", "µs", {"CPU for each who is told": costs}),
            draw("Pictures that are sent", "watchers", "a second", {"moves times those who are told": rates}),
            draw("Memory", "watchers", "kB", {"of each connection": memory}),
        )
        asked.svg.write_text(pictures, "utf-8")


if __name__ == "__main__":
    main()
