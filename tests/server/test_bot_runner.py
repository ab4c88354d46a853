"""Bots at real tables: whole games, thought out elsewhere; they come back with the server and never hang it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from bottega.games import GAMES
from bottega.server import bot_runner
from bottega.server.bot_runner import BotRunner, Turns
from bottega.store.memory import MemoryLog
from bottega.table.entries import Sitting
from bottega.table.events import Event, Notice
from bottega.table.house import House
from bottega.table.position import Setup, StartPolicy
from bottega.table.table import Table
from tests.server.harness import TIMEOUT, HouseProcess, running_house
from tests.server.house_client import Browser
from tests.table.rigs import kinds


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    """One server for the tests that do not harm it."""
    with running_house(tmp_path_factory.mktemp("bots"), "splendor-json", options=("--bot-seconds", "0")) as house:
        yield house


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_against_a_bot(house: HouseProcess, game: str) -> None:
    """Open, add a bot, start, play to the end: the evening of one person."""
    anna = Browser(house, f"Anna-{game}")
    table = anna.does("open", game=game)["table"]
    anna.does("add_bot", table=table, bot="greedy")
    anna.does("start", table=table)
    end = anna.plays(table)
    assert end["result"]["reason"] == "played"
    anna.close()


@pytest.mark.slow
def test_bots_among_themselves(house: HouseProcess) -> None:
    """A table of bots plays by itself; whoever watches sees all of it in order."""
    eve = Browser(house, "Eve")
    table = eve.does("open", game="splendor", sit=False)["table"]
    for bot in ("random", "greedy"):
        eve.does("add_bot", table=table, bot=bot)
    eve.does("start", table=table)
    seqs = []
    while True:
        step = eve.next("step")
        seqs.append(step["seq"])
        if step["result"]:
            break
    assert seqs == list(range(1, len(seqs) + 1))
    eve.close()


@pytest.mark.slow
def test_bots_come_back_with_the_server(tmp_path: Path) -> None:
    """Killed in mid-game, the server and its bots go on when somebody is back; no worker is left over."""
    with running_house(tmp_path, "splendor-json", options=("--bot-seconds", "0")) as house:
        anna = Browser(house, "Anna")
        table = anna.does("open", game="sagrada")["table"]
        anna.does("add_bot", table=table, bot="greedy")
        anna.does("start", table=table)
        seen = anna.plays(table, until=8)["seq"]
        workers = _children(house.pid)
        assert workers
        house.kill()
        house.start()
        back = Browser(house, "Anna", anna.token)
        assert back.does("watch", table=table)["seq"] >= seen
        assert back.plays(table)["result"]["reason"] == "played"
        assert not any(Path(f"/proc/{worker}").exists() and _running(worker) for worker in workers)


def _children(pid: int) -> list[int]:
    text = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    return [int(child) for child in text.split()]


def _running(pid: int) -> bool:
    try:
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False


# -- with faults, on a house in this process ---------------------------------------------------------------------------


class _Person:
    """A viewer who keeps a seat and says nothing."""

    def told(self, event: Event) -> None:
        """Look on."""

    def noticed(self, notice: Notice) -> None:
        """Look on."""


class _Rig:
    """A house with a runner, and a table for two bots that somebody looks at."""

    def __init__(self) -> None:
        self.house = House(MemoryLog())
        self.runner = BotRunner(self.house, 0.0)
        self.table = self.house.open("splendor", Setup(seats=2, start=StartPolicy.FULL))
        self.onlooker = _Person()
        self.house.look_on(self.table, self.onlooker)

    def start(self) -> None:
        """Both sit down."""
        for name in ("one", "two"):
            self.house.sit(self.table, Sitting(name, bot="random"), None, lambda _: None)

    async def until(self, done: Callable[[Table], bool]) -> None:
        """Wait for the table."""
        async with asyncio.timeout(TIMEOUT):
            while not done(self.table):
                await asyncio.sleep(0.005)


def _in_a_loop(play: Callable[[_Rig], Awaitable[None]]) -> None:
    async def run() -> None:
        rig = _Rig()
        try:
            await play(rig)
        finally:
            await rig.runner.stop()

    asyncio.run(run())


def test_a_worker_that_dies_is_replaced() -> None:
    """Killed while the bots play, the worker is started anew and the game goes on."""

    async def play(rig: _Rig) -> None:
        rig.start()
        await rig.until(lambda table: table.position.seq > 8)
        worker = rig.runner._worker
        assert worker is not None
        for process in list(worker._processes.values()):
            process.kill()
        seq = rig.table.position.seq
        await rig.until(lambda table: table.position.seq > seq + 8)
        assert rig.runner._worker is not worker

    _in_a_loop(play)


def test_a_bot_that_cannot_choose_is_passed_over() -> None:
    """Unknown to this version, or failing: the table plays the least harmful turn, and the game does not hang."""

    async def play(rig: _Rig) -> None:
        for name in ("one", "two"):
            rig.house.sit(rig.table, Sitting(name, bot="einstein"), None, lambda _: None)
        await rig.until(lambda table: table.position.seq > 5)
        _, entries = rig.house.log.read(rig.table.id)
        assert {entry.kind for entry in entries[3:]} == {"skip"}

    _in_a_loop(play)


def test_a_move_that_is_refused_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot with a wrong idea of the rules does not hang the game either."""

    async def nonsense(self: BotRunner, table: Table, seat: int) -> str:
        return "take wwwb"

    monkeypatch.setattr(BotRunner, "_ask", nonsense)

    async def play(rig: _Rig) -> None:
        rig.start()
        await rig.until(lambda table: table.position.seq > 4)

    _in_a_loop(play)


def test_a_thought_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """After some attempts the turn is skipped."""
    monkeypatch.setattr(bot_runner, "THINK_SECONDS", 0.0)

    async def play(rig: _Rig) -> None:
        rig.start()
        await rig.until(lambda table: table.position.seq > 3)
        _, entries = rig.house.log.read(rig.table.id)
        assert entries[3].kind == "skip"

    _in_a_loop(play)


def test_an_answer_for_a_position_that_has_passed_is_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody else acted while the bot was thinking: its answer is not played."""

    async def play(rig: _Rig) -> None:
        asked = []

        async def slow(self: BotRunner, table: Table, seat: int) -> str:
            asked.append(seat)
            if len(asked) == 1:
                table.skip(seat)
            return "take wbg"

        monkeypatch.setattr(BotRunner, "_ask", slow)
        rig.start()
        await rig.until(lambda table: table.position.seq >= 5)
        _, entries = rig.house.log.read(rig.table.id)
        assert [(entry.kind, entry.seat) for entry in entries[3:5]] == [("skip", 0), ("move", 1)]

    _in_a_loop(play)


def test_bots_wait_for_people() -> None:
    """While none of the people at a table is there, its bots do nothing; they go on when somebody is back."""

    async def play(rig: _Rig) -> None:
        person = _Person()
        rig.house.sit(rig.table, Sitting("Anna", "key"), person, lambda _: None)
        rig.house.sit(rig.table, Sitting("bot", bot="random"), None, lambda _: None)
        if not rig.table.position.seats[0].bot:
            rig.table.move(0, "take wbg")
        rig.table.drop(person, grace=1000)
        seq = rig.table.position.seq
        await asyncio.sleep(0.3)
        assert rig.table.position.seq == seq
        rig.table.resume("Anna", person)
        await rig.until(lambda table: table.position.seq > seq)

    _in_a_loop(play)


@pytest.mark.slow
def test_bots_alone_rest_while_nobody_looks_on() -> None:
    """A table where only bots sit is not played for nobody; they go on when somebody looks, and rest again after."""

    async def play(rig: _Rig) -> None:
        rig.table.unwatch(rig.onlooker)
        rig.start()
        await asyncio.sleep(0.3)
        assert kinds(rig.table) == ["sit", "sit", "start"]
        rig.house.look_on(rig.table, rig.onlooker)
        await rig.until(lambda table: table.position.seq > 5)
        rig.table.unwatch(rig.onlooker)
        seq = rig.table.position.seq
        await asyncio.sleep(0.3)
        assert rig.table.position.seq == seq

    _in_a_loop(play)


def test_bots_who_play_with_somebody_think_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many tables of bots alone wait for their turn, a person's bot is next."""

    async def play(rig: _Rig) -> None:
        order: list[str] = []
        gate = asyncio.Event()

        async def asked(self: BotRunner, table: Table, seat: int) -> None:
            async with self._turns.of(0 if table is rig.table else 1):
                await gate.wait()
                order.append(table.id)

        monkeypatch.setattr(BotRunner, "_ask", asked)
        for _ in range(20):
            alone = rig.house.open("splendor", Setup(seats=2, start=StartPolicy.FULL))
            rig.house.look_on(alone, rig.onlooker)
            for name in ("one", "two"):
                rig.house.sit(alone, Sitting(name, bot="random"), None, lambda _: None)
        await asyncio.sleep(0.1)
        rig.start()
        await asyncio.sleep(0.1)
        gate.set()
        await rig.until(lambda table: len(order) > 3)
        assert order.index(rig.table.id) == 1

    _in_a_loop(play)


def test_the_rank_of_a_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is that of the table: with people who are there, or without."""
    ranks: list[int] = []

    async def play(rig: _Rig) -> None:
        turns = rig.runner._turns.of

        def noted(rank: int) -> AbstractAsyncContextManager[None]:
            ranks.append(rank)
            return turns(rank)

        monkeypatch.setattr(rig.runner._turns, "of", noted)
        rig.start()
        await rig.until(lambda table: len(ranks) > 0)
        table = rig.table = rig.house.open("sagrada", Setup(seats=2, start=StartPolicy.FULL))
        rig.house.sit(table, Sitting("Anna", "key"), rig.onlooker, lambda _: None)
        rig.house.sit(table, Sitting("bot", bot="random"), None, lambda _: None)
        await rig.until(lambda table: 0 in ranks)
        assert 1 in ranks

    _in_a_loop(play)


def test_turns() -> None:
    """One at a time, by rank and then by who came first; whoever gives up is passed over, and holds up nobody."""

    async def run() -> None:
        turns, had = Turns(), list[str]()

        async def thinks(name: str, rank: int) -> None:
            async with turns.of(rank):
                had.append(name)
                await asyncio.sleep(0)

        async with asyncio.timeout(TIMEOUT):
            async with turns.of(0):
                waiting = [
                    asyncio.create_task(thinks(name, rank))
                    for name, rank in (("late", 1), ("gone", 0), ("first", 0), ("second", 0), ("last", 1))
                ]
                await asyncio.sleep(0)
                waiting[1].cancel()
            waiting[2].cancel()  # at the very moment its turn has come
            await asyncio.gather(*waiting, return_exceptions=True)
        assert had == ["second", "late", "last"]
        async with asyncio.timeout(TIMEOUT), turns.of(1):
            pass

    asyncio.run(run())


def test_a_bot_takes_over_a_seat_whose_player_is_gone() -> None:
    """Where the table says so; it plays until the player is back."""

    async def play(rig: _Rig) -> None:
        people = {name: _Person() for name in ("Anna", "Bob")}
        table = rig.table = rig.house.open("splendor", Setup(seats=2, start=StartPolicy.FULL, absent="random"))
        for name, person in people.items():
            rig.house.sit(table, Sitting(name, "key"), person, lambda _: None)
        first = table.position.seats[0].name
        table.drop(people[first])
        await rig.until(lambda table: table.game.actors(table.position.state) == (1,))
        _, entries = rig.house.log.read(table.id)
        assert [entry.kind for entry in entries[3:]][:2] == ["bot", "move"]
        table.resume(first, people[first])
        assert table.position.seats[0].bot == ""

    _in_a_loop(play)
