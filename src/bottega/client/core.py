"""What a client is, whatever protocol it speaks: a plain object between a server and whoever plays.

How it works. A client never touches a socket, a clock or a screen. Whoever moves the bytes (``link.py``, a test) says
``connected()`` on every new connection, gives ``receive`` what came over the wire, sends what ``to_send`` has to
be sent, and says ``lost()`` when the connection is gone. Whoever plays says what they want with ``wish`` and looks at
``known``. ``connected``, ``receive``, ``lost`` and ``wish`` return what has happened, as values (:class:`Happening`).

``known`` is the cache: all that this seat was told, as one frozen value (:class:`Known`). Every view of the table is
served from it, nothing is ever asked for twice. The board in it is the game's own ``View``.

A wish (:class:`Wish`) is the same for every protocol: a name, a number of players, a game action. The client turns it
into the messages of its dialect. Options are what the server lists or, where it lists nothing, what the one set of
rules allows in a state made from the view (``imagine``): no client has rules of its own. Actions that are wished for
are *prepared* first: what the dialect can say is sent at once, what it cannot say yet (several actions are one
message, an answer has to be awaited, it is somebody else's turn) stays in ``known.prepared`` and is tried again
whenever something was told; when it is no longer legal it is dropped, and that is said.

To write a client of another dialect, subclass :class:`StreamClient` (or :class:`Client`), give it ``heard`` (a message
is told: update the cache with ``learn`` and ``see``, yield happenings), ``spoken`` (say the beginning of these steps,
return how many it covers; ``answered`` when the answer has come) and a row in ``WISHES`` for every other wish that its
protocol knows.

What must stay true:

1. ``known`` holds nothing but what was told on the wire, or follows from it by the rules; what is only wished for is in
   ``prepared`` and ``awaiting``.
2. A message that makes no sense is a :class:`Broken`, never an exception; the client goes on with the next.
3. After ``lost`` and ``connected`` a client comes back by itself: it says again who it is, and asks for its seat.
4. Nothing is sent that the rules refuse, where the rules can be asked (``checked``): it is refused here, with the
   reason.
"""

from __future__ import annotations

import contextlib
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from bottega.games import rules
from bottega.games.chance import SEED_BYTES
from bottega.games.core import Action, AnyGame, AnyStep, IllegalMove, Score, apply_all, write_all
from bottega.limits import MAX_PROBLEM
from bottega.table.events import Presence
from bottega.wire.core.framing import BrokenStream
from bottega.wire.core.profile import DOCUMENT
from bottega.wire.house.messages import TableLine

REMEMBERED = 500
"""So many lines of the log and of the chat are kept."""


class Stage(StrEnum):
    """Where a client is."""

    CONNECTING = "connecting"
    """Nothing was heard on this connection yet."""
    NAME = "name"
    """The server wants to know who we are."""
    LOBBY = "lobby"
    """We have a name, and sit at no table."""
    WAITING = "waiting"
    """We sit at a table (or in a queue for one) that has not started."""
    PLAYING = "playing"
    OVER = "over"
    """The game has ended, by its rules or otherwise."""


# -- what a seat knows ------------------------------------------------------------------------------------------------


class Sitter(msgspec.Struct, frozen=True):
    """Who sits at a seat; ``bot`` is which bot plays it, if one does."""

    name: str
    presence: Presence = Presence.HERE
    bot: str = ""
    quit: bool = False


class Line(msgspec.Struct, frozen=True):
    """Something that was said."""

    name: str
    text: str


class Result(msgspec.Struct, frozen=True):
    """How it ended: why, who won, and every score; ``lines`` are empty where only a total was told."""

    reason: str
    winners: tuple[int, ...]
    scores: tuple[Score, ...] = ()


class Known(msgspec.Struct, frozen=True):
    """All that this client was told, and what it is about to do: one value, replaced as a whole."""

    stage: Stage = Stage.CONNECTING
    connected: bool = False
    name: str = ""
    """What we are called."""
    games: tuple[str, ...] = ()
    """The games that can be played there."""
    bots: tuple[str, ...] = ()
    """The bots that can be asked to the table; () where nobody can be."""
    tables: tuple[TableLine, ...] = ()
    """The lobby's list, where there is one and it was asked for."""
    table: str = ""
    """The table's id, where tables have one."""
    game: str = ""
    version: int = 0
    """Of the rules that it is played by."""
    size: int | None = None
    """How many seats the table has, where that is told."""
    seats: tuple[Sitter, ...] = ()
    me: int | None = None
    """Our seat."""
    view: msgspec.Struct | None = None
    """The board: the game's own ``View``, as far as the protocol tells it."""
    actors: tuple[int, ...] = ()
    """The seats that may act now."""
    options: tuple[Action, ...] = ()
    """What we may do now, after ``prepared``; () while an answer is awaited."""
    prepared: tuple[Action, ...] = ()
    """What we want to do and have not been able to say yet."""
    awaiting: bool = False
    """Whether something of ours is on its way, and its answer decides what is next."""
    deadline: float | None = None
    """When the turn (or the waiting) is over, by the clock that is passed in."""
    wanted: tuple[type[Wish], ...] = ()
    """The kinds of wishes that make sense now, what the server waits for first."""
    log: tuple[str, ...] = ()
    """What has happened at the table, a line each."""
    chat: tuple[Line, ...] = ()
    result: Result | None = None
    commitment: str = ""
    """The table's seal, where it is told."""
    takes_words: bool = False
    """Whether players may add words to the seed."""
    words: tuple[str, ...] = ()
    """What each seat has added to the seed, in the order of joining."""
    word: str = ""
    """What we have added to it, as the server has confirmed."""
    seed: str = ""
    """The seed, once the game is over and where it is told."""
    rematch: str = ""
    """The table that was opened for another game, if one was."""

    @property
    def rules(self) -> AnyGame:
        """The game, by the version of the rules that the table plays by."""
        return rules(self.game, self.version)

    @property
    def my_turn(self) -> bool:
        """Whether the table waits for us."""
        return self.me is not None and self.me in self.actors

    def who(self, seat: int | None) -> str:
        """Whoever sits there, by name."""
        return self.seats[seat].name if seat is not None and 0 <= seat < len(self.seats) else "nobody"


# -- what somebody may want -------------------------------------------------------------------------------------------


class Wish(msgspec.Struct, frozen=True):
    """Something that whoever plays wants; each protocol knows some of them."""


class Enter(Wish, frozen=True):
    """Say who you are."""

    name: str
    password: str = ""


class Players(Wish, frozen=True):
    """Choose by how many the game is played, where the server asks."""

    count: int


class Ready(Wish, frozen=True):
    """Be ready to begin."""


class Act(Wish, frozen=True):
    """Do these actions of the game, one after the other."""

    actions: tuple[Action, ...]


class Forget(Wish, frozen=True):
    """Drop what is prepared."""


class ComeBack(Wish, frozen=True):
    """Play again after having been passed over."""


class Say(Wish, frozen=True):
    """Say something to everybody at the table."""

    text: str


class Leave(Wish, frozen=True):
    """Leave the table for good."""


class Tables(Wish, frozen=True):
    """Be told the list of tables whenever it changes, or no longer."""

    on: bool = True


class Open(Wish, frozen=True):
    """Open a table and sit down at it."""

    game: str
    seats: int = 2
    options: dict[str, bool | int | str] = {}
    turn_seconds: float = 0.0
    absent: str = "skip"
    start: str = "asked"


class Sit(Wish, frozen=True):
    """Take a free seat at a table, perhaps with a word for its seed."""

    table: str
    word: str = ""


class Watch(Wish, frozen=True):
    """Look at a table; the own seat there is taken up again."""

    table: str


class AddBot(Wish, frozen=True):
    """Let a bot take a free seat."""

    bot: str


class RemoveBot(Wish, frozen=True):
    """Send a bot away, before the game starts."""

    name: str


class Start(Wish, frozen=True):
    """Begin the game with those who are there."""


class Word(Wish, frozen=True):
    """Add a word to the seed."""

    word: str


class Rematch(Wish, frozen=True):
    """Play another game with the same people."""


# -- what happens -----------------------------------------------------------------------------------------------------


class Happening(msgspec.Struct, frozen=True):
    """Something that has happened; ``str`` says it in a line."""


class Told(Happening, frozen=True):
    """Something has happened at the table, or changed in what is known of it."""

    text: str

    def __str__(self) -> str:
        return self.text


class Said(Happening, frozen=True):
    """Somebody has said something."""

    name: str
    text: str

    def __str__(self) -> str:
        return f"{self.name} says: {self.text}"


class Asked(Happening, frozen=True):
    """The server waits for us: for a name, a number, or a move."""

    wish: type[Wish]

    def __str__(self) -> str:
        return _ASKED.get(self.wish, "the server waits for you")


_ASKED: dict[type[Wish], str] = {
    Enter: "what is your name?",
    Players: "by how many is it played?",
    Ready: "are you ready?",
    Act: "it is your turn",
    ComeBack: "you are passed over until you come back",
}


class Refused(Happening, frozen=True):
    """Something that we wanted was not done; ``here`` if it was not even sent."""

    reason: str
    wish: Wish | None = None
    here: bool = False

    def __str__(self) -> str:
        return f"refused: {self.reason}"


class Broken(Happening, frozen=True):
    """The server has sent what its document does not allow; we go on without it."""

    message: str
    reason: str

    def __str__(self) -> str:
        return f"the server broke the protocol ({self.reason}): {self.message}"


class Over(Happening, frozen=True):
    """The game has ended; ``known.result`` says how."""

    text: str

    def __str__(self) -> str:
        return self.text


class Goodbye(Happening, frozen=True):
    """The server will say no more to us; ``back`` if it makes sense to connect again."""

    reason: str
    back: bool = True

    def __str__(self) -> str:
        return self.reason


Happenings = Iterator[Happening]


class Nonsense(Exception):
    """A message that its document does not allow, with what is wrong about it."""


Granting = Callable[[Any, Any], Iterable[Happening]]
"""How a client goes about a wish: a method of it."""


class Client(ABC):
    """One player's end of a connection, and of all that follow it."""

    DIALECT: ClassVar[str]
    WISHES: ClassVar[Mapping[type[Wish], Granting]] = {}
    """The wishes that the protocol knows, and the methods that send them; ``Act`` and ``Forget`` are everybody's."""

    checked: ClassVar[bool] = True
    """Whether actions are judged by the rules here, before they are sent."""

    def __init__(self, seed: bytes | None = None) -> None:
        self.known = Known()
        self.now = 0.0
        """What time it is, as far as we were told."""
        self.understood = 0
        """How many messages made sense on this connection."""
        self._seed = seed or secrets.token_bytes(SEED_BYTES)
        """What hidden things are imagined by."""
        self.again: float | None = None
        """When ``tick`` wants to be called, if it does."""
        self.unanswered = False
        """Whether nothing has been heard since something was last wished for."""
        self.left = False
        """Whether we have said that we leave for good: whatever becomes of the connection then, it is not lost."""
        self._outgoing: list[bytes] = []
        self._imagined: tuple[msgspec.Struct, Any] | None = None

    # -- for whoever moves the bytes ---------------------------------------------------------------------------------

    def connected(self, now: float = 0.0) -> list[Happening]:
        """A new connection is open: begin, or come back."""
        self.now, self.again = now, None
        self.understood = 0
        self._outgoing.clear()
        stage = self.known.stage if self.known.stage is Stage.OVER else Stage.CONNECTING
        self.learn(connected=True, awaiting=False, stage=stage)
        return list(self.greet())

    def receive(self, data: bytes, now: float | None = None) -> list[Happening]:
        """Take in what came over the wire; what has happened by that."""
        self.now = self.now if now is None else now
        found: list[Happening] = []
        former = self.known.options
        for message in self.cut(data):
            if isinstance(message, Broken):
                found.append(message)
                continue
            try:
                found += self.heard(message)
            except (Nonsense, msgspec.ValidationError, msgspec.DecodeError) as wrong:
                found.append(Broken(message[:MAX_PROBLEM], str(wrong)))
            except (LookupError, TypeError, ValueError, AttributeError, AssertionError) as wrong:
                found.append(Broken(message[:MAX_PROBLEM], f"it does not fit what was told before: {wrong!r}"))
            else:
                self.understood += 1
                self.unanswered = False
        found += self._go_on()
        if self.known.options and self.known.options != former:
            found.append(Asked(Act))
        return found

    def lost(self) -> list[Happening]:
        """The connection is gone; what is known stays, and what was prepared."""
        self._outgoing.clear()
        self.unanswered = False
        self.learn(connected=False, awaiting=False, options=())
        return [Goodbye("you have left", back=False)] if self.left else []

    def tick(self, now: float) -> list[Happening]:
        """It is so late now; of interest to whoever has set ``again``."""
        self.now, self.again = now, None
        return []

    def to_send(self) -> list[bytes]:
        """What is to be sent now, message by message as bytes; it is handed out once."""
        sending, self._outgoing = self._outgoing, []
        return sending

    # -- for whoever plays -------------------------------------------------------------------------------------------

    def wish(self, wish: Wish, now: float | None = None) -> list[Happening]:
        """Do what somebody wants; a refusal by the server comes later, from ``receive``."""
        self.now = self.now if now is None else now
        if isinstance(wish, Act):
            return self._act(wish)
        if isinstance(wish, Forget):
            self.learn(prepared=())
            self._set_options()
            return []
        granting = self.WISHES.get(type(wish))
        if granting is None:
            return [Refused(f"{self.DIALECT} knows no such wish", wish, here=True)]
        if not self.known.connected:
            return [Refused("there is no connection to the server now", wish, here=True)]
        said = len(self._outgoing)
        happened = list(granting(self, wish))
        self.unanswered = self.unanswered or len(self._outgoing) > said
        return happened

    @property
    def waits(self) -> bool:
        """Whether the server has still to answer something: what follows from it is not known yet."""
        return self.known.awaiting or self.unanswered or self.known.stage is Stage.CONNECTING

    def state(self) -> Any:
        """A state with all that is known, with what is hidden imagined; None before the game."""
        known = self.known
        if known.view is None:
            return None
        if self._imagined is None or self._imagined[0] is not known.view:
            self._imagined = known.view, known.rules.imagine(known.view, self._seed)
        return self._imagined[1]

    def head(self) -> Any:
        """The same after what is prepared: what ``known.options`` are about.

        What was wished for before its time is judged when its time has come; if it is not legal now, it is not in it.
        """
        try:
            return self._after_prepared()
        except IllegalMove:
            return self.state()

    def foreseen(self) -> Any:
        """The same as far as it can be shown: before the first action that brings to light what we only imagine."""
        state, known = self.state(), self.known
        if state is None or not known.prepared or not known.my_turn or known.me is None:
            return state
        with contextlib.suppress(IllegalMove):  # it will be dropped as soon as the server is heard again
            for step in apply_all(known.rules, state, known.me, known.prepared):
                if known.rules.reveals(step.before, step.action):
                    break
                state = step.after
        return state

    # -- for the dialects --------------------------------------------------------------------------------------------

    @abstractmethod
    def cut(self, data: bytes) -> Iterable[str | Broken]:
        """The messages that these bytes complete."""

    @abstractmethod
    def greet(self) -> Iterable[Happening]:
        """What is said on a new connection, if anything is."""

    @abstractmethod
    def heard(self, message: str) -> Iterable[Happening]:
        """Take in one message: update the cache and say what has happened; Nonsense if it is none."""

    @abstractmethod
    def spoken(self, steps: Sequence[AnyStep]) -> int:
        """Say the first of these steps as messages, and how many of them that covers; 0 if it takes more to say it."""

    def goodbye(self) -> None:
        """What was said last is goodbye."""
        self.left = True
        self.learn(wanted=())

    def send(self, data: bytes) -> None:
        """Have one message sent, as bytes."""
        self._outgoing.append(data)

    def learn(self, **known: Any) -> None:
        """Something is known from now on."""
        self.known = replace(self.known, **known)

    def tell(self, text: str) -> Told:
        """Something has happened at the table: a line of the log."""
        self.learn(log=(*self.known.log[1 - REMEMBERED :], text))
        return Told(text)

    def chatted(self, name: str, text: str) -> Said:
        """Somebody has said something."""
        self.learn(chat=(*self.known.chat[1 - REMEMBERED :], Line(name, text)))
        return Said(name, text)

    def see(self, view: msgspec.Struct | None, **known: Any) -> None:
        """The board is another now, and so is what else was told with it; options follow from it by the rules."""
        self.learn(view=view, **known)
        self._set_options()

    def answered(self) -> None:
        """What was on its way has been answered."""
        self.learn(awaiting=False)
        self._set_options()

    def _after_prepared(self) -> Any:
        """What is known after what is prepared; IllegalMove if the rules refuse it."""
        state, known = self.state(), self.known
        if state is not None and known.prepared and known.my_turn and known.me is not None:
            return apply_all(known.rules, state, known.me, known.prepared)[-1].after
        return state

    def _set_options(self) -> None:
        """Options are what the rules allow after what is prepared."""
        known = self.known
        options: tuple[Action, ...] = ()
        if known.me is not None and known.my_turn and known.connected and not known.awaiting:
            try:
                options = tuple(known.rules.legal(self._after_prepared(), known.me))
            except IllegalMove:  # what was prepared is no longer legal; ``_go_on`` will say so
                options = ()
        self.learn(options=options)

    # -- actions -----------------------------------------------------------------------------------------------------

    def _act(self, act: Act) -> list[Happening]:
        former = self.known.prepared
        self.learn(prepared=(*former, *act.actions))
        if self.known.view is None:
            self.learn(prepared=())
            return [Refused("the game has not begun", act, here=True)]
        if self.known.stage is Stage.OVER:
            self.learn(prepared=())
            return [Refused("the game is over", act, here=True)]
        if not self.known.my_turn or self.known.awaiting or not self.known.connected:
            return []
        try:
            self._say_prepared()
        except IllegalMove as illegal:
            self.learn(prepared=former)
            self._set_options()
            return [Refused(str(illegal), act, here=True)]
        return []

    def _go_on(self) -> list[Happening]:
        """Something was told: say what is prepared, as far as that is possible now."""
        known = self.known
        if not known.prepared or known.awaiting or not known.connected:
            return []
        if known.stage is Stage.OVER:
            self.learn(prepared=())
            return []
        if not known.my_turn:
            return []
        try:
            self._say_prepared()
        except IllegalMove as illegal:
            dropped = write_all(known.prepared)
            self.learn(prepared=())
            self._set_options()
            return [Told(f"what you had prepared ({dropped}) is no longer possible: {illegal}")]
        return []

    def _say_prepared(self) -> None:
        """Say as much of what is prepared as can be said now; IllegalMove if the rules refuse any of it.

        What follows an action that brings something to light is judged when it has come to light.
        """
        known = self.known
        assert known.me is not None
        steps: list[AnyStep] = []
        state = self.state()
        for action in known.prepared:
            if self.checked and steps and known.rules.reveals(steps[-1].before, steps[-1].action):
                break
            steps += self._judged(state, known.me, action)
            state = steps[-1].after
        said = self.spoken(steps)
        self.learn(prepared=known.prepared[said:], awaiting=said > 0)
        self._set_options()

    def _judged(self, state: Any, seat: int, action: Action) -> list[AnyStep]:
        """An action and the states around it; where it is not judged here, nothing is known of what follows."""
        if self.checked:
            return apply_all(self.known.rules, state, seat, (action,))
        return [AnyStep(seat, action, state, state)]


class StreamClient(Client):
    """A client of one of the TCP protocols."""

    def __init__(self, profile: str = DOCUMENT, seed: bytes | None = None) -> None:
        from bottega.wire import DIALECTS  # all of them, which a client of the house protocol can do without

        super().__init__(seed)
        self.dialect = DIALECTS[self.DIALECT]
        self.profile: Any = self.dialect.PROFILES[profile]
        self._framing = self.dialect.framing(profile)

    def connected(self, now: float = 0.0) -> list[Happening]:
        """A new stream begins."""
        self._framing = self.profile.framing()
        happened = super().connected(now)
        if greeting := self._framing.greeting():
            self._outgoing.insert(0, greeting)
        return happened

    def cut(self, data: bytes) -> Iterator[str | Broken]:
        """Every message that is complete; what is broken beyond repair ends the stream."""
        try:
            for message in self._framing.feed(data):
                if message is None:
                    yield Broken("", "a message that is too long, or no text")
                elif message:
                    yield message
        except BrokenStream as broken:
            yield Broken(data[:MAX_PROBLEM].decode(errors="backslashreplace"), str(broken))

    def say(self, message: str) -> None:
        """Have one message sent."""
        self.send(self._framing.encode(message))
