"""Somebody on a connection of the house protocol: who they are, what they asked, how they are answered.

A guest has a name and a token. The hash of the token is written to the log with every seat, so whoever has the token
gets the seat back on any connection, also after a restart. A password proves a name as well, and keeps it.

What must stay true: every command is answered exactly once, with ``ok`` or ``refused``; a name that belongs to somebody
(an account, a seat, a guest who is here) is nobody else's.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, ClassVar

import msgspec

from bottega.games.refusal import Refusal, Value
from bottega.limits import MAX_NAME
from bottega.table.house import key_of
from bottega.table.position import AnyPosition, Refused, refused
from bottega.wire.core.connection import Connection as Dialect
from bottega.wire.core.connection import Peer
from bottega.wire.house import messages
from bottega.wire.house.messages import Command, Message, Ok
from bottega.wire.house.phrases import PHRASES
from bottega.wire.house.room import Room
from bottega.wire.house.words import encoded

_decoder = msgspec.json.Decoder(Command)


class _Named(msgspec.Struct):
    """As much of an unreadable command as its answer needs."""

    cmd_id: str | None = None


class No(Exception):
    """Why a command is refused, by this protocol's own phrasebook."""

    def __init__(self, code: str, **params: Value) -> None:
        self.refusal = PHRASES.refusal(code, **params)
        super().__init__(self.refusal)


class Guest(Dialect):
    """The personal side of a connection; ``HouseDialect`` adds the tables."""

    COMMANDS: ClassVar[dict[type, tuple[str, bool]]] = {}
    """What does a command, and whether it needs a name."""

    def __init__(self, room: Room, peer: Peer) -> None:
        super().__init__(room.house, peer)
        self.room = room
        self._key = ""
        self._proven = False
        self._gone = False

    def received(self, message: str | None) -> None:
        """Do one command."""
        cmd_id: str | None = None
        try:
            if message is None:
                raise No("not-text")
            command: Any = _decoder.decode(message)
            cmd_id = command.cmd_id
            name, needs_name = self.COMMANDS[type(command)]
            if needs_name and not self.name:
                raise No("hello-first")
            getattr(self, name)(command)
        except (msgspec.DecodeError, UnicodeError) as error:
            self._refuse(_cmd_id(message), PHRASES.refusal("unreadable", problem=str(error)))
        except (No, Refused) as no:
            self._refuse(cmd_id, no.refusal)

    def lost(self) -> None:
        """The connection is gone."""
        self._gone = True
        self.house.withdraw(self)
        self.room.unsubscribe(self)
        if self.name:
            self.room.went(self.name)
            self.name = ""

    @property
    def wanting(self) -> bool:
        """Whether they have said what they came for."""
        return bool(self.name) or self.room.reads(self)

    # -- who you are ------------------------------------------------------------------------------------------------

    def _hello(self, hello: messages.Hello) -> None:
        name, token = hello.name, hello.token or secrets.token_urlsafe(18)
        key = key_of(token)
        if not 0 < len(name) <= MAX_NAME:
            raise refused("name-length", least=1, most=MAX_NAME, length=len(name))
        if not name.isprintable():
            raise refused("name-characters")
        if name.strip() != name:
            raise refused("name-blanks")
        if self._keeps_a_seat():
            raise No("keeps-seat", name=self.name)
        owned = self.house.accounts.owned(name)
        if not owned and self.room.claimed(name, key):
            if hello.token:
                raise refused("wrong-token", name=name)
            raise refused("name-in-use", name=name)
        if hello.password is not None:
            self._log_in(hello.cmd_id, name, hello.password, lambda: self._named(hello.cmd_id, name, token, True))
        elif owned and (name, key) not in self.room.logins and not self.room.holds(name, key):
            raise refused("needs-password", name=name)
        else:
            self._named(hello.cmd_id, name, token, owned)

    def _keeps_a_seat(self) -> bool:
        """Whether a seat is played from this connection, or is about to be."""
        raise NotImplementedError

    def _log_in(self, cmd_id: str, name: str, password: str, then: Callable[[], None]) -> None:
        self.busy = True

        def checked(good: bool) -> None:
            self.busy = False
            if self._gone:
                return
            if good:
                then()
            else:
                self._refuse(cmd_id, refused("wrong-password", name=name).refusal)
            self.peer.resume()

        self.house.accounts.login(name, password, checked)

    def _named(self, cmd_id: str, name: str, token: str, proven: bool) -> None:
        if self.name:
            self.room.went(self.name)
        self.name, self._key, self._proven = name, key_of(token), proven
        self.room.came(name, self._key)
        if proven:
            self.room.logins.add((name, self._key))
        self._ok(cmd_id, name=name, token=token, tables=self.room.seated_at(name))

    def _set_password(self, command: messages.SetPassword) -> None:
        if self.house.accounts.owned(self.name):
            raise refused("has-password", name=self.name)
        if self.room.claimed(self.name, self._key):
            raise refused("name-in-use", name=self.name)

        def kept() -> None:
            self._proven = True
            self.room.logins.add((self.name, self._key))
            self._ok(command.cmd_id, name=self.name)

        self._log_in(command.cmd_id, self.name, command.password, kept)

    def _own_seat(self, position: AnyPosition) -> int | None:
        """The seat that belongs to whoever is on this connection."""
        for number, seat in enumerate(position.seats):
            if self.name and seat.name == self.name and seat.person and not seat.quit:
                return number if self._proven or (seat.key and seat.key == self._key) else None
        return None

    # -- the lobby --------------------------------------------------------------------------------------------------

    def _lobby(self, command: messages.Lobby) -> None:
        self._ok(command.cmd_id)
        if command.on:
            self.room.subscribe(self)
        else:
            self.room.unsubscribe(self)

    def shown(self, frame: bytes) -> None:
        """The lobby's list has changed."""
        self.peer.send_framed(frame)

    # -- answers ----------------------------------------------------------------------------------------------------

    def _ok(self, cmd_id: str, **fields: Any) -> None:
        self._say(Ok(cmd_id=cmd_id, **fields))

    def _refuse(self, cmd_id: str | None, refusal: Refusal) -> None:
        self._say(messages.Refused(cmd_id=cmd_id, code=refusal.code, params=refusal.params, reason=str(refusal)))

    def _say(self, message: Message) -> None:
        self.peer.send_framed(encoded(message))


def _cmd_id(message: str | None) -> str | None:
    """The command id of a message that could not be read otherwise."""
    try:
        return msgspec.json.decode(message or "", type=_Named).cmd_id
    except (msgspec.DecodeError, UnicodeError):
        return None
