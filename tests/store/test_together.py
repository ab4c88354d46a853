"""Appends of one transaction: what is written is what each of them would have written by itself."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bottega.store.heads import Heads
from bottega.store.log import Claimed, Conflict, Row, Sketch, StoreFault
from bottega.store.schema import prepare
from bottega.store.together import RUN, Append, Together, spelled
from tests.store.contract import charter, entry

PLACES = ("tables", "arrivals", "claims", "sketches")


class File:
    """An empty file, and what is written to it."""

    def __init__(self, path: Path) -> None:
        self.statements: list[str] = []
        self.connection = sqlite3.connect(path, isolation_level=None)
        prepare(self.connection, path)
        self.heads = Heads(self.connection)
        self.heads.refresh()

    def append(self, *jobs: Append) -> StoreFault | None:
        """Write jobs together; the first fault."""
        together = Together(self.heads)
        for job in jobs:
            if fault := together.append(job):
                return fault
        self.connection.set_trace_callback(self.statements.append)
        fault = together.write(self.connection)
        self.connection.set_trace_callback(None)
        return fault

    def holds(self) -> dict[str, list[Any]]:
        """All that is in it."""
        return {place: sorted(self.connection.execute(f"SELECT * FROM {place}")) for place in PLACES}


@pytest.fixture
def file(tmp_path: Path) -> Iterator[File]:
    """A file."""
    file = File(tmp_path / "one")
    with closing(file.connection):
        yield file


def job(table: str, *seqs: int, opens: bool = False, **beside: Any) -> Append:
    """An append of these entries."""
    rows: list[Row] = [entry(seq) for seq in seqs]
    return Append(
        table, rows, lambda _: None, charter(table) if opens else None, beside.pop("finished", False), **beside
    )


def evening(seed: int) -> list[Append]:
    """Tables that open, claim, are sketched, give back and close, one among the other."""
    chance = random.Random(seed)
    seqs: dict[str, int] = {}
    held: dict[str, str] = {}
    jobs: list[Append] = []
    for number in range(200):
        if not seqs or chance.random() < 0.2:
            table = f"t{number}"
            seqs[table] = 1
            jobs.append(job(table, 1, opens=True))
            continue
        table = chance.choice(sorted(seqs))
        count = chance.randint(1, 3)
        rows = range(seqs[table] + 1, seqs[table] + 1 + count)
        seqs[table] += count
        claims = [claim for claim in chance.sample("abcdefgh", 2) if held.setdefault(claim, table) == table]
        own = [claim for claim in sorted(held) if held[claim] == table and claim not in claims]
        released = own[: chance.randint(0, 2)]
        finished = chance.random() < 0.15
        sketch = Sketch(rows[-1], f"sketch {number}") if chance.random() < 0.5 and not finished else None
        for claim in own if finished else released:
            del held[claim]
        if finished:
            held = {claim: holder for claim, holder in held.items() if holder != table}
            del seqs[table]
        beside: dict[str, Any] = {"claims": claims, "released": released, "sketch": sketch, "finished": finished}
        jobs.append(job(table, *rows, **beside))
    return jobs


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("size", [2, 7, 200])
def test_together_as_one_by_one(tmp_path: Path, file: File, seed: int, size: int) -> None:
    """However the appends of an evening are grouped, the file holds the same afterwards."""
    jobs = evening(seed)
    one_by_one = File(tmp_path / "other")
    with closing(one_by_one.connection):
        for each in jobs:
            assert one_by_one.append(each) is None
        for begin in range(0, len(jobs), size):
            assert file.append(*jobs[begin : begin + size]) is None
        assert file.holds() == one_by_one.holds()
    assert file.holds()["claims"]
    assert file.holds()["sketches"]
    assert any(row[-1] for row in file.holds()["tables"])


@pytest.mark.parametrize("seed", range(3))
def test_whoever_begins_anew_knows_less_and_writes_the_same(tmp_path: Path, file: File, seed: int) -> None:
    """What a table holds is looked for in the file where the heads have not seen it claimed."""
    jobs = evening(seed)
    other = File(tmp_path / "other")
    with closing(other.connection):
        for begin in range(0, len(jobs), 10):
            file.heads.forget_all()
            assert file.append(*jobs[begin : begin + 10]) is None
            assert other.append(*jobs[begin : begin + 10]) is None
        assert file.holds() == other.holds()


def test_few_statements_write_a_group(file: File) -> None:
    """As many as there are parts of the file, not as many as there are appends."""
    assert file.append(*(job(f"t{number}", 1, opens=True, claims=[f"name {number}"]) for number in range(RUN))) is None
    assert len(file.statements) == 3
    file.statements.clear()
    ends = (job(f"t{number}", 2, finished=True) for number in range(RUN))
    assert file.append(*ends) is None
    assert len(file.statements) == 3  # entries, claims, tables: there was no sketch to be erased
    assert file.holds()["claims"] == []


def test_more_than_one_statement_takes(file: File) -> None:
    """A long append is written in runs."""
    assert file.append(job("t1", *range(1, 2 * RUN + 2), opens=True)) is None
    assert [row[1] for row in file.holds()["arrivals"]] == list(range(1, 2 * RUN + 2))
    assert len(file.statements) == 1 + 3


def test_a_claim_of_another_table_of_the_file(file: File) -> None:
    """It is named, whichever of many it is."""
    assert file.append(job("t1", 1, opens=True, claims=["ada"])) is None
    fault = file.append(job("t2", 1, opens=True, claims=["bob", "ada"]))
    assert isinstance(fault, Claimed)
    assert str(fault) == "another table holds 'ada'"


def test_a_claim_of_another_table_of_the_group(file: File) -> None:
    """Of two who claim the same in one group, one has to be told: nothing is promised for either."""
    fault = file.append(job("t1", 1, opens=True, claims=["ada"]), job("t2", 1, opens=True, claims=["ada"]))
    assert isinstance(fault, Claimed)


def test_what_is_given_back_is_free_within_the_group(file: File) -> None:
    """Also if whoever wants it asked first."""
    assert file.append(job("t1", 1, opens=True, claims=["ada"]), job("t2", 1, opens=True)) is None
    assert file.append(job("t2", 2, claims=["ada"]), job("t1", 2, released=["ada"])) is None
    assert file.holds()["claims"] == [("ada", "t2")]


def test_what_another_holds_is_not_given_back(file: File) -> None:
    """Whoever gives back what it does not hold takes nothing from anybody."""
    assert file.append(job("t1", 1, opens=True, claims=["ada"]), job("t2", 1, opens=True)) is None
    assert file.append(job("t2", 2, released=["ada"])) is None
    assert file.holds()["claims"] == [("ada", "t1")]


def test_an_entry_that_cannot_follow(file: File) -> None:
    """The compare in compare-and-set, before anything is written."""
    assert file.append(job("t1", 1, opens=True)) is None
    before = file.holds()
    assert isinstance(file.append(job("t1", 2), job("t1", 2)), Conflict)
    assert file.holds() == before


def test_a_statement_for_many_rows() -> None:
    """One question mark for each value."""
    assert spelled("INSERT INTO claims VALUES {rows}", 2, 2) == "INSERT INTO claims VALUES (?, ?), (?, ?)"
