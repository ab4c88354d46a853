"""What the house protocol says about a table: snapshots and steps for one viewer, as JSON.

Everything here is built from ``view(state, seat)`` and from facts the log shows to everybody. A step is encoded once
for each seat and once for all spectators, framed for the WebSocket, and kept for all who are told the same.
"""

from __future__ import annotations

from typing import Literal, cast

import msgspec

from bottega.games.core import Score, written
from bottega.store.log import TABLE
from bottega.table.entries import (
    Ended,
    HandedOver,
    Left,
    Moved,
    Paused,
    Proposed,
    Sat,
    Skipped,
    Started,
    Undone,
    Voted,
    Worded,
)
from bottega.table.events import NOBODY, TIMELESS, Deadlines, Event, Presence, Presences
from bottega.table.motions import last_of
from bottega.table.position import AnyPosition
from bottega.table.table import Table
from bottega.wire.core.frames import frames
from bottega.wire.house import messages
from bottega.wire.house.messages import (
    BallotView,
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
_ABOUT_WORDS = (Sat, Left, Worded, Started)


def framed(text: bytes) -> bytes:
    """A text as one WebSocket frame from a server: final, unmasked."""
    size = len(text)
    if size < 126:
        return bytes((0x81, size)) + text
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big") + text
    return b"\x81\x7f" + size.to_bytes(8, "big") + text


def unframed(raw: bytes) -> list[bytes]:
    """The texts of such frames, one after the other."""
    texts = []
    while raw:
        size, start = raw[1], 2
        if size == 126:
            size, start = int.from_bytes(raw[2:4], "big"), 4
        elif size == 127:
            size, start = int.from_bytes(raw[2:10], "big"), 10
        texts.append(raw[start : start + size])
        raw = raw[start + size :]
    return texts


def encoded(message: messages.Message) -> bytes:
    """A message as one frame."""
    return framed(_encode(message))


def view_of(position: AnyPosition, seat: int | None) -> msgspec.Raw:
    """What the viewer may know of the game, null before it starts."""
    if position.state is None:
        return _NULL
    return msgspec.Raw(_encode(position.game.view(position.state, seat)))


def legal_of(position: AnyPosition, seat: int | None) -> tuple[str, ...]:
    """What the viewer may play now."""
    if seat is None or position.state is None or position.finished or position.paused:
        return ()
    actions = position.game.legal(position.state, seat)
    return tuple(map(written, actions)) if actions else ()


def actors_of(position: AnyPosition) -> tuple[int, ...]:
    """The seats that may act now."""
    if position.state is None or position.finished:
        return ()
    return position.game.actors(position.state)


def seats_of(position: AnyPosition, presence: Presences = NOBODY) -> tuple[SeatView, ...]:
    """Who sits there; a bot always is."""
    return tuple(
        SeatView(
            seat.name,
            Presence.HERE if seat.bot else presence.get(seat.name, Presence.AWAY),
            seat.bot,
            seat.quit,
            seat.gives_away,
        )
        for seat in position.seats
    )


def setup_of(position: AnyPosition) -> SetupView:
    """What whoever opened the table decided."""
    setup = position.setup
    return SetupView(setup.options, setup.start, setup.turn_seconds, setup.absent, setup.listed, setup.words)


def result_of(position: AnyPosition) -> ResultView | None:
    """How it ended, if it did."""
    result = position.result
    return None if result is None else ResultView(result.reason, result.winners, tuple(map(_score, result.scores)))


def _score(score: Score) -> ScoreView:
    lines = tuple(LineView(line.code, line.points, line.params, line.what, line.detail) for line in score.lines)
    return ScoreView(score.seat, score.total, lines, score.tie_break)


def seed_of(position: AnyPosition) -> str | None:
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
        seats_of(position, table.presence),
        position.started,
        setup.options,
        setup.turn_seconds,
        charter.opened,
    )


def snapshot(
    position: AnyPosition,
    seat: int | None,
    presence: Presences = NOBODY,
    deadlines: Deadlines = TIMELESS,
    rematch: str | None = None,
    chat: tuple[messages.Said, ...] = (),
) -> Snapshot:
    """The table as it stands, for one viewer."""
    return Snapshot(
        table=position.charter.id,
        seq=position.seq,
        game=cast(GameName, position.charter.game),
        setup=setup_of(position),
        commitment=position.charter.commitment,
        words=position.words,
        size=position.size,
        seats=seats_of(position, presence),
        you=seat,
        started=position.started,
        view=view_of(position, seat),
        actors=actors_of(position),
        legal=legal_of(position, seat),
        clock=clock_of(position, deadlines),
        result=result_of(position),
        seed=seed_of(position),
        rematch=rematch,
        chat=chat,
        paused=position.paused,
        ballot=ballot_of(position),
        undo=undo_of(position, seat),
    )


def step(event: Event, seat: int | None, last: bool = True) -> bytes:
    """An entry and the table after it, for one viewer; ``last`` unless it is told late and more has happened since.

    The part that is the same for everybody is encoded once.
    """
    shared = frames.of(event, "house", lambda: _shared(event))
    after = event.after
    own = StepForOne(
        actions=actions_of(event, seat),
        you=seat,
        view=view_of(after, seat),
        legal=legal_of(after, seat) if last else (),
        undo=undo_of(after, seat) if last else None,
    )
    return framed(shared + _encode(own)[1:])


def _shared(event: Event) -> bytes:
    """What a step tells everybody, as the beginning of its JSON."""
    shared = _encode(_for_all(event))[:-1] + b","
    if isinstance(event.entry.fact, _ABOUT_WORDS):
        shared += b'"words":' + _encode(event.after.words) + b","
    return shared


def _for_all(event: Event) -> StepForAll:
    entry, after = event.entry, event.after
    name, actor = who(event)
    return StepForAll(
        table=after.charter.id,
        seq=entry.seq,
        at=entry.at,
        kind=entry.fact.kind,
        seat=actor,
        name=name,
        turn=turn_of(event),
        about=about_of(event),
        size=after.size,
        seats=seats_of(after, event.presence),
        actors=actors_of(after),
        clock=clock_of(after, event.deadlines),
        result=result_of(after),
        seed=seed_of(after),
        paused=after.paused,
        ballot=ballot_of(after),
    )


def step_frame(event: Event, seat: int | None) -> bytes:
    """The step as a frame, made once for each seat and once for all spectators."""
    return frames.of(event, ("house", seat), lambda: step(event, seat))


def who(event: Event) -> tuple[str | None, int | None]:
    """Whose entry it is: name and seat, None for the table's own."""
    seat = event.entry.fact.seat
    if seat == TABLE:
        return None, None
    seats = event.before.seats if event.entry.fact.kind == "leave" else event.after.seats
    return seats[seat].name, seat


def turn_of(event: Event) -> int | None:
    """In which turn of the game an entry was made, None if in none."""
    before = event.before
    if before.state is None or not isinstance(event.entry.fact, Moved | Skipped):
        return None
    return before.game.turn(before.state)


def about_of(event: Event) -> str:
    """What else there is to know of an entry."""
    match event.entry.fact:
        case HandedOver(_, bot):
            return bot
        case Ended(reason):
            return reason.value
        case Undone(_, to):
            return str(to)
        case Proposed(_, motion):
            return motion.what
        case Voted(_, yes):
            return "yes" if yes else "no"
        case Paused(_, on):
            return "on" if on else "off"
    return ""


def ballot_of(position: AnyPosition) -> BallotView | None:
    """What somebody asks the others for, if anybody does."""
    ballot = position.ballot
    if ballot is None or position.finished:
        return None
    motion = ballot.motion
    seat = None if motion.seat == TABLE else motion.seat
    return BallotView(ballot.by, motion.what, motion.to, seat, motion.bot, ballot.asked, ballot.agreed)


def undo_of(position: AnyPosition, seat: int | None) -> Literal["free", "ask"] | None:
    """Whether the viewer may take back their last move: at once, or if the others agree."""
    if seat is None or not position.trail or position.finished or position.seats[seat].quit:
        return None
    to = last_of(position.trail, seat)
    if to is None:
        return None
    return "free" if position.may_undo(seat, to) else "ask"


def actions_of(event: Event, seat: int | None) -> tuple[str, ...]:
    """What was played, as the viewer may read it."""
    own = event.entry.fact.seat == seat
    return tuple(written(each.action) if own else each.action.public() for each in event.steps)


def clock_of(position: AnyPosition, deadlines: Deadlines) -> ClockView:
    """How long turns are, and what is left."""
    return ClockView(position.setup.turn_seconds, deadlines.turn_left, deadlines.starts_in)
