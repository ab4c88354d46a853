"""A client is examined: the kit serves it a table, plays with it, and judges whatever it says.

How it works. Inside is a house of ours (``reference``), to which every connection of a client leads; players of the
kit's own (``driving``) take the seats that are left. Just before the house hears a message, it is judged: whether it is
one of the document's, has the document's fields, and has its place at that moment, which the dialect's machine says.
What the rules then think of it is the rules' affair: a move that is refused is no fault, but the same move again and
again is, and so is one out of turn. Pings that are not answered, silence while everybody waits for this client, and a
connection that is closed before the end are found too.

What must stay true: the client is told nothing but what our server would tell it. Time is real: the house is told how
much of it has passed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from random import Random
from typing import Any

import msgspec

from bottega.conform.driving import Driven
from bottega.conform.examination import LONGEST_LINE, MISREAD, NAMES, TAIL, Pace, Tell, family_name
from bottega.conform.kit import GAME, ClientKit, Form, ServerKit
from bottega.conform.links import Doors, Unreachable, Wire
from bottega.conform.reference import Deal, OracleTable, Peer, Reference
from bottega.conform.report import Finding, Outcome, Report
from bottega.games.chance import SEED_BYTES
from bottega.players.player import Player
from bottega.table.position import AnyPosition
from bottega.wire.core.machine import BadRequest

NOT_YOUR_TURN = "not-your-turn"
"""How the codes of refusals end that are about whose turn it is."""
MOST_REPEATS = 3
"""Who sends what was refused so many times has not understood."""
MOST_PINGS = 2
"""So many pings in a row may be unanswered."""
MOST_CONNECTIONS = 5
"""So often may a client come again."""
MOST_IN_VAIN = 500
"""So many messages in a row of which nothing comes are enough."""
QUIET_SECONDS = 2.0
"""How long a client may still speak when the game is over."""
A_MOMENT = 0.2
"""How long the kit's own players think after the client has spoken."""
GLANCE = 0.05
"""How long is waited before looking around again."""
UNREAD = "(it cannot be read)"


class Whatever:
    """An oracle that foresees nothing: cards and dice fall as they may."""

    def deal(self, names: tuple[str, ...]) -> Deal | None:
        """Whatever comes."""
        return None

    def foresee(self, position: AnyPosition, seat: int, actions: Any) -> Any:
        """Nothing is known."""
        return position.state


class Guest:
    """A connection of the client that is examined."""

    def __init__(self, label: str, wire: Wire, peer: Peer) -> None:
        self.label, self.wire, self.peer = label, wire, peer
        self.greeting = ""
        """The first thing that it was told."""
        self.refused, self.repeats = "", 0
        """What was refused last, and how often it has been in a row."""
        self.pings = 0
        """How many pings are unanswered."""
        self.owes = ""
        """What should be acknowledged and was not yet."""
        self.gone = False

    @property
    def name(self) -> str:
        """Who it says it is, '' if it has no seat."""
        dialect = self.peer.dialect
        return dialect.name if dialect.table is not None else ""


class Companion:
    """A player of the kit's own, at the client's table."""

    def __init__(self, player: Player, connect: Callable[[], Peer], kit: ServerKit) -> None:
        self._connect, self._kit = connect, kit
        self.peer: Peer | None = None
        self.driven = Driven(player, self._come)

    def _come(self) -> None:
        self.peer = self._connect()

    def hears(self) -> None:
        """Take in what it is told; pings are answered at once."""
        while self.peer is not None and self.peer.inbox:
            text = self.peer.inbox.popleft()
            if pong := _pong(self._kit, text):
                self.peer.says(pong)
            else:
                self.driven.heard.append(text)

    def goes_on(self) -> bool:
        """Let it do the next thing; whether it has said anything."""
        self.driven.lost |= self.peer is not None and self.peer.gone
        self.driven.go_on()
        if not self.driven.unsaid or self.peer is None or self.peer.gone:
            return False
        self.peer.says(self.driven.unsaid.popleft())
        return True


class Partner:
    """One game with a client, or with several."""

    def __init__(
        self,
        kit: ClientKit,
        doors: Doors,
        report: Report,
        chance: Random,
        pace: Pace | None = None,
        tell: Tell = lambda _: None,
        seats: int | None = None,
        clients: int = 1,
        others: Sequence[ServerKit] = (),
    ) -> None:
        self._others = others or (kit.server,)
        """What the kit's own players speak."""
        self._kit, self._doors, self._report, self._chance = kit, doors, report, chance
        self._pace = pace or Pace()
        self._tell = tell
        self._size = max(seats or kit.server.players, clients)
        self._clients = clients
        settings = msgspec.structs.replace(
            kit.server.settings(self._size),
            lobby_seconds=1.0,
            ping_seconds=self._pace.ping,
            first_seed=chance.randbytes(SEED_BYTES),
        )
        self._reference = Reference(settings, Whatever())
        self._guests: list[Guest] = []
        self._own: list[Companion] = []
        self._lines: deque[str] = deque(maxlen=TAIL)
        self._names = [f"{name}{family_name(chance)}" for name in NAMES]
        self._time = self._heard = doors.now()
        self._begun: float | None = None
        self._messages = self._refused = 0
        self._spoke = self._time
        """When the client has last said something."""
        self._vain = 0
        self._seen = 0
        self._parted = False

    # -- the game -----------------------------------------------------------------------------------------------------

    def play(self) -> None:
        """Play the game, to its end or until the client does not go on; Unreachable if nobody comes."""
        try:
            self._await_first()
            while not self._parted and not self._over:
                if self._look_around():
                    self._heard = self._doors.now()
                elif self._doors.now() - self._heard > self._pace.move:
                    self._stalled()
                else:
                    self._doors.poll(GLANCE)
            self._hear_out()
        finally:
            for companion in self._own:
                companion.driven.leave()
            for guest in self._guests:
                guest.wire.close()

    def _await_first(self) -> None:
        until = self._doors.now() + self._pace.start
        while not self._guests:
            self._pass_time()
            self._let_in()
            if not self._guests:
                if self._doors.now() > until:
                    raise Unreachable(f"no client has come within {self._pace.start:g} seconds")
                self._doors.poll(GLANCE)
        self._heard = self._doors.now()

    def _look_around(self) -> bool:
        """Let everything happen that is due; whether anything did."""
        self._pass_time()
        self._let_in()
        happened = False
        for guest in self._guests:
            happened |= self._listen(guest)
        self._fill()
        for companion in self._own:
            companion.hears()
            happened |= self._may_play and companion.goes_on()
        for guest in self._guests:
            self._say(guest)
        return happened

    def _hear_out(self) -> None:
        """The game is over: what is still said is judged too, for a little while."""
        until = self._doors.now() + QUIET_SECONDS
        while self._doors.now() < until and not all(guest.gone for guest in self._guests):
            if not self._look_around():
                self._doors.poll(GLANCE)
        if self._over and not self._parted:
            self._report.hold(GAME)
        if self._refused:
            self._report.notes.append(f"{self._refused} of {self._messages} messages were refused by the rules")

    @property
    def _table(self) -> OracleTable | None:
        return self._reference.table

    @property
    def _over(self) -> bool:
        return self._table is not None and self._table.position.finished

    @property
    def _started(self) -> bool:
        return self._table is not None and self._table.position.started

    def _pass_time(self) -> None:
        now = self._doors.now()
        self._reference.wait(now - self._time)
        self._time = now

    def _let_in(self) -> None:
        for wire in self._doors.arrivals():
            peer = self._reference.connect(self._kit.server.dialect, self._kit.server.profile)
            label = "client" if self._clients == 1 and not self._guests else f"client {len(self._guests) + 1}"
            guest = Guest(label, wire, peer)
            if len(self._guests) >= self._clients + MOST_CONNECTIONS:
                self._part(GAME, "the client comes again and again")
            self._listens_to(guest)
            self._guests.append(guest)
            self._lines.append(f"{guest.label} connects")
            self._tell(f"{guest.label} has come")
            self._say(guest)

    def _fill(self) -> None:
        """Take the next free seat, as soon as those who are examined sit at a table."""
        table = self._table
        if table is None or self._started:
            return
        names = [seat.name for seat in table.position.seats]
        wanted = table.position.size if self._kit.asks_number else self._size
        seated = sum(guest.name in names for guest in self._guests)
        if seated < self._clients or len(names) >= (wanted or 0) or len(self._own) > len(names) - seated:
            return
        name = self._names.pop(0)
        spoken = self._chance.choice(self._others)
        player = spoken.player(name, Random(self._chance.random()), wanted or self._size)
        connect = partial(self._reference.connect, spoken.dialect, spoken.profile)
        self._own.append(Companion(player, connect, spoken))
        self._tell(f"{name}, a player of the kit, takes a seat, and speaks {spoken.name}")

    @property
    def _may_play(self) -> bool:
        """Whether the kit's own players go on: when the game has begun, not before the client was pinged, and a moment
        after it has spoken, so that whoever speaks out of turn is heard.
        """
        if self._started and self._begun is None:
            self._begun = self._time
            self._tell("the game begins")
        if self._begun is None:
            return True
        patience = 3.5 * self._pace.ping if self._kit.server.ping_section else 0.0
        return self._time >= max(self._begun + patience, self._spoke + A_MOMENT)

    # -- talking ------------------------------------------------------------------------------------------------------

    def _listens_to(self, guest: Guest) -> None:
        """Have every message of a client judged just before the house hears it."""
        dialect: Any = guest.peer.dialect
        hear: Callable[[str | None], None] = dialect.received

        def received(text: str | None) -> None:
            self._judge(guest, text, hear)

        dialect.received = received

    def _listen(self, guest: Guest) -> bool:
        """Pass on what a client has said; whether it has said anything."""
        if guest.gone:
            return False
        said = False
        while guest.wire.inbox and not guest.peer.gone and not self._parted:
            guest.peer.says(guest.wire.inbox.popleft() or None)
            self._say(guest)
            said = True
        if guest.wire.closed or guest.peer.gone:
            self._left(guest)
        return said

    def _say(self, guest: Guest) -> None:
        """Pass on what a client is told."""
        while guest.peer.inbox:
            text = guest.peer.inbox.popleft()
            guest.greeting = guest.greeting or text
            if _pong(self._kit.server, text):
                guest.pings += 1
                if guest.pings > MOST_PINGS:
                    self._find(self._kit.server.ping_section, f"{guest.label} does not answer {text}")
            else:
                self._lines.append(_line(guest.label, "<", text))
            if self._kit.wants_reply(text):
                self._owed(guest)
                guest.owes = text
            guest.wire.say(text)

    def _owed(self, guest: Guest) -> None:
        if guest.owes:
            reply, section = self._kit.replies
            self._find(section, f"{guest.label} does not answer {self._kit.kind(guest.owes)} with {reply}")

    def _left(self, guest: Guest) -> None:
        """A connection is closed, by one side or the other."""
        guest.gone = True
        by_us = guest.peer.gone or guest.peer.closed
        self._lines.append(f"{guest.label} is cut off" if by_us else f"{guest.label} leaves")
        if by_us and guest.pings and self._kit.server.ping_section and not self._over:
            self._find(self._kit.server.ping_section, f"{guest.label} has not answered a ping, and is cut off")
        elif not self._over and not self._parted:
            what = "is cut off" if by_us else "leaves"
            self._find(self._waited_for(guest), f"{guest.label} {what} before the game is over")
        guest.peer.drops()
        guest.wire.close()
        if all(each.gone for each in self._guests) and not self._over:
            self._parted = True

    # -- judging ------------------------------------------------------------------------------------------------------

    def _judge(self, guest: Guest, text: str | None, hear: Callable[[str | None], None]) -> None:
        self._messages += 1
        self._spoke = self._time
        entries = 0 if self._table is None else self._table.position.seq
        self._vain = self._vain + 1 if entries == self._seen else 0
        self._seen = entries
        if self._vain > MOST_IN_VAIN:
            self._part(GAME, f"{guest.label} has said {self._vain} things, and nothing comes of them")
        if self._messages % 25 == 0:
            self._tell(f"{self._messages} messages")
        kit, said = self._kit, text or ""
        pong = bool(kit.server.ping_section) and kit.kind(said) == self._kit.pong
        if guest.pings and (pong or kit.any_line):
            self._report.hold(kit.server.ping_section)
            guest.pings = 0
        if kit.replies[0] and kit.kind(said) == kit.replies[0] and guest.owes:
            guest.owes = ""
            self._report.hold(kit.replies[1])
        if not pong:
            self._lines.append(_line(guest.label, ">", said or UNREAD))
        section, wrong = self._verdict(guest, said)
        before, told = self._reference.house.refusals.copy(), len(guest.peer.inbox)
        hear(text)
        codes = self._reference.house.refusals - before
        answers = list(guest.peer.inbox)[told:]
        refused = any(kit.refuses(answer) for answer in answers)
        if wrong:
            self._find(section, wrong, self._form(kit.kind(said)))
        elif not section:
            return
        elif any(code.endswith(NOT_YOUR_TURN) for code in codes):
            self._find(kit.order, f"{guest.label} moves out of turn: {kit.kind(said)}")
        else:
            form = kit.requests[kit.kind(said)]
            for each in {section, kit.forms, form.order or kit.order, *kit.checked}:
                self._report.hold(each)
        self._repeated(guest, said, refused)

    def _repeated(self, guest: Guest, said: str, refused: bool) -> None:
        """Whether what was refused is sent as it was, again and again."""
        if not refused:
            if guest.refused and said != guest.refused:
                self._report.hold(self._kit.refusals)
                guest.refused, guest.repeats = "", 0
            return
        self._refused += 1
        guest.repeats = guest.repeats + 1 if said == guest.refused else 1
        if guest.repeats == 1 and guest.refused:
            self._report.hold(self._kit.refusals)
        guest.refused = said
        if guest.repeats >= MOST_REPEATS:
            self._find(
                self._kit.refusals, f"{guest.label} sends what was refused as it was, {MOST_REPEATS} times and more"
            )
        if guest.repeats > 10 * MOST_REPEATS:
            self._parted = True

    def _verdict(self, guest: Guest, text: str) -> tuple[str, str]:
        """Under which section a message falls, and what is wrong with it before the rules are asked."""
        kit, dialect = self._kit, guest.peer.dialect
        name = kit.kind(text)
        form = kit.requests.get(name)
        if form is None:
            what = f"there is no message {name}" if name else "it is no message of the protocol"
            return kit.forms, f"{guest.label}: {what}"
        if wrong := kit.wrong(name, text, guest.greeting):
            return wrong[0], f"{guest.label}: {wrong[1]}"
        try:
            if wrong_field := kit.amiss(text):
                return form.section, f"{guest.label}: {wrong_field}"
            kind, body = dialect.read(text)
            row = dialect.machine.row(dialect.state, kind)
            if row is None and self._over:
                return "", ""  # it could not know yet
            if row is None:
                return form.order or kit.order, f"{guest.label}: {self._untimely(guest, name)}"
            dialect.payload(body, row.payload)
        except BadRequest as bad:
            return form.section, f"{guest.label}: {name}: {bad}"
        return form.section, ""

    def _untimely(self, guest: Guest, name: str) -> str:
        """Why a message has no place at this moment."""
        awaited = self._awaited(guest)
        return f"{name} is said where {f'only {awaited} can be' if awaited else 'nothing can be'} said"

    def _awaited(self, guest: Guest) -> str:
        """What a client could say now."""
        dialect = guest.peer.dialect
        aside = {self._kit.pong, self._kit.replies[0]}
        rows = {row.message for row in dialect.machine.rows.values() if row.state == dialect.state} - aside
        return ", ".join(sorted(rows & set(self._kit.requests)))

    def _form(self, name: str) -> str:
        """How the document has it."""
        form: Form | None = self._kit.requests.get(name)
        if form is None:
            return f"one of {', '.join(self._kit.requests)}"
        fields = [*form.needs, *(f"[{field}]" for field in form.may)]
        return f"{name} {' '.join(fields)}".strip()

    def _stalled(self) -> None:
        """Nobody has said anything for too long."""
        table = self._table
        waiting = [guest for guest in self._guests if not guest.gone]
        if table is not None and self._started:
            game = table.position.game
            actors = [table.position.seats[seat].name for seat in game.actors(table.position.state)]
            waiting = [guest for guest in waiting if guest.name in actors] or waiting
        for guest in waiting:
            what = f"{guest.label} says nothing for {self._pace.move:g} seconds"
            self._find(self._waited_for(guest), what, f"one of {self._awaited(guest)}")
        self._parted = True

    def _waited_for(self, guest: Guest) -> str:
        """The section of what a client should have said: how to come in, if it never did."""
        dialect = guest.peer.dialect
        first = next((row.message for row in dialect.machine.rows.values() if row.then != (row.state,)), "")
        return GAME if guest.name or dialect.table is not None else self._kit.requests[first].section

    def _part(self, section: str, what: str) -> None:
        self._find(section, what)
        self._parted = True

    def _find(self, section: str, what: str, *expected: str) -> None:
        news = self._report.find(section, Finding(what, expected, tuple(self._lines)))
        if news and self._report.outcome(section) is Outcome.BROKEN:
            self._tell(f"broken: {section} {what}")


def _pong(kit: ServerKit, text: str) -> str:
    """What answers a ping, '' if this is none."""
    with suppress(*MISREAD):
        return kit.pong(text)
    return ""


def _line(name: str, way: str, text: str) -> str:
    return f"{name}{way} {text if len(text) <= LONGEST_LINE else text[:LONGEST_LINE] + '…'}"
