"""The README tells the truth."""

from __future__ import annotations

import contextlib
import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bottega.cli import main
from bottega.games import splendor
from tests.server.harness import TIMEOUT

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def test_the_game_in_ten_lines_runs() -> None:
    """The Python example plays a whole game and prints a score for each seat."""
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=TIMEOUT, check=True)
    assert [line.split()[0] for line in done.stdout.splitlines()] == ["0", "1"]
    assert len([line for line in code.splitlines() if line.strip() and "import" not in line]) <= 10


def test_the_questions_have_the_answers_shown() -> None:
    """What is typed at the prompt gives what stands below it, after the imports of the game in ten lines."""
    (session,) = re.findall(r"```pycon\n(.*?)```", README, re.DOTALL)
    test = doctest.DocTestParser().get_doctest(session, {"splendor": splendor}, "README", "README.md", 0)
    assert doctest.DocTestRunner().run(test).failed == 0


def test_every_link_leads_somewhere() -> None:
    """Files that the README and CONTRIBUTING name exist."""
    for page in ("README.md", "CONTRIBUTING.md"):
        for target in re.findall(r"\]\(([^)#:]+)\)", (ROOT / page).read_text("utf-8")):
            assert (ROOT / target).exists(), f"{page} links to {target}"


def test_the_commands_exist(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """What the README tells people to type is understood."""
    commands = re.findall(r"^bottega (\w+)", README, re.MULTILINE)
    assert commands
    for command in commands:
        monkeypatch.setattr(sys, "argv", ["bottega", command, "--help"])
        with contextlib.suppress(SystemExit):
            main()
        assert f"bottega {command}" in capsys.readouterr().out
