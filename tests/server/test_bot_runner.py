"""Bots at real tables: whole games, thought out elsewhere; they come back with the server and never hang it."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bottega.games import GAMES
from bottega.limits import FEWEST_THINK_SECONDS, THINK_SECONDS
from bottega.server import bot_runner
from bottega.server.bot_runner import BotRunner, Turns, courteously
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


def test_a_thought_lets_others_go_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """While a worker thinks it gives its core away again and again; the thought is as long, and nothing rings on."""
    before = signal.getsignal(signal.SIGALRM), signal.getitimer(signal.ITIMER_REAL)
    given_away: list[None] = []
    monkeypatch.setattr(os, "sched_yield", lambda: given_away.append(None))

    def think(answer: str) -> str:
        until = time.monotonic() + TIMEOUT
        while len(given_away) < 3:
            assert time.monotonic() < until
        return answer

    try:
        assert courteously(think, "take wbg") == "take wbg"
        assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    finally:
        signal.signal(signal.SIGALRM, before[0])
        signal.setitimer(signal.ITIMER_REAL, *before[1])


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
    assert seqs == list(range(2, len(seqs) + 2))  # (the first entry was there when she was shown the table)
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
    """Whom a process started, on whichever of its threads."""
    texts = [each.read_text() for each in Path(f"/proc/{pid}/task").glob("*/children")]
    return [int(child) for text in texts for child in text.split()]


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
            self.house.reception.sit(self.table, Sitting(name, bot="random"), None, lambda _: None)

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
        (worker,) = rig.runner.workers
        killed = worker.pids
        assert killed
        for pid in killed:
            os.kill(pid, signal.SIGKILL)
        seq = rig.table.position.seq
        await rig.until(lambda table: table.position.seq > seq + 8)
        assert not set(worker.pids) & set(killed)
        assert rig.runner.restarts
        assert set(kinds(rig.table)[3:]) == {"move"}

    _in_a_loop(play)


def test_whoever_kills_every_worker_takes_nobodys_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """However often they are killed while they think, a stand-in plays the bots' turns: not one is skipped."""

    async def play(rig: _Rig) -> None:
        ask = bot_runner.Worker.ask

        async def killed(self: bot_runner.Worker, *question: Any) -> Any:
            asked = asyncio.ensure_future(ask(self, *question))
            while not self.pids:
                await asyncio.sleep(0.001)
            for pid in self.pids:
                os.kill(pid, signal.SIGKILL)
            return await asked

        monkeypatch.setattr(bot_runner.Worker, "ask", killed)
        rig.start()
        await rig.until(lambda table: table.position.seq > 5)
        assert rig.runner.restarts >= bot_runner.ATTEMPTS
        assert set(kinds(rig.table)[3:]) == {"move"}

    _in_a_loop(play)


def test_somebody_else_plays_for_a_bot_that_cannot_choose() -> None:
    """Unknown to this version, or failing: a stand-in chooses, and nobody loses a turn."""

    async def play(rig: _Rig) -> None:
        for name in ("one", "two"):
            rig.house.reception.sit(rig.table, Sitting(name, bot="einstein"), None, lambda _: None)
        await rig.until(lambda table: table.position.seq > 5)
        assert set(kinds(rig.table)[3:]) == {"move"}

    _in_a_loop(play)


def test_somebody_else_plays_where_a_move_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot with a wrong idea of the rules loses no turn; if the stand-in errs too, the turn is passed over."""
    wrong: list[str] = []

    async def nonsense(self: BotRunner, table: Table, seat: int) -> str:
        return "take wwwb"

    def nonsense_too(self: BotRunner, table: Table, seat: int) -> str:
        wrong.append("take wwwb")
        return wrong[-1]

    monkeypatch.setattr(BotRunner, "_ask", nonsense)

    async def play(rig: _Rig) -> None:
        rig.start()
        await rig.until(lambda table: table.position.seq > 4)
        assert set(kinds(rig.table)[3:]) == {"move"}
        monkeypatch.setattr(BotRunner, "_stand_in", nonsense_too)
        await rig.until(lambda table: kinds(table)[-1] == "skip")

    _in_a_loop(play)
    assert wrong


def test_a_thought_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """After some attempts a stand-in plays the turn."""
    monkeypatch.setattr(bot_runner, "LOST_WORKER_SECONDS", 0.0)

    async def play(rig: _Rig) -> None:
        rig.start()
        await rig.until(lambda table: table.position.seq > 3)
        assert kinds(rig.table)[3] == "move"
        assert rig.runner.restarts >= bot_runner.ATTEMPTS

    _in_a_loop(play)


def test_the_more_wait_the_shorter_is_a_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    """With nobody waiting a bot may think its time; with 200 tables waiting a share of it, and never nothing."""
    given: list[float] = []

    async def play(rig: _Rig) -> None:
        gate = asyncio.Event()

        async def asked(self: bot_runner.Worker, *question: Any) -> str:
            given.append(question[-1])
            await gate.wait()
            return "take wbg"

        monkeypatch.setattr(bot_runner.Worker, "ask", asked)
        rig.start()
        for _ in range(200):
            alone = rig.house.open("splendor", Setup(seats=2, start=StartPolicy.FULL))
            rig.house.look_on(alone, rig.onlooker)
            for name in ("one", "two"):
                rig.house.reception.sit(alone, Sitting(name, bot="random"), None, lambda _: None)
        await rig.until(lambda table: bool(given))
        await asyncio.sleep(0.1)
        gate.set()
        await rig.until(lambda table: len(given) > 3)

    _in_a_loop(play)
    assert given[0] == THINK_SECONDS
    assert all(FEWEST_THINK_SECONDS <= seconds < THINK_SECONDS / 10 for seconds in given[1:3])


def test_bots_take_no_more_than_their_share(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a quarter of a core a worker rests three times as long as it thought; two cores are two workers."""
    rested: list[float] = []

    async def play(rig: _Rig) -> None:
        assert len(BotRunner(rig.house, 0.0, cpu=2.0).workers) == 2
        rig.runner = BotRunner(rig.house, 0.0, cpu=0.25)
        assert len(rig.runner.workers) == 1

        class Loop:
            """The loop, as far as the runner's pauses go."""

            def __init__(self) -> None:
                self.now = 0.0

            def time(self) -> float:
                self.now += 1.0
                return self.now

            def call_later(self, delay: float, call: Callable[..., None], *given: Any) -> None:
                rested.append(delay)
                asyncio.get_running_loop().call_soon(call, *given)

            def __getattr__(self, name: str) -> Any:
                return getattr(asyncio.get_running_loop(), name)

        monkeypatch.setattr(rig.runner, "_loop", Loop())
        rig.start()
        await rig.until(lambda table: bool(rested))

    _in_a_loop(play)
    assert rested[0] == 3.0


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
        rig.house.reception.sit(rig.table, Sitting("Anna", "key"), person, lambda _: None)
        rig.house.reception.sit(rig.table, Sitting("bot", bot="random"), None, lambda _: None)
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
            await self._turns.take(0 if table is rig.table else 1)
            await gate.wait()
            order.append(table.id)
            self._turns.give_back()

        monkeypatch.setattr(BotRunner, "_ask", asked)
        for _ in range(20):
            alone = rig.house.open("splendor", Setup(seats=2, start=StartPolicy.FULL))
            rig.house.look_on(alone, rig.onlooker)
            for name in ("one", "two"):
                rig.house.reception.sit(alone, Sitting(name, bot="random"), None, lambda _: None)
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
        take = rig.runner._turns.take

        async def noted(rank: int) -> None:
            ranks.append(rank)
            await take(rank)

        monkeypatch.setattr(rig.runner._turns, "take", noted)
        rig.start()
        await rig.until(lambda table: len(ranks) > 0)
        table = rig.table = rig.house.open("sagrada", Setup(seats=2, start=StartPolicy.FULL))
        rig.house.reception.sit(table, Sitting("Anna", "key"), rig.onlooker, lambda _: None)
        rig.house.reception.sit(table, Sitting("bot", bot="random"), None, lambda _: None)
        await rig.until(lambda table: 0 in ranks)
        assert 1 in ranks

    _in_a_loop(play)


def test_turns() -> None:
    """One at a time, by rank and then by who came first; whoever gives up is passed over, and holds up nobody."""

    async def run() -> None:
        turns, had = Turns(), list[str]()

        async def thinks(name: str, rank: int) -> None:
            await turns.take(rank)
            had.append(name)
            await asyncio.sleep(0)
            turns.give_back()

        async with asyncio.timeout(TIMEOUT):
            await turns.take(0)
            waiting = [
                asyncio.create_task(thinks(name, rank))
                for name, rank in (("late", 1), ("gone", 0), ("first", 0), ("second", 0), ("last", 1))
            ]
            await asyncio.sleep(0)
            assert turns.waiting == 5
            waiting[1].cancel()
            turns.give_back()
            waiting[2].cancel()  # at the very moment its turn has come
            await asyncio.gather(*waiting, return_exceptions=True)
            assert had == ["second", "late", "last"]
            await turns.take(1)

    asyncio.run(run())


def test_several_turns_at_once() -> None:
    """As many as there are places have their turn, and the next waits until one gives it back."""

    async def run() -> None:
        turns = Turns(2)
        async with asyncio.timeout(TIMEOUT):
            await turns.take(0)
            await turns.take(0)
            third = asyncio.create_task(turns.take(0))
            await asyncio.sleep(0)
            assert not third.done()
            turns.give_back()
            await third

    asyncio.run(run())


def test_a_bot_takes_over_a_seat_whose_player_is_gone() -> None:
    """Where the table says so; it plays until the player is back."""

    async def play(rig: _Rig) -> None:
        people = {name: _Person() for name in ("Anna", "Bob")}
        table = rig.table = rig.house.open("splendor", Setup(seats=2, start=StartPolicy.FULL, absent="random"))
        for name, person in people.items():
            rig.house.reception.sit(table, Sitting(name, "key"), person, lambda _: None)
        first = table.position.seats[0].name
        table.drop(people[first])
        await rig.until(lambda table: table.game.actors(table.position.state) == (1,))
        _, entries = rig.house.log.read(table.id)
        assert [entry.kind for entry in entries[3:]][:2] == ["bot", "move"]
        table.resume(first, people[first])
        assert table.position.seats[0].bot == ""

    _in_a_loop(play)


def test_whoever_is_in_a_hurry_does_not_wait_for_bots() -> None:
    """Bots wait as long as their table says; asked to hurry they act at once until somebody else is to act."""

    async def play(rig: _Rig) -> None:
        rig.table.bot_seconds = 3600.0
        rig.start()
        await rig.until(lambda table: table.id in rig.runner._waiting)
        seq = rig.table.position.seq
        rig.table.hurried = True
        rig.runner.hurry(rig.table.id)
        await rig.until(lambda table: table.position.seq > seq + 2)
        rig.table.hurried, rig.table.bot_seconds = False, 0.0
        rig.runner.hurry(rig.table.id)
        seq = rig.table.position.seq
        await rig.until(lambda table: table.position.seq > seq + 2)
        rig.runner.hurry("nowhere")

    _in_a_loop(play)


def test_a_hurry_is_over_when_a_person_is_to_act() -> None:
    """The next time the bots wait again."""

    async def play(rig: _Rig) -> None:
        person = _Person()
        rig.house.reception.sit(rig.table, Sitting("Anna", "key"), person, lambda _: None)
        rig.house.reception.sit(rig.table, Sitting("bot", bot="random"), None, lambda _: None)
        rig.table.hurried = True
        if not rig.table.position.seats[0].bot:
            rig.table.move(0, "take wbg")
        await rig.until(lambda table: not table.hurried)
        position = rig.table.position
        assert [position.seats[seat].name for seat in position.game.actors(position.state)] == ["Anna"]

    _in_a_loop(play)
