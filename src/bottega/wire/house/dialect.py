"""The house protocol: browsers and bots at all three games (``docs/protocols/house.md``).

How it works. A connection is a stranger's until ``hello`` has given it a name. It may follow several tables;
``watching`` has the last entry it was shown of each. Commands are answered whenever the house has its answer, so those
of one connection may overlap; only a password and a game of former times are waited for.

A guest has a name and a token. The hash of the token (``key``) is written to the log with every seat, so whoever has
the token gets the seat back on any connection, also after a restart. A password proves a name as well, and keeps it.

What must stay true:

1. Every command is answered exactly once, with ``ok`` or ``refused``; a refused one changes nothing, and says why.
2. A connection sees each entry of a table it follows once and in order, or a snapshot in place of several.
3. It sees a seat's view only while it keeps that seat; everybody else gets the spectators' view.
4. A name that belongs to somebody (an account, a seat, a guest who is here) is nobody else's.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Generator, Iterable
from enum import StrEnum, auto
from math import ceil
from typing import Any, ClassVar, cast

import msgspec

from bottega import __version__
from bottega.bots.names import BOTS, FORMER
from bottega.games import GAMES
from bottega.games.refusal import Refusal
from bottega.limits import (
    CODE_SECONDS,
    GRACE_SECONDS,
    MAX_COMMAND_ID,
    MAX_PROBLEM,
    MAX_WATCHED,
)
from bottega.store.forgetting import command_id
from bottega.store.log import StoreFault
from bottega.table.entries import Moved, Succeeded
from bottega.table.events import TIMELESS, Event, Notice, Viewer
from bottega.table.identity import Claim, key_of
from bottega.table.names import tidy
from bottega.table.passkeys import Challenge
from bottega.table.position import AnyPosition, Position, Refused, Seat, refused
from bottega.table.quotas import Visitor
from bottega.table.table import Accepted, Table
from bottega.wire.core.connection import Connection, Peer
from bottega.wire.core.dialect import Ask, Dialect, Framed, Look
from bottega.wire.core.machine import BadRequest, Handling, Machine, Row, on
from bottega.wire.core.taps import Passed
from bottega.wire.house import care, commands, following, messages, seats
from bottega.wire.house.absence import away_of, vacation
from bottega.wire.house.commands import Command, GameName
from bottega.wire.house.delay import delayed
from bottega.wire.house.keeping import ask_passkey, free, keep_passkey, redeem, taken_challenge, transfer
from bottega.wire.house.leaving import export, forget, past_games
from bottega.wire.house.messages import Message
from bottega.wire.house.notifying import ask_ways, confirm_mail, set_way
from bottega.wire.house.replies import No, ok, refusal_of, said
from bottega.wire.house.room import Follower, Room
from bottega.wire.house.words import encoded, snapshot, step, step_frame

_decoder = msgspec.json.Decoder(Command)


class State(StrEnum):
    """Whether the connection has a name."""

    STRANGER = auto()
    GUEST = auto()


class _Named(msgspec.Struct):
    """As much of an unreadable command as its answer needs."""

    cmd_id: str | None = None


class HouseDialect(Dialect[Message], Follower):
    """One connection of the house protocol."""

    NAME: ClassVar[str] = "house"
    GAME: ClassVar[str] = ""
    COUNTS_REFUSALS: ClassVar[bool] = False

    def __init__(self, room: Room, peer: Peer) -> None:
        super().__init__(room.house, peer)
        self.room = room
        self.watching: dict[str, int] = {}
        self.watchers: dict[str, messages.Watchers] = {}
        """Who else follows the tables where a seat is played from here, as it was last told."""
        self.claim = Claim("")
        self.site = ""
        """The site whose page has opened the connection."""
        self.challenge: Challenge | None = None
        """What the browser was asked to sign with a passkey."""

    @property
    def state(self) -> State:
        """Whether the connection has a name."""
        return State.GUEST if self.name else State.STRANGER

    @property
    def at(self) -> str:
        """The tables it follows, for the log."""
        return " ".join(self.watching)

    # -- commands in general ------------------------------------------------------------------------------------------

    def read(self, message: str | None) -> tuple[str, Command]:
        """The type of a command and the command."""
        if message is None:
            raise No("not-text")
        try:
            command = _decoder.decode(message)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise No("unreadable", _cmd_id(message), problem=str(error)[:MAX_PROBLEM]) from None
        kind = str(command.__struct_config__.tag)
        if not self.name and self.machine.row(State.STRANGER, kind) is None:
            raise No("hello-first", command.cmd_id)
        return kind, command

    def payload(self, body: Command, shape: type[Any]) -> Command:
        """The command is its own payload."""
        return body

    def unexpected(self, message: str) -> BadRequest:
        """Nothing is: what needs a name is refused when it is read, by its id."""
        raise NotImplementedError

    def refuse(self, bad: BadRequest) -> Handling:
        """Answer a command that could not be read."""
        assert isinstance(bad, No)
        yield self.refusal(bad.cmd_id, bad.refusal)

    def handle(self, row: Row[State], payload: Command) -> Handling:
        """What a command does; whatever it is refused for is answered to its id."""
        try:
            yield from row.handler(self, payload)
        except (No, Refused) as no:
            yield self.refusal(payload.cmd_id, no.refusal)
        except StoreFault:
            yield self.refusal(payload.cmd_id, refused("store").refusal)

    def refusal(self, cmd_id: str | None, refusal: Refusal) -> Framed:
        """Count why something is refused, and say it."""
        self.house.refusals[refusal.code] += 1
        return refusal_of(cmd_id, refusal)

    def asked(self, command: Command, table: Table, begin: Callable[..., None]) -> Handling:
        """Have something done at a table, and tell how that went; ``begin`` takes whom to answer."""
        outcome: Accepted | Refusal = yield Ask(lambda done: begin(answer=done))
        yield self._answered(command, table, outcome)

    def _answered(self, command: Command, table: Table, outcome: Accepted | Refusal) -> Framed:
        """How something went at a table."""
        if isinstance(outcome, Refusal):
            return self.refusal(command.cmd_id, outcome)
        return ok(command, table=table.id, seq=outcome.seq)

    def greet(self) -> Handling:
        """Say what can be played here."""
        offers = tuple(messages.GameOffer(cast(GameName, game.NAME), tuple(game.SEATS)) for game in GAMES.values())
        yield said(
            messages.Welcome(protocol=messages.PROTOCOL, version=__version__, games=offers, bots=(*BOTS, *FORMER))
        )

    def write(self, said: Message) -> str:
        """Everything is framed by ``said``."""
        raise NotImplementedError

    def lost(self) -> None:
        """The connection is gone; seats are kept for a while."""
        for table in self._followed():
            table.drop(self, GRACE_SECONDS)
            self.tell_watchers(table)
        self.watching.clear()
        self.gone = True
        self.house.reception.withdraw(self)
        self.room.lobby.unsubscribe(self)
        self.room.own_games.unsubscribe(self)
        self.room.taps.withdraw(self)
        if self.name:
            self.house.identity.went(self.claim, self)
            self.name = ""

    def closing(self) -> None:
        """The house closes."""
        self.peer.send_framed(encoded(messages.Closing(reason="the house closes for a moment: connect again")))

    @property
    def wanting(self) -> bool:
        """Whether they have said what they came for."""
        return bool(self.watching or self.name) or self.room.lobby.reads(self) or self.room.taps.watches(self)

    # -- who you are --------------------------------------------------------------------------------------------------

    def hello(self, hello: commands.Hello) -> Handling:
        """Take a name, with a token of its own or the one given, or prove it by its password."""
        identity = self.house.identity
        name, token = tidy(hello.name), hello.token or secrets.token_urlsafe(18)
        claim = Claim(name, key_of(token))
        if objection := self.names.objection(name):
            raise Refused(objection)
        if self._keeps_a_seat():
            raise No("keeps-seat", name=self.name)
        if hello.passkey is not None:
            challenge, address = taken_challenge(self, name), self.peer.address
            signed = hello.passkey
            refusal = yield Look(lambda done: identity.prove_by_passkey(claim, challenge, signed, done, address))
        elif hello.password is None:
            refusal = identity.greet(claim, known=hello.token is not None)
        else:
            refusal = yield from self.log_in(claim, hello.password)
        if refusal is not None:
            raise Refused(refusal)
        if self.name:
            self.room.own_games.unsubscribe(self)
            identity.went(self.claim, self)
        self.name, self.claim = name, msgspec.structs.replace(claim, proven=identity.proves(claim))
        identity.came(self.claim, self)
        yield ok(hello, name=name, token=token, tables=identity.seated_at(self.claim))

    def set_password(self, command: commands.SetPassword) -> Handling:
        """Keep the name by a password."""
        accounts, wanted = self.house.accounts, lambda: not self.gone
        if accounts.has_password(self.name):
            raise refused("has-password", name=self.name)
        if not accounts.owned(self.name):
            refusal = yield from self.log_in(self.claim, command.password)
        elif self.claim.proven:
            name, password, address = self.name, command.password, self.peer.address
            refusal = yield Look(lambda done: accounts.give_password(name, password, done, wanted, address))
        else:
            refusal = refused("needs-password", name=self.name).refusal
        if refusal is not None:
            raise Refused(refusal)
        self.claim = msgspec.structs.replace(self.claim, proven=True)
        yield ok(command, name=self.name)

    def sign_out(self, command: commands.SignOut) -> Handling:
        """Be the only one who has the token: everybody else who came by it, or by the password, is signed out."""
        for game in GAMES:
            if self.house.unsettled(game, self.name):
                raise No("seat-pending", name=self.name, game=game)
        if wait := self.house.quotas.ask_for_login(self.visitor):
            raise refused("locked-out", wait=ceil(wait))
        identity, token = self.house.identity, secrets.token_urlsafe(18)
        key = key_of(token)
        refusal = yield Look(lambda done: identity.sign_out(self.claim, key, self, done))
        if refusal is not None:
            raise Refused(refusal)
        if self.house.notifications is not None:
            self.house.notifications.book.forget(self.claim)
        identity.went(self.claim, self)
        self.claim = msgspec.structs.replace(self.claim, key=key)
        identity.came(self.claim, self)
        yield ok(command, name=self.name, token=token)

    def signed_out(self) -> None:
        """The token is void: whoever has it is nobody here any more."""
        self.lost()
        self.peer.send_framed(encoded(messages.SignedOut()))
        self.peer.close("signed out")

    @property
    def visitor(self) -> Visitor:
        """Whose share is used up by what is asked for here."""
        return Visitor(self.peer.address, self.name)

    def own_seat(self, position: AnyPosition) -> int | None:
        """The seat that belongs to whoever is on this connection."""
        for number, seat in enumerate(position.seats):
            if not seat.quit and self._owns(position, seat):
                return number
        return None

    def _owns(self, position: AnyPosition, seat: Seat) -> bool:
        return bool(self.name) and self.house.identity.owns(position.charter.game, seat, self.claim)

    def kept_seat(self, table: Table, position: AnyPosition | None = None) -> int | None:
        """The seat that is played from this connection; after the game, the one that was."""
        now, name = table.position, self.name
        if now.result is not None:
            return self.own_seat(position or now)
        if not name or table.attendance.keepers.get(name) is not self:
            return None
        return table.seat_of(name) if position is None else position.seat_of(name)

    def _keeps_a_seat(self) -> bool:
        """Whether a seat is played from this connection, or is about to be."""
        played = (table for table in self._followed() if not table.position.finished)
        kept = any(table.attendance.keepers.get(self.name) is self for table in played)
        return kept or self.house.reception.arriving(self)

    # -- the lobby ----------------------------------------------------------------------------------------------------

    def lobby(self, command: commands.Lobby) -> Handling:
        """Be shown the list of tables, or no longer."""
        yield ok(command)
        if command.on:
            self.room.lobby.subscribe(self, changes=command.changes)
        else:
            self.room.lobby.unsubscribe(self)

    def own_games(self, command: commands.AskOwnGames) -> Handling:
        """Be shown the own games, or no longer."""
        yield ok(command)
        if command.on:
            self.room.own_games.subscribe(self)
        else:
            self.room.own_games.unsubscribe(self)

    def shown(self, frame: bytes) -> None:
        """The lobby's list has changed, or somebody has said something."""
        self.peer.send_framed(frame)

    # -- looking at other connections of one's own --------------------------------------------------------------------

    def tap(self, command: commands.Tap) -> Handling:
        """Have a code for a connection that shall be shown here."""
        yield ok(command, code=self.room.taps.offer(self), seconds=CODE_SECONDS)

    def untap(self, command: commands.Untap) -> Handling:
        """Be shown none any more."""
        self.room.taps.withdraw(self)
        yield ok(command)

    def passed(self, news: Passed) -> None:
        """Something has passed on a connection that is shown here."""
        fields = msgspec.structs.asdict(news)
        self.peer.send_framed(encoded(messages.Wire(at=int(self.house.date() * 1000), **fields)))

    # -- following tables ---------------------------------------------------------------------------------------------

    def seen(self, table: Table) -> AnyPosition:
        """A live table as whoever is here may see it."""
        return table.position if self.kept_seat(table) is not None else self.room.delays.seen(table.position)

    def let_go(self, table: Table, event: Event, last: bool) -> None:
        """An entry may be known to those who do not play."""
        if event.entry.seq > self.watching.get(table.id, event.entry.seq):
            self.watching[table.id] = event.entry.seq
            self.peer.send_framed(step(event, None, last))

    def check_room(self, table: str = "") -> None:
        """Nobody follows more than so many tables."""
        if table not in self.watching and len(self.watching) >= MAX_WATCHED:
            self.house.limits_hit["MAX_WATCHED"] += 1
            raise No("follows-enough", most=MAX_WATCHED)

    def take_up(self, table: Table) -> None:
        """Come back to the own seat; a connection that still keeps it makes way."""
        if table.attendance.keepers.get(self.name) is self:
            return
        former = table.resume(self.name, self)
        if isinstance(former, Connection):
            former.make_way(table)

    def make_way(self, table: Table) -> None:
        """Somebody with the same token sits at the table on a newer connection."""
        self.watching.pop(table.id, None)
        self.peer.send_framed(encoded(messages.Replaced(table=table.id)))

    def shown_out(self, table: Table) -> None:
        """Whoever has no seat any more looks on."""

    def shown_table(self, table: Table) -> Framed:
        """A live table as whoever is here may see it, to be told; from there on they follow it."""
        self.room.recent(table.id)
        self.room.talk.listen(table.id, lambda _: None)
        seat, position = self.kept_seat(table), self.seen(table)
        self.watching[table.id] = position.seq
        chat = self.room.talk.lately(table.id)
        rematch = self.room.rematch_of(table.id)
        if seat is None and delayed(table.position):
            silent = self.room.delays.silent_from(table.position)
            heard = tuple(line for line in chat if line.at < silent)
            return said(snapshot(position, None, self.room.delays.presence(table.id), TIMELESS, rematch, heard))
        shown = encoded(snapshot(position, seat, table.attendance.presences, table.deadlines, rematch, chat))
        away = away_of(self.house, table)
        return Framed(shown + encoded(away) if away.names else shown)

    def _followed(self) -> list[Table]:
        return [self.house.tables[name] for name in self.watching if name in self.house.tables]

    def live(self, name: str) -> Generator[Any, Any, Table]:
        """A table that is waiting, being played, or finished and still looked at."""
        table = yield from self.known(name)
        if table is not None:
            return table
        yield from self.past(name)
        raise refused("finished")

    def known(self, name: str) -> Generator[Any, Any, Table | None]:
        """A live table, also one that another node has opened a moment ago."""
        table, others = self.house.here(name), self.house.neighbours
        if others is not None and name not in self.watching:
            yield Look(lambda done: others.freshen(name, done))
            table = self.house.here(name)
        return table

    def past(self, name: str) -> Generator[Any, Any, AnyPosition]:
        """A finished table that is no longer live."""
        past = yield Look(lambda done: self.room.past(name, done, lambda: not self.gone, self.peer.address))
        if isinstance(past, Refusal):
            raise Refused(past)
        assert isinstance(past, Position)
        return past

    # -- seats --------------------------------------------------------------------------------------------------------

    def nudged(self, table: Table, name: str) -> None:
        """Somebody on another node is waiting for this player, if it is this one's turn."""
        position = table.position
        seat = self.kept_seat(table, position)
        if position.started and not position.finished and seat in position.game.actors(position.state):
            self.shown(encoded(messages.Nudged(table=table.id, name=name)))

    def exclude(self, table: Table) -> None:
        """Nobody may watch any more."""
        self.watching.pop(table.id, None)
        table.unwatch(self)
        self.shown(encoded(messages.Excluded(table=table.id)))

    @staticmethod
    def alike(viewers: Iterable[Viewer | None]) -> list[HouseDialect]:
        """Those of them who are here by this protocol."""
        return [each for each in viewers if isinstance(each, HouseDialect)]

    def watchers_of(self, table: Table) -> list[HouseDialect]:
        """Those who follow the table over this protocol without playing."""
        players = set(table.attendance.keepers.values())
        return [each for each in self.alike(table.viewers) if each not in players]

    def tell_watchers(self, table: Table) -> None:
        """Tell those who play who watches, if that is not what they were told last."""
        watchers = self.watchers_of(table)
        names = tuple(sorted({each.name for each in watchers if each.name}))
        strangers = sum(not each.name for each in watchers)
        told = messages.Watchers(
            table=table.id, names=names, strangers=strangers, shut_out=table.id in self.room.shut_out
        )
        nobody = messages.Watchers(table=table.id, names=(), strangers=0, shut_out=False)
        frame = encoded(told)
        for keeper in self.alike(table.attendance.keepers.values()):
            if keeper.watchers.get(table.id, nobody) != told:
                keeper.watchers[table.id] = told
                keeper.shown(frame)

    def seated(self, name: str) -> Generator[Any, Any, Table]:
        """The table, if whoever is here plays at it."""
        table = yield from self.live(name)
        if self.kept_seat(table) is None:
            raise self._not_seated(table)
        return table

    def _not_seated(self, table: Table) -> No:
        """Why whoever is here does not play at a table."""
        if self.own_seat(table.position) is not None:
            return No("not-following", table=table.id)
        left = any(seat.quit and self._owns(table.position, seat) for seat in table.position.seats)
        return No("gave-up-seat" if left else "not-seated")

    # -- play and talk ------------------------------------------------------------------------------------------------

    def act(self, command: commands.Act) -> Handling:
        """Make a move."""
        table = yield from self.live(command.table)
        seat = self.kept_seat(table, table.head)  # the start, which draws the order of play, may be on its way
        if seat is None:
            raise self._not_seated(table) if self.kept_seat(table) is None else No("gave-up-seat")
        self.peer.charge(len(command.actions) - 1)
        cmd_id = command_id(self.name, command.cmd_id)
        actions = ";".join(command.actions)
        outcome = yield Ask(lambda done: table.move(seat, actions, done, cmd_id, command.seq))
        yield self._answered(command, table, outcome)

    def why(self, command: commands.Why) -> Handling:
        """Say how such a move would be answered, without making it."""
        table = yield from self.seated(command.table)
        seat = self.kept_seat(table)
        assert seat is not None, "whoever is seated keeps a seat"
        self.peer.charge(len(command.actions) - 1)
        refusal = table.why_not(seat, ";".join(command.actions))
        if refusal is None:
            yield ok(command, table=table.id, seq=table.position.seq)
        else:
            yield refusal_of(command.cmd_id, refusal)

    # -- news ---------------------------------------------------------------------------------------------------------

    def news(self, event: Event) -> Framed | tuple[Framed, ...]:
        """An entry is durable: tell it, unless a snapshot has shown it already."""
        name, seq = event.after.charter.id, event.entry.seq
        table = self.house.tables.get(name)
        if table is None or seq <= self.watching.get(name, seq):
            return ()
        seat = self.kept_seat(table)
        if seat is None or type(event.entry.fact) is not Moved:
            return self._other_news(event, table, seat)
        self.watching[name] = seq  # the usual case: a move, told to somebody who plays
        return Framed(step_frame(event, seat))

    def _other_news(self, event: Event, table: Table, seat: int | None) -> Framed | tuple[Framed, ...]:
        """An entry that changes what is told here, or is told to somebody who does not play."""
        fact = event.entry.fact
        if isinstance(fact, Succeeded) and fact.name == self.name and self.own_seat(event.after) == fact.seat:
            self.take_up(table)
            self.tell_watchers(table)
            return self.shown_table(table)
        if seat is None and event.after.setup.delay and event.before.started and not self._leaves(event):
            if not event.after.finished and not self.room.delays.knows(table.id):  # they were playing until now
                self.room.delays.prepare(table.id, lambda _: None)
            return ()  # the room tells it when its time has come
        if table.id in self.room.shut_out and self._leaves(event) and _goes_on(event.after):
            del self.watching[table.id]
            table.unwatch(self)
            return Framed(step_frame(event, seat) + encoded(messages.Excluded(table=table.id)))
        self.watching[table.id] = event.entry.seq
        return Framed(step_frame(event, seat))

    def _leaves(self, event: Event) -> bool:
        """Whether an entry is by which whoever is here has left the game."""
        fact = event.entry.fact
        return fact.kind == "quit" and self._owns(event.before, event.before.seats[fact.seat])

    def presence_news(self, notice: Notice) -> Handling:
        """Somebody comes or goes."""
        table = self.house.tables.get(notice.table)
        if table is not None and delayed(table.position) and self.kept_seat(table) is None:
            return  # it is told with the entries, as it was then
        if notice.table in self.watching:
            yield said(messages.PresenceNews(table=notice.table, name=notice.name, presence=notice.presence))


_BOTH = tuple(State)

HouseDialect.machine = Machine(
    State.STRANGER,
    [
        on(_BOTH, "hello", commands.Hello, HouseDialect.hello, State.GUEST),
        on(State.GUEST, "set_password", commands.SetPassword, HouseDialect.set_password),
        on(State.GUEST, "sign_out", commands.SignOut, HouseDialect.sign_out),
        on(State.GUEST, "transfer", commands.Transfer, transfer),
        on(_BOTH, "redeem", commands.Redeem, redeem),
        on(_BOTH, "ask_passkey", commands.AskPasskey, ask_passkey),
        on(State.GUEST, "keep_passkey", commands.KeepPasskey, keep_passkey),
        on(State.GUEST, "ways", commands.AskWays, ask_ways),
        on(State.GUEST, "set_way", commands.SetWay, set_way),
        on(State.GUEST, "confirm_mail", commands.ConfirmMail, confirm_mail),
        on(State.GUEST, "export", commands.Export, export),
        on(State.GUEST, "forget", commands.Forget, forget, State.GUEST, State.STRANGER),
        on(_BOTH, "lobby", commands.Lobby, HouseDialect.lobby),
        on(State.GUEST, "vacation", commands.Vacation, vacation),
        on(State.GUEST, "own_games", commands.AskOwnGames, HouseDialect.own_games),
        on(State.GUEST, "past_games", commands.AskPastGames, past_games),
        on(State.GUEST, "open", commands.Open, seats.open_table),
        on(_BOTH, "watch", commands.Watch, following.watch),
        on(_BOTH, "unwatch", commands.Unwatch, following.unwatch),
        on(State.GUEST, "sit", commands.Sit, seats.sit),
        on(State.GUEST, "stand", commands.Stand, seats.stand),
        on(State.GUEST, "word", commands.Word, seats.word),
        on(State.GUEST, "start", commands.Start, seats.start),
        on(State.GUEST, "quit", commands.Quit, seats.quit),
        on(State.GUEST, "add_bot", commands.AddBot, seats.add_bot),
        on(State.GUEST, "remove_bot", commands.RemoveBot, seats.remove_bot),
        on(State.GUEST, "remove", commands.Remove, seats.remove),
        on(State.GUEST, "free", commands.Free, free),
        on(State.GUEST, "nudge", commands.Nudge, care.nudge),
        on(State.GUEST, "hurry", commands.Hurry, care.hurry),
        on(State.GUEST, "shut_out", commands.ShutOut, care.shut_watchers_out),
        on(State.GUEST, "act", commands.Act, HouseDialect.act),
        on(State.GUEST, "undo", commands.Undo, care.undo),
        on(State.GUEST, "propose", commands.Propose, care.propose),
        on(State.GUEST, "ask_seat", commands.AskSeat, care.ask_seat),
        on(State.GUEST, "vote", commands.Vote, care.vote),
        on(State.GUEST, "play_on", commands.PlayOn, care.play_on),
        on(State.GUEST, "why", commands.Why, HouseDialect.why),
        on(State.GUEST, "chat", commands.Chat, following.chat),
        on(_BOTH, "story", commands.Story, following.story),
        on(_BOTH, "talk", commands.Talk, following.talk),
        on(State.GUEST, "rematch", commands.Rematch, seats.rematch),
        on(_BOTH, "tap", commands.Tap, HouseDialect.tap),
        on(_BOTH, "untap", commands.Untap, HouseDialect.untap),
    ],
)


def _goes_on(position: AnyPosition) -> bool:
    """Whether enough stay after somebody has left; otherwise the end follows, which is for everybody."""
    staying = [seat for seat in position.seats if not seat.quit]
    return len(staying) > 1 and any(seat.person for seat in staying)


def _cmd_id(message: str) -> str | None:
    """The command id of a message that could not be read otherwise; none if it is longer than any may be."""
    try:
        cmd_id = msgspec.json.decode(message, type=_Named).cmd_id
        return None if cmd_id is not None and len(cmd_id) > MAX_COMMAND_ID else cmd_id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
