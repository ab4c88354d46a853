"""Clients of ours without sockets, honest or with one fault, for the kit to examine."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache
from random import Random

from bottega.conform.clients import CLIENT_KITS
from bottega.conform.command import SERVER_KITS, spoken
from bottega.conform.driving import Driven
from bottega.conform.examination import Pace
from bottega.conform.kit import ClientKit
from bottega.conform.links import Wire
from bottega.conform.partner import Partner
from bottega.conform.report import Finding, Outcome, Report
from bottega.players.player import Player

Says = Callable[[str], Iterable[str]]
"""What becomes of something that a client wants to say."""
Hears = Callable[[str], Iterable[str]]
"""What becomes of something that a client is told."""


def honest(text: str) -> Iterable[str]:
    """Nothing is changed."""
    return (text,)


class ClientWire:
    """The kit's end of a connection to a client."""

    def __init__(self, hears: Callable[[str], None]) -> None:
        self.inbox: deque[str] = deque()
        self.closed = False
        self._hears = hears

    def say(self, text: str) -> None:
        """The client is told."""
        self._hears(text)

    def close(self) -> None:
        """The kit leaves."""
        self.closed = True


class Client:
    """A random player as somebody's client."""

    def __init__(self, player: Player, says: Says, hears: Hears, doors: Hall) -> None:
        self._says, self._hears, self._doors = says, hears, doors
        self.wire: ClientWire | None = None
        self.driven = Driven(player, self._connect)
        self.asleep = False

    def _connect(self) -> None:
        self.wire = ClientWire(self._told)
        self._doors.come.append(self.wire)

    def _told(self, text: str) -> None:
        for heard in self._hears(text):
            self.driven.heard.append(heard)

    def go_on(self) -> None:
        """Let it say what it wants to."""
        if self.wire is not None and self.wire.closed:
            self.driven.lost = True
        if self.asleep:
            return
        try:
            self.driven.go_on()
        except Exception:  # it was tampered with, and does not know what to make of the answers
            self.asleep = True
        while self.driven.unsaid and self.wire is not None:
            for text in self._says(self.driven.unsaid.popleft()):
                self.wire.inbox.append(text)
        if self.driven.done and self.wire is not None:
            self.wire.closed = True


class Hall:
    """Doors through which clients come that are run while the kit waits; time passes only then."""

    def __init__(self, late: float = 0.0) -> None:
        self.come: list[Wire] = []
        self.clients: list[Client] = []
        self._now = 0.0
        self._late = late
        """When the clients come."""

    def arrivals(self) -> list[Wire]:
        """Who has come."""
        came, self.come = self.come, []
        return came

    def now(self) -> float:
        """The time."""
        return self._now

    def poll(self, seconds: float) -> None:
        """Clients do what they want to, and time passes."""
        self._now += seconds
        for client in self.clients if self._now >= self._late else ():
            client.go_on()


def client_kit(name: str) -> ClientKit:
    """The kit for clients of a dialect with its profile."""
    dialect, _, profile = name.partition("+")
    return CLIENT_KITS[dialect](SERVER_KITS[dialect](profile))


def examine(
    name: str,
    says: Says = honest,
    hears: Hears = honest,
    *,
    seed: int = 1,
    seats: int = 2,
    report: Report | None = None,
    mixed: bool = False,
    late: float = 0.0,
) -> Report:
    """What the kit finds of a client of ours whose messages are tampered with."""
    kit = client_kit(name)
    hall = Hall(late)
    chance = Random(seed)
    hall.clients.append(Client(kit.server.player("eve", chance, seats), says, hears, hall))
    report = report or Report(name, kit.sections)
    try:
        others = spoken(kit.server.dialect) if mixed else ()
        Partner(kit, hall, report, Random(seed), Pace(), seats=seats, others=others).play()
    finally:
        for client in hall.clients:
            client.driven.leave()
    return report


class Swift(Report):
    """A report that ends the examination with the first fault that it is told."""

    def find(self, section: str, finding: Finding) -> bool:
        """That is enough."""
        news = super().find(section, finding)
        if section in self.sections and self.outcome(section) is Outcome.BROKEN:
            raise Convicted
        return news


class Convicted(Exception):
    """Enough was found."""


def convicted(name: str, says: Says, seed: int = 1) -> list[str]:
    """The first section that is found broken of a client that says things otherwise."""
    report = Swift(name, client_kit(name).sections)
    with suppress(Convicted):
        examine(name, says, seed=seed, report=report)
    return report.broken


@cache
def requests(name: str) -> dict[str, tuple[int, str]]:
    """All that an honest client says in some games, by kind: in which game first, and what."""
    kit = client_kit(name)
    said: dict[str, tuple[int, str]] = {}

    for seed in (1, 2, 3):

        def noted(text: str, seed: int = seed) -> Iterable[str]:
            said.setdefault(kit.kind(text), (seed, text))
            return (text,)

        examine(name, noted, seed=seed)
    return said


def of_kind(kit: ClientKit, kind: str, text: str) -> Iterator[tuple[str, str]]:
    """Everything that can be wrong with the form of a request: a word for it, and the request."""
    if not text.startswith("{"):
        words = text.split()
        if kind not in ("PONG", "ACK"):
            yield "has more", f"{text} more words"
        if len(words) > len(kind.split()):
            yield "lacks a word", " ".join(words[:-1])
        if words[-1].lstrip("-").isdigit():
            yield "has no number", " ".join([*words[:-1], "x"])
        return
    message = json.loads(text)
    inner = message
    for key in ("choice", "data"):
        if isinstance(message.get(key), dict) and kind != "req_resources_choice":
            inner = message[key]
    form = kit.requests[kind]
    if not isinstance(message.get("data"), list):
        inner["more"] = 1
        yield "has more", json.dumps(message)
        del inner["more"]
    for key in [each for each in inner if each in kit.fields(text)]:
        value = inner[key]
        inner[key] = 7 if isinstance(value, dict) else {"x": 1}
        if key not in ("client_id", "client_version", "inputNonStorableRep") and not (value == [] or value == {}):
            yield f"has another kind of {key}", json.dumps(message)
        inner[key] = value
        if any(key in each.split("|") for each in form.needs) or key == "client_id":
            del inner[key]
            yield f"lacks {key}", json.dumps(message)
            inner[f"{key}_"] = value
            yield f"calls {key} otherwise", json.dumps(message)
            del inner[f"{key}_"]
            inner[key] = value
