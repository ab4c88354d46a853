"""renaissance-events where a transcript cannot reach: slow disks, nonsense, the queue, what others' steps look like."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bottega.games.renaissance.model import State
from bottega.table.entries import EndReason
from bottega.table.house import Settings
from bottega.testing.renaissance import player, table
from bottega.wire.renaissance_events import RenaissanceEvents
from bottega.wire.renaissance_events.dialect import State as Standing
from tests.wire.stage import Peer, SlowLog, Stage

Message = dict[str, Any]


def say(peer: Peer, kind: str, **fields: object) -> list[Message]:
    """Send a request; all that its sender hears then."""
    peer.says(json.dumps({"type": kind, **fields}))
    return heard(peer)


def heard(peer: Peer) -> list[Message]:
    """All that waits to be read."""
    return [json.loads(peer.inbox.popleft()) for _ in range(len(peer.inbox))]


def kinds(messages: list[Message]) -> list[str]:
    """What the messages are."""
    return [message["type"] for message in messages]


def seated(*names: str, log: SlowLog | None = None) -> tuple[Stage, dict[str, Peer]]:
    """Players of a game that has just started."""
    stage = Stage(Settings(turn_seconds=0, ping_seconds=0), 3, log)
    peers: dict[str, Peer] = {}
    for name in names:
        peers[name] = stage.connect("renaissance-events")
        say(peers[name], "ReqJoin", nickname=name)
    say(peers[names[0]], "ReqNewGame", playersCount=len(names))
    return stage, peers


def test_nothing_is_said_before_it_is_durable() -> None:
    """Neither the seat nor a choice is told while it is on its way to the disk."""
    log = SlowLog()
    stage = Stage(Settings(turn_seconds=0, ping_seconds=0), 3, log)
    ann = stage.connect("renaissance-events")
    heard(ann)
    assert say(ann, "ReqJoin", nickname="ann") == []
    log.commit()
    assert kinds(heard(ann)) == ["UpdateBookedSeats"]
    assert say(ann, "ReqNewGame", playersCount=1) == []
    log.commit()
    assert kinds(heard(ann))[-1] == "UpdateGame"


def test_what_is_sent_while_the_game_starts_is_meant_for_it() -> None:
    """A choice that comes before the start is durable waits for it."""
    log = SlowLog()
    stage = Stage(Settings(turn_seconds=0, ping_seconds=0), 3, log)
    ann = stage.connect("renaissance-events")
    say(ann, "ReqJoin", nickname="ann")
    log.commit()
    say(ann, "ReqNewGame", playersCount=1)
    log.commit_first()
    say(ann, "ReqChooseLeaders", leaders=[0, 1])
    log.commit()
    assert "ErrNickname" not in kinds(heard(ann))


def test_whoever_quits_is_not_listened_to() -> None:
    """Nothing but goodbye is answered; the seat can be had again by the nickname."""
    stage, peers = seated("ann", "bob")
    assert kinds(say(peers["ann"], "ReqQuit"))[-1] == "ResQuit"
    for kind in ("ReqJoin", "ReqNewGame", "ReqEndTurn", "ReqQuit", "ReqChooseLeaders"):
        assert say(peers["ann"], kind, nickname="ann", playersCount=1, leaders=[1]) == []
    assert peers["ann"].dialect.state is Standing.LEFT
    again = stage.connect("renaissance-events")
    assert kinds(say(again, "ReqJoin", nickname="ann"))[-1] == "UpdateGame"
    assert kinds(say(peers["ann"], "ReqGoodbye")) == ["ResGoodbye"]


def test_whoever_quits_in_the_queue_is_gone() -> None:
    """The place in the line is free."""
    stage = Stage(Settings(turn_seconds=0, ping_seconds=0), 3)
    ann, bob = (stage.connect("renaissance-events") for _ in range(2))
    say(ann, "ReqJoin", nickname="ann")
    say(bob, "ReqJoin", nickname="bob")
    assert stage.house.taken("renaissance", "bob")
    say(bob, "ReqQuit")
    assert not stage.house.taken("renaissance", "bob")


def test_a_bot_that_takes_over_is_told() -> None:
    """And so is the return of a person."""
    stage, peers = seated("ann", "bob")
    for peer in peers.values():
        heard(peer)
    stage.table.play_by_bot(0, "random")
    stage.settle()
    told = [message for peer in peers.values() for message in heard(peer) if message["type"] == "UpdatePlayerStatus"]
    assert told[0] == {"type": "UpdatePlayerStatus", "player": stage.table.position.seats[0].name, "isActive": True}


def test_an_early_end() -> None:
    """Everybody's points, and who is left has won."""
    stage, peers = seated("ann", "bob")
    for peer in peers.values():
        heard(peer)
    stage.table.end(EndReason.WALKOVER, 0)
    stage.settle()
    for peer in peers.values():
        told = heard(peer)
        assert kinds(told)[-1] == "UpdateGameEnd"
        assert told[-1].get("winner") == stage.table.position.seats[0].name


def test_the_house_closes() -> None:
    """It says goodbye, so that the client closes."""
    _, peers = seated("ann", "bob")
    heard(peers["ann"])
    peers["ann"].dialect.closing()
    assert kinds(heard(peers["ann"])) == ["ReqGoodbye"]


def test_productions_begun_elsewhere_are_taken_back() -> None:
    """Whoever comes back in their middle starts the turn anew: here they come in one piece."""
    stage, _ = seated("ann", "bob")
    rich = player(("1 coin", "2 stone", ""), leaders=(3, 4), slots=((1,), (), ()))
    started = table(rich, player(leaders=(11, 12)), turn=3)
    stage.table.position = stage.table.head = replace(stage.table.position, state=started)
    with stage.unwatched():
        stage.table.move(0, "produce slot 1")
        stage.settle()
    name = stage.table.position.seats[0].name
    again = stage.connect("renaissance-events")
    stage.peers[0 if name == "ann" else 1].gone = True
    stage.table.drop(stage.peers[0 if name == "ann" else 1].dialect)
    assert stage.state(State).phase in ("producing", "start")
    assert kinds(say(again, "ReqJoin", nickname=name))[-1] in ("UpdateGame", "UpdateResourceContainer")


TYPES = sorted(RenaissanceEvents.machine.messages)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 99) | st.sampled_from(["Coin", "Faith", "Zero", "x", "0", "ann"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["0", "4", "Coin", "x"]), inner, max_size=3)
    ),
    max_leaves=6,
)
NAMES = st.sampled_from(
    [
        "nickname",
        "playersCount",
        "leaders",
        "shelves",
        "isRow",
        "index",
        "replacements",
        "color",
        "level",
        "devSlot",
        "resContainers",
        "prodRequests",
        "shelf1",
        "shelf2",
        "leader",
        "isActivate",
        "production",
        "inputContainers",
        "outputRep",
    ]
)


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(TYPES), st.dictionaries(NAMES, VALUES, max_size=5)), max_size=12))
def test_nonsense_changes_nothing_and_ends_nothing(lines: list[tuple[str, dict[str, object]]]) -> None:
    """Whatever is in a message, the answer is one of the protocol's errors, and others can play on."""
    _, peers = seated("ann", "bob")
    ann = peers["ann"]
    for kind, fields in lines:
        if kind in ("ReqGoodbye", "ResGoodbye", "ReqQuit"):
            continue
        for answer in say(ann, kind, **fields):
            assert answer["type"].startswith(("Err", "Res", "Update")), answer
        assert ann.closed is None
    assert kinds(say(peers["bob"], "ReqHeartbeat"))[-1] == "ResHeartbeat"


@pytest.mark.parametrize("text", ["", "[]", "{}", "null", '{"type":1}', '{"type":"ReqJoin","nickname":7}', "{" * 999])
def test_lines_that_cannot_be_read(text: str) -> None:
    """An ErrProtocol, and the connection lives on."""
    stage = Stage(Settings(ping_seconds=0))
    ann = stage.connect("renaissance-events")
    heard(ann)
    ann.says(text)
    assert kinds(heard(ann)) == ["ErrProtocol"]
    assert ann.closed is None


def test_nobody_joins_twice_on_the_way_from_the_queue_to_a_seat() -> None:
    """Between the queue and the seat, which is still on its way to the disk, another nickname is refused."""
    log = SlowLog()
    stage = Stage(Settings(ping_seconds=0), log=log)
    bob, ann = stage.connect("renaissance-json"), stage.connect("renaissance-events")
    bob.says('{"type":"req_nickname","nickname":"bob"}')
    log.commit()
    ann.says('{"type":"ReqJoin","nickname":"ann"}')
    bob.says('{"type":"req_players_count","count":3}')
    log.commit_first()
    stage.settle()
    ann.says('{"type":"ReqJoin","nickname":"eve"}')
    log.commit()
    assert [seat.name for seat in stage.table.position.seats] == ["bob", "ann"]
