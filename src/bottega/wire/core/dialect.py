"""One protocol as a sans-I/O object per connection: messages in, what to say and what to do out.

How it works. A dialect has a :class:`~bottega.wire.core.machine.Machine`, the table of what it listens to.
``received`` takes a message apart (:meth:`Dialect.read`), looks the row up, checks the payload, and runs the row's
handler. A handler is a generator: it yields messages, which are sent, and commands (:class:`Play`, :class:`Enter`, …),
which are carried out, and is sent how that went::

    def _get(self, gems: Gems) -> Handling:
        refusal = yield from self.play(Take(gems.colours))
        yield OK if refusal is None else illegal(refusal)

So a handler reads from top to bottom although a move takes a trip to the disk in its middle, and it can be tested by
hand. Until its answer is there the connection is ``busy``, and the shell holds further messages back. What happens at
the table is told in the same way, by :meth:`Dialect.news` and :meth:`Dialect.presence_news`.

What must stay true:

1. Bad input gets the dialect's own error (:meth:`Dialect.refuse`), leaves the connection alive and changes nothing.
2. All that leaves for a viewer is built from ``view(state, seat)``, from facts the log shows to everybody or, where
   that is measurably cheaper, from what is public in a state; ``tests/wire/test_secrets.py`` tries it.
3. A dialect keeps no game state but a half-built move, which is gone with the connection.
4. Nothing is answered to a connection that is ``gone``, and a seat that becomes durable after its player has left is
   given up at once.
5. ``profile`` names a table of differences (what the program of the time did); never a second implementation.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from bottega.games.core import Action
from bottega.games.refusal import Refusal
from bottega.table.entries import Sitting
from bottega.table.events import Event, Notice
from bottega.table.house import House
from bottega.table.identity import Claim
from bottega.table.names import rule_of
from bottega.table.phrases import PHRASES
from bottega.table.position import Setup
from bottega.table.quotas import Visitor
from bottega.table.table import Accepted, Table
from bottega.wire.core.connection import Connection, Peer
from bottega.wire.core.frames import frames
from bottega.wire.core.framing import Framing
from bottega.wire.core.machine import BadRequest, Handling, Machine, Row
from bottega.wire.core.profile import DOCUMENT, Profile

M = TypeVar("M")
"""What a dialect says, before it is written as text."""
Done = Callable[[Any], None]
"""Whom to give an outcome."""


BAD_REQUEST = "wire.bad-request"
"""What a message is counted as that is refused before anybody is asked; the protocols have their own words for it."""


class Command(msgspec.Struct, frozen=True, gc=False):
    """Something that a handler wants done; what it yields is answered with the outcome."""

    waits: ClassVar[bool] = True
    """Whether further messages are held back until the outcome is there."""


class Play(Command, frozen=True, gc=False):
    """Make a move: one action or a batch, all or nothing, as values or in the rules' notation."""

    actions: str | Sequence[Action]


class Enter(Command, frozen=True, gc=False):
    """Look for a seat at a table that suits, or open one."""

    sitting: Sitting
    setup: Setup
    suits: Callable[[Setup], bool]


class Resize(Command, frozen=True, gc=False):
    """Say how many shall play at a table that was opened without a number."""

    seats: int


class Leave(Command, frozen=True, gc=False):
    """Give the seat up: before the start for others, afterwards for good."""


class LogIn(Command, frozen=True, gc=False):
    """Check the password of a name, or claim the name with it."""

    claim: Claim
    password: str


class Ask(Command, frozen=True, gc=False):
    """Anything else that is answered by a call, for protocols whose commands may overlap."""

    waits: ClassVar[bool] = False
    begin: Callable[[Done], None]


class Look(Command, frozen=True, gc=False):
    """Something that has to be looked up beside those who play, and is answered by a call."""

    begin: Callable[[Done], None]


class Framed(msgspec.Struct, frozen=True, gc=False):
    """Bytes that were framed before, for many connections at once."""

    raw: bytes


def _anything(_: Setup) -> bool:
    """Suits a dialect that can tell everything that may happen in its game."""
    return True


class Dialect(Connection, Generic[M]):
    """One connection of one protocol."""

    NAME: ClassVar[str]
    GAME: ClassVar[str]
    """The game it plays, by its name."""
    machine: ClassVar[Machine[Any]]
    COUNTS_REFUSALS: ClassVar[bool] = True
    """Whether every outcome that is a refusal is one for the peer; a dialect without it counts them itself."""
    PROFILES: ClassVar[Mapping[str, Profile]] = {DOCUMENT: Profile()}
    """The profiles it has, by name."""

    def __init__(self, house: House, peer: Peer, profile: str = DOCUMENT) -> None:
        super().__init__(house, peer)
        self.profile = self.PROFILES[profile]
        self.names = rule_of(self.NAME, profile)
        """What a name is in this protocol."""
        self._held = False
        self._catching_up = False

    @classmethod
    def framing(cls, profile: str) -> Framing:
        """How this dialect's messages lie on the stream."""
        return cls.PROFILES[profile].framing()

    # -- what a dialect fills in --------------------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        """Where the connection stands, read off its table: a state of the machine."""
        raise NotImplementedError

    def read(self, message: str | None) -> tuple[str, Any]:
        """The name of a message and the rest of it, or BadRequest."""
        raise NotImplementedError

    def payload(self, body: Any, shape: type[Any]) -> Any:
        """The rest of a message as the payload that its row wants, or BadRequest."""
        raise NotImplementedError

    def write(self, said: M) -> str:
        """What is said, as the text of one message."""
        raise NotImplementedError

    def greet(self) -> Handling:
        """The connection is there."""
        yield from ()

    def unexpected(self, message: str) -> BadRequest:
        """Why a message that has no row in this state is refused."""
        raise NotImplementedError

    def refuse(self, bad: BadRequest) -> Handling:
        """Answer a bad request."""
        raise NotImplementedError

    def queued(self) -> Handling:
        """No seat yet: somebody else is being asked how many shall play. The handler that entered goes on when there
        is.
        """
        yield from ()

    def news(self, event: Event) -> Handling | Framed | tuple[M | Framed, ...]:
        """An entry of the table is durable; where there is nothing to wait for, simply what to say."""
        return ()

    def presence_news(self, notice: Notice) -> Handling:
        """Somebody at the table is here, away or suspended."""
        yield from ()

    def farewell(self) -> Iterable[M]:
        """What is said when the house closes."""
        return ()

    # -- what dialects look at ----------------------------------------------------------------------------------------

    def shared(self, event: Event, key: object, make: Callable[[Event], str]) -> Framed:
        """What is the same for all viewers with this key (so with the same framing): made and framed once."""
        made: Framed | None = frames.find(event, key)
        return made if made is not None else frames.keep(event, key, self.framed(make(event)))

    def shared_all(self, event: Event, key: object, make: Callable[[Event], Iterable[M]]) -> Framed:
        """The same for several messages, perhaps none."""
        made: Framed | None = frames.find(event, key)
        if made is None:
            encode = self.profile.framing.encode
            raw = b"".join([encode(self.write(said)) for said in make(event)])
            made = frames.keep(event, key, Framed(raw))
        return made

    def framed(self, text: str) -> Framed:
        """A text as it goes on the stream, nothing if it is empty."""
        return Framed(self.profile.framing.encode(text) if text else b"")

    def constant(self, text: str) -> Framed:
        """The same for a text that is said all the time."""
        return _constant(self.profile.framing, text)

    # -- what handlers do ---------------------------------------------------------------------------------------------

    def resume(self, table: Table, name: str, *, told: bool = False) -> None:
        """Come back to a seat. News of that very moment are not told, since the handler tells the whole state next;
        in protocols where it does not, they are.
        """
        self._catching_up = not told
        super().resume(table, name)
        self._catching_up = False

    def hold(self) -> None:
        """Have further messages wait until ``release``: what they mean is about to change (the game starts)."""
        self.busy = self._held = True

    def release(self) -> None:
        """Messages that were held may come; nothing if none are."""
        if self._held:
            self.busy = self._held = False
            self.peer.resume()

    # -- what handlers ask for ----------------------------------------------------------------------------------------

    def play(self, *actions: Action) -> Generator[Command, Any, Refusal | None]:
        """Make a move; why not, if it was refused."""
        outcome = yield Play(actions)
        return outcome if isinstance(outcome, Refusal) else None

    def play_text(self, notation: str) -> Generator[Command, Any, Refusal | None]:
        """Make a move that a player wrote in the rules' notation (``take wbg``); why not, if it was refused."""
        return _refused((yield Play(notation)))

    def look_up(self, claim: Claim) -> Generator[Command, Any, Table | Refusal | None]:
        """The same as ``judge``, after a look at what other nodes have written at the tables of that name.

        Where the log cannot be asked nobody comes back: they would be shown, and play on, what may be long past.
        """
        others = self.house.neighbours
        if others is None:
            return self.judge(claim)
        if self.house.unread(self.GAME, claim.name):
            return PHRASES.refusal("store")
        for table in self.house.bound(self.GAME, claim.name):
            if not (yield Look(partial(others.freshen, table.id))):
                return PHRASES.refusal("store")
        return self.judge(claim)

    def judge(self, claim: Claim) -> Table | Refusal | None:
        """The table at which a claim brings a seat back, None if a new one may be taken, or why not."""
        claim = msgspec.structs.replace(claim, gives_away=self.profile.gives_away)
        return self.house.identity.judge(self.GAME, claim, self.names)

    def why_no_seat(self, name: str, suits: Callable[[Setup], bool] = _anything) -> Refusal | None:
        """Why ``take_seat`` would be refused, as far as that can be known before anything else is done for the name."""
        return self.house.reception.why_no_seat(self.GAME, Visitor(self.peer.address, name), suits)

    def take_seat(
        self, sitting: Sitting, setup: Setup, suits: Callable[[Setup], bool] = _anything
    ) -> Generator[Command, Any, Refusal | None]:
        """Find a seat at a table whose set-up ``suits`` (this protocol can tell all that may happen there), or open a
        table with ``setup``; why not, if there is none.
        """
        outcome = yield Enter(sitting, setup, suits)
        return outcome if isinstance(outcome, Refusal) else None

    def resize(self, seats: int) -> Generator[Command, Any, Refusal | None]:
        """Say how many shall play; why not, if so many cannot."""
        return _refused((yield Resize(seats)))

    def log_in(self, claim: Claim, password: str) -> Generator[Command, Any, Refusal | None]:
        """Give the password of a name (the first one given for a free name is its own); why not, if it is no good."""
        refusal: Refusal | None = yield LogIn(claim, password)
        return refusal

    def give_up_seat(self) -> Generator[Command, Any, Refusal | None]:
        """Leave the table for good; why not, if that is not possible."""
        return _refused((yield Leave()))

    # -- what the shell and the table call ----------------------------------------------------------------------------

    def opened(self) -> None:
        """The connection is there."""
        self.run(self.greet())

    def received(self, message: str | None) -> None:
        """A message came; None stands for one that is too long or not text."""
        try:
            kind, body = self.read(message)
            row = self.machine.row(self.state, kind)
            if row is None:
                raise self.unexpected(kind)
            handling = self.handle(row, self.payload(body, row.payload))
        except BadRequest as bad:
            handling = self._refuse(bad)
        self.run(handling)

    def handle(self, row: Row[Any], payload: Any) -> Handling:
        """What a message does."""
        return row.handler(self, payload)

    def told(self, event: Event) -> None:
        """An entry of the table is durable."""
        if self._catching_up:
            return
        news = self.news(event)
        if isinstance(news, Framed):  # the usual case: nothing to wait for, and made once for many
            self.peer.send_framed(news.raw)
        else:
            self.run(news)

    def noticed(self, notice: Notice) -> None:
        """Somebody at the table is here, away or suspended."""
        if not self._catching_up:
            self.run(self.presence_news(notice))

    def closing(self) -> None:
        """The house closes."""
        for said in self.farewell():
            self.peer.send(self.write(said))

    # -- running handlers ---------------------------------------------------------------------------------------------

    def run(self, handling: Handling | tuple[M | Framed, ...]) -> None:
        """Say and do what a handler yields, until it has to wait for an outcome or is done."""
        try:
            for wanted in handling:
                if type(wanted) in _PERFORM:
                    self._perform(wanted, handling)
                    return
                self._say(wanted)
        except BadRequest as bad:
            self.run(self._refuse(bad))

    def _refuse(self, bad: BadRequest) -> Handling:
        if self.COUNTS_REFUSALS:
            self.house.refusals[BAD_REQUEST] += 1
        return self.refuse(bad)

    def _say(self, said: Any) -> None:
        """Send what a handler wants said."""
        if type(said) is Framed:  # the usual case
            self.peer.send_framed(said.raw)
        else:
            self.peer.send(self.write(said))

    def _perform(self, command: Any, handling: Any) -> None:
        waits: bool = command.waits
        if waits:
            self.busy = True
        _PERFORM[type(command)](self, command, partial(self._answer, handling, waits))

    def _answer(self, handling: Handling, waited: bool, outcome: Any) -> None:
        """Go on with a handler that has waited for this."""
        if waited:
            self.busy = False
        if type(outcome) is Refusal and self.COUNTS_REFUSALS:
            self.house.refusals[outcome.code] += 1
        if self.gone:
            handling.close()
            return
        try:
            wanted = handling.send(outcome)
        except StopIteration:
            pass
        except BadRequest as bad:
            self.run(self._refuse(bad))
        else:
            if type(wanted) in _PERFORM:
                self._perform(wanted, handling)
            else:
                self._say(wanted)
                self.run(handling)
        if waited and not self.busy:
            self.peer.resume()


@lru_cache(maxsize=256)
def _constant(framing: type[Framing], text: str) -> Framed:
    return Framed(framing.encode(text))


def _refused(outcome: Accepted | Refusal) -> Refusal | None:
    return outcome if isinstance(outcome, Refusal) else None


def _play(dialect: Dialect[Any], play: Play, done: Done) -> None:
    assert dialect.table is not None
    dialect.table.move(dialect.seat, play.actions, done)


def _enter(dialect: Dialect[Any], enter: Enter, done: Done) -> None:
    former = dialect.name

    def answered(outcome: Table | Refusal) -> None:
        if isinstance(outcome, Refusal):
            dialect.name = former
            done(outcome)
        elif dialect.gone:
            outcome.drop(dialect)  # the seat became durable after its player had left
        else:
            dialect.sit_at(outcome, enter.sitting.name)
            done(None)

    dialect.name = enter.sitting.name
    sitting, address = enter.sitting, dialect.peer.address
    if dialect.profile.gives_away:
        sitting = msgspec.structs.replace(sitting, gives_away=dialect.profile.gives_away)

    def queued() -> None:  # nothing is on its way: it may talk while it stands in the queue
        dialect.busy = False
        dialect.run(dialect.queued())
        dialect.peer.resume()

    dialect.house.reception.enter(
        dialect.GAME, sitting, dialect, enter.setup, answered, enter.suits, True, address, queued
    )


def _resize(dialect: Dialect[Any], resize: Resize, done: Done) -> None:
    assert dialect.table is not None
    dialect.table.resize(resize.seats, done)


def _leave(dialect: Dialect[Any], leave: Leave, done: Done) -> None:
    table = dialect.table
    assert table is not None

    def left(outcome: Accepted | Refusal) -> None:
        dialect.leaving = isinstance(outcome, Accepted)
        done(outcome)

    dialect.leaving = True
    (table.quit if table.head.started else table.leave)(dialect.name, left)


def _log_in(dialect: Dialect[Any], log_in: LogIn, done: Done) -> None:
    wanted, address = (lambda: not dialect.gone), dialect.peer.address
    dialect.house.identity.log_in(log_in.claim, log_in.password, done, wanted, address)


_PERFORM: dict[type[Command], Callable[[Any, Any, Done], None]] = {
    Play: _play,
    Enter: _enter,
    Resize: _resize,
    Leave: _leave,
    LogIn: _log_in,
    Ask: lambda _, ask, done: ask.begin(done),
    Look: lambda _, look, done: look.begin(done),
}
"""How each command is carried out; the outcome is given to ``done``, at once or later."""
