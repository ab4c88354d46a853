"""A plot shows every figure where it belongs."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from bench.plot import draw


def test_a_plot_is_a_picture_of_its_points() -> None:
    """A point and a figure for every measurement, dearer ones higher up, more tables further right."""
    picture = draw("Cost & growth", "tables", "µs", {"ours": [(10, 40.0), (100, 50.0), (1000, 80.0)]})
    ElementTree.fromstring(picture)
    places = [(float(x), float(y)) for x, y in re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)"', picture)]
    assert [x for x, _ in places] == sorted(x for x, _ in places)
    assert [y for _, y in places] == sorted((y for _, y in places), reverse=True)
    for word in ("Cost &amp; growth", "tables", "ours", ">40<", ">80<", ">1,000<"):
        assert word in picture


def test_one_point_is_enough() -> None:
    """A single measurement is drawn too."""
    assert "<circle" in draw("One", "tables", "µs", {"ours": [(5, 1.0)]})
