"""Masters of Renaissance, for two to four players or one against Lorenzo.

A game is a value; ``apply`` makes the next one:

>>> from random import Random
>>> from bottega.games import renaissance
>>> random, state = Random(1), renaissance.new(2, seed=bytes(32))
>>> while actors := renaissance.actors(state):
...     seat = random.choice(actors)
...     state = renaissance.apply(state, seat, random.choice(renaissance.legal(state, seat)))
>>> renaissance.over(state), len(renaissance.scores(state))
(True, 2)

Actions have a notation, and so do states:

>>> state = renaissance.new(1, seed=bytes(32))
>>> [str(action) for action in renaissance.legal(state, 0)]
['keep 7 12', 'keep 7 2', 'keep 7 4', 'keep 12 2', 'keep 12 4', 'keep 2 4']
>>> state = renaissance.apply(state, 0, renaissance.Keep((7, 12)))
>>> renaissance.Action.from_text("produce basic coin+coin>stone")
ProduceBasic(inputs=(0, 0), output=1, payment=())
>>> renaissance.State.from_text(state.to_text()) == state
True

Why something may not be done is data with a sentence; ``apply`` raises IllegalMove with the same refusal:

>>> refusal = renaissance.why_not(state, 0, renaissance.Buy("G1", slot=1))
>>> refusal
Refusal(code='renaissance.cannot-afford', params={'cost': (0, 0, 0, 3), 'owned': (0, 0, 0, 0)})
>>> str(refusal)
'this costs 3 shields, and you have nothing'

``str(state)`` is the table, and ``str(view)`` what a viewer sees of it:

>>> print(renaissance.view(state, None))
turn 1: seat 0 is to visit the market, buy a card or produce
<BLANKLINE>
market      c1      c2      c3      c4      slide white
  r1        blue    grey    purple  grey    yellow co(in)     purple se(rvant)
  r2        white   blue    yellow  white   grey   st(one)    blue   sh(ield)
  r3        yellow  red     white   purple  red    f(aith)    white  nothing
<BLANKLINE>
level 3     G3: 41 11p x4    B3: 35 9p x4     Y3: 44 11p x4    P3: 34 9p x4
  costs     7sh              6co              7st              6se
  makes     se>co+3f         2se>3sh+2f       sh>se+3f         2st>3co+2f
level 2     G2: 29 8p x4     B2: 27 7p x4     Y2: 28 7p x4     P2: 26 7p x4
  costs     3co+3sh          5co              5st              5se
  makes     co>2sh+f         2se>2sh+2f       2sh>2se+2f       2st>2co+2f
level 1     G1: 9 3p x4      B1: 15 4p x4     Y1: 12 3p x4     P1: 10 3p x4
  costs     3sh              2co+2se          3st              3se
  makes     2se>co+st+sh     st+sh>2se+f      2sh>co+st+se     2co>st+se+sh
<BLANKLINE>
Lorenzo     black cross on 0, 7 tokens left
<BLANKLINE>
> seat 0     0 points   faith  0   favour 2 down, 3 down, 4 down
  stores    1[.] 2[. .] 3[. . .]   box -
  leaders   1 hand ?   2 hand ?
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
from bottega.games.renaissance.rules import actors, apply, over, reveals, shows, skip, turn, why_not
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
    imagine,
    redeal,
    view,
)

NAME = "renaissance"
VERSION = 1


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
    "actors", "apply", "canonical", "imagine", "legal", "new", "over", "redeal", "reveals",
    "scores", "shows", "skip", "turn", "view", "why_not", "winners",
]  # fmt: skip
