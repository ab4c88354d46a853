"""The log of a table, typed: an entry is a number, a moment and a fact.

A :data:`Fact` is one of sixteen small values, in the order of a table's life:

==============  =======  =======================================================  ================================
fact            kind     text in the store                                        seat in the store
==============  =======  =======================================================  ================================
``Sat``         sit      JSON of :class:`Sitting`                                 the next free one
``Left``        leave                                                             the seat given up (not started)
``Worded``      word     what its player adds to the seed (not started)           the seat
``Sized``       size     number of seats (for a table opened without one)         TABLE
``Started``     start    the order of play, as numbers of joining: ``1 0 2``      TABLE
``Moved``       move     one or more actions: ``take wbg``                        whose move it is
``Skipped``     skip     the actions the table plays for somebody gone            whose turn it was
``Undone``      undo     number of the entry after which the game stands again    who takes back
``Proposed``    propose  what, and the seats that are asked: ``undo 12: 0 2``     who asks
``Voted``       vote     ``yes`` or ``no``                                        who answers, or takes it back
``Paused``      pause    ``on`` or ``off``                                        who has asked for it
``Quit``        quit                                                              who left for good
``HandedOver``  bot      name of the bot that takes over, empty: its player       the seat
``Asked``       ask      JSON of :class:`Asking`                                  the seat that is asked for
``Succeeded``   succeed  JSON of :class:`Sitting`                                 the seat that changes hands
``Ended``       end      ``walkover``, ``abandoned``, ``endless`` or ``agreed``   the winner, or TABLE
==============  =======  =======================================================  ================================

The store knows no rules: it keeps a :class:`~bottega.store.log.Row` with the fact as a word and a text. ``to_row`` and
``from_row`` are the only places that know both. Every fact has ``kind`` (the word) and ``seat`` (whom it is about,
``TABLE`` if nobody in particular).
"""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar, Literal

import msgspec

from bottega.fault import Fault
from bottega.games.core import Action, AnyGame, read_all, write_all
from bottega.limits import MAX_QUOTED
from bottega.store.log import TABLE, Row

Kind = Literal[
    "sit", "leave", "word", "size", "start", "move", "skip", "undo", "propose", "vote", "pause", "quit", "bot", "ask",
    "succeed", "end"
]  # fmt: skip
NAMING = ("sit", "ask", "succeed")
"""The kinds whose texts name a person, as JSON that begins with the name."""


class DamagedLog(Fault):
    """A log that cannot have been written by an honest table of this version."""


class EndReason(StrEnum):
    """How a game ended: played out, because the others left, because nobody came back, because it would not end, or
    because all agreed to end it.
    """

    PLAYED = "played"
    WALKOVER = "walkover"
    ABANDONED = "abandoned"
    ENDLESS = "endless"
    AGREED = "agreed"


class Sitting(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sits down: a name, the hash of the secret that brings them back, or the name of a bot."""

    name: str
    key: str = ""
    bot: str = ""
    account: bool | None = None
    """Whether under the name's account; None: a bot, or a log of former days, which did not say."""
    word: str = ""
    """What they add to the seed."""
    gives_away: tuple[str, ...] = ()
    """What their client is shown although the rules hide it, by the words of ``wire.core.profile.GIVEN_AWAY``."""
    further: bool = False
    """Whether they hold other seats of the game, as somebody who is known by a token or a password may."""


class Asking(Sitting, frozen=True, omit_defaults=True):
    """Who asks for a seat that has fallen free, and which seats are asked."""

    asked: tuple[int, ...] = ()


class Sat(msgspec.Struct, frozen=True):
    """Somebody has taken a seat."""

    kind: ClassVar[Kind] = "sit"
    seat: int
    name: str
    key: str = ""
    bot: str = ""
    account: bool | None = None
    word: str = ""
    gives_away: tuple[str, ...] = ()
    further: bool = False


def sat(seat: int, sitting: Sitting) -> Sat:
    """The fact that somebody has sat down so."""
    return Sat(
        seat,
        sitting.name,
        sitting.key,
        sitting.bot,
        sitting.account,
        sitting.word,
        sitting.gives_away,
        sitting.further,
    )


class Left(msgspec.Struct, frozen=True):
    """Somebody has given up their seat before the start."""

    kind: ClassVar[Kind] = "leave"
    seat: int


class Worded(msgspec.Struct, frozen=True):
    """Somebody has added a word to the seed, in place of the one they gave before."""

    kind: ClassVar[Kind] = "word"
    seat: int
    word: str


class Sized(msgspec.Struct, frozen=True):
    """It is decided how many play."""

    kind: ClassVar[Kind] = "size"
    seat: ClassVar[int] = TABLE
    seats: int


class Started(msgspec.Struct, frozen=True):
    """The game begins; ``order`` is who plays first, second, … by number of joining."""

    kind: ClassVar[Kind] = "start"
    seat: ClassVar[int] = TABLE
    order: tuple[int, ...]


class Moved(msgspec.Struct, frozen=True, gc=False):
    """Somebody has played, one action or several."""

    kind: ClassVar[Kind] = "move"
    seat: int
    actions: tuple[Action, ...]


class Skipped(msgspec.Struct, frozen=True, gc=False):
    """The table has ended the turn of somebody who is gone or out of time."""

    kind: ClassVar[Kind] = "skip"
    seat: int
    actions: tuple[Action, ...]


class Undone(msgspec.Struct, frozen=True):
    """The game stands again as it did after entry ``to``: somebody has taken back what was played since."""

    kind: ClassVar[Kind] = "undo"
    seat: int
    to: int


class Motion(msgspec.Struct, frozen=True):
    """What the others are asked for: to take back moves, to pause, to let a bot play for somebody, to end the game."""

    what: Literal["undo", "pause", "replace", "end", "seat"]
    """``seat`` is never proposed: whoever asks for one does not sit there (:class:`Asked`)."""
    to: int = 0
    """Of ``undo``: the entry after which the game would stand again."""
    seat: int = TABLE
    """Of ``replace`` and ``seat``: whose seat."""
    bot: str = ""
    """Of ``replace``: who would play it."""

    def __str__(self) -> str:
        about = {"undo": str(self.to), "replace": f"{self.seat} {self.bot}"}
        return f"{self.what} {about.get(self.what, '')}".strip()

    @classmethod
    def from_text(cls, text: str) -> Motion:
        """The motion that such a text names, or ValueError."""
        match text.split(" "):
            case ["undo", to]:
                return cls("undo", to=_entry(to))
            case ["replace", seat, bot]:
                return cls("replace", seat=_number(seat), bot=bot)
            case ["pause"]:
                return cls("pause")
            case ["end"]:
                return cls("end")
        raise ValueError("nobody can be asked for that")


class Proposed(msgspec.Struct, frozen=True):
    """Somebody asks the others for something, which is done once all who are ``asked`` agree."""

    kind: ClassVar[Kind] = "propose"
    seat: int
    motion: Motion
    asked: tuple[int, ...]


class Voted(msgspec.Struct, frozen=True):
    """Somebody who was asked agrees or does not; or who asked takes it back."""

    kind: ClassVar[Kind] = "vote"
    seat: int
    yes: bool


class Paused(msgspec.Struct, frozen=True):
    """Time stands still, and nobody plays; or the game goes on."""

    kind: ClassVar[Kind] = "pause"
    seat: int
    on: bool


class Quit(msgspec.Struct, frozen=True):
    """Somebody has left a running game for good."""

    kind: ClassVar[Kind] = "quit"
    seat: int


class HandedOver(msgspec.Struct, frozen=True):
    """A bot plays the seat from now on; without one its player does again."""

    kind: ClassVar[Kind] = "bot"
    seat: int
    bot: str = ""


class Asked(msgspec.Struct, frozen=True):
    """Somebody who does not play asks those who do for a seat that has fallen free."""

    kind: ClassVar[Kind] = "ask"
    seat: int
    name: str
    key: str = ""
    account: bool | None = None
    asked: tuple[int, ...] = ()


class Succeeded(msgspec.Struct, frozen=True):
    """A seat that had fallen free is somebody else's from now on, with all that it knows."""

    kind: ClassVar[Kind] = "succeed"
    seat: int
    name: str
    key: str = ""
    account: bool | None = None


class Ended(msgspec.Struct, frozen=True):
    """The game has ended before it was played out."""

    kind: ClassVar[Kind] = "end"
    reason: EndReason
    winner: int = TABLE

    @property
    def seat(self) -> int:
        """The seat it is about: the winner's."""
        return self.winner


Fact = (
    Sat | Left | Worded | Sized | Started | Moved | Skipped | Undone | Proposed | Voted | Paused | Quit | HandedOver
    | Asked | Succeeded | Ended
)  # fmt: skip


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One durable fact about a table: its number in the log and when it happened (milliseconds since 1970)."""

    seq: int
    at: int
    fact: Fact
    cmd_id: str | None = None


def to_row(entry: Entry) -> Row:
    """The entry as the store keeps it."""
    fact = entry.fact
    text = write_all(fact.actions) if isinstance(fact, _PLAYED) else _text(fact)
    return Row(entry.seq, entry.cmd_id, fact.seat, fact.kind, text, entry.at)


_PLAYED = (Moved, Skipped)


def _text(fact: Fact) -> str:
    match fact:
        case Moved() | Skipped():
            return write_all(fact.actions)
        case Sat():
            sitting = Sitting(fact.name, fact.key, fact.bot, fact.account, fact.word, fact.gives_away, fact.further)
            return msgspec.json.encode(sitting).decode()
        case Worded():
            return fact.word
        case Sized():
            return str(fact.seats)
        case Started():
            return " ".join(map(str, fact.order))
        case Undone():
            return str(fact.to)
        case Proposed():
            return f"{fact.motion}: {' '.join(map(str, fact.asked))}".strip()
        case Voted():
            return "yes" if fact.yes else "no"
        case Paused():
            return "on" if fact.on else "off"
        case HandedOver():
            return fact.bot
        case Asked():
            asking = Asking(fact.name, fact.key, account=fact.account, asked=fact.asked)
            return msgspec.json.encode(asking).decode()
        case Succeeded():
            return msgspec.json.encode(Sitting(fact.name, fact.key, account=fact.account)).decode()
        case Ended():
            return fact.reason.value
        case Left() | Quit():
            return ""


def from_row(game: AnyGame, row: Row) -> Entry:
    """The entry that the store keeps so, or DamagedLog."""
    try:
        fact = _fact(game, row)
    except (ValueError, msgspec.DecodeError) as error:
        raise DamagedLog(f"entry {row.seq} ({row.kind} {row.text[:MAX_QUOTED]!r}) cannot be read: {error}") from error
    return Entry(row.seq, row.at, fact, row.cmd_id)


def _number(text: str) -> int:
    """A number of seats, or of one; nothing at a table is counted beyond two digits."""
    if len(text) > len("-99"):
        raise ValueError("it has a number that is none of a seat")
    return int(text)


def _entry(text: str) -> int:
    """The number of an entry; no log has more than some ten thousand."""
    if len(text) > len("999999") or not text.isdecimal():
        raise ValueError("it has a number that is none of an entry")
    return int(text)


_ANSWERS = {"yes": True, "no": False, "on": True, "off": False}


def _fact(game: AnyGame, row: Row) -> Fact:
    seat, text = row.seat, row.text
    match row.kind:
        case "move":
            return Moved(seat, tuple(read_all(game, text)))
        case "skip":
            return Skipped(seat, tuple(read_all(game, text)))
        case "sit":
            sitting = msgspec.json.decode(text, type=Sitting)
            return sat(seat, sitting)
        case "leave":
            return Left(seat)
        case "word":
            return Worded(seat, text)
        case "size":
            return Sized(_number(text))
        case "start":
            return Started(tuple(map(_number, text.split())))
        case "undo":
            return Undone(seat, _entry(text))
        case "propose":
            motion, _, asked = text.partition(":")
            return Proposed(seat, Motion.from_text(motion), tuple(map(_number, asked.split())))
        case "vote" if text in ("yes", "no"):
            return Voted(seat, _ANSWERS[text])
        case "pause" if text in ("on", "off"):
            return Paused(seat, _ANSWERS[text])
        case "quit":
            return Quit(seat)
        case "bot":
            return HandedOver(seat, text)
        case "ask":
            asking = msgspec.json.decode(text, type=Asking)
            return Asked(seat, asking.name, asking.key, asking.account, asking.asked)
        case "succeed":
            sitting = msgspec.json.decode(text, type=Sitting)
            return Succeeded(seat, sitting.name, sitting.key, sitting.account)
        case "end":
            return Ended(EndReason(text), seat)
    raise DamagedLog(f"entry {row.seq} is of the unknown kind {row.kind!r}")
