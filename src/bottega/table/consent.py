"""Who has to agree at a live table, and what comes of it when they have.

Values and their rules are in ``motions.py``; here they meet the people: who is at the table, who has just left, who has
been gone for so long that nobody waits for their word. It is asked about the table's head, and does nothing by itself:
what it finds becomes an entry by the table like any other.

What must stay true: for how somebody comes out of a moment's absence nobody else decides. Whoever was here lately is
asked; whoever was not asked because a bot played for them is asked when they are back; over days everybody is.
"""

from __future__ import annotations

from math import ceil
from typing import Protocol

from msgspec.structs import replace

from bottega.games.refusal import Refusal
from bottega.limits import GONE_SECONDS, MINDED_SECONDS
from bottega.store.log import TABLE
from bottega.table.attendance import Attendance
from bottega.table.entries import (
    Asked,
    Ended,
    EndReason,
    Fact,
    HandedOver,
    Motion,
    Paused,
    Proposed,
    Sitting,
    Succeeded,
    Undone,
    Voted,
)
from bottega.table.motions import Ballot, last_of
from bottega.table.phrases import PHRASES
from bottega.table.position import AnyPosition


class Gathering(Protocol):
    """What has to be known of a table."""

    @property
    def head(self) -> AnyPosition:
        """The position with everything accepted so far."""

    @property
    def attendance(self) -> Attendance:
        """Who of those who sit here is here."""

    def present(self, name: str) -> bool:
        """Whether the player is connected and playing."""


class Consent:
    """What the people of one table are asked for."""

    def __init__(self, table: Gathering) -> None:
        self._table = table
        self.unseatable: Sitting | None = None
        """Who was given a seat, and has taken another meanwhile."""

    def why_not_propose(self, motion: Motion) -> Refusal | None:
        """Why something cannot be asked for yet: no bot shall play for somebody who may be back in a moment."""
        table, seats = self._table, self._table.head.seats
        if motion.what != "replace":
            return None
        name = seats[motion.seat].name if 0 <= motion.seat < len(seats) else ""
        if table.present(name):
            return PHRASES.refusal("is-here", name=name)
        if table.head.setup.correspondence:
            return PHRASES.refusal("over-days", name=name)
        wait = GONE_SECONDS - table.attendance.gone_for(name)
        return PHRASES.refusal("just-left", name=name, wait=ceil(wait)) if wait > 0 else None

    def why_not_ask_for(self, seat: int) -> Refusal | None:
        """Why nobody can ask for that seat yet: it is free, but its player may still want it."""
        head = self._table.head
        taken = head.seats[seat] if 0 <= seat < len(head.seats) else None
        if taken is None or not taken.free or taken.quit:
            return None
        if head.setup.correspondence or self._table.attendance.gone_for(taken.name) < MINDED_SECONDS:
            return PHRASES.refusal("minded", name=taken.name)
        return None

    def placed(self, fact: Undone | Proposed | Paused | Asked, seat: int) -> Fact:
        """What somebody wants, as it is at the head: which move is their last, who is to be asked."""
        head = self._table.head
        to = last_of(head.trail, seat) or 0
        match fact:
            case Undone():
                return Undone(seat, to)
            case Proposed(_, motion) if motion.what == "undo":
                return Proposed(seat, Motion("undo", to=to), head.people(seat))
            case Proposed(_, motion):
                minding = self._who_minds(seat, motion.seat)
                return Proposed(seat, motion, tuple(each for each in head.others(seat) if each in minding))
            case Paused():
                return Paused(seat, fact.on)
            case Asked():
                minding = self._who_minds(TABLE, seat)
                return replace(fact, asked=tuple(each for each in head.others(seat) if each in minding))

    def overtaken(self, ballot: Ballot) -> bool:
        """Whether what is asked for is about somebody who is back."""
        return ballot.motion.what == "replace" and self._table.present(self._table.head.seats[ballot.motion.seat].name)

    def carried(self, ballot: Ballot) -> bool:
        """Whether all have agreed who have a say in it, also those who had none when it was asked."""
        if not ballot.carried:
            return False
        if ballot.motion.what == "undo":
            asked = set(self._table.head.people(ballot.by))
        else:
            asked = set(self._who_minds(ballot.by, ballot.motion.seat))
        return asked <= set(ballot.agreed)

    def upshot(self, ballot: Ballot) -> Fact:
        """What comes of it when all have agreed."""
        motion, sitting = ballot.motion, ballot.sitting
        match motion.what:
            case "undo":
                return Undone(ballot.by, motion.to)
            case "pause":
                return Paused(ballot.by, True)
            case "replace":
                return HandedOver(motion.seat, motion.bot)
            case "end":
                return Ended(EndReason.AGREED)
            case "seat" if sitting is None or sitting == self.unseatable:
                return Voted(TABLE, False)
            case "seat":
                return Succeeded(motion.seat, sitting.name, sitting.key, sitting.account)

    def _who_minds(self, by: int, about: int) -> list[int]:
        """The people who have a say in what a seat asks for: not those it is about, nor those who have long gone."""
        head = self._table.head
        return [each for each in head.people(by) if each != about and not self._has_gone(head.seats[each].name)]

    def _has_gone(self, name: str) -> bool:
        head, attendance = self._table.head, self._table.attendance
        return not head.setup.correspondence and attendance.gone_for(name) >= GONE_SECONDS
