"""What the HTTP port tells about tables: those played now, those finished lately, a finished game to replay or keep.

A game that is not over gives away nothing here: its log holds the seed. What is told of a finished one is what
spectators saw at the time, and the seed.
"""

from __future__ import annotations

import asyncio
import contextlib
import gzip
from collections import deque
from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from typing import TypeVar, cast

import msgspec
import structlog

from bottega.games.refusal import Refusal
from bottega.limits import KEPT_PAST, KEPT_REPLAYS
from bottega.store.exported import write_archive
from bottega.store.log import Charter, Damaged, Row, StoreFault
from bottega.table.beside import Once, Run, Wanted
from bottega.table.entries import DamagedLog
from bottega.table.events import Event, history
from bottega.table.house import House
from bottega.table.position import AnyPosition, fold
from bottega.wire.house.answers import PastTable, Replay, ReplayStep, TableList
from bottega.wire.house.commands import GameName
from bottega.wire.house.messages import PastGame
from bottega.wire.house.phrases import PHRASES
from bottega.wire.house.records import query_of, read_game
from bottega.wire.house.room import Room, lasts
from bottega.wire.house.words import actions_of, result_of, seats_of, setup_of, view_of, who

GZIP_LEVEL = 6

T = TypeVar("T")

log = structlog.get_logger("bottega.http")


class Untold(Exception):
    """Why something is not told; the refusal says it."""

    status = HTTPStatus.NOT_FOUND

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal
        super().__init__(refusal)


class NotFound(Untold):
    """There is no such table, or nothing of it may be told yet."""


class Busy(Untold):
    """Too much is asked for at the moment."""

    status = HTTPStatus.SERVICE_UNAVAILABLE


class Shelf:
    """The tables finished lately: what the log knew at first, and what has ended since. Lives on the event loop."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._past: deque[PastTable] = deque(maxlen=KEPT_PAST)
        self.complete = False
        """Whether what the log knew at first is on it."""
        self.changes = 0
        """How often it has changed."""
        house.on_ended.append(self._ended)
        house.on_name_forgotten.append(self.clear)

    def clear(self, _: object = None) -> None:
        """Have all of it read anew."""
        self._past.clear()
        self.complete = False
        self.changes += 1

    def _ended(self, event: Event) -> None:
        """Put a game that has just ended on the shelf."""
        self._add(self._past, event.after)
        self.changes += 1

    def older(self) -> tuple[PastTable, ...]:
        """What the log has of finished tables: reads only the log, so that it can be done beside the event loop."""
        with contextlib.suppress(StoreFault):
            found = self._house.log.search(msgspec.structs.replace(query_of(), most=KEPT_PAST))
            return tuple(_past(read_game(each.text)) for each in reversed(found))
        return ()

    def put_behind(self, older: tuple[PastTable, ...]) -> None:
        """Put what the log had behind what has ended since."""
        here = {past.table for past in self._past}
        self._past = deque([*(past for past in older if past.table not in here), *self._past], KEPT_PAST)
        self.complete = True
        self.changes += 1

    def past(self) -> tuple[PastTable, ...]:
        """Listed tables that were played and are over, newest first."""
        return tuple(reversed(self._past))

    @staticmethod
    def _add(past: deque[PastTable], position: AnyPosition) -> None:
        result, charter = position.result, position.charter
        if result is None or not position.started or not position.setup.listed:
            return
        names = tuple(seat.name for seat in position.seats)
        winners = tuple(names[seat] for seat in result.winners)
        past.append(PastTable(charter.id, cast(GameName, charter.game), charter.opened, names, winners, result.reason))


def _past(game: PastGame) -> PastTable:
    """A game of the archive as it is listed."""
    names = tuple(seat.name for seat in game.seats)
    winners = tuple(seat.name for seat in game.seats if seat.outcome == "won")
    return PastTable(game.table, game.game, game.opened, names, winners, game.reason)


class Listing:
    """What is waiting or being played, and what was played lately: written once for all who ask before it changes."""

    def __init__(self, room: Room, run: Run) -> None:
        self._room = room
        self._shelf = Shelf(room.house)
        self._older: Once[tuple[PastTable, ...]] = Once(lambda _: self._shelf.older(), run, 0, lambda _: False)
        self._written: tuple[tuple[int, int], bytes] = ((-1, -1), b"")

    async def text(self) -> bytes:
        """The list as JSON."""
        if not self._shelf.complete:
            older = await asked(partial(self._older.ask, ""))
            if older is not None and not self._shelf.complete:
                self._shelf.put_behind(older)
        now = (self._room.lobby.changes, self._shelf.changes)
        if self._written[0] != now:
            self._written = (now, msgspec.json.encode(TableList(self._room.lobby.lines(), self._shelf.past())))
        return self._written[1]


class Answers:
    """What takes long to tell of a finished game: made once beside the event loop, and kept compressed."""

    def __init__(self, house: House, tell: Callable[[Charter, list[Row]], bytes], run: Run) -> None:
        self._house = house
        self._tell = tell
        self._made: Once[bytes | Refusal] = Once(self._make, run, KEPT_REPLAYS, lasts)
        house.on_name_forgotten.append(self._made.forget)

    async def of(self, table: str, asker: str = "") -> bytes:
        """What is told of the table, compressed, or NotFound."""
        live = self._house.find(table)
        if live is not None and not live.position.finished:
            raise NotFound(PHRASES.refusal("seed-is-secret"))
        made: bytes | Refusal | None = await asked(partial(self._made.ask, table, asker=asker))
        if made is None:
            raise Busy(PHRASES.refusal("busy"))
        if isinstance(made, Refusal):
            raise NotFound(made)
        return made

    def _make(self, table: str) -> bytes | Refusal:
        return read_table(self._house, table, lambda *read: gzip.compress(self._tell(*read), GZIP_LEVEL))


def read_table(house: House, table: str, tell: Callable[[Charter, list[Row]], T]) -> T | Refusal:
    """What is made of a table's log, or why nothing is; slow, and does nothing but read."""
    try:
        return tell(*house.log.read(table))
    except NotFound as wrong:
        return wrong.refusal
    except KeyError:
        return PHRASES.refusal("no-such-table", table=table)
    except (Damaged, DamagedLog) as wrong:
        log.error("a table cannot be opened", table=table, reason=str(wrong))
        return PHRASES.refusal("set-aside", table=table)
    except StoreFault:
        return PHRASES.refusal("unread", table=table)


async def asked(begin: Callable[[Callable[[T], None], Wanted], None]) -> T:
    """Wait for something that is answered by a call; who waits no longer does not want it any more."""
    answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()

    def answered(found: T) -> None:
        if not answer.done():
            answer.set_result(found)

    begin(answered, lambda: not answer.done())
    return await answer


async def beside(run: Run, work: Callable[[], T], asker: str = "") -> T:
    """What comes of slow work, which never is None; Busy if too much waits."""
    found: T | None = await asked(lambda then, wanted: None if run(work, then, wanted, asker) else then(None))
    if found is None:
        raise Busy(PHRASES.refusal("busy"))
    return found


def archive(charter: Charter, rows: list[Row]) -> bytes:
    """The table as ``bottega export`` writes it, or NotFound."""
    if not fold(charter, rows).finished:
        raise NotFound(PHRASES.refusal("seed-is-secret"))
    lines: list[str] = []
    write_archive(charter, rows, lines.append)
    return "".join(lines).encode()


def replay(charter: Charter, rows: list[Row]) -> bytes:
    """The game step by step, as spectators saw it; slow enough to be done beside the event loop."""
    events = history(charter, rows)
    if not events or not events[-1].after.finished:
        raise NotFound(PHRASES.refusal("seed-is-secret"))
    position = events[-1].after
    result = result_of(position)
    assert result is not None
    return msgspec.json.encode(
        Replay(
            charter.id,
            cast(GameName, charter.game),
            charter.opened,
            setup_of(position),
            charter.commitment,
            charter.seed.hex(),
            position.words,
            seats_of(position),
            result,
            tuple(map(_replayed, events)),
        )
    )


def _replayed(event: Event) -> ReplayStep:
    entry, position = event.entry, event.after
    name, seat = who(event)
    points = tuple(score.total for score in position.game.scores(position.state)) if position.started else ()
    actions, view = actions_of(event, None), view_of(position, None)
    return ReplayStep(entry.seq, entry.at, entry.fact.kind, seat, name, actions, view, points)
