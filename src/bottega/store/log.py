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

Appending takes a callback, not a future: the table layer has no event loop, and one wake-up serves a whole
group of commits. So does asking for news. Other reading is plain and blocking: it happens at start, in tools and for
finished games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Protocol

import msgspec

from bottega.fault import Fault

TABLE = -1
"""The seat number of what the table itself does."""


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
    ) -> None:
        """Make entries durable, then call done. A charter opens the table; finished closes it; claims are taken or
        given back with them, and Claimed if another table holds one.
        """

    def news(self, known: Mapping[str, int], then: Told, *, others: bool = False) -> None:
        """Tell what tables have after the numbers known of them and, if asked, which unfinished ones are not known."""

    def read(self, table: str) -> tuple[Charter, list[Row]]:
        """A table's charter and whole log; KeyError if there is none, Damaged if they are not what was written."""

    def kept(self, table: str) -> Kept:
        """A table with the links of its chain, whatever has become of it; KeyError if there is none."""

    def tables(self, *, unfinished: bool = False) -> Iterator[Summary]:
        """All tables, or those still being played, oldest first."""

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

        What is not what was written is left out; at a table that is not there nothing was said.
        """

    def probe(self, done: Done) -> None:
        """Try whether anything can be made durable at the moment, then call done; nothing is changed by it."""

    def close(self) -> None:
        """Finish what was accepted and let go of everything. Whatever comes later is a StoreFault."""
