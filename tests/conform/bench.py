"""Servers of ours without sockets, honest or with one fault, for the kit to examine."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Callable, Iterable
from random import Random
from typing import Any, cast

from bottega.conform.examination import Examination
from bottega.conform.kit import ServerKit
from bottega.conform.links import Wire
from bottega.conform.report import Report
from bottega.table.house import Settings
from tests.wire.stage import Peer, Stage

Tamper = Callable[[int, str], Iterable[str]]
"""What becomes of a message to the n-th connection."""


def honest(_: int, text: str) -> Iterable[str]:
    """Nothing is changed."""
    return (text,)


class StageWire:
    """A connection to a stage, whose messages are tampered with."""

    def __init__(self, peer: Peer, number: int, tamper: Tamper, inward: Tamper) -> None:
        self._peer, self._number, self._tamper, self._inward = peer, number, tamper, inward
        self._told: deque[str] = deque()

    @property
    def inbox(self) -> deque[str]:
        """What has come."""
        while self._peer.inbox:
            self._told += self._tamper(self._number, self._peer.inbox.popleft())
        return self._told

    @property
    def closed(self) -> bool:
        """Whether the server has closed it."""
        return self._peer.closed is not None or self._peer.gone

    def say(self, text: str) -> None:
        """Send a message; one that names a player tells whose connection this is."""
        if named := re.search(r"\b(ann|bob|cay|dan)[a-z]{4}\b", text):
            self._number = ("ann", "bob", "cay", "dan").index(named[1])
        for said in self._inward(self._number, text):
            self._peer.says(said)

    def close(self) -> None:
        """Leave."""
        self._peer.drops()


class StageLink:
    """A stage as a server that can be examined; its time passes only while somebody waits for it."""

    def __init__(
        self, dialect: str, settings: Settings, tamper: Tamper = honest, inward: Tamper = honest, seed: int = 1
    ) -> None:
        self.stage = Stage(settings, seed=seed)
        self._dialect, _, self._profile = dialect.partition("+")
        self._tamper, self._inward = tamper, inward
        self.opened = 0

    def open(self) -> Wire:
        """A new connection."""
        self.opened += 1
        peer = self.stage.connect(self._dialect, self._profile)
        peer.watch = None
        wire: Any = StageWire(peer, self.opened - 1, self._tamper, self._inward)
        return cast(Wire, wire)

    def poll(self, seconds: float) -> None:
        """Time passes."""
        self.stage.wait(min(seconds, 1.0))

    def now(self) -> float:
        """The time."""
        return self.stage.now()


class Answers:
    """A fault in the answers to some requests: what is said to whoever has just asked for that."""

    def __init__(self, asked: str, answer: str, by: str) -> None:
        self._asked, self._answer, self._by = re.compile(asked), re.compile(answer), by
        self._last = ""
        self._asker = -1

    def inward(self, number: int, text: str) -> Iterable[str]:
        """Somebody asks for something."""
        self._last, self._asker = text, number
        return (text,)

    def __call__(self, number: int, text: str) -> Iterable[str]:
        """The answer is another; an empty one is not sent."""
        if number == self._asker and self._asked.search(self._last) and self._answer.search(text):
            text = self._answer.sub(self._by, text)
        return (text,) if text else ()


def examine(
    kit: ServerKit, tamper: Tamper = honest, seed: int = 1, seats: int = 2, games: int = 1, inward: Tamper = honest
) -> Report:
    """What the kit finds of a server of ours whose messages are tampered with."""
    inward = tamper.inward if isinstance(tamper, Answers) else inward
    settings = Settings(seats=seats, turn_seconds=0, lobby_seconds=20, per_address=0)
    link = StageLink(kit.name, settings, tamper, inward, seed)
    report = Report(kit.name, kit.sections)
    for game in range(games):
        Examination(kit, link, report, Random(seed + game), seats=seats).play()
    return report


# -- faults -----------------------------------------------------------------------------------------------------------

Message = dict[str, Any]


def altered(suits: Callable[[Message], bool], change: Callable[[Message], object], to: int | None = None) -> Tamper:
    """Every JSON message that suits (and goes to that connection) is changed."""

    def tamper(number: int, text: str) -> Iterable[str]:
        message: Message = json.loads(text) if text.startswith("{") else {}
        if message and suits(message) and to in (None, number):
            change(message)
            return (json.dumps(message),)
        return (text,)

    return tamper


def dropped(suits: Callable[[Message], bool], to: int | None = None, after: int = 0) -> Tamper:
    """One JSON message that suits (and goes to that connection), after so many others, is not sent."""
    left = [after]

    def tamper(number: int, text: str) -> Iterable[str]:
        if text.startswith("{") and suits(json.loads(text)) and to in (None, number):
            left[0] -= 1
            return () if left[0] == -1 else (text,)
        return (text,)

    return tamper


def replaced(suits: Callable[[str], bool], by: str) -> Tamper:
    """Every message that suits is another."""
    return lambda number, text: (by,) if suits(text) else (text,)


def followed(suits: Callable[[str], bool], by: str, to: int | None = None) -> Tamper:
    """Every message that suits (and goes to that connection) is followed by another."""
    return lambda number, text: (text, by) if suits(text) and to in (None, number) else (text,)
