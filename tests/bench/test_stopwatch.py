"""A house with a stopwatch knows the moments of every move."""

from __future__ import annotations

import pytest

from bench.latency import measure


@pytest.mark.slow
def test_the_moments_of_a_move_follow_each_other() -> None:
    """Bytes arrive, go to the disk, are durable, and only then the last seat is told."""
    moves = measure(tables=2, pace=0.0, seconds=1.0)
    assert moves
    for move in moves:
        assert move.arrived < move.to_disk < move.durable < move.written
