"""What the kit knows of a protocol: the document's sections, and how to read what chance has brought.

All of it is data and pure functions; who sends and receives is somebody else's affair (``examination``, ``partner``).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar

import msgspec

from bottega.conform.reference import Deal
from bottega.conform.report import Section
from bottega.games.core import Action
from bottega.players.player import Player
from bottega.table.house import Settings

Heard = Mapping[str, Sequence[str]]
"""What every player was told by the other side since the last request, by name."""

Read = tuple[str, Any]
"""A message that was read: its kind, and all of it that the document lays down."""

TEXT = "…"
"""What stands for words that are for people."""
UNREADABLE = "what cannot be read"
"""The kind of a message that is none."""
SECRETS = "secrets"
"""The section of what nobody else may be told."""
GAME = "game"
WHOLE_GAME = Section(
    GAME, "The game as a whole", "It can be played to its end, and nobody is told what there is no reason for."
)


class Impossible(Exception):
    """Chance cannot have brought that; the text says why. It falls under that section, or under that of the deal."""

    def __init__(self, why: str, section: str = "") -> None:
        super().__init__(why)
        self.section = section


class Moment(msgspec.Struct, frozen=True):
    """Just before a request is sent."""

    mover: str
    """Who is about to send it."""
    other: str
    """Somebody else who is connected, the mover if nobody is."""
    request: str
    state: Any
    """The state of the game, None before it has started."""
    seats: Mapping[str, int]
    """Who plays which seat."""
    secrets: Mapping[str, str]
    """What each must repeat, where the protocol has such a thing."""
    chance: Random


class Probe(msgspec.Struct, frozen=True):
    """Something to say that changes nothing: what must be refused, or a question."""

    section: str
    make: Callable[[Moment], str | None]
    """What to say at a moment, None if it does not suit."""
    by_other: bool = False
    """Whether somebody says it who is not about to say something."""
    times: int = 2
    """How often it is said in a game, at most."""
    often: float = 1.0
    """How likely it is said at a moment that suits: less for what should be said all through the game."""


class ServerKit(ABC):
    """How a server of one protocol, in one profile, is examined."""

    dialect: ClassVar[str]
    sections: ClassVar[tuple[Section, ...]]
    kinds: ClassVar[Mapping[str, str]]
    """The section in which each kind of message is described."""
    lobby: ClassVar[frozenset[str]] = frozenset()
    """Sections that are through when the game begins."""
    probes: ClassVar[tuple[Probe, ...]] = ()
    optional: ClassVar[frozenset[str]] = frozenset()
    """Kinds of messages of which the document does not say when they come: nobody waits for them."""
    again: ClassVar[frozenset[str]] = frozenset()
    """Kinds of messages that may come again, or not, once the same was told."""
    private: ClassVar[frozenset[str]] = frozenset()
    """Kinds of messages that tell a secret of whoever receives them."""
    returns: ClassVar[bool] = False
    """Whether the document lets players come back."""
    return_section: ClassVar[str] = ""
    """The section about all that is said when somebody comes back, where there is one."""
    drop_section: ClassVar[str] = ""
    """The section about what the others are told when somebody is gone, where there is one."""
    drops: ClassVar[int] = 2
    """How often somebody is dropped in a game, where players can come back."""
    epilogue: ClassVar[tuple[tuple[int, str], ...]] = ()
    """What is said after the end of a game, and by which player."""
    free_order: ClassVar[bool] = False
    """Whether the document leaves open in which order the messages come that answer one request."""
    greets: ClassVar[bool] = True
    """Whether the server speaks first."""
    ping_section: ClassVar[str] = ""
    closing: ClassVar[str] = ""
    """The section that says that the server ends the connection after the game."""
    dealt: ClassVar[str] = GAME
    """The section under which falls what cannot have been dealt."""
    players: ClassVar[int] = 2
    """How many play, unless somebody says otherwise."""

    def __init__(self, profile: str = "") -> None:
        self.profile = profile

    @property
    def name(self) -> str:
        """The protocol with its profile."""
        return f"{self.dialect}+{self.profile}" if self.profile else self.dialect

    def settings(self, seats: int) -> Settings:
        """How the reference is run."""
        return Settings(seats=seats, turn_seconds=0, per_address=0)

    def size(self, greeting: str) -> int | None:
        """How many play, if the other side says so in its greeting."""
        return None

    def secret(self, greeting: str) -> str:
        """What a greeting gives that must be repeated, empty if there is no such thing."""
        return ""

    @abstractmethod
    def player(self, name: str, chance: Random, seats: int) -> Player:
        """A player that plays at random."""

    @abstractmethod
    def read(self, text: str, state: Any) -> tuple[str, Any]:
        """The kind of a message, and all of it that the document lays down, given how the game stands."""

    @abstractmethod
    def deal(self, heard: Heard) -> Deal | None:
        """What was dealt, None if not enough of it was told yet; Impossible if it cannot be."""

    @abstractmethod
    def foresee(self, state: Any, seat: int, actions: Sequence[Action], heard: Heard) -> Any | None:
        """The state from which these (legal) actions bring to light what was told, None if that was not told yet."""

    def begin(self) -> None:  # noqa: B027 - most keep nothing
        """A new game: forget the last one."""

    def curious(self, request: str) -> bool:
        """Whether the answer to a request may tell what was dealt and nobody has seen yet."""
        return False

    def learn(self, state: Any, seat: int, request: str, heard: Sequence[str]) -> Any | None:
        """The state with what the answers to such a request tell, None if they are not there yet."""
        return state

    def aside(self, state: Any, seat: int, actions: Sequence[Action]) -> str:
        """What to ask to learn what these (legal) actions have brought to light, '' if it is told anyway."""
        return ""

    def answers_aside(self, text: str) -> bool:
        """Whether that is the answer to what was asked aside."""
        return False

    def inward(self, text: str) -> str:
        """A message of the other side with our names for what it may call otherwise."""
        return text

    def outward(self, text: str) -> str:
        """A request with the other side's names for it."""
        return text

    def condense(self, name: str, messages: Sequence[Read]) -> Sequence[bool]:
        """Which of the messages to that player count, where some may be left out."""
        return [True] * len(messages)

    def disorder(self, messages: Sequence[Read]) -> tuple[str, str] | None:
        """What is wrong with the order of messages, where the document leaves most of it open: a kind, a sentence."""
        return None

    def ignored(self, text: str) -> bool:
        """Whether a message is of no interest, and may come or not."""
        return False

    def hasty(self, request: str) -> bool:
        """Whether nothing may be said before this request: something else is half done."""
        return False

    def may_drop(self, state: Any, seat: int) -> bool:
        """Whether it does no harm if that seat is away for a moment."""
        return True

    def pong(self, text: str) -> str:
        """What is answered at once to a ping, which is no part of any conversation; '' if this is none."""
        return ""

    def tells_secret(self, wrong: str, kind: str) -> bool:
        """Whether such a difference in a message tells what the receiver may not know."""
        return False

    def rank(self, kind: str, value: Any) -> bytes:
        """What orders messages of one kind, where the document does not."""
        return msgspec.json.encode(value, order="sorted")

    def settle(self, kind: str, should: Any, does: Any) -> tuple[Any, Any]:
        """What should be said and what is said, without what the document leaves open where the two differ."""
        return should, does

    def section(self, kind: str, request: str = "") -> str:
        """Where a kind of message is described, as an answer to that request."""
        return self.kinds.get(kind, GAME)


class Form(msgspec.Struct, frozen=True):
    """What a request looks like, and where the document says so."""

    section: str
    needs: tuple[str, ...] = ()
    """Fields that must be there; ``nick|set_nick`` is one of the two."""
    may: tuple[str, ...] = ()
    """Fields that may."""
    order: str = ""
    """The section that says when it may be said, where that is another than the one about turns."""


class ClientKit(ABC):
    """How a client of one protocol, in one profile, is examined."""

    sections: ClassVar[tuple[Section, ...]]
    requests: ClassVar[Mapping[str, Form]]
    """Everything that a client may say, by the name that our machine has for it."""
    order: ClassVar[str]
    """The section that says who may act when."""
    refusals: ClassVar[str]
    """The section that says what is refused, and that one may do something else then."""
    forms: ClassVar[str] = "forms"
    """The section under which falls what is no message at all."""
    checked: ClassVar[tuple[str, ...]] = ()
    """Sections that every message keeps to."""
    asks_number: ClassVar[bool] = False
    """Whether the first player says how many play."""
    pong: ClassVar[str] = ""
    """The message that answers a ping."""
    any_line: ClassVar[bool] = False
    """Whether any other does as well."""
    replies: ClassVar[tuple[str, str]] = ("", "")
    """A message that the document wants after certain others, and the section that says so."""

    def __init__(self, server: ServerKit) -> None:
        self.server = server
        """The same protocol from the other side."""

    @abstractmethod
    def kind(self, text: str) -> str:
        """The name of a request, '' if it has none."""

    @abstractmethod
    def fields(self, text: str) -> Sequence[str]:
        """The names of what it carries."""

    @abstractmethod
    def refuses(self, text: str) -> bool:
        """Whether this, said to a client, refuses what it has asked for."""

    def wrong(self, kind: str, text: str, greeting: str) -> tuple[str, str] | None:
        """What else is wrong with a request, given the first thing that the client was told: section and sentence."""
        return None

    def wants_reply(self, text: str) -> bool:
        """Whether the document wants the reply of ``replies`` to this."""
        return False

    def amiss(self, text: str) -> str:
        """What is wrong with the fields of a request, '' if nothing is."""
        kind = self.kind(text)
        form = self.requests[kind]
        fields = self.fields(text)
        known = [name for each in (*form.needs, *form.may) for name in each.split("|")]
        for each in form.needs:
            if not set(each.split("|")) & set(fields):
                return f"{kind}: {each.replace('|', ' or ')} is missing"
        strange = [field for field in fields if field not in known]
        return f"{kind}: the document has no field {strange[0]} there" if strange else ""


def difference(expected: Any, got: Any, path: str = "") -> str:
    """The first thing in which one value is not another, '' if they are the same.

    >>> difference({"bank": {"red": 4}}, {"bank": {"red": 5}})
    'bank.red is 5, not 4'
    >>> difference([1, 2], [1])
    'it is [1], not [1,2]'
    """
    where = path or "it"
    if isinstance(expected, dict) and isinstance(got, dict):
        for key in expected:
            if key not in got:
                return f"{_under(path, key)} is missing"
            if inner := difference(expected[key], got[key], _under(path, key)):
                return inner
        surplus = [key for key in got if key not in expected]
        return f"{_under(path, surplus[0])} is told, which nobody expects there" if surplus else ""
    if isinstance(expected, list) and isinstance(got, list) and len(expected) == len(got):
        pairs = enumerate(zip(expected, got, strict=True))
        return next((inner for at, pair in pairs if (inner := difference(*pair, f"{path}[{at}]"))), "")
    if type(expected) is type(got) and expected == got:
        return ""
    return f"{where} is {_short(got)}, not {_short(expected)}"


def form(value: Any) -> Any:
    """What a value is made of, whatever is in it.

    >>> form({"count": 3, "cards": [1, 2]})
    {'count': 'int', 'cards': ['int']}
    """
    if isinstance(value, dict):
        return {key: form(part) for key, part in value.items()}
    if isinstance(value, list):
        return [form(part) for part in value[:1]]
    return type(value).__name__


def _under(path: str, key: str) -> str:
    return f"{path}.{key}" if path else str(key)


def _short(value: Any) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= 200 else f"{text[:200]}…"
