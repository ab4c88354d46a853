"""The shelf of finished tables, and what of a log is given away."""

from __future__ import annotations

import pytest

from bottega.limits import KEPT_PAST
from bottega.server.api import NotFound, Shelf, archive, finished_log, replay
from bottega.store.memory import MemoryLog
from bottega.table.entries import EndReason, Sitting
from bottega.table.house import House
from bottega.table.position import Setup


def _ended(house: House, listed: bool = True, started: bool = True) -> str:
    """A table of two bots that has come to an end."""
    table = house.open("splendor", Setup(seats=2, listed=listed))
    for name in ("one", "two") if started else ("one",):
        house.sit(table, Sitting(name, bot="random"), None, lambda _: None)
    table.end(EndReason.ABANDONED)
    return table.id


def test_games_that_ended_before_and_since() -> None:
    """What the log had at the start and what ends later are one list, newest first, nothing twice."""
    log = MemoryLog()
    before = _ended(House(log))
    house = House(log)
    shelf = Shelf(house)
    early = _ended(house)
    shelf.put_behind(shelf.older())
    assert [past.table for past in shelf.past()] == [early, before]
    late = _ended(house)
    assert [past.table for past in shelf.past()] == [late, early, before]


def test_a_game_that_ends_while_the_log_is_read() -> None:
    """The log is read in a thread that touches nothing else: what ends meanwhile is listed once, and first."""
    log = MemoryLog()
    before = _ended(House(log))
    house = House(log)
    shelf = Shelf(house)
    older = shelf.older()
    meanwhile = _ended(house)
    again = shelf.older()
    assert [past.table for past in shelf.past()] == [meanwhile]
    shelf.put_behind(older)
    shelf.put_behind(again)
    assert [past.table for past in shelf.past()] == [meanwhile, before]
    assert shelf.complete


def test_private_and_unplayed_tables_are_not_listed() -> None:
    """Neither tables joined by link only, nor tables that never started."""
    house = House(MemoryLog())
    shelf = Shelf(house)
    _ended(house, listed=False)
    _ended(house, started=False)
    assert shelf.past() == ()


def test_the_list_is_bounded() -> None:
    """Only the last ones are remembered."""
    house = House(MemoryLog())
    shelf = Shelf(house)
    tables = [_ended(house) for _ in range(KEPT_PAST + 5)]
    assert [past.table for past in shelf.past()] == tables[: -KEPT_PAST - 1 : -1]


def test_a_log_that_is_not_finished_stays_closed_even_if_nobody_plays_it_here() -> None:
    """Whoever asks for a game of another process gets it only when it is over."""
    log = MemoryLog()
    house = House(log)
    table = house.open("splendor", Setup(seats=2))
    for name in ("one", "two"):
        house.sit(table, Sitting(name, bot="random"), None, lambda _: None)
    with pytest.raises(NotFound, match="not over"):
        finished_log(house, table.id)
    charter, entries = finished_log(House(log), table.id)
    for told in (archive, replay):
        with pytest.raises(NotFound, match="not over"):
            told(charter, entries)
