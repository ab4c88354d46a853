"""A house with all its doors inside this process, and everything that may happen to it, step by step.

How it works. A :class:`Scene` is made from a :class:`Plan` and performs :class:`Step` values: somebody connects, bytes
come, a seat plays, time passes. Bytes go through the server's own shells and framings (on the loop and transport of
``clockwork``), so a scene is the whole server but for sockets, threads and SQLite. Each connection has an
:class:`~trials.fuzz.ear.Ear` on its dialect, which holds what happens against the rules of ``failures``.

What must stay true: a plan and its steps determine everything. A failure can therefore be replayed and made smaller,
whatever made the steps up.
"""

from __future__ import annotations

import secrets
import sys
import time
import traceback
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from random import Random
from typing import Any, ClassVar, TypeVar

import msgspec
from argon2 import PasswordHasher
from structlog.testing import capture_logs

from bottega.limits import PARKED_SECONDS, Limits
from bottega.server.metrics import Metrics
from bottega.server.shell import Door
from bottega.server.tcp import Listener
from bottega.server.websocket import WebSocketDoor
from bottega.store.log import Charter, Done, Row, Sketch, StoreFault
from bottega.store.memory import MemoryLog
from bottega.table.accounts import Accounts
from bottega.table.beside import Wanted, always
from bottega.table.house import House, Settings
from bottega.table.table import Table
from bottega.wire import DIALECTS
from bottega.wire.core.dialect import Dialect
from bottega.wire.house.room import Room
from bottega.wire.renaissance_steps import RenaissanceSteps
from tests.wire.stage import prepared
from trials.fuzz.clockwork import Loop, NoRest, Transport
from trials.fuzz.ear import Ear
from trials.fuzz.failures import CPU_SECONDS, Failure, Hang, Suspicion
from trials.fuzz.forms import Form, WebSocketReader

T = TypeVar("T")

EPOCH = 1_700_000_000.0
HOUSE = "house"
"""The door of the house protocol."""
HANDSHAKE = (
    b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
GENEROUS = Limits(messages_per_second=1e9, burst=1 << 20, held_messages=1 << 19)
"""Floods are somebody else's campaign: here everything is looked at."""
CLOSING_SECONDS = PARKED_SECONDS + 24 * 3600.0
"""After so long without anybody a house has forgotten all tables."""
MOST_WAKES = 5_000
EARLIEST = 3
"""The turn from which on a table may be put into another state: everybody has been told of the set-up by then."""

Doors = Mapping[str, type[Dialect[Any]]]

# -- steps ------------------------------------------------------------------------------------------------------------


class Connect(msgspec.Struct, frozen=True, tag="connect"):
    """Somebody, by a number of their own, comes to a door: a dialect with its profile, or the house protocol."""

    who: int
    door: str


class Send(msgspec.Struct, frozen=True, tag="send"):
    """Bytes come from a connection, by its number."""

    who: int
    data: bytes


class Drop(msgspec.Struct, frozen=True, tag="drop"):
    """A connection is gone."""

    who: int


class Play(msgspec.Struct, frozen=True, tag="play"):
    """Somebody who may act at some table makes a legal move, in no protocol's words."""

    pick: int


class Prepare(msgspec.Struct, frozen=True, tag="prepare"):
    """Some table is put into a state, given by its notation or those parts of it that change; its log knows nothing of
    it.
    """

    pick: int
    text: str


class Wait(msgspec.Struct, frozen=True, tag="wait"):
    """Time passes."""

    seconds: float


class Commit(msgspec.Struct, frozen=True, tag="commit"):
    """A slow disk, and slow work beside it, are done with what they have taken."""


Step = Connect | Send | Drop | Play | Prepare | Wait | Commit


class Plan(msgspec.Struct, frozen=True):
    """What a scene is made from."""

    seed: int
    settings: Settings = Settings()
    slow: bool = False
    """Whether disk and slow work take their time, so that more comes while an answer is on its way."""


class Recording(msgspec.Struct, frozen=True):
    """A scene that can be played again."""

    plan: Plan
    steps: tuple[Step, ...]


# -- what stands in for disk, threads and chance ----------------------------------------------------------------------


class CountingLog(MemoryLog):
    """A log in memory that counts what is written; a slow one reports only when told to."""

    def __init__(self, slow: bool) -> None:
        super().__init__()
        self._slow = slow
        self._reports: list[Callable[[], None]] = []
        self.written: list[str] = []
        """What was written since somebody last cleared it."""

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
        """Take the entries and count them."""
        self.written += [f"{entry.kind} {entry.text}" for entry in entries]
        super().append(
            table,
            entries,
            self._later(done),
            charter=charter,
            finished=finished,
            claims=claims,
            released=released,
            sketch=sketch,
        )

    def register(self, name: str, password: str, done: Done) -> None:
        """Take the account and count it."""
        self.written.append("account")
        super().register(name, password, self._later(done))

    def _later(self, done: Done) -> Done:
        if not self._slow:
            return done

        def report(fault: StoreFault | None) -> None:
            self._reports.append(lambda: done(fault))

        return report

    def commit(self) -> bool:
        """Report what was taken so far; whether there was anything."""
        reports, self._reports = self._reports, []
        for report in reports:
            report()
        return bool(reports)


class Desk:
    """Slow work: done at once, or when told to."""

    def __init__(self, slow: bool) -> None:
        self._slow = slow
        self._jobs: list[Callable[[], None]] = []

    def __call__(
        self, work: Callable[[], T], then: Callable[[T | None], None], wanted: Wanted = always, asker: str = ""
    ) -> bool:
        """Take a job."""
        if self._slow:
            self._jobs.append(lambda: then(work() if wanted() else None))
        else:
            then(work())
        return True

    def finish(self) -> bool:
        """Do what was taken so far; whether there was anything."""
        jobs, self._jobs = self._jobs, []
        for job in jobs:
            job()
        return bool(jobs)


@contextmanager
def known_chance(seed: int) -> Iterator[None]:
    """Have ids, tokens and seeds drawn from the scene's own seed, so that a replay draws the same."""
    random = Random(seed)
    former = uuid.uuid4, secrets.token_bytes, secrets.token_hex, secrets.token_urlsafe
    uuid.uuid4 = lambda: uuid.UUID(int=random.getrandbits(128), version=4)
    secrets.token_bytes = lambda nbytes=None: random.randbytes(nbytes or 32)
    secrets.token_hex = lambda nbytes=None: random.randbytes(nbytes or 32).hex()
    secrets.token_urlsafe = lambda nbytes=None: random.randbytes(nbytes or 32).hex()
    try:
        yield
    finally:
        uuid.uuid4, secrets.token_bytes, secrets.token_hex, secrets.token_urlsafe = former


# -- the scene --------------------------------------------------------------------------------------------------------


class Line:
    """One connection of a scene."""

    def __init__(self, scene: Scene, door: str, port: int) -> None:
        self.door = door
        self._scene = scene
        protocol = scene.door(door).connection()  # type: ignore[attr-defined]  # every door but the base has it
        self.shell = protocol
        self.transport = Transport(scene.loop, protocol, port)
        self.ear: Ear | None = None
        self.dialect: Dialect[Any]
        """What the server has on its side, once the connection is let in."""
        self.form = Form.of(door, scene.dialects)
        name, _, profile = door.partition("+")
        self._reader: Any = WebSocketReader() if door == HOUSE else scene.dialects[name].framing(profile)
        self.heard: list[str] = []
        """What the server has said, oldest first; whoever reads it clears it."""

    @property
    def open(self) -> bool:
        """Whether the connection is there."""
        return not self.transport.closed

    def begin(self) -> None:
        """Connect."""
        self.shell.connection_made(self.transport)
        if self.door == HOUSE:
            self.transport.receive(HANDSHAKE)
        if self.open:
            self.dialect = self.shell._dialect
            self.ear = Ear(self._scene, self)

    def look(self) -> None:
        """Read what the server has said, and hold it against the form of its protocol."""
        raw = self.transport.taken()
        if not raw:
            return
        for message in self._reader.feed(raw):
            fault = "it cannot be read" if message is None else self.form.fault(message)
            if fault:
                raise Failure("form", f"{self.door} says what is not its own: {fault}: {(message or str(raw))[:400]}")
            assert message is not None
            self.heard.append(message)


class Scene:
    """A house, whoever is connected to it, and the time of day; used as a context manager."""

    performed: ClassVar[int] = 0
    """Steps of all scenes so far, for whoever watches whether things go on."""
    performing: ClassVar[bool] = False
    """Whether one of them is being performed."""

    def __init__(self, plan: Plan, dialects: Doors = DIALECTS, *, measured: bool = True) -> None:
        self.plan = plan
        self.dialects = dialects
        self._clock = time.thread_time if measured else time.perf_counter
        """CPU time; asking for it is slow, so where it is not measured every time a longer time is only suspicious."""
        self._measured = measured
        self.loop = Loop(EPOCH)
        self.log = CountingLog(plan.slow)
        self.desk = Desk(plan.slow)
        hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
        self.house = House(self.log, plan.settings, self.loop.time, Accounts(self.log, self.desk, hasher))
        self.metrics = Metrics()
        self.room = Room(self.house, self.loop.call_later, self.desk)
        self._doors: dict[str, Door] = {}
        self.lines: dict[int, Line] = {}
        self.active: list[Line] = []
        """Those that were there a moment ago."""
        self.reached: set[tuple[str, ...]] = set()
        """What was come to by the last step: door, state, message, outcome."""
        self.messages = 0
        """Messages that dialects were given."""
        self.costliest = (0.0, "")
        """The most CPU seconds that a piece of a stream took, and which."""
        self.prepared: set[str] = set()
        """Tables whose log does not lead to where they are."""
        self._logged: Any = []
        self._stack = ExitStack()
        self._size = self._sizes()

    def door(self, name: str) -> Door:
        """What all connections of one port share."""
        if name not in self._doors:
            dialect, _, profile = name.partition("+")
            if name == HOUSE:
                self._doors[name] = WebSocketDoor(self.room, GENEROUS, self.metrics)
            else:
                self._doors[name] = Listener(self.dialects[dialect], profile, self.house, GENEROUS, self.metrics)
        return self._doors[name]

    def __enter__(self) -> Scene:
        self._stack.enter_context(known_chance(self.plan.seed))
        self._stack.enter_context(self.loop.running())
        self._logged = self._stack.enter_context(capture_logs())
        return self

    def __exit__(self, *exception: object) -> None:
        self._stack.close()

    # -- steps --------------------------------------------------------------------------------------------------------

    def perform(self, step: Step) -> None:
        """Let it happen; a Failure says what went wrong."""
        self.reached.clear()
        Scene.performed += 1
        try:
            Scene.performing = True
            _PERFORM[type(step)](self, step)
            self.loop.settle()
            for line in self.active:
                line.look()
        except NoRest as endless:
            raise Failure("hang", str(endless)) from None
        except Hang:
            raise Failure("hang", f"no end within the CPU time allowed, at {_place()}") from None
        except (Failure, Suspicion):
            raise
        except Exception as error:
            raise Failure("crash", "".join(traceback.format_exception(error)), _signature(error)) from error
        finally:
            Scene.performing = False
        self._check_log()

    def _check_log(self) -> None:
        if self._logged:
            wrong = [
                entry
                for entry in self._logged
                if entry["log_level"] in ("error", "critical") and entry.get("table") not in self.prepared
            ]
            self._logged.clear()
            if wrong:
                raise Failure("log", f"the house complains: {wrong[0]}", str(wrong[0].get("event")))
        if self.house.failures:
            raise Failure("log", "a table could not be looked after")

    def _connect(self, step: Connect) -> None:
        line = self.lines[step.who] = Line(self, step.door, 40_000 + step.who % 20_000)
        self.active = [each for each in self.active if each.open]
        self.active.append(line)
        line.begin()

    def _send(self, step: Send) -> None:
        if step.who not in self.lines:
            return
        line, began = self.lines[step.who], self._clock()
        line.transport.receive(step.data)
        cost = self._clock() - began
        if cost > CPU_SECONDS and not self._measured:
            raise Suspicion
        if self._measured and cost > self.costliest[0]:
            self.costliest = cost, f"{line.door} {step.data[:80]!r}"
            if cost > CPU_SECONDS:
                raise Failure("hang", f"{cost:.2f} s of CPU for {len(step.data)} bytes: {self.costliest[1]}")

    def _drop(self, step: Drop) -> None:
        if step.who in self.lines:
            self.lines[step.who].transport.close()

    def _play(self, step: Play) -> None:
        table = self.running(step.pick)
        actors = () if table is None else table.game.actors(table.head.state)
        if table is not None and actors:
            seat = actors[0]  # where all choose at once, some protocols go round the table
            legal = table.game.legal(table.head.state, seat)
            with self.unwatched():
                table.move(seat, [legal[step.pick // 7 % len(legal)]])
                self.log.commit()

    def _prepare(self, step: Prepare) -> None:
        self._play(Play(step.pick))  # whoever had laid something out has moved otherwise: nothing is half done
        table = self.running(step.pick)
        if table is not None and table.settled and table.game.turn(table.position.state) >= EARLIEST:
            seats = len(table.position.seats)
            try:
                position = prepared(table, step.text, afresh=True)
            except ValueError:
                return
            if len(position.playing(table.game.State).players) == seats:
                self.prepared.add(table.id)
                with self.unwatched():
                    for viewer in table.viewers:
                        if isinstance(viewer, RenaissanceSteps):  # what was laid out belongs to the former state
                            viewer.bench.clear()
                    table.position = table.head = position
                    table.clock.review()
                    self.log.commit()

    def running(self, pick: int = 0) -> Table | None:
        """One of the tables that are played at, if there are any."""
        running = [table for table in self.house.tables.values() if table.head.started and not table.head.finished]
        return running[pick % len(running)] if running else None

    @contextmanager
    def unwatched(self) -> Iterator[None]:
        """States of connections may change in ways in which no player would change them."""
        ears = [line.ear for line in self.active if line.ear is not None and line.open]
        for ear in ears:
            ear.look_away()
        yield
        for ear in ears:
            ear.look_again()

    def _wait(self, step: Wait) -> None:
        until = self.loop.time() + step.seconds
        for _ in range(MOST_WAKES):
            due = [self.loop.upcoming(), *(table.clock.wakes for table in self.house.tables.values())]
            now = self.loop.time()  # (what was due by now and could not be done waits for the disk)
            moment = min([each for each in due if each is not None and each > now], default=until)
            self.loop.turn_to(min(moment, until))
            self.house.tick()
            self.loop.settle()
            if moment >= until:
                self.house.sweep()
                return
        raise Failure("hang", "time does not pass: something is always due")

    def _commit(self, step: Commit) -> None:
        self.log.commit()
        self.desk.finish()

    # -- the end ------------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Everybody leaves and a week goes by: nothing may be left but what the log holds."""
        for who, line in list(self.lines.items()):
            if line.open:
                self.perform(Drop(who))
        for _ in range(MOST_WAKES):
            self.perform(Commit())
            if not self.log._reports and not self.desk._jobs:
                break
        for _ in range(4):
            self.perform(Wait(CLOSING_SECONDS))
            self.perform(Commit())
        for name, size in self._sizes().items():
            if size > self._size.get(name, 0):
                raise Failure("left", f"{size} entries are left in {name} of a house that everybody has left", name)

    def _sizes(self) -> dict[str, int]:
        """How much is in every container that belongs to the house as a whole."""
        owners = (self.house, self.house.identity, self.house.accounts, self.room, *self._doors.values())
        return {
            f"{type(owner).__name__}.{name}": sum(map(_weight, value.values()))
            if isinstance(value, dict)
            else len(value)
            for owner in owners
            for name, value in vars(owner).items()
            if isinstance(value, (dict, list, set)) or type(value).__name__ == "deque"
            if name not in BOUNDED
        }


BOUNDED = {
    "entries": "a counter by names of games",
    "limits_hit": "a counter by names of our own",
    "refusals": "a counter by codes of our phrasebooks",
    "_logins": "at most KEPT_LOGINS names with KEPT_DEVICES keys each",
    "_successors": "what the log holds of keys that were made void, one for each seat",
}
"""Containers of which something may be left."""


def _weight(value: object) -> int:
    """How much an entry of a container counts: itself, and what is in it if it is one."""
    return len(value) if isinstance(value, (dict, list, set)) else 1


_PERFORM: dict[type[Any], Callable[[Scene, Any], None]] = {
    Connect: Scene._connect,
    Send: Scene._send,
    Drop: Scene._drop,
    Play: Scene._play,
    Prepare: Scene._prepare,
    Wait: Scene._wait,
    Commit: Scene._commit,
}


def replay(recording: Recording, dialects: Doors = DIALECTS, *, to_the_end: bool = True) -> None:
    """Play a scene again; a Failure says what went wrong."""
    with Scene(recording.plan, dialects) as scene:
        for step in recording.steps:
            scene.perform(step)
        if to_the_end:
            scene.close()


def _signature(error: BaseException) -> str:
    """Where an exception comes from, to tell it from others."""
    while isinstance(error, ExceptionGroup):
        error = error.exceptions[0]
    frames = traceback.extract_tb(error.__traceback__)
    last = frames[-1] if frames else None
    return (
        f"{type(error).__name__} at {last.filename.rpartition('/')[2]}:{last.lineno}" if last else type(error).__name__
    )


def _place() -> str:
    """Where the exception that is being handled comes from."""
    error = sys.exc_info()[1]
    frames = traceback.extract_tb(error.__traceback__ if error else None)
    return f"{frames[-1].filename}:{frames[-1].lineno}" if frames else "?"
