"""Opening a house whose log is full: many unfinished tables, many more finished ones.

``python -m bench.reopening [--svg FILE]`` does it with more and more of them, ``python -m bench reopening`` once.
The log is made of one game, played by chance and copied under other names and ids. Finished ones are short, so that the
file is made in minutes: nobody reads their entries at the start, but its pages are looked at.
"""

from __future__ import annotations

import argparse
import random
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
from msgspec.structs import astuple, replace

from bench.measured import house_command
from bench.plot import draw
from bench.processes import Process
from bench.report import Row as Line
from bottega.store.chain import alone, links
from bottega.store.log import Charter, Row
from bottega.store.memory import MemoryLog
from bottega.store.schema import CLOSE_TABLE, OPEN_TABLE, ROW, SKETCH
from bottega.store.sqlite import FILE_NAME, SqliteLog
from bottega.store.together import write_rows
from bottega.table.dormant import sketch_of
from bottega.table.entries import Sitting
from bottega.table.house import House
from bottega.table.position import Setup, fold
from bottega.table.table import Table

UNFINISHED = 1_000
SIZES = (10, 100, 1_000, 10_000)
FINISHED_EACH = 100
"""Finished tables for every unfinished one."""
MOVES = 40
"""Moves that were made at an unfinished table."""
GOAL_SECONDS = 5.0
"""For ten thousand unfinished tables and a million finished ones."""
FINISHED_ENTRIES = 4
SEATS = 4


def a_game() -> tuple[Charter, list[Row]]:
    """A table of Splendor in the middle of its game."""
    log = MemoryLog()
    house = House(log)
    seats: list[Table] = []
    for number in range(SEATS):
        house.reception.enter(
            "splendor", Sitting(f"p0-{number}"), None, Setup(seats=SEATS), lambda entered: seats.append(_table(entered))
        )
    table, chooser = seats[0], random.Random(1)
    table.start()
    for _ in range(MOVES):
        state = table.position.state
        seat = table.game.actors(state)[0]
        table.move(seat, [chooser.choice(table.game.legal(state, seat))])
    return log.read(table.id)


def _table(entered: object) -> Table:
    assert isinstance(entered, Table), entered
    return entered


def fill(data: Path, unfinished: int, finished: int) -> None:
    """Make a log with so many tables."""
    SqliteLog(data).close()
    charter, rows = a_game()
    with closing(sqlite3.connect(data / FILE_NAME, isolation_level=None)) as file:
        file.execute("PRAGMA synchronous = OFF")
        file.execute("BEGIN")
        for number in range(unfinished + finished):
            own = replace(charter, id=f"{number:08x}{random.getrandbits(32):08x}", opened=charter.opened + number)
            log = [_renamed(row, number) for row in (rows if number < unfinished else rows[:FINISHED_ENTRIES])]
            first, *rest = links(own, log)
            file.execute(OPEN_TABLE, (*astuple(own), first))
            entries = [(own.id, *astuple(row), link) for row, link in zip(log, rest, strict=True)]
            file.executemany(f"INSERT INTO entries VALUES {ROW}", entries)
            if number >= unfinished:
                file.execute(CLOSE_TABLE, (rest[-1], own.id))
            else:
                seq, sketch = astuple(sketch_of(fold(own, log[: SEATS + 1])))
                write_rows(file, SKETCH, [(own.id, seq, sketch, alone(own.id, str(seq), sketch))])
        file.execute("COMMIT")


def _renamed(row: Row, number: int) -> Row:
    """The entry for players of other names."""
    if row.kind != "sit":
        return row
    sitting = msgspec.json.decode(row.text, type=Sitting)
    name = f"p{number}-{sitting.name.partition('-')[2]}"
    return replace(row, text=msgspec.json.encode(replace(sitting, name=name)).decode())


class Opened(msgspec.Struct):
    """What it took."""

    seconds: float
    cpu: float
    resident: int
    size: int
    """Of the file."""


def opened(unfinished: int) -> Opened:
    """Open a house with so many unfinished tables."""
    with tempfile.TemporaryDirectory(prefix="bottega-bench-") as data:
        fill(Path(data), unfinished, FINISHED_EACH * unfinished)
        size = Path(data, FILE_NAME).stat().st_size
        began = time.perf_counter()
        with Process(house_command(data)) as house:
            seconds = time.perf_counter() - began
            return Opened(seconds, house.cpu_seconds(), house.resident_bytes(), size)


def rows(unfinished: int = UNFINISHED) -> Iterator[Line]:
    found = opened(unfinished)
    what = f"reopening {unfinished:,} unfinished, {FINISHED_EACH * unfinished:,} finished tables"
    yield Line(f"{what}: until ready", f"{found.seconds:.1f} s", None, f"≤ {GOAL_SECONDS:.0f} s at 10,000")
    yield Line(f"{what}: CPU", f"{found.cpu:.1f} s")
    yield Line(f"{what}: resident, file", f"{found.resident / 1e6:.0f}, {found.size / 1e6:.0f} MB")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.reopening", description=__doc__.partition("\n")[0])
    parser.add_argument("--svg", type=Path, help="draw it into this file")
    asked = parser.parse_args()
    figures = []
    print(
        f"{'unfinished':>10} {'finished':>9} {'until ready, s':>14} {'CPU, s':>7} {'resident, MB':>12} {'file, MB':>9}"
    )
    for unfinished in SIZES:
        found = opened(unfinished)
        figures.append((float(unfinished), found.seconds))
        print(
            f"{unfinished:10,} {FINISHED_EACH * unfinished:9,} {found.seconds:14.2f} {found.cpu:7.2f}"
            f" {found.resident / 1e6:12.0f} {found.size / 1e6:9.0f}",
            flush=True,
        )
    if asked.svg is not None:
        what = f"unfinished tables, with {FINISHED_EACH} finished ones each"
        asked.svg.write_text(draw("Opening a house", what, "s", {"until ready": figures}), "utf-8")


if __name__ == "__main__":
    main()
