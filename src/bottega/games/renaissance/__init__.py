"""Masters of Renaissance, for two to four players or one against Lorenzo.

>>> from random import Random
>>> from bottega.games import renaissance
>>> random, state = Random(1), renaissance.new(2, seed=bytes(32))
>>> while actors := renaissance.actors(state):
...     seat = random.choice(actors)
...     state = renaissance.apply(state, seat, random.choice(renaissance.legal(state, seat)))
>>> renaissance.over(state), len(renaissance.scores(state))
(True, 2)

A refusal is a value: a code for programs, and a sentence for people.

>>> state = renaissance.new(2, seed=bytes(32))
>>> renaissance.why_not(state, 0, renaissance.Action.from_text("market r1"))
Refusal(code='renaissance.setup-first', params={})
>>> print(renaissance.why_not(state, 0, renaissance.Keep((1, 1))))
keep exactly 2 different leaders
"""

from bottega.games import core
from bottega.games.renaissance.actions import (
    ACTIONS,
    BOX,
    DEPOTS,
    SHELVES,
    SLOTS,
    Action,
    Bonus,
    Buy,
    Collect,
    Discard,
    DiscardLeader,
    EndTurn,
    Keep,
    Market,
    Move,
    Part,
    Payment,
    PlayLeader,
    ProduceBasic,
    ProduceCard,
    ProduceLeader,
    Revert,
    Store,
    Swap,
    White,
)
from bottega.games.renaissance.cards import (
    CARDS,
    COLOURS,
    LEADERS,
    LEVELS,
    PILES,
    RESOURCES,
    Ability,
    Amounts,
    DevelopmentCard,
    LeaderCard,
)
from bottega.games.renaissance.faith import LAST_SPACE, POPE_SPACES, SECTION_STARTS, TILE_POINTS, TRACK_POINTS
from bottega.games.renaissance.legality import canonical, legal
from bottega.games.renaissance.market import LINES, MARBLES
from bottega.games.renaissance.model import Loss, Options, Phase, Player, Production, State, Tile
from bottega.games.renaissance.phrases import PHRASES
from bottega.games.renaissance.record import read_state, write_state
from bottega.games.renaissance.rules import actors, apply, over, reveals, skip, turn, why_not
from bottega.games.renaissance.scoring import scores, winners
from bottega.games.renaissance.setup import SEATS, new
from bottega.games.renaissance.solo import TOKENS
from bottega.games.renaissance.view import (
    LeaderView,
    MarketView,
    PileView,
    PlaceView,
    PlayerView,
    ProductionView,
    SoloView,
    View,
    redeal,
    view,
)

NAME = "renaissance"
VERSION = 1

write = str
read = Action.from_text


def public(action: core.Action) -> str:
    """The notation as the other seats may see it."""
    return action.public()


__all__ = [
    "ACTIONS", "BOX", "CARDS", "COLOURS", "DEPOTS", "LAST_SPACE", "LEADERS", "LEVELS", "LINES", "MARBLES", "NAME",
    "PHRASES", "PILES", "POPE_SPACES", "RESOURCES", "SEATS", "SECTION_STARTS", "SHELVES", "SLOTS", "TILE_POINTS",
    "TOKENS", "TRACK_POINTS", "VERSION",
    "Ability", "Action", "Amounts", "Bonus", "Buy", "Collect", "DevelopmentCard", "Discard", "DiscardLeader", "EndTurn",
    "Keep", "LeaderCard", "LeaderView", "Loss", "Market", "MarketView", "Move", "Options", "Part", "Payment", "Phase",
    "PileView", "PlaceView", "PlayLeader", "Player", "PlayerView", "ProduceBasic", "ProduceCard", "ProduceLeader",
    "Production", "ProductionView", "Revert", "SoloView", "State", "Store", "Swap", "Tile", "View", "White",
    "actors", "apply", "canonical", "legal", "new", "over", "public", "read", "read_state", "redeal", "reveals",
    "scores", "skip", "turn", "view", "why_not", "winners", "write", "write_state",
]  # fmt: skip
