"""How a server is examined, whatever it speaks: what parts the games, what does not, and what is shown for it."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from bottega.conform.examination import TAIL, Examination
from bottega.conform.report import Report, chosen
from bottega.conform.splendor_json import SECTIONS, SplendorKit
from bottega.table.house import Settings
from tests.conform.bench import StageLink, examine, honest


def test_only_the_sections_asked_for() -> None:
    """Probes of other sections are not sent, and other faults are not told."""
    report = Report("x", chosen(SECTIONS, ["2"]))
    said: list[str] = []

    def listening(number: int, text: str) -> Iterable[str]:
        said.append(text)
        return (text,)

    link = StageLink("splendor-json", Settings(turn_seconds=0, per_address=0), honest, listening)
    Examination(SplendorKit(), link, report, Random(1)).play(only_lobby=True)
    assert report.passed
    assert set(report.sections) == {"2.2", "2.4"}
    assert all("client_hello" in text for text in said)


def test_a_server_that_says_nothing() -> None:
    """Silence is found where the first word was due."""
    report = examine(SplendorKit(), lambda number, text: ())
    assert report.broken == ["2.2"]


def test_a_server_that_speaks_of_something_else() -> None:
    """Whatever comes instead is shown, with what should have come."""
    report = examine(SplendorKit(), lambda number, text: ("HTTP/1.1 400 Bad Request",))
    finding = report.verdicts()[1].findings[0]
    assert any(line.endswith("< HTTP/1.1 400 Bad Request") for line in finding.lines)
    assert "server_hello" in finding.expected[0]


def test_the_last_lines_are_shown() -> None:
    """A finding comes with the lines before it, not with the whole game."""
    report = examine(SplendorKit(), lambda number, text: (text.replace("game_over", "game_ended"),))
    assert report.broken == ["6"]
    finding = next(verdict for verdict in report.verdicts() if verdict.id == "6").findings[0]
    assert 1 < len(finding.lines) <= TAIL


def test_progress_is_told() -> None:
    """Whoever waits hears how far it is, and what is broken as soon as it is."""
    told: list[str] = []
    link = StageLink(
        "splendor-json",
        Settings(turn_seconds=0, per_address=0),
        lambda number, text: (text.replace("game_over", "game_ended"),),
    )
    Examination(SplendorKit(), link, Report("x", SECTIONS), Random(1), tell=told.append).play()
    assert "25 requests" in told
    assert any(line.startswith("broken: 6") for line in told)
