"""Faults made from the messages themselves: every kind of message that a server of ours sends in a game, with every
field of it broken in turn; and what the kit says to each.

    python -m tests.conform.faults DIALECT[+original] [--seats N] [--seed N]

tries them all and prints those that went unnoticed, and those that were found under another section than the one about
the message. An honest game is played first: which messages there are, what their fields hold, and under which sections
each kind is judged is taken from it.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from random import Random
from typing import Any

import msgspec
import structlog

from bottega.conform.command import SERVER_KITS
from bottega.conform.examination import Examination, Seat
from bottega.conform.kit import SECRETS, UNREADABLE, ServerKit
from bottega.conform.report import Finding, Outcome, Report
from bottega.table.house import Settings
from tests.conform.bench import StageLink, Tamper, honest

NAME = re.compile(r"^(ann|bob|cay|dan)[a-z]{4}$")
Path = tuple[str | int, ...]
"""Where a value lies in a message."""
NUMBER = re.compile(r"^\d+$")
PING = "ping"


class Convicted(Exception):
    """Enough was found."""


class Fault(msgspec.Struct, frozen=True):
    """One way in which a server can be wrong."""

    kind: str
    """The messages that are wrong, by the kit's name for them."""
    what: str
    path: Path = ()

    def __str__(self) -> str:
        where = ".".join("*" if part == 0 else str(part) for part in self.path)
        return f"{self.kind}: {self.what}{' ' * bool(where)}{where}"


class Recorded(Examination):
    """An examination that writes down under which sections each kind of message is judged."""

    judged: dict[str, set[str]]

    def _hold_against(self, seat: Seat, line: str, should: tuple[str, Any], does: tuple[str, Any]) -> None:
        self.judged[should[0]].add(self._section(seat, should[0]))
        super()._hold_against(seat, line, should, does)


class Record:
    """An honest game: what was said, and how it was judged."""

    def __init__(self, name: str, seats: int, seed: int) -> None:
        self.name, self.seats, self.seed = name, seats, seed
        self.said: dict[str, list[tuple[int, str]]] = defaultdict(list)
        self.judged: dict[str, set[str]] = defaultdict(set)
        kit = new_kit(name)

        def listening(number: int, text: str) -> Iterable[str]:
            self.said[kind_of(kit, text)].append((number, text))
            return (text,)

        self.report = Report(name, kit.sections)
        link = StageLink(name, settings(seats), listening, honest, seed)
        examination = Recorded(kit, link, self.report, Random(seed), seats=seats)
        examination.judged = self.judged
        examination.play()
        assert self.report.passed, "\n".join(self.report.lines())

    def faults(self) -> Iterator[Fault]:
        """Every fault that can be made of what was said."""
        for kind, said in self.said.items():
            if kind not in self.judged:
                continue
            for what in ("is not sent", "is sent twice", "comes late"):
                yield Fault(kind, what)
            if any(number == 0 for number, _ in said):
                yield Fault(kind, "is told to one too few")
            paths: dict[Path, set[str]] = defaultdict(set)
            for _, text in said:
                for path, value in leaves(taken_apart(text)):
                    paths[path].add(json.dumps(value))
            for path, values in paths.items():
                yield Fault(kind, "lacks", path)
                yield Fault(kind, "has another", path)
                if len(values) > 1:
                    yield Fault(kind, "has another's", path)

    def tamper(self, fault: Fault) -> Tamper:
        """A server with that fault."""
        return Faulty(self, fault)

    def sections(self, fault: Fault) -> set[str]:
        """Where the fault belongs: what is judged by the kind, and the deal if the message is part of it."""
        kit = new_kit(self.name)
        return self.judged[fault.kind] | {kit.dealt, SECRETS}


class Faulty:
    """What becomes of messages at a server with a fault."""

    def __init__(self, record: Record, fault: Fault) -> None:
        self._kit = new_kit(record.name)
        self._fault = fault
        said = record.said[fault.kind]
        self._at = len(said) // 2
        self._seen = 0
        self._held: dict[int, str] = {}
        self._values = values(said, fault.path)

    def __call__(self, number: int, text: str) -> Iterable[str]:
        """Break what is to be broken."""
        if kind_of(self._kit, text) == PING:
            return (text,)
        held = self._held.pop(number, None)
        changed = list(self._changed(number, text))
        return changed if held is None else [*changed, held]

    def _changed(self, number: int, text: str) -> Iterable[str]:
        fault = self._fault
        if kind_of(self._kit, text) != fault.kind:
            return (text,)
        self._seen += 1
        if fault.path:
            return (self._broken(text),)
        if fault.what == "is told to one too few":
            return () if number == 0 else (text,)
        if self._seen <= self._at:
            return (text,)
        if fault.what == "comes late":
            self._held[number] = text
            return ()
        if self._seen > self._at + 1:
            return (text,)
        return () if fault.what == "is not sent" else (text, text)

    def _broken(self, text: str) -> str:
        whole = taken_apart(text)
        at = next((path for path, _ in places(whole) if blurred(path) == self._fault.path), None)
        if at is None:
            return text
        *way, last = at
        inner = whole
        for part in way:
            inner = inner[part]
        if self._fault.what == "lacks":
            del inner[last]
        elif self._fault.what == "has another":
            inner[last] = other(inner[last])
        else:
            inner[last] = next((value for value in self._values if value != inner[last]), inner[last])
        return put_together(whole)


def settings(seats: int) -> Settings:
    """How the servers are run."""
    return Settings(seats=seats, turn_seconds=0, lobby_seconds=20, per_address=0)


def new_kit(name: str) -> ServerKit:
    """The kit of a dialect with its profile."""
    dialect, _, profile = name.partition("+")
    return SERVER_KITS[dialect](profile)


def kind_of(kit: ServerKit, text: str) -> str:
    """What the kit calls a message."""
    try:
        if kit.pong(text):
            return PING
        return UNREADABLE if kit.ignored(text) else kit.read(text, None)[0]
    except (ValueError, KeyError, TypeError, IndexError, AttributeError):
        return UNREADABLE


# -- messages in pieces -----------------------------------------------------------------------------------------------


def taken_apart(text: str) -> Any:
    """A message as lists and dictionaries; a line of words as lists of words."""
    if text.startswith("{"):
        return json.loads(text)
    return [word.split(",") for word in text.split()]


def put_together(whole: Any) -> str:
    """And back."""
    if isinstance(whole, dict):
        return json.dumps(whole)
    return " ".join(",".join(map(str, word)) for word in whole)


def places(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every value in a message, the inner ones after the outer ones."""
    inner: Iterable[tuple[str | int, Any]] = ()
    if isinstance(value, dict):
        inner = value.items()
    elif isinstance(value, list):
        inner = enumerate(value)
    for key, part in inner:
        yield (*path, key), part
        yield from places(part, (*path, key))


def blurred(path: Path) -> Path:
    """A place, whichever element of a list and whoever's it is."""
    return tuple(
        0 if isinstance(part, int) or NUMBER.match(part) else "NAME" if NAME.match(part) else part for part in path
    )


def leaves(value: Any) -> Iterator[tuple[Path, Any]]:
    """Every place in a message once, with one value that lies there."""
    seen = set()
    for path, part in places(value):
        if (place := blurred(path)) not in seen:
            seen.add(place)
            yield place, part


def values(said: Sequence[tuple[int, str]], wanted: Path) -> list[Any]:
    """All that was ever said at a place."""
    found: dict[str, Any] = {}
    for _, text in said:
        for path, value in places(taken_apart(text)):
            if blurred(path) == wanted:
                found.setdefault(json.dumps(value), value)
    return list(found.values())


def other(value: Any) -> Any:
    """Another value of the same kind."""
    match value:
        case bool():
            return not value
        case int() | float():
            return value + 1
        case str() if NUMBER.match(value):
            return str(int(value) + 1)
        case str():
            return f"{value}x"
        case list():
            return [value[0], *value] if value else [0]
        case dict():
            return {**value, "x": 1}
    return 0


# -- trying them ------------------------------------------------------------------------------------------------------


class Swift(Report):
    """A report that ends the examination with the first fault that it is told."""

    def find(self, section: str, finding: Finding) -> None:
        """That is enough."""
        super().find(section, finding)
        if section in self.sections and self.outcome(section) is Outcome.BROKEN:
            raise Convicted


def convict(record: Record, fault: Fault) -> tuple[list[str], bool]:
    """The sections that are found broken of a server with that fault; and whether anything is remarked."""
    kit = new_kit(record.name)
    report = Swift(record.name, kit.sections)
    link = StageLink(record.name, settings(record.seats), record.tamper(fault), honest, record.seed)
    with suppress(Convicted):
        Examination(kit, link, report, Random(record.seed), seats=record.seats).play()
    remarks = any(report.outcome(section) is Outcome.REMARK for section in report.sections)
    return report.broken, remarks


def main() -> None:
    """Try all faults of a dialect."""
    arguments = argparse.ArgumentParser()
    arguments.add_argument("name")
    arguments.add_argument("--seats", type=int, default=2)
    arguments.add_argument("--seed", type=int, default=1)
    chosen = arguments.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger("error"))
    record = Record(chosen.name, chosen.seats, chosen.seed)
    counts: Counter[str] = Counter()
    for fault in record.faults():
        try:
            broken, remarks = convict(record, fault)
        except Exception as error:  # the kit must never fall over
            verdict = f"the kit fell over: {error!r}"
        else:
            right = set(broken) & record.sections(fault)
            verdict = "found" if right else "elsewhere" if broken else "remarked" if remarks else "unnoticed"
        counts[verdict.partition(":")[0]] += 1
        if verdict != "found":
            detail = (
                f" in {', '.join(broken)}, not {sorted(record.judged[fault.kind])}" if verdict == "elsewhere" else ""
            )
            print(f"{verdict}  {fault}{detail}", flush=True)
    print(f"{record.name}: {counts.total()} faults, " + ", ".join(f"{n} {what}" for what, n in counts.items()))


if __name__ == "__main__":
    main()
