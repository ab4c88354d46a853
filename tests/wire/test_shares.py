"""Whoever is over a limit is told so in their protocol's own words, and nothing has happened."""

from __future__ import annotations

import json
import re

import pytest

from bottega.limits import Shares
from bottega.table.quotas import Visitor
from tests.wire.stage import Peer, Stage

ADDRESS = "192.0.2.1"


def hello(peer: Peer, dialect: str, name: str = "Anna") -> str:
    """What such a client says first."""
    match dialect:
        case "splendor-json":
            found = re.search(r'"set_client_id":"([^"]*)"', peer.inbox[0])
            assert found is not None
            return json.dumps(
                {"request_type": "client_hello", "client_id": found[1], "nick": name, "client_version": "1"}
            )
        case "sagrada-text":
            return f"LOGIN {name} secret"
        case "sagrada-json":
            return json.dumps({"id": "login", "username": name})
        case "renaissance-events":
            return json.dumps({"type": "ReqJoin", "nickname": name})
        case "renaissance-json":
            return json.dumps({"type": "req_nickname", "nickname": name})
        case _:
            return json.dumps({"type": "RegisterResponse", "data": {"nickname": name}})


REFUSALS = {
    "splendor-json": '"you have opened many tables: open the next in 2 seconds"',
    "sagrada-text": "LOGIN ko",
    "sagrada-json": '{"id":"error","type":1}',
    "renaissance-json": "you have opened many tables: open the next in 2 seconds",
    "renaissance-steps": "you have opened many tables: open the next in 2 seconds",
}


@pytest.mark.parametrize("dialect", REFUSALS)
def test_tables_of_one_address(dialect: str) -> None:
    """A table too many is not opened, and its would-be player has no name; from elsewhere it is, and after a while."""
    stage = Stage()
    share = Shares().tables_per_address
    for number in range(share.burst):
        assert stage.house.quotas.ask_for_table(Visitor(ADDRESS, f"guest {number}")) is None
    peer = stage.connect(dialect)
    peer.address = ADDRESS
    said = hello(peer, dialect)
    peer.inbox.clear()
    peer.says(said)
    assert REFUSALS[dialect] in "\n".join(peer.inbox)
    assert not stage.house.tables
    assert not peer.dialect.name
    assert peer.closed is None
    assert stage.house.limits_hit["tables_per_address"] == 1
    stage.wait(share.seconds)
    peer.says(said)
    assert len(stage.house.tables) == 1


def test_a_refused_login_leaves_no_account() -> None:
    """Whoever may not open a table, or take a seat, has not taken the name from everybody by trying."""
    stage = Stage()
    for number in range(Shares().tables_per_address.burst):
        stage.house.quotas.ask_for_table(Visitor(ADDRESS, f"guest {number}"))
    for number in range(Shares().seats_per_address.burst):
        stage.house.quotas.ask_for_seat(Visitor(ADDRESS, f"guest {number}"))
    other = stage.connect("sagrada-text")
    for waits in (False, True):
        if waits:
            other.says("LOGIN Zoe secret")
        peer = stage.connect("sagrada-text")
        peer.address = ADDRESS
        peer.inbox.clear()
        peer.says("LOGIN Anna first")
        assert list(peer.inbox) == ["LOGIN ko"]
        assert not stage.house.accounts.owned("Anna")


@pytest.mark.parametrize("dialect", REFUSALS)
def test_seats_of_one_address(dialect: str) -> None:
    """Sitting down at others' tables is counted, since it is kept for good: a seat too many is not taken."""
    stage = Stage()
    host, peer = stage.connect(dialect), stage.connect(dialect)
    host.says(hello(host, dialect, "Zoe"))
    share = Shares().seats_per_address
    for number in range(share.burst):
        assert stage.house.quotas.ask_for_seat(Visitor(ADDRESS, f"guest {number}")) is None
    peer.address = ADDRESS
    said = hello(peer, dialect)
    peer.inbox.clear()
    peer.says(said)
    told = REFUSALS[dialect].replace("opened many tables: open the next in 2 seconds", _SEATED_FAST)
    assert told in "\n".join(peer.inbox)
    assert not peer.dialect.name
    assert peer.closed is None
    assert stage.house.limits_hit["seats_per_address"] == 1
    stage.wait(share.seconds)
    peer.says(said)
    assert stage.house.taken(peer.dialect.GAME, "Anna")


_SEATED_FAST = "taken many seats: take the next in 1 second"
