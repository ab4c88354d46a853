"""What a move and a table cost as the house grows, measured and drawn."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from bench.growth import Figures, at, picture


@pytest.mark.slow
def test_every_size_has_a_process_of_its_own() -> None:
    """It says what a move took at best and in the median, and what a table takes."""
    found = at(3)
    assert 0 < found.best <= found.middle
    assert found.kilobytes > 0


def test_moves_and_memory_are_drawn() -> None:
    """One picture, with what a move takes above and what a table takes below."""
    drawn = picture({10: Figures(20.0, 25.0, 90.0), 100: Figures(30.0, 35.0, 40.0)})
    words = "".join(ElementTree.fromstring(drawn).itertext())
    assert words.index("A move") < words.index("Memory")
    assert "35" in words
    assert "90" in words
