"""Games of the clients of Masters of Renaissance at a house without sockets, their caches held against the truth.

A move is told in several messages: after each of them every piece of the view is as it was or as it is, and after all
of them the view is what the seat may know, but for the gaps that the client itself names.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from bottega.client.core import Act, Client, Enter, Stage
from bottega.client.dialects import CLIENTS
from bottega.client.renaissance.known import Gap, Gaps
from bottega.client.renaissance.table import RenaissanceClient
from bottega.games import renaissance
from bottega.games.core import Action
from bottega.games.renaissance import PlayerView, View
from bottega.games.renaissance.actions import (
    Buy,
    Discard,
    DiscardLeader,
    EndTurn,
    Move,
    PlayLeader,
    ProduceBasic,
    ProduceCard,
    ProduceLeader,
    Revert,
    Swap,
)
from bottega.table.house import Settings
from bottega.table.position import AnyPosition
from bottega.wire.shared.renaissance import game, names
from tests.client import rigs

EVENTS, JSON, STEPS = "renaissance-events", "renaissance-json", "renaissance-steps"
ORIGINAL = "renaissance-steps+original"

WEIGHTS: dict[type, float] = {
    PlayLeader: 60,
    Buy: 40,
    ProduceCard: 8,
    ProduceLeader: 8,
    EndTurn: 20,
    ProduceBasic: 0.02,
    Swap: 0.3,
    Move: 0.5,
    Revert: 0.2,
    DiscardLeader: 0.1,
    Discard: 0.3,
}
"""How often a random player chooses an action, where it chooses others once: games shall come to an end."""


def picked(random: Random, options: tuple[Action, ...]) -> Action:
    """One of the options, rather one that leads on."""
    return random.choices(options, [WEIGHTS.get(type(option), 1.0) for option in options])[0]


PASSING = {
    "points": "they follow from several pieces of a board",
    "faith": "what is discarded at once may be told one by one, each with the faith after it",
    "cross": "the same",
    "phase": "how far a turn has come follows from all that a move has done",
    "actors": "the same",
    "pending": "the same",
    "whites": "the same",
    "production": "the same",
}
"""Pieces that may be neither as before nor as after a move between the messages that tell it, and why."""


def pieces(client: Client, position: AnyPosition | None) -> dict[str, Any]:
    """The view of a client's seat without its gaps, piece by piece: as the client knows it, or as it is so."""
    assert isinstance(client, RenaissanceClient)
    if position is None:
        view, me = client.known.view, client.known.me
    else:
        me = names(position).index(client.known.name)
        view = renaissance.view(game(position), me)
    assert isinstance(view, View)
    assert me is not None
    found: dict[str, Any] = msgspec.structs.asdict(shown(view, client.gaps, me))
    for seat, player in enumerate(found.pop("players")):
        board = msgspec.structs.asdict(player)
        for places in ("shelves", "depots"):
            found |= {f"players.{seat}.{places}.{at}": place for at, place in enumerate(board.pop(places))}
        found |= {f"players.{seat}.{field}": value for field, value in board.items()}
    found |= {f"grid.{at}": pile for at, pile in enumerate(found.pop("grid"))}
    if (solo := found.pop("solo")) is not None:
        found |= {f"solo.{field}": value for field, value in msgspec.structs.asdict(solo).items()}
    return found


def compared(client: Client, position: AnyPosition) -> list[str]:
    """Where the cache of a client that has heard everything differs from the truth."""
    told, true = pieces(client, None), pieces(client, position)
    return [
        f"{name}: told {told.get(name)}, true {true.get(name)}"
        for name in {**told, **true}
        if told.get(name) != true.get(name)
    ]


class Sitting(rigs.Sitting):
    """A client that hears of one entry in several messages; it may forget everything when it is lost."""

    pieces = staticmethod(pieces)
    passing = frozenset(PASSING)
    _forgotten = False

    def connect(self) -> None:
        """Open a connection; a client that knows nothing is told who it is."""
        super().connect()
        if self._forgotten:
            self._forgotten = False
            self.wish(Enter(self.name))

    def drop(self) -> None:
        """Lose the connection and, half of the time, the client."""
        super().drop()
        if self.match.chance.random() < 0.5:
            self.client, self._forgotten = CLIENTS[self.client.DIALECT](self.profile), True

    def look(self, stamp: int) -> None:
        """Hold the cache against the truth."""
        assert isinstance(self.match, Match)
        self.match.mind_the_end()
        super().look(stamp)


class Match(rigs.Match):
    """A game of these clients."""

    sitting = Sitting

    def __init__(self, dialects: Iterable[str], number: int) -> None:
        makes = []
        for dialect in dialects:
            kind, _, profile = dialect.partition("+")
            makes.append((CLIENTS[kind], profile, compared))
        self._rate = 0.0
        super().__init__(makes, number, Settings(turn_seconds=0, ping_seconds=0))

    def play(self, dropping: float = 0.0, most: int = 6000) -> None:
        """Play to the end."""
        self._rate = dropping
        super().play(dropping, most)

    def mind_the_end(self) -> None:
        """Nobody is lost in the last round: there might be no seat to come back to."""
        if self._rate:
            position = self.stage.table.position
            self.dropping = 0.0 if position.finished or game(position).ending else self._rate

    def round(self) -> None:
        """Whoever may act, does."""
        for sitting in self.sittings:
            known = sitting.client.known
            if known.stage is Stage.PLAYING and known.options:
                sitting.wish(Act((picked(self.chance, known.options),)))
                return
        self.stage.wait(1.0)


# -- all of a view but what falls into the gaps -----------------------------------------------------------------------


def shown(view: View, gaps: Gaps, me: int) -> View:
    """All of a view but what falls into the gaps."""
    mine = view.seat == me and view.phase != "setup"
    blanks: dict[str, Any] = {}
    if Gap.TURN in gaps:
        blanks |= {"turn": 0}
    if (Gap.OTHERS_PROGRESS in gaps and not mine and view.phase not in ("setup", "over")) or (
        Gap.PROGRESS in gaps and mine
    ):
        blanks |= {"phase": "", "pending": {}, "whites": 0, "production": None}
    if Gap.OTHERS_SETUP in gaps and view.phase == "setup":
        blanks |= {"actors": ()}
    if view.solo is not None and Gap.TOKENS in gaps:
        blanks |= {"solo": replace(view.solo, revealed=(), left=0, token=None, last=None)}
    if Gap.OWN_LEADERS in gaps and mine:
        blanks |= {name: tuple(sorted(getattr(view, name))) for name in ("white_choices", "leader_inputs")}
    if Gap.PILES in gaps:
        blanks |= {"grid": tuple(replace(pile, left=min(1, pile.left)) for pile in view.grid)}
    view = replace(view, **blanks)
    if view.solo is not None and Gap.TWINS in gaps:
        view = replace(view, solo=replace(view.solo, token=None))
    return replace(view, players=tuple(_player(player, gaps, player.seat == me, view.phase) for player in view.players))


def _player(player: PlayerView, gaps: Gaps, mine: bool, phase: str) -> PlayerView:
    fates = [(leader.fate, leader.id or 0) for leader in player.leaders]
    blanks: dict[str, Any] = {}
    if mine and Gap.OFFERED in gaps:
        blanks |= {"offered": ()}
    if not mine and Gap.OTHERS_SETUP in gaps and phase == "setup":
        blanks |= {"leaders": (), "ready": False, "bonus": 0, "shelves": ()}
    if Gap.SLOTS in gaps:
        blanks |= {"slots": tuple((len(slot), *slot[-1:]) for slot in player.slots)}
    if not mine and Gap.LEADERS in gaps:
        blanks |= {"leaders": tuple(sorted(fates))}
    if mine and Gap.OWN_LEADERS in gaps:
        depots = sorted((str(depot.resource), depot.count) for depot in player.depots)
        kept = sorted((fate, 0 if fate == "discarded" else leader) for fate, leader in fates)
        blanks |= {"leaders": tuple(kept), "depots": tuple(depots)}
    return replace(player, **blanks)
