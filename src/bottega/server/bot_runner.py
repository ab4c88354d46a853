"""The bots at the tables: a viewer of every table with a bot, and a worker process that does the thinking.

How it works. Whenever something happens at a table, or somebody comes back to it, the runner looks whether a seat that
a bot plays may act. If so it waits a moment, so that people can follow, and asks the worker, one question at a time:
``choose`` runs in a process of its own, so that no thought ever holds up the server. The answer is played like
anybody's move.

What must stay true:

1. At most one thought is under way for a table. An answer for a position that has passed is thrown away.
2. While nobody is there to see it, a table rests: its bots do not play on alone. Where people have seats one of them
   must be there, where only bots sit somebody must be looking on.
3. One thought is under way at a time, and bots who play with somebody come before those who are only looked at.
4. A bot that fails never holds up a game: if the worker dies or takes too long it is started anew, and if that does not
   help, or the move is refused, the table plays the least harmful turn, as for somebody who is gone.
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import itertools
import multiprocessing
import os
import secrets
import signal
import threading
from collections.abc import AsyncIterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

import structlog

from bottega.bots import choose
from bottega.games import GAMES
from bottega.games.refusal import Refusal
from bottega.table.events import Event, Notice
from bottega.table.house import House
from bottega.table.table import Accepted, Table

log = structlog.get_logger("bottega.bots")

THINK_SECONDS = 10.0
"""How long it may think."""
ATTEMPTS = 3


def think(bot: str, game: str, state: object, seat: int, seed: bytes) -> str:
    """What the worker does: the bot's action, in notation."""
    rules = GAMES[game]
    return str(choose(bot, rules, state, seat, seed))


def _at_work() -> None:
    """How the worker begins: it leaves interrupts to the server, and ends when the server does, however that is."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_the_server, daemon=True).start()


def _leave_with_the_server() -> None:
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
    os._exit(0)


class Turns:
    """Whose turn it is to think: one at a time, the lowest rank first, then whoever has waited longest."""

    def __init__(self) -> None:
        self._taken = False
        self._order = itertools.count()
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []

    @contextlib.asynccontextmanager
    async def of(self, rank: int) -> AsyncIterator[None]:
        """Wait for the turn, and have it."""
        if self._taken:
            turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            heapq.heappush(self._waiting, (rank, next(self._order), turn))
            try:
                await turn
            except asyncio.CancelledError:
                if turn.done() and not turn.cancelled():  # it came at the very moment
                    self._pass_on()
                raise
        self._taken = True
        try:
            yield
        finally:
            self._pass_on()

    def _pass_on(self) -> None:
        while self._waiting:
            *_, turn = heapq.heappop(self._waiting)
            if not turn.done():
                turn.set_result(None)
                return
        self._taken = False


class BotRunner:
    """Plays the bots' seats."""

    def __init__(self, house: House, pause: float) -> None:
        self._house = house
        self._pause = pause
        self._loop = asyncio.get_running_loop()
        self._thoughts: dict[str, asyncio.Task[None]] = {}
        self._worker: ProcessPoolExecutor | None = None
        self._turns = Turns()
        self.restarts = 0
        """How often the worker had to be started anew."""
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
        self._dismiss()

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

    def _look(self, table: Table) -> None:
        if table.id not in self._thoughts and self._due(table) is not None:
            task = self._loop.create_task(self._play(table))
            self._thoughts[table.id] = task
            task.add_done_callback(lambda _: self._thought(table))

    def _thought(self, table: Table) -> None:
        del self._thoughts[table.id]
        if self._house.bots is self:
            self._look(table)

    def _due(self, table: Table) -> int | None:
        """The first seat that a bot has to play now."""
        return table.bot_due(self._house, self)

    # -- thinking ---------------------------------------------------------------------------------------------------

    async def _play(self, table: Table) -> None:
        """One action of one bot."""
        await asyncio.sleep(self._pause)
        seat = self._due(table)
        if seat is None:
            return
        position = table.position
        notation = await self._ask(table, seat)
        if table.position.seq != position.seq or not table.settled or self._due(table) != seat:
            return
        if notation is None or not await self._move(table, seat, notation):
            table.skip(seat)
            await asyncio.sleep(0)

    async def _move(self, table: Table, seat: int, notation: str) -> bool:
        answered: asyncio.Future[Accepted | Refusal] = self._loop.create_future()

        def answer(outcome: Accepted | Refusal) -> None:
            if not answered.done():
                answered.set_result(outcome)

        table.move(seat, notation, answer)
        outcome = await answered
        if isinstance(outcome, Refusal):
            log.error("a bot's move was refused", table=table.id, action=notation, reason=str(outcome))
            return outcome.code in ("table.store", "table.unsure")
        return True

    async def _ask(self, table: Table, seat: int) -> str | None:
        """The bot's action in notation, None if it cannot be had."""
        position = table.position
        question = (position.seats[seat].bot, table.game.NAME, position.state, seat, secrets.token_bytes(16))
        for _ in range(ATTEMPTS):
            try:
                async with self._turns.of(0 if table.with_people() else 1), asyncio.timeout(THINK_SECONDS):
                    return await self._loop.run_in_executor(self._hire(), think, *question)
            except (BrokenProcessPool, TimeoutError) as fault:
                log.error("the bots' worker is started anew", table=table.id, fault=repr(fault))
                self.restarts += 1
                self._dismiss()
            except Exception as fault:
                log.error("a bot failed", table=table.id, bot=question[0], fault=repr(fault))
                return None
        return None

    def _hire(self) -> ProcessPoolExecutor:
        if self._worker is None:
            spawn = multiprocessing.get_context("spawn")
            self._worker = ProcessPoolExecutor(1, mp_context=spawn, initializer=_at_work)
        return self._worker

    def _dismiss(self) -> None:
        worker, self._worker = self._worker, None
        if worker is not None:
            processes = list((worker._processes or {}).values())
            worker.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.kill()
