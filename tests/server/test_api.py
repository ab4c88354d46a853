"""The shelf of finished tables, and what of a log is given away."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Callable

import msgspec
import pytest

from bottega.limits import KEPT_PAST
from bottega.server.api import Answers, Busy, Listing, NotFound, Shelf, archive, replay
from bottega.server.recorder import Recorder
from bottega.store.log import Charter, Row
from bottega.store.memory import MemoryLog
from bottega.table.beside import at_once
from bottega.table.entries import EndReason, Sitting
from bottega.table.house import House
from bottega.table.position import Setup
from bottega.wire.house.answers import TableList
from bottega.wire.house.room import Room
from tests.server.harness import TIMEOUT
from tests.table.test_beside import Later


def _ended(house: House, listed: bool = True, started: bool = True) -> str:
    """A table of two bots that has come to an end."""
    table = house.open("splendor", Setup(seats=2, listed=listed))
    for name in ("one", "two") if started else ("one",):
        house.reception.sit(table, Sitting(name, bot="random"), None, lambda _: None)
    table.end(EndReason.ABANDONED)
    return table.id


def test_games_that_ended_before_and_since() -> None:
    """What the log had at the start and what ends later are one list, newest first, nothing twice."""
    log = MemoryLog()
    before = _ended(House(log))
    house = House(log)
    recorder = Recorder(house)
    assert recorder.behind.wait(TIMEOUT)
    recorder.close()
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
    recorder = Recorder(house)
    assert recorder.behind.wait(TIMEOUT)
    recorder.close()
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


@pytest.mark.parametrize("tell", [archive, replay])
def test_a_log_that_is_not_finished_stays_closed_even_if_nobody_plays_it_here(
    tell: Callable[[Charter, list[Row]], bytes],
) -> None:
    """Whoever asks for a game of another process gets it only when it is over."""
    log = MemoryLog()
    house = House(log)
    table = house.open("splendor", Setup(seats=2))
    for name in ("one", "two"):
        house.reception.sit(table, Sitting(name, bot="random"), None, lambda _: None)
    for where in (house, House(log)):
        with pytest.raises(NotFound, match="not over"):
            asyncio.run(Answers(where, tell, at_once).of(table.id))
    table.end(EndReason.ABANDONED)
    assert asyncio.run(Answers(house, tell, at_once).of(table.id))


def test_what_is_told_of_a_game_is_made_once() -> None:
    """However many ask for a replay, now or later, it is made once and beside the event loop."""

    async def test() -> None:
        house, made, run = House(MemoryLog()), [], Later()

        def tell(charter: Charter, rows: list[Row]) -> bytes:
            made.append(charter.id)
            return replay(charter, rows)

        table = _ended(house)
        answers = Answers(house, tell, run)
        asking = [asyncio.create_task(answers.of(table, f"192.0.2.{number}")) for number in range(6)]
        await asyncio.sleep(0)
        assert run.askers == ["192.0.2.0"]
        assert made == []
        run.finish()
        first, *others = [await each for each in asking]
        assert all(other is first for other in [*others, await answers.of(table)])
        assert made == [table]
        assert gzip.decompress(first) == replay(*house.log.read(table))

    asyncio.run(test())


def test_too_many_games_are_asked_for() -> None:
    """When too much is being read already, whoever asks for more is told to try again, by a code of its own."""
    house = House(MemoryLog())
    answers = Answers(house, replay, Later(room=0))
    with pytest.raises(Busy, match="try again"):
        asyncio.run(answers.of(_ended(house)))


def test_the_list_is_written_once() -> None:
    """All who ask before something changes get the same bytes; a change is in the next answer."""

    async def test() -> None:
        house, run = House(MemoryLog()), Later()
        listing = Listing(Room(house, lambda *_: None), run)  # type: ignore[arg-type]  # nothing is due
        asking = [asyncio.create_task(listing.text()) for _ in range(3)]
        await asyncio.sleep(0)
        assert len(run.waiting) == 1
        run.finish()
        first, *others = [await each for each in asking]
        assert all(other is first for other in [*others, await listing.text()])
        table = house.open("splendor", Setup(seats=2))
        house.reception.sit(table, Sitting("one", bot="random"), None, lambda _: None)
        second = await listing.text()
        assert table.id in second.decode()
        assert await listing.text() is second
        house.reception.sit(table, Sitting("two", bot="random"), None, lambda _: None)
        table.end(EndReason.ABANDONED)
        assert msgspec.json.decode(await listing.text(), type=TableList).finished[0].table == table.id

    asyncio.run(test())
