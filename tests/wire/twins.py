"""Two houses that a player cannot tell apart: whatever the player may not know is dealt otherwise in the second.

How it works. :class:`Twins` has two stages. All that happens is done on the first, and what came of it is looked at.
Then the second gets another state (:func:`~bottega.games.core.Game.redeal`) that the viewer cannot tell from the first
one and from which the same can come, and the same is done there. Whatever the viewer, a spectator and a reader of the
lobby were sent meanwhile, and whatever was logged, must be the same, byte by byte.

The viewer is a real client of its protocol, from ``bottega.players``, which hears the first house; the others are moved
for, and sit there in other protocols. Their secret choices are others in the second house.

What must stay true: a state is dealt anew as thoroughly as the next thing that happens allows. What is brought to
light by it has to be the same in both (the next card of a deck), and everything else is tried to be different.
"""

from __future__ import annotations

import gc
import itertools
import json
import sys
import uuid
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from random import Random
from typing import Any

import msgspec
import pytest
from structlog.testing import capture_logs

from bottega.bots import choose
from bottega.games.chance import SEED_BYTES
from bottega.games.core import Action, IllegalMove
from bottega.players.line import Lost
from bottega.players.player import Player
from bottega.server.exposition import page
from bottega.server.metrics import Metrics
from bottega.table.entries import Entry, Moved, Skipped
from bottega.table.events import Event, Notice
from bottega.table.house import Settings
from bottega.table.position import AnyPosition, Refused, advance
from bottega.table.table import Table
from tests.wire.house.stage import Guest, HouseStage
from tests.wire.stage import Peer

TRIES = 40
"""How many deals are tried for one from which the same can come."""
TURN_SECONDS = 60.0
WAIT = object()
"""What a player's coroutine yields who waits for a message."""

ASIDE = 0.15
"""How often something is said aside."""

State = Any
Aside = Callable[[AnyPosition, str, Random], str]
"""Makes up a message: by what is known of the table, for whom, at random."""
Keep = Callable[[State, State], State]
"""Puts back into a state that was dealt anew what is no secret to a certain client."""


def anew(state: State, other: State) -> State:
    """Nothing is put back."""
    return other


class Numbered:
    """Random numbers that are none, and the same in both houses, so that nothing differs by chance."""

    def __init__(self) -> None:
        self.side = 0
        self._drawn = [itertools.count(1), itertools.count(1)]

    def _next(self) -> int:
        return next(self._drawn[self.side])

    def token_hex(self, length: int) -> str:
        """An id."""
        return f"{self._next():0{2 * length}x}"

    def token_bytes(self, length: int) -> bytes:
        """A seed."""
        return self._next().to_bytes(length, "big")

    def token_urlsafe(self, length: int) -> str:
        """A token."""
        return f"token-{self._next():018}"

    def uuid4(self) -> uuid.UUID:
        """A client id."""
        return uuid.UUID(int=self._next())


def _counts(metrics: Metrics) -> list[bytes]:
    """What is counted of the house; how long something took is another each time."""
    return [line for line in page(metrics).splitlines() if line.startswith(b"bottega") and b"_seconds" not in line]


def counted(act: Callable[[], object]) -> int:
    """How many functions are called while something is done."""
    calls = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    gc.disable()  # what is collected just then may have last words
    sys.setprofile(count)
    try:
        act()
    finally:
        sys.setprofile(before)
        gc.enable()
    return calls


async def at_once(seconds: float) -> None:
    """Sleep for no time at all."""


class _Waiting:
    def __await__(self) -> Generator[object, None, None]:
        yield WAIT


class StageLine:
    """The connection of a player to both houses; it hears the first."""

    def __init__(self, twins: Twins) -> None:
        self._twins = twins
        self.heard: deque[str] = deque()
        self.lost = False

    def say(self, text: str) -> None:
        """Have a message sent, to both."""
        if not self.lost:
            self._twins.unsaid.append(text)

    async def hear(self) -> str:
        """The next message."""
        while not self.heard:
            if self.lost:
                raise Lost
            await _Waiting()
        return self.heard.popleft()

    def close(self) -> None:
        """Leave."""
        self.lost = True


class _Onlooker:
    """Writes down what happened."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def told(self, event: Event) -> None:
        """Something has."""
        self.events.append(event)

    def noticed(self, notice: Notice) -> None:
        """Nothing to do."""


class Twins:
    """Both houses, and who is in them."""

    def __init__(self, patch: pytest.MonkeyPatch, role: str, chance: Random, keep: Keep = anew) -> None:
        self.numbers = Numbered()
        patch.setattr("bottega.table.house.secrets", self.numbers)
        patch.setattr("bottega.wire.house.dialect.secrets", self.numbers)
        patch.setattr("bottega.wire.splendor_json.dialect.uuid", self.numbers)
        patch.setattr("asyncio.sleep", at_once)
        patch.setattr("asyncio.timeout", lambda seconds: nullcontext())
        settings = Settings(seats=3, lobby_seconds=5, turn_seconds=TURN_SECONDS, ping_seconds=1e9)
        seed = chance.randrange(1 << 60)
        self.stages = [HouseStage(settings, seed) for _ in range(2)]
        self.dialect, _, self.profile = role.partition("+")
        self.chance = chance
        self.keep = keep
        self.name = "viewer"
        self.unsaid: deque[str] = deque()
        self.line: StageLine | None = None
        self.viewers: list[Peer | None] = [None, None]
        self.watchers: list[list[Guest]] = [[], []]
        self.others: list[list[Peer]] = [[], []]
        self.done: Counter[str] = Counter()
        """How often each thing was done, and how often something was really dealt anew."""
        self._onlooker = _Onlooker()
        self.stages[0].house.onlookers.append(self._onlooker)
        self._deals = 0
        self._aside = False
        """Whether the viewer's client does not hear what comes now: it did not ask for it."""
        self._metrics = [Metrics(), Metrics()]
        for stage, metrics in zip(self.stages, self._metrics, strict=True):
            metrics.attach(stage.house)
        self._instead: tuple[Action, ...] | None = None
        """What somebody does in the second house who chose something secret in the first."""

    # -- doing the same in both -------------------------------------------------------------------------------------

    @contextmanager
    def _at(self, side: int) -> Iterator[HouseStage]:
        self.numbers.side = side
        yield self.stages[side]

    def do(self, what: str, act: Callable[[HouseStage, int], object]) -> None:
        """Do something in both houses and compare what everybody was told who must not see a difference."""
        table = self.table
        before = None if table is None else table.position
        self._onlooker.events.clear()
        with capture_logs() as logs, self._at(0) as stage:
            act(stage, 0)
        if before is not None and before.started and not before.finished:
            self._deal(before, self._onlooker.events)
        with capture_logs() as others, self._at(1) as stage:
            act(stage, 1)
        self.done[what] += 1
        assert others == logs, f"{what}: the log"
        assert _counts(self._metrics[1]) == _counts(self._metrics[0]), f"{what}: the metrics"
        self._compare(what)

    def _compare(self, what: str) -> None:
        sides = zip((self.viewers[0], *self.watchers[0]), (self.viewers[1], *self.watchers[1]), strict=True)
        for first, second in sides:
            if first is None or second is None:
                continue
            told = list(first.inbox)
            for one, other in itertools.zip_longest(told, second.inbox):
                assert one == other, f"{what}: told otherwise"
            assert (second.closed, second.gone) == (first.closed, first.gone)
            first.inbox.clear()
            second.inbox.clear()
            if first is self.viewers[0] and self.line is not None:
                if not self._aside:
                    self.line.heard += told
                if first.gone or first.closed is not None:
                    self.line.lost = True

    @property
    def table(self) -> Table | None:
        """The table of the first house, as long as there is one."""
        tables = list(self.stages[0].house.tables.values())
        return tables[-1] if tables else None

    @property
    def position(self) -> AnyPosition:
        """How it stands."""
        assert self.table is not None
        return self.table.position

    # -- dealing anew -----------------------------------------------------------------------------------------------

    def _deal(self, before: AnyPosition, events: Sequence[Event]) -> None:
        """Give the second house another state from which the same can come."""
        viewer = before.seat_of(self.name)
        now: State = before.state
        found, self._instead = now, None
        for attempt in range(TRIES):
            self._deals += 1
            state = before.game.redeal(now, viewer, self._deals.to_bytes(SEED_BYTES, "big"))
            state = self.keep(now, state)
            if attempt % 2 and hasattr(state, "chance"):  # (what is drawn next is the same: the rest can be another)
                state = msgspec.structs.replace(state, chance=now.chance)
            made = self._follows(msgspec.structs.replace(before, state=state), events, viewer)
            if made is not None:
                found, self._instead = state, made
                break
        self.done["dealt anew"] += found.to_text() != now.to_text()
        stage = self.stages[1]
        table = stage.house.tables[before.charter.id]
        with stage.unwatched():
            table.position = table.head = msgspec.structs.replace(table.position, state=found)

    def _follows(self, position: AnyPosition, events: Sequence[Event], viewer: int | None) -> tuple[Action, ...] | None:
        """If the same can happen from there, as far as the viewer can tell: the actions of the first move."""
        first: tuple[Action, ...] | None = None
        with suppress(IllegalMove, Refused):
            for event in events:
                fact = event.entry.fact
                if isinstance(fact, Moved):
                    actions = tuple(self._counterpart(position, fact.seat, action, viewer) for action in fact.actions)
                    first = actions if first is None else first
                    fact = Moved(fact.seat, actions)
                elif isinstance(fact, Skipped):
                    fact = Skipped(fact.seat, position.game.skip(position.state, fact.seat))
                position, steps = advance(position, Entry(event.entry.seq, event.entry.at, fact))
                views = [(step.after, other.after) for step, other in zip(steps, event.steps, strict=False)]
                if len(steps) != len(event.steps) or not all(_alike(position, *pair, viewer) for pair in views):
                    return None
                if position.result != event.after.result:
                    return None
            return first or ()
        return None

    def _counterpart(self, position: AnyPosition, seat: int, action: Action, viewer: int | None) -> Action:
        """What somebody else may have done instead, as far as the viewer can tell; the viewer's own is the same."""
        if seat == viewer or action.public() == str(action):
            return action
        like = [each for each in position.game.legal(position.state, seat) if each.public() == action.public()]
        return Random(self._deals).choice(like) if like else action

    # -- what happens -----------------------------------------------------------------------------------------------

    def enter(self, role: str, name: str) -> None:
        """Somebody else comes in by some protocol, and sits down with the viewer."""
        self.do(f"{role} enters", lambda stage, side: self.others[side].append(_enters(stage, role, name)))

    def watch(self) -> None:
        """A spectator follows the table; somebody reads the lobby."""

        def watches(stage: HouseStage, side: int) -> None:
            spectator, reader = stage.visitor(), stage.visitor()
            spectator.does("watch", table=stage.table.id)
            reader.does("lobby")
            self.watchers[side] = [spectator, reader]

        self.do("watch", watches)

    def move(self, seat: int, action: Action) -> None:
        """Somebody else makes a move."""

        def moves(stage: HouseStage, side: int) -> None:
            made = self._instead if side and self._instead else (action,)
            self.done["chosen otherwise"] += made != (action,)
            stage.table.move(seat, made)
            stage.settle()

        self.do("move", moves)

    async def connect(self) -> StageLine:
        """The viewer connects."""

        def connects(stage: HouseStage, side: int) -> None:
            self.viewers[side] = (
                stage.visitor() if self.dialect == "http" else stage.connect(self.dialect, self.profile)
            )

        self.line = StageLine(self)
        self.do("connect", connects)
        return self.line

    def drop(self) -> None:
        """The viewer's connection is gone."""

        def drops(stage: HouseStage, side: int) -> None:
            viewer = self.viewers[side]
            assert viewer is not None
            viewer.drops()

        self.do("drop", drops)

    def say(self, text: str) -> None:
        """The viewer says something."""

        def says(stage: HouseStage, side: int) -> None:
            viewer = self.viewers[side]
            assert viewer is not None
            viewer.says(text)

        self.do("say", says)

    def ask(self, text: str) -> None:
        """Ask something aside, and see that answering takes the same work in both houses.

        It is asked once before it is counted, since the first answer may fill a cache for the second.
        """
        self._aside = True
        seq = self.position.seq
        calls: list[int] = []

        def asks(stage: HouseStage, side: int) -> None:
            viewer = self.viewers[side]
            assert viewer is not None
            calls.append(counted(lambda: viewer.says(text)))

        self.say(text)
        if not self.position.finished and self.position.seq == seq:
            self.do("ask", asks)
            assert calls[0] == calls[1], f"{text}: {calls[0]} calls in one house, {calls[1]} in the other"
        self._aside = False

    def wait(self, seconds: float) -> None:
        """Time passes."""
        self.do("wait", lambda stage, side: stage.wait(seconds))

    # -- a whole game -----------------------------------------------------------------------------------------------

    def play(self, player: Player, company: Sequence[str], moments: int, aside: Aside | None = None) -> None:
        """Let the viewer play a game with the others, until it is over or for so many moments; now and then the viewer
        says something ``aside`` that its client does not know of.
        """
        playing = player.play(self.connect)
        seated = False
        for moment in range(moments):
            over = self._pump(playing)
            table = self.table
            if over or (table is not None and table.position.finished):
                return
            if aside is not None and table is not None and table.position.started and self.chance.random() < ASIDE:
                self.ask(aside(table.position, self.name, self.chance))
                if self.line is not None and self.line.lost:
                    self.unsaid.clear()
            if self.unsaid:
                self.say(self.unsaid.popleft())
            elif table is not None and not table.position.started and table.position.seats:
                if not seated and table.position.size:
                    seated = True
                    self.watch()
                    free = table.position.size - len(table.position.seats)
                    for number, role in zip(range(min(free, 2)), itertools.cycle(company), strict=False):
                        self.enter(role, f"other{number}")
                else:
                    self.wait(1)
            else:
                self._go_on(moment)

    def _pump(self, playing: Any) -> bool:
        """Let the player go on until there is something to be said or nothing left to be heard; whether it is done."""
        while not self.unsaid:
            try:
                wanted = playing.send(None)
            except StopIteration:
                return True
            if wanted is WAIT and (self.line is None or not (self.line.heard or self.line.lost)):
                return False
        return False

    def _go_on(self, moment: int) -> None:
        """Nobody speaks: somebody else moves, something out of the ordinary happens, or time passes."""
        position = self.position
        if not position.started:
            self.wait(1)
            return
        mine = position.seat_of(self.name)
        actors = [seat for seat in position.game.actors(position.state) if seat != mine]
        oddity = self.chance.random()
        if oddity < 0.03:
            self.drop()
        elif oddity < 0.05:
            self.wait(TURN_SECONDS)
        elif oddity < 0.06:
            self.come_and_go()
        elif actors:
            self.move_for(self.chance.choice(actors), moment)
        else:
            self.wait(TURN_SECONDS / 4)

    def come_and_go(self) -> None:
        """Somebody else's connection breaks; they are away until the end."""
        number = self.chance.randrange(len(self.others[0])) if self.others[0] else -1
        if number >= 0:
            self.do("somebody drops", lambda stage, side: self.others[side][number].drops())

    def move_for(self, seat: int, moment: int) -> None:
        """Somebody else makes any move."""
        position = self.position
        self.move(seat, choose("random", position.game, position.state, seat, moment.to_bytes(4, "big")))

    def look_on(self, game: str, seats: int, company: Sequence[str], moments: int) -> None:
        """A game of which the viewer sees what everybody sees."""

        def opens(stage: HouseStage, side: int) -> None:
            host = stage.guest("host")
            host.does("open", game=game, seats=seats, start="full", turn_seconds=TURN_SECONDS)
            self.others[side].append(host)

        self.name = "nobody"
        self.do("open", opens)
        self.watch()
        for number, role in zip(range(1, seats), itertools.cycle(company), strict=False):
            self.enter(role, f"other{number}")
        for moment in range(moments):
            position = self.position
            actors = position.game.actors(position.state) if position.started and not position.finished else ()
            if not actors:
                return
            if self.chance.random() < 0.05:
                self.do("watch again", self._watches_again)
            elif self.chance.random() < 0.02:
                self.wait(TURN_SECONDS)
            else:
                self.move_for(self.chance.choice(actors), moment)

    def _watches_again(self, stage: HouseStage, side: int) -> None:
        """The spectator asks for the table once more: the whole of it, or what was missed."""
        seq = stage.table.position.seq
        self.watchers[side][0].does("watch", table=stage.table.id, since=seq - 3 if seq % 2 else None)


def _alike(position: AnyPosition, state: State, other: State, viewer: int | None) -> bool:
    encode, view = msgspec.json.encode, position.game.view
    return encode(view(state, viewer)) == encode(view(other, viewer))


HELLO: dict[str, Callable[[Peer, str], str]] = {
    "splendor-json": lambda peer, name: json.dumps(
        {"request_type": "client_hello", "client_id": json.loads(peer.inbox[0])["set_client_id"], "nick": name}
    ),
    "sagrada-text": lambda peer, name: f"LOGIN {name} secret",
    "sagrada-json": lambda peer, name: json.dumps({"id": "login", "username": name}),
    "renaissance-json": lambda peer, name: json.dumps({"type": "req_nickname", "nickname": name}),
    "renaissance-steps": lambda peer, name: json.dumps({"type": "RegisterResponse", "data": {"nickname": name}}),
}
"""How somebody comes in by each protocol."""


def _enters(stage: HouseStage, role: str, name: str) -> Peer:
    if role == "http":
        guest = stage.guest(name)
        guest.asks("sit", table=stage.table.id)
        return guest
    dialect, _, profile = role.partition("+")
    peer = stage.connect(dialect, profile)
    assert peer.watch is not None
    peer.watch.look_away()  # it is moved for them, in ways in which they would not
    peer.watch = None
    peer.says(HELLO[dialect](peer, name))
    return peer
