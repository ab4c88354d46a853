"""``bottega arena``: a contest from the command line, kept, continued, interrupted."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bottega.arena import command
from bottega.arena.command import INTERRUPTED, arena
from bottega.arena.contest import Contest, Fixture, Result
from bottega.fault import Fault
from tests.arena.samples import first_wins
from tests.server.harness import TIMEOUT


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> list[Fixture]:
    """Games that are won by whoever is named first, without being played; which those were."""
    played: list[Fixture] = []

    def results(contest: Contest, fixtures: Iterator[Fixture], jobs: int) -> Iterator[Result]:
        for fixture in fixtures:
            played.append(fixture)
            yield first_wins(fixture)

    monkeypatch.setattr(command, "results", results)
    return played


def test_the_command_itself(tmp_path: Path) -> None:
    """A real process plays real games in two workers, and reports them as JSON; the file holds them."""
    file = tmp_path / "results.jsonl"
    words = ["arena", "splendor", "greedy", "random", "--games", "2", "--jobs", "2", "--json", "--file", str(file)]
    command = [sys.executable, "-m", "bottega", *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT, check=True)
    report = json.loads(done.stdout)
    assert report["contest"] == {"game": "splendor", "rules": 1, "seats": 2}
    (company,) = report["companies"]
    assert company["games"] == 2
    assert [standing["won"] for standing in company["standings"]] == [1.0, 0.0]
    assert done.stderr.splitlines() == ["2 of 2 games"] or len(done.stderr.splitlines()) == 2
    assert len(file.read_text().splitlines()) == 3


def test_a_contest_is_played_on(quick: list[Fixture], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The same command with more games, or with more bots, plays what is missing and reports everything."""
    file = tmp_path / "results.jsonl"
    arena("splendor", ["greedy", "random"], games=4, file=file)
    assert len(quick) == 4
    arena("splendor", ["greedy", "random"], games=8, file=file)
    assert len(quick) == 8
    arena("splendor", ["greedy", "random", "nina"], games=8, file=file)
    assert len(quick) == 24
    assert len(set(quick)) == 24
    again = capsys.readouterr().out
    assert again.count("8 games, 4 deals in 2 rotations") == 1 + 3


def test_games_are_whole_rotations(quick: list[Fixture], capsys: pytest.CaptureFixture[str]) -> None:
    """Seven games of two are eight; of three nine."""
    arena("splendor", ["greedy", "random"], games=7)
    arena("splendor", ["greedy", "random", "nina"], games=7, seats=3)
    out = capsys.readouterr().out
    assert "8 games, 4 deals in 2 rotations" in out
    assert "9 games, 3 deals in 3 rotations" in out


def test_it_stops_when_it_is_sure(quick: list[Fixture], capsys: pytest.CaptureFixture[str]) -> None:
    """Long before the last game, if one is much better."""
    arena("splendor", ["greedy", "random"], games=1000, decide=0.5, json=True)
    report: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert report["companies"][0]["verdict"] == "above"
    assert report["complete"]
    assert len(quick) < 60


def test_a_single_bot_plays_alone(quick: list[Fixture], capsys: pytest.CaptureFixture[str]) -> None:
    """And several with one seat each play the same deals."""
    arena("sagrada", ["greedy"], games=3, options=["solo_tools=5"])
    assert "sagrada (rules 2), 1 seat, solo_tools 5, seed 0" in capsys.readouterr().out
    arena("sagrada", ["greedy", "random"], games=3, seats=1)
    assert [fixture.company for fixture in quick] == [("greedy",)] * 3 + [("greedy",), ("random",)] * 3


def test_ctrl_c_keeps_what_was_played(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The table says how far it came, and a sentence says how to go on."""

    def results(contest: Contest, fixtures: Iterator[Fixture], jobs: int) -> Iterator[Result]:
        for number, fixture in enumerate(fixtures):
            if number == 4:
                raise KeyboardInterrupt
            yield first_wins(fixture)

    monkeypatch.setattr(command, "results", results)
    file = tmp_path / "results.jsonl"
    assert arena("splendor", ["greedy", "random"], games=10, file=file) == INTERRUPTED
    out, err = capsys.readouterr()
    assert "4 games, 2 deals" in out
    assert err.splitlines()[-1] == (
        f"bottega: interrupted with 4 of 10 games; what was played is in {file}, the same command plays on"
    )
    assert arena("splendor", ["greedy", "random"], games=10) == INTERRUPTED
    assert capsys.readouterr().err.splitlines()[-1].endswith("nothing is kept without --file")


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("there is no game chess", {"game_name": "chess"}),
        ("name one bot", {"bots": []}),
        ("there is no bot nobody", {"bots": ["nobody", "greedy"]}),
        ("splendor is played by 2 to 4, not by 1", {"bots": ["greedy"]}),
        ("3 seats take 3 bots", {"seats": 3}),
        ("--games takes a number above 0", {"games": 0}),
        ("--jobs takes a number from 1 to 64", {"jobs": 0}),
        ("--seed takes a number from 0 on", {"seed": -1}),
        ("--simulations takes a number above 0", {"simulations": 0}),
        ("--seconds takes a number above 0", {"seconds": float("nan")}),
        ("--decide takes a share between 0 and 1", {"decide": 60.0}),
    ],
)
def test_what_cannot_be_meant(said: str, words: dict[str, Any]) -> None:
    """Is said in a sentence before anything is played."""
    with pytest.raises(Fault, match=said):
        arena(**{"game_name": "splendor", "bots": ["greedy", "random"], **words})
