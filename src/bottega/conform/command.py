"""``bottega conform``: examine somebody's server or client, and report."""

from __future__ import annotations

import ssl
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import msgspec
import structlog

from bottega.conform.clients import CLIENT_KITS
from bottega.conform.examination import Examination, Pace, family_name
from bottega.conform.kit import ServerKit
from bottega.conform.links import SocketDoors, SocketLink
from bottega.conform.partner import Partner
from bottega.conform.renaissance_events import RenaissanceEventsKit
from bottega.conform.renaissance_json import RenaissanceJsonKit
from bottega.conform.renaissance_steps import RenaissanceStepsKit
from bottega.conform.report import Report, Section, chosen
from bottega.conform.sagrada_json import SagradaJsonKit
from bottega.conform.sagrada_text import SagradaTextKit
from bottega.conform.splendor_json import SplendorKit
from bottega.plain import say
from bottega.wire import DIALECTS

SERVER_KITS: dict[str, Callable[[str], ServerKit]] = {
    "splendor-json": SplendorKit,
    "sagrada-text": SagradaTextKit,
    "renaissance-json": RenaissanceJsonKit,
    "sagrada-json": SagradaJsonKit,
    "renaissance-steps": RenaissanceStepsKit,
    "renaissance-events": RenaissanceEventsKit,
}
"""How a server of each protocol is examined, given the profile."""

PASSED, BROKEN, NOT_EXAMINED = 0, 1, 2
"""The exit codes: nothing is broken, something is, nobody could be examined."""


GAMES_WITH_SERVER, GAMES_WITH_CLIENT = 3, 1
STOPPED = "stopped by hand: this is what was seen until then"


class NotExamined(Exception):
    """Why nothing can be examined, in a sentence."""


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """How somebody is examined."""

    sections: Sequence[str] = ()
    """Only these, by their ids or the beginnings of them; all, if none is named."""
    players: int | None = None
    clients: int = 1
    """How many of them are the client's, where one is examined."""
    mixed: bool = False
    """Whether the kit's own players speak any protocol of the game."""
    games: int | None = None
    """At most; fewer if every section was met before. Without a number three with a server, one with a client."""
    seed: int | None = None
    pace: Pace = Pace()
    json: Path | None = None
    junit: Path | None = None


def examine_server(name: str, host: str, port: int, terms: Terms, trust: ssl.SSLContext | None = None) -> int:
    """Play the document against a server, say what held, and return the exit code."""
    dialect, _, profile = name.partition("+")
    kit = SERVER_KITS[dialect](profile)
    report = new_report(f"{name} at {host}:{port}", kit.sections, terms)
    link = SocketLink(host, port, lambda: DIALECTS[dialect].framing(profile), trust)
    seed = _seed(terms, report)
    games = terms.games or GAMES_WITH_SERVER

    def play(game: int) -> None:
        lobby = kit.lobby.issuperset(report.sections)
        chance = Random(seed + game)
        # (Not by the seed: a server may have kept the names of those who came before, with their passwords and games.)
        family = family_name(Random())
        Examination(kit, link, report, chance, terms.pace, progress, terms.players, family).play(lobby)

    return _played(report, terms, games, play, link.close)


def examine_client(name: str, host: str, port: int, terms: Terms) -> int:
    """Serve a client a table, judge what it says, and return the exit code."""
    dialect, _, profile = name.partition("+")
    kit = CLIENT_KITS[dialect](SERVER_KITS[dialect](profile))
    report = new_report(f"a client of {name}", kit.sections, terms)
    doors = SocketDoors(host, port, lambda: DIALECTS[dialect].framing(profile))
    seed = _seed(terms, report)
    games = terms.games or GAMES_WITH_CLIENT

    others = spoken(dialect) if terms.mixed else ()

    def play(game: int) -> None:
        if game == 0:  # (here: whoever stops it as soon as it is ready gets a report)
            say(f"listening {name} {host}:{doors.port}")
            say("ready")
            sys.stdout.flush()
        chance = Random(seed + game)
        Partner(kit, doors, report, chance, terms.pace, progress, terms.players, terms.clients, others).play()

    return _played(report, terms, games, play, doors.close)


def spoken(dialect: str) -> tuple[ServerKit, ...]:
    """All protocols of the game that a dialect plays."""
    game = DIALECTS[dialect].GAME
    return tuple(kit("") for name, kit in SERVER_KITS.items() if game == DIALECTS[name].GAME)


def _seed(terms: Terms, report: Report) -> int:
    seed = Random().randrange(1 << 32) if terms.seed is None else terms.seed
    report.notes.append(f"to play the same again: --seed {seed}")
    return seed


def _played(report: Report, terms: Terms, games: int, play: Callable[[int], None], close: Callable[[], None]) -> int:
    """Play so many games, and say what came of them; whoever stops it by hand is told what was seen until then."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger("error"))  # the reference's log is nobody's
    stopped = False
    try:
        for game in range(games):
            if report.complete:
                break
            progress(f"game {game + 1} of {games}")
            play(game)
    except KeyboardInterrupt:
        stopped = True
        report.notes.append(STOPPED)
    finally:
        close()
    code = told(report, terms)
    return NOT_EXAMINED if stopped and code == PASSED else code


def new_report(subject: str, sections: Sequence[Section], terms: Terms) -> Report:
    """An empty report on the sections that were asked for."""
    try:
        wanted = chosen(sections, terms.sections)
    except KeyError as missing:
        known = ", ".join(section.id for section in sections)
        raise NotExamined(f"there is no section {missing.args[0]}; there are {known}") from None
    return Report(subject, wanted)


def progress(text: str) -> None:
    """Say how far it is, where it is in nobody's way."""
    say(text, sys.stderr)


def told(report: Report, terms: Terms) -> int:
    """Print and write the report; the exit code."""
    for line in report.lines():
        say(line)
    try:
        if terms.json is not None:
            terms.json.write_bytes(report.json())
        if terms.junit is not None:
            terms.junit.write_bytes(report.junit())
    except OSError as error:
        raise NotExamined(f"the report cannot be written: {error}") from error
    return BROKEN if report.broken else PASSED if report.passed else NOT_EXAMINED
