"""The other nodes of the same house: what they write is followed, who is on them is known, they are spoken to.

How it works. All nodes write to one log; this is what they tell each other besides. A *hint* on the bus says that a
table has an entry of some number; whoever holds the table and lacks it asks the log. Without a bus, and in case a hint
was lost, the log is asked once in a while what all tables have that is not known here, and which tables are not known.
On the *board* every node posts a line about itself, again and again: who is connected to it at which table, which
guests are here, what it has said lately. A line that was not renewed counts no more, and everybody on it as gone.

A running table at which nobody here plays or looks on *dozes*: it is not followed move by move, and its clock is left
to others. It is roused from the log as soon as somebody asks for it.

What must stay true:

1. The log alone is the truth. Whatever is lost, late, doubled or wrong here costs a delay, never a wrong picture.
2. Nothing is done by a clock before log and board were read, if this node may have slept or was cut off from them.
3. Nobody counts as gone because of silence for less than ``NODE_SECONDS``; then their grace begins, as after a lost
   connection.
4. A word is heard once, in whichever of the two ways it comes first.
5. A node's older line never replaces a newer one, in whichever order the two ways bring them.
6. Whoever comes to a seat knowing that it is kept is later than whoever kept it, although clocks differ; of two who
   know nothing of each other all nodes name the same one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Protocol

import msgspec
import structlog

from bottega.limits import (
    DOOR_SECONDS,
    GRACE_SECONDS,
    HEARTBEAT_SECONDS,
    NODE_SECONDS,
    POLL_SECONDS,
    SELDOM_POLL_SECONDS,
    SLEPT_SECONDS,
)
from bottega.store.log import News, StoreFault
from bottega.table.entries import Sat
from bottega.table.events import Event, Keeper, Notice, Presence, Viewer

if TYPE_CHECKING:
    from bottega.table.house import House
    from bottega.table.table import Table

log = structlog.get_logger("bottega.nodes")

HINT, WORD, LINE = "h", "w", "l"
"""How messages on the bus begin."""
PRECISE_SECONDS = 0.1
"""How far off the time may be by which all nodes agree."""
AFTER_SECONDS = 0.001
"""How much later whoever comes afterwards is at least."""
_DOZING_POLLS = 10
"""Each so many polls ask for tables that doze, too."""


class Beaten(msgspec.Struct, frozen=True):
    """What the board says: the time, by which all nodes agree, and the lines of all that live."""

    date: float
    lines: Mapping[str, str]


class Board(Protocol):
    """What all nodes know for a while."""

    def beat(self, node: str, line: str, seconds: float, then: Callable[[Beaten | StoreFault], None]) -> None:
        """Post a line that counts for so long, and read all."""

    def lease(self, what: str, node: str, seconds: float, then: Callable[[bool], None]) -> None:
        """Have something for so long if nobody else has it (0: give it back); whether that is so. True if unknown."""


class Bus(Protocol):
    """Carries messages to all other nodes, or loses them."""

    hear: Callable[[Iterable[str]], None]
    """Whom to give what others have published."""
    working: bool
    """Whether messages are carried, as far as is known."""

    def publish(self, message: str) -> None:
        """Tell the others."""


class Here(msgspec.Struct, frozen=True, array_like=True):
    """Somebody at a table, as a node knows it: how present, since when, and until when waited for (board's time)."""

    presence: Presence
    since: float = 0.0
    until: float = 0.0
    silent: bool = False


class Elsewhere(msgspec.Struct, frozen=True):
    """Somebody at a table on another node, by name."""

    node: str
    here: Here

    @property
    def rank(self) -> tuple[bool, float, str]:
        """Of several the one with the greatest counts: who is there, who came last, whose node's name is greater."""
        return self.here.presence is not Presence.AWAY, self.here.since, self.node


class Said(msgspec.Struct, frozen=True, array_like=True):
    """Something that a node has told the others."""

    number: int
    kind: str
    body: str
    at: float


class Line(msgspec.Struct, frozen=True):
    """What a node says about itself."""

    tables: dict[str, dict[str, Here]] = {}
    """Every table that somebody there is at or looks at, and who."""
    guests: dict[str, tuple[str, ...]] = {}
    """The keys of those who go by each name."""
    said: tuple[Said, ...] = ()
    number: int = 0
    """The larger, the newer."""


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Line).decode


class Neighbours:
    """What one node knows of the others."""

    def __init__(self, house: House, board: Board, bus: Bus | None = None, node: str = "") -> None:
        self._house = house
        self._board = board
        self._bus = bus
        self.node = node
        self.lines: dict[str, Line] = {}
        """Those of the other nodes that live."""
        self.offset = 0.0
        """How much later the board's time is than this machine's."""
        self._unread = {"log", "board"}
        """What was not read since this node may have slept, or was cut off."""
        self._sleeps = 0
        """How often that was: what was asked before is no answer to it."""
        self._beaten_at = house.now()
        """When the board was read last."""
        self.hints = 0
        """How many hints were heard."""
        self._changed = True
        self._leaving = False
        self._beating = self._polling = False
        self._beats = self._polls_at = 0.0
        self._polls = 0
        self._ticked = house.now()
        self._hinted: dict[str, int] = {}
        self._unknown = False
        self._texts: dict[str, str] = {}
        self._posted = Line()
        self._spread = ""
        self._fresh: dict[str, float] = {}
        """When each node's line was last carried by the bus."""
        self._since: dict[tuple[str, str], tuple[Viewer, float]] = {}
        """Who keeps each seat here, and since when."""
        self._number = 0
        self._said: deque[Said] = deque()
        self._heard: dict[str, set[int]] = {}
        self._doors: dict[str, deque[tuple[Callable[[], None], float]]] = {}
        self._opening: set[str] = set()
        self._guests: dict[str, set[str]] = {}
        if bus is not None:
            bus.hear = self.hear
        house.neighbours = self
        house.onlookers.append(self)

    # -- what is done again and again ---------------------------------------------------------------------------------

    @property
    def asleep(self) -> bool:
        """Whether this node may have slept, and does not know yet what was written meanwhile, and who is where."""
        return bool(self._unread)

    def tick(self) -> None:
        """Beat and poll when it is time; called a few times a second."""
        now = self._house.now()
        if now - self._ticked > SLEPT_SECONDS or (not self._unread and now - self._beaten_at > NODE_SECONDS):
            self._unread = {"log", "board"}
            self._sleeps += 1
            self._polls_at = self._beats = 0.0
        self._ticked = now
        if not self._beating and (self._changed or now >= self._beats):
            self._beat(now)
        if not self._polling and now >= self._polls_at:
            self.poll()
        for game in list(self._doors):
            self._knock(game)

    def _beat(self, now: float) -> None:
        self._beating, self._changed = True, False
        self._beats = now + HEARTBEAT_SECONDS
        sent, sleeps = self._house.date(), self._sleeps
        line = self.line()

        def beaten(found: Beaten | StoreFault) -> None:
            self._beating = False
            if not isinstance(found, StoreFault):
                self._beaten_at = self._house.now()
                self._set_time(found.date, sent, self._house.date())
                self._read(found.lines)
                self._wake("board", sleeps)

        if self._bus is not None and line != self._spread:
            self._spread = line
            self._bus.publish(f"{LINE} {self.node} {line}")
        self._board.beat(self.node, line, GRACE_SECONDS if self._leaving else NODE_SECONDS, beaten)

    def _set_time(self, date: float, sent: float, heard: float) -> None:
        """Go by the board's time, which it was at some moment between these two of ours.

        If that was a short while, it was in the middle; if a long one, what we went by stays as far as it can be right.
        """
        wrong, doubt = date - (sent + heard) / 2, (heard - sent) / 2
        if doubt > PRECISE_SECONDS:
            wrong = max(wrong - doubt, min(wrong + doubt, 0.0))
        self.offset += wrong
        if abs(wrong) > SLEPT_SECONDS:
            self._house.date_was_set()

    def poll(self, then: Callable[[], None] | None = None) -> None:
        """Ask the log what is not known here."""
        working = self._bus is not None and self._bus.working
        self._polls_at = self._house.now() + (SELDOM_POLL_SECONDS if working else POLL_SECONDS)
        self._polls += 1
        self._polling = True
        sleeps = self._sleeps
        everything = self._polls % _DOZING_POLLS == 0 or (working and self._polls % 2 == 0)

        def polled(news: News | StoreFault) -> None:
            self._polling = False
            if not isinstance(news, StoreFault):
                self._learn(news)
                self._wake("log", sleeps)
            if then is not None:
                then()
            self._fetch()

        self._house.log.news(self._known(everything), polled, others=True)

    def _wake(self, read: str, sleeps: int) -> None:
        """Something was read; when all was that has to be, clocks may act again."""
        if sleeps == self._sleeps and read in self._unread:
            self._unread.discard(read)
            if not self._unread:
                self._house.look_at_clocks()

    def freshen(self, table: str, then: Callable[[bool], None]) -> None:
        """Learn what the log has of one table, which may not be known yet; whether the log could be asked."""
        there = self._house.here(table)
        if there is None:
            self.poll(lambda: then(True))
            return

        def told(news: News | StoreFault) -> None:
            if isinstance(news, StoreFault):
                then(False)
                return
            self._learn(news)
            rows, live = news.rows.get(table), self._house.tables.get(table)
            if rows and live is not None:
                live.expect(rows[-1].seq, then)  # what it has on its way itself may have to lose first
            else:
                then(True)

        self._house.log.news({table: there.position.seq}, told)

    def _known(self, everything: bool) -> dict[str, int]:
        """How far all tables are known, those that doze only if ``everything`` is asked for."""
        house = self._house
        known = dict.fromkeys(house.set_aside, 1 << 62)
        for table in house.tables.values():
            position = table.position
            doze = position.result is not None or (not everything and dozes(table))
            known[table.id] = 1 << 62 if doze else position.seq
        for asleep in house.dormant.values():
            known[asleep.charter.id] = asleep.seq if everything else 1 << 62
        return known

    def _learn(self, news: News) -> None:
        house = self._house
        for table, reason in news.damages.items():
            if table not in house.set_aside:
                house.found_damage(table, reason)
        for charter, rows in news.tables:
            house.adopt(charter, rows)
        for table, rows in news.rows.items():
            live = house.tables.get(table)
            if live is None:
                house.here(table)  # it may be dormant, and is no longer what it was
            else:
                house.guarded(live, partial(live.learn, rows))

    # -- hints --------------------------------------------------------------------------------------------------------

    def written(self, event: Event) -> None:
        """An entry of ours is durable: tell the others."""
        if self._bus is not None:
            fact = event.entry.fact
            mark = "" if event.steps and event.after.result is None else "!"
            self._bus.publish(f"{HINT} {event.table} {event.entry.seq} {mark or fact.kind}")

    def hear(self, messages: Iterable[str]) -> None:
        """What other nodes have published; what makes no sense is passed over."""
        for message in messages:
            kind, _, rest = message.partition(" ")
            if kind == HINT:
                table, _, rest = rest.partition(" ")
                seq, _, mark = rest.partition(" ")
                if seq.isdecimal() and len(seq) < len("1000000000"):
                    self._hint(table, int(seq), mark == "!")
            elif kind == WORD:
                node, _, body = rest.partition(" ")
                try:
                    said = msgspec.json.decode(body, type=Said)
                except msgspec.DecodeError:
                    continue
                self._hear(node, said)
            elif kind == LINE:
                node, _, line = rest.partition(" ")
                if node != self.node:
                    self._fresh[node] = self._house.now()
                    self._read({**self._texts, node: line})
        self._fetch()

    def _hint(self, table: str, seq: int, marked: bool) -> None:
        self.hints += 1
        there = self._house.tables.get(table)
        if table in self._house.dormant:
            if marked:
                self._hinted[table] = seq
        elif there is None:
            self._unknown = self._unknown or table not in self._house.set_aside
        elif seq > there.position.seq and (marked or not dozes(there)):
            self._hinted[table] = max(seq, self._hinted.get(table, 0))

    def _fetch(self) -> None:
        """Ask for what was hinted at, all at once; what comes meanwhile is asked for next."""
        if self._polling or not (self._hinted or self._unknown):
            return
        if self._unknown:
            self._unknown = False
            self._hinted.clear()
            self.poll()
            return
        tables = self._house.tables
        known = {}
        for table, seq in self._hinted.items():
            there = tables.get(table)
            if (asleep := self._house.dormant.get(table)) is not None:
                known[table] = asleep.seq
            elif there is not None and seq > there.position.seq:
                if there.settled:
                    known[table] = there.position.seq
                else:
                    there.hear(seq)
        self._hinted.clear()
        if known:
            self._polling = True

            def told(news: News | StoreFault) -> None:
                self._polling = False
                if not isinstance(news, StoreFault):
                    self._learn(news)
                self._fetch()

            self._house.log.news(known, told)

    # -- who is where -------------------------------------------------------------------------------------------------

    def changed(self) -> None:
        """Somebody has come or gone: the others hear of it soon."""
        self._changed = True

    def told(self, event: Event) -> None:
        """Moves change nobody's presence."""
        if not event.steps:
            self._changed = True
            self._note_sitting(event)
            self._note_keepers(event.table)

    def noticed(self, notice: Notice) -> None:
        """Somebody has come or gone."""
        self._changed = True
        self._note_keepers(notice.table)

    def _note_sitting(self, event: Event) -> None:
        """Whoever sits down here keeps the seat since the entry: those who come back to it have read that."""
        fact, table = event.entry.fact, self._house.tables.get(event.table)
        if not isinstance(fact, Sat) or table is None:
            return
        if (keeper := table.attendance.keepers.get(fact.name)) is not None:
            self._since[event.table, fact.name] = keeper, event.entry.at / 1000

    def _note_keepers(self, name: str) -> None:
        """Note since when seats are kept here, at once: by that the nodes know who came last."""
        table = self._house.tables.get(name)
        if table is not None:
            date = self._house.date()
            for player, keeper in table.attendance.keepers.items():
                self._since[name, player] = keeper, self._kept_since(table, player, date)

    def line(self) -> str:
        """What this node says about itself, as it is posted; another number, if it is not what it said before."""
        line = self._line()
        if line != self._posted:
            self._posted = msgspec.structs.replace(line, number=line.number + 1)
        return _encode(self._posted).decode()

    def _line(self) -> Line:
        house, date = self._house, self._house.date()
        tables: dict[str, dict[str, Here]] = {}
        kept: dict[tuple[str, str], tuple[Viewer, float]] = {}
        for table in house.tables.values():
            if table.position.result is not None or not table.position.seq:
                continue
            graces = table.clock.graces()
            if not (table.attendance.keepers or graces or table.viewers_besides(house, house.bots)):
                continue
            here = tables[table.id] = {}
            for name, until in graces.items():
                here[name] = Here(Presence.AWAY, 0.0, date + until)
            for name, keeper in table.attendance.keepers.items():
                since = self._kept_since(table, name, date)
                kept[table.id, name] = keeper, since
                presence = Presence.SUSPENDED if name in table.attendance.suspended else Presence.HERE
                if self._leaving:
                    here[name] = Here(Presence.AWAY, since, date + GRACE_SECONDS)
                else:
                    here[name] = Here(presence, since, 0.0, name in table.attendance.silent)
        self._since = kept
        while self._said and self._said[0].at < date - 2 * NODE_SECONDS:
            self._said.popleft()
        guests = {} if self._leaving else house.identity.guests()
        return Line(tables, guests, tuple(self._said), self._posted.number)

    def _kept_since(self, table: Table, name: str, date: float) -> float:
        """Since when a seat is kept here by whoever keeps it now.

        If that is not known yet they have just come, at ``date``, and in any case after what is known of the table.
        """
        keeper, since = self._since.get((table.id, name), (None, 0.0))
        if keeper is table.attendance.keepers[name]:
            return since
        former = self._people(table.id).get(name)
        known = max(table.moved_at / 1000, 0.0 if former is None else former.here.since)
        return max(date, known + AFTER_SECONDS)

    def _read(self, texts: Mapping[str, str]) -> None:
        """These lines count; whoever was on one that does not any more is gone."""
        now = self._house.now()
        self._fresh = {node: at for node, at in self._fresh.items() if at + NODE_SECONDS > now}
        known = {node: text for node, text in self._texts.items() if node in self._fresh}
        texts = {**known, **texts}
        gone = [self.lines.pop(node) for node in list(self.lines) if node not in texts]
        for node, text in texts.items():
            if node == self.node or self._texts.get(node) == text:
                continue
            try:
                line = _decode(text)
            except msgspec.DecodeError as error:  # a node of another version, or none of ours
                log.warning("a node's line cannot be read", node=node, reason=str(error))
                continue
            if node in self.lines and line.number < self.lines[node].number:
                texts[node] = self._texts[node]  # the other way was faster
                continue
            self.lines[node] = line
            for said in line.said:
                self._hear(node, said)
        self._texts = texts
        self._place(gone)
        self._know_guests()

    def _place(self, gone: list[Line]) -> None:
        """Say at every table who keeps a seat on another node."""
        house = self._house
        tables = {table for line in self.lines.values() for table in line.tables}
        for there in list(house.tables.values()):
            if there.id in tables or there.attendance.elsewhere:
                house.guarded(there, partial(self._place_at, there, self._people(there.id), gone))

    def _people(self, table: str) -> dict[str, Elsewhere]:
        """Who is at a table on other nodes; who is on several is where they came last."""
        seen: dict[str, Elsewhere] = {}
        for node, line in self.lines.items():
            for name, here in line.tables.get(table, {}).items():
                found, former = Elsewhere(node, here), seen.get(name)
                if former is None or found.rank > former.rank:
                    seen[name] = found
        return seen

    def _place_at(self, table: Table, people: dict[str, Elsewhere], gone: list[Line]) -> None:
        date = self._house.date()
        names: dict[str, Presence] = {}
        for name, found in people.items():
            here = found.here
            if here.presence is Presence.AWAY:
                if name not in table.attendance.keepers:
                    table.clock.wait_until(name, here.until - date)
                continue
            if here.silent:
                table.attendance.silent.add(name)
            names[name] = here.presence
            kept_here = name in table.attendance.keepers
            if kept_here and (here.since, found.node) > (self._kept_since(table, name, date), self.node):
                former = table.yield_seat(name)
                if isinstance(former, Keeper):
                    former.make_way(table)
        for line in gone:
            for name, here in line.tables.get(table.id, {}).items():
                if here.presence is not Presence.AWAY and name not in names and name not in table.attendance.keepers:
                    table.clock.left(name, GRACE_SECONDS)
        table.place_elsewhere(names)

    def place(self, table: Table) -> None:
        """Say at a table that has just become known here who keeps a seat on another node."""
        people = self._people(table.id)
        if people:
            self._place_at(table, people, [])

    def presence(self, table: str) -> dict[str, Presence]:
        """Who is at a table on other nodes."""
        people = self._people(table)
        return {name: each.here.presence for name, each in people.items() if each.here.presence is not Presence.AWAY}

    def occupied(self, table: str) -> bool:
        """Whether somebody on another node is at a table, or looks at it."""
        return any(table in line.tables for line in self.lines.values())

    def _know_guests(self) -> None:
        """Who goes by which name on other nodes."""
        names = self._house.names
        found: dict[str, set[str]] = {}
        for line in self.lines.values():
            for name, keys in line.guests.items():
                found.setdefault(name, set()).update(keys)
        for name in found.keys() - self._guests.keys():
            names.took(name)
        for name in self._guests.keys() - found.keys():
            names.freed(name)
        self._guests = found

    def guests(self, name: str) -> Iterable[str]:
        """The keys of those who go by a name on other nodes."""
        return self._guests.get(name, ())

    # -- words --------------------------------------------------------------------------------------------------------

    def say(self, kind: str, body: str) -> None:
        """Tell all nodes something, once."""
        self._number += 1
        said = Said(self._number, kind, body, self._house.date())
        self._said.append(said)
        self._changed = True
        if self._bus is not None:
            self._bus.publish(f"{WORD} {self.node} {_encode(said).decode()}")

    def _hear(self, node: str, said: Said) -> None:
        heard = self._heard.setdefault(node, set())
        if node == self.node or said.number in heard:
            return
        heard.add(said.number)
        if len(heard) > 10_000:
            heard.difference_update(sorted(heard)[:5_000])
        listener = self._house.on_word.get(said.kind)
        if listener is not None:
            try:
                listener(said.body)
            except Exception:
                log.exception("a word of another node was not taken", kind=said.kind)

    # -- what one node does at a time ---------------------------------------------------------------------------------

    def lease(self, what: str, seconds: float, then: Callable[[bool], None]) -> None:
        """Have something for a while, if no other node has it."""
        self._board.lease(what, self.node, seconds, then)

    def at_door(self, game: str, enter: Callable[[], None]) -> None:
        """Have somebody enter who found no table: one node at a time opens one, after it has looked again."""
        self._doors.setdefault(game, deque()).append((enter, self._house.now() + DOOR_SECONDS))
        self._knock(game)

    def _knock(self, game: str) -> None:
        if game in self._opening:
            return
        self._opening.add(game)

        def answered(granted: bool) -> None:
            waiting = self._doors.get(game)
            if waiting and (granted or waiting[0][1] <= self._house.now()):
                self.poll(lambda: self._enter(game))
            else:
                self._opening.discard(game)

        self.lease(f"door {game}", DOOR_SECONDS, answered)

    def _enter(self, game: str) -> None:
        enter, _ = self._doors[game].popleft()
        enter()

    def entered(self, game: str) -> None:
        """Whoever entered has a seat, or has been told why not: the next may."""
        self._opening.discard(game)
        if not self._doors.get(game):
            self._doors.pop(game, None)
            self.lease(f"door {game}", 0.0, lambda _: None)
        else:
            self._knock(game)

    def leave(self) -> None:
        """The node closes: whoever was on it is waited for on the others."""
        self._leaving = True
        self._beat(self._house.now())


def dozes(table: Table) -> bool:
    """Whether a table need not be followed: it is running, and nobody here plays or looks on."""
    return table.position.state is not None and table.unattended()
