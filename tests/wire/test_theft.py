"""Nobody takes a seat or a name that is somebody else's: every protocol against every other, in every situation.

A *victim* plays a game by some protocol; a *thief* comes by another (or the same) under the victim's name, with
nothing, with a wrong secret or with a password of their own. What a protocol without any secret lets in is in ``BARE``:
by the name alone, the seat of somebody who is not there and had nothing but a name either.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from itertools import product
from typing import NamedTuple

import pytest

from bottega.games import GAMES
from bottega.table.house import Settings
from tests.wire.house.stage import Guest, HouseStage
from tests.wire.stage import Peer, SlowLog

NAME, PARTNER = "Victim", "Partner"
PASSWORD, EVIL = "mine", "evil"
SETTINGS = Settings(seats=2, lobby_seconds=1.0, turn_seconds=600.0, ping_seconds=1000.0)


# -- coming in, by each protocol --------------------------------------------------------------------------------------


def splendor_json(stage: HouseStage, name: str, secret: str = "") -> Peer:
    """Say hello with the client_id given here, or with another."""
    peer = stage.connect("splendor-json")
    client_id = secret or json.loads(peer.inbox[0])["set_client_id"]
    peer.says(json.dumps({"request_type": "client_hello", "client_id": client_id, "nick": name}))
    return peer


def splendor_original(stage: HouseStage, name: str, secret: str = "") -> Peer:
    """Say hello at a window of the time, which has a new client_id whenever it is started."""
    peer = stage.connect("splendor-json", "original")
    client_id = json.loads(peer.inbox[0])["set_client_id"]
    peer.says(json.dumps({"request_type": "client_hello", "client_id": client_id, "set_nick": name}))
    return peer


def sagrada_json(stage: HouseStage, name: str, secret: str = "", profile: str = "") -> Peer:
    """Log in by a name."""
    peer = stage.connect("sagrada-json", profile)
    peer.says(json.dumps({"id": "login", "username": name}))
    return peer


def sagrada_text(stage: HouseStage, name: str, secret: str = EVIL, profile: str = "") -> Peer:
    """Log in by a name and a password, which is the name's if it has none."""
    peer = stage.connect("sagrada-text", profile)
    peer.says(f"LOGIN {name} {secret}")
    return peer


def renaissance_json(stage: HouseStage, name: str, secret: str = "") -> Peer:
    """Give a nickname, and the number of players if that is asked."""
    peer = stage.connect("renaissance-json")
    peer.says(json.dumps({"type": "req_nickname", "nickname": name}))
    if name in (NAME, PARTNER) and '"isFirst":true' in "".join(peer.inbox):
        peer.says(json.dumps({"type": "req_players_count", "count": 2}))
    return peer


def renaissance_steps(stage: HouseStage, name: str, secret: str = "", profile: str = "") -> Peer:
    """Give a nickname, and the number of players if that is asked."""
    peer = stage.connect("renaissance-steps", profile)
    peer.says(json.dumps({"type": "RegisterResponse", "data": {"nickname": name}}))
    if "PlayerNumberRequest" in "".join(peer.inbox):
        number = "nPlayers" if profile else "number"
        peer.says(json.dumps({"type": "PlayerNumberResponse", "data": {number: 2}}))
    return peer


def renaissance_events(stage: HouseStage, name: str, secret: str = "") -> Peer:
    """Join by a nickname, and say how many play if that is asked."""
    peer = stage.connect("renaissance-events")
    peer.says(json.dumps({"type": "ReqJoin", "nickname": name}))
    if name in (NAME, PARTNER) and f'"canPrepareNewGame":"{name}"' in "".join(peer.inbox):
        peer.says(json.dumps({"type": "ReqNewGame", "playersCount": 2}))
    return peer


def guest(stage: HouseStage, name: str, **fields: str) -> Guest:
    """Say hello in a browser, then try to sit down everywhere and to take up every seat there is."""
    visitor = stage.visitor()
    visitor.asks("hello", name=name, **fields)
    for table in list(stage.house.tables):
        visitor.asks("watch", table=table)
        visitor.asks("sit", table=table)
    return visitor


Enter = Callable[..., Peer]

DIALECTS: dict[str, tuple[str, Enter]] = {
    "splendor-json": ("splendor", splendor_json),
    "splendor-json+original": ("splendor", splendor_original),
    "sagrada-json": ("sagrada", sagrada_json),
    "sagrada-json+original": ("sagrada", partial(sagrada_json, profile="original")),
    "sagrada-text": ("sagrada", sagrada_text),
    "sagrada-text+original": ("sagrada", partial(sagrada_text, profile="original")),
    "renaissance-json": ("renaissance", renaissance_json),
    "renaissance-steps": ("renaissance", renaissance_steps),
    "renaissance-steps+original": ("renaissance", partial(renaissance_steps, profile="original")),
    "renaissance-events": ("renaissance", renaissance_events),
}


def _as_victim(enter: Enter, stage: HouseStage) -> Peer:
    return enter(stage, NAME)


THIEVES: dict[str, Callable[[HouseStage], Peer]] = {
    **{name: partial(_as_victim, enter) for name, (_, enter) in DIALECTS.items()},
    "splendor-json, guessed id": lambda stage: splendor_json(stage, NAME, "a guess"),
    "house": lambda stage: guest(stage, NAME),
    "house, guessed token": lambda stage: guest(stage, NAME, token="a guess of a token"),
    "house, password": lambda stage: guest(stage, NAME, password=EVIL),
    "house, guessed token and password": lambda stage: guest(stage, NAME, token="a guess of a token", password=EVIL),
}

WITH_NAMES = ("renaissance-json", "renaissance-steps", "renaissance-events")
BARE = {
    ("splendor-json+original", "splendor-json+original"),
    *product(("sagrada-json", "sagrada-json+original"), repeat=2),
    *product((*WITH_NAMES, "renaissance-steps+original"), WITH_NAMES),
    ("renaissance-steps+original", "renaissance-steps+original"),
}
"""Victims whose seat the thief's protocol brings back by the name alone, once nobody plays there.

(Only a seat that was taken with the client of 2021, which is shown whole piles, comes back with it.)
"""


class Scene(NamedTuple):
    """A victim at a table."""

    table: str
    victim: Peer
    comes_back: Callable[[], Peer]


def by_dialect(name: str) -> Callable[[HouseStage], Scene]:
    """The victim plays by one of the six protocols."""

    def play(stage: HouseStage) -> Scene:
        _, enter = DIALECTS[name]
        victim = enter(stage, NAME, *([PASSWORD] if name.startswith("sagrada-text") else []))
        client_id = json.loads(victim.inbox[0])["set_client_id"] if name == "splendor-json" else ""
        enter(stage, PARTNER)
        stage.wait(2.0)
        secret = [PASSWORD] if name.startswith("sagrada-text") else [client_id] if client_id else []
        return Scene(stage.table.id, victim, lambda: enter(stage, NAME, *secret))

    return play


def by_house(game: str, **proof: str) -> Callable[[HouseStage], Scene]:
    """The victim plays in a browser, with nothing but a token or with a password too."""

    def play(stage: HouseStage) -> Scene:
        victim, partner = stage.guest(NAME, **proof), stage.guest(PARTNER)
        table = victim.does("open", game=game, seats=2)["table"]
        partner.does("sit", table=table)
        victim.does("start", table=table)

        def comes_back() -> Guest:
            again = stage.guest(NAME, **(proof or {"token": victim.token}))
            again.does("watch", table=table)
            return again

        return Scene(table, victim, comes_back)

    return play


VICTIMS: dict[str, Callable[[HouseStage], Scene]] = {
    **{name: by_dialect(name) for name in DIALECTS},
    **{f"house ({game})": by_house(game) for game in GAMES},
    **{f"house with password ({game})": by_house(game, password=PASSWORD) for game in GAMES},
}


def _stays(stage: HouseStage, scene: Scene) -> None:
    """The victim is connected and plays."""


def _drops(stage: HouseStage, scene: Scene) -> None:
    """The victim's connection is gone just now."""
    scene.victim.drops()


def _is_away(stage: HouseStage, scene: Scene) -> None:
    """The victim is gone for a while."""
    scene.victim.drops()
    stage.wait(30.0)


def _finds_a_restart(stage: HouseStage, scene: Scene) -> None:
    """The house has been restarted, and nobody is back yet."""
    stage.restart()


SITUATIONS = {"connected": _stays, "dropped": _drops, "away": _is_away, "restarted": _finds_a_restart}


@pytest.mark.parametrize(("victim", "thief", "situation"), list(product(VICTIMS, THIEVES, SITUATIONS)))
def test_nobody_takes_anothers_seat(victim: str, thief: str, situation: str) -> None:
    """The seat goes to nobody else, the name gets no password but its owner's, and the victim still comes back."""
    stage = HouseStage(SETTINGS)
    stage.connect("sagrada-json")  # (somebody has to be there for the room's timers)
    scene = VICTIMS[victim](stage)
    SITUATIONS[situation](stage, scene)
    password = stage.log.password(NAME)
    came = THIEVES[thief](stage)
    table = stage.house.find(scene.table)
    assert table is not None
    assert table.position.started
    if (victim, thief) in BARE and situation != "connected":
        assert table.attendance.keepers[NAME] is came.dialect
        return
    assert table.attendance.keepers.get(NAME) is not came.dialect
    if situation == "connected":
        assert table.attendance.keepers[NAME] is scene.victim.dialect
    assert stage.log.password(NAME) == password
    came.drops()
    if situation == "connected":
        scene.victim.drops()
    again = scene.comes_back()
    assert table.attendance.keepers.get(NAME) is again.dialect


def _queues(stage: HouseStage) -> Peer:
    """The victim stands in Renaissance's queue while somebody thinks about the number of players."""
    partner = stage.connect("renaissance-json")
    partner.says(json.dumps({"type": "req_nickname", "nickname": PARTNER}))
    victim = renaissance_json(stage, NAME)
    assert stage.house.taken("renaissance", NAME)
    assert stage.house.holder("renaissance", NAME) is None
    return victim


@pytest.mark.parametrize("thief", THIEVES)
def test_nobody_takes_a_name_from_the_queue(thief: str) -> None:
    """Who waits for a table has a name already: no password claims it, and nobody else is seated by it."""
    stage = HouseStage(SETTINGS)
    victim = _queues(stage)
    came = THIEVES[thief](stage)
    assert stage.log.password(NAME) is None
    came.drops()
    stage.peers[0].says(json.dumps({"type": "req_players_count", "count": 2}))
    table = stage.house.holder("renaissance", NAME)
    assert table is not None
    assert table.attendance.keepers[NAME] is victim.dialect


@pytest.mark.parametrize(("name", "thief"), list(product(DIALECTS, THIEVES)))
def test_nobody_takes_a_name_on_its_way_to_the_disk(name: str, thief: str) -> None:
    """While a seat is being written its name is taken: no password is set on it, and nobody else gets the seat."""
    log = SlowLog()
    stage = HouseStage(SETTINGS, log=log)
    game, enter = DIALECTS[name]
    victim = enter(stage, NAME, *([PASSWORD] if name.startswith("sagrada-text") else []))
    password = log.password(NAME)
    if isinstance(came := _hasty(stage, thief), Guest):
        came.inbox.clear()
    log.commit()
    table = stage.house.holder(game, NAME)
    assert table is not None
    assert table.attendance.keepers[NAME] is victim.dialect
    assert log.password(NAME) == password


def _hasty(stage: HouseStage, thief: str) -> Peer:
    """The thief comes before the disk has answered anybody; a browser only says hello."""
    if not thief.startswith("house"):
        return THIEVES[thief](stage)
    visitor = stage.visitor()
    proof = {"password": EVIL} if "password" in thief else {}
    proof |= {"token": "a guess of a token"} if "token" in thief else {}
    visitor.says(json.dumps({"type": "hello", "cmd_id": "1", "name": NAME, **proof}))
    return visitor


@pytest.mark.parametrize("name", ["splendor-json", "renaissance-json", "renaissance-steps"])
def test_an_account_is_no_skeleton_key(name: str) -> None:
    """A password set by way of another game's protocol opens no seat: it is not even set while the name is in use."""
    stage = HouseStage(SETTINGS)
    scene = VICTIMS[name](stage)
    thief = sagrada_text(stage, NAME, EVIL)
    assert list(thief.inbox)[-1] == "LOGIN ko"
    assert not stage.house.accounts.owned(NAME)
    browser = stage.visitor()
    browser.fails("hello", "table.name-in-use", name=NAME, password=EVIL)
    browser.does("watch", table=scene.table)
    assert browser.latest("snapshot")["you"] is None
    assert stage.house.tables[scene.table].attendance.keepers[NAME] is scene.victim.dialect


@pytest.mark.parametrize("name", ["splendor-json", "renaissance-json"])
def test_an_account_from_elsewhere_proves_no_older_seat(name: str) -> None:
    """Even an account that came to be all the same (say, on a copy of the log) proves no seat taken without it."""
    stage = HouseStage(SETTINGS)
    scene = VICTIMS[name](stage)
    stage.log.register(NAME, stage.house.accounts._hasher.hash(EVIL), lambda fault: None)
    browser = stage.guest(NAME, password=EVIL)
    browser.does("watch", table=scene.table)
    assert browser.latest("snapshot")["you"] is None
    browser.fails("act", "house.not-seated", table=scene.table, actions=["pass"])
    assert stage.house.tables[scene.table].attendance.keepers[NAME] is scene.victim.dialect


def test_a_browsers_name_is_not_taken_while_it_looks_around() -> None:
    """A guest who is here and sits nowhere keeps the name: by no protocol can another sit down by it."""
    for name, (game, enter) in DIALECTS.items():
        stage = HouseStage(SETTINGS)
        stage.guest(NAME)
        enter(stage, NAME)
        assert not stage.house.taken(game, NAME), name
        assert stage.log.password(NAME) is None


def test_look_alikes_stay_out() -> None:
    """``bob`` with a blank at its end, an invisible character or another spelling is not another bob."""
    stage = HouseStage(SETTINGS)
    sagrada_json(stage, "Zo\u00e9")
    for name in ("Zo\u00e9 ", "Zo\u00e9\u200b", "Zo\u00e9\u3164", "Zoe\u0301"):
        thief = sagrada_json(stage, name)
        assert json.loads(thief.inbox[-1]) == {"id": "error", "type": 1}
    assert [seat.name for seat in stage.table.position.seats] == ["Zo\u00e9"]
