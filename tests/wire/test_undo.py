"""What was taken back is told in every protocol: in its own words, or as the whole table where it has none for it."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random

import pytest

from bottega.games import sagrada, splendor
from bottega.table.house import Settings
from tests.wire.house.stage import Guest, HouseStage
from tests.wire.stage import Peer

NICK = "ann"
PASS = '{"request_type":"pass"}'
PROGRAM = "it.polimi.ingsw.network.messages."
"""How the names of the old program's messages begin."""
SETTINGS = Settings(seats=2, lobby_seconds=0, turn_seconds=0, ping_seconds=0)


def _splendor(peer: Peer) -> None:
    hello = json.loads(peer.inbox[-1])
    said = {"request_type": "client_hello", "client_id": hello["set_client_id"], "nick": NICK}
    peer.says(json.dumps(said))


def _says(*messages: str) -> Callable[[Peer], None]:
    def come_in(peer: Peer) -> None:
        for message in messages:
            peer.says(message)

    return come_in


COMING = {
    "splendor-json": ("splendor", _splendor),
    "splendor-json+original": ("splendor", _splendor),
    "sagrada-text": ("sagrada", _says(f"LOGIN {NICK} secret")),
    "sagrada-text+original": ("sagrada", _says(f"LOGIN {NICK} secret")),
    "sagrada-json": ("sagrada", _says(f'{{"id":"login","username":"{NICK}"}}')),
    "sagrada-json+original": ("sagrada", _says(f'{{"id":"login","username":"{NICK}"}}')),
    "renaissance-json": (
        "renaissance",
        _says(f'{{"type":"req_nickname","nickname":"{NICK}"}}', '{"type":"req_players_count","count":2}'),
    ),
    "renaissance-steps": (
        "renaissance",
        _says(
            f'{{"type":"RegisterResponse","data":{{"nickname":"{NICK}"}}}}',
            '{"type":"PlayerNumberResponse","data":{"number":2}}',
        ),
    ),
    "renaissance-steps+original": (
        "renaissance",
        _says(
            f'{{"type":"{PROGRAM}RegisterResponse","data":{{"nickname":"{NICK}"}}}}',
            f'{{"type":"{PROGRAM}PlayerNumberResponse","data":{{"nPlayers":2}}}}',
        ),
    ),
    "renaissance-events": (
        "renaissance",
        _says(f'{{"type":"ReqJoin","nickname":"{NICK}"}}', '{"type":"ReqNewGame","playersCount":2}'),
    ),
}
"""Which game a protocol (and profile) is for, and how somebody comes in who is asked for the number of players."""


class Evening:
    """A client of one protocol at a table with somebody who plays in the browser, after the set-up."""

    def __init__(self, listener: str) -> None:
        self._listener = listener
        self.stage = HouseStage(SETTINGS)
        self.come()
        self.eve: Guest = self.stage.guest("Eve")
        self.eve.does("sit", table=self.stage.table.id)
        self.stage.wait(1)
        self.table = self.stage.table
        assert self.table.position.started
        random = Random(4)
        while self._set_up() or self.acting != "Eve":
            self.play(random)
        assert self.table.position.charter.game == COMING[listener][0]

    def come(self) -> None:
        """Ann comes, or comes back."""
        dialect, _, profile = self._listener.partition("+")
        self.ann = self.stage.connect(dialect, profile)
        COMING[self._listener][1](self.ann)

    def _set_up(self) -> bool:
        state = self.table.position.state
        return "setup" in str(getattr(state, "phase", "")) or getattr(state, "round", 1) == 0

    @property
    def acting(self) -> str:
        """Who may act."""
        return self.table.position.seats[self.table.game.actors(self.table.position.state)[0]].name

    def play(self, random: Random, quiet: bool = False) -> None:
        """Whoever may act plays something, ``quiet`` if it is to reveal nothing."""
        game, state = self.table.game, self.table.position.state
        seat = game.actors(state)[0]
        legal = list(game.legal(state, seat))
        if quiet:
            legal = [each for each in legal if not (game.reveals(state, each) or game.shows(state, each))]
        if legal:
            self.table.move(seat, [random.choice(legal)])
        self.stage.settle()

    def heard(self) -> list[str]:
        """What the client was told since the last look."""
        told = list(self.ann.inbox)
        self.ann.inbox.clear()
        return told


@pytest.mark.parametrize("listener", COMING)
def test_whoever_is_told_knows_what_whoever_returns_is_told(listener: str) -> None:
    """After something was taken back, a client was told no less of the table than one that comes to it anew."""
    evening, dialect = Evening(listener), listener.partition("+")[0]
    random, undone = Random(1), 0
    for _ in range(20):
        while evening.acting != "Eve":
            evening.play(random)
        before = evening.table.position.state
        evening.play(random, quiet=True)
        if evening.table.position.state is before:  # there was nothing quiet to do
            evening.play(random)
            continue
        evening.heard()
        evening.eve.does("undo", table=evening.table.id)
        assert evening.table.position.state is before
        undone += 1
        told = evening.heard()
        if dialect == "sagrada-text":  # whoever hears that asks for the board
            assert any(line.startswith("GAME turn_start") for line in told)
        elif dialect == "sagrada-json":
            (update,) = [json.loads(line) for line in told if json.loads(line)["id"] == "update"]
            assert len(update["draft"]) == len(evening.table.position.playing(sagrada.State).pool)
        elif dialect == "splendor-json":
            if not told:  # the old program takes a board for an answer: it is told with the next one
                evening.ann.says(PASS)
                told = evening.heard()
            board = json.loads(told[-1])
            acting = "next_player" if listener == dialect else "player"  # in the program ``next_player`` follows it
            assert (board["answer_type"], board[acting]) == ("game_board", "Eve")
            bank = board["bankCash"] if listener == dialect else json.loads(board["Board"])["bankCash"]
            tokens = list(evening.table.position.playing(splendor.State).bank)
            assert sorted(bank.values()) == sorted(tokens)
        else:
            evening.ann.drops()
            evening.come()
            fresh = [line for line in evening.heard() if _pictures(line)]
            assert fresh
            assert [line for line in told if _pictures(line)] == fresh
        evening.play(random)
        evening.heard()
    assert undone > 4


def _pictures(line: str) -> bool:
    """Whether a message shows something of the table, and is not about who comes and goes or what was asked for."""
    kind = json.loads(line)["type"].rpartition(".")[2]
    return not kind.startswith(("res_", "Register", "Req", "Res", "err", "Err")) and kind not in (
        "GenericMessage",
        "ReconnectMessage",
        "WaitMessage",
        "update_player_status",
        "UpdatePlayerStatus",
    )


@pytest.mark.parametrize("listener", COMING)
def test_nobody_is_asked_who_cannot_answer(listener: str) -> None:
    """Clients of the other protocols have no word for yes or no: what takes their consent is refused, and said why."""
    evening = Evening(listener)
    random = Random(2)
    evening.play(random, quiet=True)
    assert "ann" in evening.eve.fails("undo", "table.cannot-vote", table=evening.table.id, ask=True)
    assert "ann" in evening.eve.fails("propose", "table.cannot-vote", table=evening.table.id, what="pause")
