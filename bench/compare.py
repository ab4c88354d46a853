"""``python -m bench.compare [--former PATH] [--turns N] [name …]``: this version, a former one and the bare broadcast.

They run in turns (bare, former, ours, bare, …), because a machine is as fast as its other users let it be at the
moment: what is compared are figures of one turn, and what is printed is their median over all turns and how far they
spread. The former version is a checkout, by its path (``git worktree add ../former 900f5e0`` is 0.1.0 before the
redesign); it runs on this version's installed packages.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from statistics import median

import msgspec

from bench import history, moves, websocket
from bench.measured import Measured, measure, measure_house

BARE, FORMER, OURS = "bare", "former", "ours"


class Comparison(msgspec.Struct, frozen=True):
    """What is compared: the yardstick's module, the port and the load of a house, how many tables, how long."""

    yardstick: str
    port: str
    load: str
    tables: int
    seconds: float
    goal: float


COMPARISONS = {
    "moves": Comparison("bench.bare", "splendor-json", "bench.load", moves.TABLES, moves.SECONDS, moves.GOAL),
    "websocket": Comparison(
        "bench.websocket_bare", "http", "bench.websocket_load", websocket.TABLES, websocket.SECONDS, websocket.GOAL
    ),
}


def turn(what: Comparison, tables: int, former: Path | None) -> dict[str, Measured]:
    """One turn: everybody once, one after the other."""
    bare = partial(measure, [sys.executable, "-m", what.yardstick], "bare", what.load, tables, what.seconds)
    house = partial(measure_house, what.port, what.load, tables, what.seconds)
    took = {BARE: bare()}
    if former is not None:
        took[FORMER] = house(source=former / "src")
    took[OURS] = house()
    return took


def spread(figures: Sequence[float], form: str = "{:.2f}") -> str:
    """The median of some figures, with the least and the most of them."""
    middle, least, most = (form.format(figure) for figure in (median(figures), min(figures), max(figures)))
    return middle if len(figures) == 1 else f"{middle} ({least} to {most})"


def lines(turns: Sequence[dict[str, Measured]], goal: float) -> Iterator[str]:
    """The table of a comparison."""
    yield f"{'':8} {'CPU µs a move':>22} {'× bare':>24} {'× former':>24} {'moves/s':>8} {'p50 ms':>7} {'p99 ms':>7}"
    for name in turns[0]:
        took = [each[name] for each in turns]
        cpu = spread([1e6 * each.cpu_per_move for each in took], "{:.0f}")
        beside = [
            spread([each[name].cpu_per_move / each[other].cpu_per_move for each in turns])
            if other in turns[0] and name not in (BARE, other)
            else ""
            for other in (BARE, FORMER)
        ]
        rate = median(each.moves / each.seconds for each in took)
        p50, p99 = (1e3 * median(getattr(each, part) for each in took) for part in ("p50", "p99"))
        yield f"{name:8} {cpu:>22} {beside[0]:>24} {beside[1]:>24} {rate:8,.0f} {p50:7.1f} {p99:7.1f}"
    yield f"goal: at most {goal}× bare, and no dearer than the former version"


def recorded(name: str, turns: Sequence[dict[str, Measured]], machine: str) -> history.Record:
    """The medians of a comparison, to be kept."""
    git = ["git", "-C", str(Path(__file__).parent), "describe", "--always", "--dirty"]
    version = subprocess.run(git, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
    took = {who: median(1e6 * each[who].cpu_per_move for each in turns) for who in turns[0]}
    date = time.strftime("%Y-%m-%d", time.gmtime())
    return history.Record(date, version, name, machine, len(turns), took[BARE], took.get(FORMER), took[OURS])


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.compare", description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="name", help=f"which of {', '.join(COMPARISONS)}; all if none")
    parser.add_argument("--former", type=Path, help="a checkout of the version to compare with")
    parser.add_argument("--turns", type=int, default=10)
    parser.add_argument("--tables", type=int, help="how many tables there are")
    parser.add_argument(
        "--record", metavar="MACHINE", help="add the medians to history.csv; the machine was, say, quiet"
    )
    asked = parser.parse_args()
    unknown = [name for name in asked.names if name not in COMPARISONS]
    if unknown:
        parser.error(f"there is no comparison {unknown[0]!r}; there are {', '.join(COMPARISONS)}")
    for name in asked.names or COMPARISONS:
        what = COMPARISONS[name]
        tables = asked.tables or what.tables
        turns = []
        for number in range(asked.turns):
            turns.append(turn(what, tables, asked.former))
            took = ", ".join(f"{who} {1e6 * each.cpu_per_move:.0f} µs" for who, each in turns[-1].items())
            print(f"… {name}, turn {number + 1} of {asked.turns}: {took}", file=sys.stderr, flush=True)
        print(f"{name}, {tables} tables of four, {asked.turns} turns: median (least to most)")
        print("\n".join(lines(turns, what.goal)), flush=True)
        if asked.record:
            history.add(recorded(name, turns, asked.record))


if __name__ == "__main__":
    main()
