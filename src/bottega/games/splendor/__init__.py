"""Splendor for two, three or four players, with the official rules and a few options.

>>> from bottega.games import splendor
>>> state = splendor.new(2, seed=bytes(32))
>>> state = splendor.apply(state, 0, splendor.read("take wbg"))
>>> splendor.actors(state)
(1,)
"""

from bottega.games.splendor.actions import (
    Action,
    Buy,
    ChooseNoble,
    Pass,
    Reserve,
    ReserveTop,
    Return,
    Take,
)
from bottega.games.splendor.cards import CARDS, COLOURS, GOLD, NOBLES, TOKENS, Card, Gems, Noble, Tokens
from bottega.games.splendor.model import SEATS, Options, Player, State, new
from bottega.games.splendor.notation import public, read, write
from bottega.games.splendor.position import read_state, write_state
from bottega.games.splendor.rules import actors, apply, canonical, guests, legal, over, skip, turn
from bottega.games.splendor.scoring import scores, winners
from bottega.games.splendor.view import PlayerView, ReservedView, RowView, View, redeal, view

NAME = "splendor"
VERSION = 1

__all__ = [
    "CARDS", "COLOURS", "GOLD", "NAME", "NOBLES", "SEATS", "TOKENS", "VERSION",
    "Action", "Buy", "Card", "ChooseNoble", "Gems", "Noble", "Options", "Pass", "Player", "PlayerView",
    "Reserve", "ReserveTop", "ReservedView", "Return", "RowView", "State", "Take", "Tokens", "View",
    "actors", "apply", "canonical", "guests", "legal", "new", "over", "public", "read", "read_state",
    "redeal", "scores", "skip", "turn", "view", "winners", "write", "write_state",
]  # fmt: skip
