"""Whole games in sagrada-text, by clients that know the document only."""

from __future__ import annotations

from random import Random

import pytest

from bottega.games import sagrada
from bottega.games.core import IllegalMove
from bottega.table.house import Settings
from tests.wire.sagrada_text.client import SHADES, TextClient
from tests.wire.sagrada_text.original import ANSWERS, OriginalClient
from tests.wire.stage import Peer, Stage

pytestmark = pytest.mark.slow

MAX_LINES = 60_000


def _seated(stage: Stage, clients: list[TextClient]) -> dict[TextClient, Peer]:
    return {client: stage.connect("sagrada-text") for client in clients}


def _play(stage: Stage, peers: dict[TextClient, Peer], check: bool = False) -> None:
    """Let the clients talk until the game is over."""
    for _ in range(MAX_LINES):
        waiting = [(client, peer) for client, peer in peers.items() if peer.inbox]
        if not waiting:
            if all(client.over or peer.dialect.table is None for client, peer in peers.items()):
                return
            stage.wait(1)
        for client, peer in waiting:
            line = peer.inbox.popleft()
            if check and line.startswith("LIST_PLACEMENTS"):
                assert [int(word) for word in line.split()[1:]] == _legal_spaces(stage, client)
            for answer in client.hears(line):
                peer.says(answer)
    raise AssertionError("the game never ends")


def _legal_spaces(stage: Stage, client: TextClient) -> list[int]:
    """The spaces on which the selected die may go, found by trying every one."""
    source, dice = client.listed
    position, shade, colour = dice[client.selected]
    die = f"{colour[0]}{SHADES.index(shade) + 1}"
    forms = {
        "draftpool": "place {die}@{cell}",
        "schema": "move {position}>{cell}",
        "dicebag": "value {value}; place {die}@{cell}",
    }
    return [
        cell
        for cell in range(20)
        if _accepted(stage, client.seat, forms[source].format(die=die, cell=cell, position=position, value=die[1]))
    ]


def _accepted(stage: Stage, seat: int, notation: str) -> bool:
    state = stage.table.position.state
    assert isinstance(state, sagrada.State)
    try:
        for part in notation.split("; "):
            state = sagrada.apply(state, seat, sagrada.Action.from_text(part))
    except IllegalMove:
        return False
    return True


def _game(seats: int, seed: int, check: bool = False) -> tuple[Stage, list[TextClient]]:
    stage = Stage(Settings(lobby_seconds=1, ping_seconds=1000), seed)
    clients = [TextClient(f"player{seat}", Random(100 * seed + seat)) for seat in range(seats)]
    _play(stage, _seated(stage, clients), check)
    return stage, clients


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(1, 5))
def test_random_games(seats: int, seed: int) -> None:
    """A client that knows only the document plays to the end; every LIST_PLACEMENTS holds exactly the legal spaces,
    and the scores are those the cards give for what the clients saw."""
    stage, clients = _game(seats, seed, check=True)
    result = stage.table.position.result
    assert result is not None
    assert result.reason == "played"
    for client in clients:
        client.check_score()
        assert client.round == 9
        assert client.scores == {score.seat: score.total for score in result.scores}
        assert [seat for seat, place in client.places.items() if place == 1] == list(result.winners)
        assert client.windows == clients[0].windows


def test_every_tool_is_used() -> None:
    """The random games above use all twelve tools, so their loops are played and not only written down."""
    used: set[int] = set()
    for seed in range(1, 30):
        _, clients = _game(2, seed)
        for client in clients:
            used |= client.tools_used
        if len(used) == 12:
            return
    raise AssertionError(f"tools never used: {set(range(1, 13)) - used}")


def test_turns_come_in_pairs() -> None:
    """Every turn_start is followed by its turn_end before the next, every round_start by its round_end."""
    _, clients = _game(3, 7)
    lines = [line.split() for line in clients[0].lines]
    open_turn: list[str] | None = None
    rounds: list[str] = []
    for words in lines:
        match words:
            case ["GAME", "turn_start", *turn]:
                assert open_turn is None
                open_turn = turn
            case ["GAME", "turn_end", *turn]:
                assert turn == open_turn
                open_turn = None
            case ["GAME", "round_start" | "round_end" as what, number]:
                rounds.append(f"{what} {number}")
    assert rounds == [f"round_{what} {number}" for number in range(10) for what in ("start", "end")]


@pytest.mark.parametrize("seats", [2, 3])
def test_games_that_players_leave(seats: int) -> None:
    """Whoever quits is last; with one player left the game is over, with more it is played to the end."""
    stage = Stage(Settings(lobby_seconds=1, ping_seconds=1000), 5)
    clients = [TextClient(f"player{seat}", Random(seat), quits=seat == 0) for seat in range(seats)]
    peers = _seated(stage, clients)
    _play(stage, peers)
    quitter = clients[0].seat
    for client in clients[1:]:
        assert client.places[quitter] == seats
        assert f"STATUS quit {quitter}" in client.lines
    assert clients[1].round == (1 if seats == 2 else 9)


class OriginalMatch:
    """Clients of the time, alone or among others, on a stage where connections break and people think too long."""

    def __init__(self, mix: str, seed: int, *, turn_seconds: float = 0.0) -> None:
        self.stage = Stage(Settings(lobby_seconds=1, ping_seconds=10_000, turn_seconds=turn_seconds), seed)
        self.random = Random(seed)
        self.players: list[tuple[TextClient, Peer]] = [self._came(place, kind) for place, kind in enumerate(mix)]
        self.mix = mix

    def _came(self, place: int, kind: str) -> tuple[TextClient, Peer]:
        client = (OriginalClient if kind == "o" else TextClient)(f"player{place}", Random(self.random.random()))
        return client, self.stage.connect("sagrada-text", "original" if kind == "o" else "")

    def come_back(self, place: int) -> None:
        """The client is killed; another that knows nothing logs in under the same name."""
        self.players[place][1].drops()
        self.players[place] = self._came(place, self.mix[place])

    def play(self, dropping: float = 0.0, dreaming: float = 0.0) -> None:
        """Let them talk until the game is over."""
        for _ in range(MAX_LINES):
            waiting = [each for each in self.players if each[1].inbox]
            if not waiting:
                if all(client.over for client, _ in self.players):
                    return
                assert not self.stage.table.position.started or self.stage.settings.turn_seconds, "nobody goes on"
                self.stage.wait(1)
            for client, peer in waiting:
                if not peer.gone:
                    self._talk(client, peer, dreaming)
            table = self.stage.table
            if self.random.random() < dropping and table.position.started and not table.position.finished:
                self.come_back(self.random.randrange(len(self.mix)) if "t" not in self.mix else self.mix.index("o"))
        raise AssertionError("the game never ends")

    def _talk(self, client: TextClient, peer: Peer, dreaming: float) -> None:
        answers = client.hears(peer.inbox.popleft())
        if any(answer.split()[0] in ANSWERS for answer in answers) and self.random.random() < dreaming:
            self.stage.wait(self.stage.settings.turn_seconds)  # the time is over just before the answer arrives
        for answer in answers:
            peer.says(answer)


@pytest.mark.parametrize("mix", ["oo", "ooo", "oooo", "ot", "tot"])
@pytest.mark.parametrize("seed", range(11, 14))
def test_games_of_the_client_of_the_time(mix: str, seed: int) -> None:
    """It can read every line it is sent, and every question of it is answered in kind, to the end of the game."""
    match = OriginalMatch(mix, seed)
    match.play()
    for client, _ in match.players:
        client.check_score()


@pytest.mark.parametrize("mix", ["oo", "ooo", "tot"])
@pytest.mark.parametrize("seed", range(21, 26))
def test_the_client_of_the_time_comes_back(mix: str, seed: int) -> None:
    """Killed again and again, also in the middle of its own turn, it always goes on: nothing else moves the game."""
    match = OriginalMatch(mix, seed)
    match.play(dropping=0.02)
    assert match.stage.table.position.finished


@pytest.mark.parametrize("mix", ["oo", "ooo", "tot"])
@pytest.mark.parametrize("seed", range(31, 36))
def test_the_client_of_the_time_is_too_slow(mix: str, seed: int) -> None:
    """What it asks just after the clock has ended its turn is answered in kind, so it never waits for ever."""
    match = OriginalMatch(mix, seed, turn_seconds=90)
    match.play(dreaming=0.03 if "t" not in mix else 0.0)
    assert all(not client.due for client, _ in match.players if isinstance(client, OriginalClient))
