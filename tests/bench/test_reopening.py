"""The log that a start is measured with is one that a house opens."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from bench import reopening
from bottega.store.sqlite import SqliteLog
from bottega.table.house import House


def test_a_filled_log_is_whole(tmp_path: Path) -> None:
    """Its unfinished tables can be played on, its finished ones are finished, and no chain is broken."""
    reopening.fill(tmp_path, 2, 3)
    with closing(SqliteLog(tmp_path)) as log:
        house = House(log)
        assert not list(house.load())
        for table in list(house.dormant):
            there = house.find(table)
            assert there is not None
            assert there.position.started
        assert len(house.tables) == 2
        assert house.set_aside == {}
        assert sum(summary.finished for summary in log.tables()) == 3
