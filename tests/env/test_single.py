"""Gymnasium: its own check for all games and both solo modes, several tables at once, and rewards."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from bottega.env import single
from bottega.env.aec import MOST_STEPS
from bottega.env.single import REGISTERED, SeatEnv


@pytest.mark.parametrize("name", sorted(REGISTERED))
def test_the_interface(name: str) -> None:
    """Gymnasium's ``check_env``, of an environment made by its name."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # it would like numbers between -1 and 1, and a picture
        check_env(gymnasium.make(name, render_mode="ansi").unwrapped)


def play(table: SeatEnv, seed: int) -> tuple[list[float], dict[str, Any]]:
    """Play at random; all rewards and the last information."""
    chance = np.random.default_rng(seed)
    _, info = table.reset(seed=seed)
    rewards = []
    for _ in range(MOST_STEPS):
        action = chance.choice(np.flatnonzero(table.action_masks()))
        _, reward, terminated, truncated, info = table.step(action)
        rewards.append(reward)
        if terminated or truncated:
            return rewards, info
    raise AssertionError("no end")


def test_victory_and_defeat() -> None:
    """Only at the end, and against a stronger one mostly defeat."""
    ends = [play(SeatEnv("splendor", opponents="greedy"), seed)[0] for seed in range(3)]
    assert all(set(rewards[:-1]) == {0.0} for rewards in ends)
    assert [rewards[-1] for rewards in ends] == [-1.0] * 3


def test_points() -> None:
    """What the agent's points change by: in all, its points at the end less those at the beginning."""
    table = SeatEnv("splendor", seats=3, opponents=["random", "greedy"], reward="points", seat=1)
    rewards, info = play(table, 5)
    assert sum(rewards) == info["points"]


def test_the_same_seed_is_the_same_game() -> None:
    """Bots and all."""
    assert play(SeatEnv("sagrada"), 4)[1]["points"] == play(SeatEnv("sagrada"), 4)[1]["points"]


def test_a_refused_action_loses() -> None:
    """With the rules' own reason, and nothing changes at the table."""
    table = SeatEnv("splendor", seat=0)
    table.reset(seed=1)
    before = table._state
    _, reward, terminated, _, info = table.step(np.int64(306))
    assert (reward, terminated) == (-1.0, True)
    assert info["refused"].startswith("pass: ")
    assert table._state is before


def test_it_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """If it goes on for too long."""
    monkeypatch.setattr(single, "MOST_STEPS", 2)
    table = SeatEnv("splendor")
    table.reset(seed=1)
    done = [table.step(np.flatnonzero(table.action_masks())[0])[3] for _ in range(2)]
    assert done == [False, True]


def test_several_tables_at_once() -> None:
    """Gymnasium's vectors: observations and masks of all tables in one array, games begin anew by themselves.

    At the end of a game nothing may be done; whatever is said then begins the next.
    """
    tables = gymnasium.make_vec("bottega/SagradaSolo-v1", num_envs=3, vectorization_mode="sync")
    observations, infos = tables.reset(seed=2)
    assert observations.shape[0] == 3
    ended = 0
    for _ in range(60):
        actions = np.array([np.flatnonzero(mask)[-1] if mask.any() else 0 for mask in infos["action_mask"]])
        _, _, terminated, _, infos = tables.step(actions)
        ended += int(terminated.sum())
    tables.close()
    assert ended >= 3


def test_what_cannot_be_played() -> None:
    """Is a ValueError."""
    with pytest.raises(ValueError, match="not played by 1"):
        SeatEnv("splendor", seats=1)
    with pytest.raises(ValueError, match="3 seats take 2 opponents, not 1"):
        SeatEnv("splendor", seats=3, opponents=["greedy"])


def test_a_text() -> None:
    """Where one was asked for."""
    table = SeatEnv("renaissance", render_mode="ansi")
    table.reset(seed=1)
    assert table.render() == str(table._state)
    assert SeatEnv("renaissance").render() is None
