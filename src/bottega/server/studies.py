"""Finished games looked at again, decision by decision, by the bots' workers within the bots' share of the machine.

How it works. Whoever wants a game studied asks for it; games have their turn in the order in which they were asked
for, one at a time. Each decision is one question to a worker, which answers after all bots that play have had their
turn, so nobody's game waits for it. What was found is kept in the log as a note, and is looked for there first: a game
is studied once, whoever asks. A note made with another budget is none.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterator, Sequence
from hashlib import blake2b
from typing import Any, Protocol, TypeVar

import msgspec
import structlog

from bottega.bots.study import SIMULATIONS, Judgement, Review, judge_recorded, review
from bottega.games.core import AnyStep
from bottega.limits import MAX_STUDIES
from bottega.server.api import Busy, Untold, beside
from bottega.server.moments import Moments
from bottega.store.log import Log, StoreFault
from bottega.table.beside import Run
from bottega.table.entries import EndReason, Moved, Undone
from bottega.table.events import Event
from bottega.table.quotas import Quotas
from bottega.wire.house.answers import JudgedMove, LineOfPlay, SeatAccount, Study
from bottega.wire.house.phrases import PHRASES

log = structlog.get_logger("bottega.studies")

NOTE = "study"
"""The kind of a note that holds a study."""

T = TypeVar("T")


class Ponder(Protocol):
    """Has work done by somebody who has time for it."""

    def __call__(self, work: Callable[..., T], *question: Any) -> Awaitable[T]:
        """What comes of the work."""


async def at_once(work: Callable[..., T], *question: Any) -> T:
    """A :class:`Ponder` that does the work here and now: where there are no workers, as in tests."""
    return work(*question)


class Studies:
    """The games that are being studied, and those that were."""

    def __init__(self, notes: Log, run: Run, moments: Moments, ponder: Ponder, quotas: Quotas) -> None:
        self._notes = notes
        self._run = run
        self._moments = moments
        self._ponder = ponder
        self._quotas = quotas
        self._under_way: dict[str, Study] = {}
        self._failed: deque[str] = deque(maxlen=MAX_STUDIES)
        self._turn = asyncio.Lock()
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def of(self, table: str, asker: str = "") -> Study:
        """How far the study of a game is; Untold if there is no such finished game."""
        if table in self._under_way:
            return self._under_way[table]
        events = await self._moments.history(table, asker)
        note = await beside(self._run, lambda: self._note(table), asker)
        kept = read(note, SIMULATIONS[events[-1].after.charter.game])
        return kept or Study("failed" if table in self._failed else "none")

    async def begin(self, table: str, asker: str = "") -> Study:
        """Have a game studied, unless it is or was; Busy if too many wait, or too many of the same address."""
        found = await self.of(table, asker)
        if found.state in ("waiting", "done"):
            return found
        if table in self._under_way:  # somebody else has asked meanwhile
            return self._under_way[table]
        if len(self._under_way) >= MAX_STUDIES:
            raise Busy(PHRASES.refusal("studies-wait", most=MAX_STUDIES))
        if not self._quotas.hold("studies_per_address", asker):
            raise Busy(PHRASES.refusal("studies-enough"))
        if table in self._failed:
            self._failed.remove(table)
        begun = self._under_way[table] = Study("waiting")
        task = self._tasks[table] = asyncio.get_running_loop().create_task(self._study(table))
        task.add_done_callback(lambda _: self._ended(table, asker))
        return begun

    def close(self) -> None:
        """Study no more; what is not finished is begun anew when somebody asks again."""
        for task in self._tasks.values():
            task.cancel()

    def _ended(self, table: str, asker: str) -> None:
        del self._tasks[table], self._under_way[table]
        self._quotas.release("studies_per_address", asker)

    async def _study(self, table: str) -> None:
        try:
            async with self._turn:
                events = await self._moments.history(table)
                await self._keep(table, await self._reviewed(table, events))
        except Untold as wrong:
            self._failed.append(table)
            log.error("a game could not be studied", table=table, reason=str(wrong.refusal))
        except Exception:
            self._failed.append(table)
            log.exception("a game could not be studied", table=table)

    async def _reviewed(self, table: str, events: list[Event]) -> Review:
        position = events[-1].after
        game, simulations = position.game, SIMULATIONS[position.game.NAME]
        steps, judgements = list(decisions(events)), list[Judgement]()
        for done, (seq, step) in enumerate(steps):
            self._under_way[table] = Study("waiting", done, len(steps))
            seed = blake2b(f"{table} {done}".encode()).digest()
            asked = (game.NAME, game.VERSION, step.before, step.seat, str(step.action), seed, seq, simulations)
            found = await self._ponder(judge_recorded, *asked)
            if found is not None:
                judgements.append(found)
        result = position.result
        winners = result.winners if result is not None and result.reason is EndReason.PLAYED else None
        return review(judgements, len(position.seats), winners, simulations)

    def _note(self, table: str) -> str:
        """What was kept of a game, empty if nothing was or nobody can say."""
        try:
            return self._notes.note(NOTE, table) or ""
        except StoreFault:
            return ""

    async def _keep(self, table: str, found: Review) -> None:
        def done(fault: StoreFault | None) -> None:
            if fault is not None:
                log.warning("a study is not kept", table=table, reason=str(fault))

        former = await beside(self._run, lambda: self._note(table))
        self._notes.write_note(NOTE, table, former or None, msgspec.json.encode(told(found)).decode(), done)


def read(note: str, simulations: int) -> Study | None:
    """The study in a note, None if there is none that was made with such a budget."""
    try:
        found = msgspec.json.decode(note, type=Study)
    except (msgspec.ValidationError, msgspec.DecodeError):
        return None
    return found if found.simulations == simulations else None


def decisions(events: Sequence[Event]) -> Iterator[tuple[int, AnyStep]]:
    """Every action of a game that stood in the end, with the number of its entry."""
    standing: list[Event] = []
    for event in events:
        fact = event.entry.fact
        if isinstance(fact, Undone):
            standing = [each for each in standing if each.entry.seq <= fact.to]
        elif isinstance(fact, Moved):
            standing.append(event)
    for event in standing:
        for step in event.steps:
            yield event.entry.seq, step


def told(found: Review) -> Study:
    """A review as it is told and kept, with chances to three places."""
    moves = tuple(
        JudgedMove(
            each.seq,
            each.seat,
            each.action,
            tuple(round(chance, 3) for chance in each.chances),
            tuple(round(points, 1) for points in each.points),
            round(each.played, 3),
            round(each.best, 3),
            tuple(LineOfPlay(line.actions, round(line.chances, 3)) for line in each.lines),
        )
        for each in found.judgements
    )
    accounts = tuple(msgspec.convert(_rounded(msgspec.structs.asdict(each)), SeatAccount) for each in found.accounts)
    return Study("done", len(moves), len(moves), moves, accounts, found.turning_points, found.simulations)


def _rounded(parts: dict[str, float]) -> dict[str, float]:
    return {name: round(part, 3) for name, part in parts.items()}
