"""The games for several agents, one after the other: PettingZoo's AEC interface (the extra ``env``).

>>> from bottega.env.aec import env
>>> table = env("splendor", seats=3)
>>> table.reset(seed=7)
>>> observation, reward, terminated, truncated, info = table.last()
>>> table.agent_selection, observation["observation"].shape, int(observation["action_mask"].sum())
('seat_0', (259,), 30)

Where several seats may act at once (set-up), they do so in the order of seats. Who has won gets 1 at the end and who
has lost -1; several who share a victory share the 1. A solo game is won or lost in the same way.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec
import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv

from bottega.env.ids import actions_of, legal_ids
from bottega.env.layout import HIGHEST, LOWEST, layout_of
from bottega.games import GAMES
from bottega.games.chance import SEED_BYTES

MOST_STEPS = 5000
"""After so many a game is cut off (*truncated*): it takes a player who goes round in circles."""

Observation = dict[str, NDArray[Any]]


def env(
    game: str, seats: int = 2, render_mode: str | None = None, options: Mapping[str, Any] | None = None
) -> TableEnv:
    """A table of a game; ValueError if it is not played by so many, or has no such option."""
    return TableEnv(game, seats, render_mode, options)


def rewards_of(winners: tuple[int, ...], seats: int) -> list[float]:
    """What everybody gets at the end."""
    return [1 / len(winners) if seat in winners else -1.0 for seat in range(seats)]


def observed(game: Any, state: Any, seat: int, seats: int) -> NDArray[np.uint8]:
    """What a seat sees, as an array."""
    return np.array(layout_of(game.NAME, seats).read(game.view(state, seat), seat), dtype=np.uint8)


def mask_of(game: Any, state: Any, seat: int) -> NDArray[np.int8]:
    """1 for every action that the seat may do now."""
    mask = np.zeros(len(actions_of(game.NAME)), dtype=np.int8)
    mask[legal_ids(game, state, seat)] = 1
    return mask


class TableEnv(AECEnv):  # type: ignore[misc]  # PettingZoo's classes have no types
    """A table at which every seat is an agent, ``seat_0`` first."""

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["ansi", "human"],
        "name": "bottega_v1",
        "is_parallelizable": False,
    }

    def __init__(
        self, game: str, seats: int, render_mode: str | None = None, options: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__()
        if game not in GAMES:
            raise ValueError(f"there is no game {game}; there are {', '.join(GAMES)}")
        self._game = GAMES[game]
        if seats not in self._game.SEATS:
            raise ValueError(f"{game} is not played by {seats}")
        try:
            self._options = msgspec.convert(dict(options or {}), self._game.Options)
        except msgspec.ValidationError as error:
            raise ValueError(f"{game}: {error}") from None
        self._seats = seats
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        size = layout_of(game, seats).size
        number = len(actions_of(game))
        self._observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(LOWEST, HIGHEST, (size,), np.uint8),
                    "action_mask": spaces.Box(0, 1, (number,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._action_spaces = {agent: spaces.Discrete(number) for agent in self.possible_agents}
        self._random, _ = seeding.np_random()
        self._state: Any = None
        self._steps = 0

    def observation_space(self, agent: str) -> spaces.Dict:
        """The numbers of the layout, and a mask of the actions."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The numbers of the actions."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; the same seed gives the same deal, and without one the next of a sequence is dealt."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self._state = self._game.new(self._seats, self._random.bytes(SEED_BYTES), self._options)
        self._steps = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self._game.actors(self._state)[0]]

    def observe(self, agent: str) -> Observation:
        """What the agent's seat sees, and what it may do now."""
        seat = self._seat_of[agent]
        return {
            "observation": observed(self._game, self._state, seat, self._seats),
            "action_mask": mask_of(self._game, self._state, seat),
        }

    def step(self, action: int | None) -> None:
        """Do an action by its number; ValueError with the reason if the rules refuse it."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self._seat_of[agent]
        if action is None or not 0 <= action < len(actions_of(self._game.NAME)):
            raise ValueError(f"{action} is no action of {self._game.NAME}")
        chosen = actions_of(self._game.NAME)[action]
        refusal = self._game.why_not(self._state, seat, chosen)
        if refusal is not None:
            raise ValueError(f"{chosen} ({action}): {refusal}")
        self._state = self._game.apply(self._state, seat, chosen)
        self._steps += 1
        self._clear_rewards()
        self._cumulative_rewards[agent] = 0.0
        actors = self._game.actors(self._state)
        if actors:
            self.agent_selection = self.possible_agents[actors[0]]
            self.truncations = dict.fromkeys(self.agents, self._steps >= MOST_STEPS)
        else:
            self._end()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _end(self) -> None:
        won = rewards_of(self._game.winners(self._state), self._seats)
        scores = self._game.scores(self._state)
        for agent in self.agents:
            seat = self._seat_of[agent]
            self.rewards[agent] = won[seat]
            self.terminations[agent] = True
            self.infos[agent] = {"points": scores[seat].total}

    def render(self) -> str | None:
        """The table as a person reads it in a terminal."""
        if self.render_mode is None or self._state is None:
            return None
        drawn = str(self._state)
        if self.render_mode == "human":
            print(drawn)
            return None
        return drawn

    def close(self) -> None:
        """Nothing is held."""
