"""A flame graph shows every function as wide as its samples."""

from __future__ import annotations

from xml.etree import ElementTree

from bench.flame import WIDTH, depth, draw, tree

SAMPLES = [(("main", "<read>"), 3), (("main", "write"), 1)]


def test_stacks_are_laid_over_each_other() -> None:
    """A caller has the samples of all it calls."""
    root = tree(SAMPLES)
    assert root.count == root.calls["main"].count == 4
    assert {name: box.count for name, box in root.calls["main"].calls.items()} == {"<read>": 3, "write": 1}
    assert depth(root) == 3


def test_the_picture_is_sound() -> None:
    """It is XML whatever the functions are called, and the widths add up."""
    picture = ElementTree.fromstring(draw(SAMPLES))
    boxes = {group[0].text: float(group[1].get("width", 0)) for group in picture}
    assert boxes["main: 100.0%"] == WIDTH
    assert boxes["<read>: 75.0%"] + boxes["write: 25.0%"] == WIDTH


def test_nothing_was_seen() -> None:
    """Without samples there is an empty picture, not an error."""
    assert ElementTree.fromstring(draw([])).tag.endswith("svg")
