"""``python -m bench [name …]``: run the benchmarks and print one table.

Machines are shared and noisy, so what counts are the ratios within one run; absolute numbers only set the scale.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

from bench import idle, moves, playouts, websocket
from bench.report import Row

BENCHMARKS: dict[str, Callable[[], Iterator[Row]]] = {
    "playouts": playouts.rows,
    "moves": moves.rows,
    "websocket": websocket.rows,
    "idle": idle.rows,
}


def main() -> None:
    chosen = sys.argv[1:] or list(BENCHMARKS)
    unknown = [name for name in chosen if name not in BENCHMARKS]
    if unknown:
        sys.exit(f"there is no benchmark {unknown[0]!r}; there are {', '.join(BENCHMARKS)}")
    print(f"{'what':58} {'measured':>22} {'ratio':>8}   goal", flush=True)
    for name in chosen:
        print(f"… {name}", file=sys.stderr, flush=True)
        for row in BENCHMARKS[name]():
            ratio = "" if row.ratio is None else f"{row.ratio:.2f}×"
            print(f"{row.what:58} {row.measured:>22} {ratio:>8}   {row.goal}", flush=True)


if __name__ == "__main__":
    main()
