"""``python -m bench [name …] [--tables N]``: run the benchmarks and print one table.

Machines are shared and noisy, so what counts are the ratios within one run; absolute numbers only set the scale.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator

from bench import bots, idle, lobby, moves, nodes, pace, playouts, reopening, start, websocket
from bench.report import Row


def _environments() -> Iterator[Row]:
    from bench import environments  # OpenSpiel is not to be had everywhere

    yield from environments.rows()


BENCHMARKS: dict[str, Callable[[int | None], Iterator[Row]]] = {
    "playouts": lambda _: playouts.rows(),
    "environments": lambda _: _environments(),
    "moves": lambda tables: moves.rows(tables or moves.TABLES),
    "websocket": lambda tables: websocket.rows(tables or websocket.TABLES),
    "idle": lambda _: idle.rows(),
    "lobby": lambda tables: lobby.rows(tables or lobby.TABLES),
    "pace": lambda tables: pace.rows(tables or pace.TABLES),
    "bots": lambda _: bots.rows(),
    "nodes": lambda tables: nodes.rows(tables or nodes.TABLES),
    "start": lambda _: start.rows(),
    "reopening": lambda tables: reopening.rows(tables or reopening.UNFINISHED),
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure the house beside its yardsticks.")
    parser.add_argument("names", nargs="*", metavar="name", help=f"which of {', '.join(BENCHMARKS)}; all if none")
    parser.add_argument(
        "--tables", type=int, help="how many tables there are in moves, websocket, lobby, pace, nodes, reopening"
    )
    asked = parser.parse_args()
    unknown = [name for name in asked.names if name not in BENCHMARKS]
    if unknown:
        parser.error(f"there is no benchmark {unknown[0]!r}; there are {', '.join(BENCHMARKS)}")
    print(f"{'what':58} {'measured':>22} {'ratio':>8}   goal", flush=True)
    for name in asked.names or BENCHMARKS:
        print(f"… {name}", file=sys.stderr, flush=True)
        for row in BENCHMARKS[name](asked.tables):
            ratio = "" if row.ratio is None else f"{row.ratio:.2f}×"
            print(f"{row.what:58} {row.measured:>22} {ratio:>8}   {row.goal}", flush=True)


if __name__ == "__main__":
    main()
