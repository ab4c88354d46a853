"""Faults made from the messages themselves: every kind of message that a server of ours sends in a game, with every
field of it broken in turn; and what the kit says to each.

    python -m tests.conform.faults DIALECT[+original] [--seats N] [--seed N] [--honest N]

tries them all and prints those that went unnoticed, and those that were found under another section than the one about
the message. An honest game is played first: which messages there are, what their fields hold, and under which sections
each kind is judged is taken from it. With ``--honest`` there is no fault: an honest server of ours is examined with so
many seeds, and has to pass each time.
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
from tests.conform.bench import StageLink, honest

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
        kit = new_kit(self.name)
        for kind, said in self.said.items():
            if kind not in self.judged:
                continue
            for what in ("is not sent", "is sent twice", "comes late"):
                yield Fault(kind, what)
            if kind in kit.private and self.seats > 1:
                yield Fault(kind, "is told to somebody else")
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

    def sections(self, faulty: Faulty) -> set[str]:
        """Where a fault belongs: what is judged by the kind (or by what took its place), and the deal if the message is
        part of it.
        """
        fault = faulty.fault
        if fault.what == "is told to somebody else":  # (who has the same is only told it without a reason)
            return {SECRETS, *self.judged[fault.kind]}
        kinds = {fault.kind, *faulty.passed_by}
        return {new_kit(self.name).dealt, SECRETS}.union(*(self.judged[kind] for kind in kinds if kind in self.judged))


class Faulty:
    """What becomes of messages at a server with a fault."""

    def __init__(self, record: Record, fault: Fault) -> None:
        self._kit = new_kit(record.name)
        self.fault = fault
        self.passed_by: set[str] = set()
        """What came before what came late."""
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
        if held is None:
            return changed
        self.passed_by.add(kind_of(self._kit, text))
        return [*changed, held]

    def _changed(self, number: int, text: str) -> Iterable[str]:
        fault = self.fault
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
        if fault.what == "is told to somebody else":
            self._held[1 - number] = text
            return (text,)
        if self._seen > self._at + 1:
            return (text,)
        return () if fault.what == "is not sent" else (text, text)

    def _broken(self, text: str) -> str:
        whole = taken_apart(text)
        at = next((path for path, _ in places(whole) if blurred(path) == self.fault.path), None)
        if at is None:
            return text
        *way, last = at
        inner = whole
        for part in way:
            inner = inner[part]
        if self.fault.what == "lacks":
            del inner[last]
        elif self.fault.what == "has another":
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


# -- what cannot be found -------------------------------------------------------------------------------------------

WORDS = "words for people are anybody's own"
OURS = "only this server tells it: whoever lacks it follows the document"
DEAL = "what is told as dealt is taken as dealt, until somebody plays by it"
ORDER = "the document leaves open in which order these come"
AGAIN = "it may be told again, or on the way"
OPEN = "the document does not say what it is"
RULING = "the document leaves it open: it is remarked, and nobody is broken by it"

BLIND: dict[str, dict[str, str]] = {
    "splendor-json": {
        r"(message|server_version)$": WORDS,
        r"^game_board: has another (cards|nobles)": DEAL,
        r"^server_hello: has another's set_client_id": DEAL,
    },
    "sagrada-json": {
        r"^windows: has another (w\d|w\d.windowMatrix.\*.\*)$": OPEN,
        r"^windows: has another's w\d": DEAL,
        r"players.\*.(id|isOnline|dieUsed|toolCardUsed|firstTurnDone|secondTurnDone|firstDiePlaced|ready)$": OPEN,
        r"^update: has another's players.\*.playerObjective": DEAL,
        r"^show_table: has another (toolCards.\*.(name|description)|publicObjective.\*)$": WORDS,
        r"^notification reconnect": RULING,
    },
    "sagrada-text": {
        r"^welcome: (lacks|has another)": WORDS,
    },
    "renaissance-json": {
        r"msg$": WORDS,
        r"^(game_started|res_\w+|update_(market|dev_grid|dev_card_slot|player_status)): comes late$": ORDER,
        r"^game_started: lacks (nicknames|rows|columns|market(.(grid|slide))?|dev_card_grid(.\*.(color|stacks))?)$": (
            OURS
        ),
        r"lacks (player|update.left|update.card_index)$": OURS,
        r"^update_player_status: ": RULING,
        r"^update_dev_card_slot: is (not sent|sent twice)$": RULING,
    },
    "renaissance-steps": {
        r"^GenericMessage: ": WORDS,
        r"data.(message|error)$": WORDS,
        r"^ErrorMessage: has another's data$": WORDS,
        r"^ErrorMessage: (is not sent|is sent twice|comes late)": RULING,
        r"lacks data.(nickname|resource|card|cardMatrix|positions|lorenzoPos)$": OURS,
        r"^StartGameUpdate: has another's data(.cards)?$": DEAL,
    },
    "renaissance-events": {
        r"^UpdateJoinGame: is not sent": AGAIN,
        r"is sent twice$": AGAIN,
        r"comes late$": ORDER,
        r"^UpdateDevSlot: has another devCards$": AGAIN,
        r"hasChosenResources$": OPEN,
        r"Zero$": OURS,
        r"outputBlanksExclusions.\*$": OPEN,
        r"^ErrReplacedTransRecipe: has another": OPEN,
        r" msg$": WORDS,
        r"^UpdateGame: has another's (market|devCardGrid)": DEAL,
        r"^UpdateGame: has another players.\*.leadersHand.\*$": DEAL,
    },
}
"""What the kit cannot see, or finds only when it shows elsewhere, by dialect: which faults, and why."""


def excuse(name: str, fault: Fault) -> str:
    """Why a fault need not be found in its place, '' if it must be."""
    table = BLIND[name.partition("+")[0]]
    return next((reason for pattern, reason in table.items() if re.search(pattern, str(fault))), "")


# -- trying them ------------------------------------------------------------------------------------------------------


class Swift(Report):
    """A report that ends the examination with the first fault that it is told."""

    def find(self, section: str, finding: Finding) -> bool:
        """That is enough."""
        news = super().find(section, finding)
        if section in self.sections and self.outcome(section) is Outcome.BROKEN:
            raise Convicted
        return news


FOUND, ELSEWHERE, REMARKED, UNNOTICED = "found", "elsewhere", "remarked", "unnoticed"


def verdict(record: Record, fault: Fault) -> tuple[str, str]:
    """What the kit makes of a server with that fault: whether it is found in the right place, and where it is."""
    kit = new_kit(record.name)
    report = Swift(record.name, kit.sections)
    faulty = Faulty(record, fault)
    link = StageLink(record.name, settings(record.seats), faulty, honest, record.seed)
    with suppress(Convicted):
        Examination(kit, link, report, Random(record.seed), seats=record.seats).play()
    remarks = [section for section in report.sections if report.outcome(section) is Outcome.REMARK]
    if report.broken:
        right = set(report.broken) & record.sections(faulty)
        return FOUND if right else ELSEWHERE, ", ".join(report.broken)
    return (REMARKED if remarks else UNNOTICED), ", ".join(remarks)


def main() -> None:
    """Try all faults of a dialect."""
    arguments = argparse.ArgumentParser()
    arguments.add_argument("name")
    arguments.add_argument("--seats", type=int, default=2)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--honest", type=int, default=0)
    chosen = arguments.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger("error"))
    if chosen.honest:
        for seed in range(chosen.seed, chosen.seed + chosen.honest):
            Record(chosen.name, chosen.seats, seed)  # which says what is wrong, if anything is
        print(f"{chosen.name}: an honest server has passed with {chosen.honest} seeds")
        return
    record = Record(chosen.name, chosen.seats, chosen.seed)
    counts: Counter[str] = Counter()
    for fault in record.faults():
        found, where = verdict(record, fault)
        reason = "" if found == FOUND else excuse(chosen.name, fault)
        counts[f"{found} (excused)" if reason else found] += 1
        if found != FOUND:
            print(f"{found}  {fault}{' in ' * bool(where)}{where}  {reason or '!'}", flush=True)
    print(f"{record.name}: {counts.total()} faults, " + ", ".join(f"{n} {what}" for what, n in counts.items()))


if __name__ == "__main__":
    main()
