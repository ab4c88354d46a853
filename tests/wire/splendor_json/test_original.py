"""splendor-json as the client of the time reads it: whole games, alone and in company, killed and too slow."""

from __future__ import annotations

import json
from random import Random

import pytest
from msgspec.structs import replace

from bottega.games import splendor
from bottega.games.splendor.model import EMPTY
from bottega.table.house import Settings
from bottega.wire.splendor_json import original
from tests.wire.splendor_json.original import IN_ROW, Misread, OriginalWindow
from tests.wire.stage import Peer, Stage

MAX_ROUNDS = 20_000
NAMES = ("ann", "bob")


class Evening:
    """Windows of the time (o) and clients written from the document (d) at one table."""

    def __init__(self, mix: str, seed: int, turn_seconds: float = 0.0) -> None:
        self.stage = Stage(Settings(seats=len(mix), turn_seconds=turn_seconds), seed)
        self.random = Random(seed)
        self.mix = mix
        self.windows: list[tuple[OriginalWindow, Peer]] = []
        self.others: list[Peer] = []
        for place, kind in enumerate(mix):
            if kind == "o":
                self.windows.append(self._window(f"win{place}"))
            else:
                self._document(f"doc{place}")

    def _window(self, nick: str) -> tuple[OriginalWindow, Peer]:
        window, peer = (
            OriginalWindow(nick, Random(self.random.random())),
            self.stage.connect("splendor-json", "original"),
        )
        self._listen(window, peer)
        return window, peer

    def _document(self, nick: str) -> None:
        peer = self.stage.connect("splendor-json")
        client_id = json.loads(peer.inbox.popleft())["set_client_id"]
        peer.says(json.dumps({"request_type": "client_hello", "client_id": client_id, "nick": nick}))
        self.others.append(peer)

    @staticmethod
    def _listen(window: OriginalWindow, peer: Peer) -> None:
        while peer.inbox:
            for request in window.hears(peer.inbox.popleft()):
                peer.says(request)

    def play(self, killing: float = 0.0, dreaming: float = 0.0) -> None:
        """Press buttons until everybody's window shows the end."""
        for _ in range(MAX_ROUNDS):
            position = self.stage.table.position
            if position.finished and all(window.winner is not None for window, _ in self.windows):
                return
            self._others_play()
            for number, (window, peer) in enumerate(self.windows):
                self._listen(window, peer)
                if self.random.random() < killing and position.started and not self.stage.table.position.finished:
                    peer.drops()
                    self.windows[number] = self._window(window.nick)
                elif self.random.random() < dreaming:
                    self.stage.wait(self.stage.settings.turn_seconds)
                elif window.may_act:
                    peer.says(window.acts())
                    self._listen(window, peer)
        raise AssertionError("the game does not end")

    def _others_play(self) -> None:
        position = self.stage.table.position
        if position.finished or not position.started:
            return
        game = position.playing(splendor.State)
        if position.seats[game.seat].name.startswith("doc"):
            legal = splendor.legal(game, game.seat)
            buys = [action for action in legal if isinstance(action, splendor.Buy)]
            self.stage.table.move(game.seat, [self.random.choice(buys or legal)])
            self.stage.settle()


@pytest.mark.slow
@pytest.mark.parametrize("mix", ["oo", "ooo", "oooo", "od", "dood"])
@pytest.mark.parametrize("seed", range(1, 4))
def test_whole_games(mix: str, seed: int) -> None:
    """Every answer is the one that the window waits for, and each shows the end."""
    evening = Evening(mix, seed)
    evening.play()
    result = evening.stage.table.position.result
    assert result is not None
    assert result.reason == "played"
    assert {window.winner for window, _ in evening.windows} == {
        evening.stage.table.position.seats[result.winners[0]].name
    }


@pytest.mark.slow
@pytest.mark.parametrize("mix", ["oo", "ooo", "od"])
@pytest.mark.parametrize("seed", range(4, 8))
def test_windows_that_are_killed(mix: str, seed: int) -> None:
    """A new window with the same nick is let in and goes on, whatever its player was doing."""
    evening = Evening(mix, seed)
    evening.play(killing=0.03)
    assert evening.stage.table.position.finished


@pytest.mark.slow
@pytest.mark.parametrize("mix", ["oo", "ooo", "od"])
@pytest.mark.parametrize("seed", range(8, 12))
def test_players_who_think_too_long(mix: str, seed: int) -> None:
    """Turns that run out and questions that the clock answers shift nobody's answers."""
    evening = Evening(mix, seed, turn_seconds=90)
    evening.play(dreaming=0.05)
    assert evening.stage.table.position.finished


def test_a_turn_without_any_move_is_passed_before_it_is_told() -> None:
    """Whoever can do nothing is never told to have the turn: their window would wait for a button."""
    stage = Stage(Settings(seats=2), seed=1)
    peers = {nick: stage.connect("splendor-json", "original") for nick in NAMES}
    for nick, peer in peers.items():
        peer.says(json.dumps({"request_type": "client_hello", "set_nick": nick}))
    first, second = (peers[seat.name] for seat in stage.table.position.seats)
    first.says(json.dumps({"request_type": "get_gems", "white": 1, "blue": 1, "red": 1}))
    stage.set_state("turn=2 seat=1 bank=000005 p0=414010:::78 p1=030430:28,30,38::")
    for peer in peers.values():
        peer.inbox.clear()
    second.says(json.dumps({"request_type": "buy_card", "place": "table", "card_id": 5}))
    movers = [json.loads(text)["player"] for text in first.inbox]
    assert movers == [stage.table.position.seats[1].name], "only the board after the pass"


@pytest.mark.parametrize(
    ("reads", "message"),
    [
        ("game_board", {"answer_type": "game_over", "winner": "ann"}),
        ("answer", {"answer_type": "game_board", "Board": "{}"}),
        ("game_start", {"answer_type": "game_board", "Board": "{}"}),
        ("nick_verification", {"answer_type": "nick_verification", "result": "invalid"}),
    ],
)
def test_what_the_window_cannot_bear(reads: str, message: dict[str, str]) -> None:
    """The model by which whole games are judged refuses what that window takes for something else."""
    window = OriginalWindow("ann", Random(1))
    window._reads = reads
    with pytest.raises(Misread):
        window.hears(json.dumps(message))


def test_the_last_board_is_everybodys_own() -> None:
    """On it the receiver is the active player, whoever has moved last."""
    state = splendor.new(2, bytes(32))
    for receiver, nick in enumerate(NAMES):
        board = json.loads(json.loads(original.board(state, NAMES, receiver))["Board"])
        assert [name for name, player in board["players"].items() if player["active"]] == [nick]
        assert board["activePlayer"]["nick"] == nick


def test_a_row_has_four_cards() -> None:
    """Where a level has run out there is something with a number that no card has."""
    state = splendor.new(2, bytes(32))
    bare = replace(state, face_up=(EMPTY, *state.face_up[1:]), decks=((), *state.decks[1:]))
    rows = json.loads(json.loads(original.board(bare, NAMES))["Board"])["developmentCardsOnBoard"]
    assert {len(row) for row in rows.values()} == {IN_ROW}
    assert [card["id"] for card in rows["level1"]][-1] == original.FIRST_CARD - 1
