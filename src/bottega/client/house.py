"""The client side of the house protocol (``docs/protocols/house.md``): all three games, lobby, bots and chat.

How it works. Every command has an id and is answered once; ``_open`` has the wishes whose answers are awaited. The
client follows one table at a time (``_at``). The server lists the legal actions and judges them: none is judged here.

Coming back: the token of ``hello`` brings the seat back, ``watch`` tells what was missed, and a move whose answer
was lost is sent again with the same id, which the house plays at most once. Whatever else was asked for and not
answered is looked for in what is told then (``_DONE``), and asked for again if it is not there: a table is opened, a
bot sits down, a game starts once, wherever the connection broke.
"""

from __future__ import annotations

import itertools
import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, ClassVar, Literal, cast

import msgspec
from msgspec.structs import replace

from bottega.client.core import (
    Act,
    AddBot,
    Asked,
    Broken,
    Client,
    Enter,
    Goodbye,
    Granting,
    Happening,
    Happenings,
    Known,
    Leave,
    Line,
    Nonsense,
    Open,
    Over,
    Refused,
    Rematch,
    RemoveBot,
    Result,
    Say,
    Sit,
    Sitter,
    Stage,
    Start,
    Tables,
    Told,
    Watch,
    Wish,
    Word,
)
from bottega.games import GAMES
from bottega.games.core import AnyStep, Score
from bottega.games.refusal import Line as ScoreLine
from bottega.wire.house import commands, messages
from bottega.wire.house.commands import Command
from bottega.wire.house.messages import Message

_decode = msgspec.json.Decoder(Message).decode
_encode = msgspec.json.Encoder().encode

ID_BYTES = 9
"""Of the random part of command ids: those of two sessions of one player must not be the same."""

_AT_LOBBY = (Sit, Open, Watch, Tables)
_AT_START = (Start, AddBot, RemoveBot, Word, Leave, Say)
_AT_PLAY = (Act, Say, Leave)
_AT_END = (Rematch, Leave, Say)


class _GetUp(Leave, frozen=True):
    """Leave a seat before the game, after which the table could still be looked at."""


class HouseClient(Client):
    """A player (or a spectator) at a house."""

    DIALECT: ClassVar[str] = "house"
    checked: ClassVar[bool] = False

    def __init__(self, seed: bytes | None = None) -> None:
        super().__init__(seed)
        self._token = ""
        self._password = ""
        self._seq = 0
        self._at = ""
        """The table that we follow, or have asked for."""
        self._worded = ""
        """The table that our word was given to."""
        self._legal: tuple[str, ...] = ()
        self._act_command: commands.Act | None = None
        """The move whose answer is awaited."""
        self._ids = (f"{secrets.token_urlsafe(ID_BYTES)}-{number}" for number in itertools.count(1))
        self._open: dict[str, Wish | None] = {}
        self._then: dict[str, Known] = {}
        """What was known when each of those was asked for."""
        self._interrupted: list[tuple[Wish, Known]] = []
        """What was asked for on a connection that broke, and what was known then."""
        self._caught_up = False
        """Whether this connection has told how things stand."""
        self._mine: set[str] = set()
        """Every table that we have been at."""

    @property
    def waits(self) -> bool:
        """Every command is answered, and the table that was asked for is told whole."""
        return bool(self._open) or bool(self._interrupted) or self._at != self.known.table or super().waits

    # -- saying ------------------------------------------------------------------------------------------------------

    def cut(self, data: bytes) -> Iterator[str | Broken]:
        """A frame is a message."""
        yield data.decode(errors="backslashreplace")

    def _say(self, wish: Wish | None, command: Callable[..., Command], **fields: Any) -> None:
        cmd_id = next(self._ids)
        self._open[cmd_id], self._then[cmd_id] = wish, self.known
        self.send(_encode(command(cmd_id=cmd_id, **fields)))

    def greet(self) -> Iterable[Happening]:
        """The house speaks first; what was not answered is seen to when it has told how things stand."""
        self._interrupted += [(wish, self._then[at]) for at, wish in self._open.items() if type(wish) in _DONE and wish]
        self._open.clear()
        self._then.clear()
        self._caught_up = False
        return ()

    def spoken(self, steps: Sequence[AnyStep]) -> int:
        """All of it is one command. Where nobody else may act, it is meant for the table as it is."""
        known = self.known
        seq = self._seq if known.actors == (known.me,) else None
        actions = [str(step.action) for step in steps]
        cmd_id = next(self._ids)
        self._open[cmd_id] = Act(tuple(step.action for step in steps))
        self._act_command = commands.Act(cmd_id=cmd_id, table=known.table, actions=actions, seq=seq)
        self.send(_encode(self._act_command))
        return len(steps)

    def _set_options(self) -> None:
        known = self.known
        asked = known.my_turn and known.connected and not known.awaiting and not known.prepared
        read = GAMES[known.game].Action.from_text if self._legal else None
        self.learn(options=tuple(map(read, self._legal)) if asked and read is not None else ())

    # -- wishes ------------------------------------------------------------------------------------------------------

    def _enter(self, wish: Enter) -> Happenings:
        if wish.name != self.known.name:
            self._token = ""
        self._password = wish.password
        self.learn(name=wish.name)
        self._hello(wish)
        yield from ()

    def _hello(self, wish: Wish | None = None) -> None:
        known = self.known
        self._say(wish, commands.Hello, name=known.name, password=self._password or None, token=self._token or None)

    def _tables(self, wish: Tables) -> Happenings:
        self._say(wish, commands.Lobby, on=wish.on)
        yield from ()

    def _open_table(self, wish: Open) -> Happenings:
        if wish.game not in GAMES:
            yield Refused(f"there is no game {wish.game}; there are {', '.join(GAMES)}", wish, here=True)
            return
        self._say(
            wish,
            commands.Open,
            game=cast(commands.GameName, wish.game),
            seats=wish.seats,
            options=wish.options,
            turn_seconds=wish.turn_seconds,
            absent=wish.absent,
            start=cast(Literal["asked", "full"], wish.start),
        )

    def _sit(self, wish: Sit) -> Happenings:
        self._say(wish, commands.Sit, table=wish.table, word=wish.word or None)
        yield from ()

    def _watch(self, wish: Watch) -> Happenings:
        self._say(wish, commands.Watch, table=wish.table)
        yield from ()

    def _leave(self, wish: Leave) -> Happenings:
        known = self.known
        if not known.table:
            yield Refused("you are at no table", wish, here=True)
        elif known.me is None or known.stage is Stage.OVER:
            self._say(Leave(), commands.Unwatch, table=known.table)
        else:
            waiting = known.stage is Stage.WAITING
            self._say(_GetUp() if waiting else wish, commands.Stand if waiting else commands.Quit, table=known.table)

    # -- hearing -----------------------------------------------------------------------------------------------------

    def heard(self, message: str) -> Happenings:
        """Take in one message."""
        told = _decode(message)
        yield from _HEARING[type(told)](self, told)
        if self._interrupted and self._caught_up:
            yield from self._ask_again()

    def _ask_again(self) -> Happenings:
        """What was asked for when the connection broke is done, or asked for once more."""
        interrupted, self._interrupted = self._interrupted, []
        for wish, then in interrupted:
            if not _DONE[type(wish)](wish, then, self.known):
                yield from self.WISHES[type(wish)](self, wish)

    def _welcome(self, told: messages.Welcome) -> Happenings:
        if told.protocol != messages.PROTOCOL:
            yield Goodbye(
                f"the house speaks version {told.protocol} of its protocol, this program version {messages.PROTOCOL}",
                back=False,
            )
            return
        games = tuple(offer.game for offer in told.games)
        self.learn(games=games, bots=told.bots)
        if self.known.name:
            self._hello()
        else:
            self.learn(stage=Stage.NAME, wanted=(Enter,))
            yield Asked(Enter)

    def _ok(self, told: messages.Ok) -> Happenings:
        wish = self._open.pop(told.cmd_id, None)
        if told.token is not None:
            yield from self._entered(told)
        if isinstance(wish, Sit | Word) and wish.word:
            self._worded = wish.table if isinstance(wish, Sit) else self.known.table
            self.learn(word=wish.word)
        if isinstance(wish, Open | Sit | Watch | Rematch) and told.table:
            self._follow(told.table)
            if told.table == self.known.table:  # whoever comes back and has missed nothing is told no more than this
                self._set_stage()
                self._set_options()
        elif isinstance(wish, Leave):
            self._left(wish)
        elif isinstance(wish, Act):
            self._act_command = None
            if (told.seq or 0) <= self._seq:  # what it did was told before
                self.answered()

    def _entered(self, told: messages.Ok) -> Happenings:
        """We have a name; whoever had a seat takes it up again."""
        assert told.token is not None
        self._token = told.token
        back = bool(self._at)
        self.learn(name=told.name or self.known.name)
        held = told.tables or ()
        if opened := [table for table in held if table not in self._mine and self._opening]:
            self._at = opened[-1]
            self._interrupted = [each for each in self._interrupted if not isinstance(each[0], Open | Rematch)]
        elif not self._at and held:
            self._at = held[-1]
        self._mine.update(held)
        if self._at:
            shown = back and self.known.table == self._at and self.known.view is not None
            since = self._seq if shown and not self._interrupted else None
            self._say(Watch(self._at), commands.Watch, table=self._at, since=since)
            if self._act_command is not None:
                self._open[self._act_command.cmd_id] = Act(())
                self.learn(awaiting=True)
                self.send(_encode(self._act_command))
        else:
            self._caught_up = True
            self.learn(stage=Stage.LOBBY, wanted=_AT_LOBBY)
            yield Told(f"welcome, {self.known.name}")

    @property
    def _opening(self) -> bool:
        """Whether it is not known if we have opened a table."""
        return any(isinstance(wish, Open | Rematch) for wish, _ in self._interrupted)

    def _follow(self, table: str) -> None:
        """Be at this table from now on, and at no other."""
        self._mine.add(table)
        if self._at and self._at != table:
            self._say(None, commands.Unwatch, table=self._at)
        self._at = table

    def _left(self, wish: Leave) -> None:
        """A seat was given up; whoever only looked on, or whose game has not begun or is over, goes away."""
        known = self.known
        if isinstance(wish, _GetUp):
            self._say(None, commands.Unwatch, table=self._at)
        if known.me is None or known.stage in (Stage.OVER, Stage.WAITING):
            self._go()

    def _go(self) -> None:
        """Be at no table."""
        known = self.known
        self._at, self._legal, self._seq, self._act_command = "", (), 0, None
        self.known = replace(
            type(known)(stage=Stage.LOBBY, connected=known.connected, name=known.name, wanted=_AT_LOBBY),
            games=known.games,
            bots=known.bots,
            tables=known.tables,
        )

    def _refused(self, told: messages.Refused) -> Happenings:
        wish = self._open.pop(told.cmd_id or "", None)
        if isinstance(wish, Act):
            self._act_command = None
            self.answered()
        if wish is None and told.cmd_id is not None and self.known.stage is Stage.CONNECTING:
            wish = Enter(self.known.name)  # we introduced ourselves again, and are not welcome any more
        yield Refused(told.reason, wish)
        if isinstance(wish, Enter):
            self._token = ""
            self.learn(stage=Stage.NAME, wanted=(Enter,))
            yield Asked(Enter)
        elif isinstance(wish, Watch) and wish.table == self._at and self.known.table in ("", wish.table):
            self._go()  # the table was given up meanwhile

    def _tables_told(self, told: messages.Tables) -> Happenings:
        self.learn(tables=told.tables)
        yield Told(f"{len(told.tables)} tables are waiting or being played" if told.tables else "there are no tables")

    def _snapshot(self, told: messages.Snapshot) -> Happenings:
        if told.table != self._at:
            return
        self._caught_up = True
        another = self.known.table != told.table
        self._seq, self._legal = told.seq, told.legal
        if another:
            word = self.known.word if self._worded == told.table else ""
            self.learn(log=(), prepared=(), result=None, word=word)
        self.learn(
            table=told.table,
            game=told.game,
            version=GAMES[told.game].VERSION,
            commitment=told.commitment,
            takes_words=told.setup.words,
            words=told.words,
            rematch=told.rematch or "",
            chat=tuple(Line(said.name, said.text) for said in told.chat),
        )
        names = ", ".join(seat.name for seat in told.seats)
        yield self.tell(f"table {told.table}: {told.game}, {names or 'nobody yet'}")
        yield from self._shown(told)

    def _step_told(self, told: messages.Step) -> Happenings:
        if told.table != self._at:
            return
        if told.seq <= self._seq:
            raise Nonsense(f"entry {told.seq} was told before")
        self._seq, self._legal = told.seq, told.legal
        if told.words is not msgspec.UNSET:
            self.learn(words=told.words)
        yield self.tell(f"{told.name or 'the table'}: {'; '.join(told.actions) or told.kind}")
        yield from self._shown(told)

    def _shown(self, told: messages.Snapshot | messages.Step) -> Happenings:
        """What a snapshot and a step have in common: the whole table."""
        known, clock = self.known, told.clock
        raw = bytes(told.view)
        left = clock.turn_left if clock.turn_left is not None else clock.starts_in
        over = known.result is None and told.result is not None
        self.see(
            None if raw == b"null" else msgspec.json.decode(raw, type=GAMES[known.game].View),
            size=told.size,
            seats=tuple(Sitter(seat.name, seat.presence, seat.bot, seat.quit) for seat in told.seats),
            me=told.you,
            actors=told.actors,
            deadline=None if left is None else self.now + left,
            result=None if told.result is None else _result(told.result),
            seed=told.seed or "",
            awaiting=self._act_command is not None and self._act_command.cmd_id in self._open,
        )
        self._set_stage()
        if over:
            yield Over(ending(self.known.result, [seat.name for seat in told.seats]))

    def _set_stage(self) -> None:
        known = self.known
        if known.result is not None:
            self.learn(stage=Stage.OVER, wanted=_AT_END)
        elif known.view is None:
            self.learn(stage=Stage.WAITING, wanted=_AT_START if known.me is not None else (Sit, *_AT_LOBBY[1:]))
        else:
            self.learn(stage=Stage.PLAYING, wanted=_AT_PLAY if known.me is not None else _AT_LOBBY)

    def _presence(self, told: messages.PresenceNews) -> Happenings:
        if told.table == self._at:
            seats = self.known.seats
            self.learn(seats=tuple(replace(s, presence=told.presence) if s.name == told.name else s for s in seats))
            yield self.tell(f"{told.name} is {told.presence}")

    def _said(self, told: messages.Said) -> Happenings:
        if told.table == self._at:
            yield self.chatted(told.name, told.text)

    def _replaced(self, told: messages.Replaced) -> Happenings:
        if told.table == self._at:
            self._go()
            yield Goodbye("your seat is played from another connection now", back=False)

    def _signed_out(self, told: messages.SignedOut) -> Happenings:
        self._token = ""
        yield Goodbye("you were signed out", back=False)

    def _rematch_told(self, told: messages.RematchNews) -> Happenings:
        if told.table == self._at:
            self.learn(rematch=told.next)
            yield self.tell(f"{told.name} opens table {told.next} for another game")

    def _closing(self, told: messages.Closing) -> Happenings:
        yield Goodbye(told.reason)


def _here(command: Callable[..., Command], *fields: str) -> Granting:
    """A wish about the table that we are at, whose fields are the command's."""

    def grant(self: HouseClient, wish: Any) -> Happenings:
        if not self.known.table:
            yield Refused("you are at no table", wish, here=True)
            return
        self._say(wish, command, table=self.known.table, **{field: getattr(wish, field) for field in fields})

    return grant


HouseClient.WISHES = {
    Enter: HouseClient._enter,
    Tables: HouseClient._tables,
    Open: HouseClient._open_table,
    Sit: HouseClient._sit,
    Watch: HouseClient._watch,
    Leave: HouseClient._leave,
    Start: _here(commands.Start),
    AddBot: _here(commands.AddBot, "bot"),
    RemoveBot: _here(commands.RemoveBot, "name"),
    Word: _here(commands.Word, "word"),
    Say: _here(commands.Chat, "text"),
    Rematch: _here(commands.Rematch),
}
HouseClient.WISHES = {**HouseClient.WISHES, _GetUp: HouseClient._leave}

Done = Callable[[Any, Known, Known], bool]


def _bots(known: Known, bot: str) -> int:
    return sum(seat.bot == bot for seat in known.seats)


_DONE: dict[type[Wish], Done] = {
    Tables: lambda wish, then, now: False,
    Watch: lambda wish, then, now: now.table == wish.table,
    Open: lambda wish, then, now: False,  # (a table that is ours and was not is found when we come in)
    Rematch: lambda wish, then, now: False,
    Sit: lambda wish, then, now: now.table == wish.table and now.me is not None,
    Start: lambda wish, then, now: now.table != then.table or now.stage is not Stage.WAITING,
    AddBot: lambda wish, then, now: now.table != then.table or _bots(now, wish.bot) > _bots(then, wish.bot),
    RemoveBot: lambda wish, then, now: all(seat.name != wish.name for seat in now.seats),
    Word: lambda wish, then, now: now.stage is not Stage.WAITING,
    Say: lambda wish, then, now: (
        now.table != then.table
        or now.chat.count(Line(now.name, wish.text)) > then.chat.count(Line(now.name, wish.text))
    ),
    Leave: lambda wish, then, now: not now.table or (now.me is not None and now.seats[now.me].quit),
}
"""Whether what was asked for on a connection that broke was done, by what was known then and is known now."""
_DONE[_GetUp] = _DONE[Leave]

_HEARING: dict[type[Any], Callable[[HouseClient, Any], Happenings]] = {
    messages.Welcome: HouseClient._welcome,
    messages.Ok: HouseClient._ok,
    messages.Refused: HouseClient._refused,
    messages.Tables: HouseClient._tables_told,
    messages.Snapshot: HouseClient._snapshot,
    messages.Step: HouseClient._step_told,
    messages.PresenceNews: HouseClient._presence,
    messages.Said: HouseClient._said,
    messages.Replaced: HouseClient._replaced,
    messages.SignedOut: HouseClient._signed_out,
    messages.RematchNews: HouseClient._rematch_told,
    messages.Closing: HouseClient._closing,
}


def _result(told: messages.ResultView) -> Result:
    scores = tuple(
        Score(
            score.seat,
            score.total,
            tuple(ScoreLine(line.code, line.points, line.params) for line in score.lines),
            score.tie_break,
        )
        for score in told.scores
    )
    return Result(told.reason, told.winners, scores)


def ending(result: Result | None, names: Sequence[str]) -> str:
    """How a game ended, in a sentence."""
    assert result is not None
    winners = ", ".join(names[seat] for seat in result.winners)
    return f"the game is over ({result.reason}), won by {winners or 'nobody'}"
