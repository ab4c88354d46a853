"""The log of a table, typed: an entry is a number, a moment and a fact.

A :data:`Fact` is one of ten small values, in the order of a table's life:

==============  ======  =======================================================  ================================
fact            kind    text in the store                                        seat in the store
==============  ======  =======================================================  ================================
``Sat``         sit     JSON of :class:`Sitting`                                 the next free one
``Left``        leave                                                            the seat given up (not started)
``Worded``      word    what its player adds to the seed (not started)           the seat
``Sized``       size    number of seats (for a table opened without one)         TABLE
``Started``     start   the order of play, as numbers of joining: ``1 0 2``      TABLE
``Moved``       move    one or more actions: ``take wbg``                        whose move it is
``Skipped``     skip    the actions the table plays for somebody gone            whose turn it was
``Quit``        quit                                                             who left for good
``HandedOver``  bot     name of the bot that takes over, empty: its player       the seat
``Ended``       end     ``walkover``, ``abandoned`` or ``endless``               the winner, or TABLE
==============  ======  =======================================================  ================================

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

Kind = Literal["sit", "leave", "word", "size", "start", "move", "skip", "quit", "bot", "end"]


class DamagedLog(Fault):
    """A log that cannot have been written by an honest table of this version."""


class EndReason(StrEnum):
    """How a game ended: played out, because the others left, because nobody came back, or because it would not end."""

    PLAYED = "played"
    WALKOVER = "walkover"
    ABANDONED = "abandoned"
    ENDLESS = "endless"


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


class Quit(msgspec.Struct, frozen=True):
    """Somebody has left a running game for good."""

    kind: ClassVar[Kind] = "quit"
    seat: int


class HandedOver(msgspec.Struct, frozen=True):
    """A bot plays the seat from now on; without one its player does again."""

    kind: ClassVar[Kind] = "bot"
    seat: int
    bot: str = ""


class Ended(msgspec.Struct, frozen=True):
    """The game has ended before it was played out."""

    kind: ClassVar[Kind] = "end"
    reason: EndReason
    winner: int = TABLE

    @property
    def seat(self) -> int:
        """The seat it is about: the winner's."""
        return self.winner


Fact = Sat | Left | Worded | Sized | Started | Moved | Skipped | Quit | HandedOver | Ended


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
            sitting = Sitting(fact.name, fact.key, fact.bot, fact.account, fact.word, fact.gives_away)
            return msgspec.json.encode(sitting).decode()
        case Worded():
            return fact.word
        case Sized():
            return str(fact.seats)
        case Started():
            return " ".join(map(str, fact.order))
        case HandedOver():
            return fact.bot
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


def _fact(game: AnyGame, row: Row) -> Fact:
    seat, text = row.seat, row.text
    match row.kind:
        case "move":
            return Moved(seat, tuple(read_all(game, text)))
        case "skip":
            return Skipped(seat, tuple(read_all(game, text)))
        case "sit":
            sitting = msgspec.json.decode(text, type=Sitting)
            return Sat(seat, sitting.name, sitting.key, sitting.bot, sitting.account, sitting.word, sitting.gives_away)
        case "leave":
            return Left(seat)
        case "word":
            return Worded(seat, text)
        case "size":
            return Sized(_number(text))
        case "start":
            return Started(tuple(map(_number, text.split())))
        case "quit":
            return Quit(seat)
        case "bot":
            return HandedOver(seat, text)
        case "end":
            return Ended(EndReason(text), seat)
    raise DamagedLog(f"entry {row.seq} is of the unknown kind {row.kind!r}")
