"""sagrada-json: what holds in every conversation, whatever is said in it."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bottega.games import sagrada
from bottega.games.core import IllegalMove
from bottega.games.sagrada import Place
from bottega.limits import LOST_TURN_SECONDS
from bottega.table.entries import Sitting
from bottega.table.house import Settings
from bottega.table.identity import key_of
from bottega.table.table import Table
from bottega.testing.sagrada import situation
from bottega.wire.core.framing import WriteUtf
from bottega.wire.sagrada_json import SagradaJson
from bottega.wire.sagrada_json.dialect import State
from bottega.wire.shared.sagrada import game, setup
from tests.wire.stage import Peer, SlowLog, Stage
from tests.wire.transcript import paths, play


def login(stage: Stage, name: str) -> Peer:
    """A connection that has given its name."""
    peer = stage.connect("sagrada-json", "")
    peer.says(json.dumps({"id": "login", "username": name}))
    return peer


def two_at_a_table(log: SlowLog | None = None) -> tuple[Stage, dict[int, Peer]]:
    """A game of two that has come to its first turn, and its players by their seats."""
    stage = Stage(Settings(lobby_seconds=5, turn_seconds=60), 5, log)
    peers = [login(stage, name) for name in ("ann", "bob")]
    _settle(log)
    stage.wait(5)
    _settle(log)
    for peer in peers:
        choose_first(stage.table, peer)
        _settle(log)
    return stage, {peer.dialect.seat: peer for peer in peers}


def _settle(log: SlowLog | None) -> None:
    if log is not None:
        log.commit()


def choose_first(table: Table, peer: Peer) -> None:
    """Choose the first window on offer."""
    window = sagrada.WINDOWS[game(table.position).players[peer.dialect.seat].offered[0]].name
    peer.says(json.dumps({"id": "window", "windowName": window}))


def heard(peer: Peer) -> list[dict[str, Any]]:
    """What a player was sent since they last listened."""
    messages = [json.loads(message) for message in peer.inbox]
    peer.inbox.clear()
    return messages


@pytest.mark.parametrize("path", paths("sagrada-json"), ids=lambda path: path.stem)
def test_id_is_the_first_key(path: Path) -> None:
    """Clients of the time look only at the first key to find out what a message is."""
    for who, way, text in play(path).said:
        if way == "<" and text.startswith("{"):
            assert text.startswith('{"id":"'), who


def brought_to(state: State) -> Peer:
    """A connection in that state, which has read everything."""
    stage = Stage(Settings(lobby_seconds=5, turn_seconds=60), 5)
    if state is State.ASKED:
        peer = stage.connect("sagrada-json")
    elif state in (State.WAITING, State.CHOOSING):
        peer, _ = login(stage, "ann"), login(stage, "bob")
        stage.wait(5 if state is State.CHOOSING else 0)
    else:
        stage, seated = two_at_a_table()
        peer = seated[1 if state is State.WATCHING else 0]
        if state is State.SUSPENDED:
            stage.wait(60)
        elif state is State.DRAWN:
            stage.set_state(situation(tools=(11, 2, 4)).to_text())
            peer.says('{"id":"toolcardA","num":11,"dieIndex":0,"action":0}')
    assert isinstance(peer.dialect, SagradaJson)
    assert peer.dialect.state is state
    peer.inbox.clear()
    return peer


@pytest.mark.parametrize("state", State)
def test_what_a_state_has_no_use_for_is_error_2(state: State) -> None:
    """A request without a row is refused in every state, and so is one that does not exist; nothing changes."""
    peer = brought_to(state)
    machine = SagradaJson.machine
    for request in [*sorted(machine.messages), "nothing", "", "LOGIN"]:
        if machine.row(state, request) is None:
            peer.says(json.dumps({"id": request, "username": "cat", "num": 7}))
            assert heard(peer) == [{"id": "error", "type": 2}]
    assert isinstance(peer.dialect, SagradaJson)
    assert peer.dialect.state is state


@pytest.mark.parametrize("state", [state for state in State if state is not State.SUSPENDED])
def test_reconnect_is_error_3_for_whoever_is_not_suspended(state: State) -> None:
    """It has an error of its own, whatever else is going on."""
    peer = brought_to(state)
    peer.says('{"id":"reconnect"}')
    assert heard(peer) == [{"id": "error", "type": 3}]


def test_private_objectives_go_to_their_owner_only() -> None:
    """An update names exactly one private objective, the receiver's own; so does show_table."""
    stage, seated = two_at_a_table()
    state = game(stage.table.position)
    colours = ["RED", "YELLOW", "GREEN", "BLUE", "PURPLE"]
    for seat, peer in seated.items():
        update = next(message for message in heard(peer) if message["id"] == "update")
        known = {player["id"]: player["playerObjective"] for player in update["players"] if "playerObjective" in player}
        mine = {"color": colours[state.players[seat].private[0]]}
        assert known == {seat: mine}
        peer.says('{"id":"show_table"}')
        assert heard(peer)[0]["privateObjective"] == mine


def test_what_others_may_not_know_changes_no_byte() -> None:
    """With every secret dealt anew, a player is sent the same bytes."""
    told = []
    for redealt in (False, True):
        stage, seated = two_at_a_table()
        if redealt:
            state = sagrada.redeal(game(stage.table.position), 0, bytes(31) + b"\x09")
            stage.set_state(state.to_text())
        for peer in seated.values():
            peer.inbox.clear()
        seated[0].says('{"id":"show_table"}')
        seated[0].says('{"id":"place","x":2,"y":3,"index":0}')
        seated[0].says('{"id":"pass"}')
        seated[1].says('{"id":"pass"}')
        told.append(list(seated[0].inbox))
    assert told[0] == told[1]


def test_a_refused_placement_changes_nothing() -> None:
    """Whatever place the rules refuse is error 2 and leaves the table as it was; whatever they allow is ok."""
    stage, seated = two_at_a_table()
    chance = Random(3)
    refused = accepted = 0
    for _ in range(500):
        state = game(stage.table.position)
        seat = sagrada.actors(state)[0]
        index, x, y = chance.randrange(len(state.pool)), chance.randrange(5), chance.randrange(4)
        seated[seat].inbox.clear()
        seated[seat].says(json.dumps({"id": "place", "x": x, "y": y, "index": index}))
        answer = heard(seated[seat])[0]
        try:
            after = sagrada.apply(state, seat, Place(state.pool[index], 5 * y + x))
        except IllegalMove:
            assert answer == {"id": "error", "type": 2}
            assert stage.table.position.state == state
            refused += 1
        else:
            assert answer == {"id": "ok"}
            assert stage.table.position.state == after
            accepted += 1
        if state.drafted or chance.random() < 0.05:
            seated[seat].says('{"id":"pass"}')
        if stage.table.position.finished:
            break
    assert refused > 50
    assert accepted > 10


def test_a_name_with_a_password_is_taken() -> None:
    """Nobody can use here the name of somebody who has an account, seated or not."""
    stage = Stage(Settings(), 1)
    stage.house.accounts.login("eve", "secret", lambda _: None)
    peer = login(stage, "eve")
    assert heard(peer) == [{"id": "login"}, {"id": "error", "type": 1}]


def test_a_seat_with_a_secret_is_not_given_to_a_name() -> None:
    """A browser's seat is guarded by its key, so its name alone does not bring it back."""
    stage = Stage(Settings(lobby_seconds=5), 5)
    table = stage.house.open("sagrada", setup(stage.house.settings))
    stage.house.reception.sit(table, Sitting("ann", key_of("secret")), None, lambda _: None)
    login(stage, "bob")
    stage.wait(5)
    assert table.position.started
    assert heard(login(stage, "ann"))[-1] == {"id": "error", "type": 1}


def test_the_original_profile_speaks_in_records() -> None:
    """The program of the time cuts messages by length; the default is one JSON object a line."""
    assert isinstance(SagradaJson.framing("original"), WriteUtf)
    assert SagradaJson.framing("").encode("{}") == b"{}\n"


def test_coming_back_while_the_turn_is_being_skipped() -> None:
    """A skip that was on its way to the disk when its player came back is no reason to suspend them."""
    log = SlowLog()
    stage, seated = two_at_a_table(log)
    for peer in seated.values():
        peer.inbox.clear()
    seated[0].drops()
    stage.wait(LOST_TURN_SECONDS)
    assert not stage.table.settled
    back = login(stage, "ann")
    assert [message["id"] for message in heard(back)] == ["login", "notification", "update"]
    log.commit()
    stage.settle()
    assert heard(back) == []
    assert stage.table.present("ann")
    assert {"id": "turn"} in heard(seated[1])


def test_a_die_drawn_before_the_connection_broke() -> None:
    """Whoever comes back while tool 11 is on its way to the disk is told the colour when it is drawn."""
    log = SlowLog()
    stage, seated = two_at_a_table(log)
    stage.set_state(situation(tools=(11, 2, 4)).to_text())
    seated[0].says('{"id":"toolcardA","num":11,"dieIndex":0,"action":0}')
    seated[0].drops()
    back = login(stage, "ann")
    assert [message["id"] for message in heard(back)] == ["login", "notification", "update"]
    log.commit()
    assert [message["id"] for message in heard(back)] == ["turn", "die_color"]
    back.says('{"id":"toolcardA","num":11,"dieIndex":0,"action":6}')
    log.commit()
    assert heard(back)[0] == {"id": "ok"}


def test_a_second_game_on_one_connection_has_turns_of_its_own() -> None:
    """What was told of a former game is no reason to be silent in another that somebody comes back to."""
    stage, seated = two_at_a_table()
    seated[1].says('{"id":"quit"}')
    heard(seated[0])
    others = [login(stage, name) for name in ("cat", "dan")]
    stage.wait(5)
    for peer in others:
        choose_first(stage.table, peer)
    first = min(others, key=lambda peer: peer.dialect.seat)
    name = first.dialect.name
    first.drops()
    seated[0].says(json.dumps({"id": "login", "username": name}))
    assert [message["id"] for message in heard(seated[0])] == ["notification", "update", "turn"]


@pytest.mark.parametrize("profile", ["", "original"])
def test_a_name_of_several_words_is_one_word_to_a_text_player(profile: str) -> None:
    """sagrada-text cuts at blanks and commas, so a name that has them is told with underlines."""
    stage = Stage(Settings(lobby_seconds=5), 5)
    text = stage.connect("sagrada-text", profile)
    text.says("LOGIN tom secret")
    jan = login(stage, "Jan, the second")
    stage.wait(5)
    text.inbox.clear()
    text.says("GET players")
    jan.drops()
    status, notice = text.inbox
    assert sorted(entry.split(",")[1:] for entry in status.split()[2:]) == [
        ["Jan__the_second", "PLAYING"],
        ["tom", "PLAYING"],
    ]
    assert len(notice.split()) == (4 if profile else 3)


def test_of_two_equal_dice_the_one_named_is_changed() -> None:
    """A tool changes the die at dieIndex, and place takes it from there, even if an equal die comes first."""
    stage, seated = two_at_a_table()
    state = situation(pool="R3 B2 R3", tools=(10, 2, 4))
    stage.set_state(state.to_text())
    seated[0].inbox.clear()
    seated[0].says('{"id":"toolcardA","num":10,"dieIndex":2,"action":0}')
    ok, update = heard(seated[0])
    assert ok == {"id": "ok"}
    assert [die["value"] for die in update["draft"]] == ["3", "2", "4"]
    seated[0].says('{"id":"place","x":2,"y":0,"index":0}')
    assert heard(seated[0]) == [{"id": "error", "type": 2}]
    seated[0].says('{"id":"place","x":2,"y":0,"index":2}')
    assert heard(seated[0])[0] == {"id": "ok"}


def test_quit_at_the_moment_of_the_start() -> None:
    """Whoever quits while the start is on its way to the disk has left the game for good, and is not waited for."""
    log = SlowLog()
    stage = Stage(Settings(lobby_seconds=5, turn_seconds=60), 5, log)
    ann, _ = login(stage, "ann"), login(stage, "bob")
    log.commit()
    stage.wait(5)
    ann.says('{"id":"quit"}')
    log.commit()
    result = stage.table.position.result
    assert result is not None
    assert result.reason == "walkover"
