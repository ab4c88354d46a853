"""Random games of Sagrada with their types."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, cast

from bottega.games.core import AnyStep
from bottega.games.sagrada import Action, State
from tests.games.play import Setup, random_game


class Played(NamedTuple):
    """One action with the states around it."""

    seat: int
    action: Action
    before: State
    after: State


def typed(steps: Iterable[AnyStep]) -> list[Played]:
    """The steps of a game of Sagrada."""
    return [
        Played(step.seat, *cast(tuple[Action, State, State], (step.action, step.before, step.after))) for step in steps
    ]


def played(setup: Setup, number: int = 1) -> list[Played]:
    """A whole random game, step by step."""
    return typed(random_game(setup, number))
