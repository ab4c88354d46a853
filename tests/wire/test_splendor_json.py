"""splendor-json where a transcript cannot reach: slow disks, strangers' nonsense, what nobody may see."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bottega.games import splendor
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

    def asks(self, request_type: str, **fields: object) -> None:
        """Send a request."""
        self.peer.says(json.dumps({"request_type": request_type, "client_id": self.client_id, **fields}))

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


def _owe_a_return(stage: Stage) -> None:
    """The first player has eleven tokens and owes one."""
    state = stage.table.position.state
    assert isinstance(state, splendor.State)
    text = splendor.write_state(state)
    del text
    stage.table.position = stage.table.head = _with(
        stage, phase="return", bank=(1, 1, 2, 2, 3, 5), tokens=(3, 3, 2, 2, 1, 0)
    )


def _with(stage: Stage, *, phase: str, bank: tuple[int, ...], tokens: tuple[int, ...]) -> Any:
    import msgspec

    position = stage.table.position
    state = position.state
    assert isinstance(state, splendor.State)
    player = msgspec.structs.replace(state.players[0], tokens=tokens)
    state = msgspec.structs.replace(state, phase=phase, bank=bank, players=(player, *state.players[1:]))
    return msgspec.structs.replace(position, state=state)
