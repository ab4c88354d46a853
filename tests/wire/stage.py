"""A house without sockets: fake peers, a clock that moves only when told, a log in memory.

How it works. A :class:`Stage` owns a :class:`~bottega.table.house.House` on a
:class:`~bottega.store.memory.MemoryLog`. ``connect`` puts a dialect on it; what the dialect sends waits in
``Peer.inbox`` until somebody reads it. Like the real shell, a peer holds messages back while its dialect is busy
and tells the dialect that the connection is lost once it was closed.

What must stay true: nothing here waits, sleeps or draws at random, so that the same steps always give the same bytes
(but for the client ids that splendor-json draws).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import repeat
from typing import TypeVar

import msgspec
from argon2 import PasswordHasher

from bottega.games.chance import SEED_BYTES
from bottega.store.log import Charter, Done, Row, Sketch
from bottega.store.memory import MemoryLog
from bottega.table.accounts import Accounts
from bottega.table.beside import at_once
from bottega.table.house import House, Settings
from bottega.table.position import AnyPosition, Setup
from bottega.table.quotas import HOUSE, Visitor
from bottega.table.table import Table
from bottega.wire import DIALECTS
from tests.wire.watched import Watch

S = TypeVar("S")

EPOCH = 1_600_000_000.0
"""When every play on the stage begins."""
MAX_EVENTS = 10_000
"""More events than this in one stretch of time mean that something runs in circles."""


class SlowLog(MemoryLog):
    """A log whose disk takes its time: nothing is reported before ``commit``."""

    def __init__(self) -> None:
        super().__init__()
        self._reports: list[Callable[[], None]] = []

    def append(
        self,
        table: str,
        entries: Sequence[Row],
        done: Done,
        *,
        charter: Charter | None = None,
        finished: bool = False,
        claims: Sequence[str] = (),
        released: Sequence[str] = (),
        sketch: Sketch | None = None,
    ) -> None:
        """Take the entries, report later."""
        super().append(
            table,
            entries,
            lambda fault: self._reports.append(lambda: done(fault)),
            charter=charter,
            finished=finished,
            claims=claims,
            released=released,
            sketch=sketch,
        )

    def commit(self) -> None:
        """Report everything taken so far, and what that brings about."""
        while self._reports:
            self.commit_first()

    def commit_first(self) -> None:
        """Report what was taken first."""
        self._reports.pop(0)()


class SeededHouse(House):
    """A house whose tables have the seeds it is given, one after the other, or for None one of their own."""

    seeds: Iterator[bytes | None]

    def open(self, game: str, setup: Setup, opener: Visitor = HOUSE) -> Table:
        """A new table with the next seed."""
        self._seed = next(self.seeds)
        return super().open(game, setup, opener)


class StageTimer:
    """A call that is due at some moment of the stage's clock."""

    def __init__(self, due: float, call: Callable[[], None]) -> None:
        self.due = due
        self.call = call
        self.cancelled = False

    def cancel(self) -> None:
        """Do not do it."""
        self.cancelled = True


class Peer:
    """The far end of a connection: keeps what it is sent, as messages."""

    def __init__(self, stage: Stage, dialect: str, profile: str) -> None:
        self._stage = stage
        self._framing = DIALECTS[dialect].framing
        self._profile = profile
        self._held: deque[str | None] = deque()
        self.address = ""
        self.charged = 0
        self.inbox: deque[str] = deque()
        self.closed: str | None = None
        self.gone = False
        self.dialect = DIALECTS[dialect](stage.house, self, profile)
        self.watch: Watch | None = Watch(self.dialect)

    # -- what a dialect may ask of it -------------------------------------------------------------------------------

    def send(self, message: str) -> None:
        """Receive one message."""
        assert isinstance(message, str), f"a dialect sends text, not {message!r}"
        if self.closed is None and not self.gone:
            self.inbox.append(message)

    def send_framed(self, raw: bytes) -> None:
        """Receive bytes that were framed before."""
        framing = self._framing(self._profile)
        for message in framing.feed(framing.greeting() + raw):
            assert message is not None, f"a dialect framed what cannot be read: {raw!r}"
            self.send(message)

    def close(self, reason: str) -> None:
        """The server closes the connection."""
        if self.closed is None:
            self.closed = reason

    def resume(self) -> None:
        """Held messages may go on."""

    def charge(self, messages: int) -> None:
        """Count what a message costs."""
        self.charged += messages

    def later(self, seconds: float, call: Callable[[], None]) -> StageTimer:
        """Have something called when the stage's clock gets there."""
        timer = StageTimer(self._stage.now() + seconds, call)
        self._stage.timers.append(timer)
        return timer

    # -- what the player at the far end does ------------------------------------------------------------------------

    def says(self, message: str | None) -> None:
        """Send a message to the server; None is one that cannot be read."""
        self._held.append(message)
        self._stage.settle()

    def drops(self) -> None:
        """The connection is gone."""
        if not self.gone:
            self.gone = True
            self._held.clear()
            self.dialect.lost()
            self._stage.settle()

    def goes_on(self) -> bool:
        """Do one thing that is due; False if nothing is."""
        if self.gone:
            return False
        if self.closed is not None:
            self.gone = True
            self._held.clear()
            self.dialect.lost()
            return True
        if self._held and not self.dialect.busy:
            self.dialect.received(self._held.popleft())
            return True
        return False


class Stage:
    """A house, whoever is connected to it, and the time of day.

    Tables have the seed given, the next one more, and so on, and take no words; for None real seeds, and words.
    """

    def __init__(self, settings: Settings | None = None, seed: int | None = 1, log: MemoryLog | None = None) -> None:
        self.log = log or MemoryLog()
        self.settings = settings or Settings()
        self.timers: list[StageTimer] = []
        self.peers: list[Peer] = []
        self._now = EPOCH
        self._seeds: Iterator[bytes | None] = repeat(None)
        if seed is not None:
            self._seeds = (number.to_bytes(SEED_BYTES, "big") for number in range(seed, seed + MAX_EVENTS))
        self.house = self._open_house()

    def _open_house(self) -> SeededHouse:
        hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
        house = SeededHouse(self.log, self.settings, self.now, Accounts(self.log, at_once, hasher))
        house.seeds = self._seeds
        return house

    def now(self) -> float:
        """The time of day."""
        return self._now

    def connect(self, dialect: str, profile: str = "") -> Peer:
        """Somebody opens a connection."""
        peer = Peer(self, dialect, profile)
        self.peers.append(peer)
        peer.dialect.opened()
        self.settle()
        return peer

    def settle(self) -> None:
        """Let everything happen that is due now."""
        for _ in range(MAX_EVENTS):
            if not any(peer.goes_on() for peer in self.peers):
                return
        raise AssertionError("the stage never comes to rest")

    def wait(self, seconds: float) -> None:
        """Let time pass, doing on the way what becomes due."""
        until = self._now + seconds
        for _ in range(MAX_EVENTS):
            due = [timer.due for timer in self.timers if not timer.cancelled]
            due += [wakes for table in self.house.tables.values() if (wakes := table.clock.wakes) is not None]
            upcoming = min(due, default=until)
            if upcoming > until or not due:
                self._now = until
                self._tick()
                return
            self._now = max(self._now, upcoming)
            self._tick()
        raise AssertionError("time does not pass: something is always due")

    def _tick(self) -> None:
        due = [timer for timer in self.timers if not timer.cancelled and timer.due <= self._now]
        self.timers = [timer for timer in self.timers if not timer.cancelled and timer.due > self._now]
        for timer in sorted(due, key=lambda timer: timer.due):
            if not timer.cancelled:
                timer.call()
        self.house.tick()
        self.settle()

    def restart(self) -> None:
        """The server dies and comes back on the same log: every connection is gone, every timer too."""
        for peer in self.peers:
            peer.gone = True
        self.peers, self.timers = [], []
        self.house = self._open_house()
        for _ in self.house.load():
            pass
        self.settle()

    @property
    def table(self) -> Table:
        """The newest table; one that is dormant is woken."""
        newest = list(self.house.tables)[-1:] or list(self.house.dormant)[-1:]
        table = self.house.find(*newest)
        assert table is not None
        return table

    def state(self, kind: type[S]) -> S:
        """The newest table's state, as its game's own type."""
        state = self.table.position.state
        assert isinstance(state, kind)
        return state

    def set_state(self, text: str) -> None:
        """Put the newest table into a prepared state; its log knows nothing of it.

        The text is a state's notation, or only those ``key=value`` parts of it that differ from the state now. In
        Splendor cards that are named somewhere leave the decks they were in.
        """
        with self.unwatched():
            self.table.position = self.table.head = prepared(self.table, text)

    @contextmanager
    def unwatched(self) -> Iterator[None]:
        """Set the stage: states of dialects may change in ways in which no game would change them."""
        watches = [peer.watch for peer in self.peers if peer.watch is not None and not peer.gone]
        for watch in watches:
            watch.look_away()
        yield
        for watch in watches:
            watch.look_again()


def prepared(table: Table, text: str, *, afresh: bool = False) -> AnyPosition:
    """The table's position with its game in a state, given as for ``Stage.set_state``; ``afresh``: what is not named is
    as at the beginning of a game, not as it is now.
    """
    position, game = table.position, table.game
    state = position.playing(game.State)
    if afresh:
        options = msgspec.convert(position.setup.options, game.Options)
        state = game.new(len(position.seats), position.charter.seed, options)
    parts, named = _parts(state.to_text()), _parts(text)
    if named.keys() < parts.keys():
        parts |= named
        if table.game.NAME == "splendor":
            parts["decks"] = _without_named(parts)
        text = " ".join(f"{key.rstrip(AGAIN)}={value}" for key, value in parts.items())
    return msgspec.structs.replace(table.position, state=table.game.State.from_text(text))


AGAIN = "'"
"""Marks a part whose key has occurred before, as the seats of Sagrada do."""


def _parts(notation: str) -> dict[str, str]:
    """The ``key=value`` parts of a state's notation."""
    parts: dict[str, str] = {}
    for part in notation.split():
        key, _, value = part.partition("=")
        while key in parts:
            key += AGAIN
        parts[key] = value
    return parts


def _without_named(parts: dict[str, str]) -> str:
    """The decks of Splendor without the cards that lie on the table or before a player."""
    players = [value.split(":") for key, value in parts.items() if key.startswith("p") and key[1:].isdecimal()]
    places = [parts["up"].replace("/", ","), *(cards for _, *piles in players for cards in (piles[0], piles[2]))]
    named = set(",".join(places).replace("!", "").split(","))
    decks = parts["decks"].split("/")
    return "/".join(",".join(card for card in deck.split(",") if card not in named) for deck in decks)
