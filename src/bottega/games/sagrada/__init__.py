"""Sagrada for two to four players, and alone, with the official rules.

>>> from bottega.games import sagrada
>>> state = sagrada.new(2, seed=bytes(32))
>>> sagrada.actors(state)
(0, 1)
"""

from bottega.games.core import Skip
from bottega.games.sagrada.actions import (
    ACTIONS,
    Action,
    Back,
    Change,
    Choose,
    End,
    Move,
    PickDie,
    PickTrack,
    Place,
    SetValue,
    UseTool,
)
from bottega.games.sagrada.cards import (
    COLOURS,
    DICE,
    PRIVATE_OBJECTIVES,
    PUBLIC_OBJECTIVES,
    TOOLS,
    WINDOWS,
    PrivateObjective,
    PublicObjective,
    Tool,
    Window,
)
from bottega.games.sagrada.model import VERSION, Options, Player, Stage, State, Work
from bottega.games.sagrada.phrases import PHRASES
from bottega.games.sagrada.rules import actors, apply, canonical, legal, reveals, skip, turn, why_not
from bottega.games.sagrada.scoring import scores, target, winners
from bottega.games.sagrada.turns import SEATS, new, over
from bottega.games.sagrada.view import Phase, View, redeal, view

NAME = "sagrada"

read = Action.from_text
read_state = State.from_text
write_state = State.to_text


def write(action: Action | Skip) -> str:
    """The action's notation."""
    return str(action)


def public(action: Action | Skip) -> str:
    """The notation as the other seats may see it: a window is secret until all are chosen."""
    return action.public()


__all__ = [
    "ACTIONS", "COLOURS", "DICE", "NAME", "PHRASES", "PRIVATE_OBJECTIVES", "PUBLIC_OBJECTIVES", "SEATS", "TOOLS",
    "VERSION", "WINDOWS",
    "Action", "Back", "Change", "Choose", "End", "Move", "Options", "Phase", "PickDie", "PickTrack", "Place", "Player",
    "PrivateObjective", "PublicObjective", "SetValue", "Stage", "State", "Tool", "UseTool", "View", "Window", "Work",
    "actors", "apply", "canonical", "legal", "new", "over", "public", "read", "read_state", "redeal", "reveals",
    "scores", "skip", "target", "turn", "view", "why_not", "winners", "write", "write_state",
]  # fmt: skip
