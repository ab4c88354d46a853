"""What somebody who is away from a table is told, and when: decided here, sent by the server.

How it works. Every entry of every table is looked at for those who sit there, are not connected to it and have chosen
a way to be told (``ways.py``). What they should know (their *causes*) is put down in a note of the log (kind ``due``)
with the time at which it is to be told: a little later, so that whoever moves or comes back meanwhile is told nothing.
Whoever goes without the move or the answer that they are waited for is away from then on, like any other.
When the time has come and it is still so, the causes are put down as told (kind ``noticed``), and only whoever has
managed to do that hands the notification on. Both kinds of notes are changed by compare-and-set, so with several nodes
one does.

What must stay true:

1. Nobody is told the same twice: a cause has a *mark* (the number of the turn, or of the entry) that only grows, and it
   is noted as told before it is told. A crash in between costs a notification, never doubles one. Questions cost
   nothing and can be taken back, so of those somebody is told one until they were there again.
2. Nothing is told that is no longer so when it is told: no turn that was played, no game that goes on.
3. What was due before a restart is told after it, once, if it is still so; everybody had time to come back first.
4. Nobody is told anything about games over days while they are on vacation; they are when they are back.
5. Nothing of the game is told but that it goes on: a notification is made of names, the game's name and the table's id.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING

import msgspec
import structlog

from bottega.limits import KEPT_NOTICED_SECONDS, NOTIFIED_AT_ONCE, NOTIFY_AGAIN_SECONDS, NOTIFY_SECONDS
from bottega.store.log import Conflict, Damaged, StoreFault
from bottega.table.entries import DamagedLog, Proposed, Started
from bottega.table.events import NOBODY, Event, Notice, Presence, Presences
from bottega.table.position import AnyPosition, fold
from bottega.table.ways import Offer, Ways, WaysBook

if TYPE_CHECKING:
    from bottega.table.house import House

log = structlog.get_logger("bottega.notifications")

DUE, NOTICED = "due", "noticed"


class Outbound(msgspec.Struct, frozen=True, kw_only=True):
    """What whoever runs the house lets leave it; nothing, unless they say so."""

    push: str = ""
    """Web push, and whom push services may write to about it: ``mailto:`` or ``https:``."""
    push_private: bool = False
    """Whether push services may be in a private network, and without TLS: for tests."""
    ntfy: str = ""
    """The site of an ntfy, where people have their topics."""
    webhook: str = ""
    """An address that is told about those who want it to be."""
    mail: str = ""
    """A mail server: ``smtp://[USER:PASSWORD@]HOST[:PORT]``, or ``smtps:``."""
    mail_from: str = ""
    """Who mail is from."""
    seconds: float = NOTIFY_SECONDS
    """For somebody to come back or to move, before they are notified."""

    @property
    def any(self) -> bool:
        """Whether anything does."""
        return bool(self.push or self.ntfy or self.webhook or self.mail)


class Cause(StrEnum):
    """Why somebody is told something; of several the first is told."""

    OVER = "over"
    MOVE = "move"
    ASKED = "asked"
    STARTED = "started"


Marks = Mapping[str, int]
"""Causes, each with the number by which it is told once."""


class Notification(msgspec.Struct, frozen=True):
    """What somebody is told, and by which ways."""

    table: str
    game: str
    cause: Cause
    mark: int
    name: str
    others: tuple[str, ...]
    """Who else plays there."""
    ways: tuple[Ways, ...]


class _Due(msgspec.Struct, frozen=True):
    """What is to be told to a seat, and when (seconds since 1970)."""

    at: float
    causes: dict[str, int]


class _Told(msgspec.Struct, frozen=True):
    """What was told to a seat, and when last."""

    at: float
    causes: dict[str, int]
    asked: bool = False
    """Whether they were told of a question, and were not there since."""


def causes(event: Event, number: int) -> dict[str, int]:
    """What whoever has a seat should know after an entry."""
    after = event.after
    seat = after.seats[number]
    if not seat.person or seat.quit or not after.started:
        return {}
    if after.finished:
        return {Cause.OVER: event.entry.seq}
    found: dict[str, int] = {}
    if isinstance(event.entry.fact, Started):
        found[Cause.STARTED] = event.entry.seq
    if isinstance(event.entry.fact, Proposed) and _is_asked(after, number):
        found[Cause.ASKED] = event.entry.seq
    if (turn := _turn_of(after, number)) is not None:
        found[Cause.MOVE] = turn
    return found


def holds(position: AnyPosition, number: int, cause: str, mark: int) -> bool:
    """Whether a cause is still one."""
    seat = position.seats[number]
    if not seat.person or seat.quit:
        return False
    match cause:
        case Cause.OVER:
            return position.finished
        case Cause.MOVE:
            return _turn_of(position, number) == mark
        case Cause.ASKED:
            return _is_asked(position, number)
        case Cause.STARTED:
            return position.started and not position.finished
    return False


def _turn_of(position: AnyPosition, number: int) -> int | None:
    """The turn in which the seat may act now; all that comes before the first is one turn, numbered 0."""
    state = position.state
    if state is None or position.finished or position.paused:
        return None
    game = position.game
    acts = not position.seats[number].bot and number in game.actors(state)
    return max(0, game.turn(state)) if acts else None


def _is_asked(position: AnyPosition, number: int) -> bool:
    """Whether the others wait for the seat's consent."""
    ballot = position.ballot
    return ballot is not None and not position.finished and number in ballot.asked and number not in ballot.agreed


_encode = msgspec.json.Encoder().encode
_due = msgspec.json.Decoder(_Due).decode
_told = msgspec.json.Decoder(_Told).decode


class Notifications:
    """What is due for whom in one house; one of its onlookers."""

    def __init__(
        self, house: House, offer: Offer, seconds: float, deliver: Callable[[Notification], None] = lambda _: None
    ) -> None:
        self._house = house
        self.book = WaysBook(house, offer)
        self._seconds = seconds
        self.deliver = deliver
        self._due: dict[str, dict[int, str]] = {}
        """By table and seat, the text of the note."""
        self._seen: dict[str, dict[int, dict[str, int]]] = {}
        """What a seat of a table in memory sees by being there."""
        self._known: dict[str, dict[int, dict[str, int]]] = {}
        """What a seat of a table in memory was told."""
        self._begun = house.date()
        self._purged = 0.0

    def load(self) -> None:
        """Know what everybody has chosen and what is due, also from before a restart."""
        self.book.load()
        self._read_due()
        self._house.onlookers.append(self)
        self._house.on_forgotten.append(self._forget)
        self._house.on_dormant.append(self._forget)

    @property
    def waiting(self) -> int:
        """How many are due, or soon will be."""
        return sum(map(len, self._due.values()))

    # -- what happens -------------------------------------------------------------------------------------------------

    def told(self, event: Event) -> None:
        """An entry is durable: whoever is away may have to be told."""
        if not len(self.book):
            return
        for number, seat in enumerate(event.after.seats):
            if seat.name in self.book and (found := causes(event, number)):
                if seat.name in event.presence:
                    _add(self._seen, event.table, number, found)
                else:
                    self._put_down(event.table, number, found)

    def noticed(self, notice: Notice) -> None:
        """Whoever is back sees for themselves; whoever goes is away from what waits for them."""
        table = self._house.tables.get(notice.table)
        if table is None or notice.name not in self.book:
            return
        number = table.position.seat_of(notice.name)
        if number is None:
            return
        if notice.presence is Presence.AWAY:
            self._left(table.position, number)
        else:
            self._came(table.id, number)

    def _came(self, table: str, number: int) -> None:
        """A seat's player is there, and is told of the next question when they are gone again."""
        if (text := self._due.get(table, {}).get(number)) is not None:
            _add(self._seen, table, number, _due(text).causes)
            self._drop(table, number, text)
        with suppress(StoreFault, msgspec.DecodeError):  # they are told of one question less
            noted = self._house.log.note(NOTICED, f"{table} {number}")
            if noted is not None and (told := _told(noted)).asked:
                there = _encode(msgspec.structs.replace(told, asked=False)).decode()
                self._house.log.write_note(NOTICED, f"{table} {number}", noted, there, _unheard)

    def _left(self, position: AnyPosition, number: int) -> None:
        """A seat's player goes: let them be told of what they leave undone."""
        seen = self._seen.get(position.charter.id, {}).pop(number, {})
        found = {Cause.ASKED.value: seen[Cause.ASKED]} if Cause.ASKED in seen and _is_asked(position, number) else {}
        if (turn := _turn_of(position, number)) is not None:
            found[Cause.MOVE] = turn
        if found:
            self._put_down(position.charter.id, number, found)

    def _forget(self, table: str) -> None:
        self._seen.pop(table, None)
        self._known.pop(table, None)

    def _put_down(self, table: str, number: int, found: Marks, losses: int = 0) -> None:
        """Let a seat be told so in a while, unless it was told already or is about to be."""
        told = self._known.get(table, {}).get(number, {})
        former = self._due.get(table, {}).get(number)
        known = {} if former is None else _due(former).causes
        fresh = {cause: mark for cause, mark in found.items() if told.get(cause, -1) < mark != known.get(cause)}
        if not fresh:
            return
        text = _encode(_Due(self._house.date() + self._seconds, {**known, **fresh})).decode()

        def written(fault: StoreFault | None) -> None:
            if isinstance(fault, Conflict) and not losses:  # another node has put something down
                self._reread(table, number)
                self._put_down(table, number, found, losses + 1)

        self._due.setdefault(table, {})[number] = text
        self._house.log.write_note(DUE, f"{table} {number}", former, text, written)

    # -- what is due --------------------------------------------------------------------------------------------------

    def sweep(self) -> None:
        """Tell what is due now, some of it if it is much; called every few seconds."""
        now = self._house.date()
        if now - self._begun < self._seconds:
            return
        if self._house.log.shared:
            self._read_due()
        if now - self._purged > KEPT_NOTICED_SECONDS:
            self._purged = now
            self._purge(now)
        waiting = [(table, number, text) for table, seats in self._due.items() for number, text in seats.items()]
        due = [(table, number, text) for table, number, text in waiting if _due(text).at <= now]
        for table, number, text in due[:NOTIFIED_AT_ONCE]:
            try:
                self._tell(table, number, text)
            except (Damaged, DamagedLog, KeyError, IndexError):  # there is no such table any more
                self._drop(table, number, text)

    def _tell(self, table: str, number: int, text: str) -> None:
        try:
            position, presence = self._look_up(table)
            noted = self._house.log.note(NOTICED, f"{table} {number}")
        except (Damaged, DamagedLog):
            raise
        except StoreFault:
            self._put_off(table, number, text, self._house.date() + NOTIFY_AGAIN_SECONDS)
            return
        seat, done = position.seats[number], _Told(0.0, {}) if noted is None else _told(noted)
        found = {
            cause: mark
            for cause, mark in _due(text).causes.items()
            if done.causes.get(cause, -1) < mark and holds(position, number, cause, mark)
        }
        if done.asked:
            found.pop(Cause.ASKED, None)
        owns = partial(self._house.identity.owns, position.charter.game, seat)
        ways = tuple(ways for ways in self.book.under(seat.name) if owns(ways.claim))
        if not found or not ways or seat.name in presence:
            self._drop(table, number, text)
            return
        if (until := self._house.vacations.away(position).get(seat.name)) is not None:
            self._put_off(table, number, text, until / 1000)
            return
        cause = next(cause for cause in Cause if cause in found)
        notification = Notification(
            table,
            position.charter.game,
            cause,
            found[cause],
            seat.name,
            tuple(other.name for other in position.seats if other is not seat),
            ways,
        )

        def written(fault: StoreFault | None) -> None:
            if fault is None:
                _add(self._known, table, number, found)
                self.deliver(notification)
            if fault is None or isinstance(fault, Conflict):  # another node tells it
                self._drop(table, number, text)
            else:
                self._put_off(table, number, text, self._house.date() + NOTIFY_AGAIN_SECONDS)

        asked = done.asked or Cause.ASKED in found
        told = _encode(_Told(self._house.date(), {**done.causes, **found}, asked)).decode()
        self._house.log.write_note(NOTICED, f"{table} {number}", noted, told, written)

    def _look_up(self, table: str) -> tuple[AnyPosition, Presences]:
        """A table as it is now, running or over, and who is there."""
        house = self._house
        live = house.find(table)
        if live is not None:
            return live.position, live.attendance.presences
        presence = NOBODY if house.neighbours is None else house.neighbours.presence(table)
        return fold(*house.log.read(table)), presence

    def still(self, notification: Notification) -> bool:
        """Whether somebody still has to be told: asked again before what could not be sent is tried again."""
        try:
            position, presence = self._look_up(notification.table)
        except (StoreFault, DamagedLog, KeyError):
            return False
        number = position.seat_of(notification.name)
        if number is None or notification.name in presence:
            return False
        return holds(position, number, notification.cause, notification.mark)

    def _drop(self, table: str, number: int, text: str) -> None:
        """Nothing is due for a seat any more."""
        seats = self._due.get(table, {})
        if seats.get(number) == text:
            del seats[number]
        if not seats:
            self._due.pop(table, None)
        self._house.log.write_note(DUE, f"{table} {number}", text, None, _unheard)

    def _put_off(self, table: str, number: int, text: str, at: float) -> None:
        """The log cannot be asked, or somebody is on vacation: look at it again then."""
        later = msgspec.structs.replace(_due(text), at=at)

        def written(fault: StoreFault | None) -> None:
            if isinstance(fault, Conflict):
                self._reread(table, number)

        new = _encode(later).decode()
        self._due.setdefault(table, {})[number] = new
        self._house.log.write_note(DUE, f"{table} {number}", text, new, written)

    def _read_due(self) -> None:
        """What is due by the log: here after a restart, and on any node."""
        try:
            notes = self._house.log.notes(DUE)
        except StoreFault:
            return
        self._due = {}
        for key, text in notes.items():
            table, _, number = key.partition(" ")
            try:
                _due(text)
                self._due.setdefault(table, {})[int(number)] = text
            except ValueError:  # (a DecodeError is one) of a program that keeps it otherwise
                log.warning("what is due cannot be read", table=table)

    def _reread(self, table: str, number: int) -> None:
        seats = self._due.setdefault(table, {})
        text = self._house.log.note(DUE, f"{table} {number}")
        if text is not None:
            seats[number] = text
        else:
            seats.pop(number, None)

    def _purge(self, now: float) -> None:
        """Forget what was told at tables that are long over."""
        house = self._house
        try:
            notes = house.log.notes(NOTICED)
        except StoreFault:
            return
        for key, text in notes.items():
            table = key.partition(" ")[0]
            if table not in house.tables and table not in house.dormant:
                try:
                    old = _told(text).at < now - KEPT_NOTICED_SECONDS
                except msgspec.DecodeError:
                    old = True
                if old:
                    house.log.write_note(NOTICED, key, text, None, _unheard)


def _add(marks: dict[str, dict[int, dict[str, int]]], table: str, number: int, found: Marks) -> None:
    """Put more down for a seat."""
    marks.setdefault(table, {}).setdefault(number, {}).update(found)


def _unheard(_: StoreFault | None) -> None:
    """What is left over is found the next time."""
