"""What is printed of several turns: ratios within a turn, their median and their spread."""

from __future__ import annotations

from bench.compare import lines, spread
from bench.measured import Measured


def took(cpu: float) -> Measured:
    """A hundred moves in a second, at so many microseconds each."""
    return Measured(moves=100, seconds=1.0, p50=0.002, p99=0.009, cpu=cpu * 100e-6)


def test_ratios_are_those_of_one_turn() -> None:
    """A turn on a slow moment of the machine is slow for all: its ratio is what counts."""
    turns = [
        {"bare": took(10), "former": took(30), "ours": took(20)},
        {"bare": took(40), "former": took(80), "ours": took(120)},
        {"bare": took(10), "former": took(20), "ours": took(25)},
    ]
    head, bare, former, ours, goal = lines(turns, 2.5)
    assert "× bare" in head
    assert "×" not in bare
    assert "10 (10 to 40)" in bare
    assert "2.00 (2.00 to 3.00)" in former
    assert "2.50 (2.00 to 3.00)" in ours
    assert "1.25 (0.67 to 1.50)" in ours
    assert "2.5×" in goal


def test_one_figure_has_no_spread() -> None:
    """A single turn is printed as it is."""
    assert spread([1.5]) == "1.50"
    assert spread([3.0, 1.0, 2.0], "{:.0f}") == "2 (1 to 3)"
