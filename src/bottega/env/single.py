"""The games for one agent among bots, or alone: Gymnasium's interface (the extra ``env``).

>>> import gymnasium, bottega.env.single
>>> table = gymnasium.make("bottega/Splendor-v1", opponents="greedy")
>>> observation, info = table.reset(seed=7)
>>> observation.shape, int(info["action_mask"].sum())
((222,), 30)

An action that the rules refuse ends the game with -1; ``info["refused"]`` says why. ``info["action_mask"]`` and
``action_masks()`` say what may be done. The reward is 1 for a victory and -1 for a defeat at the end or, with
``reward="points"``, what each action changes in the agent's points.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import gymnasium
import msgspec
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from bottega.bots import choose
from bottega.env.aec import MOST_STEPS, mask_of, observed, rewards_of
from bottega.env.ids import actions_of
from bottega.env.layout import HIGHEST, LOWEST, layout_of
from bottega.games import GAMES
from bottega.games.chance import SEED_BYTES

THOUGHT_BYTES = 16


class SeatEnv(gymnasium.Env[NDArray[np.uint8], np.int64]):
    """One seat of a table whose other seats are bots."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012 - Gymnasium declares it so

    def __init__(
        self,
        game: str,
        seats: int = 2,
        opponents: str | Sequence[str] = "random",
        seat: int | None = None,
        reward: Literal["victory", "points"] = "victory",
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        """``opponents`` is one bot for all others, or one for each; without a ``seat`` it changes from game to game."""
        self._game = GAMES[game]
        if seats not in self._game.SEATS:
            raise ValueError(f"{game} is not played by {seats}")
        self._bots = [opponents] * (seats - 1) if isinstance(opponents, str) else list(opponents)
        if len(self._bots) != seats - 1:
            raise ValueError(f"{seats} seats take {seats - 1} opponents, not {len(self._bots)}")
        self._seats, self._fixed, self._by_points = seats, seat, reward == "points"
        self._options = msgspec.convert(dict(options or {}), self._game.Options)
        self.render_mode = render_mode
        self.observation_space = spaces.Box(LOWEST, HIGHEST, (layout_of(game, seats).size,), np.uint8)
        self.action_space = spaces.Discrete(len(actions_of(game)))
        self._state: Any = None
        self._seat = 0
        self._steps = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """A new game, up to the agent's first action."""
        super().reset(seed=seed)
        self._state = self._game.new(self._seats, self.np_random.bytes(SEED_BYTES), self._options)
        self._seat = int(self.np_random.integers(self._seats)) if self._fixed is None else self._fixed
        self._steps = 0
        self._let_others_play()
        return self._seen(), self._info()

    def step(self, action: np.int64) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        """Do an action by its number; then the others play until the agent is asked again."""
        chosen = actions_of(self._game.NAME)[int(action)]
        refusal = self._game.why_not(self._state, self._seat, chosen)
        if refusal is not None:
            return self._seen(), -1.0, True, False, {**self._info(), "refused": f"{chosen}: {refusal}"}
        before = self._points()
        self._state = self._game.apply(self._state, self._seat, chosen)
        self._steps += 1
        self._let_others_play()
        over = self._game.over(self._state)
        if self._by_points:
            reward = float(self._points() - before)
        else:
            reward = rewards_of(self._game.winners(self._state), self._seats)[self._seat] if over else 0.0
        return self._seen(), reward, over, not over and self._steps >= MOST_STEPS, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """True for every action that may be done now."""
        return mask_of(self._game, self._state, self._seat).astype(np.bool_)

    def render(self) -> str | None:
        """The table as a person reads it in a terminal."""
        return str(self._state) if self.render_mode == "ansi" else None

    def _let_others_play(self) -> None:
        while True:
            actors = self._game.actors(self._state)
            if not actors or self._seat in actors:
                return
            bot = self._bots[actors[0] - (actors[0] > self._seat)]
            thought = self.np_random.bytes(THOUGHT_BYTES)
            action = choose(bot, self._game, self._state, actors[0], thought)
            self._state = self._game.apply(self._state, actors[0], action)

    def _points(self) -> int:
        return self._game.scores(self._state)[self._seat].total

    def _seen(self) -> NDArray[np.uint8]:
        return observed(self._game, self._state, self._seat, self._seats)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": mask_of(self._game, self._state, self._seat), "points": self._points()}


REGISTERED = {
    "bottega/Splendor-v1": {"game": "splendor", "seats": 2},
    "bottega/Sagrada-v1": {"game": "sagrada", "seats": 2},
    "bottega/SagradaSolo-v1": {"game": "sagrada", "seats": 1},
    "bottega/Renaissance-v1": {"game": "renaissance", "seats": 2},
    "bottega/RenaissanceSolo-v1": {"game": "renaissance", "seats": 1},
}
"""What ``gymnasium.make`` knows once this module is imported; more players by ``seats=3``."""

for _name, _fields in REGISTERED.items():
    if _name not in gymnasium.registry:
        gymnasium.register(_name, entry_point="bottega.env.single:SeatEnv", kwargs=_fields, vector_entry_point=None)
