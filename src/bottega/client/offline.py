"""A house in the same process: what ``bottega play`` alone opens, with bots and without a network.

How it works. A :class:`Home` is a house on a log that forgets. ``connect`` gives the far end of a connection of the
house protocol: what is ``sent`` to it is read as from a WebSocket, what it has to say is ``received``. Nothing happens
by itself: ``advance`` looks at the clock, does all that is due, the bots' moves too, and says when to come again.

A home with a seed is the same every time: its tables' names and deals and what its bots draw follow from the seed, so
the same wishes make the same game (with bots that look ahead only as long as their time is not up before their work).
"""

from __future__ import annotations

import secrets
import time
from collections import deque
from collections.abc import Callable
from hashlib import blake2b
from itertools import count
from typing import Any

from bottega.bots import choose
from bottega.client.house import HouseClient
from bottega.games.chance import SEED_BYTES
from bottega.games.refusal import Refusal
from bottega.limits import THINK_SECONDS
from bottega.store.memory import MemoryLog
from bottega.table.events import Event, Notice
from bottega.table.house import ID_BYTES, House, Settings
from bottega.table.position import Setup
from bottega.table.quotas import HOUSE, Visitor
from bottega.table.table import Accepted, Table
from bottega.wire.house.dialect import HouseDialect
from bottega.wire.house.room import Room
from bottega.wire.house.words import unframed

TICK_SECONDS = 0.25
"""How often a house is looked after that says nothing of itself."""
THOUGHT_BYTES = 16
"""What a bot is given to draw from, for each action."""


class _Timer:
    def __init__(self, due: float, call: Callable[[], None]) -> None:
        self.due, self.call, self.cancelled = due, call, False

    def cancel(self) -> None:
        """Do not do it."""
        self.cancelled = True


class FarEnd:
    """The house's end of one connection: what a dialect may ask of its peer, without a socket."""

    address = ""

    def __init__(self, home: Home) -> None:
        self._home = home
        self._held: deque[str] = deque()
        self._said: list[bytes] = []
        self.closed = ""
        """Why the house has closed the connection, if it has."""
        self.on_said: Callable[[], None] = lambda: None
        """Called when there is something to be received."""
        self.dialect = HouseDialect(home.room, self)

    def send(self, message: str) -> None:
        """Everything is framed here."""
        raise NotImplementedError

    def send_framed(self, raw: bytes) -> None:
        """Say something."""
        self._said += unframed(raw)
        self.on_said()

    def close(self, reason: str) -> None:
        """Close the connection."""
        self.closed = reason
        self.on_said()

    def resume(self) -> None:
        """Go on with what was held back, when the house is looked after."""
        self._home.later(0.0, self._go_on)

    def charge(self, messages: int) -> None:
        """Whoever plays at home may ask for as much as they like."""

    def later(self, seconds: float, call: Callable[[], None]) -> _Timer:
        """Have something called after a while."""
        return self._home.later(seconds, call)

    def sent(self, messages: list[bytes]) -> None:
        """The client has sent these messages."""
        self._held += [message.decode() for message in messages]
        self._go_on()

    def _go_on(self) -> None:
        while self._held and not self.dialect.busy and not self.dialect.gone:
            self.dialect.received(self._held.popleft())

    def received(self) -> list[bytes]:
        """What the house has said since the last look."""
        said, self._said = self._said, []
        return said

    def lost(self) -> None:
        """The connection is gone."""
        if not self.dialect.gone:
            self.dialect.lost()


class Lot:
    """What is drawn at home: at random, or all of it from one seed."""

    def __init__(self, seed: bytes | None) -> None:
        self.seed = seed
        self._draws = count()

    def draw(self, size: int) -> bytes:
        """The next so many bytes."""
        if self.seed is None:
            return secrets.token_bytes(size)
        return blake2b(next(self._draws).to_bytes(8), key=self.seed, digest_size=size).digest()


class SeededHouse(House):
    """A house whose tables are called and dealt as its lot says."""

    lot: Lot

    def open(self, game: str, setup: Setup, opener: Visitor = HOUSE) -> Table:
        """A new table with the next seed."""
        self._seed = self.lot.draw(SEED_BYTES)
        return super().open(game, setup, opener)

    def _new_id(self) -> str:
        return self.lot.draw(ID_BYTES).hex()


class Home:
    """A house without a network; ``clock`` says what time it is, all chance follows from a ``seed`` if given."""

    def __init__(
        self,
        settings: Settings | None = None,
        clock: Callable[[], float] = time.monotonic,
        seed: bytes | None = None,
    ) -> None:
        settings = settings or Settings(per_address=0)
        lot = Lot(seed)
        self.house = (House if seed is None else SeededHouse)(MemoryLog(), settings, clock, date=time.time)
        if isinstance(self.house, SeededHouse):
            self.house.lot = lot
        self.bots = HomeBots(self.house, settings.bot_seconds, lot)
        self.room = Room(self.house, self.later)
        self._timers: list[_Timer] = []

    def later(self, seconds: float, call: Callable[[], None]) -> _Timer:
        """Have something called after a while."""
        timer = _Timer(self.house.now() + seconds, call)
        self._timers.append(timer)
        return timer

    def connect(self) -> FarEnd:
        """Open a connection."""
        end = FarEnd(self)
        end.dialect.opened()
        return end

    def advance(self) -> float:
        """Do what is due; how many seconds may pass before the next time."""
        now = self.house.now()
        due = [timer for timer in self._timers if timer.due <= now]
        self._timers = [timer for timer in self._timers if timer.due > now]
        for timer in due:
            if not timer.cancelled:
                timer.call()
        self.house.tick()
        self.bots.play(now)
        waiting = [timer.due for timer in self._timers if not timer.cancelled]
        return max(0.0, min([TICK_SECONDS, *(when - now for when in [*waiting, *self.bots.due])]))


class HomeBots:
    """The bots at home: they think here and now, one action at a time."""

    def __init__(self, house: House, pause: float, lot: Lot) -> None:
        self._house = house
        self._pause = pause
        self._lot = lot
        self._tables: dict[str, float] = {}
        """Tables at which a bot is to act, and when."""
        house.bots = self

    @property
    def due(self) -> list[float]:
        """When bots are to act."""
        return list(self._tables.values())

    def told(self, event: Event) -> None:
        """Something happened: perhaps it is a bot's turn."""
        self.look_at(event.table)

    def noticed(self, notice: Notice) -> None:
        """Somebody came back or left: perhaps the bots go on."""
        self.look_at(notice.table)

    def look_at(self, table: str) -> None:
        """See whether a bot has to play at a table, given by its id."""
        there = self._house.tables.get(table)
        if there is None:
            return
        if there.bot_due(self._house, self) is None:
            there.hurried = False
        else:
            self._tables.setdefault(table, self._house.now() + self._wait(there))

    def hurry(self, table: str) -> None:
        """Whoever waits at a table, given by its id, looks anew how long."""
        there = self._house.tables.get(table)
        if there is not None and table in self._tables:
            self._tables[table] = min(self._tables[table], self._house.now() + self._wait(there))

    def _wait(self, table: Table) -> float:
        if table.hurried:
            return 0.0
        return self._pause if table.bot_seconds is None else table.bot_seconds

    def play(self, now: float) -> None:
        """Let every bot act whose time has come."""
        for name in [name for name, due in self._tables.items() if due <= now]:
            del self._tables[name]
            table = self._house.tables.get(name)
            seat = None if table is None else table.bot_due(self._house, self)
            if table is not None and seat is not None:
                self._act(table, seat)
                self.look_at(name)

    def _act(self, table: Table, seat: int) -> None:
        bot, state = table.position.seats[seat].bot, table.position.state
        action = choose(bot, table.game, state, seat, self._lot.draw(THOUGHT_BYTES), seconds=THINK_SECONDS)

        def answer(outcome: Accepted | Refusal) -> None:
            if isinstance(outcome, Refusal):  # it must never hold up the game
                table.skip(seat)

        table.move(seat, str(action), answer)


def exchange(client: HouseClient, end: FarEnd) -> list[Any]:
    """Carry messages both ways until nothing is left to be said; what has happened at the client's."""
    happened: list[Any] = []
    while True:
        sending, said = client.to_send(), end.received()
        if not sending and not said:
            return happened
        end.sent(sending)
        for message in said:
            happened += client.receive(message)
