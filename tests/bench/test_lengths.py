"""What a table costs as its log grows: the log can be played on, and little is kept of it when nobody is there."""

from __future__ import annotations

from bench import lengths
from bottega.table.position import fold


def test_a_long_log_is_whole() -> None:
    """It has as many entries as were asked for, and the game stands where it stood."""
    charter, rows = lengths.a_log(200)
    assert len(rows) in (200, 201)
    assert fold(charter, rows).state == fold(*lengths.a_log(0)).state


def test_a_dormant_table_is_small() -> None:
    """However long its log, it is less than one in play."""
    played, asleep = lengths.kept(*lengths.a_log(300))
    assert 0 < asleep < played
    assert lengths.brought_back(*lengths.a_log(50)) > 0


def test_a_move_can_be_made_there() -> None:
    """A table whose game was interrupted by ballots goes on."""
    assert lengths.move(*lengths.a_log(60)) > 0
