"""PettingZoo: its own tests, for all games and both solo modes; who wins gets 1, and refused actions say why."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from bottega.env import aec
from bottega.env.aec import TableEnv, env, rewards_of
from bottega.env.ids import ids_of
from bottega.games import GAMES

CASES = [("splendor", 2), ("splendor", 4), ("sagrada", 1), ("sagrada", 2), ("renaissance", 1), ("renaissance", 3)]


@pytest.mark.parametrize(("game", "seats"), CASES)
def test_the_interface(game: str, seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    """PettingZoo's ``api_test``."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # it would like observations to be images
        api_test(env(game, seats), num_cycles=200)


@pytest.mark.parametrize(("game", "seats"), CASES)
def test_seeds(game: str, seats: int) -> None:
    """PettingZoo's ``seed_test``: the same seed, the same game."""
    seed_test(lambda: env(game, seats), num_cycles=60)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_rendering(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """PettingZoo's ``render_test``; a text is the state as a person reads it."""
    render_test(lambda render_mode: env(game, render_mode=render_mode), {"ansi": lambda drawn: isinstance(drawn, str)})
    table = env(game, render_mode="ansi")
    assert table.render() is None
    table.reset(seed=1)
    assert table.render() == str(table._state)
    assert env(game).render() is None


def play(table: TableEnv, seed: int) -> dict[str, float]:
    """Play at random; what everybody got in all."""
    chance = np.random.default_rng(seed)
    table.reset(seed=seed)
    got = dict.fromkeys(table.agents, 0.0)
    for agent in table.agent_iter():
        observation, reward, terminated, truncated, _ = table.last()
        got[agent] += reward
        done = terminated or truncated
        table.step(None if done else int(chance.choice(np.flatnonzero(observation["action_mask"]))))
    return got


@pytest.mark.parametrize(("game", "seats"), [("splendor", 2), ("renaissance", 2), ("sagrada", 1)])
def test_who_wins_gets_one(game: str, seats: int) -> None:
    """And who loses gives one; alone one wins or loses against the game."""
    table = env(game, seats)
    got = play(table, 3)
    winners = GAMES[game].winners(table._state)
    assert list(got.values()) == rewards_of(winners, seats)


def test_shared_victories() -> None:
    """The 1 is shared."""
    assert rewards_of((0, 2), 3) == [0.5, -1.0, 0.5]
    assert rewards_of((), 1) == [-1.0]


def test_refused_actions() -> None:
    """Nothing changes, and the reason is the rules' own."""
    table = env("splendor")
    table.reset(seed=1)
    before = table._state
    for action, said in ((-1, "no action"), (10**6, "no action"), (None, "no action")):
        with pytest.raises(ValueError, match=said):
            table.step(action)
    with pytest.raises(ValueError, match=r"pass \(306\): "):
        table.step(ids_of("splendor")[GAMES["splendor"].Action.from_text("pass")])
    assert table._state is before


def test_a_game_that_goes_round_in_circles(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is cut off."""
    monkeypatch.setattr(aec, "MOST_STEPS", 3)
    table = env("splendor")
    assert play(table, 1) == {"seat_0": 0.0, "seat_1": 0.0}
    assert table.agents == []


@pytest.mark.parametrize(
    "wrong", [("chess", 2, {}), ("splendor", 1, {}), ("sagrada", 1, {"solo_tools": 9}), ("splendor", 5, {})]
)
def test_what_cannot_be_played(wrong: tuple[str, int, dict[str, Any]]) -> None:
    """Is a ValueError."""
    game, seats, options = wrong
    with pytest.raises(ValueError, match=game):
        env(game, seats, options=options)


def test_options() -> None:
    """They are the game's own."""
    table = env("sagrada", 1, options={"solo_tools": 5})
    table.reset(seed=1)
    assert len(table._state.tools) == 5
