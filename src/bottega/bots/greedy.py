"""A bot that looks one action ahead: it tries every legal action and keeps the one after which it stands best.

What "best" means is one small file for each game: ``candidates`` says which actions are worth a try, ``outlook`` how
well a seat stands.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any, Protocol, cast

from bottega.games.chance import Chance
from bottega.games.core import AnyGame


class Judgement(Protocol):
    """How a game is judged."""

    def candidates(self, state: Any, seat: int) -> list[Any]:
        """The actions worth a try."""

    def outlook(self, state: Any, seat: int, action: Any) -> float:
        """How well the seat stands after the action."""


@cache
def judgement_of(game: str) -> Judgement:
    """How a game is judged; imported when it is played."""
    return cast(Judgement, import_module(f"{__name__}_{game}"))


def choose(game: AnyGame, state: Any, seat: int, seed: bytes) -> Any:
    """The action with the best outlook; chance decides among equals."""
    judgement = judgement_of(game.NAME)
    actions, _ = Chance(seed).shuffled(judgement.candidates(state, seat))
    return max(actions, key=lambda action: judgement.outlook(state, seat, action))
