"""Whole random games in renaissance-json: every request accepted, every client's picture the server's truth."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from bottega.games import renaissance
from bottega.table.house import Settings
from bottega.wire.shared.renaissance import game, names
from tests.wire.stage import Peer, Stage
from trials.players.renaissance_json import RandomPlayer, decoded, differences, encoded

MAX_ROUNDS = 5000

EAGER = ("req_buy_dev_card", "req_activate_prod", "req_activate_leader", "req_get_market", "req_swap_shelves")


class Match:
    """A game of random players, each on its own connection."""

    def __init__(self, seats: int, number: int) -> None:
        self.stage = Stage(Settings(turn_seconds=0), seed=1000 * seats + number)
        self.random = Random(number)
        self.seats = seats
        self.players: list[RandomPlayer] = []
        self.peers: list[Peer] = []
        for seat in range(seats):
            self.players.append(self._player(seat))
            self.peers.append(self._connect(seat))

    def _player(self, seat: int) -> RandomPlayer:
        return RandomPlayer(f"player{seat}", Random(self.random.random()), self.seats)

    def _connect(self, seat: int) -> Peer:
        peer = self.stage.connect("renaissance-json")
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
        for player, peer in zip(self.players, self.peers, strict=True):
            if position.started and not peer.inbox:
                seat = names(position).index(player.picture.nickname)
                assert differences(player.picture, renaissance.view(game(position), seat), names(position)) == []

    def play(self, dropping: float = 0.0) -> None:
        """The whole game, with connections that break now and then."""
        for _ in range(MAX_ROUNDS):
            if all(player.over for player in self.players):
                return
            self.round()
            self.compare()
            if self.random.random() < dropping and not any(player.over for player in self.players):
                self.come_back(self.random.randrange(self.seats))
        raise AssertionError("the game does not end")


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("number", range(10))
def test_pictures_are_the_truth(seats: int, number: int) -> None:
    """All through a random game each client's picture, built only from its messages, equals the server's state."""
    match = Match(seats, number)
    match.play()
    assert match.stage.table.position.finished


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("number", range(100, 105))
def test_pictures_after_coming_back(seats: int, number: int) -> None:
    """A client that comes back knowing nothing is told everything: set-up, mid-game, with its turns skipped or not."""
    match = Match(seats, number)
    match.play(dropping=0.1)
    assert match.stage.table.position.finished


def test_random_players_really_play() -> None:
    """Over a few games the random players use every kind of move, so that the pictures above mean something."""
    done: Counter[str] = Counter()
    for number in range(8):
        match = Match(2, number)
        match.play()
        for player in match.players:
            done += player.done
    assert all(done[kind] > 5 for kind in EAGER), done
