"""splendor-json where a transcript cannot reach: slow disks, strangers' nonsense, what nobody may see."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bottega.table.house import Settings
from tests.wire.stage import Peer, SlowLog, Stage

Answer = dict[str, Any]


class Player:
    """Somebody with a client written from the document."""

    def __init__(self, stage: Stage, nick: str, profile: str = "") -> None:
        self.nick = nick
        self.stage = stage
        self.peer: Peer = stage.connect("splendor-json", profile)
        self.client_id: str = self.read()["set_client_id"]

    def read(self) -> Answer:
        """The next answer."""
        answer: Answer = json.loads(self.peer.inbox.popleft())
        return answer

    def heard(self) -> list[Answer]:
        """All answers that wait."""
        return [self.read() for _ in range(len(self.peer.inbox))]

    def asks(self, kind: str, **fields: object) -> None:
        """Send a request."""
        self.peer.says(json.dumps({"request_type": kind, "client_id": self.client_id, **fields}))

    def says_hello(self) -> None:
        """Send client_hello with the nick."""
        self.asks("client_hello", nick=self.nick)

    def comes_back(self) -> None:
        """Open a new connection with the old client_id."""
        self.peer = self.stage.connect("splendor-json")
        self.read()
        self.says_hello()


def seated(stage: Stage, *nicks: str) -> list[Player]:
    """Players of a game that has just started, in order of play; they have read everything."""
    players = [Player(stage, nick) for nick in nicks]
    for player in players:
        player.says_hello()
        if isinstance(stage.log, SlowLog):
            stage.log.commit()
    for player in players:
        player.heard()
    order = [seat.name for seat in stage.table.position.seats]
    return sorted(players, key=lambda player: order.index(player.nick))


def kinds(answers: list[Answer]) -> list[str]:
    """What the answers are, with their result where they have one."""
    return [" ".join(filter(None, (answer["answer_type"], answer.get("result")))) for answer in answers]


# -- a slow disk ----------------------------------------------------------------------------------------------------


def test_nothing_is_said_before_it_is_durable() -> None:
    """Neither the nick nor a move is acknowledged while it is on its way to the disk."""
    log = SlowLog()
    stage = Stage(log=log)
    ann, bob = Player(stage, "ann"), Player(stage, "bob")
    ann.says_hello()
    assert ann.heard() == []
    log.commit()
    assert kinds(ann.heard()) == ["nick_verification ok"]
    bob.says_hello()
    log.commit()
    for player in (ann, bob):
        assert kinds(player.heard())[-1] == "game_board"
    mover = ann if stage.table.position.seats[0].name == "ann" else bob
    mover.asks("get_gems", white=1, green=1, blue=1)
    assert ann.heard() + bob.heard() == []
    log.commit()
    assert kinds(mover.heard()) == ["move_verification ok", "end_of_round ok", "game_board"]


def test_gone_before_the_seat_is_durable() -> None:
    """Who hangs up while the seat is on its way to the disk does not hold it: nobody plays against a ghost."""
    log = SlowLog()
    stage = Stage(log=log)
    ghost = Player(stage, "ghost")
    ghost.says_hello()
    ghost.peer.drops()
    log.commit()
    stage.wait(1)
    log.commit()
    assert not stage.house.taken("splendor", "ghost")
    ann, bob = Player(stage, "ann"), Player(stage, "bob")
    for player in (ann, bob):
        player.says_hello()
        log.commit()
        stage.wait(1)
        log.commit()
    assert {player["nick"] for player in bob.heard()[-1]["players"]} == {"ann", "bob"}


def test_gone_before_the_last_seat_is_durable() -> None:
    """Who hangs up while the last seat is on its way to the disk is away when the game starts."""
    log = SlowLog()
    stage = Stage(log=log)
    ann, ghost = Player(stage, "ann"), Player(stage, "ghost")
    ann.says_hello()
    log.commit()
    ghost.says_hello()
    ghost.peer.drops()
    log.commit()
    stage.wait(1)
    log.commit()
    table = stage.table
    assert not table.present("ghost")
    if table.position.started:
        assert table.position.seats[table.position.state.seat].name == "ann"  # type: ignore[attr-defined]


def test_sitting_down_while_the_last_player_leaves() -> None:
    """Whoever takes a seat while the only other player is leaving waits there for the next: the table stays open."""
    log = SlowLog()
    stage = Stage(log=log)
    ann = Player(stage, "ann")
    ann.says_hello()
    log.commit()
    ann.peer.drops()
    bob = Player(stage, "bob")
    bob.says_hello()
    log.commit()
    assert kinds(bob.heard()) == ["nick_verification ok"]
    cyd = Player(stage, "cyd")
    cyd.says_hello()
    log.commit()
    assert {player["nick"] for player in cyd.heard()[-1]["players"]} == {"bob", "cyd"}


@pytest.mark.parametrize("request_type", ["discard_gems", "select_noble", "get_gems"])
def test_gone_before_the_refusal(request_type: str) -> None:
    """A refusal for somebody who has hung up meanwhile disturbs nobody."""
    log = SlowLog()
    stage = Stage(Settings(turn_seconds=60), log=log)
    first, second = seated(stage, "ann", "bob")
    _owe_a_return(stage)
    stage.wait(61)  # the turn is skipped, but not yet on disk
    first.asks(request_type, white=9, noble_id=95)
    first.peer.drops()
    log.commit()
    assert kinds(second.heard()) == ["game_board"]


def test_an_answer_that_comes_too_late() -> None:
    """Who answers a question while the clock is settling it is refused: every request gets an answer."""
    log = SlowLog()
    stage = Stage(Settings(turn_seconds=60), log=log)
    first, _ = seated(stage, "ann", "bob")
    stage.set_state(OWING)
    stage.wait(61)
    first.asks("discard_gems", white=1)
    log.commit()
    assert kinds(first.heard()) == ["end_of_round ok", "game_board", "move_verification illegal"]


OWING = "phase=return bank=112235 p0=332210:::"
"""The first player has eleven tokens and owes one."""

BLOCKED = "seat=1 turn=2 bank=000005 p0=414010:::78 p1=030430:28,30,38::"
"""The second player can have card 4 for nothing; then the first can do nothing at all."""


def _owe_a_return(stage: Stage) -> None:
    stage.set_state(OWING)


# -- nobody waits for somebody who can do nothing -------------------------------------------------------------------


def test_a_blocked_player_is_passed_over() -> None:
    """The document has no request for passing: the server passes, and says so."""
    stage = Stage()
    first, second = seated(stage, "ann", "bob")
    stage.set_state(BLOCKED)
    second.asks("buy_card", place="table", card_id=4)
    assert kinds(second.heard()) == ["move_verification ok", "end_of_round ok", "game_board", "game_board"]
    answers = first.heard()
    assert kinds(answers) == ["game_board", "end_of_round ok", "game_board"]
    assert "nothing" in answers[1]["message"]
    assert answers[-1]["next_player"] == second.nick


def test_a_blocked_player_comes_back() -> None:
    """A player who comes back to a turn in which nothing can be done is passed over at once."""
    stage = Stage(Settings(turn_seconds=0))
    first, second = seated(stage, "ann", "bob")
    stage.set_state(BLOCKED.replace("seat=1 turn=2", "seat=0 turn=3"))
    first.comes_back()
    assert kinds(first.heard()) == ["nick_verification ok", "game_board", "end_of_round ok", "game_board"]
    assert kinds(second.heard()) == ["game_board"]


def test_a_blocked_player_who_tries_too_early() -> None:
    """A refused move that was on its way when the turn came does not keep the player from being passed over."""
    log = SlowLog()
    stage = Stage(Settings(turn_seconds=0), log=log)
    first, second = seated(stage, "ann", "bob")
    stage.set_state(BLOCKED)
    second.asks("buy_card", place="table", card_id=4)
    first.asks("get_gems", white=1, green=1, blue=1)
    log.commit()
    assert "end_of_round ok" in kinds(first.heard())
    assert stage.table.position.state.seat == 1  # type: ignore[attr-defined]


def test_time_runs_out_during_a_question() -> None:
    """Who is asked for gems and stays silent is told that the turn is over: the client waits for end_of_round."""
    stage = Stage(Settings(turn_seconds=60))
    first, second = seated(stage, "ann", "bob")
    stage.set_state(OWING)
    stage.wait(61)
    answers = first.heard()
    assert kinds(answers) == ["end_of_round ok", "game_board"]
    assert "time" in answers[0]["message"]
    assert kinds(second.heard()) == ["game_board"]


# -- nonsense -------------------------------------------------------------------------------------------------------


def test_aliases_are_known_everywhere() -> None:
    """The document's other spelling of get_gems is refused before the start for the same reason as the first."""
    stage = Stage()
    ann = Player(stage, "ann")
    ann.says_hello()
    ann.heard()
    for spelling in ("get_gems", "get-gems"):
        ann.asks(spelling, white=1)
    first, second = ann.heard()
    assert first == second


@pytest.mark.parametrize("field", ["nick", "request_type", "place"])
def test_long_nonsense_is_not_repeated(field: str) -> None:
    """A refusal quotes no more than the beginning of what was wrong."""
    stage = Stage()
    first, _ = seated(stage, "ann", "bob")
    stranger = Player(stage, "cyd")
    asker = stranger if field == "nick" else first
    kind = {"nick": "client_hello", "place": "buy_card"}.get(field, "x" * 60000)
    asker.asks(kind, **{"nick": "x", "place": "table", "card_id": 1, field: "x" * 60000, "request_type": kind})
    assert len(asker.peer.inbox[0]) < 400
