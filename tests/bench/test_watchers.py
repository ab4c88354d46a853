"""What is measured while many watch is a game that goes on."""

from __future__ import annotations

import pytest

from bench.watchers import at


@pytest.mark.slow
def test_moves_are_told_to_watchers() -> None:
    """Moves are made and answered, and the watchers are there."""
    found = at(3, 0.5)
    assert found.moves > 0
    assert 0 < found.p50 <= found.p99
