"""A whole game of random players of the Renaissance protocols, whose pictures are held against the server's state."""

from __future__ import annotations

from random import Random

from bottega.games import renaissance
from bottega.games.renaissance import View
from bottega.players import renaissance_events, renaissance_json, renaissance_steps_picture
from bottega.players.renaissance_events import EventsPlayer
from bottega.players.renaissance_json import RandomPlayer, decoded, encoded
from bottega.players.renaissance_steps import StepsPlayer
from bottega.players.renaissance_steps_original import OriginalPlayer
from bottega.table.house import Settings
from bottega.wire.shared.renaissance import game, names
from tests.wire.stage import Peer, Stage

MAX_ROUNDS = 20_000

EVENTS, JSON, STEPS = "renaissance-events", "renaissance-json", "renaissance-steps"
ORIGINAL = "renaissance-steps+original"
PLAYERS: dict[str, type[RandomPlayer]] = {
    EVENTS: EventsPlayer,
    JSON: RandomPlayer,
    STEPS: StepsPlayer,
    ORIGINAL: OriginalPlayer,
}


class Match:
    """A game of random players, each on its own connection."""

    def __init__(self, dialects: tuple[str, ...], number: int) -> None:
        self.stage = Stage(Settings(turn_seconds=0, ping_seconds=0), seed=1000 * len(dialects) + number)
        self.random = Random(number)
        self.dialects = dialects
        self.players: list[RandomPlayer] = []
        self.peers: list[Peer] = []
        for seat in range(len(dialects)):
            self.players.append(self._player(seat))
            self.peers.append(self._connect(seat))

    def _player(self, seat: int) -> RandomPlayer:
        return PLAYERS[self.dialects[seat]](f"player{seat}", Random(self.random.random()), len(self.dialects))

    def _connect(self, seat: int) -> Peer:
        name, _, profile = self.dialects[seat].partition("+")
        peer = self.stage.connect(name, profile)
        peer.says(encoded(self.players[seat].hello()))
        return peer

    def come_back(self, seat: int) -> None:
        """A player's connection breaks, and a client that knows nothing comes back under the same nickname."""
        self.peers[seat].drops()
        self.players[seat] = self._player(seat)
        self.peers[seat] = self._connect(seat)

    def round(self) -> None:
        """Everybody hears what there is to hear, and answers."""
        for player, peer in zip(self.players, self.peers, strict=True):
            while peer.inbox:
                for answer in player.hear(decoded(peer.inbox.popleft())):
                    peer.says(encoded(answer))
            assert player.errors == []

    def compare(self) -> None:
        """Whoever has heard everything has a picture that is the truth."""
        position = self.stage.table.position
        if not position.started:
            return
        for player, peer, dialect in zip(self.players, self.peers, self.dialects, strict=True):
            if not peer.inbox:
                seat = names(position).index(player.picture.nickname)
                view = renaissance.view(game(position), seat)
                assert _differences(player, view, names(position), dialect) == []

    def play(self, dropping: float = 0.0) -> None:
        """The whole game, with connections that break now and then."""
        for _ in range(MAX_ROUNDS):
            if all(player.over for player in self.players):
                return
            self.round()
            self.compare()
            position = self.stage.table.position
            # Whoever is in line for renaissance-events has no seat to come back to.
            may_drop = position.started or EVENTS not in self.dialects
            last_round = position.finished or (position.started and game(position).ending)
            if self.random.random() < dropping and may_drop and not last_round:
                self.come_back(self.random.randrange(len(self.dialects)))
        raise AssertionError("the game does not end")


def _differences(player: RandomPlayer, view: View, named: tuple[str, ...], dialect: str) -> list[str]:
    """What a player believes and is not so; the set-up of the step-by-step protocol is told seat by seat, so later."""
    if isinstance(player, EventsPlayer):
        return renaissance_events.differences(player.picture, view, named)
    if not isinstance(player, StepsPlayer):
        return renaissance_json.differences(player.picture, view, named)
    if not view.turn or (view.turn == 1 and view.phase == "start"):
        return []
    return renaissance_steps_picture.differences(player.picture, view, named, dialect != ORIGINAL)
