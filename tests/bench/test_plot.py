"""A plot shows every figure where it belongs."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from bench.plot import draw, spelled, stacked


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


def test_figures_are_short() -> None:
    """Three digits, and thousands as people write them."""
    assert [spelled(figure) for figure in (0.4567, 12.34, 99.96, 123.4, 104_968.0)] == [
        "0.457", "12.3", "100", "123", "104,968",
    ]  # fmt: skip


def test_pictures_stand_below_each_other() -> None:
    """As one picture, each whole, and as high as all of them."""
    one = draw("One", "x", "y", {"ours": [(1, 2.0), (10, 3.0)]})
    both = ElementTree.fromstring(stacked(one, one.replace("One", "Other")))
    assert [part.attrib["y"] for part in both] == ["0", "360"]
    assert both.attrib["viewBox"].endswith(" 720")
