"""Stepping through a game in the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from bottega.games import GAMES
from bottega.replay import headline, page, replay_table
from bottega.store.log import Row
from bottega.table.entries import from_row
from bottega.table.events import Event, history
from bottega.table.position import fold, opened
from tests.test_archive import STORIES, UNFINISHED, write

KINDS = [
    (Row(4, None, 1, "skip", "skip", 0), "skipped"),
    (Row(4, None, 1, "quit", "", 0), "for good"),
    (Row(4, None, 1, "bot", "greedy", 0), "greedy plays for"),
    (Row(4, None, 1, "bot", "", 0), "plays again"),
    (Row(4, None, 1, "leave", "", 0), "given up"),
    (Row(4, None, -1, "size", "3", 0), "3 shall play"),
    (Row(4, None, -1, "end", "abandoned", 0), "abandoned"),
    (Row(4, None, 1, "move", "take wbg", 0), "take wbg"),
]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_all_moves(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without anybody to step, every entry is one line, numbered, and the last line is the result."""
    charter, entries = STORIES[game]
    replay_table(str(write(tmp_path / "file", (charter, entries))), tmp_path, True)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"table {charter.id}: {game}, {len(entries)} entries"
    assert lines[1] == "   1 Ada sits down"
    assert lines[4].startswith("   4 the game starts: ")
    assert lines[-2].startswith(f"{len(entries):4} ")
    assert "won by" in lines[-1]


def test_a_game_that_is_not_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever runs the house may look, and is told that it is more than any player sees."""
    for story, warned in ((UNFINISHED, True), (STORIES["splendor"], False)):
        replay_table(str(write(tmp_path / "file", story)), tmp_path, True)
        assert ("keep from each other" in capsys.readouterr().err) is warned


@pytest.mark.parametrize(("row", "words"), KINDS)
def test_headlines(row: Row, words: str) -> None:
    """Every kind of entry has its words."""
    position = fold(*STORIES["splendor"])
    assert words in headline(Event(from_row(position.game, row), position, position))


@pytest.mark.parametrize("game", sorted(GAMES))
def test_pages_are_readable(game: str) -> None:
    """At every entry the page is short lines, with the name and score of everybody."""
    charter, entries = STORIES[game]
    for event in history(charter, entries)[3::25]:
        lines = list(page(opened(charter), event))
        assert all(len(line) <= 170 for line in lines)
        assert len(lines) < 60
        for name in ("Ada", "Bob", "Cyd"):
            assert any(line.startswith(f"{name}: ") for line in lines)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_board_is_the_games_own(game: str) -> None:
    """What lies on the table is drawn by the game, as a spectator may see it."""
    charter, entries = STORIES[game]
    event = history(charter, entries)[10]
    position = event.after
    drawn = str(position.game.view(position.state, None)).splitlines()
    lines = list(page(opened(charter), event))
    assert any(lines[at : at + len(drawn)] == drawn for at in range(len(lines)))


def test_stepping(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Enter goes on, b goes back, a number jumps (not beyond the ends), anything else is refused, q leaves."""
    charter, entries = STORIES["splendor"]
    commands = iter(["", "", "b", "9999", "", "0", "b", "what", "q"])
    prompts = []

    def typed(prompt: str) -> str:
        prompts.append(prompt.partition("/")[0])
        return next(commands)

    monkeypatch.setattr("builtins.input", typed)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    replay_table(str(write(tmp_path / "file", (charter, entries))), tmp_path, False)
    last = len(entries)
    assert prompts == ["[0", "[1", "[2", "[1", f"[{last}", f"[{last}", "[0", "[0", "[0"]
    assert "'what' is none of these." in capsys.readouterr().out


def test_the_input_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """End of input is goodbye."""

    def ended(prompt: str) -> str:
        raise EOFError

    monkeypatch.setattr("builtins.input", ended)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    replay_table(str(write(tmp_path / "file", STORIES["splendor"])), tmp_path, False)
