"""Clients of the TCP protocols at a house without sockets, and what they know held against the truth.

How it works. A :class:`Match` seats clients (of any dialects and profiles) at one table of a stage. They choose at
random among their options until the game is over. Every message is given to its client byte by byte or whole; after
each of them ``differences`` looks whether what the client knows is what its seat may know of a position that was true
at that time or since the last look: messages arrive after what they tell, but never in another order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from bottega.client.auto import decide
from bottega.client.core import Act, Broken, Client, Enter, Goodbye, Happening, Players, Ready, Refused, Stage
from bottega.client.core import StreamClient as Stream
from bottega.table.events import Event, Notice
from bottega.table.house import Settings
from bottega.table.position import AnyPosition
from bottega.wire import DIALECTS
from tests.wire.stage import Peer
from tests.wire.stage import Stage as HouseStage

Differences = Callable[[Client, AnyPosition], list[str]]
"""Where a client's cache is not what its seat may know, as far as its protocol tells it."""


class Witness:
    """Remembers every position of every table, from the start on."""

    def __init__(self) -> None:
        self.positions: list[AnyPosition] = []

    def told(self, event: Event) -> None:
        """An entry is durable."""
        self.positions.append(event.after)

    def noticed(self, notice: Notice) -> None:
        """Presence is not compared."""


class Sitting:
    """A client and its connection."""

    def __init__(self, match: Match, name: str, client: Stream, profile: str, differences: Differences) -> None:
        self.match, self.name, self.client, self.profile = match, name, client, profile
        self.differences = differences
        self.happened: list[Happening] = []
        self.at = 0
        """The position that the client knew last, as a place in the witness's list."""
        self.compared = 0
        self.peer: Peer
        self.connect()

    def connect(self) -> None:
        """Open a connection."""
        self._outgoing = DIALECTS[self.client.DIALECT].framing(self.profile)
        self.peer = self.match.stage.connect(self.client.DIALECT, self.profile)
        self._greeted = False
        self.happened += self.client.connected(self.match.stage.now())
        self.carry()

    def drop(self) -> None:
        """Lose the connection, with all that is under way on it."""
        self.peer.drops()
        self.happened += self.client.lost()

    def wish(self, wish: Any) -> list[Happening]:
        """Wish for something."""
        found = self.client.wish(wish, self.match.stage.now())
        self.happened += found
        self.send()
        return found

    def send(self) -> None:
        """Send what the client has to say."""
        for data in self.client.to_send():
            for message in self._outgoing.feed(data):
                assert message is not None
                if message:
                    self.peer.says(message)

    def carry(self) -> bool:
        """Carry what has arrived to the client; whether there was anything."""
        arrived = list(self.peer.inbox)
        self.peer.inbox.clear()
        framing = DIALECTS[self.client.DIALECT].framing(self.profile)
        for message in arrived:
            data = framing.encode(message)
            if not self._greeted:
                data, self._greeted = framing.greeting() + data, True
            happened = self.client.receive(data, self.match.stage.now())
            self.happened += happened
            broken = [each for each in happened if isinstance(each, Broken)]
            assert not broken, (broken, self.client.known)
            self.look()
            if self.client.known.stage is Stage.PLAYING and self.match.chance.random() < self.match.dropping:
                self.drop()  # with all that has arrived and was not read yet
                self.connect()
                return True
        self.send()
        return bool(arrived)

    def look(self, newest: bool = False) -> None:
        """Hold the cache against the positions since the last look."""
        positions = self.match.witness.positions
        known = self.client.known
        if known.view is None or known.stage not in (Stage.PLAYING, Stage.OVER) or not positions:
            return
        found: list[str] = []
        for at in range(len(positions) - 1 if newest else self.at, len(positions)):
            if positions[at].state is None:
                continue
            found = self.differences(self.client, positions[at])
            if not found:
                self.at, self.compared = at, self.compared + 1
                return
        raise AssertionError(f"{self.name} of {self.client.DIALECT}: " + "; ".join(found))


class Match:
    """A game of clients."""

    sitting: type[Sitting] = Sitting

    def __init__(
        self,
        makes: Sequence[tuple[Callable[[str], Stream], str, Differences]],
        number: int = 1,
        settings: Settings | None = None,
        bot: str = "random",
    ) -> None:
        settings = settings or Settings(seats=max(2, len(makes)), turn_seconds=0.0, lobby_seconds=1.0)
        self.stage = HouseStage(settings, seed=number)
        self.witness = Witness()
        self.stage.house.onlookers.append(self.witness)
        self.chance = Random(number)
        self.bot = bot
        self.dropping = 0.0
        """How likely it is that a connection is lost after a message."""
        self.sittings = [
            self.sitting(self, name, make(profile), profile, differences)
            for name, (make, profile, differences) in zip(("anna", "bob", "cyd", "dora"), makes, strict=False)
        ]
        for sitting in self.sittings:
            sitting.wish(Enter(sitting.name, password=f"{sitting.name}-secret"))
            self.settle()
            self.answer(sitting)

    def answer(self, sitting: Sitting) -> None:
        """Answer what the server asks before the game."""
        for wish in (Players(len(self.sittings)), Ready()):
            if type(wish) in sitting.client.known.wanted:
                sitting.wish(wish)
                self.settle()

    def settle(self) -> None:
        """Carry messages until there are none."""
        while sum(sitting.carry() for sitting in self.sittings):
            pass

    def play(self, dropping: float = 0.0, most: int = 6000) -> None:
        """Play to the end; now and then somebody's connection is lost, and they come back."""
        self.dropping = dropping
        for _ in range(most):
            self.settle()
            if all(sitting.client.known.stage is Stage.OVER for sitting in self.sittings):
                break
            self.round()
        else:
            raise AssertionError("the game does not end: " + repr([s.client.known for s in self.sittings]))
        for sitting in self.sittings:
            broken = [each for each in sitting.happened if isinstance(each, Broken)]
            assert not broken, broken
            if not dropping:
                refused = [each for each in sitting.happened if isinstance(each, Refused)]
                assert not refused, refused

    def round(self) -> None:
        """Somebody acts, or time passes."""
        for sitting in self.sittings:
            known = sitting.client.known
            if known.stage is Stage.PLAYING and known.options and known.me is not None:
                wish = decide(sitting.client, self.bot, self.chance)
                assert isinstance(wish, Act)
                sitting.wish(wish)
                return
        self.stage.wait(1.0)

    def goodbyes(self) -> list[Happening]:
        """What the server said last to everybody."""
        return [each for sitting in self.sittings for each in sitting.happened if isinstance(each, Goodbye)]
