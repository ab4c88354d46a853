"""What the house protocol says about a table: snapshots and steps for one viewer, as JSON.

Everything here is built from ``view(state, seat)`` and from facts the log shows to everybody. A step is encoded once
for each seat and once for all spectators, framed for the WebSocket, and kept in ``News.words``.
"""

from __future__ import annotations

from functools import lru_cache
from typing import cast

import msgspec

from bottega.games import GAMES
from bottega.games.core import Score
from bottega.store.log import TABLE
from bottega.table.position import Position
from bottega.table.table import News, Table
from bottega.wire.house import messages
from bottega.wire.house.messages import (
    ClockView,
    GameName,
    LineView,
    ResultView,
    ScoreView,
    SeatView,
    SetupView,
    Snapshot,
    StepForAll,
    StepForOne,
    TableLine,
)

_encode = msgspec.json.Encoder().encode
_NULL = msgspec.Raw(b"null")

SHARED = "house"
"""Where ``News.words`` keeps the part of a step that is the same for all."""

_writers = {name: lru_cache(1 << 14)(game.write) for name, game in GAMES.items()}
"""The games' notations; the same actions come up all the time."""


def framed(text: bytes) -> bytes:
    """A text as one WebSocket frame from a server: final, unmasked."""
    size = len(text)
    if size < 126:
        return bytes((0x81, size)) + text
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big") + text
    return b"\x81\x7f" + size.to_bytes(8, "big") + text


def encoded(message: messages.Message) -> bytes:
    """A message as one frame."""
    return framed(_encode(message))


def view_of(position: Position, seat: int | None) -> msgspec.Raw:
    """What the viewer may know of the game, null before it starts."""
    if position.state is None:
        return _NULL
    return msgspec.Raw(_encode(position.game.view(position.state, seat)))


def legal_of(position: Position, seat: int | None) -> tuple[str, ...]:
    """What the viewer may play now."""
    if seat is None or position.state is None or position.finished:
        return ()
    game = position.game
    actions = game.legal(position.state, seat)
    return tuple(map(_writers[game.NAME], actions)) if actions else ()


def actors_of(position: Position) -> tuple[int, ...]:
    """The seats that may act now."""
    if position.state is None or position.finished:
        return ()
    return position.game.actors(position.state)


def seats_of(position: Position, table: Table | None) -> tuple[SeatView, ...]:
    """Who sits there; without a live table nobody is present."""
    return tuple(
        SeatView(seat.name, _presence(table, seat.name, seat.bot), seat.bot, seat.quit) for seat in position.seats
    )


def _presence(table: Table | None, name: str, bot: str) -> messages.Presence:
    if bot:
        return "here"
    if table is None or name not in table.keepers:
        return "away"
    return "suspended" if name in table.suspended else "here"


def setup_of(position: Position) -> SetupView:
    """What whoever opened the table decided."""
    setup = position.setup
    return SetupView(setup.options, setup.start, setup.turn_seconds, setup.absent, setup.listed)


def result_of(position: Position) -> ResultView | None:
    """How it ended, if it did."""
    result = position.result
    return None if result is None else ResultView(result.reason, result.winners, tuple(map(_score, result.scores)))


def _score(score: Score) -> ScoreView:
    lines = tuple(LineView(line.code, line.points, line.params, line.what, line.detail) for line in score.lines)
    return ScoreView(score.seat, score.total, lines, score.tie_break)


def seed_of(position: Position) -> str | None:
    """The seed, once the game is over."""
    return position.charter.seed.hex() if position.finished else None


def line_of(table: Table) -> TableLine:
    """A table in the lobby."""
    position = table.position
    charter, setup = position.charter, position.setup
    return TableLine(
        charter.id,
        cast(GameName, charter.game),
        position.size,
        seats_of(position, table),
        position.started,
        setup.options,
        setup.turn_seconds,
        charter.opened,
    )


def snapshot(
    table: Table, seat: int | None, live: bool, rematch: str | None, chat: tuple[messages.Said, ...]
) -> Snapshot:
    """The table as it stands, for one viewer."""
    position = table.position
    return Snapshot(
        table=table.id,
        seq=position.seq,
        game=cast(GameName, position.charter.game),
        setup=setup_of(position),
        commitment=position.charter.commitment,
        size=position.size,
        seats=seats_of(position, table if live else None),
        you=seat,
        started=position.started,
        view=view_of(position, seat),
        actors=actors_of(position),
        legal=legal_of(position, seat),
        clock=ClockView(position.setup.turn_seconds, table.clock.turn_left(), table.clock.starts_in()),
        result=result_of(position),
        seed=seed_of(position),
        rematch=rematch,
        chat=chat,
    )


def step(news: News, seat: int | None, last: bool = True) -> bytes:
    """An entry and the table after it, for one viewer; ``last`` unless it is told late and more has happened since.

    The part that is the same for everybody is encoded once.
    """
    shared = news.words.get(SHARED)
    if shared is None:
        shared = news.words[SHARED] = _encode(_for_all(news))[:-1] + b","
    after = news.after
    own = StepForOne(
        actions=actions_of(news, seat),
        you=seat,
        view=view_of(after, seat),
        legal=legal_of(after, seat) if last else (),
    )
    return framed(shared + _encode(own)[1:])


def _for_all(news: News) -> StepForAll:
    entry, after = news.entry, news.after
    name, actor = who(news)
    return StepForAll(
        table=after.charter.id,
        seq=entry.seq,
        at=entry.at,
        kind=entry.kind,  # type: ignore[arg-type]  # the kinds of position.py
        seat=actor,
        name=name,
        size=after.size,
        seats=seats_of(after, news.table),
        actors=actors_of(after),
        clock=_clock(news),
        result=result_of(after),
        seed=seed_of(after),
    )


def step_frame(news: News, seat: int | None) -> bytes:
    """The step as a frame, made once for each seat and once for all spectators."""
    key = ("house", seat)
    frame = news.words.get(key)
    if frame is None:
        frame = news.words[key] = step(news, seat)
    return frame


def who(news: News) -> tuple[str | None, int | None]:
    """Whose entry it is: name and seat, None for the table's own."""
    seat = news.entry.seat
    if seat == TABLE:
        return None, None
    seats = news.before.seats if news.entry.kind == "leave" else news.after.seats
    return seats[seat].name, seat


def actions_of(news: News, seat: int | None) -> tuple[str, ...]:
    """What was played, as the viewer may read it."""
    game = news.after.game
    write = game.write if news.entry.seat == seat else game.public
    return tuple(write(each.action) for each in news.steps)


def _clock(news: News) -> ClockView:
    """The clock as it will be once the table has looked at it: a new turn has all its time."""
    before, after, clock = news.before, news.after, news.table.clock
    seconds = after.setup.turn_seconds
    if after.finished or not after.started or not seconds:
        return ClockView(seconds, None, clock.starts_in())
    if before.state is None or after.game.turn(before.state) != after.game.turn(after.state):
        return ClockView(seconds, seconds, None)
    return ClockView(seconds, clock.turn_left(), None)
