"""Sagrada for two to four players, and alone, with the official rules.

A game is a value; ``apply`` makes the next one. First everybody chooses a window:

>>> from bottega.games import sagrada
>>> state = sagrada.new(2, seed=bytes(32))
>>> sagrada.actors(state)
(0, 1)
>>> for seat, window in enumerate(("Comitas", "Virtus")):
...     state = sagrada.apply(state, seat, sagrada.Action.from_text(f"window {window}"))

Then ten rounds are played. ``str`` of a state, or of what a seat may know of it, is the board:

>>> print(sagrada.view(state, 0))
Sagrada, round 1 of 10, turn 1: seat 0 has its first turn of the round
cards    Deep Shades 2, Shade Variety 5, Color Diagonals 1
tools    1 Grozing Pliers (costs 1), 3 Copper Foil Burnisher (costs 1),
         9 Cork-backed Straightedge (costs 1)
track    -
bag      16 red, 18 yellow, 18 green, 17 blue, 16 purple
pool     R2  R3  P2  B4  P3
<BLANKLINE>
   seat 0 *           seat 1
   Comitas            Virtus
   tokens 5           tokens 5
   private B          private ?
   +0 +1 +2 +3 +4     +0 +1 +2 +3 +4
 0 y. .. .2 .. .6     .4 .. .2 .5 g.
 5 .. .4 .. .5 y.     .. .. .6 g. .2
10 .. .. .. y. .5     .. .3 g. .4 ..
15 .1 .2 y. .3 ..     .5 g. .1 .. ..
   R5 a die, r. takes red, .5 takes a five, .. takes any; space = left + top

Actions have a notation, and so do states:

>>> sagrada.Action.from_text("place P2@1")
Place(die=25, cell=1)
>>> [str(action) for action in sagrada.legal(state, 0)][-4:]
['place P3@19', 'tool 1', 'tool 9', 'end']
>>> sagrada.State.from_text(state.to_text()) == state
True

Why something may not be done is data with a sentence; ``apply`` raises IllegalMove with the same refusal:

>>> refusal = sagrada.why_not(state, 0, sagrada.Place(25, 0))
>>> refusal
Refusal(code='sagrada.printed-colour', params={'space': 0, 'colour': 1, 'die': 25})
>>> str(refusal)
'space 0 takes only yellow; P2 does not fit'
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
from bottega.games.sagrada.rules import actors, apply, canonical, legal, reveals, shows, skip, turn, why_not
from bottega.games.sagrada.scoring import scores, target, winners
from bottega.games.sagrada.turns import SEATS, new, over
from bottega.games.sagrada.view import (
    ObjectiveView,
    Phase,
    PlayerView,
    ToolView,
    View,
    WindowView,
    WorkView,
    imagine,
    redeal,
    view,
)

NAME = "sagrada"


def write(action: Action | Skip) -> str:
    """The action's notation."""
    return str(action)


def public(action: Action | Skip) -> str:
    """The notation as the other seats may see it: a window is secret until all are chosen."""
    return action.public()


__all__ = [
    "ACTIONS", "COLOURS", "DICE", "NAME", "PHRASES", "PRIVATE_OBJECTIVES", "PUBLIC_OBJECTIVES", "SEATS", "TOOLS",
    "VERSION", "WINDOWS",
    "Action", "Back", "Change", "Choose", "End", "Move", "ObjectiveView", "Options", "Phase", "PickDie", "PickTrack",
    "Place", "Player", "PlayerView", "PrivateObjective", "PublicObjective", "SetValue", "Stage", "State", "Tool",
    "ToolView", "UseTool", "View", "Window", "WindowView", "Work", "WorkView",
    "actors", "apply", "canonical", "imagine", "legal", "new", "over", "redeal", "reveals",
    "scores", "shows", "skip", "target", "turn", "view", "why_not", "winners",
]  # fmt: skip
