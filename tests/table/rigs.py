"""What the tests of tables share: a log that takes its time, a clock that is turned by hand, viewers that note."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from bottega.games.refusal import Refusal
from bottega.store.log import Charter, Done, Row, Sketch, StoreFault
from bottega.store.memory import MemoryLog
from bottega.table.entries import Sitting
from bottega.table.events import Event, Notice
from bottega.table.house import House, Settings
from bottega.table.position import AnyPosition, Setup
from bottega.table.table import Accepted, Table

Outcome = Accepted | Refusal


class SlowLog(MemoryLog):
    """A log that writes and reports only when told to, and fails when told to."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting: deque[Callable[[StoreFault | None], None]] = deque()
        self.instant = False
        self.broken: StoreFault | None = None

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
        """Hold the entries back."""

        def write(fault: StoreFault | None) -> None:
            done(fault or self.broken or self._append(table, entries, charter, finished, claims, released, sketch))

        self.waiting.append(write)
        if self.instant:
            self.release()

    def register(self, name: str, password: str, done: Done) -> None:
        """Hold the account back."""
        self.waiting.append(lambda fault: done(fault or self._register(name, password)))
        if self.instant:
            self.release()

    def release(self, count: int | None = None, fault: StoreFault | None = None) -> int:
        """Write (or fail) what waits, or so many of it; what that brings about is released too."""
        released = 0
        while self.waiting and released != count:
            self.waiting.popleft()(fault)
            released += 1
            assert released < 10_000, "the log is asked for ever"
        return released


class Time:
    """A clock that is turned by hand."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        """The time."""
        return self.now


class Watcher:
    """A viewer that notes what it is told."""

    def __init__(self, name: str = "") -> None:
        self.name = name
        self.events: list[Event] = []
        self.notices: list[tuple[str, str]] = []
        self.reacts: Callable[[Event], None] = lambda event: None

    def told(self, event: Event) -> None:
        """Note it."""
        self.events.append(event)
        self.reacts(event)

    def noticed(self, notice: Notice) -> None:
        """Note it."""
        self.notices.append((notice.name, notice.presence))

    @property
    def kinds(self) -> list[str]:
        """The kinds of entries told."""
        return [event.entry.fact.kind for event in self.events]


class Inn:
    """A house with a slow log and a clock turned by hand."""

    def __init__(self, **settings: Any) -> None:
        self.log = SlowLog()
        self.log.instant = True
        self.time = Time()
        self.house = House(self.log, Settings(**settings), self.time)
        self.viewers: dict[str, Watcher] = {}
        self.outcomes: dict[str, list[Table | Refusal]] = {}

    def enter(self, name: str, setup: Setup | None = None, game: str = "splendor", **how: Any) -> Watcher:
        """Somebody comes in."""
        viewer = self.viewers[name] = Watcher(name)
        heard = self.outcomes.setdefault(name, [])
        self.house.reception.enter(game, Sitting(name), viewer, setup or Setup(seats=2), heard.append, **how)
        return viewer

    def table(self, name: str) -> Table:
        """The table that somebody came to."""
        (table,) = self.outcomes[name]
        assert isinstance(table, Table), table
        return table

    def refused(self, name: str) -> str:
        """The code with which somebody was refused last; there is a sentence to it."""
        outcome = self.outcomes[name][-1]
        assert isinstance(outcome, Refusal)
        assert " " in str(outcome)
        return outcome.code

    def running(self, *names: str, game: str = "splendor", **setup: Any) -> Table:
        """A table at which these play."""
        for name in names:
            self.enter(name, Setup(seats=len(names), **setup), game)
        table = self.table(names[0])
        assert table.position.started
        return table

    def after(self, seconds: float) -> None:
        """Time passes; the house looks at its tables as the server makes it."""
        until = self.time.now + seconds
        while self.time.now < until:
            self.time.now = min(self.time.now + 0.5, until)
            self.house.tick()

    def found(self, table: Table) -> Table:
        """The table of that id, as somebody finds it who asks for it."""
        found = self.house.find(table.id)
        assert found is not None
        return found

    def restarted(self) -> Inn:
        """Another house on what this one's log holds."""
        other = Inn()
        other.time = self.time
        other.log = self.log
        self.log.waiting.clear()
        other.house = House(other.log, self.house.settings, other.time)
        list(other.house.load())
        return other


def kinds(table: Table) -> list[str]:
    """The kinds of entries that are durable."""
    assert isinstance(table._log, MemoryLog)
    return [entry.kind for entry in table._log.read(table.id)[1]]


def actor(table: Table) -> str:
    """The name of the first who may act."""
    return table.position.seats[table.game.actors(table.position.state)[0]].name


def play(table: Table, random: Random | None = None) -> Outcome:
    """Somebody who may act plays a legal move (the first, or any); the answer, which must be there at once."""
    position = table.position
    heard: list[Outcome] = []
    actors = table.game.actors(position.state)
    seat = random.choice(actors) if random else actors[0]
    legal = table.game.legal(position.state, seat)
    table.move(seat, [random.choice(legal) if random else legal[0]], heard.append)
    (outcome,) = heard
    return outcome


def play_out(table: Table, number: int = 1, most: int = 20_000) -> AnyPosition:
    """Play random legal moves to the end, or so many."""
    random = Random(number)
    for _ in range(most):
        if table.position.finished:
            break
        assert isinstance(play(table, random), Accepted)
    return table.position


def charters() -> Iterator[str]:
    """Ids for tables."""
    number = 0
    while True:
        number += 1
        yield f"t{number}"
