"""Sagrada for two to four players, and alone, with the official rules.

>>> from bottega.games import sagrada
>>> state = sagrada.new(2, seed=bytes(32))
>>> sagrada.actors(state)
(0, 1)
"""

from bottega.games.sagrada.cards import COLOURS, DICE, PRIVATE_OBJECTIVES, PUBLIC_OBJECTIVES, TOOLS, WINDOWS
from bottega.games.sagrada.model import (
    Action,
    Back,
    Change,
    Choose,
    End,
    Move,
    Options,
    PickDie,
    PickTrack,
    Place,
    Player,
    SetValue,
    State,
    UseTool,
    Work,
)
from bottega.games.sagrada.notation import public, read, write
from bottega.games.sagrada.position import read_state, write_state
from bottega.games.sagrada.rules import actors, apply, legal, skip, turn
from bottega.games.sagrada.scoring import scores, target, winners
from bottega.games.sagrada.turns import SEATS, new, over
from bottega.games.sagrada.view import View, redeal, view

NAME = "sagrada"
VERSION = 1

__all__ = [
    "COLOURS", "DICE", "NAME", "PRIVATE_OBJECTIVES", "PUBLIC_OBJECTIVES", "SEATS", "TOOLS", "VERSION", "WINDOWS",
    "Action", "Back", "Change", "Choose", "End", "Move", "Options", "PickDie", "PickTrack", "Place", "Player",
    "SetValue", "State", "UseTool", "View", "Work",
    "actors", "apply", "legal", "new", "over", "public", "read", "read_state", "redeal", "scores", "skip",
    "target", "turn", "view", "winners", "write", "write_state",
]  # fmt: skip
