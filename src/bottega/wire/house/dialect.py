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
from functools import partial
from math import ceil
from typing import Any, ClassVar, cast

import msgspec

from bottega import __version__
from bottega.bots.names import BOTS, FORMER
from bottega.games import GAMES
from bottega.games.refusal import Refusal, Value
from bottega.limits import GRACE_SECONDS, MAX_CHAT, MAX_COMMAND_ID, MAX_PROBLEM, MAX_WATCHED, MIN_TURN_SECONDS
from bottega.store.log import Remark, StoreFault
from bottega.table.entries import Motion, Sitting
from bottega.table.events import Event, Notice
from bottega.table.fairness import objection
from bottega.table.identity import Claim, key_of
from bottega.table.names import tidy
from bottega.table.position import AnyPosition, Position, Refused, Seat, Setup, StartPolicy, refused
from bottega.table.quotas import HOUSE, Visitor
from bottega.table.table import Accepted, Table
from bottega.wire.core.connection import Connection, Peer
from bottega.wire.core.dialect import Ask, Dialect, Framed, Look
from bottega.wire.core.machine import BadRequest, Handling, Machine, Row, on
from bottega.wire.core.taps import Passed
from bottega.wire.house import messages
from bottega.wire.house.messages import Command, GameName, Message
from bottega.wire.house.phrases import PHRASES
from bottega.wire.house.room import Room, tell_all
from bottega.wire.house.story import page
from bottega.wire.house.words import encoded, snapshot, step, step_frame

STORY_CHARGE = 8
"""So many entries told again count as one message."""

_decoder = msgspec.json.Decoder(Command)


class State(StrEnum):
    """Whether the connection has a name."""

    STRANGER = auto()
    GUEST = auto()


class No(BadRequest):
    """Why a command is refused, by this protocol's own phrasebook."""

    def __init__(self, code: str, cmd_id: str | None = None, /, **params: Value) -> None:
        self.refusal = PHRASES.refusal(code, **params)
        super().__init__(str(self.refusal))
        self.cmd_id = cmd_id


class _Named(msgspec.Struct):
    """As much of an unreadable command as its answer needs."""

    cmd_id: str | None = None


class HouseDialect(Dialect[Message]):
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
        self._claim = Claim("")

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
        if self.machine.row(self.state, kind) is None:
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
        yield self._refusal(bad.cmd_id, bad.refusal)

    def handle(self, row: Row[State], payload: Command) -> Handling:
        """What a command does; whatever it is refused for is answered to its id."""
        try:
            yield from row.handler(self, payload)
        except (No, Refused) as no:
            yield self._refusal(payload.cmd_id, no.refusal)
        except StoreFault:
            yield self._refusal(payload.cmd_id, refused("store").refusal)

    def _refusal(self, cmd_id: str | None, refusal: Refusal) -> Framed:
        """Count why something is refused, and say it."""
        self.house.refusals[refusal.code] += 1
        return _refusal(cmd_id, refusal)

    def _asked(self, command: Command, table: Table, begin: Callable[..., None]) -> Handling:
        """Have something done at a table, and tell how that went; ``begin`` takes whom to answer."""
        outcome: Accepted | Refusal = yield Ask(lambda done: begin(answer=done))
        if isinstance(outcome, Refusal):
            yield self._refusal(command.cmd_id, outcome)
        else:
            yield _ok(command, table=table.id, seq=outcome.seq)

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
            self._tell_watchers(table)
        self.watching.clear()
        self.gone = True
        self.house.withdraw(self)
        self.room.lobby.unsubscribe(self)
        self.room.taps.withdraw(self)
        if self.name:
            self.house.identity.went(self._claim, self)
            self.name = ""

    def closing(self) -> None:
        """The house closes."""
        self.peer.send_framed(encoded(messages.Closing(reason="the house closes for a moment: connect again")))

    @property
    def wanting(self) -> bool:
        """Whether they have said what they came for."""
        return bool(self.watching or self.name) or self.room.lobby.reads(self) or self.room.taps.watches(self)

    # -- who you are --------------------------------------------------------------------------------------------------

    def hello(self, hello: messages.Hello) -> Handling:
        """Take a name, with a token of its own or the one given, or prove it by its password."""
        identity = self.house.identity
        name, token = tidy(hello.name), hello.token or secrets.token_urlsafe(18)
        claim = Claim(name, key_of(token))
        if objection := self.names.objection(name):
            raise Refused(objection)
        if self._keeps_a_seat():
            raise No("keeps-seat", name=self.name)
        if hello.password is None:
            refusal = identity.greet(claim, known=hello.token is not None)
        else:
            refusal = yield from self.log_in(claim, hello.password)
        if refusal is not None:
            raise Refused(refusal)
        if self.name:
            identity.went(self._claim, self)
        self.name, self._claim = name, msgspec.structs.replace(claim, proven=identity.proves(claim))
        identity.came(self._claim, self)
        yield _ok(hello, name=name, token=token, tables=identity.seated_at(self._claim))

    def set_password(self, command: messages.SetPassword) -> Handling:
        """Keep the name by a password."""
        if self.house.accounts.owned(self.name):
            raise refused("has-password", name=self.name)
        if (refusal := (yield from self.log_in(self._claim, command.password))) is not None:
            raise Refused(refusal)
        self._claim = msgspec.structs.replace(self._claim, proven=True)
        yield _ok(command, name=self.name)

    def sign_out(self, command: messages.SignOut) -> Handling:
        """Be the only one who has the token: everybody else who came by it, or by the password, is signed out."""
        for game in GAMES:
            if self.house.taken(game, self.name) and self.house.holder(game, self.name) is None:
                raise No("seat-pending", name=self.name, game=game)
        identity, token = self.house.identity, secrets.token_urlsafe(18)
        key = key_of(token)
        refusal = yield Look(lambda done: identity.sign_out(self._claim, key, self, done))
        if refusal is not None:
            raise Refused(refusal)
        identity.went(self._claim, self)
        self._claim = msgspec.structs.replace(self._claim, key=key)
        identity.came(self._claim, self)
        yield _ok(command, name=self.name, token=token)

    def signed_out(self) -> None:
        """The token is void: whoever has it is nobody here any more."""
        self.lost()
        self.peer.send_framed(encoded(messages.SignedOut()))
        self.peer.close("signed out")

    @property
    def _visitor(self) -> Visitor:
        """Whose share is used up by what is asked for here."""
        return Visitor(self.peer.address, self.name)

    def _own_seat(self, position: AnyPosition) -> int | None:
        """The seat that belongs to whoever is on this connection."""
        for number, seat in enumerate(position.seats):
            if not seat.quit and self._owns(position, seat):
                return number
        return None

    def _owns(self, position: AnyPosition, seat: Seat) -> bool:
        return bool(self.name) and self.house.identity.owns(position.charter.game, seat, self._claim)

    def _kept_seat(self, table: Table, position: AnyPosition | None = None) -> int | None:
        """The seat that is played from this connection; after the game, the one that was."""
        position = position or table.position
        if table.position.finished:
            return self._own_seat(position)
        if not self.name or table.keepers.get(self.name) is not self:
            return None
        return position.seat_of(self.name)

    def _keeps_a_seat(self) -> bool:
        """Whether a seat is played from this connection, or is about to be."""
        kept = (not table.position.finished and table.keepers.get(self.name) is self for table in self._followed())
        return self.house.arriving(self) or any(kept)

    # -- the lobby ----------------------------------------------------------------------------------------------------

    def lobby(self, command: messages.Lobby) -> Handling:
        """Be shown the list of tables, or no longer."""
        yield _ok(command)
        if command.on:
            self.room.lobby.subscribe(self, changes=command.changes)
        else:
            self.room.lobby.unsubscribe(self)

    def shown(self, frame: bytes) -> None:
        """The lobby's list has changed, or somebody has said something."""
        self.peer.send_framed(frame)

    # -- looking at other connections of one's own --------------------------------------------------------------------

    def tap(self, command: messages.Tap) -> Handling:
        """Have a code for a connection that shall be shown here."""
        yield _ok(command, code=self.room.taps.offer(self))

    def untap(self, command: messages.Untap) -> Handling:
        """Be shown none any more."""
        self.room.taps.withdraw(self)
        yield _ok(command)

    def passed(self, news: Passed) -> None:
        """Something has passed on a connection that is shown here."""
        fields = msgspec.structs.asdict(news)
        self.peer.send_framed(encoded(messages.Wire(at=int(self.house.date() * 1000), **fields)))

    # -- following tables ---------------------------------------------------------------------------------------------

    def watch(self, command: messages.Watch) -> Handling:
        """Follow a table, from where it stands or from what was missed; the own seat there is taken up again."""
        table = yield from self._known(command.table)
        if table is None:
            past = yield from self._past(command.table)
            yield _ok(command, table=command.table, seq=past.seq)
            yield said(snapshot(past, self._own_seat(past), rematch=self.room.rematch_of(command.table)))
            return
        self._check_room(table.id)
        own = self._own_seat(table.position) is not None
        if not own and table.id in self.room.shut_out and not table.position.finished:
            raise No("shut-out")
        recent = self.room.recent(table.id)
        if self._own_seat(table.position) is not None and not table.position.finished:
            self.take_up(table)
        else:
            self.house.look_on(table, self)
        yield _ok(command, table=table.id, seq=table.position.seq)
        missed = None if command.since is None else recent.since(command.since, table.position.seq)
        if missed is None:
            yield self._shown_table(table)
        else:
            self.watching[table.id] = table.position.seq
            for event in missed:
                yield Framed(step(event, self._kept_seat(table, event.after), event is missed[-1]))
        self._tell_watchers(table)

    def _check_room(self, table: str = "") -> None:
        if table not in self.watching and len(self.watching) >= MAX_WATCHED:
            self.house.limits_hit["MAX_WATCHED"] += 1
            raise No("follows-enough", most=MAX_WATCHED)

    def take_up(self, table: Table) -> None:
        """Come back to the own seat; a connection that still keeps it makes way."""
        if table.keepers.get(self.name) is self:
            return
        former = table.resume(self.name, self)
        if isinstance(former, Connection):
            former.make_way(table)

    def make_way(self, table: Table) -> None:
        """Somebody with the same token sits at the table on a newer connection."""
        self.watching.pop(table.id, None)
        self.peer.send_framed(encoded(messages.Replaced(table=table.id)))

    def _shown_table(self, table: Table) -> Framed:
        self.room.recent(table.id)
        self.room.talk.listen(table.id, lambda _: None)
        self.watching[table.id] = table.position.seq
        seat = self._kept_seat(table)
        chat = self.room.talk.lately(table.id)
        rematch = self.room.rematch_of(table.id)
        return said(snapshot(table.position, seat, table.presence, table.deadlines, rematch, chat))

    def unwatch(self, command: messages.Unwatch) -> Handling:
        """Follow a table no longer."""
        if self.watching.pop(command.table, None) is None:
            raise No("not-following", table=command.table)
        table = self.house.tables.get(command.table)
        if table is not None:
            table.drop(self, GRACE_SECONDS)
            self._tell_watchers(table)
        yield _ok(command, table=command.table)

    def _followed(self) -> list[Table]:
        return [self.house.tables[name] for name in self.watching if name in self.house.tables]

    def _live(self, name: str) -> Generator[Any, Any, Table]:
        """A table that is waiting, being played, or finished and still looked at."""
        table = yield from self._known(name)
        if table is not None:
            return table
        yield from self._past(name)
        raise refused("finished")

    def _known(self, name: str) -> Generator[Any, Any, Table | None]:
        """A live table, also one that another node has opened a moment ago."""
        table, others = self.house.tables.get(name), self.house.neighbours
        if others is not None and name not in self.watching:
            yield Look(lambda done: others.freshen(name, lambda: done(None)))
            table = self.house.tables.get(name)
        return table

    def _past(self, name: str) -> Generator[Any, Any, AnyPosition]:
        """A finished table that is no longer live."""
        past = yield Look(lambda done: self.room.past(name, done, lambda: not self.gone, self.peer.address))
        if isinstance(past, Refusal):
            raise Refused(past)
        assert isinstance(past, Position)
        return past

    # -- seats --------------------------------------------------------------------------------------------------------

    def open(self, command: messages.Open) -> Handling:
        """Open a table and, if asked to, sit down at it."""
        self._check_room()
        _check_bot(command.absent, "skip", "wait")
        if 0 < command.turn_seconds < MIN_TURN_SECONDS:
            raise No("turn-too-short", least=MIN_TURN_SECONDS)
        setup = Setup(
            seats=command.seats,
            options=command.options,
            start=StartPolicy(command.start),
            lobby_seconds=self.house.settings.lobby_seconds,
            turn_seconds=command.turn_seconds,
            absent=command.absent,
            listed=command.listed,
        )
        if command.sit:
            self._check_free(command.game)
        table = self.house.open(command.game, setup, self._visitor)
        if command.sit:
            yield from self._take_seat(command, table)
        else:
            table.watch(self)
            yield _ok(command, table=table.id)
            yield self._shown_table(table)

    def _check_free(self, game: str) -> None:
        """A name holds one seat in a game at a time."""
        held = self.house.holder(game, self.name)
        if held is not None:
            raise No("one-seat", table=held.id, game=game)
        if self.house.taken(game, self.name):
            raise No("seat-pending", name=self.name, game=game)
        if not self._claim.proven and self.house.accounts.owned(self.name):
            raise refused("needs-password", name=self.name)

    def sit(self, command: messages.Sit) -> Handling:
        """Take a free seat."""
        table = yield from self._live(command.table)
        if self._kept_seat(table) is not None:
            raise No("sits-here")
        self._check_room(table.id)
        self._check_free(table.position.charter.game)
        if command.word is not None:
            self._check_word(table, command.word)
        yield from self._take_seat(command, table, self._visitor, command.word or "")

    def _take_seat(
        self, command: Command, table: Table, visitor: Visitor = HOUSE, word: str = ""
    ) -> Generator[Any, Any, bool]:
        """Sit down, perhaps with a word for the seed, and be shown the table; whether it was possible."""
        self.room.recent(table.id)
        sitting = Sitting(self.name, self._claim.key, account=self._claim.proven, word=word)
        outcome = yield Ask(lambda done: self.house.sit(table, sitting, self, done, visitor))
        if isinstance(outcome, Refusal):
            yield self._refusal(command.cmd_id, outcome)
            return False
        yield _ok(command, table=table.id, seq=table.position.seq)
        if table.id not in self.watching and self in table.viewers:
            yield self._shown_table(table)
        return True

    def stand(self, command: messages.Stand) -> Handling:
        """Give the seat up before the start."""
        table = yield from self._seated(command.table)
        yield from self._asked(command, table, partial(table.leave, self.name))

    def word(self, command: messages.Word) -> Handling:
        """Add a word to the seed."""
        table = yield from self._seated(command.table)
        self._check_word(table, command.word)
        yield from self._asked(command, table, partial(table.word, self.name, command.word))

    def _check_word(self, table: Table, word: str) -> None:
        """A word that cannot be taken is refused before anything is done; and each is an entry, kept for good."""
        if (refusal := objection(word)) is not None:
            raise Refused(refusal)
        if not table.position.setup.words:
            raise refused("no-words")
        if self.house.quotas.ask("words", self._visitor):
            raise No("said-too-fast")

    def quit(self, command: messages.Quit) -> Handling:
        """Leave a running game for good."""
        table = yield from self._seated(command.table)
        yield from self._asked(command, table, partial(table.quit, self.name))

    def start(self, command: messages.Start) -> Handling:
        """Begin the game."""
        table = yield from self._host(command.table)
        yield from self._asked(command, table, table.start)

    def add_bot(self, command: messages.AddBot) -> Handling:
        """Let a bot take a free seat."""
        table = yield from self._host(command.table)
        _check_bot(command.bot)
        if wait := self.house.quotas.ask("bots", self._visitor):
            raise No("bots-too-fast", wait=ceil(wait))
        name = _bot_name(table, command.bot)
        outcome = yield Ask(lambda done: self.house.sit(table, Sitting(name, bot=command.bot), None, done))
        if isinstance(outcome, Refusal):
            yield self._refusal(command.cmd_id, outcome)
        else:
            yield _ok(command, table=table.id, name=name)

    def remove_bot(self, command: messages.RemoveBot) -> Handling:
        """Send a bot away."""
        table = yield from self._host(command.table)
        if not any(seat.bot and seat.name == command.name for seat in table.head.seats):
            raise No("no-bot-there", name=command.name)
        yield from self._asked(command, table, partial(table.leave, command.name))

    def remove(self, command: messages.Remove) -> Handling:
        """Send somebody away before the start."""
        table = yield from self._seated(command.table)
        first = next((seat.name for seat in table.head.seats if seat.person), "")
        if table.head.started:
            raise refused("started")
        if self.name != first:
            raise No("not-first")
        if command.name == self.name or not any(s.person and s.name == command.name for s in table.head.seats):
            raise No("no-one-there", name=command.name)
        yield from self._asked(command, table, partial(table.leave, command.name))

    def nudge(self, command: messages.Nudge) -> Handling:
        """Remind those whose turn it is."""
        table = yield from self._seated(command.table)
        position = table.position
        actors = position.game.actors(position.state) if position.started and not position.finished else ()
        keepers = [table.keepers.get(position.seats[seat].name) for seat in actors]
        asleep = [keeper for keeper in keepers if isinstance(keeper, HouseDialect) and keeper is not self]
        if not asleep:
            raise No("nobody-to-nudge")
        if self.house.quotas.ask("chat", self._visitor):
            raise No("said-too-fast")
        yield _ok(command, table=table.id)
        for keeper in asleep:
            keeper.shown(encoded(messages.Nudged(table=table.id, name=self.name)))

    def shut_watchers_out(self, command: messages.ShutOut) -> Handling:
        """Let nobody watch, or everybody again."""
        table = yield from self._seated(command.table)
        (self.room.shut_out.add if command.on else self.room.shut_out.discard)(table.id)
        yield _ok(command, table=table.id)
        for watcher in self._watchers(table) if command.on else ():
            watcher.watching.pop(table.id, None)
            table.unwatch(watcher)
            watcher.shown(encoded(messages.Excluded(table=table.id)))
        self._tell_watchers(table)

    def _watchers(self, table: Table) -> list[HouseDialect]:
        """Those who follow the table over this protocol without playing."""
        players = set(table.keepers.values())
        return [each for each in table.viewers if isinstance(each, HouseDialect) and each not in players]

    def _tell_watchers(self, table: Table) -> None:
        """Tell those who play who watches, if that is not what they were told last."""
        watchers = self._watchers(table)
        names = tuple(sorted({each.name for each in watchers if each.name}))
        strangers = sum(not each.name for each in watchers)
        told = messages.Watchers(
            table=table.id, names=names, strangers=strangers, shut_out=table.id in self.room.shut_out
        )
        nobody = messages.Watchers(table=table.id, names=(), strangers=0, shut_out=False)
        frame = encoded(told)
        for keeper in table.keepers.values():
            if isinstance(keeper, HouseDialect) and keeper.watchers.get(table.id, nobody) != told:
                keeper.watchers[table.id] = told
                keeper.shown(frame)

    def _seated(self, name: str) -> Generator[Any, Any, Table]:
        table = yield from self._live(name)
        if self._kept_seat(table) is None:
            if self._own_seat(table.position) is not None:
                raise No("not-following", table=name)
            left = any(seat.quit and self._owns(table.position, seat) for seat in table.position.seats)
            raise No("gave-up-seat" if left else "not-seated")
        return table

    def _host(self, name: str) -> Generator[Any, Any, Table]:
        """The table, if whoever is here may decide about it."""
        table = yield from self._live(name)
        people = any(not seat.bot for seat in table.head.seats)
        if self._kept_seat(table) is None and (people or table.id not in self.watching):
            raise No("not-yours-to-decide")
        return table

    # -- play and talk ------------------------------------------------------------------------------------------------

    def act(self, command: messages.Act) -> Handling:
        """Make a move."""
        table = yield from self._seated(command.table)
        seat = self._kept_seat(table, table.head)  # the start, which draws the order of play, may be on its way
        if seat is None:
            raise No("gave-up-seat")
        self.peer.charge(len(command.actions) - 1)
        cmd_id = f"{self.name}\t{command.cmd_id}"  # no name has a tab in it
        actions = ";".join(command.actions)
        move = partial(table.move, seat, actions, cmd_id=cmd_id, after=command.seq)
        yield from self._asked(command, table, move)

    def undo(self, command: messages.Undo) -> Handling:
        """Take back the last move, or ask the others for it."""
        table = yield from self._seated(command.table)
        if command.ask:
            self._check_voters(table, range(len(table.head.seats)))
        yield from self._asked(command, table, partial(table.undo, self.name, ask=command.ask))

    def propose(self, command: messages.Propose) -> Handling:
        """Ask those who are here for something."""
        table = yield from self._seated(command.table)
        motion = Motion(command.what)
        if command.what == "replace":
            _check_bot(command.bot)
            seat = table.head.seat_of(command.name)
            if seat is None:
                raise refused("empty-seat")
            motion = Motion("replace", seat=seat, bot=command.bot)
        here = [seat for seat, each in enumerate(table.head.seats) if table.present(each.name)]
        self._check_voters(table, here)
        yield from self._asked(command, table, partial(table.propose, self.name, motion))

    def vote(self, command: messages.Vote) -> Handling:
        """Agree, or not."""
        table = yield from self._seated(command.table)
        yield from self._asked(command, table, partial(table.vote, self.name, command.yes))

    def play_on(self, command: messages.PlayOn) -> Handling:
        """End a pause."""
        table = yield from self._seated(command.table)
        yield from self._asked(command, table, partial(table.play_on, self.name))

    def _check_voters(self, table: Table, seats: Iterable[int]) -> None:
        """Nobody is asked who has no word to answer with."""
        for number in seats:
            seat = table.head.seats[number]
            keeper = table.keepers.get(seat.name)
            if keeper is not None and not isinstance(keeper, HouseDialect) and not seat.bot and not seat.quit:
                raise refused("cannot-vote", name=seat.name)

    def why(self, command: messages.Why) -> Handling:
        """Say how such a move would be answered, without making it."""
        table = yield from self._seated(command.table)
        seat = self._kept_seat(table)
        assert seat is not None, "whoever is seated keeps a seat"
        self.peer.charge(len(command.actions) - 1)
        refusal = table.why_not(seat, ";".join(command.actions))
        if refusal is None:
            yield _ok(command, table=table.id, seq=table.position.seq)
        else:
            yield _refusal(command.cmd_id, refusal)

    def chat(self, command: messages.Chat) -> Handling:
        """Say something to everybody at the table."""
        table = yield from self._live(command.table)
        if table.id not in self.watching:
            raise No("not-following", table=command.table)
        text = " ".join(command.text.split())
        if not text or not text.isprintable():
            raise No("nothing-said")
        if len(text) > MAX_CHAT:
            raise No("said-too-much", length=len(text), most=MAX_CHAT)
        if self.house.quotas.ask("chat", self._visitor):
            raise No("said-too-fast")
        talk, remark = self.room.talk, Remark(self.name, text, int(self.house.date() * 1000))
        if (refusal := (yield Look(lambda done: talk.listen(table.id, done)))) is None:
            refusal = yield Ask(lambda done: talk.say(table.id, remark, done))
            self.house.tell_others("talk", table.id)
        yield _ok(command, table=table.id) if refusal is None else self._refusal(command.cmd_id, refusal)

    def story(self, command: messages.Story) -> Handling:
        """Tell what happened, as far as whoever is here might have seen it."""
        table = self.house.tables.get(command.table)
        position = (yield from self._past(command.table)) if table is None else table.position
        if table is not None and table.id not in self.watching:
            raise No("not-following", table=command.table)
        self.peer.charge(command.most // STORY_CHARGE)
        wanted, address = (lambda: not self.gone), self.peer.address
        found = yield Look(lambda done: self.room.stories.ask(position, done, wanted, address))
        if isinstance(found, Refusal):
            raise Refused(found)
        kept = self._own_seat(position) if table is None else self._kept_seat(table)
        name = None if kept is None else position.seats[kept].name
        yield _ok(command, table=command.table)
        yield said(page(found, command.before, command.most, lambda then: then.seat_of(name) if name else None))

    def talk(self, command: messages.Talk) -> Handling:
        """Tell what was said."""
        if command.table in self.house.tables:
            if command.table not in self.watching:
                raise No("not-following", table=command.table)
        else:
            yield from self._past(command.table)
        found = yield Look(lambda done: self.room.talk.page(command.table, command.before, done, lambda: not self.gone))
        if isinstance(found, Refusal):
            raise Refused(found)
        yield _ok(command, table=command.table)
        yield said(messages.TalkPage(table=command.table, lines=tuple(found)))

    def rematch(self, command: messages.Rematch) -> Handling:
        """After a game, open a table just like it, or sit down at the one that was opened for it."""
        old = self.house.tables.get(command.table)
        position = (yield from self._past(command.table)) if old is None else old.position
        if not position.finished:
            raise No("not-finished")
        if self._own_seat(position) is None:
            raise No("did-not-play")
        there = self.house.tables.get(self.room.rematch_of(command.table) or "")
        if there is not None and not there.head.finished:
            if self._kept_seat(there) is not None:
                yield _ok(command, table=there.id)
                return
            self._check_free(position.charter.game)
            yield from self._take_seat(command, there, self._visitor)
            return
        self._check_free(position.charter.game)
        setup = msgspec.structs.replace(position.setup, seats=position.size, start=StartPolicy.ASKED)
        table = self.house.open(position.charter.game, setup, self._visitor)
        self.room.remember_rematch(command.table, table.id)
        self.house.tell_others("rematch", f"{command.table} {table.id} {self.name}")
        if (yield from self._take_seat(command, table)):
            for seat in position.seats:
                if seat.bot and seat.bot == seat.name.split(" ")[0]:
                    self.house.sit(table, Sitting(seat.name, bot=seat.bot), None, lambda _: None)
            if old is not None:
                tell_all(old, messages.RematchNews(table=old.id, name=self.name, next=table.id))

    # -- news ---------------------------------------------------------------------------------------------------------

    def news(self, event: Event) -> tuple[Framed, ...]:
        """An entry is durable: tell it, unless a snapshot has shown it already."""
        table = self.house.tables.get(event.table)
        shown = self.watching.get(event.table)
        if table is None or shown is None or event.entry.seq <= shown:
            return ()
        self.watching[event.table] = event.entry.seq
        return (Framed(step_frame(event, self._kept_seat(table))),)

    def presence_news(self, notice: Notice) -> Handling:
        """Somebody comes or goes."""
        if notice.table in self.watching:
            yield said(messages.PresenceNews(table=notice.table, name=notice.name, presence=notice.presence))


_BOTH = tuple(State)

HouseDialect.machine = Machine(
    State.STRANGER,
    [
        on(_BOTH, "hello", messages.Hello, HouseDialect.hello, State.GUEST),
        on(State.GUEST, "set_password", messages.SetPassword, HouseDialect.set_password),
        on(State.GUEST, "sign_out", messages.SignOut, HouseDialect.sign_out),
        on(_BOTH, "lobby", messages.Lobby, HouseDialect.lobby),
        on(State.GUEST, "open", messages.Open, HouseDialect.open),
        on(_BOTH, "watch", messages.Watch, HouseDialect.watch),
        on(_BOTH, "unwatch", messages.Unwatch, HouseDialect.unwatch),
        on(State.GUEST, "sit", messages.Sit, HouseDialect.sit),
        on(State.GUEST, "stand", messages.Stand, HouseDialect.stand),
        on(State.GUEST, "word", messages.Word, HouseDialect.word),
        on(State.GUEST, "start", messages.Start, HouseDialect.start),
        on(State.GUEST, "quit", messages.Quit, HouseDialect.quit),
        on(State.GUEST, "add_bot", messages.AddBot, HouseDialect.add_bot),
        on(State.GUEST, "remove_bot", messages.RemoveBot, HouseDialect.remove_bot),
        on(State.GUEST, "remove", messages.Remove, HouseDialect.remove),
        on(State.GUEST, "nudge", messages.Nudge, HouseDialect.nudge),
        on(State.GUEST, "shut_out", messages.ShutOut, HouseDialect.shut_watchers_out),
        on(State.GUEST, "act", messages.Act, HouseDialect.act),
        on(State.GUEST, "undo", messages.Undo, HouseDialect.undo),
        on(State.GUEST, "propose", messages.Propose, HouseDialect.propose),
        on(State.GUEST, "vote", messages.Vote, HouseDialect.vote),
        on(State.GUEST, "play_on", messages.PlayOn, HouseDialect.play_on),
        on(State.GUEST, "why", messages.Why, HouseDialect.why),
        on(State.GUEST, "chat", messages.Chat, HouseDialect.chat),
        on(_BOTH, "story", messages.Story, HouseDialect.story),
        on(_BOTH, "talk", messages.Talk, HouseDialect.talk),
        on(State.GUEST, "rematch", messages.Rematch, HouseDialect.rematch),
        on(_BOTH, "tap", messages.Tap, HouseDialect.tap),
        on(_BOTH, "untap", messages.Untap, HouseDialect.untap),
    ],
)


def said(message: Message) -> Framed:
    """A message, to be sent."""
    return Framed(encoded(message))


def _ok(command: Command, **fields: Any) -> Framed:
    return said(messages.Ok(cmd_id=command.cmd_id, **fields))


def _refusal(cmd_id: str | None, refusal: Refusal) -> Framed:
    refused = messages.Refused(cmd_id=cmd_id, code=refusal.code, params=refusal.params, reason=str(refusal))
    return said(refused)


def _check_bot(bot: str, *besides: str) -> None:
    if bot not in (*BOTS, *FORMER, *besides):
        raise No("no-such-bot", bot=bot, bots=BOTS)


def _bot_name(table: Table, bot: str) -> str:
    """A name that nobody at the table has."""
    taken = {seat.name for seat in table.head.seats}
    names = (bot, *(f"{bot} {number}" for number in range(2, len(taken) + 3)))
    return next(name for name in names if name not in taken)


def _cmd_id(message: str) -> str | None:
    """The command id of a message that could not be read otherwise; none if it is longer than any may be."""
    try:
        cmd_id = msgspec.json.decode(message, type=_Named).cmd_id
        return None if cmd_id is not None and len(cmd_id) > MAX_COMMAND_ID else cmd_id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
