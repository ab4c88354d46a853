"""Where a connection plays, as it comes and goes between the nodes of a house and while somebody else decides."""

from __future__ import annotations

import json

import pytest

from bottega.limits import DORMANT_SECONDS, ELSEWHERE_SECONDS
from tests.wire.house.stage import HouseStage
from tests.wire.neighbourhood import Neighbourhood
from tests.wire.stage import Peer, Stage
from trials.simulation.logs import NodeLog


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


def _named(street: Neighbourhood[Stage], node: int, name: str) -> Peer:
    """Somebody comes to a node for a game of Renaissance."""
    peer = street.stages[node].connect("renaissance-json")
    peer.says(json.dumps({"type": "req_nickname", "nickname": name}))
    return peer


def _first(peer: Peer) -> list[bool]:
    """Whether somebody was asked for the number of players, each time they were told."""
    return [json.loads(text)["isFirst"] for text in peer.inbox if "isFirst" in text]


def test_who_comes_second_to_another_node_is_told_to_wait(street: Neighbourhood[Stage]) -> None:
    """However soon after the first they come: as soon as it is known that somebody else is asked for the number."""
    street.boards[1].instant = False
    ann, bob = _named(street, 0, "Ann"), _named(street, 1, "Bob")
    street.boards[1].instant = True
    street.boards[1].settle()
    street.after(2)
    assert (_first(ann), _first(bob)) == ([True], [False])


@pytest.mark.parametrize("node", [0, 1])
def test_who_was_asked_and_left_at_once_holds_nobody_up(street: Neighbourhood[Stage], node: int) -> None:
    """The next is asked as soon as the first can no longer be on another node."""
    _named(street, 0, "Ann").drops()
    street.after(1)
    bob = _named(street, node, "Bob")
    street.after(ELSEWHERE_SECONDS + 2)
    assert _first(bob)[-1]


def test_nobody_is_told_of_a_game_that_cannot_be_read_that_it_is_lost(street: Neighbourhood[Stage]) -> None:
    """Where the log is away, whoever comes back to a game is told that, and not to give up what proves their seat."""
    here, there = street.stages
    ann, bob = here.connect("splendor-json"), here.connect("splendor-json")
    client_id = hello(ann)
    street.after(1)
    called = json.loads(bob.inbox.popleft())["set_client_id"]
    bob.says(json.dumps({"request_type": "client_hello", "client_id": called, "nick": "Bob"}))
    street.after(DORMANT_SECONDS + 60)
    log = there.house.log
    assert isinstance(log, NodeLog)
    log.away = True
    peer = there.connect("splendor-json")
    hello(peer, client_id)
    street.after(1)
    assert "cannot be saved" in json.loads(peer.inbox[-1])["message"]
    log.away = False
    street.after(2)
    again = there.connect("splendor-json")
    hello(again, client_id)
    street.after(1)
    assert again.dialect.table is not None
