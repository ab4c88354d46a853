"""The number of legal sequences is what the tables say."""

from __future__ import annotations

import pytest

from tests.games.perft import FOLDER, Row, read_table

ROWS = [row for path in sorted(FOLDER.glob("*.txt")) for row in read_table(path)]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.setup}-{row.seed}-{row.depth}")
def test_perft(row: Row) -> None:
    """From this start there are exactly so many sequences of this length."""
    assert row.counted() == row.sequences
