"""How long a turn lasts in a game over days (``Setup.correspondence``): what the log says of it, and nothing else.

Where somebody is waited for at the table, time is measured by the process that waits, and stands still while nobody is
there (``clock.py``). A game over days goes on without anybody there, through restarts and on whichever node looks, so
there the time by which a turn is over follows from the entries' own times: a turn begins with the entry that brought
it about, and lasts as long as the set-up says, longer by every pause in it and by every day that its player is away on
(``vacations.py``). It is part of the position, and of the sketch of a table that nobody looks at.

What must stay true: two readers of the same log and the same absences find the same end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import msgspec

from bottega.limits import DAYS_SKIPPED_ROUNDS, UNDO_SECONDS
from bottega.table.entries import Entry, HandedOver, Moved, Skipped

if TYPE_CHECKING:
    from bottega.table.position import AnyPosition, Seat


class Period(msgspec.Struct, frozen=True, array_like=True, order=True):
    """From when until when somebody is away (milliseconds since 1970)."""

    begins: int
    ends: int


Away = Callable[["Seat"], Iterable[Period]]
"""When the player of a seat is, was and will be away."""


class Turn(msgspec.Struct, frozen=True, omit_defaults=True):
    """A turn as the log tells it; times are the entries', in milliseconds since 1970."""

    number: int
    seats: tuple[int, ...]
    """Who is to act."""
    began: int
    ends: int
    """When it is over, but for absences."""
    former: int = 0
    """When the turn before this one would have been over."""
    stopped: int = 0
    """Since when the game is paused, if it is."""
    skipped: int = 0
    """How many turns of people were skipped since one of them last moved or came back."""


def turn_after(before: AnyPosition, after: AnyPosition, entry: Entry) -> Turn | None:
    """The turn after an entry; none unless the game is being played."""
    if after.state is None or after.result is not None:
        return None
    game, turn, at = after.game, before.turn, entry.at
    number, seats = game.turn(after.state), tuple(game.actors(after.state))
    length = int(after.setup.turn_seconds * 1000)
    if turn is None:
        return Turn(number, seats, at, at + length)
    ends, stopped, skipped = turn.ends, turn.stopped, _skipped(turn, before, entry)
    if stopped and not after.paused:
        ends, stopped = ends + max(0, at - stopped), 0
    elif after.paused and not stopped:
        stopped = at
    if number == turn.number:
        return Turn(number, seats, turn.began, ends, turn.former, stopped, skipped)
    if number < turn.number:  # it was taken back: what is left of that turn, and a moment to see it
        least = at + min(length, int(UNDO_SECONDS * 1000))
        return Turn(number, seats, at, max(turn.former, least), 0, stopped, skipped)
    return Turn(number, seats, at, at + length, ends, stopped, skipped)


def _skipped(turn: Turn, before: AnyPosition, entry: Entry) -> int:
    match entry.fact:
        case Skipped(seat) if not before.seats[seat].bot:
            return turn.skipped + 1
        case Moved(seat) if not before.seats[seat].bot:
            return 0
        case HandedOver(_, ""):
            return 0
    return turn.skipped


def rests(turn: Turn, seats: tuple[Seat, ...]) -> bool:
    """Whether everybody has only been skipped for so long that it is no game any more."""
    people = sum(not seat.bot and not seat.quit for seat in seats)
    return turn.skipped >= DAYS_SKIPPED_ROUNDS * max(1, people)


def due(turn: Turn | None, seats: tuple[Seat, ...], away: Away) -> float | None:
    """When the time of those who are to act is over, in seconds since 1970; None while it stands still."""
    if turn is None or turn.stopped or rests(turn, seats):
        return None
    people = [seats[number] for number in turn.seats if not seats[number].bot and not seats[number].quit]
    if not people:
        return None
    ends, counted = turn.ends, turn.began
    for period in sorted(each for seat in people for each in away(seat)):
        begins = max(period.begins, counted)
        if begins < ends and period.ends > begins:
            ends += period.ends - begins
            counted = period.ends
    return ends / 1000


def awaits_nobody(turn: Turn | None, seats: tuple[Seat, ...]) -> bool:
    """Whether one of those who are to act is a bot, or has left: the game goes on without anybody."""
    return turn is not None and any(seats[number].bot or seats[number].quit for number in turn.seats)
