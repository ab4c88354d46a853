"""Which tables every name holds a seat at, and whose seat is on its way to the log: the house's book of names.

How many seats a name may hold is decided here, and nowhere else. Where a nickname alone brings a seat back, a second
seat of that name would be anybody's: so a name holds one seat of a game. Somebody who is known by a token or a password
may take more. Each but the first is a *further* seat, which the house asks ``Identity.why_no_other`` about: it is
given only to whoever owns all those that the name holds already.

In the log the first seat claims the name (``claim_of``), so that no other node gives it away. A further one is marked
as such and claims the name at its own table only. When the game is over whose seat has claimed the name, one of the
further seats takes the claim over (``heir``): as long as somebody holds a seat under a name, it is nobody else's.

What must stay true:

1. A name is in the book while it holds a seat at an unfinished table or is on its way to one, and only then.
2. At most one seat of a name and a game is on its way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bottega.table.dormant import Dormant
from bottega.table.names import NamesInUse

if TYPE_CHECKING:
    from bottega.table.position import Seat
    from bottega.table.table import Table

Name = tuple[str, str]
"""A game, and a name in it."""


class Holdings:
    """Who holds a seat where, in one house."""

    def __init__(self, names: NamesInUse) -> None:
        self._names = names
        self._tables: dict[Name, dict[str, Table | Dormant]] = {}
        self._coming: set[Name] = set()

    def names(self) -> set[Name]:
        """Everybody who is in the book."""
        return self._tables.keys() | self._coming

    def tables(self, game: str, name: str) -> tuple[Table | Dormant, ...]:
        """The tables of a game at which a name holds a seat."""
        return tuple(self._tables.get((game, name), {}).values())

    def taken(self, game: str, name: str) -> bool:
        """Whether a name holds a seat of a game, or is on its way to one."""
        return (game, name) in self._tables or (game, name) in self._coming

    def coming(self, game: str, name: str) -> bool:
        """Whether a seat for a name is on its way to the log, or it waits for one."""
        return (game, name) in self._coming

    def may_come(self, game: str, name: str, *, further: bool) -> bool:
        """Whether a name may be given a seat of a game; a ``further`` one besides those that it holds."""
        return (game, name) not in self._coming and (further or (game, name) not in self._tables)

    def expect(self, game: str, name: str) -> None:
        """A seat for the name is on its way."""
        if not self.taken(game, name):
            self._names.took(name)
        self._coming.add((game, name))

    def arrived(self, game: str, name: str) -> None:
        """It is on its way no longer: the name holds it, or there is none."""
        if (game, name) in self._coming:
            self._coming.discard((game, name))
            if (game, name) not in self._tables:
                self._names.freed(name)

    def hold(self, game: str, name: str, table: Table | Dormant) -> None:
        """A name holds a seat at a table."""
        if not self.taken(game, name):
            self._names.took(name)
        self._tables.setdefault((game, name), {})[id_of(table)] = table

    def release(self, game: str, name: str, table: Table | Dormant) -> None:
        """A name holds no seat at that table any more, if it is there that it did."""
        held = self._tables.get((game, name), {})
        if held.get(id_of(table)) is table:
            del held[id_of(table)]
            if not held:
                del self._tables[game, name]
                if (game, name) not in self._coming:
                    self._names.freed(name)

    def heir(self, game: str, name: str) -> Table | Dormant | None:
        """The table whose seat shall claim the name for all of them; None if one does, as far as its log says."""
        held = self.tables(game, name)
        further = [(seat, table) for table in held if (seat := seat_at(table, name)) is not None]
        if not further or not all(seat.further for seat, _ in further):
            return None
        return min((table for _, table in further), key=id_of)


def id_of(table: Table | Dormant) -> str:
    """The id of a table, awake or not."""
    return table.charter.id if isinstance(table, Dormant) else table.id


def seat_at(table: Table | Dormant, name: str) -> Seat | None:
    """The seat that a name holds at a table, as far as everybody may know; None if there is none."""
    seats = table.seats if isinstance(table, Dormant) else table.position.seats
    return next((seat for seat in seats if seat.name == name and not seat.quit), None)
