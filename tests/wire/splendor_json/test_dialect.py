"""splendor-json where a transcript cannot reach: slow disks, strangers' nonsense, what nobody may see."""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bottega.games import splendor
from bottega.table.house import Settings
from bottega.wire.splendor_json import words
from tests.wire.stage import Peer, SlowLog, Stage
from tests.wire.transcript import paths, play

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


def seated(stage: Stage, *nicks: str, profile: str = "") -> list[Player]:
    """Players of a game that has just started, in order of play; they have read everything."""
    players = [Player(stage, nick, profile) for nick in nicks]
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
        assert table.position.seats[stage.state(splendor.State).seat].name == "ann"


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
    stage.set_state(OWING)
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
    assert stage.state(splendor.State).seat == 1


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


# -- properties -----------------------------------------------------------------------------------------------------

_NAMES = st.sampled_from(
    ["buy_card", "claim_card", "get_gems", "get-gems", "discard_gems", "select_noble", "client_hello", "pass", ""]
)
_VALUES = (
    st.none()
    | st.booleans()
    | st.integers(-100, 100)
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.lists(st.integers(), max_size=2)
    | st.dictionaries(st.text(max_size=3), st.integers(), max_size=2)
    | st.sampled_from(["hand", "table"])
)
_KEYS = ("client_id", "card_id", "place", "noble_id", "nick", *splendor.COLOURS, "yellow")
_REQUESTS = st.builds(
    lambda kind, fields: json.dumps({"request_type": kind} | fields),
    _NAMES | _VALUES,
    st.dictionaries(st.sampled_from(_KEYS), _VALUES, max_size=5),
)
_GARBAGE = st.none() | st.text(max_size=30) | _REQUESTS

SITUATIONS = {
    "a turn": "turn=1",
    "gems owed": OWING,
    "a noble owed": "phase=noble nobles=4,9,1 p0=000000:8,9,10,11,25,26,27,28,32,33,35,36::",
}


@pytest.mark.slow
@pytest.mark.parametrize("profile", ["", "original"])
@pytest.mark.parametrize("situation", SITUATIONS)
@given(data=st.data())
@settings(max_examples=20, deadline=None)
def test_a_refused_request_changes_nothing(situation: str, profile: str, data: st.DataObject) -> None:
    """Whatever is sent is accepted, or refused with a reason and the table as it was, to the byte."""
    stage = Stage(Settings(turn_seconds=0))
    players = seated(stage, "ann", "bob", profile=profile)
    stage.set_state(SITUATIONS[situation])
    for _ in range(data.draw(st.integers(1, 8))):
        player = data.draw(st.sampled_from(players))
        message = data.draw(_GARBAGE)
        if message is not None and data.draw(st.booleans()):
            message = message.replace('{"request_type"', f'{{"client_id": "{player.client_id}", "request_type"', 1)
        before, length = stage.state(splendor.State).to_text(), len(stage.log.read(stage.table.id)[1])
        player.peer.says(message)
        answers = player.heard()
        state = stage.state(splendor.State)
        if answers[0] == {"answer_type": "move_verification", "result": "ok"} or len(answers) > 1:
            continue
        (answer,) = answers
        assert answer.get("result") in ("illegal", "discard_gems", "select_noble")
        if answer.get("result") == "illegal":
            assert answer["message"]
        if "message" in answer:
            assert state.to_text() == before
            assert len(stage.log.read(stage.table.id)[1]) == length
            assert all(other.heard() == [] for other in players)


@pytest.mark.parametrize("profile", ["", "original"])
@given(seed=st.integers(0, 1 << 32), other=st.binary(min_size=32, max_size=32), turns=st.integers(0, 25))
@settings(max_examples=15, deadline=None)
def test_hidden_cards_do_not_show(profile: str, seed: int, other: bytes, turns: int) -> None:
    """With the decks in another order every seat is sent the same bytes, until a new card is turned up."""
    chance = random.Random(seed)
    stage, twin = Stage(seed=seed + 1), Stage(seed=seed + 1)
    players = [(each, Player(each, nick, profile)) for each in (stage, twin) for nick in ("ann", "bob")]
    for _, player in players:
        player.says_hello()
    for _ in range(turns):
        state = stage.state(splendor.State)
        action = chance.choice(splendor.legal(state, state.seat))
        for each in (stage, twin):
            each.table.move(state.seat, [action])
            each.settle()
        if stage.table.position.finished:
            return
    redealt = splendor.redeal(twin.state(splendor.State), None, other)
    twin.table.position = twin.table.head = msgspec.structs.replace(twin.table.position, state=redealt)
    state = stage.state(splendor.State)
    quiet = [action for action in splendor.legal(state, state.seat) if not isinstance(action, splendor.Reserve)]
    keeps = [action for action in quiet if not (isinstance(action, splendor.Buy) and action.card in state.face_up)]
    for each in (stage, twin):
        for peer in each.peers:
            peer.inbox.clear()
        if keeps:
            each.table.move(state.seat, [keeps[0]])
        for player in (player for at, player in players if at is each):  # coming back shows the whole table again
            hello = {"request_type": "client_hello", "client_id": player.client_id, "nick": player.nick}
            each.connect("splendor-json", profile).says(json.dumps(hello))
    assert [_without_ids(peer) for peer in stage.peers] == [_without_ids(peer) for peer in twin.peers]
    assert all(peer.inbox for peer in stage.peers[2:])


def _without_ids(peer: Peer) -> list[str]:
    return [message for message in peer.inbox if "server_hello" not in message]


def test_the_header_comes_first() -> None:
    """The document wants answer_type to be the first key of every message."""
    conversations = [play(path) for path in paths("splendor-json")]
    heard = [
        text for conversation in conversations for who, way, text in conversation.said if way == "<" and who != "zed"
    ]
    assert len(heard) > 300
    assert all(text.startswith('{"answer_type":"') for text in heard)


def test_a_card_that_was_reserved_unseen_is_on_no_board() -> None:
    """Only its level is public; the document has no word for that, so the board shows no claimed card."""
    state = splendor.new(2, bytes(32))
    shown, hidden = (msgspec.structs.replace(state.players[0], reserved=(7,), secret=secret) for secret in ((), (7,)))
    for player, claimed in ((shown, 7), (hidden, None)):
        board = json.loads(words.board(msgspec.structs.replace(state, players=(player, state.players[1])), ("a", "b")))
        assert board["players"][0]["claimedCard"] == claimed
