"""Splendor for two, three or four players, with the official rules and a few options.

A game is a value; ``apply`` makes the next one:

>>> from bottega.games import splendor
>>> state = splendor.new(2, seed=bytes(32))
>>> state = splendor.apply(state, 0, splendor.Take((0, 1, 2)))
>>> splendor.actors(state)
(1,)

``print`` shows the table to a person, with all reserved cards or as a seat may see it:

>>> print(splendor.view(state, 1))  # doctest: +ELLIPSIS
turn 2: seat 1 is to move
...
bank       w3 b3 g3 r4 k4 *5
nobles     6 (w3 r3 k3), 0 (b3 g3 r3), 2 (w4 k4)
...
level 1     21  w             2  k            38  r            20  w
...

Actions have a notation, and so do states:

>>> str(splendor.Take((0, 1, 2)))
'take wbg'
>>> splendor.Action.from_text("reserve deck2")
ReserveTop(level=2)
>>> [str(action) for action in splendor.legal(state, 1)][-4:]
['reserve 78', 'reserve deck1', 'reserve deck2', 'reserve deck3']
>>> splendor.State.from_text(state.to_text()) == state
True

Why something may not be done is data with a sentence; ``apply`` raises IllegalMove with the same refusal:

>>> refusal = splendor.why_not(state, 1, splendor.Take((0, 0)))
>>> refusal
Refusal(code='splendor.pile-too-small', params={'colour': 0, 'left': 3, 'needs': 4})
>>> str(refusal)
'white has 3 tokens left; taking two needs at least 4'
"""

from bottega.games.splendor.actions import (
    ACTIONS,
    Action,
    Buy,
    ChooseNoble,
    Pass,
    Reserve,
    ReserveTop,
    Return,
    Take,
)
from bottega.games.splendor.cards import CARDS, LEVELS, NOBLES, Card, Noble
from bottega.games.splendor.model import SEATS, Options, Phase, Player, State, new
from bottega.games.splendor.phrases import PHRASES
from bottega.games.splendor.rules import (
    actors,
    apply,
    canonical,
    guests,
    legal,
    over,
    reveals,
    shows,
    skip,
    turn,
    why_not,
)
from bottega.games.splendor.scoring import scores, winners
from bottega.games.splendor.tokens import COLOURS, GOLD, LETTERS, TOKENS, Gems, Tokens
from bottega.games.splendor.view import PlayerView, ReservedView, RowView, View, imagine, redeal, view

NAME = "splendor"
VERSION = 1


__all__ = [
    "ACTIONS", "CARDS", "COLOURS", "GOLD", "LETTERS", "LEVELS", "NAME", "NOBLES", "PHRASES", "SEATS", "TOKENS",
    "VERSION",
    "Action", "Buy", "Card", "ChooseNoble", "Gems", "Noble", "Options", "Pass", "Phase", "Player", "PlayerView",
    "Reserve", "ReserveTop", "ReservedView", "Return", "RowView", "State", "Take", "Tokens", "View",
    "actors", "apply", "canonical", "guests", "imagine", "legal", "new", "over", "redeal",
    "reveals", "scores", "shows", "skip", "turn", "view", "why_not", "winners",
]  # fmt: skip
