"""A Python class as a program: it is asked like any other, and sees no more than its seat may know."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

import pytest

from bottega.fault import Fault
from bottega.games import GAMES
from bottega.games.core import AnyGame
from bottega.outside import host
from bottega.outside.host import answers, load, main
from bottega.outside.words import Question, ask

GAME = GAMES["splendor"]
STATE = GAME.new(2, bytes(32))
LAST = """
class Bot:
    def choose(self, game, state, seat, seed):
        print("thinking")
        return game.legal(state, seat)[-1]
"""


class Last:
    """Remembers what it was shown, and plays the last action."""

    def __init__(self) -> None:
        self.shown: list[Any] = []

    def choose(self, game: AnyGame, state: Any, seat: int, seed: bytes) -> Any:
        """The last action."""
        self.shown.append(state)
        return game.legal(state, seat)[-1]


def question() -> list[str]:
    """The lines that a program hears, from the greeting on."""
    asked = Question(GAME, 2, 0, GAME.view(STATE, 0), tuple(GAME.legal(STATE, 0)), b"seed")
    return ["bottega 1\n", *(f"{line}\n" for line in ask(asked)), "quit\n", "never heard\n"]


def test_a_class_answers() -> None:
    """It is shown a state with the view of its seat, dealt by the seed, and not the true one."""
    bot = Last()
    assert list(answers(bot, question())) == ["ready", f"play {GAME.legal(STATE, 0)[-1]}"]
    (shown,) = bot.shown
    assert GAME.view(shown, 0) == GAME.view(STATE, 0)
    assert shown != STATE


def test_who_greets_otherwise_is_not_answered() -> None:
    """Another version of the protocol, or nobody."""
    assert list(answers(Last(), ["bottega 2\n"])) == []
    assert list(answers(Last(), [])) == []


def test_what_it_prints_is_no_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It goes to the standard error."""
    path = tmp_path / "last.py"
    path.write_text(LAST)
    monkeypatch.setattr(sys, "argv", ["host", str(path)])
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(question())))
    main()
    out, err = capsys.readouterr()
    assert out.splitlines() == ["ready", f"play {GAME.legal(STATE, 0)[-1]}"]
    assert err == "thinking\n"


def test_files_without_a_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is said what is missing."""
    path = tmp_path / "empty.py"
    path.write_text("class Bot: pass")
    with pytest.raises(Fault, match="has no class Bot with a method choose"):
        load(path)
    monkeypatch.setattr(sys, "argv", ["host", str(tmp_path / "nothing.py")])
    with pytest.raises(SystemExit):
        host.main()
    assert "there is no file" in capsys.readouterr().err
