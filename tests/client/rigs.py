"""Clients of the TCP protocols at a house without sockets, and what they know held against the truth.

How it works. A :class:`Match` seats clients (of any dialects and profiles) at one table of a stage. They choose at
random among their options until the game is over. Every message carries a stamp that its client does not see: how
long the table's log was when the server said it. After every single message the cache is held against the truth:

1. What the client knows is what its seat may know of a position that the table had, not later than the stamp and not
   before the one that it knew last. Messages tell what has happened, nothing else, and never backwards.
2. Once nothing is on its way, in neither direction, it is the position that the table has now. (Protocols that show
   whole tables do so when a turn is over: of somebody else's turn they may have told only its beginning.)

Where a protocol tells one entry in several messages (``pieces``), the first sentence is about each piece of the view by
itself: between two of them some pieces are told and some are not yet. (Whoever comes back, and everybody when
something was taken back, is told the whole table from the beginning: it is compared when all of it is told.)
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from bottega.client.auto import decide
from bottega.client.core import Act, Broken, Client, Enter, Goodbye, Happening, Players, Ready, Refused, Stage
from bottega.client.core import StreamClient as Stream
from bottega.table.entries import Undone
from bottega.table.events import Event, Notice
from bottega.table.house import Settings
from bottega.table.position import AnyPosition
from bottega.wire import DIALECTS
from tests.wire.stage import Peer
from tests.wire.stage import Stage as HouseStage

Differences = Callable[[Client, AnyPosition], list[str]]
"""Where a client's cache is not what its seat may know, as far as its protocol tells it."""


Pieces = Callable[[Client, AnyPosition | None], dict[str, Any]]
"""What a client knows (or, given a position, should know), piece by piece."""


class Witness:
    """Remembers every position of the first table."""

    def __init__(self) -> None:
        self.positions: list[AnyPosition] = []
        self.undone: set[int] = set()
        """The entries that took something back, by number."""
        self.on_the_way: dict[int, list[AnyPosition]] = {}
        """How the table would stand after each action of an entry of several, by the entry's number."""

    def told(self, event: Event) -> None:
        """An entry is durable."""
        if self.positions and event.table != self.positions[0].charter.id:
            return  # somebody came back too late, and waits for another game
        self.positions.append(event.after)
        if isinstance(event.entry.fact, Undone):
            self.undone.add(event.after.seq)
        self.on_the_way[event.after.seq] = [replace(event.after, state=step.after) for step in event.steps[:-1]]

    def noticed(self, notice: Notice) -> None:
        """Presence is not compared."""


class Stamped(deque[str]):
    """What has arrived, each message with the length that the table's log had when it was said."""

    def __init__(self, match: Match, arrived: Iterable[str]) -> None:
        super().__init__()
        self.stamps: deque[int] = deque()
        self._match = match
        for message in arrived:
            self.append(message)

    def append(self, message: str) -> None:
        """A message arrives."""
        self.stamps.append(self._match.length)
        super().append(message)

    def clear(self) -> None:
        """All of it was read."""
        self.stamps.clear()
        super().clear()


class Sitting:
    """A client and its connection."""

    pieces: Pieces | None = None
    """How to compare while an entry is being told, where that takes several messages."""
    passing: frozenset[str] = frozenset()
    """The pieces that cannot be compared then, by their last names."""

    def __init__(self, match: Match, name: str, client: Stream, profile: str, differences: Differences) -> None:
        self.match, self.name, self.client, self.profile = match, name, client, profile
        self.differences = differences
        self.happened: list[Happening] = []
        self.at = 0
        """The position that the client knew last, as a place in the witness's list."""
        self.compared = 0
        self.rested = 0
        """How often the cache was held against the truth, and how often against the newest of it."""
        self.peer: Peer
        self.connect()

    def connect(self) -> None:
        """Open a connection."""
        self._outgoing = DIALECTS[self.client.DIALECT].framing(self.profile)
        self.peer = self.match.stage.connect(self.client.DIALECT, self.profile)
        self.peer.inbox = Stamped(self.match, self.peer.inbox)
        self._greeted, self._anew = False, True
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
        inbox = self.peer.inbox
        assert isinstance(inbox, Stamped)
        arrived = list(zip(inbox, inbox.stamps, strict=True))
        inbox.clear()
        framing = DIALECTS[self.client.DIALECT].framing(self.profile)
        for message, stamp in arrived:
            data = framing.encode(message)
            if not self._greeted:
                data, self._greeted = framing.greeting() + data, True
            happened = self.client.receive(data, self.match.stage.now())
            self.happened += happened
            broken = [each for each in happened if isinstance(each, Broken)]
            assert not broken, (broken, self.client.known)
            self.look(stamp)
            if self.client.known.stage is Stage.PLAYING and self.match.chance.random() < self.match.dropping:
                self.drop()  # with all that has arrived and was not read yet
                self.connect()
                return True
        self.send()
        return bool(arrived)

    @property
    def shows(self) -> bool:
        """Whether the client knows a game that can be compared."""
        known = self.client.known
        return known.view is not None and known.stage in (Stage.PLAYING, Stage.OVER)

    def look(self, stamp: int) -> None:
        """Hold the cache against what was true up to the stamp, and since what was known last."""
        if not self.shows:
            return
        told = [at for at, each in enumerate(self.match.witness.positions) if at >= self.at and each.seq <= stamp]
        told = [at for at in told if self.match.witness.positions[at].state is not None]
        found: list[str] = ["there is no game yet"]
        for at in told:
            found = self.differences(self.client, self.match.witness.positions[at])
            if not found:
                self.at, self.compared = at, self.compared + 1
                return
        if self.pieces is not None:
            anew = self._anew or stamp in self.match.witness.undone
            found = [] if anew else self.untrue(self.pieces, [self.match.witness.positions[at] for at in told])
            self.compared += not anew
        assert not found, f"{self.name} of {self.client.DIALECT}: " + "; ".join(found)

    def untrue(self, pieces: Pieces, positions: Sequence[AnyPosition]) -> list[str]:
        """The pieces of the cache that were true at none of these positions, nor on the way to them."""
        ways = self.match.witness.on_the_way
        moments = [moment for each in positions for moment in (*ways[each.seq], each)]
        truths = [pieces(self.client, moment) for moment in moments]
        return [
            f"{name}: told {told}, true {[truth.get(name) for truth in truths]}"
            for name, told in pieces(self.client, None).items()
            if name.rpartition(".")[2] not in self.passing and not any(truth.get(name) == told for truth in truths)
        ]

    def at_rest(self, position: AnyPosition) -> list[str]:
        """Where the cache is not what is so now, as far as the protocol tells that."""
        return self.differences(self.client, position)

    def look_at_rest(self) -> None:
        """Nothing is on its way: what is known is what is so now; of others' turns it may be any moment of the turn."""
        if not self.shows or self.client.waits or self.peer.gone or self.peer.closed is not None:
            return
        newest, *earlier = reversed(self.match.witness.positions)
        found = self.at_rest(newest)
        if not self.differences(self.client, newest):
            self.at, self._anew = len(earlier), False
        if (
            found
            and self.pieces is None
            and not newest.finished
            and self.client.known.me not in newest.game.actors(newest.state)
        ):
            turn = newest.game.turn(newest.state)
            same = (each for each in earlier if each.state is not None and each.game.turn(each.state) == turn)
            found = [] if any(not self.at_rest(each) for each in same) else found
        assert not found, f"{self.name} of {self.client.DIALECT}, at rest: " + "; ".join(found)
        self.rested += 1


class Match:
    """A game of clients."""

    sitting: type[Sitting] = Sitting
    staged: type[HouseStage] = HouseStage
    outdated = False
    """Whether somebody may ask for what is no longer so, because the protocol cannot tell it in time."""

    def __init__(
        self,
        makes: Sequence[tuple[Callable[[str], Stream], str, Differences]],
        number: int = 1,
        settings: Settings | None = None,
        bot: str = "random",
    ) -> None:
        settings = settings or Settings(seats=max(2, len(makes)), turn_seconds=0.0, lobby_seconds=1.0)
        self.stage = self.staged(settings, seed=number)
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

    @property
    def length(self) -> int:
        """How long the table's log is."""
        positions = self.witness.positions
        table = self.stage.house.tables.get(positions[0].charter.id) if positions else None
        return table.position.seq if table is not None else positions[-1].seq if positions else 0

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
        for sitting in self.sittings:
            sitting.look_at_rest()

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
            if not dropping and not self.outdated:
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
