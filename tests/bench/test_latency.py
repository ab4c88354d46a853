"""How long a move takes is told as a whole and by its parts."""

from __future__ import annotations

from bench.latency import PARTS, line, percentile
from bench.stopwatch import Move


def test_the_parts_of_a_move_make_the_whole() -> None:
    """From the arrival to the disk, from there until it is durable, and until the last seat is written to."""
    move = Move(arrived=10.0, to_disk=10.5, durable=12.5, written=13.5)
    assert {name: part(move) for name, part in PARTS.items()} == {
        "whole": 3.5,
        "queue": 0.5,
        "disk": 2.0,
        "telling": 1.0,
    }


def test_a_percentile_is_one_of_the_figures() -> None:
    """Half of all are no greater than the median; of a single figure everything is that figure."""
    figures = [float(number) for number in range(100, 0, -1)]
    assert (percentile(figures, 0.5), percentile(figures, 0.99), percentile([7.0], 0.99)) == (51.0, 100.0, 7.0)


def test_a_line_has_two_figures_for_each_part() -> None:
    """Milliseconds, p50 before p99; a house where nobody moved says so."""
    moves = [Move(0.0, 0.001, 0.003, 0.004)] * 3
    assert line("3 tables", moves, 1.5).split()[2:] == ["2", *["4.00"] * 2, *["1.00"] * 2, *["2.00"] * 2, *["1.00"] * 2]
    assert "no move" in line("3 tables", [], 1.5)
