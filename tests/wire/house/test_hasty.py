"""Clients that do not wait for their answers: what they send while the disk is busy is judged by what will be there."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bottega.games import splendor
from bottega.table.house import Settings
from tests.wire.house.stage import Guest, HouseStage
from tests.wire.stage import SlowLog


@pytest.fixture
def log() -> SlowLog:
    """A disk that takes its time."""
    return SlowLog()


@pytest.fixture
def stage(log: SlowLog) -> HouseStage:
    """An empty house on that disk."""
    return HouseStage(log=log)


def says(guest: Guest, kind: str, **fields: Any) -> None:
    """Send a command named like its type and wait for nothing."""
    guest.says(json.dumps({"type": kind, "cmd_id": fields.pop("cmd_id", kind), **fields}))


def opened(guest: Guest, log: SlowLog, **fields: Any) -> str:
    """Open a table; its id."""
    says(guest, "open", **{"game": "splendor", **fields})
    log.commit()
    return str(guest.answer("open")["table"])


@pytest.mark.parametrize("starter", ["Anna", "Bob"])
def test_a_move_sent_right_after_the_start_is_a_move_of_ones_own_seat(starter: str) -> None:
    """The order of play is drawn at the start: nobody plays the seat that has the number their own had before."""
    for seed in range(1, 6):
        log = SlowLog()
        stage = HouseStage(seed=seed, log=log)
        guests = {name: stage.guest(name) for name in ("Anna", "Bob")}
        table = opened(guests["Anna"], log)
        says(guests["Bob"], "sit", table=table)
        log.commit()
        hasty = guests[starter]
        says(hasty, "start", table=table)
        says(hasty, "act", table=table, actions=["take wbg"])
        log.commit()
        first = stage.table.position.seats[0].name
        assert hasty.answer("start")["type"] == "ok"
        assert hasty.answer("act")["type"] == ("ok" if first == starter else "refused")
        players = stage.state(splendor.State).players
        assert [sum(player.tokens) for player in players] == [3 if first == starter else 0, 0]


def test_nobody_changes_their_name_on_the_way_to_a_seat(stage: HouseStage, log: SlowLog) -> None:
    """A seat that is about to be taken counts as held: otherwise its player would sit there under another name."""
    anna, bob = stage.guest("Anna"), stage.guest("Bob")
    table = opened(anna, log)
    says(bob, "sit", table=table)
    says(bob, "hello", name="Robert")
    log.commit()
    assert bob.answer("sit")["type"] == "ok"
    assert bob.answer("hello")["code"] == "house.keeps-seat"
    says(bob, "start", table=table)
    log.commit()
    assert bob.answer("start")["type"] == "ok"


def test_unfollowed_before_the_seat_was_there(stage: HouseStage, log: SlowLog) -> None:
    """Whoever follows a table no longer hears nothing more of it, even if a seat there was on its way."""
    anna, bob = stage.guest("Anna"), stage.guest("Bob")
    table = opened(anna, log)
    says(bob, "watch", table=table)
    says(bob, "sit", table=table)
    says(bob, "unwatch", table=table)
    assert bob.answer("unwatch")["type"] == "ok"
    bob.latest("snapshot")
    log.commit()
    assert bob.answer("sit")["type"] == "ok"
    assert bob.heard() == []
    assert table not in bob.dialect.watching
    stage.wait(60)
    log.commit()
    assert [seat.name for seat in stage.table.position.seats] == ["Anna"]


def test_a_table_that_is_refused_is_not_there(stage: HouseStage, log: SlowLog) -> None:
    """Who opens a table while a seat of theirs is on its way leaves no second table behind for others to sit at."""
    anna = stage.guest("Anna")
    says(anna, "open", game="splendor", cmd_id="first")
    tables = set(stage.house.tables)
    says(anna, "open", game="splendor")
    assert set(stage.house.tables) == tables
    log.commit()
    assert anna.answer("open")["code"] == "house.seat-pending"


def test_a_seat_taken_up_while_its_move_was_on_its_way(log: SlowLog) -> None:
    """The answer to a move of the connection that made way is nobody's any more."""
    stage = HouseStage(Settings(turn_seconds=30), log=log)
    peers, client_ids = {}, {}
    for nick in ("zofia", "jan"):
        peers[nick] = stage.connect("splendor-json")
        client_ids[nick] = json.loads(peers[nick].inbox.popleft())["set_client_id"]
        hello = {"request_type": "client_hello", "nick": nick, "client_id": client_ids[nick]}
        peers[nick].says(json.dumps(hello))
        log.commit()
    name = stage.table.position.seats[0].name
    mover, token = peers[name], client_ids[name]
    stage.wait(31)
    gems = {"request_type": "get_gems", "white": 1, "blue": 1, "green": 1, "client_id": token}
    mover.says(json.dumps(gems))
    back = stage.guest(mover.dialect.name, token=token)
    back.dialect.received(json.dumps({"type": "watch", "cmd_id": "watch", "table": stage.table.id}))
    assert not mover.gone, "it is only being closed"
    log.commit()
    assert mover.closed is not None
    assert back.latest("step")["kind"] == "skip"
