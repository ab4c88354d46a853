"""What a move has cost is kept from version to version, and drawn."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

from bench import history
from bench.compare import recorded
from bench.history import Record, add, lines, picture, read
from bench.measured import Measured


def took(cpu: float) -> Measured:
    """A hundred moves, at so many microseconds each."""
    return Measured(moves=100, seconds=1.0, p50=0.002, p99=0.009, cpu=cpu * 100e-6)


def test_what_was_recorded_can_be_read_and_drawn() -> None:
    """Every line of the file is a record, and a point of the plot."""
    records = read()
    assert len(lines(records)) == len(records) + 1
    points = ElementTree.fromstring(picture(records)).iter("{http://www.w3.org/2000/svg}circle")
    assert len(list(points)) == len(records)


def test_a_record_comes_back_as_it_was_added(tmp_path: Path) -> None:
    """Figures are kept in whole microseconds; without a former version there is none."""
    path = tmp_path / "history.csv"
    path.write_text(history.PATH.read_text("utf-8").partition("\n")[0] + "\n", "utf-8")
    with_former = Record("2026-11-17", "1234567", "moves", "quiet", 3, 25.0, 100.0, 99.0)
    alone = Record("2026-11-18", "89abcde", "websocket", "busy", 5, 62.0, None, 217.0)
    add(with_former, path)
    add(alone, path)
    assert read(path) == [with_former, alone]
    assert "3.96" in lines(read(path))[1]


def test_a_comparison_is_recorded_by_its_medians() -> None:
    """Of several turns the one in the middle counts."""
    turns = [{"bare": took(bare), "ours": took(ours)} for bare, ours in ((10, 30), (20, 50), (12, 90))]
    record = recorded("moves", turns, "quiet")
    assert (record.benchmark, record.machine, record.turns, record.former) == ("moves", "quiet", 3, None)
    assert (round(record.bare), round(record.ours)) == (12, 50)
