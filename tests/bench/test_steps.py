"""A move is measured where nothing but the program itself takes time."""

from __future__ import annotations

import asyncio

from bench.steps import measure


def test_moves_are_made_and_counted() -> None:
    """Every table moves in every round; the rules, the table and four tellings are among what is called for a move."""
    rounds, calls = asyncio.run(measure(3))
    assert len(rounds) > 10
    assert all(seconds > 0 for seconds in rounds)
    called = {name.partition(" ")[0]: times / 100 for name, times in calls.items()}
    assert called["apply"] >= 1
    assert called["Table._tell"] >= 1
    assert called["SplendorJson.news"] >= 4
