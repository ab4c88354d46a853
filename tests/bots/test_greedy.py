"""The bot that looks one action ahead, whatever the game."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bottega.bots import greedy
from bottega.games import GAMES, splendor


class Likes:
    """A judgement of Splendor that likes some actions and offers others."""

    def __init__(self, best: Sequence[splendor.Action], offered: Sequence[splendor.Action]) -> None:
        self._best, self._offered = best, offered

    def candidates(self, state: splendor.State, seat: int) -> list[splendor.Action]:
        """What is offered."""
        return list(self._offered)

    def outlook(self, state: splendor.State, seat: int, action: splendor.Action) -> float:
        """One for what it likes."""
        return float(action in self._best)


@pytest.fixture
def state() -> splendor.State:
    """The first position of a game."""
    return splendor.new(2, seed=bytes(32))


def test_the_best_of_what_is_worth_a_try(state: splendor.State, monkeypatch: pytest.MonkeyPatch) -> None:
    """The action with the best outlook is chosen among the candidates, and no other is looked at."""
    first, second, *rest = splendor.legal(state, 0)
    likes = Likes([second, rest[0]], [first, second])
    monkeypatch.setattr(greedy, "judgement_of", lambda _: likes)
    for number in range(20):
        assert greedy.choose(GAMES["splendor"], state, 0, bytes([number])) == second


def test_chance_decides_among_equals(state: splendor.State, monkeypatch: pytest.MonkeyPatch) -> None:
    """Actions that are equally good are all played at some time, by the seed."""
    legal = splendor.legal(state, 0)[:3]
    monkeypatch.setattr(greedy, "judgement_of", lambda _: Likes([], legal))
    chosen = {greedy.choose(GAMES["splendor"], state, 0, bytes([number])) for number in range(40)}
    assert chosen == set(legal)


def test_every_game_is_judged() -> None:
    """Each game has its judgement."""
    for name, game in GAMES.items():
        state = game.new(2, bytes(32))
        assert greedy.judgement_of(name).candidates(state, game.actors(state)[0])
