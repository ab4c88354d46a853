"""What was found, for people and for programs."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest

from bottega.conform.report import MOST_FINDINGS, Finding, Outcome, Report, Section, chosen

SECTIONS = (
    Section("1", "Hello", "The server says hello."),
    Section("1.1", "Names", "Names are short."),
    Section("2", "Moves", "Moves are answered."),
    Section("3", "Nonsense", "Nonsense is refused.", ruling=True),
    Section("4", "The end", "The winner is told."),
)


def _report() -> Report:
    report = Report("splendor-json at here:1", SECTIONS)
    report.hold("1", 2)
    report.hold("2")
    report.find("2", Finding("ann: ok did not come", ('{"ok":1}',), ("ann> move", "ann< \x1b[2J")))
    report.find("3", Finding("it is answered otherwise"))
    report.hold("9")
    return report


def test_outcomes() -> None:
    """A section holds, is broken, was not met; one that is only our ruling is never broken."""
    report = _report()
    outcomes = {verdict.id: verdict.outcome for verdict in report.verdicts()}
    assert outcomes == {
        "1": Outcome.HELD,
        "1.1": Outcome.NOT_MET,
        "2": Outcome.BROKEN,
        "3": Outcome.REMARK,
        "4": Outcome.NOT_MET,
    }
    assert report.broken == ["2"]
    assert not report.passed
    assert not report.complete
    assert report.met("3")


def test_nothing_seen_is_not_passed() -> None:
    """Whoever could not be provoked to anything has not passed."""
    assert not Report("nobody", SECTIONS).passed


def test_the_lines() -> None:
    """A person reads the outcome of each section, and for a broken one the sentence, the lines and what should come."""
    text = "\n".join(_report().lines())
    assert " held  1    Hello (2)" in text
    assert "BROKEN 2 Moves\n  the document: Moves are answered.\n  ann: ok did not come\n      ann> move" in text
    assert '    expected {"ok":1}' in text
    assert "REMARK 3 Nonsense\n  our ruling, where the document leaves room" in text
    assert text.endswith("1 held, 1 broken, 1 remark, 2 not met")


def test_the_json() -> None:
    """A program reads the same."""
    read = json.loads(_report().json())
    assert (read["subject"], read["passed"]) == ("splendor-json at here:1", False)
    broken = next(section for section in read["sections"] if section["outcome"] == "broken")
    assert broken["findings"][0]["lines"] == ["ann> move", "ann< \x1b[2J"]


def test_the_junit_report() -> None:
    """A CI reads a case a section, with failures and what was skipped; nothing in it is no XML."""
    suite = ElementTree.fromstring(_report().junit())
    assert {name: suite.get(name) for name in ("tests", "failures", "skipped")} == {
        "tests": "5",
        "failures": "1",
        "skipped": "2",
    }
    failure = suite.find("testcase/failure")
    assert failure is not None
    assert failure.text is not None
    assert "ann< �[2J" in failure.text


def test_few_findings_are_enough() -> None:
    """The same again is not told again, and not everything of a section is."""
    report = Report("x", SECTIONS)
    for number in range(20):
        report.find("1", Finding(f"wrong {number // 2}"))
    assert next(len(verdict.findings) for verdict in report.verdicts()) == MOST_FINDINGS


def test_sections_are_chosen_by_their_beginnings() -> None:
    """``--section 1`` is section 1 and all below it."""
    assert [section.id for section in chosen(SECTIONS, ["1"])] == ["1", "1.1"]
    assert chosen(SECTIONS, []) == list(SECTIONS)
    with pytest.raises(KeyError):
        chosen(SECTIONS, ["7"])


def test_the_same_thing_with_another_value_is_no_news() -> None:
    """What is wrong in one place all through a game is told once."""
    report = Report("x", [Section("5", "Boards", "They are right.")])
    assert report.find("5", Finding("board: bank.red is 4, not 3"))
    assert not report.find("5", Finding("board: bank.red is 4, not 2"))
    assert report.find("5", Finding("board: bank.blue is 4, not 2"))
    assert not report.find("6", Finding("of no interest"))


def test_a_person_is_told_what_can_be_read() -> None:
    """Long lines are cut and the last few shown on the terminal; programs get all of them."""
    report = Report("x", [Section("5", "Boards", "They are right.")])
    report.find("5", Finding("wrong", ("y" * 1000,), tuple(f"ann> {number} {'z' * 1000}" for number in range(14))))
    lines = report.lines()
    assert max(map(len, lines)) < 420
    assert sum("ann>" in line for line in lines) == 8
    assert b"z" * 1000 in report.json()
    assert b"ann&gt; 0" in report.junit()
