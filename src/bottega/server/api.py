"""What the HTTP port tells about tables: those played now, those finished lately, a finished game to replay or keep.

A game that is not over gives away nothing here: its log holds the seed. What is told of a finished one is what
spectators saw at the time, and the seed.
"""

from __future__ import annotations

import contextlib
from collections import deque
from typing import cast

import msgspec

from bottega.archive import write_archive
from bottega.games.refusal import Value
from bottega.limits import KEPT_PAST
from bottega.store.log import Charter, Row, StoreFault
from bottega.table.entries import DamagedLog
from bottega.table.events import Event, Notice, history
from bottega.table.house import House
from bottega.table.position import AnyPosition, fold
from bottega.wire.house.messages import GameName, PastTable, Replay, ReplayStep, TableList
from bottega.wire.house.phrases import PHRASES
from bottega.wire.house.room import Room
from bottega.wire.house.words import actions_of, result_of, seats_of, setup_of, view_of, who


class NotFound(Exception):
    """There is no such table, or nothing of it may be told yet; the refusal says which."""

    def __init__(self, code: str, **params: Value) -> None:
        self.refusal = PHRASES.refusal(code, **params)
        super().__init__(self.refusal)


class Shelf:
    """The tables finished lately: what the log knew at first, and what has ended since. Lives on the event loop."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._past: deque[PastTable] = deque(maxlen=KEPT_PAST)
        self.complete = False
        """Whether what the log knew at first is on it."""
        house.onlookers.append(self)

    def told(self, event: Event) -> None:
        """Put a game that has just ended on the shelf."""
        if event.after.finished:
            self._add(self._past, event.after)

    def noticed(self, notice: Notice) -> None:
        """Nothing to do."""

    def older(self) -> tuple[PastTable, ...]:
        """What the log has of finished tables: reads only the log, so that it can be done beside the event loop."""
        older: deque[PastTable] = deque(maxlen=KEPT_PAST)
        finished = deque((each.charter for each in self._house.log.tables() if each.finished), 2 * KEPT_PAST)
        for charter in finished:
            with contextlib.suppress(KeyError, StoreFault, DamagedLog):
                self._add(older, fold(*self._house.log.read(charter.id)))
        return tuple(older)

    def put_behind(self, older: tuple[PastTable, ...]) -> None:
        """Put what the log had behind what has ended since."""
        here = {past.table for past in self._past}
        self._past = deque([*(past for past in older if past.table not in here), *self._past], KEPT_PAST)
        self.complete = True

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


def table_list(room: Room, shelf: Shelf) -> bytes:
    """What is waiting or being played, and what was played lately."""
    return msgspec.json.encode(TableList(room.lines(), shelf.past()))


def finished_log(house: House, table: str) -> tuple[Charter, list[Row]]:
    """The whole log of a finished game, or NotFound."""
    live = house.tables.get(table)
    if live is not None and not live.position.finished:
        raise NotFound("seed-is-secret")
    try:
        return house.log.read(table)
    except (KeyError, StoreFault):
        raise NotFound("no-such-table", table=table) from None


def archive(charter: Charter, rows: list[Row]) -> bytes:
    """The table as ``bottega export`` writes it, or NotFound."""
    if not fold(charter, rows).finished:
        raise NotFound("seed-is-secret")
    lines: list[str] = []
    write_archive(charter, rows, lines.append)
    return "".join(lines).encode()


def replay(charter: Charter, rows: list[Row]) -> bytes:
    """The game step by step, as spectators saw it; slow enough to be done beside the event loop."""
    events = history(charter, rows)
    if not events or not events[-1].after.finished:
        raise NotFound("seed-is-secret")
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
