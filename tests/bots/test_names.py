"""The names by which bots are asked to a table."""

from __future__ import annotations

from bottega.bots import BOTS as OFFERED
from bottega.bots.names import BOTS


def test_the_names() -> None:
    """A bot is asked for in one lower-case word: the first of them is the simplest."""
    assert BOTS == OFFERED == ("random", "greedy")
