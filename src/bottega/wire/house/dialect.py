"""The house protocol: browsers and bots at all three games (``docs/protocols/house.md``).

How it works. A connection may follow several tables; ``watching`` has the last entry it was shown of each. A message is
decoded into one of the commands of ``house_messages`` and done by the method that ``COMMANDS`` names; it is answered
whenever the house has its answer, so commands of one connection may overlap. Only a password is waited for.

What must stay true:

1. A connection sees each entry of a table it follows once and in order, or a snapshot in place of several.
2. It sees a seat's view only while it keeps that seat; everybody else gets the spectators' view.
3. A refused command changes nothing, and says why.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import msgspec

from bottega import __version__
from bottega.bots.names import BOTS
from bottega.games import GAMES
from bottega.games.refusal import Refusal
from bottega.limits import CHAT_BURST, CHAT_SECONDS, GRACE_SECONDS, MAX_CHAT, MAX_WATCHED
from bottega.table.entries import Sitting
from bottega.table.events import Event, Notice
from bottega.table.position import AnyPosition, Setup, StartPolicy, refused
from bottega.table.table import Accepted, Table
from bottega.wire.core.connection import Connection as Dialect
from bottega.wire.core.connection import Peer
from bottega.wire.house import messages
from bottega.wire.house.guest import Guest, No
from bottega.wire.house.messages import Message
from bottega.wire.house.room import Room
from bottega.wire.house.words import encoded, snapshot, step, step_frame


class HouseDialect(Guest):
    """One connection of the house protocol."""

    NAME: ClassVar[str] = "house"
    GAME: ClassVar[str] = ""

    COMMANDS: ClassVar[dict[type, tuple[str, bool]]] = {
        messages.Hello: ("_hello", False),
        messages.SetPassword: ("_set_password", True),
        messages.Lobby: ("_lobby", False),
        messages.Open: ("_open", True),
        messages.Watch: ("_watch", False),
        messages.Unwatch: ("_unwatch", False),
        messages.Sit: ("_sit", True),
        messages.Stand: ("_stand", True),
        messages.Start: ("_start", True),
        messages.Quit: ("_quit", True),
        messages.AddBot: ("_add_bot", True),
        messages.RemoveBot: ("_remove_bot", True),
        messages.Act: ("_act", True),
        messages.Chat: ("_chat", True),
        messages.Rematch: ("_rematch", True),
    }
    """What does a command, and whether it needs a name."""

    def __init__(self, room: Room, peer: Peer) -> None:
        super().__init__(room, peer)
        self.watching: dict[str, int] = {}
        self._lines = float(CHAT_BURST)
        self._spoke = 0.0

    # -- the shell --------------------------------------------------------------------------------------------------

    def opened(self) -> None:
        """Say what can be played here."""
        offers = tuple(messages.GameOffer(game.NAME, tuple(game.SEATS)) for game in GAMES.values())  # type: ignore[arg-type]
        self._say(messages.Welcome(protocol=messages.PROTOCOL, version=__version__, games=offers, bots=BOTS))

    def lost(self) -> None:
        """The connection is gone; seats are kept for a while."""
        for table in self._followed():
            table.drop(self, GRACE_SECONDS)
        self.watching.clear()
        super().lost()

    @property
    def wanting(self) -> bool:
        """Whether they have said what they came for."""
        return bool(self.watching) or super().wanting

    def closing(self) -> None:
        """The house closes."""
        self._say(messages.Closing(reason="the house closes for a moment: connect again"))

    def _kept_seat(self, table: Table, position: AnyPosition | None = None) -> int | None:
        """The seat that is played from this connection; after the game, the one that was."""
        position = position or table.position
        if table.position.finished:
            return self._own_seat(position)
        if not self.name or table.keepers.get(self.name) is not self:
            return None
        return position.seat_of(self.name)

    def _keeps_a_seat(self) -> bool:
        kept = (not table.position.finished and table.keepers.get(self.name) is self for table in self._followed())
        return self.house.arriving(self) or any(kept)

    # -- following tables -------------------------------------------------------------------------------------------

    def _watch(self, command: messages.Watch) -> None:
        table = self.house.tables.get(command.table)
        if table is None:
            past = self._past(command.table)
            self._ok(command.cmd_id, table=command.table, seq=past.seq)
            self._say(snapshot(past, self._own_seat(past)))
            return
        self._check_room(table.id)
        board = self.room.board(table.id)
        if self._own_seat(table.position) is not None and not table.position.finished:
            self.take_up(table)
        else:
            table.watch(self)
        self._ok(command.cmd_id, table=table.id, seq=table.position.seq)
        missed = None if command.since is None else board.since(command.since, table.position.seq)
        if missed is None:
            self._show(table)
        else:
            self.watching[table.id] = table.position.seq
            for event in missed:
                last = event is missed[-1]
                self.peer.send_framed(step(event, self._kept_seat(table, event.after), last))

    def _check_room(self, table: str = "") -> None:
        if table not in self.watching and len(self.watching) >= MAX_WATCHED:
            raise No("follows-enough", most=MAX_WATCHED)

    def take_up(self, table: Table) -> None:
        """Come back to the own seat; a connection that still keeps it makes way."""
        if table.keepers.get(self.name) is self:
            return
        former = table.resume(self.name, self)
        if isinstance(former, HouseDialect):
            former.replaced(table)
        elif isinstance(former, Dialect):
            former.table, former.gone = None, True
            former.peer.close("the player came back on another connection")

    def replaced(self, table: Table) -> None:
        """Somebody with the same token sits at the table on a newer connection."""
        self.watching.pop(table.id, None)
        self._say(messages.Replaced(table=table.id))

    def _show(self, table: Table) -> None:
        board = self.room.board(table.id)
        self.watching[table.id] = table.position.seq
        seat = self._kept_seat(table)
        shown = snapshot(table.position, seat, table.presence, table.deadlines, board.rematch, tuple(board.chat))
        self._say(shown)

    def _unwatch(self, command: messages.Unwatch) -> None:
        if self.watching.pop(command.table, None) is None:
            raise No("not-following", table=command.table)
        table = self.house.tables.get(command.table)
        if table is not None:
            table.drop(self, GRACE_SECONDS)
        self._ok(command.cmd_id, table=command.table)

    def _followed(self) -> list[Table]:
        return [self.house.tables[name] for name in self.watching if name in self.house.tables]

    def _live(self, name: str) -> Table:
        table = self.house.tables.get(name)
        if table is not None:
            return table
        self._past(name)
        raise refused("finished")

    def _past(self, name: str) -> AnyPosition:
        """A finished table that is no longer live."""
        past = self.room.past(name)
        if past is None:
            raise No("no-such-table", table=name)
        return past

    # -- seats ------------------------------------------------------------------------------------------------------

    def _open(self, command: messages.Open) -> None:
        self._check_room()
        self._check_bot(command.absent, "skip")
        setup = Setup(
            seats=command.seats,
            options=command.options,
            start=StartPolicy(command.start),
            turn_seconds=command.turn_seconds,
            absent=command.absent,
            listed=command.listed,
        )
        if command.sit:
            self._check_free(command.game)
        table = self.house.open(command.game, setup)
        if command.sit:
            self._take_seat(command.cmd_id, table)
        else:
            table.watch(self)
            self._ok(command.cmd_id, table=table.id)
            self._show(table)

    def _check_free(self, game: str) -> None:
        """A name holds one seat in a game at a time."""
        held = self.house.holder(game, self.name)
        if held is not None:
            raise No("one-seat", table=held.id, game=game)
        if self.house.taken(game, self.name):
            raise No("seat-pending", name=self.name, game=game)

    def _sit(self, command: messages.Sit) -> None:
        table = self._live(command.table)
        if self._kept_seat(table) is not None:
            raise No("sits-here")
        self._check_room(table.id)
        self._check_free(table.position.charter.game)
        self._take_seat(command.cmd_id, table)

    def _take_seat(self, cmd_id: str, table: Table, then: Callable[[], None] = lambda: None) -> None:
        def seated(outcome: Table | Refusal) -> None:
            if isinstance(outcome, Refusal):
                self._refuse(cmd_id, outcome)
                return
            self._ok(cmd_id, table=table.id, seq=table.position.seq)
            if table.id not in self.watching and self in table.viewers:
                self._show(table)
            then()

        self.room.board(table.id)
        self.house.sit(table, Sitting(self.name, self._key), self, seated)

    def _stand(self, command: messages.Stand) -> None:
        table = self._seated(command.table)
        table.leave(self.name, self._answer(command.cmd_id, table))

    def _quit(self, command: messages.Quit) -> None:
        table = self._seated(command.table)
        table.quit(self.name, self._answer(command.cmd_id, table))

    def _start(self, command: messages.Start) -> None:
        table = self._host(command.table)
        table.start(self._answer(command.cmd_id, table))

    def _add_bot(self, command: messages.AddBot) -> None:
        table = self._host(command.table)
        self._check_bot(command.bot)
        name = _bot_name(table, command.bot)

        def seated(outcome: Table | Refusal) -> None:
            if isinstance(outcome, Refusal):
                self._refuse(command.cmd_id, outcome)
            else:
                self._ok(command.cmd_id, table=table.id, name=name)

        self.house.sit(table, Sitting(name, bot=command.bot), None, seated)

    def _remove_bot(self, command: messages.RemoveBot) -> None:
        table = self._host(command.table)
        if not any(seat.bot and seat.name == command.name for seat in table.head.seats):
            raise No("no-bot-there", name=command.name)
        table.leave(command.name, self._answer(command.cmd_id, table))

    @staticmethod
    def _check_bot(bot: str, *besides: str) -> None:
        if bot not in BOTS and bot not in besides:
            raise No("no-such-bot", bot=bot, bots=BOTS)

    def _seated(self, name: str) -> Table:
        table = self._live(name)
        if self._kept_seat(table) is None:
            raise No("not-seated")
        return table

    def _host(self, name: str) -> Table:
        """The table, if whoever is here may decide about it."""
        table = self._live(name)
        people = any(not seat.bot for seat in table.head.seats)
        if self._kept_seat(table) is None and (people or table.id not in self.watching):
            raise No("not-yours-to-decide")
        return table

    # -- play and talk ----------------------------------------------------------------------------------------------

    def _act(self, command: messages.Act) -> None:
        table = self._seated(command.table)
        seat = self._kept_seat(table, table.head)  # the start, which draws the order of play, may be on its way
        if seat is None:
            raise No("gave-up-seat")
        table.move(
            seat,
            ";".join(command.actions),
            self._answer(command.cmd_id, table),
            cmd_id=f"{self.name}\t{command.cmd_id}",  # no name has a tab in it
            after=command.seq,
        )

    def _chat(self, command: messages.Chat) -> None:
        table = self._live(command.table)
        if table.id not in self.watching:
            raise No("not-following", table=command.table)
        text = " ".join(command.text.split())
        if not text or not text.isprintable():
            raise No("nothing-said")
        if len(text) > MAX_CHAT:
            raise No("said-too-much", length=len(text), most=MAX_CHAT)
        now = self.house.now()
        self._lines = min(float(CHAT_BURST), self._lines + (now - self._spoke) / CHAT_SECONDS)
        self._spoke = now
        if self._lines < 1:
            raise No("said-too-fast")
        self._lines -= 1
        said = messages.Said(table=table.id, name=self.name, text=text, at=int(now * 1000))
        self.room.board(table.id).chat.append(said)
        self._ok(command.cmd_id, table=table.id)
        self._tell_all(table, said)

    @staticmethod
    def _tell_all(table: Table, message: Message) -> None:
        frame = encoded(message)
        for viewer in table.viewers:
            if isinstance(viewer, HouseDialect):
                viewer.shown(frame)

    def _rematch(self, command: messages.Rematch) -> None:
        old = self.house.tables.get(command.table)
        position = self._past(command.table) if old is None else old.position
        if not position.finished:
            raise No("not-finished")
        if self._own_seat(position) is None:
            raise No("did-not-play")
        board = self.room.board(command.table)
        there = self.house.tables.get(board.rematch or "")
        if there is not None and not there.head.finished:
            if self._kept_seat(there) is not None:
                self._ok(command.cmd_id, table=there.id)
                return
            self._check_free(position.charter.game)
            self._take_seat(command.cmd_id, there)
            return
        self._check_free(position.charter.game)
        setup = msgspec.structs.replace(position.setup, seats=position.size, start=StartPolicy.ASKED)
        table = self.house.open(position.charter.game, setup)
        board.rematch = table.id

        def others() -> None:
            for seat in position.seats:
                if seat.bot and seat.bot == seat.name.split(" ")[0]:
                    self.house.sit(table, Sitting(seat.name, bot=seat.bot), None, lambda _: None)
            if old is not None:
                self._tell_all(old, messages.RematchNews(table=old.id, name=self.name, next=table.id))

        self._take_seat(command.cmd_id, table, others)

    # -- news -------------------------------------------------------------------------------------------------------

    def told(self, event: Event) -> None:
        """An entry is durable: tell it, unless a snapshot has shown it already."""
        table = self.house.tables.get(event.table)
        shown = self.watching.get(event.table)
        if table is None or shown is None or event.entry.seq <= shown:
            return
        self.watching[event.table] = event.entry.seq
        self.peer.send_framed(step_frame(event, self._kept_seat(table)))

    def noticed(self, notice: Notice) -> None:
        """Somebody comes or goes."""
        if notice.table in self.watching:
            self._say(messages.PresenceNews(table=notice.table, name=notice.name, presence=notice.presence))

    # -- answers ----------------------------------------------------------------------------------------------------

    def _answer(self, cmd_id: str, table: Table) -> Callable[[Accepted | Refusal], None]:
        def answer(outcome: Accepted | Refusal) -> None:
            if isinstance(outcome, Refusal):
                self._refuse(cmd_id, outcome)
            else:
                self._ok(cmd_id, table=table.id, seq=outcome.seq)

        return answer


def _bot_name(table: Table, bot: str) -> str:
    """A name that nobody at the table has."""
    taken = {seat.name for seat in table.head.seats}
    names = (bot, *(f"{bot} {number}" for number in range(2, len(taken) + 3)))
    return next(name for name in names if name not in taken)
