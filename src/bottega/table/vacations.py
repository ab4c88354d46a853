"""Who is away until when: their time in games over days stands still meanwhile.

Somebody who is known by a token or a password says until when they are away. It is kept as a note beside the tables
(``vacation``, by the name), changed by compare-and-set and told to other nodes by a word. It holds the times of a year,
since a turn may have begun before one of them, and since a year has so many days of absence and no more.

A name that belongs to nobody may be another's next year: so a note of somebody without a password has the key of their
token, and counts only for seats that this key brings back. Whoever says so needs a seat, so that the notes of
passers-by do not pile up.

What must stay true:

1. When somebody was away before now is never changed, but for pieces that are older than a year and count no more.
2. Nobody's time is said to be over before the note was read again, where another node may have written it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from bottega.games.refusal import Refusal
from bottega.limits import VACATION_DAYS
from bottega.store.forgetting import mark_of
from bottega.store.log import StoreFault
from bottega.table.phrases import PHRASES
from bottega.table.turns import Period

if TYPE_CHECKING:
    from bottega.table.dormant import Dormant
    from bottega.table.house import House
    from bottega.table.identity import Claim
    from bottega.table.position import AnyPosition, Seat

KIND = "vacation"
_DAY = 24 * 3600 * 1000
_YEAR = 365 * _DAY


class _Note(msgspec.Struct, frozen=True, omit_defaults=True):
    """When somebody was and is away, oldest first; the key of whoever said so without a password."""

    periods: tuple[Period, ...] = ()
    key: str = ""


class Vacation(msgspec.Struct, frozen=True):
    """Until when somebody is away (milliseconds since 1970, None if they are not), and what is left of the year."""

    until: int | None
    days_left: int


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(_Note).decode


class Vacations:
    """What is known in one house of who is away."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._notes: dict[str, _Note] = {}
        self.on_changed: list[Callable[[str], None]] = []
        """Called with a name that is away, or back, or longer away than was known."""

    def load(self) -> None:
        """Know what the log holds; called at the start."""
        for name, text in self._house.log.notes(KIND).items():
            self._know(name, text)

    def _know(self, name: str, text: str | None) -> bool:
        """Take in what a note says; whether that is new."""
        try:
            note = _Note() if text is None else _decode(text)
        except msgspec.DecodeError:  # of a program that writes otherwise
            note = _Note()
        former = self._notes.get(name, _Note())
        if note.periods:
            self._notes[name] = note
        else:
            self._notes.pop(name, None)
        return note != former

    def hear(self, name: str) -> None:
        """Somebody has said so on another node."""
        with suppress(StoreFault):
            if self._know(name, self._house.log.note(KIND, name)):
                self._changed(name)

    def forget(self, mark: str) -> None:
        """A name was forgotten, known by its mark, and with it that somebody is away."""
        for name in [each for each in self._notes if mark_of(each) == mark]:
            self.hear(name)

    def refresh(self, seats: Iterable[Seat]) -> None:
        """Look again at what the log says of these, before it is too late for them."""
        for seat in seats:
            self.hear(seat.name)

    def _changed(self, name: str) -> None:
        for changed in self.on_changed:
            changed(name)

    # -- who is away --------------------------------------------------------------------------------------------------

    def of(self, seat: Seat) -> tuple[Period, ...]:
        """When the player of a seat was, is and will be away."""
        note = self._notes.get(seat.name)
        if note is None or not seat.person:
            return ()
        return note.periods if not note.key or self._house.identity.is_key_of(note.key, seat) else ()

    def away(self, position: AnyPosition | Dormant) -> dict[str, int]:
        """Who of those who sit at a game over days is away now, and until when."""
        if not self._notes or not position.setup.correspondence:
            return {}
        now = self._now()
        ends = {seat.name: _until(self.of(seat), now) for seat in position.seats if not seat.quit}
        return {name: until for name, until in ends.items() if until is not None}

    def told(self, claim: Claim) -> Vacation:
        """What whoever makes the claim has said, and may still say."""
        now, periods = self._now(), self._own(claim).periods
        return Vacation(_until(periods, now), max(0, VACATION_DAYS - _days(periods, now)))

    def _own(self, claim: Claim) -> _Note:
        note = self._notes.get(claim.name, _Note())
        theirs = claim.proven if not note.key else self._house.identity.is_same_key(note.key, claim.key)
        return note if theirs or claim.proven else _Note()

    def _now(self) -> int:
        return int(self._house.date() * 1000)

    # -- saying so ----------------------------------------------------------------------------------------------------

    def leave(self, claim: Claim, until: int, answer: Callable[[Refusal | None], None]) -> None:
        """Be away until then, or, if that is past, no longer; the answer is why not."""
        house, now = self._house, self._now()
        try:
            former = house.log.note(KIND, claim.name)
        except StoreFault:
            answer(PHRASES.refusal("store"))
            return
        self._know(claim.name, former)
        periods = [each for each in self._own(claim).periods if each.ends > now - _YEAR]
        current = _until(periods, now)
        begins = periods.pop().begins if current is not None else now
        if until > now or current is not None:
            periods.append(Period(begins, max(until, now)))
        refusal = self._why_not(claim, periods, until, now)
        if refusal is not None:
            answer(refusal)
            return
        text = _encode(_Note(tuple(periods), "" if claim.proven else claim.key)).decode() if periods else None

        def written(fault: StoreFault | None) -> None:
            if fault is None:
                self._know(claim.name, text)
                house.tell_others(KIND, claim.name)
                self._changed(claim.name)
            answer(None if fault is None else PHRASES.refusal("store"))

        if text == former:
            answer(None)
        else:
            house.log.write_note(KIND, claim.name, former, text, written)

    def _why_not(self, claim: Claim, periods: list[Period], until: int, now: int) -> Refusal | None:
        if until <= now:
            return None
        if not claim.proven and not self._house.identity.seated_at(claim):
            return PHRASES.refusal("nothing-to-leave")
        if _days(periods, now) > VACATION_DAYS:
            left = VACATION_DAYS - _days(periods[:-1], now)
            return PHRASES.refusal("away-too-long", most=VACATION_DAYS, left=max(0, left))
        return None


def _until(periods: Iterable[Period], now: int) -> int | None:
    """Until when somebody is away who is."""
    return next((period.ends for period in periods if period.begins <= now < period.ends), None)


def _days(periods: Iterable[Period], now: int) -> int:
    """How many days of the year before now, and of those to come, somebody was and will be away; begun ones count."""
    since = now - _YEAR
    return sum(-(-(each.ends - max(each.begins, since)) // _DAY) for each in periods if each.ends > since)
