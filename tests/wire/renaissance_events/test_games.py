"""Whole random games in renaissance-events: every request accepted, every client's picture the server's truth."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from bottega.games import renaissance
from bottega.table.house import Settings
from bottega.wire.shared.renaissance import game, names
from tests.wire.stage import Peer, Stage
from trials.players import renaissance_json
from trials.players.renaissance_events import EventsPlayer, differences
from trials.players.renaissance_json import RandomPlayer, decoded, encoded
from trials.players.renaissance_steps import StepsPlayer
from trials.players.renaissance_steps_original import OriginalPlayer

MAX_ROUNDS = 20_000

EVENTS, JSON, STEPS = "renaissance-events", "renaissance-json", "renaissance-steps"
ORIGINAL = "renaissance-steps+original"
PLAYERS: dict[str, type[RandomPlayer]] = {
    EVENTS: EventsPlayer,
    JSON: RandomPlayer,
    STEPS: StepsPlayer,
    ORIGINAL: OriginalPlayer,
}
USED = ("ReqTakeFromMarket", "ReqBuyDevCard", "ReqActivateProductions", "ReqLeaderAction", "ReqSwapShelves")


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
        for player, peer in zip(self.players, self.peers, strict=True):
            if peer.inbox or not isinstance(player, EventsPlayer | RandomPlayer):
                continue
            seat = names(position).index(player.picture.nickname)
            view = renaissance.view(game(position), seat)
            if isinstance(player, EventsPlayer):
                assert differences(player.picture, view, names(position)) == []
            elif type(player) is RandomPlayer:
                assert renaissance_json.differences(player.picture, view, names(position)) == []

    def play(self, dropping: float = 0.0) -> None:
        """The whole game, with connections that break now and then."""
        for _ in range(MAX_ROUNDS):
            if all(player.over for player in self.players):
                return
            self.round()
            self.compare()
            position = self.stage.table.position
            last_round = position.finished or (position.started and game(position).ending)
            if self.random.random() < dropping and position.started and not last_round:
                self.come_back(self.random.randrange(len(self.dialects)))
        raise AssertionError("the game does not end")


MIXES = (
    (EVENTS,),
    (EVENTS, EVENTS),
    (EVENTS, EVENTS, EVENTS),
    (EVENTS, EVENTS, EVENTS, EVENTS),
    (EVENTS, JSON),
    (STEPS, EVENTS),
    (EVENTS, STEPS, JSON, ORIGINAL),
    (JSON, EVENTS, EVENTS),
)


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("mix", MIXES, ids="-".join)
def test_pictures_are_the_truth(mix: tuple[str, ...], number: int) -> None:
    """All through a random game each client's picture, built only from its messages, equals the server's state."""
    match = Match(mix, number)
    match.play()
    assert match.stage.table.position.finished


@pytest.mark.parametrize("number", range(100, 103))
@pytest.mark.parametrize("mix", MIXES, ids="-".join)
def test_pictures_after_coming_back(mix: tuple[str, ...], number: int) -> None:
    """A client that comes back knowing nothing is told everything: in set-up, mid-turn, skipped or not."""
    match = Match(mix, number)
    match.play(dropping=0.05)
    assert match.stage.table.position.finished


def test_random_players_really_play() -> None:
    """Over a few games the random players use every kind of request, so that the pictures above mean something."""
    done: Counter[str] = Counter()
    for number in range(8):
        match = Match((EVENTS, EVENTS), number)
        match.play()
        for player in match.players:
            done += player.done
    assert all(done[kind] > 3 for kind in USED), done
