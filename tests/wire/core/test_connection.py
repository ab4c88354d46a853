"""Where a connection plays, as it comes and goes between the nodes of a house and while somebody else decides."""

from __future__ import annotations

import json

import pytest

from bottega.limits import ELSEWHERE_SECONDS
from tests.wire.house.stage import HouseStage
from tests.wire.neighbourhood import Neighbourhood
from tests.wire.stage import Peer, Stage


def hello(peer: Peer, client_id: str = "") -> str:
    """Ada says who she is, or comes back with what she was called before; what she is called."""
    called = json.loads(peer.inbox.popleft())["set_client_id"]
    client_id = client_id or called
    peer.says(json.dumps({"request_type": "client_hello", "client_id": client_id, "nick": "Ada"}))
    return client_id


@pytest.fixture
def street() -> Neighbourhood[Stage]:
    """Two nodes."""
    return Neighbourhood(Stage)


def _waiting(street: Neighbourhood[Stage]) -> tuple[Peer, str]:
    """Ada, who waits at a table of the first node, and her client_id."""
    peer = street.stages[0].connect("splendor-json")
    client_id = hello(peer)
    street.after(2)
    return peer, client_id


def _back(street: Neighbourhood[Stage], client_id: str) -> Peer:
    """Ada comes back on the second node."""
    peer = street.stages[1].connect("splendor-json")
    hello(peer, client_id)
    assert json.loads(peer.inbox[-1])["result"] == "ok"
    return peer


def test_who_is_back_elsewhere_before_the_start_has_the_seat(street: Neighbourhood[Stage]) -> None:
    """The node of the connection before does not give the seat up before it can know where its player is."""
    former, client_id = _waiting(street)
    peer = _back(street, client_id)
    former.drops()
    street.after(ELSEWHERE_SECONDS + 1)
    assert peer.dialect.seat == 0
    assert peer.closed is None
    other = street.stages[0].connect("splendor-json")
    called = json.loads(other.inbox.popleft())["set_client_id"]
    other.says(json.dumps({"request_type": "client_hello", "client_id": called, "nick": "Bob"}))
    street.after(1)
    assert peer.dialect.position.started
    assert {seat.name for seat in peer.dialect.position.seats} == {"Ada", "Bob"}


def test_who_comes_back_elsewhere_soon_after_has_the_seat(street: Neighbourhood[Stage]) -> None:
    """A connection that breaks in a waiting room of several nodes costs no seat, if its player is quick."""
    former, client_id = _waiting(street)
    former.drops()
    street.after(0.5)
    peer = _back(street, client_id)
    street.after(ELSEWHERE_SECONDS + 1)
    assert peer.dialect.seat == 0


def test_who_comes_back_nowhere_has_no_seat(street: Neighbourhood[Stage]) -> None:
    """Nobody waits for them for long."""
    former, _ = _waiting(street)
    former.drops()
    street.after(ELSEWHERE_SECONDS + 1)
    assert [stage.house.holder("splendor", "Ada") for stage in street.stages] == [None, None]


def test_whose_seat_was_given_up_all_the_same_is_shown_out(street: Neighbourhood[Stage]) -> None:
    """Where nodes could not hear of each other nobody stays at a table without a seat: the connection is closed."""
    former, client_id = _waiting(street)
    street.boards[1].away = True
    for bus in street.buses:
        bus.hear = lambda messages: None
    peer = _back(street, client_id)
    former.drops()
    street.after(8)
    assert peer.closed == "the seat was given up"
    assert peer.dialect.table is None
    again = street.stages[1].connect("splendor-json")
    hello(again)
    assert json.loads(again.inbox[-1])["result"] == "ok"


def test_whom_the_host_removes_is_shown_out() -> None:
    """Whoever has no seat any more is not told of a game that is none of theirs."""
    stage = HouseStage()
    anna = stage.guest("Anna")
    options = {"reserve_limit": 1, "blind_reserve": False, "return_gold": False}
    table = anna.does("open", game="splendor", seats=3, options=options)["table"]
    peer = stage.connect("splendor-json")
    hello(peer)
    assert peer.dialect.seat == 1
    anna.does("remove", table=table, name="Ada")
    assert peer.closed == "the seat was given up"
