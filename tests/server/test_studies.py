"""Finished games are studied once, one after the other, and what was found is kept."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

import pytest

from bottega.bots import study
from bottega.limits import MAX_STUDIES, Shares
from bottega.server.api import Busy, NotFound
from bottega.server.moments import Moments
from bottega.server.studies import NOTE, Studies, at_once, decisions, read
from bottega.store.memory import MemoryLog
from bottega.table import beside
from bottega.table.beside import Wanted
from bottega.table.entries import Sitting
from bottega.table.house import House
from bottega.table.position import Setup
from bottega.wire.house.answers import Study
from tests.server.games import finished

T = TypeVar("T")

FEW = {"splendor": 24, "sagrada": 24, "renaissance": 24}


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody thinks long here."""
    for game, simulations in FEW.items():
        monkeypatch.setitem(study.SIMULATIONS, game, simulations)


@pytest.fixture
def house() -> House:
    """A house without a disk."""
    return House(MemoryLog())


def _studies(house: House, ponder: Any = at_once) -> Studies:
    return Studies(house.log, beside.at_once, Moments(house, beside.at_once), ponder, house.quotas)


async def _until_done(studies: Studies, table: str) -> Study:
    while (found := await studies.of(table)).state == "waiting":
        await asyncio.sleep(0)
    return found


async def _asks(studies: Studies, table: str) -> Study:
    await studies.begin(table)
    return await _until_done(studies, table)


@pytest.mark.parametrize("game", FEW)
def test_a_game_is_studied_and_kept(house: House, game: str) -> None:
    """Every move is judged, everybody's account adds up to how it ended, and a house opened later still knows it."""
    table = finished(house, game, 10)
    found = asyncio.run(_asks(_studies(house), table))
    assert found.state == "done"
    assert found.moves
    assert found.simulations == FEW[game]
    for seat, account in enumerate(found.accounts):
        stood = account.began + account.own + account.others + account.luck
        assert stood == pytest.approx(found.moves[-1].chances[seat], abs=0.01)
    assert set(found.turning_points) <= {move.seq for move in found.moves}
    assert asyncio.run(_studies(House(house.log)).of(table)) == found


def test_nobody_has_asked_yet(house: House) -> None:
    """What was never asked for is neither done nor under way."""
    assert asyncio.run(_studies(house).of(finished(house, "splendor", 4))) == Study("none")


def test_a_game_is_studied_once(house: House) -> None:
    """Whoever asks while it is under way, or afterwards, has nothing done again."""
    table, asked = finished(house, "splendor", 4), []

    async def ponder(work: Callable[..., Any], *question: Any) -> Any:
        asked.append(question)
        await asyncio.sleep(0)
        return work(*question)

    async def test() -> None:
        studies = _studies(house, ponder)
        first, second = await studies.begin(table), await studies.begin(table)
        assert (first.state, second.state) == ("waiting", "waiting")
        done = await _until_done(studies, table)
        assert (await studies.begin(table)) == done

    asyncio.run(test())
    assert len(asked) == len({question[6] for question in asked}) > 0


def test_two_who_ask_at_the_same_moment(house: House) -> None:
    """While the log is looked at for one, another may ask for the same game: it is studied once."""
    table = finished(house, "splendor", 4)
    begun: list[Study] = []

    def soon(
        work: Callable[[], T], then: Callable[[T | None], None], wanted: Wanted = beside.always, asker: str = ""
    ) -> bool:
        asyncio.get_running_loop().call_soon(lambda: then(work()))
        return True

    async def test() -> None:
        studies = Studies(house.log, soon, Moments(house, beside.at_once), at_once, house.quotas)
        both = (studies.begin(table, "192.0.2.1"), studies.begin(table, "192.0.2.2"))
        begun.extend(await asyncio.gather(*both))
        await _until_done(studies, table)

    asyncio.run(test())
    assert [each.state for each in begun] == ["waiting", "waiting"]
    assert house.quotas.hold("studies_per_address", "192.0.2.2")
    assert house.quotas.hold("studies_per_address", "192.0.2.2")


def test_progress_is_told(house: House) -> None:
    """How many decisions have been judged, of how many."""
    table, seen = finished(house, "splendor", 4), []

    async def test() -> None:
        async def ponder(work: Callable[..., Any], *question: Any) -> Any:
            seen.append(await studies.of(table))
            return work(*question)

        studies = _studies(house, ponder)
        await _asks(studies, table)

    asyncio.run(test())
    assert [each.done for each in seen] == list(range(len(seen)))
    assert {each.all for each in seen} == {len(seen)}


def test_a_study_that_fails_says_so_and_can_be_tried_again(house: House) -> None:
    """A worker that is lost, or a fault of ours, ends that study and no other."""
    table, other = finished(house, "splendor", 4), finished(house, "splendor", 4)
    broken = True

    async def ponder(work: Callable[..., Any], *question: Any) -> Any:
        if broken:
            raise RuntimeError("lost")
        return work(*question)

    async def test() -> None:
        nonlocal broken
        studies = _studies(house, ponder)
        assert (await _asks(studies, table)).state == "failed"
        broken = False
        assert (await _asks(studies, other)).state == "done"
        assert (await _asks(studies, table)).state == "done"

    asyncio.run(test())


def test_only_so_many_wait(house: House) -> None:
    """Who comes when enough is asked for is asked to come again; closing ends what is under way."""
    tables = [finished(house, "splendor", 2) for _ in range(MAX_STUDIES + 1)]

    async def test() -> None:
        never = asyncio.get_running_loop().create_future()
        studies = _studies(house, lambda *_: never)
        for table in tables[:-1]:
            await studies.begin(table)
        with pytest.raises(Busy) as wrong:
            await studies.begin(tables[-1])
        assert wrong.value.refusal.code == "house.studies-wait"
        studies.close()
        await asyncio.sleep(0.01)
        assert (await studies.of(tables[0])).state == "none"

    asyncio.run(test())


def test_one_address_leaves_room_for_others(house: House) -> None:
    """Who has asked for some that are not done is asked to wait for them, while others are served; then they may ask
    again. This machine, from where all the world may come, is not counted.
    """
    most = Shares().studies_per_address
    tables = [finished(house, "splendor", 2) for _ in range(most + 2)]

    async def test() -> None:
        lasting = asyncio.Event()

        async def ponder(work: Callable[..., Any], *question: Any) -> Any:
            await lasting.wait()
            return work(*question)

        studies = _studies(house, ponder)
        for table in tables[:most]:
            await studies.begin(table, "192.0.2.1")
        assert (await studies.begin(tables[0], "192.0.2.1")).state == "waiting"
        with pytest.raises(Busy) as wrong:
            await studies.begin(tables[most], "192.0.2.1")
        assert wrong.value.refusal.code == "house.studies-enough"
        await studies.begin(tables[most], "192.0.2.2")
        await studies.begin(tables[most + 1], "127.0.0.1")
        lasting.set()
        for table in tables:
            assert (await _until_done(studies, table)).state == "done"
        assert house.quotas.hold("studies_per_address", "192.0.2.1")

    asyncio.run(test())
    assert house.limits_hit == {"studies_per_address": 1}


def test_a_game_that_is_played_is_not_studied(house: House) -> None:
    """Nobody is told what to do while it matters."""
    table = house.open("splendor", Setup(seats=2))
    for name in ("one", "two"):
        house.reception.sit(table, Sitting(name), None, lambda _: None)
    with pytest.raises(NotFound):
        asyncio.run(_studies(house).begin(table.id))


def test_what_was_taken_back_is_not_judged(house: House) -> None:
    """A move that was undone is no decision of the game."""
    table = house.open("splendor", Setup(seats=2))
    for name in ("one", "two"):
        house.reception.sit(table, Sitting(name), None, lambda _: None)
    seat = table.game.actors(table.position.state)[0]
    name = table.position.seats[seat].name
    table.move(seat, "take wbg", lambda _: None)
    table.undo(name, lambda _: None)
    table.move(seat, "take wbr", lambda _: None)
    table.quit(name)
    events = asyncio.run(Moments(house, beside.at_once).history(table.id))
    assert [str(step.action) for _, step in decisions(events)] == ["take wbr"]


def test_a_note_of_another_budget_is_none(house: House) -> None:
    """What was found with less thought, or cannot be read, is looked for again."""
    table = finished(house, "splendor", 4)
    found = asyncio.run(_asks(_studies(house), table))
    note = house.log.note(NOTE, table)
    assert note is not None
    assert read(note, FEW["splendor"]) == found
    assert read(note, 1) is None
    assert read("nonsense", 1) is None
