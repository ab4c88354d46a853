"""What all connections of the house protocol share: the lobby's list, talk, stories, and the last entries.

The room hears of every entry of every table (it is one of the house's onlookers). It keeps the last few entries of the
tables that somebody follows over this protocol, so that whoever comes back soon gets just what was missed, and tells
the lobby's list what may have changed.

Nothing here outlives the process, and nothing needs to: seats, accounts and what was said are in the store.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator

import msgspec
import structlog

from bottega.games import GAMES
from bottega.games.refusal import Refusal
from bottega.limits import DOOR_SECONDS, KEPT_ENTRIES, KEPT_FOLDED
from bottega.store.log import Damaged, StoreFault
from bottega.table.beside import Once, Run, Wanted, always, at_once
from bottega.table.dormant import Dormant
from bottega.table.entries import DamagedLog, Moved, Skipped
from bottega.table.events import Event, Notice
from bottega.table.holdings import id_of
from bottega.table.house import House
from bottega.table.position import AnyPosition, fold
from bottega.table.table import Table
from bottega.wire.core.taps import Taps
from bottega.wire.house.absence import away_of
from bottega.wire.house.delay import Delays, delayed
from bottega.wire.house.lobby import Later, LobbyList
from bottega.wire.house.messages import Freed, Message, RematchNews, Said
from bottega.wire.house.own_games import OwnGames
from bottega.wire.house.phrases import PHRASES
from bottega.wire.house.story import Stories
from bottega.wire.house.talk import Talk
from bottega.wire.house.words import encoded

log = structlog.get_logger("bottega.house")

_PLAYED = (Moved, Skipped)


class Recent:
    """What is remembered beside one table: its last entries."""

    def __init__(self) -> None:
        self.entries: deque[Event] = deque(maxlen=KEPT_ENTRIES)

    def since(self, seq: int, last: int) -> list[Event] | None:
        """The entries after ``seq`` up to ``last``, None if they are not all here."""
        if seq == last:
            return []
        missed = [event for event in self.entries if event.entry.seq > seq]
        return missed if missed and missed[0].entry.seq == seq + 1 else None


class Room:
    """The shared side of the house protocol."""

    def __init__(self, house: House, later: Later, run: Run = at_once, taps: Taps | None = None) -> None:
        self.house = house
        self._later = later
        self.run = run
        """Does slow work beside those who play."""
        self.taps = taps or Taps(house.now)
        self._past: Once[AnyPosition | Refusal] = Once(self._read, run, KEPT_FOLDED, lasts)
        self.lobby = LobbyList(house, later)
        self.own_games = OwnGames(house, later)
        self.talk = Talk(house.log, run, self._said)
        self.stories = Stories(house.log, run)
        self.delays = Delays(house, self.stories, self._let_go)
        self._unheard: dict[str, list[Said]] = {}
        """What was said at tables that are watched with a delay, and those who watch have not heard yet."""
        self._recent: dict[str, Recent] = {}
        self.shut_out: set[str] = set()
        """Tables that nobody may watch who does not play there."""
        self._rematches: dict[str, str] = {}
        self._formers: dict[str, str] = {}
        self._opening: dict[str, list[Callable[[], None]]] = {}
        """Who waits to hear which table another node has opened for a rematch."""
        house.onlookers.append(self)
        house.on_forgotten.append(self._forgotten)
        house.on_dormant.append(self._reduce)
        house.vacations.on_changed.append(self._went_away)
        house.on_name_forgotten.append(self._name_forgotten)
        house.on_word["talk"] = self.talk.refresh
        house.on_word["rematch"] = self._hear_rematch
        house.on_word["shut"] = self._hear_shut
        house.on_word["nudge"] = self._hear_nudge
        house.on_word["freed"] = self._hear_freed
        house.on_word["hurry"] = self._hear_hurry

    # -- tables -----------------------------------------------------------------------------------------------------

    def past(
        self, table: str, then: Callable[[AnyPosition | Refusal], None], wanted: Wanted = always, asker: str = ""
    ) -> None:
        """A finished table that is no longer live, read from the log beside those who play; or why it cannot be."""
        self._past.ask(table, lambda found: then(PHRASES.refusal("busy") if found is None else found), wanted, asker)

    def _read(self, table: str) -> AnyPosition | Refusal:
        try:
            position = fold(*self.house.log.read(table))
        except KeyError:
            return PHRASES.refusal("no-such-table", table=table)
        except (Damaged, DamagedLog) as wrong:
            log.error("a table cannot be opened", table=table, reason=str(wrong))
            return PHRASES.refusal("set-aside", table=table)
        except StoreFault:
            return PHRASES.refusal("unread", table=table)
        return position if position.finished else PHRASES.refusal("no-such-table", table=table)

    def recent(self, table: str) -> Recent:
        """What is remembered beside a live table, from now on until it is forgotten."""
        return self._recent.setdefault(table, Recent()) if table in self.house.tables else Recent()

    def rematch_of(self, table: str) -> str | None:
        """The table that was opened for the rematch, while there is one."""
        return self._rematches.get(table)

    def remember_rematch(self, former: str, table: str) -> None:
        """A table was opened for the rematch of another."""
        self._rematches[former] = table
        self._formers[table] = former

    def may_rematch(self, former: str, then: Callable[[], None]) -> None:
        """Call when it is known whether there is a table for the rematch, or that nobody else opens one now.

        Of several nodes one has the right to; the others hear of its table, or ask again if they do not.
        """
        neighbours = self.house.neighbours
        if neighbours is None or former in self._rematches:
            then()
            return

        def answered(granted: bool) -> None:
            if granted or former in self._rematches:
                then()
                return
            waiting = self._opening.setdefault(former, [])
            waiting.append(then)
            if len(waiting) == 1:
                self._later(DOOR_SECONDS, lambda: self._go_on(former))

        neighbours.lease(f"rematch {former}", DOOR_SECONDS, answered)

    def _go_on(self, former: str) -> None:
        for then in self._opening.pop(former, ()):
            self.may_rematch(former, then)

    def _hear_rematch(self, body: str) -> None:
        """A table was opened for a rematch on another node."""
        former, table, name = body.split(" ", 2)
        self.remember_rematch(former, table)
        self._go_on(former)
        old = self.house.tables.get(former)
        if old is not None:
            tell_all(old, RematchNews(table=former, name=name, next=table))

    def shut(self, table: str, on: bool) -> None:
        """Let nobody watch a table, or everybody again."""
        (self.shut_out.add if on else self.shut_out.discard)(table)

    def _hear_shut(self, body: str) -> None:
        """Those who play a table have said on another node whether it may be watched."""
        name, _, on = body.partition(" ")
        table = self.house.tables.get(name)
        if table is not None or name in self.house.dormant:
            self.shut(name, on == "1")
        if table is None:
            return
        for watcher in list(followers(table, playing=False)) if on == "1" else ():
            watcher.exclude(table)
        for player in followers(table, playing=True):
            player.tell_watchers(table)

    def _hear_nudge(self, body: str) -> None:
        """Somebody on another node is waiting for whoever has the turn."""
        name, _, who = body.partition(" ")
        table = self.house.tables.get(name)
        if table is not None:
            for keeper in list(table.attendance.keepers.values()):
                if isinstance(keeper, Follower):
                    keeper.nudged(table, who)

    def _hear_freed(self, body: str) -> None:
        """A host on another node has made a code for somebody's seat."""
        freed = msgspec.json.decode(body, type=Freed)
        table = self.house.tables.get(freed.table)
        if table is not None:
            tell_all(table, freed)

    def hurry(self, table: Table, pause: float | None) -> None:
        """Let the bots of a table wait so long, or (None) not at all until somebody else is to act."""
        if pause is None:
            table.hurried = True
        else:
            table.bot_seconds = pause
        if self.house.bots is not None:
            self.house.bots.hurry(table.id)

    def _hear_hurry(self, body: str) -> None:
        """Those who play a table have said on another node how long bots wait, which may be this one's to think for."""
        name, _, pause = body.partition(" ")
        table = self.house.tables.get(name)
        if table is not None:
            self.hurry(table, float(pause) if pause else None)

    def _reduce(self, table: str) -> None:
        """Nobody is at a table: what can be read again is."""
        self._recent.pop(table, None)
        self.talk.forget(table)
        self.delays.forget(table)
        self._unheard.pop(table, None)

    def _forgotten(self, table: str) -> None:
        """Nobody comes back to a table that the house has forgotten."""
        self._reduce(table)
        self.lobby.note(table)
        self.shut_out.discard(table)
        former = self._formers.pop(table, None)
        if former is not None and self._rematches.get(former) == table:
            del self._rematches[former]

    def _name_forgotten(self, _: str) -> None:
        """Read anew what may name somebody who was forgotten."""
        self._past.forget()
        self.stories.forget()
        self.talk.forget_lines()

    def _said(self, line: Said) -> None:
        table = self.house.tables.get(line.table)
        if table is None:
            return
        if line.at < self.delays.silent_from(table.position):
            tell_all(table, line)
            return
        for follower in followers(table, playing=True):
            follower.shown(encoded(line))
        self._unheard.setdefault(line.table, []).append(line)

    def _let_go(self, event: Event, last: bool) -> None:
        """Those who only watch are told an entry, and what was said before the next."""
        table = self.house.tables.get(event.table)
        if table is None:
            return
        watchers = list(followers(table, playing=False))
        for follower in watchers:
            follower.let_go(table, event, last)
        until = self.delays.silent_from(event.after if event.after.finished else table.position)
        lines = self._unheard.pop(table.id, [])
        for line in lines:
            if line.at < until:
                for follower in watchers:
                    follower.shown(encoded(line))
        if late := [line for line in lines if line.at >= until]:
            self._unheard[table.id] = late

    def _went_away(self, name: str) -> None:
        """Somebody is away, or back: those who play with them are told, and the lobby."""
        for game in GAMES:
            for table in self.house.holdings.tables(game, name):
                if not isinstance(table, Dormant):
                    self._tell_away(table)
                self.lobby.note(id_of(table))
                seats = table.seats if isinstance(table, Dormant) else table.position.seats
                self.own_games.note(id_of(table), tuple(seat.name for seat in seats))

    def _tell_away(self, table: Table) -> None:
        """Who is away, and the clock by that; where watchers are behind, it is not for them."""
        away = away_of(self.house, table)
        if not delayed(table.position):
            tell_all(table, away)
            return
        for follower in followers(table, playing=True):
            follower.shown(encoded(away))

    def told(self, event: Event) -> None:
        """Keep the entry for those who come back, and the lobby's list up to date."""
        self.delays.told(event)
        after = event.after
        recent = self._recent.get(after.charter.id)
        if recent is not None:
            recent.entries.append(event)
        if after.result is not None or not isinstance(event.entry.fact, _PLAYED):
            self.lobby.note(after.charter.id)
        if self.own_games.asked_for:
            seats = after.seats if len(after.seats) >= len(event.before.seats) else event.before.seats
            self.own_games.note(after.charter.id, tuple(seat.name for seat in seats))

    def adopted(self, table: Table) -> None:
        """A table of another node is listed too."""
        self.lobby.note(table.id)
        self.own_games.note(table.id, tuple(seat.name for seat in table.position.seats))

    def noticed(self, notice: Notice) -> None:
        """Presence is shown in the lobby too."""
        self.lobby.note(notice.table)
        table = self.house.tables.get(notice.table)
        if table is not None and self.own_games.asked_for:
            self.own_games.note(table.id, tuple(seat.name for seat in table.position.seats))


class Follower(ABC):
    """A viewer that is a connection of this protocol.

    A class and no ``Protocol``: whether something is one is asked for everybody at a table, and that takes 45 µs where
    each of its methods is looked for.
    """

    watching: dict[str, int]

    @abstractmethod
    def shown(self, frame: bytes) -> None:
        """Something is told that is no entry."""

    @abstractmethod
    def let_go(self, table: Table, event: Event, last: bool) -> None:
        """An entry may be known to those who do not play."""

    @abstractmethod
    def exclude(self, table: Table) -> None:
        """It may not watch that table any more."""

    @abstractmethod
    def tell_watchers(self, table: Table) -> None:
        """Tell those who play who watches, and whether anybody may, if that is another than they were told."""

    @abstractmethod
    def nudged(self, table: Table, name: str) -> None:
        """Somebody is waiting for whoever has the turn there."""


def followers(table: Table, *, playing: bool) -> Iterator[Follower]:
    """Those who follow the table over this protocol and play there, or do not."""
    keepers = set(table.attendance.keepers.values())
    for viewer in tuple(table.viewers):
        if isinstance(viewer, Follower) and (viewer in keepers) is playing:
            yield viewer


def tell_all(table: Table, message: Message) -> None:
    """Tell everybody who follows the table over this protocol."""
    frame = encoded(message)
    for viewer in table.viewers:
        if isinstance(viewer, Follower):
            viewer.shown(frame)


def lasts(found: object) -> bool:
    """Whether what was found of an old game will be the same the next time: a game, or that its log is damaged."""
    return not isinstance(found, Refusal) or found.code == "house.set-aside"
