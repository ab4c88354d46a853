"""What an examination found, section by section: as lines for a person, as JSON, as JUnit XML for a CI.

A :class:`Section` is a part of the document: its title, and what it demands, in a sentence. While it is examined, every
message that was as it should be is a point for its section (``held``), every one that was not a :class:`Finding`. A
section of which nothing could be provoked is *not met*; one that the document leaves open and we have settled
(``ruling``) is never broken: what is otherwise there is a remark.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import StrEnum
from xml.etree import ElementTree

import msgspec

READABLE, READABLE_LINES = 400, 8
"""So much of a line, and so many of them, is told a person; programs are told all."""
MOST_FINDINGS = 5
"""So many findings of a section are told; more of them would say the same."""


class Section(msgspec.Struct, frozen=True):
    """A part of the document."""

    id: str
    title: str
    sentence: str
    """What it demands, in our own words."""
    ruling: bool = False
    """Whether the document leaves it open and this is only how we read it."""


class Finding(msgspec.Struct, frozen=True):
    """Something that was not as the document says."""

    what: str
    expected: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    """What was said, with who said it: ``ann> …`` was sent by the kit, ``ann< …`` came back."""


class Outcome(StrEnum):
    """What became of a section."""

    HELD = "held"
    BROKEN = "broken"
    REMARK = "remark"
    NOT_MET = "not met"


class Verdict(msgspec.Struct, frozen=True):
    """A section with what became of it."""

    id: str
    title: str
    sentence: str
    ruling: bool
    outcome: Outcome
    held: int
    findings: tuple[Finding, ...]


class Report:
    """All that was found."""

    def __init__(self, subject: str, sections: Iterable[Section]) -> None:
        self.subject = subject
        """Who was examined, by whose document."""
        self.sections = {section.id: section for section in sections}
        self.notes: list[str] = []
        """What is worth knowing besides."""
        self._held: Counter[str] = Counter()
        self._findings: dict[str, list[Finding]] = {}

    def hold(self, section: str, count: int = 1) -> None:
        """Something was as the section says; of sections that are not examined nobody keeps count."""
        if section in self.sections:
            self._held[section] += count

    def find(self, section: str, finding: Finding) -> bool:
        """Something was not as the section says; whether that is news (the same thing with another value is not)."""
        if section not in self.sections:
            return False
        found = self._findings.setdefault(section, [])
        news = len(found) < MOST_FINDINGS and _gist(finding.what) not in [_gist(each.what) for each in found]
        if news:
            found.append(finding)
        return news

    def met(self, section: str) -> bool:
        """Whether anything can be said of the section."""
        return section in self._held or section in self._findings

    def outcome(self, section: str) -> Outcome:
        """What became of a section."""
        if section in self._findings:
            return Outcome.REMARK if self.sections[section].ruling else Outcome.BROKEN
        return Outcome.HELD if self._held[section] else Outcome.NOT_MET

    @property
    def complete(self) -> bool:
        """Whether every section was met."""
        return all(map(self.met, self.sections))

    @property
    def passed(self) -> bool:
        """Whether nothing is broken, and anything was seen at all."""
        outcomes = {self.outcome(section) for section in self.sections}
        return Outcome.BROKEN not in outcomes and Outcome.HELD in outcomes

    @property
    def broken(self) -> list[str]:
        """The sections that are broken."""
        return [section for section in self.sections if self.outcome(section) is Outcome.BROKEN]

    def verdicts(self) -> list[Verdict]:
        """Every section with what became of it."""
        return [
            Verdict(
                section.id,
                section.title,
                section.sentence,
                section.ruling,
                self.outcome(section.id),
                self._held[section.id],
                tuple(self._findings.get(section.id, ())),
            )
            for section in self.sections.values()
        ]

    def json(self) -> bytes:
        """The report for programs."""
        return msgspec.json.format(
            msgspec.json.encode(
                {"subject": self.subject, "passed": self.passed, "notes": self.notes, "sections": self.verdicts()}
            ),
            indent=1,
        )

    def junit(self) -> bytes:
        """The report for a CI: a test case a section; what was not met is skipped."""
        verdicts = self.verdicts()
        counts = Counter(verdict.outcome for verdict in verdicts)
        suite = ElementTree.Element(
            "testsuite",
            name=self.subject,
            tests=str(len(verdicts)),
            failures=str(counts[Outcome.BROKEN]),
            errors="0",
            skipped=str(counts[Outcome.NOT_MET]),
        )
        for verdict in verdicts:
            case = ElementTree.SubElement(
                suite, "testcase", classname=self.subject, name=_clean(f"{verdict.id} {verdict.title}")
            )
            if verdict.outcome is Outcome.BROKEN:
                failure = ElementTree.SubElement(case, "failure", message=_clean(verdict.findings[0].what))
                failure.text = _clean("\n".join(_told(verdict)))
            elif verdict.outcome is Outcome.NOT_MET:
                ElementTree.SubElement(case, "skipped", message="nothing of it could be provoked")
            elif verdict.outcome is Outcome.REMARK:
                ElementTree.SubElement(case, "system-out").text = _clean("\n".join(_told(verdict)))
        written: bytes = ElementTree.tostring(suite, encoding="utf-8", xml_declaration=True)
        return written

    def lines(self) -> list[str]:
        """The report for a person."""
        verdicts = self.verdicts()
        width = max((len(verdict.id) for verdict in verdicts), default=0)
        told = [self.subject, ""]
        for verdict in verdicts:
            count = f" ({verdict.held})" if verdict.held else ""
            told.append(f"{verdict.outcome:>7}  {verdict.id:<{width}}  {verdict.title}{count}")
        for verdict in verdicts:
            if verdict.findings:
                told += ["", *_told(verdict, whole=False)]
        counts = Counter(verdict.outcome for verdict in verdicts)
        told += ["", *self.notes, ", ".join(f"{counts[outcome]} {outcome}" for outcome in Outcome)]
        return told


def _gist(what: str) -> str:
    """What is wrong, whatever stands there.

    >>> _gist("game_board: bankCash.red is 4, not 3")
    'game_board: bankCash.red'
    """
    place, wrong, value = what.partition(" is ")
    return place if wrong and ", not " in value else what


def _told(verdict: Verdict, whole: bool = True) -> list[str]:
    """What is wrong with a section, with the lines that show it; for a person only as far as they can be read."""
    kind = "our ruling, where the document leaves room" if verdict.ruling else "the document"
    told = [f"{verdict.outcome.upper()} {verdict.id} {verdict.title}", f"  {kind}: {verdict.sentence}"]
    for finding in verdict.findings:
        told.append(f"  {finding.what}")
        lines = finding.lines if whole else finding.lines[-READABLE_LINES:]
        told += [f"      {line if whole else _cut(line)}" for line in lines]
        told += [f"    expected {line if whole else _cut(line)}" for line in finding.expected]
    return told


def _cut(line: str) -> str:
    return line if len(line) <= READABLE else f"{line[:READABLE]}…"


def _clean(text: str) -> str:
    """Without what XML cannot hold."""
    return "".join(character if character.isprintable() or character in "\n\t" else "�" for character in text)


def chosen(sections: Sequence[Section], wanted: Sequence[str]) -> list[Section]:
    """The sections that were asked for, each by its id or the beginning of one; KeyError with one that is not there."""
    found = []
    for beginning in wanted:
        some = [section for section in sections if section.id == beginning or section.id.startswith(f"{beginning}.")]
        if not some:
            raise KeyError(beginning)
        found += some
    return [section for section in sections if not wanted or section in found]
