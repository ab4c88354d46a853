"""The house: all its tables, the waiting room of each game, and who sits where.

One waiting room per game is shared by all dialects. Whoever comes in sits at the oldest listed table that still has a
free seat and whose rules their dialect can play; while somebody is being asked how many shall play, newcomers queue;
otherwise they open a table of their own.

What must stay true:

1. A name holds at most one seat at the unfinished tables of a game, counting seats that are on their way to the log
   and places in the queue.
2. A table is forgotten only when its game is over and nobody looks at it any more.
3. A table that cannot be played on (rules that this program does not know, a damaged log) keeps no other from being.
4. Every table is looked at when its time has come, whatever becomes of those before it; every onlooker is told.
5. With ``neighbours`` (``neighbours.py``) the same holds for all nodes together: what a name holds is claimed in the
   log, and whoever finds no table opens one only after looking again while no other node does.
"""

from __future__ import annotations

import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Protocol, runtime_checkable

import msgspec
import structlog

from bottega.games import GAMES
from bottega.games.chance import SEED_BYTES, commitment
from bottega.games.refusal import Refusal
from bottega.limits import EMPTY_SECONDS, PARKED_SECONDS, UNWATCHED_SECONDS
from bottega.store.log import Charter, Damaged, Log, Row, StoreFault
from bottega.table.accounts import Accounts
from bottega.table.entries import DamagedLog, EndReason, HandedOver, Left, Moved, Quit, Sat, Sitting, Sized, Started
from bottega.table.events import Bots, Event, Notice, Viewer
from bottega.table.identity import Identity
from bottega.table.names import NamesInUse
from bottega.table.neighbours import Neighbours, dozes
from bottega.table.phrases import PHRASES
from bottega.table.position import AnyPosition, Refused, Setup, StartPolicy, check_setup, fold, opened
from bottega.table.quotas import HOUSE, Quotas, Visitor
from bottega.table.table import Accepted, Table

AGAIN_SECONDS = 30.0
"""How soon a table is looked at again that could not be."""

ID_BYTES = 6
"""Enough that no two tables get the same id by chance, and that nobody guesses the link of an unlisted one."""


log = structlog.get_logger("bottega.house")


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What whoever runs the house decides for tables that their dialects open."""

    seats: int = 2
    lobby_seconds: float = 30.0
    turn_seconds: float = 90.0
    ping_seconds: float | None = None
    """How often dialects that ping do so; None: as their document says."""
    bot_seconds: float = 0.4
    """How long a bot waits before it acts, so that people can follow."""
    bot_cpu: float = 1.0
    """How many cores all bots may take together to think."""
    origins: tuple[str, ...] = ()
    """Other sites whose pages may speak the house protocol here."""
    hosts: tuple[str, ...] = ()
    """Other names by which the house may be asked for."""
    public_url: str = ""
    """The address that friends are given, where the house does not know it by itself."""
    proxies: tuple[str, ...] = ()
    """Addresses and networks of proxies that are believed for whom they connect."""
    per_address: float = 1.0
    """How many times the usual one address may ask for; 0: as much as it likes."""
    first_seed: bytes | None = None
    """The seed of the first table (tests only), which takes no words, so that its deal is always the same."""


Entered = Callable[[Table | Refusal], None]


@runtime_checkable
class Adopting(Protocol):
    """An onlooker that wants to know of tables which other nodes have opened."""

    def adopted(self, table: Table) -> None:
        """A table has become known here."""


class _Newcomer(msgspec.Struct, eq=False):
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
    door: Callable[[], None] | None = None
    """To be called when it is done, if no other node opens a table meanwhile."""


_GONE_ELSEWHERE = ("table.full", "table.started", "table.finished")
"""Why somebody who was seated at a table of the waiting room cannot sit there after all."""


def _anything(_: Setup) -> bool:
    """Suits whoever can play every variant of a game."""
    return True


class House:
    """Every table that is open in this process."""

    def __init__(
        self,
        log: Log,
        settings: Settings | None = None,
        now: Callable[[], float] = time.time,
        accounts: Accounts | None = None,
        quotas: Quotas | None = None,
        date: Callable[[], float] | None = None,
    ) -> None:
        self.neighbours: Neighbours | None = None
        """The other nodes, if there may be any."""
        self.log = log
        self.settings = settings or Settings()
        self.now = now
        """The time by which everything is measured; it never jumps."""
        self._wall = date or now
        self.accounts = accounts or Accounts(log)
        self.identity = Identity(self)
        self.quotas = quotas or Quotas(now, self.settings.per_address)
        """How much every address and every name may ask for."""
        self.limits_hit = self.quotas.hit
        """How often somebody ran into a limit that is looked at here or above, by its name in ``limits.py``."""
        self.names = NamesInUse()
        """Who goes by which name: seated, queued, on the way to a seat, or here as a guest."""
        self._openers: dict[str, Visitor] = {}
        self.tables: dict[str, Table] = {}
        self.failures = 0
        """How often a table could not be looked after."""
        self.damages = 0
        """How often something in the log was found not to be what was written."""
        self.refusals: Counter[str] = Counter()
        """How often somebody was refused something, by the code of the refusal."""
        self.set_aside: dict[str, str] = {}
        """Tables that this program cannot play on, and why; they wait in the log, and nobody is bound to them."""
        self.bots: Bots | None = None
        self.onlookers: list[Viewer] = []
        """Told of everything at every table."""
        self.on_forgotten: list[Callable[[str], None]] = []
        """Called with the id of a table that is forgotten."""
        self.on_word: dict[str, Callable[[str], None]] = {
            "login": self.identity.hear_login,
            "void": self.identity.hear_void,
        }
        """Who listens to what other nodes say, by its kind."""
        self._holders: dict[tuple[str, str], Table | None] = {}
        self._lobbies: dict[str, dict[str, Table]] = {name: {} for name in GAMES}
        self._queues: dict[str, list[_Newcomer]] = {name: [] for name in GAMES}
        self._arriving: dict[_Newcomer, Table] = {}
        self._at_door: set[_Newcomer] = set()
        """Who waits until another node has opened a table, or until it is certain that none does."""
        self._seed = self.settings.first_seed
        self._parked: dict[str, float] = {}

    def date(self) -> float:
        """The time of day, in seconds since 1970, to be written down and shown; it may be set at any moment.

        Nodes of one house agree on it.
        """
        return self._wall() if self.neighbours is None else self._wall() + self.neighbours.offset

    # -- coming in --------------------------------------------------------------------------------------------------

    def holder(self, game: str, name: str) -> Table | None:
        """The unfinished table at which a name holds a seat that is not being given up."""
        table = self._rouse_held(game, name)
        return None if table is None or table.head.seat_of(name) is None else table

    def taken(self, game: str, name: str) -> bool:
        """Whether a name is seated, queued or on its way to a seat in a game."""
        self._rouse_held(game, name)
        return (game, name) in self._holders

    def _rouse_held(self, game: str, name: str) -> Table | None:
        """The table that a name is bound to, as it is now."""
        table = self._holders.get((game, name))
        if table is not None and self.neighbours is not None and dozes(table):
            self.rouse(table)
            table = self._holders.get((game, name))
        return table

    def find(self, table: str) -> Table | None:
        """A table that is waiting, being played, or finished and still looked at, as it is now."""
        found = self.tables.get(table)
        if found is not None and self.neighbours is not None and dozes(found):
            self.rouse(found)
        return found

    def tell_others(self, kind: str, body: str) -> None:
        """Tell other nodes something, if there are any; whoever is in ``on_word`` there hears it."""
        if self.neighbours is not None:
            self.neighbours.say(kind, body)

    def rouse(self, table: Table) -> None:
        """Read what a table lacks that was not followed."""
        with suppress(StoreFault, KeyError):
            _, rows = self.log.read(table.id)
            if len(rows) > table.position.seq:
                self.guarded(table, lambda: table.learn(rows))

    def guarded(self, table: Table, act: Callable[[], None]) -> None:
        """Do something with one table; if that fails, the others go on."""
        try:
            act()
        except Exception:
            self._failed(table)

    def waiting(self, game: str, suits: Callable[[Setup], bool]) -> Table | None:
        """The oldest listed table with a free seat whose set-up suits."""
        for table in self._lobbies[game].values():
            head = table.head
            if (
                head.setup.listed
                and not head.started
                and not head.finished
                and (not head.size or len(head.seats) < head.size)
                and suits(head.setup)
            ):
                return table
        return None

    def why_no_seat(self, game: str, visitor: Visitor, suits: Callable[[Setup], bool] = _anything) -> Refusal | None:
        """Why the visitor, whose name is free, would be given no seat by ``enter`` now; nothing is done or counted."""
        table = self.waiting(game, suits)
        return self.quotas.why_no_table(visitor) if table is None else self.quotas.why_no_seat(visitor)

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
    ) -> None:
        """Find a seat in the game's waiting room, or open a table; ``silent``: they cannot ask for its start."""
        newcomer = _Newcomer(game, sitting, viewer, setup, entered, suits, silent, address, anywhere=True)
        self._enter(newcomer, Visitor(address, sitting.name))

    def _enter(self, newcomer: _Newcomer, visitor: Visitor) -> None:
        game = newcomer.game
        table = self.waiting(game, newcomer.suits)
        if refusal := self._reserve(newcomer, HOUSE if table is None else visitor):
            newcomer.entered(refusal)
        elif table is None:
            self._open_for(newcomer)
        elif not table.head.size:
            self._queues[game].append(newcomer)
        else:
            self._seat(newcomer, table)

    def sit(
        self, table: Table, sitting: Sitting, viewer: Viewer | None, entered: Entered, visitor: Visitor = HOUSE
    ) -> None:
        """Take a seat at a certain table; it is counted for the visitor, unless the table was opened for this."""
        game, setup = table.position.charter.game, table.position.setup
        newcomer = _Newcomer(game, sitting, viewer, setup, entered, _anything)
        if refusal := self._reserve(newcomer, visitor):
            entered(refusal)
        else:
            self._seat(newcomer, table)

    def look_on(self, table: Table, viewer: Viewer) -> None:
        """Tell somebody what happens at a table from now on; bots who rested for want of anybody go on."""
        table.watch(viewer)
        if self.bots is not None:
            self.bots.look_at(table.id)

    def arriving(self, viewer: Viewer) -> bool:
        """Whether a seat for somebody on this connection is on its way to the log."""
        return any(newcomer.viewer is viewer for newcomer in (*self._arriving, *self._at_door))

    def queues(self, viewer: Viewer) -> bool:
        """Whether somebody on this connection stands in a queue, with no seat on its way."""
        return any(newcomer.viewer is viewer for queue in self._queues.values() for newcomer in queue)

    def withdraw(self, viewer: Viewer) -> None:
        """Somebody in a queue or about to sit down is gone: they get no seat and no answer."""
        for newcomer, table in [pair for pair in self._arriving.items() if pair[0].viewer is viewer]:
            del self._arriving[newcomer]
            table.drop(viewer)
        for newcomer in [one for one in self._at_door if one.viewer is viewer]:
            self._at_door.discard(newcomer)
            self._free(newcomer.game, newcomer.sitting.name)
        for queue in self._queues.values():
            for newcomer in [one for one in queue if one.viewer is viewer]:
                queue.remove(newcomer)
                self._free(newcomer.game, newcomer.sitting.name)

    def _reserve(self, newcomer: _Newcomer, visitor: Visitor) -> Refusal | None:
        key = (newcomer.game, newcomer.sitting.name)
        if newcomer.sitting.bot:
            return None
        if key in self._holders:
            return PHRASES.refusal("name-taken", name=key[1])
        if refusal := self.quotas.ask_for_seat(visitor):
            return refusal
        self._hold(*key, None)
        return None

    def _open_for(self, newcomer: _Newcomer) -> None:
        if self.neighbours is None:
            self._open_now(newcomer)
        else:
            self._at_door.add(newcomer)
            self.neighbours.at_door(newcomer.game, lambda: self._let_in(newcomer))

    def _let_in(self, newcomer: _Newcomer) -> None:
        """No other node opens a table of the game now, and what they have opened before is known."""
        assert self.neighbours is not None
        game, neighbours = newcomer.game, self.neighbours
        if newcomer not in self._at_door:
            neighbours.entered(game)
            return
        self._at_door.discard(newcomer)
        newcomer.door = lambda: neighbours.entered(game)
        table = self.waiting(game, newcomer.suits)
        if table is None:
            self._open_now(newcomer)
        elif not table.head.size:
            self._close_door(newcomer)
            self._queues[game].append(newcomer)
        else:
            self._seat(newcomer, table)

    def _close_door(self, newcomer: _Newcomer) -> None:
        """Whoever was let in to open a table is done: others may."""
        door, newcomer.door = newcomer.door, None
        if door is not None:
            door()

    def _open_now(self, newcomer: _Newcomer) -> None:
        try:
            table = self.open(newcomer.game, newcomer.setup, Visitor(newcomer.address, newcomer.sitting.name))
        except Refused as refused:
            self._free(newcomer.game, newcomer.sitting.name)
            self._close_door(newcomer)
            newcomer.entered(refused.refusal)
        else:
            table.hosted = not newcomer.silent
            self._seat(newcomer, table)

    def _seat(self, newcomer: _Newcomer, table: Table) -> None:
        key = (newcomer.game, newcomer.sitting.name)
        self._arriving[newcomer] = table

        def answered(outcome: Accepted | Refusal) -> None:
            here = self._arriving.pop(newcomer, None) is not None
            self._close_door(newcomer)
            if isinstance(outcome, Refusal):
                if here and newcomer.anywhere and outcome.code in _GONE_ELSEWHERE and self.neighbours is not None:
                    self._free(*key)
                    self._enter(newcomer, HOUSE)  # another node was faster: there may be other tables
                    return
                if not newcomer.sitting.bot and self._holders.get(key) is None:
                    self._free(*key)
                if (
                    outcome.code in ("table.store", "table.unsure", "table.conflict")
                    and not table.position.seq
                    and table.id in self.tables
                ):
                    self._forget(table)  # the log did not take its first entry
                    self._drain(newcomer.game)
            if here:
                newcomer.entered(outcome if isinstance(outcome, Refusal) else table)

        table.sit(newcomer.sitting, newcomer.viewer, answered, silent=newcomer.silent)

    def _drain(self, game: str) -> None:
        """Seat those who queued while somebody was being asked."""
        queue, self._queues[game] = self._queues[game], []
        for one in queue:
            self._free(game, one.sitting.name)
            self._enter(one, HOUSE)  # they were counted when they came

    # -- opening and closing ----------------------------------------------------------------------------------------

    def open(self, game: str, setup: Setup, opener: Visitor = HOUSE) -> Table:
        """A new table; it becomes durable with its first entry."""
        rules = GAMES[game]
        check_setup(rules, setup)
        if refusal := self.quotas.ask_for_table(opener):
            raise Refused(refusal)
        fixed, self._seed = self._seed, None
        if fixed is not None or not setup.words:  # a rematch of a table whose seed was fixed has one that is not
            setup = msgspec.structs.replace(setup, words=fixed is None)
        seed = fixed or secrets.token_bytes(SEED_BYTES)
        charter = Charter(
            secrets.token_hex(ID_BYTES),
            game,
            rules.VERSION,
            msgspec.json.encode(setup).decode(),
            seed,
            commitment(seed),
            int(self.date() * 1000),
        )
        self._openers[charter.id] = opener
        return self._add(Table(opened(charter), self.log, self.now, date=self.date))

    def _add(self, table: Table) -> Table:
        self.tables[table.id] = table
        if not table.position.started:
            self._lobbies[table.position.charter.game][table.id] = table
        table.watch(self)
        if self.neighbours is not None:
            table.unattended = lambda: not table.viewers_besides(self, self.bots)
            table.written = self.neighbours.written
        return table

    def _forget(self, table: Table) -> None:
        del self.tables[table.id]
        self._lobbies[table.position.charter.game].pop(table.id, None)
        self._parked.pop(table.id, None)
        if opener := self._openers.pop(table.id, None):
            self.quotas.table_closed(opener)
        for forget in self.on_forgotten:
            forget(table.id)

    def load(self) -> Iterator[Table]:
        """Bring back every unfinished table, one at a time; those that cannot be are ``set_aside``."""
        self.identity.refresh()
        for summary in self.log.tables(unfinished=True):
            try:
                charter, rows = self.log.read(summary.charter.id)
                position = fold(charter, rows)
            except (DamagedLog, StoreFault, KeyError) as wrong:
                self.put_aside(summary.charter.id, str(wrong))
                self.damages += isinstance(wrong, Damaged)
                continue
            yield self._bring_back(position, rows)

    def _bring_back(self, position: AnyPosition, rows: Sequence[Row]) -> Table:
        """A table that the log holds."""
        table = self._add(Table(position, self.log, self.now, rows, self.date))
        for seat in position.seats:
            if seat.person and not seat.quit and not position.finished:
                self._hold(position.charter.game, seat.name, table)
        table.clock.expect_back()
        self._attend(position, table)
        if self.neighbours is not None:
            table.hosted = False  # whoever opened it knows
            self.neighbours.place(table)
        if not position.started:
            if position.setup.start == StartPolicy.ASKED or self.neighbours is not None:
                table.clock.review()
            else:
                self._empty(table)
        return table

    def adopt(self, charter: Charter, rows: Sequence[Row]) -> Table | None:
        """A table that another node has opened; None if it is over, or this program cannot play it: others can."""
        if charter.id in self.tables:
            return self.tables[charter.id]
        try:
            position = fold(charter, rows)
        except DamagedLog as wrong:
            self.put_aside(charter.id, str(wrong))
            return None
        if position.finished:
            return None
        table = self._bring_back(position, rows)
        if not position.started:
            self._drain(charter.game)
        for onlooker in self.onlookers:
            if isinstance(onlooker, Adopting):
                onlooker.adopted(table)
        return table

    def put_aside(self, table: str, reason: str) -> None:
        """A table cannot be played on or shown: whoever runs the house is told why."""
        self.set_aside[table] = reason
        log.error("a table is set aside", table=table, reason=reason)

    def found_damage(self, table: str, reason: str) -> None:
        """Something in the log is not what was written; an empty id: it belongs to no table."""
        self.damages += 1
        if table:
            self.put_aside(table, reason)
        else:
            log.error("the log is damaged", reason=reason)

    def _empty(self, table: Table) -> None:
        """After a restart nobody waits any more at a table that would have started by itself."""
        for seat in table.position.seats:
            table.leave(seat.name)
        table.end(EndReason.ABANDONED)

    def tick(self) -> None:
        """See to every table whose time has come; called a few times a second."""
        if self.neighbours is not None:
            self.neighbours.tick()
            if self.neighbours.asleep:
                return
        self.look_at_clocks()

    def look_at_clocks(self) -> None:
        """Do what is due."""
        now = self.now()
        for table in list(self.tables.values()):
            wakes = table.clock.wakes
            if wakes is not None and wakes <= now:
                try:
                    table.clock.review()
                except Exception:
                    self._failed(table)

    def halt(self) -> None:
        """The house closes: connections end one after the other, and nobody is skipped for that."""
        for table in self.tables.values():
            table.clock.halt()

    def sweep(self) -> None:
        """Forget finished tables nobody looks at, close those whose players never came back, turn those away whose
        secrets are void; called now and then.
        """
        with suppress(StoreFault):  # (the log says so itself)
            self.identity.refresh()
        for table in list(self.tables.values()):
            if table.settled:
                try:
                    self._sweep(table)
                except Exception:
                    self._failed(table)

    def _sweep(self, table: Table) -> None:
        now = self.now()
        if table.position.finished:
            if not table.viewers_besides(self, self.bots):
                self._forget(table)
        elif (
            table.keepers or table.elsewhere or table.viewers_besides(self, self.bots) or self._occupied(table)
        ) and not table.clock.resting(table.position):
            self._parked.pop(table.id, None)
        elif now - self._parked.setdefault(table.id, now) > _patience(table.position):
            if table.position.seq:
                table.end(EndReason.ABANDONED)
            else:
                self._forget(table)

    def _occupied(self, table: Table) -> bool:
        """Whether somebody on another node is there."""
        return self.neighbours is not None and self.neighbours.occupied(table.id)

    def _failed(self, table: Table) -> None:
        """One table could not be looked after; the others are, and this one is tried again."""
        self.failures += 1
        log.exception("a table could not be looked after", table=table.id)
        table.clock.look_again(AGAIN_SECONDS)

    # -- what the house hears ---------------------------------------------------------------------------------------

    def told(self, event: Event) -> None:
        """Keep the book of who sits where, and pass it on."""
        failures: list[Exception] = []
        try:
            if event.after.result is not None or not isinstance(event.entry.fact, Moved):
                table = self.tables.get(event.table)
                if table is not None:
                    self._keep_book(event, table)
        except Exception as failure:
            failures.append(failure)
        for onlooker in self.onlookers:
            try:
                onlooker.told(event)
            except Exception as failure:
                failures.append(failure)
        _raise_all(failures)

    def _keep_book(self, event: Event, table: Table) -> None:
        fact, after = event.entry.fact, event.after
        game = after.charter.game
        match fact:
            case Sat(_, name, _, bot):
                if not bot:
                    self._hold(game, name, table)
                if fact.gives_away:
                    log.info("a client is shown what the rules hide", table=table.id, name=name, what=fact.gives_away)
            case Left(seat) | Quit(seat):
                self._release(game, event.before.seats[seat].name, table)
                if isinstance(fact, Left) and not table.head.seats and self._deserted(after, table):
                    table.end(EndReason.ABANDONED)
            case Sized() | Started():
                self._drain(game)
        if isinstance(fact, Sat | HandedOver) and self._attend(after, table) and self.bots is not None:
            self.bots.told(event)
        if after.started or after.finished:
            self._lobbies[game].pop(table.id, None)
        if after.finished:
            for each in after.seats:
                self._release(game, each.name, table)
            if not after.started:
                self._drain(game)

    def _deserted(self, position: AnyPosition, table: Table) -> bool:
        """Whether nobody waits at a table where nobody sits; without a size there is nobody left to be asked for it."""
        if table.learning:
            return False  # whoever gave the seat up sees to it
        return not position.size or not table.viewers_besides(self, self.bots, *self.onlookers)

    def noticed(self, notice: Notice) -> None:
        """Presence is the table's own affair; the onlookers hear of it."""
        failures: list[Exception] = []
        for onlooker in self.onlookers:
            try:
                onlooker.noticed(notice)
            except Exception as failure:
                failures.append(failure)
        _raise_all(failures)

    def _attend(self, position: AnyPosition, table: Table) -> bool:
        """See that the bots watch a table where one sits; whether they begin to now."""
        if self.bots is None or self.bots in table.viewers or not any(seat.bot for seat in position.seats):
            return False
        table.watch(self.bots)
        return True

    def _release(self, game: str, name: str, table: Table) -> None:
        if self._holders.get((game, name)) is table:
            self._free(game, name)

    def _hold(self, game: str, name: str, table: Table | None) -> None:
        """A name is bound to a game, and perhaps to a table already."""
        if (game, name) not in self._holders:
            self.names.took(name)
        self._holders[game, name] = table

    def _free(self, game: str, name: str) -> None:
        """A name is no longer bound to a game."""
        if (game, name) in self._holders:
            del self._holders[game, name]
            self.names.freed(name)


def _patience(position: AnyPosition) -> float:
    """For how many seconds a table is kept at which nobody is."""
    if not position.started:
        return EMPTY_SECONDS
    return PARKED_SECONDS if any(seat.person for seat in position.seats) else UNWATCHED_SECONDS


def _raise_all(failures: list[Exception]) -> None:
    """Let those who failed be heard of, now that everybody else was told."""
    if failures:
        raise ExceptionGroup("onlookers failed", failures)
