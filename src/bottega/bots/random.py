"""A bot that does anything, by chance; what only stirs things up it does less often, so that games come to an end."""

from __future__ import annotations

from typing import Any

from bottega.games.chance import Chance
from bottega.games.core import AnyGame

USUAL = 12
RELUCTANT = {
    "renaissance": {"Swap": 1, "Move": 1, "Revert": 1, "Discard": 2, "DiscardLeader": 1},
    "sagrada": {"Back": 2},
}
"""How often a game's actions of these classes are chosen, where others are chosen USUAL times."""


def choose(game: AnyGame, state: Any, seat: int, seed: bytes) -> Any:
    """Any legal action."""
    actions = game.legal(state, seat)
    reluctant = RELUCTANT.get(game.NAME, {})
    weights = [reluctant.get(type(action).__name__, USUAL) for action in actions]
    drawn, _ = Chance(seed).below(sum(weights))
    for action, weight in zip(actions, weights, strict=True):
        drawn -= weight
        if drawn < 0:
            return action
    raise AssertionError("the weights add up")
