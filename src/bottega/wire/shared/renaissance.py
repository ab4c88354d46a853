"""What the Renaissance dialects share: coming in, deciding how many play, coming back, where they stand, who is left.

How it works. There is one waiting room. Whoever opens a table is ``asked`` how many shall play; while they think about
it, newcomers stand in the house's queue: they have a name but no table yet. A handler comes in with ::

    outcome = yield from come_in(self, nickname)

and goes on, perhaps much later, with one of:

    SEATED      a seat at a table; ``asked`` tells whether the number of players must be given now
    RETURNED    back at the seat that the same nickname left; the handler tells them the whole state
    a Refusal   the nickname cannot be used; the sentence says why

Whoever has to stand in the queue meanwhile is told so by the dialect's ``queued``.

What must stay true: a nickname with a password belongs to its owner, a seat taken in a browser to its secret, a seat
whose player is connected to that player; everybody else's nickname is free or brings its seat back.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from enum import Enum, auto
from typing import Any, TypeVar

from bottega.games import renaissance
from bottega.games.refusal import Refusal
from bottega.games.renaissance import queries
from bottega.games.renaissance.actions import END_TURN, Action, Discard, Store, White
from bottega.games.renaissance.model import SETUP, START, STORING, WHITES, State
from bottega.limits import ASK_SECONDS
from bottega.table.entries import Sitting
from bottega.table.identity import Claim
from bottega.table.names import tidy
from bottega.table.position import AnyPosition, Seat, Setup, StartPolicy
from bottega.table.table import Table
from bottega.wire.core.connection import Connection, Timer
from bottega.wire.core.dialect import Command, Dialect
from bottega.wire.core.machine import Handling
from bottega.wire.core.profile import admission

GAME = "renaissance"

RETRY_SECONDS = 1.0
"""When to look again, if the number of players is on its way to the disk when the time for it is over."""

S = TypeVar("S", bound=Enum)


def game(position: AnyPosition) -> State:
    """The game of a table that has started."""
    return position.playing(State)


def names(position: AnyPosition) -> tuple[str, ...]:
    """Who sits where."""
    return tuple([seat.name for seat in position.seats])


def last_standing(table: Table) -> str | None:
    """The only person still connected to a running game of several, None if there are more (or none)."""
    position = table.position
    if not position.started or position.finished or len(position.seats) == 1:
        return None
    here = [seat for seat in position.seats if not seat.quit and (seat.bot or table.present(seat.name))]
    return here[0].name if len(here) == 1 and not here[0].bot else None


def admissions(dialect: Dialect[Any], seats: Iterable[Seat]) -> Iterator[tuple[str, str]]:
    """What a connection should know of those who sit there: whose client is shown more than its own, and what."""
    for seat in seats:
        more = [part for part in seat.gives_away if part not in dialect.profile.gives_away]
        if more:
            yield seat.name, admission(seat.name, more)


class Arrival(Enum):
    """How somebody came in."""

    SEATED = auto()
    """At a seat that is new to them."""
    RETURNED = auto()
    """At the seat they had left; the game has started."""


def come_in(dialect: Dialect[Any], nickname: str) -> Generator[Command, Any, Arrival | Refusal]:
    """Take a seat, perhaps after a time in the queue, or come back to the one this nickname left; else why not."""
    house, nickname = dialect.house, tidy(nickname)
    verdict = yield from dialect.look_up(Claim(nickname))
    if isinstance(verdict, Refusal):
        return verdict
    if verdict is not None:
        dialect.resume(verdict, nickname)
        return Arrival.RETURNED
    setup = Setup(seats=0, turn_seconds=house.settings.turn_seconds)
    return (yield from dialect.take_seat(Sitting(nickname), setup, _suits)) or Arrival.SEATED


def asked(dialect: Connection) -> bool:
    """Whether this connection must say how many play."""
    return dialect.table is not None and not dialect.table.position.size and dialect.seat == 0


def starts(position: AnyPosition) -> bool:
    """Whether the start is on its way, since all seats are taken: what a client sends now is meant for the game."""
    full = len(position.seats) == position.size
    return full and not position.started and position.setup.start is not StartPolicy.ASKED


def standing(connection: Connection, table: Table, states: type[S]) -> S:
    """Where a connection with a seat stands in a protocol of whole moves, read off its table.

    Both such protocols call the states alike, besides those they have for connections without a seat.
    """
    position, seat = table.position, connection.seat
    if position.finished:
        return states["OVER"]
    if not position.started:
        return states["ASKED" if asked(connection) else "WAITING"]
    state = game(position)
    if state.phase is SETUP:
        player = state.players[seat]
        return states["LEADERS" if not player.leaders else "RESOURCES" if player.bonus else "READY"]
    if state.seat != seat:
        return states["IDLE"]
    return states["TURN" if state.phase is START else "ACTED"]


class Patience:
    """How long whoever has opened a table may think about how many play; then they make way for the next.

    It knows its dialect only while it waits: nothing that is gone is held by it.
    """

    def __init__(self) -> None:
        self._timer: Timer | None = None

    def begin(self, dialect: Dialect[Any], too_slow: Callable[[], Handling]) -> None:
        """They are asked now."""
        self._expect(ASK_SECONDS, dialect, dialect.table, too_slow)

    def end(self) -> None:
        """Nothing is waited for any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _expect(
        self, seconds: float, dialect: Dialect[Any], table: Table | None, too_slow: Callable[[], Handling]
    ) -> None:
        def over() -> Handling:
            if dialect.table is not table or not asked(dialect):
                return
            if dialect.busy:  # the number is on its way to the disk
                self._expect(RETRY_SECONDS, dialect, table, too_slow)
                return
            yield from too_slow()

        self.end()
        self._timer = dialect.peer.later(seconds, lambda: dialect.run(over()))


def turn_ended(state: State, seat: int) -> list[Action]:
    """How a protocol of whole moves ends a turn: what was left pending by a market visit in steps, made in another
    protocol, is stored so that as little as possible is left over, and the rest is discarded.
    """
    settled = _settled(state, seat)
    for action in settled:
        state = renaissance.apply(state, seat, action)
    return settled if renaissance.over(state) else [*settled, END_TURN]


def _settled(state: State, seat: int) -> list[Action]:
    """The first way to be rid of all that is pending of those that discard least."""
    if state.phase is not STORING:
        return []
    wanted = White if state.pending[WHITES] else Store
    fitting: list[Action] = [one for one in renaissance.legal(state, seat) if isinstance(one, wanted)]
    best: list[Action] = []
    for action in fitting or [Discard(queries.pending(state))]:
        found = [action, *_settled(renaissance.apply(state, seat, action), seat)]
        if not best or _discarded(found) < _discarded(best):
            best = found
        if not _discarded(best):
            break
    return best


def _discarded(actions: list[Action]) -> int:
    return sum(len(action.resources) for action in actions if isinstance(action, Discard))


def _suits(setup: Setup) -> bool:
    """The rules know no variants, so every table will do."""
    return True
