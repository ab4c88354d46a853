"""Where people come in: the waiting room of each game, which all dialects share.

Whoever comes in sits at the oldest listed table that still has a free seat and whose rules their dialect can play;
while somebody is being asked how many shall play, newcomers queue; otherwise they open a table of their own.

What must stay true:

1. Whoever is on their way to a seat is expected (``holdings.py``) until there is an answer: nobody else gets a seat
   under that name meanwhile.
2. A newcomer gets exactly one answer, unless they withdraw before it.
3. With ``neighbours`` whoever finds no table opens one only after looking again while no other node does, and lets
   others do so as soon as it is done, whatever has become of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

import msgspec

from bottega.games import GAMES
from bottega.games.refusal import Refusal
from bottega.table.entries import Sitting
from bottega.table.events import Viewer
from bottega.table.phrases import PHRASES
from bottega.table.position import Refused, Setup
from bottega.table.quotas import HOUSE, Visitor
from bottega.table.table import Accepted, Table

if TYPE_CHECKING:
    from bottega.table.house import House

Entered = Callable[[Table | Refusal], None]
"""Told at which table a seat was found, or why none was."""


def _nothing() -> None:
    """For whom waiting is nothing to speak of."""


class Newcomer(msgspec.Struct, eq=False):
    """Somebody on their way to a seat, perhaps waiting in the queue."""

    game: str
    sitting: Sitting
    viewer: Viewer | None
    setup: Setup
    entered: Entered
    suits: Callable[[Setup], bool]
    silent: bool = False
    address: str = ""
    anywhere: bool = False
    """Whether any table of the waiting room will do."""
    queued: Callable[[], None] = _nothing
    """Told when they begin to wait until somebody else has said how many shall play."""
    door: Callable[[], None] | None = None
    """To be called when it is done, if no other node opens a table meanwhile."""


_GONE_ELSEWHERE = ("table.full", "table.started", "table.finished")
"""Why somebody who was seated at a table of the waiting room cannot sit there after all."""
_NOT_KEPT = ("table.store", "table.unsure", "table.conflict")
"""Why a table is none: the log did not take its first entry."""


def _anything(_: Setup) -> bool:
    """Suits whoever can play every variant of a game."""
    return True


class Reception:
    """Where people find a seat: the tables that have not started, and everybody who is on their way to one."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._unstarted: dict[str, dict[str, Table]] = {name: {} for name in GAMES}
        self.queues: dict[str, list[Newcomer]] = {name: [] for name in GAMES}
        """Who waits until somebody has said how many shall play, by the game."""
        self.seating: dict[Newcomer, Table] = {}
        """Whose seat is on its way to the log."""
        self._at_door: set[Newcomer] = set()
        """Who waits until another node has opened a table, or until it is certain that none does."""

    def add(self, table: Table) -> None:
        """A table that has not started."""
        self._unstarted[table.position.charter.game][table.id] = table

    def remove(self, table: Table) -> None:
        """A table that has started, or is no more."""
        self._unstarted[table.position.charter.game].pop(table.id, None)

    def unstarted(self) -> Iterator[Table]:
        """The tables that have not started, newest first, game by game."""
        return chain.from_iterable(reversed(tables.values()) for tables in self._unstarted.values())

    def find(self, game: str, suits: Callable[[Setup], bool]) -> Table | None:
        """The oldest listed table with a free seat whose set-up suits; nobody is brought to a game over days."""
        for table in self._unstarted[game].values():
            head = table.head
            if (
                head.setup.listed
                and not head.setup.correspondence
                and not head.started
                and not head.finished
                and (not head.size or len(head.seats) < head.size)
                and suits(head.setup)
            ):
                return table
        return None

    def why_no_seat(self, game: str, visitor: Visitor, suits: Callable[[Setup], bool] = _anything) -> Refusal | None:
        """Why the visitor, whose name is free, would be given no seat by ``enter`` now; nothing is done or counted."""
        table = self.find(game, suits)
        return self._house.quotas.why_no_table(visitor) if table is None else self._house.quotas.why_no_seat(visitor)

    def enter(
        self,
        game: str,
        sitting: Sitting,
        viewer: Viewer | None,
        setup: Setup,
        entered: Entered,
        suits: Callable[[Setup], bool] = _anything,
        silent: bool = False,
        address: str = "",
        queued: Callable[[], None] = _nothing,
    ) -> None:
        """Find a seat in the game's waiting room, or open a table; ``silent``: they cannot ask for its start."""
        newcomer = Newcomer(game, sitting, viewer, setup, entered, suits, silent, address, anywhere=True, queued=queued)
        self._enter(newcomer, Visitor(address, sitting.name))

    def _enter(self, newcomer: Newcomer, visitor: Visitor) -> None:
        game = newcomer.game
        table = self.find(game, newcomer.suits)
        if refusal := self._reserve(newcomer, HOUSE if table is None else visitor):
            newcomer.entered(refusal)
        elif table is None:
            self._open_for(newcomer)
        elif not table.head.size:
            self._queue(newcomer)
        else:
            self._seat(newcomer, table)

    def _queue(self, newcomer: Newcomer) -> None:
        """Have somebody wait, and told so once."""
        self.queues[newcomer.game].append(newcomer)
        told, newcomer.queued = newcomer.queued, _nothing
        told()

    def sit(
        self, table: Table, sitting: Sitting, viewer: Viewer | None, entered: Entered, visitor: Visitor = HOUSE
    ) -> None:
        """Take a seat at a certain table; it is counted for the visitor, unless the table was opened for this."""
        game, setup = table.position.charter.game, table.position.setup
        newcomer = Newcomer(game, sitting, viewer, setup, entered, _anything)
        if refusal := self._reserve(newcomer, visitor):
            entered(refusal)
        else:
            self._seat(newcomer, table)

    def arriving(self, viewer: Viewer) -> bool:
        """Whether a seat for somebody on this connection is on its way to the log."""
        return any(newcomer.viewer is viewer for newcomer in (*self.seating, *self._at_door))

    def queued(self, viewer: Viewer) -> bool:
        """Whether somebody on this connection stands in a queue, with no seat on its way."""
        return any(newcomer.viewer is viewer for queue in self.queues.values() for newcomer in queue)

    def withdraw(self, viewer: Viewer, grace: float = 0.0) -> None:
        """Somebody in a queue or about to sit down is gone: they get no answer, and a seat only for the ``grace``."""
        for newcomer, table in [pair for pair in self.seating.items() if pair[0].viewer is viewer]:
            del self.seating[newcomer]
            table.drop(viewer, grace)
        for newcomer in [one for one in self._at_door if one.viewer is viewer]:
            self._at_door.discard(newcomer)
            self._house.holdings.arrived(newcomer.game, newcomer.sitting.name)
        for queue in self.queues.values():
            for newcomer in [one for one in queue if one.viewer is viewer]:
                queue.remove(newcomer)
                self._house.holdings.arrived(newcomer.game, newcomer.sitting.name)

    def _reserve(self, newcomer: Newcomer, visitor: Visitor) -> Refusal | None:
        key = (newcomer.game, newcomer.sitting.name)
        if newcomer.sitting.bot:
            return None
        if not self._house.holdings.may_come(*key, further=newcomer.sitting.further):
            return PHRASES.refusal("name-taken", name=key[1])
        if refusal := self._house.quotas.ask_for_seat(visitor):
            return refusal
        self._house.holdings.expect(*key)
        return None

    def _open_for(self, newcomer: Newcomer) -> None:
        if self._house.neighbours is None:
            self._open_now(newcomer)
        else:
            self._at_door.add(newcomer)
            self._house.neighbours.at_door(newcomer.game, lambda: self._let_in(newcomer))

    def _let_in(self, newcomer: Newcomer) -> None:
        """No other node opens a table of the game now, and what they have opened before is known."""
        assert self._house.neighbours is not None
        game, neighbours = newcomer.game, self._house.neighbours
        if newcomer not in self._at_door:
            neighbours.entered(game)
            return
        self._at_door.discard(newcomer)
        newcomer.door = lambda: neighbours.entered(game)
        table = self.find(game, newcomer.suits)
        if table is None:
            self._open_now(newcomer)
        elif not table.head.size:
            self._close_door(newcomer)
            self._queue(newcomer)
        else:
            self._seat(newcomer, table)

    def _close_door(self, newcomer: Newcomer) -> None:
        """Whoever was let in to open a table is done: others may."""
        door, newcomer.door = newcomer.door, None
        if door is not None:
            door()

    def _open_now(self, newcomer: Newcomer) -> None:
        try:
            table = self._house.open(newcomer.game, newcomer.setup, Visitor(newcomer.address, newcomer.sitting.name))
        except Refused as refused:
            self._house.holdings.arrived(newcomer.game, newcomer.sitting.name)
            self._close_door(newcomer)
            newcomer.entered(refused.refusal)
        else:
            table.hosted = not newcomer.silent
            self._seat(newcomer, table)

    def _seat(self, newcomer: Newcomer, table: Table) -> None:
        self.seating[newcomer] = table
        answered = partial(self._seated, newcomer, table)
        table.sit(newcomer.sitting, newcomer.viewer, answered, silent=newcomer.silent)

    def _seated(self, newcomer: Newcomer, table: Table, outcome: Accepted | Refusal) -> None:
        """The seat is durable, or there is none; nobody is told who has withdrawn."""
        house, game, name = self._house, newcomer.game, newcomer.sitting.name
        here = self.seating.pop(newcomer, None) is not None
        self._close_door(newcomer)
        if not newcomer.sitting.bot:
            if isinstance(outcome, Accepted):
                house.holdings.hold(game, name, table)
            house.holdings.arrived(game, name)
        if isinstance(outcome, Refusal):
            surpassed = newcomer.anywhere and outcome.code in _GONE_ELSEWHERE and house.neighbours is not None
            if here and surpassed:
                self._enter(newcomer, HOUSE)  # another node was faster: there may be other tables
                return
            if outcome.code in _NOT_KEPT and not table.position.seq and table.id in house.tables:
                house.forget(table)
                self.drain(game)
        if here:
            newcomer.entered(outcome if isinstance(outcome, Refusal) else table)

    def drain(self, game: str) -> None:
        """Seat those who queued while somebody was being asked."""
        queue, self.queues[game] = self.queues[game], []
        for one in queue:
            self._house.holdings.arrived(game, one.sitting.name)
            self._enter(one, HOUSE)  # they were counted when they came
