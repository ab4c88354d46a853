"""The stage of the other dialects, with guests of the house protocol on it, who speak in Python's words."""

from __future__ import annotations

import itertools
from collections import deque
from typing import Any

import msgspec

from bottega.store.memory import MemoryLog
from bottega.table.house import Settings
from bottega.wire.house.dialect import HouseDialect
from bottega.wire.house.room import Room
from bottega.wire.house.words import unframed
from tests.wire.stage import Peer, Stage

Message = dict[str, Any]


class Guest(Peer):
    """Somebody at the far end of a house connection."""

    _stage: HouseStage
    dialect: HouseDialect

    def __init__(self, stage: HouseStage) -> None:
        self._stage = stage
        self._held = deque()
        self.address = ""
        self.charged = 0
        self.inbox = deque()
        self.bytes = b""
        self.closed = None
        self.gone = False
        self.watch = None
        self.name = self.token = ""
        self.dialect = HouseDialect(stage.room, self)

    def send_framed(self, raw: bytes) -> None:
        """Receive frames."""
        if self.closed is None and not self.gone:
            self.bytes += raw
            self.inbox.extend(text.decode() for text in unframed(raw))

    def heard(self) -> list[Message]:
        """Everything that arrived since the last look."""
        messages = [msgspec.json.decode(text) for text in self.inbox]
        self.inbox.clear()
        return messages

    def asks(self, kind: str, **fields: Any) -> Message:
        """Send a command; its answer. What else arrives stays in the inbox."""
        cmd_id = fields.pop("cmd_id", None) or f"c{next(self._stage.numbers)}"
        self.says(msgspec.json.encode({"type": kind, "cmd_id": cmd_id, **fields}).decode())
        return self.answer(cmd_id)

    def answer(self, cmd_id: str | None) -> Message:
        """The one answer to a command, taken from the inbox."""
        found = [text for text in self.inbox if _answers(msgspec.json.decode(text), cmd_id)]
        assert len(found) == 1, f"{len(found)} answers to {cmd_id}"
        self.inbox.remove(found[0])
        answer: Message = msgspec.json.decode(found[0])
        return answer

    def does(self, kind: str, **fields: Any) -> Message:
        """Send a command that is done."""
        answer = self.asks(kind, **fields)
        assert answer["type"] == "ok", answer
        return answer

    def fails(self, kind: str, code: str, /, **fields: Any) -> str:
        """Send a command that is refused with this code; the reason."""
        answer = self.asks(kind, **fields)
        assert answer["type"] == "refused", answer
        assert answer["code"] == code, answer
        assert answer["reason"]
        return str(answer["reason"])

    def latest(self, kind: str) -> Message:
        """The last message of a type among those that arrived since the last look."""
        found = [message for message in self.heard() if message["type"] == kind]
        assert found, f"no {kind}"
        return found[-1]


def _answers(message: Message, cmd_id: str | None) -> bool:
    return message["type"] in ("ok", "refused") and message["cmd_id"] == cmd_id


class HouseStage(Stage):
    """A stage with the room that house connections share."""

    def __init__(self, settings: Settings | None = None, seed: int | None = 1, log: MemoryLog | None = None) -> None:
        super().__init__(settings, seed, log)
        self.numbers = itertools.count()
        self.room = Room(self.house, self.later)

    def later(self, seconds: float, call: Any) -> Any:
        """Have something called when the stage's clock gets there."""
        return Peer.later(self.peers[0], seconds, call)

    def restart(self) -> None:
        """The server dies and comes back."""
        super().restart()
        self.room = Room(self.house, self.later)

    def visitor(self) -> Guest:
        """Somebody connects and says nothing."""
        guest = Guest(self)
        self.peers.append(guest)
        guest.dialect.opened()
        return guest

    def guest(self, name: str, **fields: Any) -> Guest:
        """Somebody connects and says who they are."""
        guest = self.visitor()
        guest.name = name
        guest.token = guest.does("hello", name=name, **fields)["token"]
        guest.heard()
        return guest

    def playing(self, game: str = "splendor", names: tuple[str, ...] = ("Anna", "Bob"), **setup: Any) -> list[Guest]:
        """Guests in a game that has just started, in the order of their seats, nothing unread."""
        guests = [self.guest(name) for name in names]
        table = guests[0].does("open", game=game, seats=len(names), **setup)["table"]
        for guest in guests[1:]:
            guest.does("sit", table=table)
        if setup.get("start") != "full":
            guests[0].does("start", table=table)
        order = [seat.name for seat in self.table.position.seats]
        for guest in guests:
            guest.heard()
        return sorted(guests, key=lambda guest: order.index(guest.name))
