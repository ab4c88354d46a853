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
from bottega.server.app import DEFAULT_HTTP, DEFAULT_LISTENERS
from tests.server.harness import TIMEOUT

ROOT = Path(__file__).parent.parent
sys.path.append(str(ROOT / "docs" / "images"))
import badges  # noqa: E402 - a module beside the pictures

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


def test_figures_are_where_they_were_measured() -> None:
    """Every figure is on the page that its row links to, which says how it was measured."""
    table = README.partition("## What was measured")[2].partition("\n## ")[0]
    rows = [line for line in table.splitlines() if line.startswith("|") and "**" in line]
    assert len(rows) >= 5
    for row in rows:
        (target,) = re.findall(r"\]\(([^)#]+)", row)
        page = (ROOT / target).read_text("utf-8").replace("**", "")
        what, figure = row.replace("p50 / p99", "").split("|")[1:3]
        for number in re.findall(r"\d[\d,.]*\d|\d", f"{what} {figure}"):
            assert re.search(rf"(?<![\d,.]){re.escape(number)}(?![\d])", page), f"{number} is not in {target}"


def test_badges_are_true() -> None:
    """Each badge shows what the project says of itself, in its picture and in the words for those who cannot see it."""
    assert {path.stem for path in badges.FOLDER.iterdir()} == badges.facts().keys()
    for what, told in badges.facts().items():
        assert (badges.FOLDER / f"{what}.svg").read_text("utf-8") == badges.drawn(what, told)
        (shown,) = re.findall(rf"!\[([^\]]*)\]\(docs/images/badges/{what}\.svg\)", README)
        assert told.lower() in shown.lower().replace("mit licence", "mit")


def test_the_picture_moves() -> None:
    """The first picture is an animated WebP of many frames, and small enough for whoever reads this on a train."""
    (name,) = re.findall(r"!\[[^\]]*\]\((docs/images/\w+\.webp)\)", README)
    picture = (ROOT / name).read_bytes()
    assert (picture[:4], picture[8:16]) == (b"RIFF", b"WEBPVP8X")
    animated, see_through = 0x02, 0x10
    assert picture[20] & animated, "it does not move"
    assert picture[20] & see_through, "browsers would draw what stays as it is in white"
    assert picture.count(b"ANMF") > 20
    assert len(picture) < 600_000


def test_the_ports_are_ours() -> None:
    """The table of ports has every listener of a house that was told nothing."""
    told = dict(re.findall(r"^\| (\d+) \| .*\[([\w-]+)\]\(docs/protocols", README, re.MULTILINE))
    assert told == {**{str(each.port): each.name for each in DEFAULT_LISTENERS}, str(DEFAULT_HTTP.port): "house"}
