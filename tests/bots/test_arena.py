"""Bots against bots: games come to an end, tournaments are fair, and the better bot wins."""

from __future__ import annotations

import sys

import pytest

from bottega.bots import arena
from bottega.bots.arena import main, play, tournament
from bottega.games import GAMES
from bottega.games.core import AnyGame

GAMES_PLAYED = 30
"""Enough to tell 90 % from less, and quick."""


@pytest.mark.slow
def test_greedy_beats_random(game: AnyGame) -> None:
    """In at least nine of ten games for two, beginning as often as not."""
    (won, _), _ = tournament(game, ("greedy", "random"), GAMES_PLAYED)
    assert won >= 0.9 * GAMES_PLAYED


@pytest.mark.slow
@pytest.mark.parametrize(
    "bots", [("greedy",), ("greedy", "greedy", "greedy"), ("random", "greedy", "random", "greedy")]
)
def test_bots_bring_games_to_an_end(game: AnyGame, bots: tuple[str, ...]) -> None:
    """Whatever the company, within a number of actions people would have the patience for."""
    if len(bots) in game.SEATS:
        for number in range(3):
            assert play(game, bots, number).actions < 1500


def test_the_number_decides_everything() -> None:
    """The same game again is the same game; another number is another one."""
    game = GAMES["splendor"]
    first, again, other = (play(game, ("random", "random"), number) for number in (1, 1, 2))
    assert first == again
    assert first != other
    assert set(first.winners) <= {0, 1}
    assert len(first.points) == 2


def test_each_begins_as_often_as_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bots take turns at the first seat, and wins and points are counted for the bot, not for the seat."""
    seated: list[list[str]] = []

    def first_wins(game: AnyGame, bots: list[str], number: int) -> arena.Outcome:
        seated.append(bots)
        return arena.Outcome(winners=(0,), points=(10, 4), actions=1)

    monkeypatch.setattr(arena, "play", first_wins)
    assert tournament(GAMES["splendor"], ("greedy", "random"), 4) == [(2, 7.0), (2, 7.0)]
    assert seated == 2 * [["greedy", "random"], ["random", "greedy"]]


def test_a_game_without_end_is_a_defect(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever waits for such a game is told which one it was."""
    monkeypatch.setattr(arena, "MOST_ACTIONS", 3)
    with pytest.raises(AssertionError, match="splendor 7: no end after 3 actions"):
        play(GAMES["splendor"], ("random", "random"), 7)


def test_the_table(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """``python -m bottega.bots.arena`` plays a tournament and prints a line for each bot."""
    monkeypatch.setattr(sys, "argv", ["arena", "sagrada", "greedy", "random", "--games", "4"])
    main()
    greedy, random, games = capsys.readouterr().out.splitlines()
    assert greedy.startswith("greedy   won    4 of 4 (100%)")
    assert random.startswith("random   won    0 of 4 (  0%)")
    assert games.startswith("4 games in ")
