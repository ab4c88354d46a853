"""What a client of some time has to be shown although the rules hide it is said before the game, to everybody."""

from __future__ import annotations

import json
from itertools import chain
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bottega.table.house import Settings
from bottega.wire import DIALECTS
from bottega.wire.core.profile import GIVEN_AWAY, admission
from tests.wire.house.stage import HouseStage
from tests.wire.stage import Peer

ROOT = Path(__file__).parents[3]
ORIGINAL = ("renaissance-steps", "original")
SAID = admission("bob", ["piles"])

GIVERS = [
    (name, profile) for name, dialect in DIALECTS.items() for profile in dialect.PROFILES
    if dialect.PROFILES[profile].gives_away
]  # fmt: skip


def _steps(stage: HouseStage, name: str, profile: str = "", number: int = 0) -> Peer:
    peer = stage.connect("renaissance-steps", profile)
    peer.says(json.dumps({"type": "RegisterResponse", "data": {"nickname": name}}))
    if number:
        peer.says(json.dumps({"type": "PlayerNumberResponse", "data": {"number": number}}))
    return peer


def _json(stage: HouseStage, name: str, count: int = 0) -> Peer:
    peer = stage.connect("renaissance-json")
    peer.says(json.dumps({"type": "req_nickname", "nickname": name}))
    if count:
        peer.says(json.dumps({"type": "req_players_count", "count": count}))
    return peer


def _drop_steps(peer: Peer, started_by: str) -> int:
    """How many messages came before the game did."""
    return next(number for number, text in enumerate(peer.inbox) if started_by in text)


def test_those_who_wait_are_told() -> None:
    """Whoever sits there already, whoever comes later, and whoever looks on is told before the game."""
    stage = HouseStage(Settings())
    with capture_logs() as logs:
        ann = _steps(stage, "ann", number=4)
        bob = _steps(stage, "bob", "original")
        watcher = stage.visitor()
        watcher.does("watch", table=stage.table.id)
        watcher.does("lobby")
        cat, dan = _steps(stage, "cat"), _json(stage, "dan")
    for peer in (ann, cat):
        told = [number for number, text in enumerate(peer.inbox) if SAID in text]
        assert len(told) == 1
        assert told[0] < _drop_steps(peer, "StartGameUpdate")
    (status,) = [number for number, text in enumerate(dan.inbox) if SAID in text]
    assert status < _drop_steps(dan, "offer_leader")
    assert not any("client is shown" in text for text in bob.inbox)
    heard = watcher.heard()
    (table,) = next(message for message in reversed(heard) if message["type"] == "lobby")["tables"]
    snapshot = next(message for message in heard if message["type"] == "snapshot")
    for seats in (table["seats"], snapshot["seats"]):
        assert {seat["name"]: seat.get("gives_away") for seat in seats if "gives_away" in seat} == {"bob": ["piles"]}
    assert [(line["name"], line["what"]) for line in logs if line["event"].startswith("a client is shown")] == [
        ("bob", ("piles",))
    ]


def test_it_is_kept_with_the_seat() -> None:
    """After a restart it is still known who saw what; nobody's other seat says so."""
    stage = HouseStage(Settings())
    _steps(stage, "ann", number=2)
    _steps(stage, "bob", "original")
    stage.restart()
    seats = stage.table.position.seats
    assert {seat.name: seat.gives_away for seat in seats} == {"ann": (), "bob": ("piles",)}


def test_nobody_comes_back_seeing_more() -> None:
    """A seat taken with the document's client is not brought back with one that is shown whole piles."""
    stage = HouseStage(Settings())
    ann = _steps(stage, "ann", number=2)
    bob = _steps(stage, "bob")
    bob.drops()
    again = _steps(stage, "bob", "original")
    assert "nobody at the table was told" in " ".join(again.inbox)
    assert not any("cardMatrix" in text for text in again.inbox)
    assert "bob" not in stage.table.attendance.keepers
    ann.inbox.clear()
    assert stage.table.attendance.keepers.keys() == {"ann"}
    once_more = _steps(stage, "bob")
    assert stage.table.attendance.keepers["bob"] is once_more.dialect


@pytest.mark.parametrize("profile", ["", "original"])
def test_whoever_was_announced_comes_back(profile: str) -> None:
    """A seat of which everybody was told is brought back by that client, and by one that is shown less."""
    stage = HouseStage(Settings())
    _steps(stage, "ann", number=2)
    _steps(stage, "bob", "original").drops()
    again = _steps(stage, "bob", profile)
    assert stage.table.attendance.keepers["bob"] is again.dialect


@pytest.mark.parametrize(("dialect", "profile"), GIVERS)
def test_the_page_of_a_protocol_says_it(dialect: str, profile: str) -> None:
    """Every profile that gives something away says what, on its page, in the words the players are told."""
    page = " ".join((ROOT / "docs" / "protocols" / f"{dialect}.md").read_text(encoding="utf-8").split())
    for part in DIALECTS[dialect].PROFILES[profile].gives_away:
        assert GIVEN_AWAY[part] in page


def test_nothing_else_is_given_away() -> None:
    """The words for what is given away are those in use, and only the client of the time is shown anything."""
    assert ORIGINAL in GIVERS
    assert all(profile for _, profile in GIVERS)
    used = chain.from_iterable(DIALECTS[name].PROFILES[profile].gives_away for name, profile in GIVERS)
    assert set(used) == set(GIVEN_AWAY)
