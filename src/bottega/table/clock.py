"""The table's clock: when it starts by itself, whom it skips, when it ends for want of players.

The clock never acts while something is on its way to the log: it reviews the table whenever that is settled, whenever
somebody comes or goes, and when the time it asked to be woken at has come. Each review does at most what is due now and
sets ``wakes`` to when it must look again (None: only if something happens). The hands (when the turn ends, when the
table starts by itself) are set with every entry, before anybody is told of it: ``set_hands`` only looks, it never acts.

Time is paused while no person is present: a table whose players are all gone is parked, not played by skipping. When
the first of them is back, the others have ``RETURN_SECONDS`` to follow. It is paused too when everybody has only been
skipped for ``SKIPPED_ROUNDS`` rounds, connected or not: such a game would never end. It goes on with the next move.
A turn of so many actions that it would never end is skipped, and such a game is ended.

A game over days is otherwise: its time runs whoever is there, and is over when the log says (``turns.py``). Then
somebody is skipped, or a bot takes over, or nothing happens, as the set-up says; before that nobody is. Every node that
has the table in memory looks at it, and any of them acts: the log takes one entry. Seats are kept before the start.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import TYPE_CHECKING

from bottega.limits import (
    BROUGHT_SECONDS,
    LATE_SECONDS,
    MAX_GAME_ACTIONS,
    MAX_TURN_ACTIONS,
    REOPENED_SECONDS,
    RETURN_SECONDS,
    SKIPPED_ROUNDS,
    UNDO_SECONDS,
)
from bottega.table.entries import EndReason
from bottega.table.events import Deadlines
from bottega.table.position import AnyPosition, Seat, StartPolicy
from bottega.table.turns import Turn, due, rests

if TYPE_CHECKING:
    from bottega.table.table import Table

REST_SECONDS = 1.0
"""How long the clock leaves a log alone that has just failed."""
BALLOT_SECONDS = 10.0
"""How often it looks whether those are still waited for who have a say in what was asked for."""


class Clock:
    """What is due at one table, and when."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.wakes: float | None = None
        self.turn_ends: float | None = None
        self._turn = -1
        self._former = 0.0
        """When the turn before this one would have ended."""
        self._lengthened = -1
        """The last turn that was given a moment, since its end was taken back."""
        self._held: float | None = None
        """What was left of the turn when the game was paused."""
        self._starts: float | None = None
        self._lobby: float | None = None
        """When the countdown of a table that starts by itself is over."""
        self._brought: float | None = None
        """When those whom the house has brought to somebody's table have waited long enough."""
        self._alone: float | None = None
        self._grace: dict[str, float] = {}
        self._unseen: set[str] = set()
        """Who is waited for without having been seen here: whether they are gone is for others to say."""
        self._parked = False
        self._returning = 0.0
        """Until when those are waited for, whatever the length of a turn, who were not the first to come back."""
        self._rests: float | None = None
        self._halted = False
        self.handed_over = False
        """Whether a bot was given a seat since the last look."""
        self.opened = -inf
        """When the house opened, if the table is older."""
        self._told: tuple[Turn, float] | None = None
        """The turn of a game over days that the hand was set for, and when it is over."""
        self._fresh: AnyPosition | None = None
        """The position at which a turn has just begun: nothing can be due at it yet, whatever the first look says."""

    def expect_back(self) -> None:
        """After a restart: nobody is here, everybody may come back in peace."""
        until = self._table.now() + RETURN_SECONDS
        self._grace = {seat.name: until for seat in self._table.position.seats if not seat.bot}
        self._unseen = set(self._grace)
        self._parked = True

    def rest(self) -> None:
        """The log has failed: want nothing from it for a moment."""
        self._rests = self._table.now() + REST_SECONDS

    def halt(self) -> None:
        """The house closes: who is cut off now has not left, and loses no turn by it."""
        self._halted, self.wakes = True, None

    def look_again(self, seconds: float) -> None:
        """A review has failed: do not let that have been the last one."""
        now = self._table.now()
        if self.wakes is None or self.wakes <= now:
            self.wakes = now + seconds

    def left(self, name: str, grace: float) -> None:
        """Somebody's connection is gone; their turns are skipped after the grace."""
        self._grace[name] = self._table.now() + grace
        self._unseen.discard(name)

    def expect(self, name: str) -> None:
        """Somebody has just taken a seat elsewhere, and is not seen here yet."""
        self._grace[name] = self._table.now() + RETURN_SECONDS
        self._unseen.add(name)

    def wait_until(self, name: str, seconds: float) -> None:
        """Another node waits for somebody so much longer."""
        until = self._table.now() + seconds
        if until > self._grace.get(name, 0.0) + 0.5:
            self._grace[name] = until
            self._unseen.discard(name)

    def graces(self) -> dict[str, float]:
        """Who is waited for that was here, and for how many seconds."""
        now, attendance = self._table.now(), self._table.attendance
        return {
            name: until - now
            for name, until in self._grace.items()
            if until > now and name not in self._unseen and not attendance.keeps(name)
        }

    def arrived(self, name: str) -> None:
        """Somebody is back."""
        self._grace.pop(name, None)
        self._unseen.discard(name)

    def deadlines(self) -> Deadlines:
        """Where the hands stand."""
        return Deadlines(self.turn_ends, self._starts, self._table.now())

    def starts_in(self) -> float | None:
        """Seconds until the table starts by itself, None if it does not yet."""
        return self.deadlines().starts_in

    def turn_left(self) -> float | None:
        """Seconds left of the turn, None without a clock."""
        return self.deadlines().turn_left

    def set_hands(self, age: float = 0.0) -> Deadlines:
        """Set the hands for where the table stands: a new turn has all its time, the second player starts a wait.

        Both begin with the entry that brought them about, which may be of some ``age`` where another node wrote it.
        """
        position, now = self._table.position, self._table.now()
        if position.result is not None:
            self.turn_ends = self._starts = None
        elif position.turn is not None:
            self._starts = None
            self._set_days(position, now)
        elif position.paused:
            self._hold(now)
        elif position.state is not None:
            self._starts = None
            self._set_turn(position, now, age)
        else:
            self._set_start(position, now - age)
        return Deadlines(self.turn_ends, self._starts, now)

    def _set_turn(self, position: AnyPosition, now: float, age: float = 0.0) -> None:
        if not position.setup.turn_seconds:
            if not self._table.turn_actions:  # a new turn, at which nothing can be due without a clock either
                self._fresh = position
            return
        if self.resting(position) or (not self._everybody_is_here(position) and self._nobody_is_here(position)):
            self.turn_ends = None
            return
        turn = self._table.game.turn(position.state)
        if self._held is not None and turn == self._turn:
            self.turn_ends, self._held = now + self._held, None
        elif turn < self._turn and self.turn_ends is not None:
            # It was taken back: what is left of that turn and, once, a moment to see it.
            self._turn, self.turn_ends = turn, max(self._former, now)
            moment = now + min(position.setup.turn_seconds, UNDO_SECONDS)
            if moment > self.turn_ends and turn != self._lengthened:
                self._lengthened, self.turn_ends = turn, moment
        elif turn != self._turn or self.turn_ends is None:
            self._turn, self._former, self._held = turn, self.turn_ends or 0.0, None
            self.turn_ends = now + position.setup.turn_seconds
            if age:
                self.turn_ends = max(self.turn_ends - age, now + LATE_SECONDS)
            if self._returning > self.turn_ends and self._absent(position):
                self.turn_ends = self._returning
            self._fresh = position

    def _set_days(self, position: AnyPosition, now: float) -> None:
        """Set the hand of a game over days: by the date, but once for each end of a turn, since a date may be set."""
        table, turn = self._table, position.turn
        ends = due(turn, position.seats, table.away)
        if turn is None or ends is None:
            self.turn_ends = self._told = None
        elif self._told != (turn, ends):
            former, self._told = self._told, (turn, ends)
            if former is not None and self.turn_ends is not None and former[0].ends == turn.ends:
                self.turn_ends += ends - former[1]
            else:
                self.turn_ends = now + ends - table.date
            if self.turn_ends < self.opened:
                self.turn_ends = self.opened + REOPENED_SECONDS

    def set_days_anew(self) -> None:
        """The date was set: what the hand was set by counts no more."""
        self._told = None
        self.review()

    def _hold(self, now: float) -> None:
        """Time stands still: what is left of the turn is left when the game goes on."""
        if self.turn_ends is not None:
            self._held, self.turn_ends = max(0.0, self.turn_ends - now), None

    def _set_start(self, position: AnyPosition, now: float) -> None:
        setup, joined = position.setup, len(position.seats)
        if joined < 2 or self._is_asked(position):
            self._lobby = None
        elif joined < position.size and setup.start != StartPolicy.FULL and self._lobby is None:
            self._lobby = now + setup.lobby_seconds
        if joined < 2 or not self._table.hosted or not self._table.attendance.silent:
            self._brought = None
        elif self._brought is None:
            self._brought = now + max(BROUGHT_SECONDS, setup.lobby_seconds)
        self._starts = min((time for time in (self._lobby, self._brought) if time is not None), default=None)

    def resting(self, position: AnyPosition) -> bool:
        """Whether everybody has only been skipped for so long that it is no game any more."""
        if position.turn is not None:
            return rests(position.turn, position.seats)
        skipped = self._table.skipped
        if skipped < SKIPPED_ROUNDS:
            return False
        return skipped >= SKIPPED_ROUNDS * sum(not seat.bot and not seat.quit for seat in position.seats)

    def _nobody_is_here(self, position: AnyPosition) -> bool:
        """Whether every person who still plays is gone: then time stands still."""
        people = [seat for seat in position.seats if not seat.bot and not seat.quit]
        return bool(people) and not any(self._table.present(seat.name) for seat in people)

    def _everybody_is_here(self, position: AnyPosition) -> bool:
        attendance = self._table.attendance
        if attendance.elsewhere:
            return all(attendance.present(seat.name) for seat in position.seats)
        return len(attendance.keepers) == len(position.seats) and not attendance.suspended

    def review(self) -> None:
        """Do what is due; ask to be woken for what is not."""
        table = self._table
        if self._halted or not table.settled:
            return
        self.wakes = None
        if table.shared and table.unaware():
            self.wakes = table.now()
            return
        if table.shared and table.position.state is not None and table.unattended() and table.position.turn is None:
            return  # those look after it who are there
        if self._rests is not None:
            if not self._due(self._rests):
                return
            self._rests = None
        if self.handed_over and table.position.turn is None:
            self.handed_over = False
            if table.take_back_seats():
                return
        if table.head.ballot is not None:
            if table.carry_out():
                return
            self._due(table.now() + BALLOT_SECONDS)
        position = table.position
        fresh, self._fresh = self._fresh, None
        if table.actions >= MAX_GAME_ACTIONS and position.result is None:
            table.end(EndReason.ENDLESS)
            return
        if position is fresh and self._everybody_is_here(position):
            self._alone, self._parked, self.wakes = None, False, self.turn_ends
            return
        if position.result is not None:
            self.turn_ends = self._starts = None
        elif position.turn is not None:
            self._starts = None
            self._review_days(position)
        elif position.paused:
            self._hold(table.now())
            self._deserted(position)
        elif position.state is not None:
            self._starts = None
            self._review_game(position)
        else:
            self._review_lobby(position)

    def _review_lobby(self, position: AnyPosition) -> None:
        if self._given_up(position):
            return
        self._set_start(position, self._table.now())
        if not position.size:
            return
        full = len(position.seats) == position.size and not self._is_asked(position)
        if full or (self._starts is not None and self._due(self._starts)):
            self._table.start()

    def _is_asked(self, position: AnyPosition) -> bool:
        """Whether the table starts on request only; players none of whom can ask do not wait for it."""
        people = {seat.name for seat in position.seats if seat.person}
        return position.setup.start == StartPolicy.ASKED and not (people and people <= self._table.attendance.silent)

    def _given_up(self, position: AnyPosition) -> bool:
        """Give up a seat kept for somebody whose connection is gone, when its grace is over."""
        for seat in position.seats if not position.setup.correspondence else ():
            until = self._grace.get(seat.name)
            if until is None or seat.bot or self._table.attendance.keeps(seat.name):
                continue
            if self._due(until):
                self._table.leave(seat.name)
                return True
        return False

    def _review_game(self, position: AnyPosition) -> None:
        table = self._table
        if table.turn_actions >= MAX_TURN_ACTIONS:
            self._end_turn(position)
            return
        if self.resting(position):
            self.turn_ends = self._alone = None
            return
        if self._everybody_is_here(position):
            self._alone, self._parked = None, False  # the usual case: everybody is here
            self._run_turn(position)
            return
        if self._deserted(position):
            return
        if self._nobody_is_here(position):
            self.turn_ends = self._alone = None
            self._parked = True
            return
        if self._parked:
            self._parked = False
            people = [seat for seat in position.seats if not seat.bot and not seat.quit]
            self._wait_for(seat for seat in people if not table.present(seat.name))
        if not self._walked_over(position) and not self._skip_absent(position):
            self._run_turn(position)

    def _review_days(self, position: AnyPosition) -> None:
        table = self._table
        if table.turn_actions >= MAX_TURN_ACTIONS and not position.paused:
            self._end_turn(position)
            return
        if self._deserted(position) or position.paused:
            self.turn_ends = self._told = None
            return
        actors = table.game.actors(position.state)
        if gone := [number for number in actors if position.seats[number].quit]:
            table.skip(gone[0])
            return
        self._set_days(position, table.now())
        late = [number for number in actors if not position.seats[number].bot]
        if self.turn_ends is None or not late or not self._due(self.turn_ends):
            return
        if table.shared:
            table.look_up_away(position.seats[number] for number in late)
            self._set_days(position, table.now())
            if not table.settled or self.turn_ends is None or not self._due(self.turn_ends):
                return
        if position.setup.absent == "skip":
            table.skip(late[0])
        elif position.setup.absent != "wait":
            table.play_by_bot(late[0], position.setup.absent)

    def _absent(self, position: AnyPosition) -> bool:
        """Whether the turn is that of somebody who may still come back."""
        seats = (position.seats[number] for number in self._table.game.actors(position.state))
        return any(not seat.bot and not seat.quit and not self._table.present(seat.name) for seat in seats)

    def _wait_for(self, absent: Iterable[Seat]) -> None:
        """Give those who are not back yet some time to follow."""
        self._returning = until = self._table.now() + RETURN_SECONDS
        for seat in absent:
            self._grace[seat.name] = max(until, self._grace.get(seat.name, 0.0))

    def _deserted(self, position: AnyPosition) -> bool:
        """End the game if so many have left for good that it is none any more."""
        seats = position.seats
        staying = [number for number, seat in enumerate(seats) if not seat.quit]
        if len(staying) < len(seats) and not any(seats[number].person for number in staying):
            self._table.end(EndReason.ABANDONED)
        elif len(seats) > 1 and len(staying) == 1:
            self._table.end(EndReason.WALKOVER, staying[0])
        else:
            return False
        return True

    def _walked_over(self, position: AnyPosition) -> bool:
        """End the game if somebody has been alone, with nobody expected back, for as long as the set-up says."""
        table, patience = self._table, position.setup.walkover_seconds
        if not patience or len(position.seats) == 1:
            return False
        staying = [(number, seat) for number, seat in enumerate(position.seats) if not seat.quit]
        here = [number for number, seat in staying if seat.bot or table.present(seat.name)]
        expected = [seat for _, seat in staying if not self._due(self._grace.get(seat.name, 0.0))]
        if len(here) != 1 or expected:
            self._alone = None
            return False
        if self._alone is None:
            self._alone = table.now() + patience
        if self._due(self._alone):
            table.end(EndReason.WALKOVER, here[0])
            return True
        return False

    def _skip_absent(self, position: AnyPosition) -> bool:
        """Skip (or hand to a bot) the first actor who is gone; the review after that entry sees to the next."""
        table = self._table
        for number in table.game.actors(position.state):
            seat = position.seats[number]
            if seat.bot or table.present(seat.name):
                continue
            if not seat.quit and (position.setup.absent == "wait" or not self._due(self._grace.get(seat.name, 0.0))):
                continue
            if position.setup.absent != "skip" and not seat.quit:
                table.play_by_bot(number, position.setup.absent)
            else:
                table.skip(number)
            return True
        return False

    def _run_turn(self, position: AnyPosition) -> None:
        if not position.setup.turn_seconds:
            return
        if self.turn_ends is None or self._table.game.turn(position.state) != self._turn:
            self._set_turn(position, self._table.now())
        if self.turn_ends is not None and self._due(self.turn_ends):
            self.turn_ends = None
            self._end_turn(position)

    def _end_turn(self, position: AnyPosition) -> None:
        for seat in self._table.game.actors(position.state):
            self._table.skip(seat)

    def _due(self, time: float) -> bool:
        """Whether the time has come; if not, be woken then."""
        if time <= self._table.now():
            return True
        self.wakes = time if self.wakes is None else min(self.wakes, time)
        return False
