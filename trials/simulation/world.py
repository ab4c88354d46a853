"""A world of several nodes on one log, and people who play on them: everything happens when the scheduler says so.

A world is made of a seed, from which all follows: who comes to which node, what they play, in which order commits,
reports, answers and messages arrive, which node is killed, stopped or cut off from the log, and how far every clock is
off. Nothing in it sleeps, and no socket is opened; a failure is played again by its seed.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import msgspec

from bottega.games.refusal import Refusal
from bottega.store.log import Charter, Row, Sketch, StoreFault
from bottega.store.memory import MemoryLog
from bottega.table.entries import Sitting
from bottega.table.events import Event, Notice
from bottega.table.house import House, Settings
from bottega.table.identity import Claim
from bottega.table.names import ANY
from bottega.table.neighbours import Neighbours, dozes
from bottega.table.position import AnyPosition, Setup, StartPolicy, fold
from bottega.table.quotas import Quotas
from bottega.table.table import Accepted, Table
from trials.simulation.boards import NodeBoard, NodeBus, SharedBoard
from trials.simulation.logs import NodeLog

NAMES = ("Ada", "Bob", "Cyd", "Dan")
STEPS = 90
"""Things that happen in one world, before it comes to rest."""
UNSURE = ("table.store", "table.unsure")
"""Refusals after which a command may be in the log all the same."""


class Disk(MemoryLog):
    """The log that all share; it notes in which order everything was written."""

    def __init__(self) -> None:
        super().__init__()
        self.order: list[tuple[str, Row]] = []

    def _append(
        self,
        table: str,
        entries: Any,
        charter: Charter | None,
        finished: bool,
        claims: Any = (),
        released: Any = (),
        sketch: Sketch | None = None,
    ) -> StoreFault | None:
        fault = super()._append(table, entries, charter, finished, claims, released, sketch)
        if fault is None:
            self.order += [(table, entry) for entry in entries]
        return fault


class Attempt(msgspec.Struct):
    """A move that somebody has sent, perhaps more than once, and what they were told."""

    cmd_id: str
    name: str
    table: str
    seat: int
    text: str
    sent: int = 0
    outcomes: list[Accepted | Refusal] = []
    lost: bool = False
    """Whether an answer may have got lost."""


class Connection:
    """Somebody's connection to a node: notes what it is told."""

    def __init__(self, person: Person, node: Node) -> None:
        self.person, self.node = person, node
        self.table: Table | None = None
        self.shown: list[tuple[str, int, AnyPosition]] = []
        self.back: tuple[str, int, int] | None = None
        """The table that somebody came back to, the entry at which they found it, and the last they knew before."""
        self.open = True

    def told(self, event: Event) -> None:
        """Note a picture."""
        if self.open:
            self.shown.append((event.table, event.entry.seq, event.after))

    def noticed(self, notice: Notice) -> None:
        """Presence is no picture."""

    def make_way(self, table: Table) -> None:
        """The person is on another connection now."""
        self.open = False
        if self.person.connection is self:
            self.person.connection = None


class Person:
    """Somebody who plays."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.key = f"key of {name}"
        self.connection: Connection | None = None
        self.connections: list[Connection] = []
        self.attempts: list[Attempt] = []

    def knows(self, table: str) -> int:
        """The last entry of a table that they were told of, or that is theirs."""
        told = (seq for each in self.connections for name, seq, _ in each.shown if name == table)
        accepted = (each for attempt in self.attempts if attempt.table == table for each in attempt.outcomes)
        return max([*told, *(each.seq for each in accepted if isinstance(each, Accepted))], default=0)


def _due(person: Person) -> bool:
    """Whether it is somebody's turn, as they see it."""
    if person.connection is None or person.connection.table is None:
        return False
    position = person.connection.table.position
    seat = position.seat_of(person.name)
    return position.state is not None and position.result is None and seat in position.game.actors(position.state)


class Node:
    """A process, as far as there is one."""

    def __init__(self, world: World, number: int) -> None:
        self.world, self.number = world, number
        self.lives = 0
        self.paused = False
        self.skew = world.chance.uniform(-30.0, 30.0)
        self.drift = world.chance.uniform(0.0, 1000.0)
        self.start()

    @property
    def alive(self) -> bool:
        """Whether there is a process."""
        return self.house is not None

    def start(self) -> None:
        """Begin with what the log holds."""
        world = self.world
        self.lives += 1
        self.paused = False
        self.log = world.make_log(world.disk)
        self.board = NodeBoard(world.board)
        self.bus = NodeBus(world.company) if world.with_bus else None
        self.house: House | None = House(
            self.log,
            Settings(lobby_seconds=1.0),
            lambda: world.time + self.drift,
            None,
            Quotas(lambda: world.time, 0.0),
            lambda: world.time + self.skew,
        )
        self.neighbours = world.make_neighbours(self.house, self.board, self.bus, f"n{self.number}.{self.lives}")
        for _ in self.house.load():
            pass

    def kill(self) -> None:
        """The process is no more, with all that it had not told."""
        self.house = None
        if self.bus is not None:
            self.bus.leave()
        for person in self.world.people:
            connection = person.connection
            if connection is not None and connection.node is self:
                connection.open = False
                person.connection = None
            for attempt in person.attempts:
                attempt.lost = attempt.lost or len(attempt.outcomes) < attempt.sent

    def settle(self) -> None:
        """Everything on its way arrives."""
        if self.house is None:
            return
        for _ in range(50):
            self.log.settle()
            self.board.settle()
            if self.bus is not None and self.bus.inbox:
                messages, self.bus.inbox[:] = list(self.bus.inbox), []
                self.bus.deliver(messages)
            elif not (self.log.queued or self.log.committed or self.log.asked or self.board.asked):
                return
        raise AssertionError("a node does not come to rest")


class World:
    """Nodes, people, and one log."""

    make_log: Callable[[MemoryLog], NodeLog] = staticmethod(NodeLog)
    make_neighbours: Callable[..., Neighbours] = staticmethod(Neighbours)
    make_disk: Callable[[], Disk] = staticmethod(Disk)

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.chance = chance = Random(seed)
        self.time = 1_000_000.0
        self.disk = self.make_disk()
        self.board = SharedBoard(lambda: self.time)
        self.company: list[NodeBus] = []
        self.with_bus = chance.random() < 0.7
        self.game = chance.choice(("splendor", "splendor", "splendor", "sagrada", "renaissance"))
        turn = chance.choice((0.0, 0.0, 4.0))
        start = StartPolicy.COUNTDOWN if chance.random() < 0.2 else StartPolicy.FULL
        self.setup = Setup(seats=chance.choice((2, 2, 2, 3)), turn_seconds=turn, start=start, walkover_seconds=turn)
        self.people = [Person(name) for name in NAMES[: chance.choice((2, 3, 3, 4))]]
        self.happened: list[str] = []
        self._commands = 0
        with self._own_secrets():
            self.nodes = [Node(self, number) for number in range(chance.choice((2, 3)))]

    def _own_secrets(self) -> AbstractContextManager[object]:
        """Ids and seeds follow from this world's seed."""
        chance = self.chance
        own = SimpleNamespace(token_hex=lambda count: chance.randbytes(count).hex(), token_bytes=chance.randbytes)
        return patch("bottega.table.house.secrets", own)

    # -- what may happen ----------------------------------------------------------------------------------------------

    def run(self, steps: int = STEPS) -> None:
        """Let so many things happen, then let everything come to rest."""
        with self._own_secrets():
            if self.chance.random() < 0.8:
                self.sit_down()
            kinds, weights = zip(*_HAPPENINGS, strict=True)
            for happening in self.chance.choices(kinds, weights, k=steps):
                happening(self)
            self.rest()

    def sit_down(self) -> None:
        """Begin with a game that is being played: everybody has come before anything went wrong."""
        for node in self.nodes:
            node.log.instant = node.board.instant = True
            if node.house is not None:
                node.house.tick()
        for person in self.people[: self.setup.seats]:
            self._come(person, self.chance.choice(self.nodes))
            for node in self.nodes:
                node.settle()
        self.time += 1.0
        for node in self.nodes:
            if node.house is not None:
                node.house.tick()
            node.settle()
            node.log.instant = node.board.instant = False

    def rest(self) -> None:
        """Nothing is broken any more, and everything arrives."""
        for node in self.nodes:
            node.paused = node.log.away = node.board.away = False
            if not node.alive:
                node.start()
        for _ in range(4):
            self.time += 1.5
            for node in self.nodes:
                node.settle()
                if node.house is not None:
                    node.house.tick()
            for node in self.nodes:
                node.settle()
        written = -1
        while written != len(self.disk.order):  # a clock may have struck at the last moment
            written = len(self.disk.order)
            for node in self.nodes:
                node.neighbours.poll()
                node.settle()
        for node in self.nodes:
            if node.house is not None:
                for asleep in list(node.house.dormant):
                    node.house.find(asleep)
                for table in list(node.house.tables.values()):
                    if dozes(table):
                        node.house.rouse(table)
                node.settle()

    def _running(self, wanted: Callable[[Node], object] = lambda node: True) -> Node | None:
        """A node that runs and is wanted."""
        nodes = [node for node in self.nodes if node.alive and not node.paused and wanted(node)]
        return self.chance.choice(nodes) if nodes else None

    def commit(self) -> None:
        """A node's oldest entry reaches the log, or loses."""
        if node := self._running(lambda node: node.log.queued):
            node.log.commit()

    def report(self) -> None:
        """A node hears what has become of an entry."""
        if node := self._running(lambda node: node.log.committed):
            node.log.report()

    def answer(self) -> None:
        """A node hears what the log or the board says."""
        if (node := self._running(lambda node: node.log.asked or node.board.asked)) is None:
            return
        if node.log.asked:
            node.log.answer()
        if node.board.asked:
            node.board.answer()

    def carry(self) -> None:
        """A node hears some of what others have published: late, in another order, doubled, or not at all."""
        node = self._running(lambda node: node.bus is not None and node.bus.inbox)
        if node is None or node.bus is None:
            return
        chance, inbox = self.chance, node.bus.inbox
        count = chance.randrange(len(inbox)) + 1
        messages = [inbox.pop(chance.randrange(len(inbox))) for _ in range(count)]
        fate = chance.random()
        if fate < 0.25:
            messages = messages[: count // 2]
        elif fate < 0.5:
            messages += messages
        node.bus.deliver(messages)

    def pass_time(self) -> None:
        """Time passes, and nodes look at their clocks."""
        self.time += self.chance.choice((0.1, 0.1, 0.5, 1.0, 2.5))
        for node in self.nodes:
            if node.house is not None and not node.paused:
                node.house.tick()

    def kill(self) -> None:
        """A node is killed, or started again."""
        node = self.chance.choice(self.nodes)
        if node.alive:
            node.kill()
        else:
            node.start()

    def pause(self) -> None:
        """A node is stopped, or wakes."""
        node = self.chance.choice(self.nodes)
        node.paused = not node.paused

    def cut(self) -> None:
        """A node cannot reach the log any more, or can again."""
        node = self.chance.choice(self.nodes)
        if not node.alive:
            return
        if node.log.away:
            node.log.away = node.board.away = False
        else:
            node.log.cut()
            node.board.away = True

    def come(self) -> None:
        """Somebody who is nowhere comes to a node, to their seat or to a new one."""
        person, node = self.chance.choice(self.people), self._running()
        if node is not None and (person.connection is None or self.chance.random() < 0.2):
            self._come(person, node)

    def _come(self, person: Person, node: Node) -> None:
        """Look first, as every protocol does, what others have written where the person may have a seat."""
        if node.house is None:
            return
        connection = Connection(person, node)
        person.connections.append(connection)
        bound = node.house.bound(self.game, person.name)
        known = {table.id: person.knows(table.id) for table in bound}
        if not bound:
            self._sit_down(connection, known)
            return

        def looked(fresh: bool) -> None:
            if fresh and connection is person.connections[-1]:
                self._sit_down(connection, known)

        node.neighbours.freshen(bound[0].id, looked)

    def _sit_down(self, connection: Connection, known: dict[str, int]) -> None:
        person, node = connection.person, connection.node
        if node.house is None:
            return
        held = node.house.identity.judge(self.game, Claim(person.name, person.key), ANY)
        if isinstance(held, Refusal):
            return
        person.connection = connection
        if held is not None:
            connection.table = held
            connection.back = held.id, held.position.seq, known.get(held.id, 0)
            before = held.resume(person.name, connection)
            if isinstance(before, Connection):
                before.open = False
            return

        def entered(outcome: Table | Refusal) -> None:
            if isinstance(outcome, Refusal):
                if person.connection is connection:
                    person.connection = None
            elif connection.open:
                connection.table = outcome
            else:
                outcome.drop(connection)

        node.house.reception.enter(self.game, Sitting(person.name, person.key), connection, self.setup, entered)

    def go(self) -> None:
        """Somebody's connection is lost."""
        person = self.chance.choice(self.people)
        connection, person.connection = person.connection, None
        if connection is None or connection.node.house is None:
            return
        connection.open = False
        connection.node.house.reception.withdraw(connection)
        if connection.table is not None:
            connection.table.drop(connection, self.chance.choice((0.0, 1.0, 20.0)))

    def move(self) -> None:
        """Somebody makes a move, as they see the table; or sends a former one again."""
        here = [person for person in self.people if person.connection is not None and person.connection.table]
        if not here:
            return
        person = self.chance.choice([each for each in here if _due(each)] or here)
        connection = person.connection
        if connection is None or connection.table is None or connection.node.paused:
            return
        table = connection.table
        position = table.position
        if person.attempts and self.chance.random() < 0.2:
            attempt = person.attempts[-1]
            if attempt.table == table.id:
                attempt.sent += 1
                table.move(attempt.seat, attempt.text, attempt.outcomes.append, attempt.cmd_id)
            return
        seat = position.seat_of(person.name)
        if position.state is None or position.result is not None or seat is None:
            return
        if seat not in position.game.actors(position.state) and self.chance.random() < 0.8:
            return
        legal = position.game.legal(position.state, seat)
        if not legal:
            return
        self._commands += 1
        attempt = Attempt(f"c{self._commands}", person.name, table.id, seat, str(self.chance.choice(legal)), sent=1)
        person.attempts.append(attempt)
        after = position.seq if self.chance.random() < 0.1 else None
        table.move(seat, attempt.text, attempt.outcomes.append, attempt.cmd_id, after)

    def give_up(self) -> None:
        """Somebody leaves a table for good."""
        person = self.chance.choice(self.people)
        connection = person.connection
        if connection is None or connection.table is None or not connection.node.alive:
            return
        table = connection.table
        (table.quit if table.head.started else table.leave)(person.name)

    def sweep(self) -> None:
        """A node looks for tables that are over."""
        node = self._running()
        if node is not None and node.house is not None:
            node.house.sweep()

    def positions(self) -> dict[str, AnyPosition]:
        """Every table, as the log has it."""
        return {each.charter.id: fold(*self.disk.read(each.charter.id)) for each in self.disk.tables()}


_HAPPENINGS: tuple[tuple[Callable[[World], None], float], ...] = (
    (World.commit, 26),
    (World.report, 26),
    (World.answer, 16),
    (World.carry, 10),
    (World.move, 34),
    (World.come, 8),
    (World.pass_time, 8),
    (World.go, 2.5),
    (World.kill, 1.5),
    (World.pause, 1),
    (World.cut, 1.5),
    (World.give_up, 0.5),
    (World.sweep, 0.5),
)
"""What may happen, and how often."""
