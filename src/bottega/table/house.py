"""The house: all its tables, and who sits where.

How people find a seat is in ``reception.py``. From its first entry to its last a table is open here, or dormant while
nobody is there; what happens at it is passed on to the onlookers (lobby, bots, archive, other nodes).

What must stay true:

1. A name holds one seat at the unfinished tables of a game, counting seats that are on their way to the log and places
   in the queue; somebody who is known by a token or a password may hold more (``holdings.py``).
2. A table is forgotten only when its game is over and nobody looks at it any more.
3. A table that cannot be played on (rules that this program does not know, a damaged log) keeps no other from being.
4. Every table is looked at when its time has come, whatever becomes of those before it; every onlooker is told.
5. A running table at which nobody has been for a while may be *dormant* (``dormant.py``): its names are held and it is
   listed as before, and whoever asks for it by its id or by a name finds it as after a restart.
6. With ``neighbours`` (``neighbours.py``) the same holds for all nodes together: what a name holds is claimed in the
   log, and whoever finds no table opens one only after looking again while no other node does.
"""

from __future__ import annotations

import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from math import inf
from typing import Protocol, runtime_checkable

import msgspec
import structlog

from bottega.games import GAMES
from bottega.games.chance import SEED_BYTES, commitment
from bottega.limits import (
    DAYS_GUESTS_SECONDS,
    DAYS_PARKED_SECONDS,
    DAYS_WAITING_SECONDS,
    DORMANT_SECONDS,
    ELSEWHERE_SECONDS,
    EMPTY_SECONDS,
    PARKED_SECONDS,
    REOPENED_SECONDS,
    UNWATCHED_SECONDS,
    WOKEN_AT_ONCE,
)
from bottega.store.forgetting import mark_of
from bottega.store.log import Charter, Damaged, Log, Row, StoreFault
from bottega.table.accounts import Accounts
from bottega.table.alarms import Alarms
from bottega.table.dormant import Dormant, dormant, recalled, sketch_of
from bottega.table.entries import (
    DamagedLog,
    EndReason,
    HandedOver,
    Left,
    Moved,
    Quit,
    Sat,
    Sized,
    Started,
    Succeeded,
)
from bottega.table.events import Bots, Event, Notice, Viewer
from bottega.table.holdings import Holdings, id_of, seat_at
from bottega.table.identity import Identity
from bottega.table.names import NamesInUse
from bottega.table.neighbours import Neighbours, dozes
from bottega.table.notifications import Notifications, Outbound
from bottega.table.passkeys import Passkeys
from bottega.table.position import (
    AnyPosition,
    Refused,
    Seat,
    Setup,
    StartPolicy,
    check_setup,
    fold,
    name_claim,
    opened,
)
from bottega.table.quotas import HOUSE, Quotas, Visitor
from bottega.table.reception import Reception
from bottega.table.table import Table
from bottega.table.transfers import Transfers
from bottega.table.turns import awaits_nobody, due, rests
from bottega.table.vacations import Vacations

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
    outbound: Outbound = Outbound()
    """By which ways people are told about their games while they are away."""
    first_seed: bytes | None = None
    """The seed of the first table (tests only), which takes no words, so that its deal is always the same."""


@runtime_checkable
class Adopting(Protocol):
    """An onlooker that wants to know of tables which other nodes have opened."""

    def adopted(self, table: Table) -> None:
        """A table has become known here."""


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
        self.passkeys = Passkeys(log)
        self.vacations = Vacations(self)
        self.vacations.on_changed.append(self._went_away)
        self.transfers = Transfers(self)
        self.quotas = quotas or Quotas(now, self.settings.per_address)
        """How much every address and every name may ask for."""
        self.limits_hit = self.quotas.hit
        """How often somebody ran into a limit that is looked at here or above, by its name in ``limits.py``."""
        self.names = NamesInUse()
        """Who goes by which name: seated, queued, on the way to a seat, or here as a guest."""
        self._openers: dict[str, Visitor] = {}
        self._expectant: dict[str, Visitor] = {}
        """Who has opened the tables over days that have not begun."""
        self.tables: dict[str, Table] = {}
        """Those in memory; whoever asks for one by its id asks ``find``."""
        self.dormant: dict[str, Dormant] = {}
        """Running tables that nobody is at, known at a glance."""
        self.failures = 0
        """How often a table could not be looked after."""
        self.damages = 0
        """How often something in the log was found not to be what was written."""
        self.refusals: Counter[str] = Counter()
        """How often somebody was refused something, by the code of the refusal."""
        self.set_aside: dict[str, str] = {}
        """Tables that this program cannot play on, and why; they wait in the log, and nobody is bound to them."""
        self.bots: Bots | None = None
        self.notifications: Notifications | None = None
        """What those are told who are away, if the house may send anything."""
        self.entries: Counter[str] = Counter()
        """How many entries have become durable, by their game."""
        self.onlookers: list[Viewer] = []
        """Told of everything at every table."""
        self.on_ended: list[Callable[[Event], None]] = []
        """Called with the last event of every game."""
        self.on_forgotten: list[Callable[[str], None]] = []
        """Called with the id of a table that is forgotten."""
        self.on_dormant: list[Callable[[str], None]] = []
        """Called with the id of a table that is kept at a glance only."""
        self.on_name_forgotten: list[Callable[[str], None]] = [self.vacations.forget]
        """Called with the mark of a name (``store/forgetting.py``) that nothing is to remember any more."""
        self.on_word: dict[str, Callable[[str], None]] = {
            "login": self.identity.hear_login,
            "void": self.identity.hear_void,
            "vacation": self.vacations.hear,
            "forgotten": lambda _: self.identity.refresh(),
        }
        """Who listens to what other nodes say, by its kind."""
        self.holdings = Holdings(self.names)
        """Who holds which seats."""
        self.reception = Reception(self)
        """Who is on their way to a seat, and which tables wait for somebody."""
        self._seed = self.settings.first_seed
        self._parked: dict[str, float] = {}
        self._opened = now()
        self._alarms = Alarms()
        """When dormant games over days have to be looked at."""

    @property
    def elsewhere_seconds(self) -> float:
        """How long a seat is kept at least whose player's connection is lost: they may be on another node by now."""
        return 0.0 if self.neighbours is None else ELSEWHERE_SECONDS

    def date(self) -> float:
        """The time of day, in seconds since 1970, to be written down and shown; it may be set at any moment.

        Nodes of one house agree on it.
        """
        return self._wall() if self.neighbours is None else self._wall() + self.neighbours.offset

    # -- coming in --------------------------------------------------------------------------------------------------

    def holder(self, game: str, name: str) -> Table | None:
        """The unfinished table at which a name holds a seat that is not being given up; of several, any."""
        return next(iter(self.tables_of(game, name)), None)

    def tables_of(self, game: str, name: str) -> list[Table]:
        """The unfinished tables at which a name holds a seat that is not being given up, as they are now.

        Those are left out whose log cannot be read now.
        """
        found = [self.find(id_of(held)) for held in self.holdings.tables(game, name)]
        return [table for table in found if table is not None and table.head.seat_of(name) is not None]

    def bound(self, game: str, name: str) -> list[Table]:
        """The tables that a name is bound to and that are awake, as far as they are known here."""
        return [table for table in self.holdings.tables(game, name) if not isinstance(table, Dormant)]

    def unread(self, game: str, name: str) -> bool:
        """Whether a table that a name is bound to cannot be read now, so that nobody can say what is theirs."""
        dormant = [table for table in self.holdings.tables(game, name) if isinstance(table, Dormant)]
        return any(self.here(table.charter.id) is None and table.charter.id in self.dormant for table in dormant)

    def taken(self, game: str, name: str) -> bool:
        """Whether a name is seated, queued or on its way to a seat in a game."""
        self._freshen(game, name)
        return self.holdings.taken(game, name)

    def held(self, game: str, name: str) -> dict[str, Seat]:
        """The seats that a name holds in a game, by the ids of their tables."""
        self._freshen(game, name)
        tables = self.holdings.tables(game, name)
        return {id_of(table): seat for table in tables if (seat := seat_at(table, name)) is not None}

    def _freshen(self, game: str, name: str) -> None:
        """Look again at the one table that a name is bound to, where other nodes may have written.

        Of several tables the log tells soon enough what has changed at them.
        """
        if self.neighbours is not None and len(held := self.holdings.tables(game, name)) == 1:
            self.find(id_of(held[0]))

    def unsettled(self, game: str, name: str) -> bool:
        """Whether a name is about to take a seat of a game or to leave one, or nobody can say."""
        held = self.holdings.tables(game, name)
        return self.holdings.coming(game, name) or len(self.tables_of(game, name)) < len(held)

    def find(self, table: str) -> Table | None:
        """A table that is waiting, being played, or finished and still looked at, as it is now."""
        found = self.here(table)
        if found is not None and self.neighbours is not None and dozes(found):
            self.rouse(found)
        return found

    def here(self, table: str) -> Table | None:
        """A table that is waiting, being played, or finished and still looked at, as far as it is known here."""
        found = self.tables.get(table)
        if found is None and (asleep := self.dormant.get(table)) is not None:
            with suppress(StoreFault):  # (the log says so itself)
                found = self._wake(asleep)
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

    def look_on(self, table: Table, viewer: Viewer) -> None:
        """Tell somebody what happens at a table from now on; bots who rested for want of anybody go on."""
        table.watch(viewer)
        if self.bots is not None:
            self.bots.look_at(table.id)

    # -- opening and closing ----------------------------------------------------------------------------------------

    def open(self, game: str, setup: Setup, opener: Visitor = HOUSE) -> Table:
        """A new table; it becomes durable with its first entry."""
        rules = GAMES[game]
        check_setup(rules, setup)
        if refusal := self.quotas.ask_for_table(opener, days=setup.correspondence):
            raise Refused(refusal)
        fixed, self._seed = self._seed, None
        if fixed is not None or not setup.words:  # a rematch of a table whose seed was fixed has one that is not
            setup = msgspec.structs.replace(setup, words=fixed is None)
        seed = fixed or secrets.token_bytes(SEED_BYTES)
        charter = Charter(
            self._new_id(),
            game,
            rules.VERSION,
            msgspec.json.encode(setup).decode(),
            seed,
            commitment(seed),
            int(self.date() * 1000),
        )
        self._openers[charter.id] = opener
        if setup.correspondence:
            self._expectant[charter.id] = opener
        return self._add(Table(opened(charter), self.log, self.now, date=self.date))

    def _new_id(self) -> str:
        """What a new table is called: nobody guesses it."""
        return secrets.token_hex(ID_BYTES)

    def _add(self, table: Table) -> Table:
        self.tables[table.id] = table
        if not table.position.started:
            self.reception.add(table)
        table.watch(self)
        table.away, table.look_up_away = self.vacations.of, self.vacations.refresh
        table.asker_is_here = self.identity.is_here
        if self.neighbours is not None:
            neighbours = self.neighbours
            table.unattended = lambda: not table.viewers_besides(self, self.bots)
            table.unaware = lambda: neighbours.asleep
            table.written = neighbours.written
        return table

    def forget(self, table: Table) -> None:
        """A table is over, or never was: nobody finds it here any more."""
        del self.tables[table.id]
        self.reception.remove(table)
        self._is_forgotten(table.id)

    def _is_forgotten(self, table: str) -> None:
        """A table is none of the house's any more: nothing is kept beside it, whoever opened it may open another."""
        self._parked.pop(table, None)
        if opener := self._openers.pop(table, None):
            self.quotas.table_closed(opener)
        self._waits_no_longer(table)
        for forget in self.on_forgotten:
            forget(table)

    def _waits_no_longer(self, table: str) -> None:
        """A table has begun, or is no more: whoever opened it may open another over days."""
        if opener := self._expectant.pop(table, None):
            self.quotas.days_table_begun(opener)

    def forget_name(self, mark: str) -> None:
        """A name was taken out of the log, known by its mark (``store/forgetting.py``): nothing here remembers it."""
        for table in list(self.tables.values()):
            if table.position.finished and any(mark_of(seat.name) == mark for seat in table.position.seats):
                self.forget(table)
        for forget in self.on_name_forgotten:
            forget(mark)

    def load(self) -> Iterator[Table]:
        """Know every unfinished table; those that have to be read are given, one at a time.

        A running table of which the log has a sketch is not read before somebody asks for it. Those that cannot be
        played are ``set_aside``.
        """
        self.identity.refresh()
        self.vacations.load()
        for sketched in self.log.sketches():
            table = sketched.charter.id
            try:
                asleep = recalled(sketched)
                if asleep is not None:
                    self._lie_down(asleep)
                    continue
                charter, rows = self.log.read(table)
                position = fold(charter, rows)
            except (DamagedLog, StoreFault, KeyError) as wrong:
                self._set_aside(table, wrong)
                continue
            if position.started:  # of a log that had no sketches yet
                self.log.append(table, (), _unheard, sketch=sketch_of(position))
            yield self._bring_back(position, rows)

    def _set_aside(self, table: str, wrong: Exception) -> None:
        self.put_aside(table, str(wrong))
        self.damages += isinstance(wrong, Damaged)

    # -- nobody is there ----------------------------------------------------------------------------------------------

    def _lie_down(self, asleep: Dormant) -> None:
        """Know a running table at a glance, and whom it keeps a seat for."""
        self.dormant[asleep.charter.id] = asleep
        for name in asleep.people:
            self.holdings.hold(asleep.charter.game, name, asleep)
        self._set_alarm(asleep)

    def _set_alarm(self, asleep: Dormant) -> None:
        """See that a dormant game over days is woken when somebody's time is over, or for a bot to play on."""
        if awaits_nobody(asleep.turn, asleep.seats):
            at = self.now()
        elif asleep.setup.absent != "wait" and (ends := due(asleep.turn, asleep.seats, self.vacations.of)) is not None:
            at = self.now() + ends - self.date()
            at = self._opened + REOPENED_SECONDS if at < self._opened else at
        else:
            self._alarms.void(asleep.charter.id)
            return
        self._alarms.set(asleep.charter.id, at)

    def date_was_set(self) -> None:
        """The date is another than was thought: set the clocks of games over days by it."""
        for asleep in self.dormant.values():
            self._set_alarm(asleep)
        for table in list(self.tables.values()):
            if table.position.turn is not None:
                self.guarded(table, table.clock.set_days_anew)

    def _went_away(self, name: str) -> None:
        """Somebody is away, or back: set the clocks of their games over days by it."""
        for game in GAMES:
            for table in self.holdings.tables(game, name):
                if isinstance(table, Dormant):
                    self._set_alarm(table)
                elif table.position.turn is not None:
                    self.guarded(table, table.clock.review)

    def _ring(self) -> None:
        """Wake the dormant tables whose time has come, a few at a time."""
        for table in self._alarms.ringing(self.now(), WOKEN_AT_ONCE):
            if self.here(table) is None and table in self.dormant:  # its log cannot be read now
                self._alarms.set(table, self.now() + AGAIN_SECONDS)
            elif self.bots is not None:
                self.bots.look_at(table)

    def _send_to_sleep(self, table: Table) -> None:
        """Nobody has been at a running table for a while: its log says all that somebody would come back to."""
        del self.tables[table.id]
        self._lie_down(dormant(table.position))
        for reduce in self.on_dormant:
            reduce(table.id)

    def _wake(self, asleep: Dormant) -> Table | None:
        """A dormant table as after a restart; None if it is none any more, StoreFault if its log cannot be read now."""
        table = asleep.charter.id
        try:
            charter, rows = self.log.read(table)
            position = fold(charter, rows)
        except (DamagedLog, Damaged, KeyError) as wrong:
            self._get_up(asleep)
            self._set_aside(table, wrong)
            self._is_forgotten(table)
            return None
        self._get_up(asleep)
        if position.finished:  # on another node
            self._is_forgotten(table)
            return None
        return self._bring_back(position, rows)

    def _get_up(self, asleep: Dormant) -> None:
        """A table is dormant no longer, whatever becomes of it."""
        del self.dormant[asleep.charter.id]
        self._alarms.void(asleep.charter.id)
        for name in asleep.people:
            self.holdings.release(asleep.charter.game, name, asleep)

    def _bring_back(self, position: AnyPosition, rows: Sequence[Row]) -> Table:
        """A table that the log holds."""
        table = self._add(Table(position, self.log, self.now, rows, self.date))
        for seat in position.seats:
            if seat.person and not seat.quit and not position.finished:
                self.holdings.hold(position.charter.game, seat.name, table)
        table.clock.expect_back()
        table.clock.opened = self._opened
        self._attend(position, table)
        if self.neighbours is not None:
            table.hosted = False  # whoever opened it knows
            self.neighbours.place(table)
        if position.turn is not None:
            table.clock.review()
        if not position.started:
            lasts = position.setup.start == StartPolicy.ASKED or position.setup.correspondence
            if lasts or self.neighbours is not None:
                table.clock.review()
            else:
                self._empty(table)
        return table

    def adopt(self, charter: Charter, rows: Sequence[Row]) -> Table | None:
        """A table that another node has opened; None if it is over, or this program cannot play it: others can."""
        if charter.id in self.tables or charter.id in self.dormant:
            return self.here(charter.id)
        try:
            position = fold(charter, rows)
        except DamagedLog as wrong:
            self.put_aside(charter.id, str(wrong))
            return None
        if position.finished:
            return None
        table = self._bring_back(position, rows)
        if not position.started:
            self.reception.drain(charter.game)
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
            if (asleep := self.dormant.get(table)) is not None:
                self._get_up(asleep)
            if table in self.tables:  # what is played on was read before
                log.error("the log of a table is damaged", table=table, reason=reason)
            else:
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
        self._ring()
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
        self.transfers.sweep()
        if self.neighbours is not None and self.neighbours.asleep:
            return  # nobody can say who is where
        for table in list(self.tables.values()):
            if table.settled:
                try:
                    self._sweep(table)
                except Exception:
                    self._failed(table)
        self._sweep_dormant()

    def _sweep_dormant(self) -> None:
        """Wake those whose players never came back, a few at a time; they are closed like any other."""
        now, woken = self.now(), 0
        for asleep in list(self.dormant.values()):
            table = asleep.charter.id
            if self._occupied(table):
                self._parked.pop(table, None)
            elif now - self._parked.setdefault(table, now) > _patience(asleep) and woken < WOKEN_AT_ONCE:
                woken += 1
                if (there := self.here(table)) is not None:
                    self._sweep(there)

    def _sweep(self, table: Table) -> None:
        now = self.now()
        if table.position.finished:
            if not table.viewers_besides(self, self.bots):
                self.forget(table)
        elif (
            table.attendance.anybody or table.viewers_besides(self, self.bots) or self._occupied(table.id)
        ) and not table.clock.resting(table.position):
            self._parked.pop(table.id, None)
        elif self._given_up(table.position, parked := now - self._parked.setdefault(table.id, now)):
            if table.position.seq:
                table.end(EndReason.ABANDONED)
            else:
                self.forget(table)
        elif parked > DORMANT_SECONDS and self._deep(table):
            self._send_to_sleep(table)

    def _given_up(self, position: AnyPosition | Dormant, parked: float) -> bool:
        """Whether a table is kept no longer at which nobody has been for so many seconds."""
        if parked <= _patience(position):
            return False
        waits = position.setup.correspondence and position.turn is None and parked <= DAYS_WAITING_SECONDS
        made_an_account = waits and any(seat.person and self.accounts.owned(seat.name) for seat in position.seats)
        return not made_an_account

    def _deep(self, table: Table) -> bool:
        """Whether nothing is lost if a table is known at a glance only."""
        return (
            table.position.started
            and (table.clock.wakes is None or table.position.turn is not None)
            and not awaits_nobody(table.position.turn, table.position.seats)
            and not (table.attendance.anybody or table.viewers_besides(self, self.bots))
        )

    def _occupied(self, table: str) -> bool:
        """Whether somebody on another node is there."""
        return self.neighbours is not None and self.neighbours.occupied(table)

    def _failed(self, table: Table) -> None:
        """One table could not be looked after; the others are, and this one is tried again."""
        self.failures += 1
        log.exception("a table could not be looked after", table=table.id)
        table.clock.look_again(AGAIN_SECONDS)

    # -- what the house hears ---------------------------------------------------------------------------------------

    def told(self, event: Event) -> None:
        """Keep the book of who sits where, and pass it on."""
        failures: list[Exception] = []
        ended = event.after.result is not None
        self.entries[event.after.charter.game] += 1
        try:
            if ended or not isinstance(event.entry.fact, Moved):
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
        for tell in self.on_ended if ended else ():
            try:
                tell(event)
            except Exception as failure:
                failures.append(failure)
        if failures:
            _raise_all(failures)

    def _keep_book(self, event: Event, table: Table) -> None:
        fact, after = event.entry.fact, event.after
        game = after.charter.game
        match fact:
            case Sat(_, name, _, bot):
                if not bot:
                    self.holdings.hold(game, name, table)
                if fact.gives_away:
                    log.info("a client is shown what the rules hide", table=table.id, name=name, what=fact.gives_away)
            case Succeeded(seat, name):
                if not event.before.seats[seat].quit:
                    self._release(event.before.seats[seat], table)
                self.holdings.hold(game, name, table)
            case Left(seat) | Quit(seat):
                self._release(event.before.seats[seat], table)
                if isinstance(fact, Left) and not table.head.seats and self._deserted(after, table):
                    table.end(EndReason.ABANDONED)
            case Sized() | Started():
                self.reception.drain(game)
        if isinstance(fact, Sat | HandedOver) and self._attend(after, table) and self.bots is not None:
            self.bots.told(event)
        if after.started or after.finished:
            self.reception.remove(table)
            self._waits_no_longer(table.id)
        if after.finished:
            for each in after.seats:
                self._release(each, table)
            if not after.started:
                self.reception.drain(game)

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

    def _release(self, seat: Seat, table: Table) -> None:
        """Somebody holds a seat no longer; if it has claimed their name for others of theirs, one of those does now."""
        game = table.position.charter.game
        self.holdings.release(game, seat.name, table)
        if seat.person and not table.learning and (heir := self.holdings.heir(game, seat.name)) is not None:
            self.log.append(id_of(heir), (), _unheard, claims=[name_claim(game, seat.name)])


def _unheard(_: StoreFault | None) -> None:
    """For a sketch: without it the log is read. For a claim: it is held already, or another node was faster."""


def _patience(position: AnyPosition | Dormant) -> float:
    """For how many seconds a table is kept at which nobody is."""
    if position.setup.correspondence:
        turn = position.turn
        if turn is None:
            return DAYS_WAITING_SECONDS if any(seat.account for seat in position.seats) else DAYS_GUESTS_SECONDS
        stands = turn.stopped or rests(turn, position.seats) or position.setup.absent == "wait"
        return DAYS_PARKED_SECONDS if stands or not any(not seat.bot for seat in position.seats) else inf
    if not position.started:
        return EMPTY_SECONDS
    return PARKED_SECONDS if any(seat.person for seat in position.seats) else UNWATCHED_SECONDS


def _raise_all(failures: list[Exception]) -> None:
    """Let those who failed be heard of, now that everybody else was told."""
    if failures:
        raise ExceptionGroup("onlookers failed", failures)
