"""Masters of Renaissance, for two to four players or one against Lorenzo.

>>> from random import Random
>>> from bottega.games import renaissance
>>> random, state = Random(1), renaissance.new(2, seed=bytes(32))
>>> while actors := renaissance.actors(state):
...     seat = random.choice(actors)
...     state = renaissance.apply(state, seat, random.choice(renaissance.legal(state, seat)))
>>> renaissance.over(state), len(renaissance.scores(state))
(True, 2)
"""

from bottega.games.renaissance.legality import canonical, legal
from bottega.games.renaissance.model import Options
from bottega.games.renaissance.notation import public, read, write
from bottega.games.renaissance.record import read_state, write_state
from bottega.games.renaissance.rules import actors, apply, over, skip, turn
from bottega.games.renaissance.scoring import scores, winners
from bottega.games.renaissance.setup import SEATS, new
from bottega.games.renaissance.view import redeal, view

NAME = "renaissance"
VERSION = 1

__all__ = [
    "NAME",
    "SEATS",
    "VERSION",
    "Options",
    "actors",
    "apply",
    "canonical",
    "legal",
    "new",
    "over",
    "public",
    "read",
    "read_state",
    "redeal",
    "scores",
    "skip",
    "turn",
    "view",
    "winners",
    "write",
    "write_state",
]
