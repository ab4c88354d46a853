"""The threat model keeps its word: every defence it names has a test, and the test exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`([\w/]+\.py)::(\w+)`", PAGE)))
LINES = [line for line in PAGE.splitlines() if line.startswith("|") and not line.startswith(("|---", "| could gain"))]


@pytest.mark.parametrize(("file", "name"), NAMED, ids=lambda part: part)
def test_every_test_named_exists(file: str, name: str) -> None:
    """A test that was renamed or is gone leaves a line of the threat model without its proof."""
    text = (ROOT / "tests" / file).read_text(encoding="utf-8")
    assert re.search(rf"^\s*(?:async )?(?:def|class) {name}\b", text, re.MULTILINE), f"{file} has no {name}"


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.split("|")[1].strip()[:40])
def test_every_line_has_its_test(line: str) -> None:
    """Whoever could gain something is kept from it by something that is tested, or the page says plainly: nothing."""
    gain, defence, tests = (cell.strip() for cell in line.strip("|").split("|"))
    assert gain
    assert defence
    assert tests.count("::") or "**nothing**" in defence


def test_everybody_is_thought_of() -> None:
    """Strangers, other pages, players, watchers, owners of names, operators, whoever has the disk, and proxies."""
    sections = re.findall(r"^## (.*)$", PAGE, re.MULTILINE)
    for who in ("stranger", "page", "player", "watcher", "owner", "runs the house", "disk", "proxy"):
        assert any(who in section for section in sections), who
    assert len(NAMED) > 60


def test_how_to_report() -> None:
    """SECURITY.md is where everybody looks for it, names nobody's address, and its links lead somewhere."""
    text = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    assert "@" not in text
    for target in re.findall(r"\]\(([^)#]+)", text):
        assert (ROOT / target).exists(), target
    for heading in ("Reporting", "What to expect", "Versions"):
        assert f"## {heading}" in text
