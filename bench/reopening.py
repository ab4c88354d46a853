"""Opening a house whose log is full: many unfinished tables, many more finished ones.

The log is made of one game, played by chance and copied under other names and ids. Finished ones are short, so that the
file is made in minutes: nobody reads their entries at the start, but its pages are looked at.
"""

from __future__ import annotations

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
from bench.processes import Process
from bench.report import Row as Line
from bottega.store.chain import links
from bottega.store.log import Charter, Row
from bottega.store.memory import MemoryLog
from bottega.store.schema import CLOSE_TABLE, OPEN_TABLE, ROW
from bottega.store.sqlite import FILE_NAME, SqliteLog
from bottega.table.entries import Sitting
from bottega.table.house import House
from bottega.table.position import Setup
from bottega.table.table import Table

UNFINISHED = 1_000
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
        house.enter(
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
        file.execute("COMMIT")


def _renamed(row: Row, number: int) -> Row:
    """The entry for players of other names."""
    if row.kind != "sit":
        return row
    sitting = msgspec.json.decode(row.text, type=Sitting)
    name = f"p{number}-{sitting.name.partition('-')[2]}"
    return replace(row, text=msgspec.json.encode(replace(sitting, name=name)).decode())


def rows(unfinished: int = UNFINISHED) -> Iterator[Line]:
    finished = FINISHED_EACH * unfinished
    with tempfile.TemporaryDirectory(prefix="bottega-bench-") as data:
        fill(Path(data), unfinished, finished)
        size = Path(data, FILE_NAME).stat().st_size
        began = time.perf_counter()
        with Process(house_command(data)) as house:
            seconds = time.perf_counter() - began
            what = f"reopening {unfinished:,} unfinished, {finished:,} finished tables"
            yield Line(f"{what}: until ready", f"{seconds:.1f} s", None, f"≤ {GOAL_SECONDS:.0f} s at 10,000")
            yield Line(f"{what}: CPU", f"{house.cpu_seconds():.1f} s")
            yield Line(f"{what}: resident, file", f"{house.resident_bytes() / 1e6:.0f}, {size / 1e6:.0f} MB")
