"""The rules are asked what they are asked at a table, of positions that are the same every time."""

from __future__ import annotations

import pytest

from bench.rules import SEATS, measured, positions
from bottega.games import GAMES


@pytest.mark.parametrize("name", GAMES)
def test_every_answer_is_measured(name: str) -> None:
    """All five take some time, in each game."""
    took = measured(GAMES[name], count=5, rounds=2)
    assert list(took) == ["redeal", "one view", "four views", "legal", "apply"]
    assert all(microseconds > 0 for microseconds in took.values())


@pytest.mark.parametrize("name", GAMES)
def test_positions_are_the_same_every_time(name: str) -> None:
    """They come from games for four, somebody may act in each, and they are not in the order of play."""
    game, found = GAMES[name], positions(GAMES[name], 12)
    assert found == positions(game, 12)
    assert all(seat in game.actors(state) and len(state.players) == SEATS for state, seat in found)
    assert sorted(game.turn(state) for state, _ in found) != [game.turn(state) for state, _ in found]
