"""A house of our own, in memory, that is dealt what somebody else says was dealt.

How it works. Whoever is examined plays a game; the reference plays the same game beside it, and what our own dialect
says there is what the document demands. Before it deals (:meth:`Oracle.deal`) and before each move
(:meth:`Oracle.foresee`) it asks the oracle what chance has brought on the other side, so that both have the same cards
and dice. Time passes only when it is told to.

What must stay true: nothing here knows what the other side is; a deal that cannot be is the oracle's to refuse.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any, Protocol

import msgspec
from argon2 import PasswordHasher

from bottega.games.chance import SEED_BYTES
from bottega.games.core import Action, AnyGame
from bottega.store.memory import MemoryLog
from bottega.table.accounts import Accounts
from bottega.table.beside import at_once
from bottega.table.house import House, Settings
from bottega.table.position import AnyPosition, Position, order_of_play
from bottega.table.table import Answer, Table
from bottega.table.table import _no_answer as no_answer
from bottega.wire import DIALECTS

EPOCH = 1_600_000_000.0
ENOUGH_EVENTS = 10_000
"""More events than this in one stretch mean that something runs in circles."""


class Deal(msgspec.Struct, frozen=True):
    """What was dealt: who plays in which order, and the state of the game."""

    order: tuple[str, ...]
    state: Any


class Oracle(Protocol):
    """Whoever knows what chance brings."""

    def deal(self, names: tuple[str, ...]) -> Deal | None:
        """What these players, in the order of joining, are dealt; None: whatever comes."""

    def foresee(self, position: AnyPosition, seat: int, actions: Sequence[Action]) -> Any:
        """The state of the position in which the (legal) actions bring to light what they do; with another order of
        play, if only that shows it.
        """


class Dealer:
    """The rules of a game, but for what is dealt."""

    def __init__(self, game: AnyGame, state: Any) -> None:
        self._game, self._state = game, state

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def new(self, seats: int, seed: bytes, options: Any = None) -> Any:
        """The state that was dealt elsewhere."""
        return self._state


class Dealt(Position[Any], frozen=True):
    """A position before the start whose deal is known."""

    dealer: Any = None

    @property
    def game(self) -> AnyGame:
        """The rules, with the deal that is known."""
        game: AnyGame = self.dealer
        return game


class OracleTable(Table):
    """A table that asks its oracle."""

    oracle: Oracle

    def start(self, answer: Answer = no_answer) -> None:
        """Deal what was dealt, in the order that was drawn."""
        position = self.head
        names = tuple(seat.name for seat in position.seats)
        deal = self.oracle.deal(names)
        if deal is not None:
            order = tuple(names.index(name) for name in deal.order)
            charter = position.charter
            seeds = (number.to_bytes(SEED_BYTES, "big") for number in count())
            seed = next(
                seed
                for seed in seeds
                if order_of_play(msgspec.structs.replace(charter, seed=seed), position.words) == order
            )
            fields = {name: getattr(position, name) for name in position.__struct_fields__}
            fields["charter"] = msgspec.structs.replace(charter, seed=seed)
            self.position = self.head = Dealt(**fields, dealer=Dealer(position.game, deal.state))
        super().start(answer)

    def move(
        self,
        seat: int,
        actions: str | Sequence[Action],
        answer: Answer = no_answer,
        cmd_id: str | None = None,
        after: int | None = None,
    ) -> None:
        """Play, in the state in which it brings to light what it should."""
        if not isinstance(actions, str) and self.why_not(seat, actions) is None:
            name = self.position.seats[seat].name
            found = self.oracle.foresee(self.position, seat, actions)
            self.know(found)
            seat = [each.name for each in self.position.seats].index(name)
        super().move(seat, actions, answer, cmd_id, after)

    def know(self, found: Any) -> None:
        """Stand as the other side's game does: in another state, perhaps in another order of play."""
        position = self.position
        if isinstance(found, Deal):
            seats = {seat.name: seat for seat in position.seats}
            position = msgspec.structs.replace(position, seats=tuple(seats[name] for name in found.order))
            found = found.state
        self.position = self.head = msgspec.structs.replace(position, state=found)


class OracleHouse(House):
    """A house whose tables ask an oracle."""

    oracle: Oracle

    def _add(self, table: Table) -> Table:
        asking = OracleTable(table.position, self.log, self.now, date=self.date)
        asking.oracle = self.oracle
        return super()._add(asking)


class Timer:
    """A call that is due at some moment of the reference's clock."""

    def __init__(self, due: float, call: Callable[[], None]) -> None:
        self.due, self.call, self.cancelled = due, call, False

    def cancel(self) -> None:
        """Do not do it."""
        self.cancelled = True


class Peer:
    """The far end of a connection to the reference: keeps what it is sent."""

    def __init__(self, reference: Reference, dialect: str, profile: str) -> None:
        self._reference = reference
        self._framing = DIALECTS[dialect].framing
        self._profile = profile
        self._held: deque[str | None] = deque()
        self.address = ""
        self.inbox: deque[str] = deque()
        self.closed = self.gone = False
        self.dialect = DIALECTS[dialect](reference.house, self, profile)

    def send(self, message: str) -> None:
        """Receive a message."""
        if not self.closed and not self.gone:
            self.inbox.append(message)

    def send_framed(self, raw: bytes) -> None:
        """Receive bytes that were framed before."""
        framing = self._framing(self._profile)
        for message in framing.feed(framing.greeting() + raw):
            if message:
                self.send(message)

    def close(self, reason: str) -> None:
        """The house closes the connection."""
        self.closed = True

    def resume(self) -> None:
        """Held messages go on by themselves."""

    def charge(self, messages: int) -> None:
        """Nobody counts here."""

    def later(self, seconds: float, call: Callable[[], None]) -> Timer:
        """Have something called when the clock gets there."""
        timer = Timer(self._reference.now() + seconds, call)
        self._reference.timers.append(timer)
        return timer

    def says(self, message: str | None) -> None:
        """Send a message to the house."""
        self._held.append(message)
        self._reference.settle()

    def drops(self) -> None:
        """The connection is gone."""
        if not self.gone:
            self.gone = True
            self.dialect.lost()
            self._reference.settle()

    def goes_on(self) -> bool:
        """Do one thing that is due; False if nothing is."""
        if self.gone:
            return False
        if self.closed:
            self.gone = True
            self.dialect.lost()
            return True
        if self._held and not self.dialect.busy:
            self.dialect.received(self._held.popleft())
            return True
        return False


class Reference:
    """The house, whoever is connected to it, and its clock."""

    def __init__(self, settings: Settings, oracle: Oracle) -> None:
        self.timers: list[Timer] = []
        self.peers: list[Peer] = []
        self._now = EPOCH
        log = MemoryLog()
        hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
        self.house = OracleHouse(log, settings, self.now, Accounts(log, at_once, hasher))
        self.house.oracle = oracle

    def now(self) -> float:
        """The time."""
        return self._now

    def connect(self, dialect: str, profile: str) -> Peer:
        """Somebody comes."""
        peer = Peer(self, dialect, profile)
        self.peers.append(peer)
        peer.dialect.opened()
        self.settle()
        return peer

    def settle(self) -> None:
        """Let everything happen that is due now."""
        for _ in range(ENOUGH_EVENTS):
            if not any(peer.goes_on() for peer in self.peers):
                return
        raise AssertionError("the reference never comes to rest")

    def wait(self, seconds: float) -> None:
        """Let time pass, doing on the way what becomes due."""
        until = self._now + seconds
        for _ in range(ENOUGH_EVENTS):
            due = [timer.due for timer in self.timers if not timer.cancelled]
            due += [wakes for table in self.house.tables.values() if (wakes := table.clock.wakes) is not None]
            upcoming = min((time for time in due if time <= until), default=None)
            self._now = until if upcoming is None else max(self._now, upcoming)
            ripe = [timer for timer in self.timers if not timer.cancelled and timer.due <= self._now]
            self.timers = [timer for timer in self.timers if not timer.cancelled and timer.due > self._now]
            for timer in ripe:
                timer.call()
            self.house.tick()
            self.settle()
            if upcoming is None:
                return
        raise AssertionError("time does not pass: something is always due")

    @property
    def table(self) -> OracleTable | None:
        """The newest table, if there is one."""
        table = next(reversed(self.house.tables.values()), None)
        return table if isinstance(table, OracleTable) else None
