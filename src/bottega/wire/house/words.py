"""What the house protocol says about a table: snapshots and steps for one viewer, as JSON.

Everything here is built from ``view(state, seat)`` and from facts the log shows to everybody. A step is encoded once
for each seat and once for all spectators, framed for the WebSocket, and kept for all who are told the same.
"""

from __future__ import annotations

from typing import Literal, cast

import msgspec

from bottega.games.core import Score, of_the_last, written
from bottega.store.log import TABLE
from bottega.table.dormant import Dormant
from bottega.table.entries import (
    Asked,
    Ended,
    HandedOver,
    Left,
    Moved,
    Paused,
    Proposed,
    Sat,
    Skipped,
    Started,
    Succeeded,
    Undone,
    Voted,
    Worded,
)
from bottega.table.events import NOBODY, TIMELESS, Deadlines, Event, Presence, Presences
from bottega.table.motions import last_of
from bottega.table.position import AnyPosition
from bottega.wire.house import messages
from bottega.wire.house.commands import GameName
from bottega.wire.house.messages import (
    BallotView,
    ClockView,
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
_PLAYED = (Moved, Skipped)


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


def seats_of(position: AnyPosition | Dormant, presence: Presences = NOBODY) -> tuple[SeatView, ...]:
    """Who sits there; a bot always is."""
    running = position.started and (isinstance(position, Dormant) or not position.finished)
    return tuple(
        [
            SeatView(
                seat.name,
                Presence.HERE if seat.bot else presence.get(seat.name, Presence.AWAY),
                seat.bot,
                seat.quit,
                seat.gives_away,
                running and seat.free,
            )
            for seat in position.seats
        ]
    )


def setup_of(position: AnyPosition) -> SetupView:
    """What whoever opened the table decided."""
    setup = position.setup
    return SetupView(
        setup.options,
        setup.start,
        setup.turn_seconds,
        setup.absent,
        setup.listed,
        setup.words,
        setup.correspondence,
        setup.delay,
    )


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


def line_of(
    position: AnyPosition | Dormant, presence: Presences = NOBODY, away: dict[str, int] | None = None
) -> TableLine:
    """A table in the lobby; of one that is watched with a delay it says whether anybody is there, not who: nor who has
    left or let a turn run out.
    """
    charter, setup = position.charter, position.setup
    seats = seats_of(position, presence)
    if setup.delay and position.started:
        here = Presence.HERE if any(each is not Presence.AWAY for each in presence.values()) else Presence.AWAY
        bots = [seat.bot if not seat.person else "" for seat in position.seats]
        seats = tuple(SeatView(each.name, here, bot, False) for each, bot in zip(seats, bots, strict=True))
    return TableLine(
        charter.id,
        cast(GameName, charter.game),
        position.size,
        seats,
        position.started,
        setup.options,
        setup.turn_seconds,
        charter.opened,
        setup.correspondence,
        away or {},
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


def step_frame(event: Event, seat: int | None) -> bytes:
    """The step as a frame, made once for each seat and once for all spectators."""
    shared = _shared(event)
    frame = shared.made.get(seat)
    if frame is None:
        frame = shared.made[seat] = _step(event, shared, seat, True)
    return frame


def step(event: Event, seat: int | None, last: bool = True) -> bytes:
    """An entry and the table after it, for one viewer; ``last`` unless it is told late and more has happened since."""
    return _step(event, _shared(event), seat, last)


def _step(event: Event, shared: _Shared, seat: int | None, last: bool) -> bytes:
    after = event.after
    own = StepForOne(
        actions=actions_of(event, seat) if seat == event.entry.fact.seat else shared.actions,
        you=seat,
        view=None if after.state is None else after.game.view(after.state, seat),
        legal=legal_of(after, seat) if last and seat in shared.actors else (),
        undo=undo_of(after, seat) if last and after.trail else None,
    )
    return framed(shared.beginning + _encode(own)[1:])


class _Shared(msgspec.Struct, frozen=True, gc=False):
    """What a step tells everybody, or nearly."""

    beginning: bytes
    """That of its JSON."""
    actions: tuple[str, ...]
    """What was played, as all but its player may read it."""
    actors: tuple[int, ...]
    """The seats that may act now: nobody else has anything to choose from."""
    made: dict[int | None, bytes]
    """The frames made of it so far, by seat."""


@of_the_last
def _shared(event: Event) -> _Shared:
    """What is the same for all who are told an event, one after the other."""
    actors = actors_of(event.after)
    beginning = _encode(_for_all(event, actors))[:-1] + b","
    if isinstance(event.entry.fact, _ABOUT_WORDS):
        beginning += b'"words":' + _encode(event.after.words) + b","
    return _Shared(beginning, actions_of(event, None), actors, {})


def _for_all(event: Event, actors: tuple[int, ...]) -> StepForAll:
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
        actors=actors,
        clock=clock_of(after, event.deadlines),
        result=result_of(after),
        seed=seed_of(after),
        paused=after.paused,
        ballot=ballot_of(after),
    )


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
    if before.state is None or not isinstance(event.entry.fact, _PLAYED):
        return None
    return before.game.turn(before.state)


def about_of(event: Event) -> str:
    """What else there is to know of an entry."""
    match event.entry.fact:
        case Moved():  # the usual case
            return ""
        case HandedOver(_, bot):
            return bot
        case Ended(reason):
            return reason.value
        case Asked(_, name):
            return name
        case Succeeded(seat):
            return event.before.seats[seat].name
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
    name = "" if ballot.sitting is None else ballot.sitting.name
    return BallotView(
        ballot.by, motion.what, motion.to, seat, motion.bot, ballot.asked, ballot.agreed, name, ballot.seq
    )


def undo_of(position: AnyPosition, seat: int | None) -> Literal["free", "ask"] | None:
    """Whether the viewer may take back their last move: at once, or if the others agree."""
    if seat is None or not position.trail or position.finished or position.seats[seat].quit:
        return None
    last = position.trail[-1]
    if last.seat == seat and last.moved:
        return "free"  # the usual case, which ``may_undo`` knows too
    if last_of(position.trail, seat) is None:
        return None
    return "ask" if position.people(seat) else "free"  # others have moved since


def actions_of(event: Event, seat: int | None) -> tuple[str, ...]:
    """What was played, as the viewer may read it."""
    if event.entry.fact.seat == seat:
        return tuple([written(each.action) for each in event.steps])
    return tuple([each.action.public() for each in event.steps])


def clock_of(position: AnyPosition, deadlines: Deadlines) -> ClockView:
    """How long turns are, and what is left."""
    return ClockView(position.setup.turn_seconds, deadlines.turn_left, deadlines.starts_in)
