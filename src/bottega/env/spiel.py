"""The games for OpenSpiel (the extra ``spiel``), as Python games that importing this module registers.

>>> import pyspiel, bottega.env.spiel
>>> game = pyspiel.load_game("bottega_sagrada(players=1)")
>>> game.num_distinct_actions(), game.observation_tensor_shape()
(1506, [238])

All chance is drawn at the beginning: the first node deals one of ``deals`` games, and what is turned up later follows
from it. What a player sees is an observation: the array of ``layout``, and as a string the view as a person reads it.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

import numpy as np
import pyspiel

from bottega.env.aec import MOST_STEPS, rewards_of
from bottega.env.ids import actions_of, legal_ids
from bottega.env.layout import layout_of
from bottega.games import GAMES
from bottega.games.chance import SEED_BYTES

DEALS = 1000
"""How many deals there are unless somebody says otherwise."""


def _type_of(name: str) -> Any:
    return pyspiel.GameType(
        short_name=f"bottega_{name}",
        long_name=f"Bottega: {name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=GAMES[name].SEATS.stop - 1,
        min_num_players=GAMES[name].SEATS.start,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": 2, "deals": DEALS},
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel's classes have no types
    """One of the games."""

    name = ""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {"players": 2, "deals": DEALS, **(params or {})}
        self.seats, self.deals = int(given["players"]), int(given["deals"])
        information = pyspiel.GameInfo(
            num_distinct_actions=len(actions_of(self.name)),
            max_chance_outcomes=self.deals,
            num_players=self.seats,
            min_utility=-1.0,
            max_utility=1.0,
            max_game_length=MOST_STEPS,
        )
        super().__init__(TYPES[self.name], information, given)

    def new_initial_state(self) -> SpielState:
        """Before the deal."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Somebody who looks at a state for a player."""
        return Observer(self.name, self.seats)


class SpielState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel's classes have no types
    """A game at one moment; None before the deal."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._game, self._seats, self._deals = game.name, game.seats, game.deals
        self.state: Any = None

    @property
    def rules(self) -> Any:
        """The game's own module."""
        return GAMES[self._game]

    def current_player(self) -> int:
        """The deal, then the first of those who may act."""
        if self.state is None:
            return int(pyspiel.PlayerId.CHANCE)
        actors = self.rules.actors(self.state)
        return actors[0] if actors else int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(legal_ids(self.rules, self.state, player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every deal is as likely as the others."""
        return [(deal, 1 / self._deals) for deal in range(self._deals)]

    def _apply_action(self, action: int) -> None:
        if self.state is None:
            self.state = self.rules.new(self._seats, blake2b(b"%d" % action, digest_size=SEED_BYTES).digest())
        else:
            self.state = self.rules.apply(self.state, self.current_player(), actions_of(self._game)[action])

    def _action_to_string(self, player: int, action: int) -> str:
        return f"deal {action}" if player == pyspiel.PlayerId.CHANCE else str(actions_of(self._game)[action])

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return self.state is not None and self.rules.over(self.state)

    def returns(self) -> list[float]:
        """1 for who has won (shared by several), -1 for who has lost."""
        if not self.is_terminal():
            return [0.0] * self._seats
        return rewards_of(self.rules.winners(self.state), self._seats)

    def __str__(self) -> str:
        return "before the deal" if self.state is None else str(self.state)


class Observer:
    """What a player sees, as an array and as text."""

    def __init__(self, name: str, seats: int) -> None:
        self._layout = layout_of(name, seats)
        self.tensor = np.zeros(self._layout.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Look."""
        self.tensor.fill(0)
        if state.state is not None:
            self.tensor[:] = self._layout.read(state.rules.view(state.state, player), player)

    def string_from(self, state: SpielState, player: int) -> str:
        """Look, and say what is seen."""
        return "before the deal" if state.state is None else str(state.rules.view(state.state, player))


TYPES = {name: _type_of(name) for name in GAMES}
SPIEL_GAMES = {name: type(f"{name.title()}Game", (SpielGame,), {"name": name}) for name in GAMES}

for _name, _kind in SPIEL_GAMES.items():
    if TYPES[_name].short_name not in pyspiel.registered_names():
        pyspiel.register_game(TYPES[_name], _kind)
