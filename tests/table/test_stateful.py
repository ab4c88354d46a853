"""Anything at any time: players come, move, vanish and return while the log is slow, fails, and the house restarts."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from bottega.games.refusal import Refusal
from bottega.limits import DORMANT_SECONDS, RETURN_SECONDS
from bottega.store.log import StoreFault
from bottega.table import house
from bottega.table.dormant import Dormant, dormant, sketch_of
from bottega.table.entries import Sitting, from_row, to_row
from bottega.table.events import Event, Notice, Presence
from bottega.table.house import House
from bottega.table.position import Setup, StartPolicy, fold
from bottega.table.table import Accepted, Table
from tests.table.rigs import SlowLog, Time

NAMES = ["Ada", "Bob", "Cyd", "Dan", "Eve"]
TURN = 60.0
GRACE = 20.0
SETUPS = [
    ("splendor", Setup(seats=2, turn_seconds=TURN)),
    ("splendor", Setup(seats=3, turn_seconds=TURN, walkover_seconds=40, absent="greedy")),
    ("sagrada", Setup(seats=4, start=StartPolicy.COUNTDOWN, lobby_seconds=15, turn_seconds=TURN, walkover_seconds=40)),
    ("renaissance", Setup(turn_seconds=TURN)),
    ("splendor", Setup(seats=2, start=StartPolicy.ASKED, turn_seconds=TURN)),
]


class Player:
    """One connection: checks that what it is told is durable, in order, and only while it is connected."""

    def __init__(self, name: str, log: SlowLog) -> None:
        self.name = name
        self.table: Table | None = None
        self.connected = True
        self._log = log
        self._last: dict[str, int] = {}

    def told(self, event: Event) -> None:
        """Check the event."""
        assert self.connected
        row = self._log.read(event.table)[1][event.entry.seq - 1]
        assert (to_row(event.entry), from_row(event.after.game, row)) == (row, event.entry)
        assert event.entry.seq == self._last.get(event.table, event.entry.seq - 1) + 1
        self._last[event.table] = event.entry.seq

    def noticed(self, notice: Notice) -> None:
        """Somebody came or went."""
        assert self.connected
        assert notice.presence in Presence


class Numbered:
    """Secrets that are the same every evening, so that a failing one can be played again."""

    def __init__(self) -> None:
        self._count = 0

    def token_bytes(self, size: int) -> bytes:
        """The next number."""
        self._count += 1
        return self._count.to_bytes(size, "big")

    def token_hex(self, size: int) -> str:
        """The next number, in hexadecimal."""
        return self.token_bytes(size).hex()


class Evening(RuleBasedStateMachine):
    """A house for an evening."""

    @initialize()
    def open(self) -> None:
        """Open the house."""
        self.patch = pytest.MonkeyPatch()
        self.patch.setattr(house, "secrets", Numbered())
        self.log = SlowLog()
        self.time = Time()
        self.house = House(self.log, now=self.time)
        self.players: dict[str, Player] = {}
        self.asked: Counter[int] = Counter()
        self.answered: Counter[int] = Counter()
        self.excused: set[int] = set()
        self.entering: dict[str, int] = {}
        self.commands = 0

    # -- what is used below -----------------------------------------------------------------------------------------

    def _command(self) -> int:
        self.commands += 1
        self.asked[self.commands] = 1
        return self.commands

    def _answer(self, number: int) -> Any:
        def answer(outcome: Accepted | Refusal | Table) -> None:
            self.answered[number] += 1
            assert isinstance(outcome, (Accepted, Refusal, Table))
            if isinstance(outcome, Refusal):
                assert outcome.code
                assert " " in str(outcome)

        return answer

    def _seated(self) -> list[Player]:
        return [player for player in self.players.values() if player.connected and player.table is not None]

    def _running(self) -> list[Table]:
        return [table for table in self.house.tables.values() if table.position.started and not table.position.finished]

    def _settle(self) -> None:
        self.log.broken = None
        self.log.release()

    # -- what may happen --------------------------------------------------------------------------------------------

    @rule(name=st.sampled_from(NAMES), choice=st.sampled_from(SETUPS))
    def enter(self, name: str, choice: tuple[str, Setup]) -> None:
        """Somebody comes in (and may be in already)."""
        game, setup = choice
        if name in self.players and self.players[name].connected:
            return
        player = Player(name, self.log)
        number = self._command()
        answer = self._answer(number)

        def entered(outcome: Table | Refusal) -> None:
            answer(outcome)
            self.entering.pop(name, None)
            if isinstance(outcome, Table):
                assert player.connected
                player.table = outcome
            else:
                player.connected = False

        self.players[name] = player
        self.entering[name] = number
        self.house.reception.enter(
            game, Sitting(name), player, setup, entered, lambda other: other.start == setup.start
        )

    @rule(choice=st.sampled_from(SETUPS), count=st.integers(2, 4), size=st.integers(2, 3))
    def party(self, choice: tuple[str, Setup], count: int, size: int) -> None:
        """Friends come in together, and their table starts if it can."""
        for name in NAMES[:count]:
            self.enter(name, choice)
        self._settle()
        for player in self._seated():
            assert player.table is not None
            if not player.table.head.size:
                player.table.resize(size)
            if player.table.head.setup.start == "asked":
                player.table.start()
        self._settle()

    @rule(name=st.sampled_from(NAMES), choice=st.sampled_from(SETUPS), count=st.integers(0, 1))
    def dash(self, name: str, choice: tuple[str, Setup], count: int) -> None:
        """Somebody comes in and is gone again before the log has done (all of) its work."""
        self.enter(name, choice)
        self.log.release(count)
        self.vanish(name, 0.0)

    @rule(name=st.sampled_from(NAMES), grace=st.sampled_from([0.0, GRACE]))
    def vanish(self, name: str, grace: float) -> None:
        """A connection is gone, at whatever moment."""
        player = self.players.get(name)
        if player is None or not player.connected:
            return
        player.connected = False
        if name in self.entering:
            self.excused.add(self.entering.pop(name))
        self.house.reception.withdraw(player)
        if player.table is not None:
            player.table.drop(player, grace)

    @rule(name=st.sampled_from(NAMES), game=st.sampled_from(["splendor", "sagrada", "renaissance"]))
    def come_back(self, name: str, game: str) -> None:
        """Somebody takes their seat again on a new connection, perhaps while the old one is still there."""
        table = self.house.holder(game, name)
        old = self.players.get(name)
        if table is None or (old is not None and old.connected and old.table is not table):
            return
        if old is not None:
            old.connected = False
        self.players[name] = player = Player(name, self.log)
        player.table = table
        table.resume(name, player)

    @precondition(lambda self: any(self._seated()))
    @rule(data=st.data(), word=st.sampled_from(["pepe", "sale", ""]))
    def word(self, data: st.DataObject, word: str) -> None:
        """Somebody adds a word to the seed, or tries to when the game has begun."""
        player = data.draw(st.sampled_from(self._seated()))
        assert player.table is not None
        player.table.word(player.name, word, self._answer(self._command()))

    @precondition(lambda self: any(self._running()))
    @rule(data=st.data(), repeat=st.booleans(), wrong=st.booleans())
    def move(self, data: st.DataObject, repeat: bool, wrong: bool) -> None:
        """Somebody plays, rightly or wrongly, once or twice with the same command id."""
        table = data.draw(st.sampled_from(self._running()))
        head = table.head
        if head.finished:
            return
        seat = data.draw(st.sampled_from(table.game.actors(head.state)))
        legal = table.game.legal(head.state, seat)
        action = data.draw(st.sampled_from(legal))
        if wrong:
            seat = (seat + 1) % len(head.seats)
        cmd_id = f"c{self.commands}" if repeat else None
        for _ in range(2 if repeat else 1):
            table.move(seat, [action], self._answer(self._command()), cmd_id)

    @precondition(lambda self: any(self._seated()))
    @rule(data=st.data(), what=st.sampled_from(["quit", "leave", "suspend", "start", "size 2", "size 3", "watch"]))
    def do(self, data: st.DataObject, what: str) -> None:
        """A connected player does something that is not a move."""
        player = data.draw(st.sampled_from(self._seated()))
        table = player.table
        assert table is not None
        if what == "suspend":
            table.suspend(player.name)
            return
        answer = self._answer(self._command())
        if what == "quit":
            table.quit(player.name, answer)
        elif what == "leave":
            table.leave(player.name, answer)
        elif what == "start":
            table.start(answer)
        elif what == "watch":
            table.watch(player)
            table.move(-1, "", answer)
        else:
            table.resize(int(what[-1]), answer)

    @rule(count=st.integers(1, 9))
    def durable(self, count: int) -> None:
        """The log gets some of its work done."""
        self.log.release(count)

    @precondition(lambda self: self.log.waiting)
    @rule()
    def fail(self) -> None:
        """The log fails."""
        self.log.release(1, StoreFault("disk full"))

    @rule(seconds=st.sampled_from([0.5, 5.0, 16.0, 45.0, 100.0]))
    def wait(self, seconds: float) -> None:
        """Time passes."""
        self.time.now += seconds
        self.house.tick()

    @rule()
    def sweep(self) -> None:
        """The house tidies up."""
        self.house.sweep()

    @rule()
    def restart(self) -> None:
        """The process is killed and started again: what waited for the log is lost, with its answers."""
        self.log.waiting.clear()
        self.excused.update(number for number in self.asked if not self.answered[number])
        self.entering.clear()
        for player in self.players.values():
            player.connected = False
        self.players.clear()
        self.house = House(self.log, now=self.time)
        for _ in self.house.load():
            pass

    @rule()
    def evening_goes_by(self) -> None:
        """So much time passes that tables are known at a glance which nobody is at."""
        self._settle()
        for _ in range(2):
            self.house.sweep()
            self.time.now += DORMANT_SECONDS + 1
        self.house.sweep()
        self._settle()

    @rule()
    def nothing_hangs(self) -> None:
        """A running table at which somebody is present gets on within the time of a turn and every grace."""
        self._settle()
        before = {
            table.id: table.game.turn(table.position.state)
            for table in self._running()
            if any(table.present(seat.name) for seat in table.position.seats if not seat.quit and not seat.bot)
        }
        for _ in range(int(TURN + GRACE + RETURN_SECONDS) + 2):
            self.time.now += 1
            self.house.tick()
            self._settle()
        for table in self._running():
            if table.id in before:
                assert table.game.turn(table.position.state) > before[table.id]

    # -- what must hold ---------------------------------------------------------------------------------------------

    @invariant()
    def the_log_is_the_truth(self) -> None:
        """What a table shows is the fold of what is durable, no more and no less."""
        for table in self.house.tables.values():
            if table.position.seq:
                assert fold(*self.log.read(table.id)) == table.position
            if table.settled:
                assert table.head is table.position

    @invariant()
    def one_answer_each(self) -> None:
        """Nothing is answered twice; when the log has done its work everything is answered once."""
        assert not [number for number, count in self.answered.items() if count > 1]
        if not self.log.waiting:
            queued = {
                self.entering[one.sitting.name] for queue in self.house.reception.queues.values() for one in queue
            }
            silent = {number for number in self.asked if not self.answered[number]}
            assert silent <= self.excused | queued

    @invariant()
    def what_is_known_at_a_glance_is_true(self) -> None:
        """A dormant table is what the fold of its log says, and so is the sketch that the log has of a running one."""
        for table, asleep in self.house.dormant.items():
            position = fold(*self.log.read(table))
            assert msgspec.structs.replace(asleep, seq=position.seq) == dormant(position)
        for sketched in self.log.sketches():
            position = fold(*self.log.read(sketched.charter.id))
            assert sketched.sketch == (sketch_of(position).text if position.started else None)

    @invariant()
    def nobody_sits_twice(self) -> None:
        """A name holds one seat at most at the unfinished tables of a game, and the house knows where."""
        seats: list[tuple[str, str, Table | Dormant]] = [
            (table.position.charter.game, seat.name, table)
            for table in self.house.tables.values()
            if not table.position.finished
            for seat in table.position.seats
            if not seat.quit and seat.person
        ]
        seats += [(each.charter.game, name, each) for each in self.house.dormant.values() for name in each.people]
        assert len({(game, name) for game, name, _ in seats}) == len(seats)
        for game, name, table in seats:
            assert self.house.holdings.tables(game, name) == (table,)
        if not self.log.waiting:
            queued = {(one.game, one.sitting.name) for queue in self.house.reception.queues.values() for one in queue}
            assert self.house.holdings.names() == {(game, name) for game, name, _ in seats} | queued

    @invariant()
    def no_ghosts(self) -> None:
        """No table keeps or tells a connection that is gone."""
        for table in self.house.tables.values():
            for viewer in [*table.viewers, *table.attendance.keepers.values()]:
                assert not isinstance(viewer, Player) or viewer.connected
            if not self.log.waiting and not table.position.finished:
                assert set(table.attendance.keepers) <= {seat.name for seat in table.position.seats if not seat.quit}

    @invariant()
    def reception_are_open(self) -> None:
        """Nobody queues unless somebody is there to be asked."""
        if not self.log.waiting:
            for game, queue in self.house.reception.queues.items():
                assert not queue or self.house.reception.find(game, queue[0].suits) is not None

    def teardown(self) -> None:
        """In the end everything is answered."""
        if hasattr(self, "log"):
            self._settle()
            self.one_answer_each()
            self.patch.undo()


Evening.TestCase.settings = settings(
    max_examples=40, stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck)
)
TestEvening = Evening.TestCase
