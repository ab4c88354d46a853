"""Games of the clients of Masters of Renaissance at a house without sockets, their caches held against the truth.

A move is told in several messages; whoever has heard all of them knows what its seat may know, but for the gaps that
the client itself names. The set-up is told seat by seat in renaissance-steps, so its clients are compared afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from msgspec.structs import replace

from bottega.client.core import Act, Client, Enter, Stage
from bottega.client.dialects import CLIENTS
from bottega.client.renaissance.known import Gap, Gaps
from bottega.client.renaissance.steps import RenaissanceStepsClient
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
from bottega.games.renaissance.model import SETUP
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


def compared(client: Client, position: AnyPosition) -> list[str]:
    """Where the cache of a client that has heard everything differs from the truth."""
    assert isinstance(client, RenaissanceClient)
    state, seat = game(position), names(position).index(client.known.name)
    told, true = client.known.view, renaissance.view(state, seat)
    assert isinstance(told, View)
    if isinstance(client, RenaissanceStepsClient) and client.playing.phase is SETUP and state.phase is not SETUP:
        return []
    mine, theirs = shown(told, client.gaps, seat), shown(true, client.gaps, seat)
    return [
        f"{field}: told {getattr(mine, field)}, true {getattr(theirs, field)}"
        for field in View.__struct_fields__
        if getattr(mine, field) != getattr(theirs, field)
    ]


class Sitting(rigs.Sitting):
    """A client that is looked at when it has heard all that there is; it may forget everything when it is lost."""

    _left = 0
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

    def carry(self) -> bool:
        """Carry what has arrived."""
        self._left = len(self.peer.inbox)
        return super().carry()

    def look(self, newest: bool = False) -> None:
        """Hold the cache against the truth, if nothing more is on its way."""
        self._left -= 1
        assert isinstance(self.match, Match)
        self.match.mind_the_end()
        if not self._left and not self.peer.inbox:
            super().look(newest=True)


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
