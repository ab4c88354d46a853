"""``python -m bench.history [--svg FILE]``: what a move has cost from version to version, as a table and as a plot.

The figures are those of ``history.csv``: medians of turns in microseconds of CPU time, each with the bare broadcast of
the same turns. Machines and yardsticks differ from line to line, so what is drawn is how many times the bare broadcast
a move took. ``python -m bench.compare --record MACHINE`` adds lines.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Sequence
from pathlib import Path

import msgspec

from bench.plot import draw

PATH = Path(__file__).with_name("history.csv")


class Record(msgspec.Struct, frozen=True):
    """The medians of one comparison; a former version need not have taken part, and old ones did not note the turns."""

    date: str
    version: str
    benchmark: str
    machine: str
    turns: int | None
    bare: float
    former: float | None
    ours: float

    @property
    def times_bare(self) -> float:
        return self.ours / self.bare


def read(path: Path = PATH) -> list[Record]:
    """What was recorded, the oldest first."""
    with path.open(newline="", encoding="utf-8") as file:
        lines = [{name: value or None for name, value in line.items()} for line in csv.DictReader(file)]
    return msgspec.convert(lines, list[Record], strict=False)


def add(record: Record, path: Path = PATH) -> None:
    """Record one more."""
    with path.open("a", newline="", encoding="utf-8") as file:
        values = msgspec.structs.astuple(record)
        rounded = (f"{value:.0f}" if isinstance(value, float) else value for value in values)
        csv.writer(file, lineterminator="\n").writerow(rounded)


def lines(records: Sequence[Record]) -> list[str]:
    """One line a record, numbered as in the plot."""
    names = f"{'date':10} {'version':18} {'benchmark':10} {'machine':8}"
    head = f"{'':>3} {names} {'bare':>5} {'former':>6} {'ours':>5} {'× bare':>7}"
    numbers: dict[str, int] = {}
    rows = [head]
    for each in records:
        numbers[each.benchmark] = number = numbers.get(each.benchmark, 0) + 1
        former = "" if each.former is None else f"{each.former:.0f}"
        rows.append(
            f"{number:3} {each.date:10} {each.version:18} {each.benchmark:10} {each.machine:8} "
            f"{each.bare:5.0f} {former:>6} {each.ours:5.0f} {each.times_bare:7.2f}"
        )
    return rows


def picture(records: Sequence[Record]) -> str:
    """Every benchmark as a line, from record to record."""
    series: dict[str, list[tuple[float, float]]] = {}
    for each in records:
        points = series.setdefault(each.benchmark, [])
        points.append((len(points) + 1.0, each.times_bare))
    title, across = "CPU time of a durable move, from record to record", "the n-th record of bench/history.csv"
    return draw(title, across, "× bare", series, logarithmic=False)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.history", description=__doc__.partition("\n")[0])
    parser.add_argument("--svg", type=Path, help="draw it into this file")
    asked = parser.parse_args()
    records = read()
    print("\n".join(lines(records)))
    if asked.svg is not None:
        asked.svg.write_text(picture(records), "utf-8")


if __name__ == "__main__":
    main()
