"""The durable log: what a store is, whatever lies behind it.

A table is a :class:`Charter` and a sequence of :class:`Row` values numbered from 1. Its state is nothing but the
fold of that sequence, so a store needs to know no rules. What every store must keep (``tests/store/contract.py``):

1. ``append`` is compare-and-set: entries are taken only if nobody wrote those numbers before, else the
   whole append fails with :class:`Conflict` and leaves nothing behind.
2. A command id is taken once per table.
3. ``done`` is called exactly once per append, in the order of the appends of one table, with None only when
   the entries would survive the machine losing power.
4. Readers see only what is durable.
5. Every table is a hash chain (``chain.py``); ``read`` gives nothing away that is not what was written.
6. What cannot be kept (a lone surrogate, say) fails its own append and nothing else; a ``done`` that raises does not
   keep the others from hearing.
7. A *claim* (any text) is held by one table at a time. It is taken and given back together with the entries it comes
   with, or not at all, and a finished table holds none.
8. A *note* (``kind``, ``key``, a text) lies beside the tables and is changed by compare-and-set: of two who replace the
   same text one does, and the other hears Conflict.
9. A *sketch* of an unfinished table (any text) is kept together with the entries it comes with, or not at all; only
   single entries that touch no claim leave it as it is. It says nothing that the log does not: it may be lost.
10. ``forget`` is the only thing that changes what was written, and does all of it or nothing (``forgetting.py``): the
    chain of a finished table is made anew, and the link it ended in is kept beside it.

Appending takes a callback, not a future: the table layer has no event loop, and one wake-up serves a whole
group of commits. So does asking for news. Other reading is plain and blocking: it happens at start, in tools and for
finished games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Protocol

import msgspec

from bottega.fault import Fault
from bottega.store.records import Best, Found, Query, Record, Tally

TABLE = -1
"""The seat number of what the table itself does."""


REWRITTEN = "rewritten"
"""The kind of the notes, by table, that say when a chain was made anew and in which link it ended before."""
LASTING_NOTES = ("passkey", "person", "notify", "due", "noticed", "house", "study", "vacation", REWRITTEN)
"""The kinds of notes that a copy of a store has to have; the others are over in minutes (``code``)."""
PERSONAL_NOTES = ("passkey", "person", "notify", "vacation")
"""The kinds of notes about a name: their keys are the name, or begin with it and a tab."""


class Row(msgspec.Struct, frozen=True, gc=False):
    """One durable fact about a table: who did what, when (milliseconds since 1970)."""

    seq: int
    cmd_id: str | None
    seat: int
    kind: str
    text: str
    at: int


class Charter(msgspec.Struct, frozen=True):
    """What is fixed when a table opens. The seed stays secret until the game is over; its hash does not."""

    id: str
    game: str
    version: int
    setup: str
    seed: bytes
    commitment: str
    opened: int


class Kept(msgspec.Struct, frozen=True):
    """A table as a store keeps it, whatever has become of it (``chain.py`` says whether it is what was written)."""

    charter: Charter
    rows: list[Row]
    links: list[bytes]
    """The links of its chain: that of the charter, then one for each row."""
    last: bytes | None
    """The last link of a finished table."""


class Revocation(msgspec.Struct, frozen=True):
    """A secret that is void: the key of a seat, or without one every login of the name."""

    name: str
    key: str = ""
    successor: str = ""
    """The key that brings the seat back from now on; none does if it is empty."""


class Remark(msgspec.Struct, frozen=True):
    """Something that somebody said at a table, and when (milliseconds since 1970).

    Talk lies beside the log, not in it: it is no part of the game, and may be forgotten without breaking a chain.
    """

    name: str
    text: str
    at: int


class Spoken(msgspec.Struct, frozen=True):
    """Something that somebody said, and where: the table and the number there."""

    table: str
    number: int
    remark: Remark


class Oblivion(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be forgotten at once about a name."""

    name: str
    at: int
    """When, in milliseconds since 1970."""
    texts: Mapping[str, Mapping[int, str]] = {}
    """Of finished tables: what some of their entries say from now on, by their numbers."""
    records: Sequence[tuple[Record, Record]] = ()
    """What the archive has had of these tables, and has from now on."""
    lines: Sequence[Spoken] = ()
    """What is taken away of the talk; the numbers stay taken."""
    notes: Sequence[tuple[str, str]] = ()
    """The notes that go: their kinds and keys."""
    unheld: Sequence[str] = ()
    """Claims that no table may hold: else nothing is done, and the fault is Conflict."""


class Sketch(msgspec.Struct, frozen=True):
    """What a table is at a glance after entry ``seq``, for whoever does not want to read its log."""

    seq: int
    text: str


class StoreFault(Fault):
    """The store cannot do what was asked; the text is for whoever runs the server."""


class Damaged(StoreFault):
    """What is kept is not what was written."""


class Conflict(StoreFault):
    """Somebody else wrote that entry (or used that command id) first."""


class Claimed(StoreFault):
    """Another table holds what was claimed."""


class InDoubt(StoreFault):
    """Nobody answers, so nobody knows whether it was kept; the log will say so when it can be read again."""


Done = Callable[[StoreFault | None], None]


class News(msgspec.Struct, frozen=True):
    """What was not known yet."""

    rows: Mapping[str, Sequence[Row]]
    """The entries of each known table that follow those known."""
    tables: Sequence[tuple[Charter, Sequence[Row]]] = ()
    """Unfinished tables that were not known."""
    damages: Mapping[str, str] = {}
    """Tables that are not what was written, and in which way."""


Told = Callable[[News | StoreFault], None]


class Summary(msgspec.Struct, frozen=True):
    """A table in a listing: its charter and whether its game has ended."""

    charter: Charter
    finished: bool


class Sketched(msgspec.Struct, frozen=True):
    """An unfinished table: its charter, the number of its last entry, its sketch if that can be believed."""

    charter: Charter
    seq: int
    sketch: str | None


class Log(Protocol):
    """Where tables and accounts live."""

    shared: bool
    """Whether other nodes may write to it at the same time."""

    def append(
        self,
        table: str,
        entries: Sequence[Row],
        done: Done,
        *,
        charter: Charter | None = None,
        finished: bool = False,
        claims: Sequence[str] = (),
        released: Sequence[str] = (),
        sketch: Sketch | None = None,
    ) -> None:
        """Make entries durable, then call done. A charter opens the table; finished closes it; claims are taken or
        given back with them, and Claimed if another table holds one; the sketch takes the place of the former.
        """

    def news(self, known: Mapping[str, int], then: Told, *, others: bool = False) -> None:
        """Tell what tables have after the numbers known of them and, if asked, which unfinished ones are not known."""

    def read(self, table: str) -> tuple[Charter, list[Row]]:
        """A table's charter and whole log; KeyError if there is none, Damaged if they are not what was written."""

    def kept(self, table: str) -> Kept:
        """A table with the links of its chain, whatever has become of it; KeyError if there is none."""

    def tables(self, *, unfinished: bool = False) -> Iterator[Summary]:
        """All tables, or those still being played, oldest first."""

    def sketches(self) -> Iterator[Sketched]:
        """The tables still being played, oldest first, without their logs."""

    def record(self, record: Record, done: Done) -> None:
        """Put a finished game into the archive durably, then call done; one that is there already stays as it is."""

    def unrecorded(self, after: str, most: int) -> list[str]:
        """Ids of finished tables that are not in the archive, in their order, after one: so many at a time."""

    def search(self, query: Query) -> list[Found]:
        """The newest games of the archive that a query is about, newest first."""

    def tally(self, name: str) -> list[Tally]:
        """How many listed games of each kind there are under a name; the empty one: of all."""

    def best(self, game: str, players: int, most: int, name: str = "") -> list[Best]:
        """The best scores of listed games that were played to their end, of all or under one name."""

    def password(self, name: str) -> str | None:
        """The password hash of an account, None if nobody owns the name."""

    def accounts(self) -> Iterator[tuple[str, str]]:
        """Every name that belongs to somebody, and the hash of its password, sorted; what is damaged is left out."""

    def register(self, name: str, password: str, done: Done) -> None:
        """Create an account durably, then call done; Conflict if the name is taken."""

    def change_password(self, name: str, password: str, done: Done) -> None:
        """Replace the password hash of an account durably, then call done; StoreFault if nobody owns the name."""

    def revoke(self, revocations: Sequence[Revocation], done: Done) -> None:
        """Make secrets void durably, then call done. The last word on a key counts."""

    def revocations(self, since: int = 0) -> tuple[int, list[Revocation]]:
        """What was made void after the number ``since``, oldest first, and the number to ask with the next time."""

    def say(self, table: str, remark: Remark, done: Done) -> None:
        """Keep what was said at a table durably, then call done."""

    def talk(self, table: str, since: int = 0) -> dict[int, Remark]:
        """What was said at a table after the number ``since``, by its number, oldest first.

        What is not what was written, or was forgotten, is left out; at a table that is not there nothing was said.
        """

    def said_by(self, name: str) -> list[Spoken]:
        """What was said under a name, at all tables, in their order."""

    def sittings(self, name: str) -> list[str]:
        """The ids of all tables at which somebody has sat down under a name, sorted."""

    def forget(self, oblivion: Oblivion, done: Done) -> None:
        """Take a name out of what is kept, all at once or not at all, then call done.

        Its account goes, and with it what was made void of the name; in their place ``revocations`` tells a
        mark (``forgetting.mark_of``), so that every node hears of it. Conflict if a table is not finished.
        """

    def write_note(self, kind: str, key: str, former: str | None, text: str | None, done: Done) -> None:
        """Replace the text of a note durably, then call done; Conflict unless it was ``former`` (None: no such note).

        A text of None takes the note away.
        """

    def note(self, kind: str, key: str) -> str | None:
        """The text of a note, None if there is none; what is not what was written is left out."""

    def notes(self, kind: str, prefix: str = "") -> dict[str, str]:
        """The texts of all notes of a kind whose key begins so, sorted by their keys."""

    def probe(self, done: Done) -> None:
        """Try whether anything can be made durable at the moment, then call done; nothing is changed by it."""

    def close(self) -> None:
        """Finish what was accepted and let go of everything. Whatever comes later is a StoreFault."""
