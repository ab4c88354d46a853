"""The bots at the tables: a viewer of every table with a bot, and worker processes that do the thinking.

How it works. Whenever something happens at a table, or somebody comes back to it, the runner looks whether a seat
that a bot plays may act. If so it waits a moment, so that people can follow, and asks a worker, which answers one
question at a time: ``choose`` runs in processes of their own, of low priority, so that no thought ever holds up the
server. The answer is played like anybody's move. ``cpu`` says how much the bots may take together, in cores: there
are as many workers, and a share of a core is kept by resting after each thought. The more tables wait, the shorter a
thought may be.

What must stay true:

1. At most one thought is under way for a table. An answer for a position that has passed is thrown away.
2. While nobody is there to see it, a table rests: its bots do not play on alone. Where people have seats one of them
   must be there, where only bots sit somebody must be looking on.
3. A worker has one thought at a time. Bots who play with somebody come before those who are only looked at, and both
   before what is asked about finished games (``ponder``).
4. A bot that fails never holds up a game, and nobody loses a turn by it: if its worker dies or takes too long the
   worker is started anew, and after ATTEMPTS a stand-in that needs no worker chooses at once. Only if that move is
   refused too does the table play the least harmful turn, as for somebody who is gone.
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import itertools
import os
import secrets
import signal
import threading
from collections.abc import AsyncIterator, Callable
from concurrent.futures import BrokenExecutor
from math import ceil
from typing import TYPE_CHECKING, Any, TypeVar

import structlog

from bottega.bots import choose
from bottega.games import rules
from bottega.games.refusal import Refusal
from bottega.limits import FEWEST_THINK_SECONDS, LEASE_SECONDS, LOST_WORKER_SECONDS, THINK_SECONDS
from bottega.table.events import Event, Notice
from bottega.table.house import House
from bottega.table.table import Accepted, Table

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

log = structlog.get_logger("bottega.bots")

T = TypeVar("T")

ATTEMPTS = 2
STAND_IN = "greedy"
"""Who chooses where nobody else does: it takes a millisecond, so it needs no worker."""
LOWEST_PRIORITY = 19
YIELD_SECONDS = 0.001
"""How often a thought lets others go first: so seldom that it costs the thought nothing."""


def think(bot: str, game: str, version: int, state: object, seat: int, seed: bytes, seconds: float) -> str:
    """What a worker does: the bot's action, in notation."""
    return str(choose(bot, rules(game, version), state, seat, seed, seconds=seconds))


def courteously(work: Callable[..., T], *question: Any) -> T:
    """Do it, and let whoever waits for this core go first, again and again.

    The lowest priority alone does not see to that: whoever wakes up beside a thought may have to wait until its slice
    of milliseconds is over.
    """
    if not (hasattr(signal, "setitimer") and hasattr(os, "sched_yield")):
        return work(*question)
    signal.signal(signal.SIGALRM, lambda *_: os.sched_yield())
    signal.setitimer(signal.ITIMER_REAL, YIELD_SECONDS, YIELD_SECONDS)
    try:
        return work(*question)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _at_work() -> None:
    """How a worker begins: after everybody else, leaving interrupts to the server, and only as long as the server."""
    if hasattr(os, "nice"):
        os.nice(LOWEST_PRIORITY)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_the_server, daemon=True).start()


def _leave_with_the_server() -> None:
    from multiprocessing import parent_process

    server = parent_process()
    if server is not None:
        server.join()
    os._exit(0)


class Lost(Exception):
    """Nobody answered: the worker was lost, and so was the next."""


class Turns:
    """Whose turn it is to think: so many at a time, the lowest rank first, then whoever has waited longest."""

    def __init__(self, places: int = 1) -> None:
        self._free = places
        self._order = itertools.count()
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []

    @property
    def waiting(self) -> int:
        """How many wait."""
        return len(self._waiting)

    async def take(self, rank: int) -> None:
        """Wait for the turn; whoever has had it gives it back."""
        if self._free:
            self._free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (rank, next(self._order), turn))
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # it came at the very moment
                self.give_back()
            raise

    def give_back(self) -> None:
        """Let the next have the turn."""
        while self._waiting:
            *_, turn = heapq.heappop(self._waiting)
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1


def _new_process() -> ProcessPoolExecutor:
    """A process to think in, begun on the calling thread: that takes milliseconds, in which nobody could move."""
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    process = ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"), initializer=_at_work)
    process.submit(int)  # whoever asks first has it started
    return process


class Worker:
    """A process that thinks; started when it is first asked, and anew when it was lost."""

    def __init__(self) -> None:
        self._process: ProcessPoolExecutor | None = None

    async def ask(self, work: Callable[..., T], *question: Any) -> T:
        """What comes of the work, or what became of the process: BrokenExecutor, or TimeoutError."""
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(LOST_WORKER_SECONDS):
            if self._process is None:
                starting = loop.run_in_executor(None, _new_process)
                try:
                    self._process = await asyncio.shield(starting)
                except asyncio.CancelledError:
                    starting.add_done_callback(lambda started: started.result().shutdown(wait=False))
                    raise
            return await loop.run_in_executor(self._process, courteously, work, *question)

    @property
    def pids(self) -> list[int]:
        """Its process, if there is one."""
        return [] if self._process is None else list(self._process._processes or {})

    def dismiss(self) -> None:
        """End the process, whatever it does."""
        process, self._process = self._process, None
        if process is not None:
            running = list((process._processes or {}).values())
            process.shutdown(wait=False, cancel_futures=True)
            for each in running:
                each.kill()


class BotRunner:
    """Plays the bots' seats."""

    def __init__(self, house: House, pause: float, cpu: float = 1.0) -> None:
        self._house = house
        self._pause = pause
        self._loop = asyncio.get_running_loop()
        self._thoughts: dict[str, asyncio.Task[None]] = {}
        self.workers = [Worker() for _ in range(max(1, ceil(cpu)))]
        self._idle = list(self.workers)
        self._rest = len(self.workers) / cpu - 1
        """How long a worker rests after a thought, in proportion."""
        self._turns = Turns(len(self.workers))
        self._waiting: dict[str, asyncio.Event] = {}
        """Tables at which a bot waits before it thinks, and how to wake it."""
        self.restarts = 0
        """How often a worker had to be started anew."""
        house.bots = self

    @property
    def thinking(self) -> int:
        """At how many tables a bot has to act, or thinks about it."""
        return len(self._thoughts)

    def start(self) -> None:
        """Look after the tables that came back with the log."""
        for table in list(self._house.tables.values()):
            if any(seat.bot for seat in table.position.seats):
                table.watch(self)
                self._look(table)

    async def stop(self) -> None:
        """Think no more."""
        self._house.bots = None
        for thought in list(self._thoughts.values()):
            thought.cancel()
        for worker in self.workers:
            worker.dismiss()

    # -- what the tables tell ---------------------------------------------------------------------------------------

    def told(self, event: Event) -> None:
        """Something happened: perhaps it is a bot's turn."""
        self.look_at(event.table)

    def noticed(self, notice: Notice) -> None:
        """Somebody came back or left: perhaps the bots go on."""
        self.look_at(notice.table)

    def look_at(self, table: str) -> None:
        """See whether a bot has to play at a table, given by its id."""
        there = self._house.tables.get(table)
        if there is not None:
            self._look(there)

    def hurry(self, table: str) -> None:
        """Whoever waits at a table, given by its id, looks anew how long."""
        if (waiting := self._waiting.get(table)) is not None:
            waiting.set()

    def _look(self, table: Table) -> None:
        if table.id in self._thoughts:
            return
        if self._due(table) is None:
            table.hurried = False
        else:
            task = self._loop.create_task(self._play(table))
            self._thoughts[table.id] = task
            task.add_done_callback(lambda _: self._thought(table))

    def _thought(self, table: Table) -> None:
        del self._thoughts[table.id]
        if self._house.bots is self:
            self._look(table)

    def _due(self, table: Table) -> int | None:
        """The first seat that a bot has to play now."""
        if table.shared and table.unattended() and table.position.turn is None:
            return None  # those think who are there
        return table.bot_due(self._house, self)

    # -- thinking ---------------------------------------------------------------------------------------------------

    async def _play(self, table: Table) -> None:
        """One action of one bot."""
        await self._wait(table)
        seat = self._due(table)
        if seat is None or not await self._may_think(table):
            return
        position = table.position
        notation = await self._ask(table, seat)
        if table.position.seq != position.seq or not table.settled or self._due(table) != seat:
            return
        if notation is None or not await self._move(table, seat, notation):
            notation = self._stand_in(table, seat)
            if notation is None or not await self._move(table, seat, notation):
                table.skip(seat)
                await asyncio.sleep(0)

    async def _wait(self, table: Table) -> None:
        """Give people the moment they need to follow, unless one of them is in a hurry."""
        began, hurried = self._loop.time(), asyncio.Event()
        await asyncio.sleep(0)
        self._waiting[table.id] = hurried
        try:
            while not table.hurried:
                pause = self._pause if table.bot_seconds is None else table.bot_seconds
                if (left := began + pause - self._loop.time()) <= 0:
                    return
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(left):
                        await hurried.wait()
                hurried.clear()
        finally:
            del self._waiting[table.id]

    async def _may_think(self, table: Table) -> bool:
        """Whether no other node thinks for the bots of a table; if one does, it is looked at again later."""
        others = self._house.neighbours
        if others is None:
            return True
        answered: asyncio.Future[bool] = self._loop.create_future()

        def answer(granted: bool) -> None:
            if not answered.done():
                answered.set_result(granted)

        others.lease(f"bots {table.id}", LEASE_SECONDS, answer)
        if await answered:
            return True
        await asyncio.sleep(LEASE_SECONDS / 5)
        return False

    async def _move(self, table: Table, seat: int, notation: str) -> bool:
        answered: asyncio.Future[Accepted | Refusal] = self._loop.create_future()

        def answer(outcome: Accepted | Refusal) -> None:
            if not answered.done():
                answered.set_result(outcome)

        seq = table.position.seq
        table.move(seat, notation, answer)
        outcome = await answered
        if isinstance(outcome, Refusal):
            log.error("a bot's move was refused", table=table.id, action=notation, reason=str(outcome))
            return outcome.code in ("table.store", "table.unsure") or table.position.seq != seq
        return True

    async def _ask(self, table: Table, seat: int) -> str | None:
        """The bot's action in notation, None if it cannot be had."""
        bot, game, state = table.position.seats[seat].bot, table.game, table.position.state
        for _ in range(ATTEMPTS):
            async with self._worker(0 if table.with_people() else 1) as worker:
                seconds = max(FEWEST_THINK_SECONDS, THINK_SECONDS / (1 + self._turns.waiting))
                seed = secrets.token_bytes(16)
                try:
                    return await worker.ask(think, bot, game.NAME, game.VERSION, state, seat, seed, seconds)
                except (BrokenExecutor, TimeoutError) as fault:
                    log.error("the bots' worker is started anew", table=table.id, fault=repr(fault))
                    self._give_up(worker)
                except Exception as fault:
                    log.error("a bot failed", table=table.id, bot=bot, fault=repr(fault))
                    return None
        return None

    async def ponder(self, work: Callable[..., T], *question: Any) -> T:
        """What comes of work that nobody at a table waits for: after all bots have had their turn, within their share.

        Lost if its worker is, more than once; what the work itself raises is raised here.
        """
        for _ in range(ATTEMPTS):
            async with self._worker(2) as worker:
                try:
                    return await worker.ask(work, *question)
                except (BrokenExecutor, TimeoutError) as fault:
                    log.error("the bots' worker is started anew", table="", fault=repr(fault))
                    self._give_up(worker)
        raise Lost

    @contextlib.asynccontextmanager
    async def _worker(self, rank: int) -> AsyncIterator[Worker]:
        """A worker for one question; it rests afterwards."""
        await self._turns.take(rank)
        worker = self._idle.pop()
        began = self._loop.time()
        try:
            yield worker
        except asyncio.CancelledError:
            worker.dismiss()  # it would think on
            raise
        finally:
            self._loop.call_later(self._rest * (self._loop.time() - began), self._rested, worker)

    def _give_up(self, worker: Worker) -> None:
        self.restarts += 1
        worker.dismiss()

    def _rested(self, worker: Worker) -> None:
        self._idle.append(worker)
        self._turns.give_back()

    def _stand_in(self, table: Table, seat: int) -> str | None:
        """What somebody else would do in the bot's place, here and now."""
        try:
            return str(choose(STAND_IN, table.game, table.position.state, seat, secrets.token_bytes(16)))
        except Exception as fault:
            log.error("a bot failed", table=table.id, bot=STAND_IN, fault=repr(fault))
            return None
