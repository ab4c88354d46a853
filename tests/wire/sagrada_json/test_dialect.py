"""sagrada-json: what holds in every conversation, whatever is said in it."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random

import pytest

from bottega.games import sagrada
from bottega.games.core import IllegalMove
from bottega.games.sagrada import Place
from bottega.limits import LOST_TURN_SECONDS
from bottega.store.log import Done
from bottega.store.memory import MemoryLog
from bottega.table.entries import Sitting
from bottega.table.house import Settings, key_of
from bottega.testing.sagrada import situation
from bottega.wire.core.framing import WriteUtf
from bottega.wire.sagrada_json.dialect import SagradaJson
from bottega.wire.sagrada_json.tools import LETTERS, right_letter
from bottega.wire.shared.sagrada import game, setup
from tests.wire.stage import Peer, Stage
from tests.wire.transcript import paths, play

STATES = sorted({state for state, _ in SagradaJson.REQUESTS})
REQUESTS = sorted({request for _, request in SagradaJson.REQUESTS})

LETTER_OF = {1: "A", 2: "B", 3: "B", 4: "C", 5: "A", 6: "A", 7: "E", 8: "D", 9: "D", 10: "A", 11: "A", 12: "C"}
"""The document's headings: which message uses which tool."""


def login(stage: Stage, name: str) -> Peer:
    """A connection that has given its name."""
    peer = stage.connect("sagrada-json", "")
    peer.says(json.dumps({"id": "login", "username": name}))
    return peer


def two_at_a_table() -> tuple[Stage, dict[int, Peer]]:
    """A game of two that has come to its first turn, and its players by their seats."""
    stage = Stage(Settings(lobby_seconds=5, turn_seconds=60), 5)
    peers = [login(stage, name) for name in ("ann", "bob")]
    stage.wait(5)
    seated = {peer.dialect.seat: peer for peer in peers}
    for seat, peer in seated.items():
        window = sagrada.WINDOWS[game(stage.table.position).players[seat].offered[0]].name
        peer.says(json.dumps({"id": "window", "windowName": window}))
    return stage, seated


def heard(peer: Peer) -> list[dict[str, object]]:
    """What a player was sent since they last listened."""
    messages = [json.loads(message) for message in peer.inbox]
    peer.inbox.clear()
    return messages


@pytest.mark.parametrize("path", paths("sagrada-json"), ids=lambda path: path.stem)
def test_id_is_the_first_key(path) -> None:
    """Clients of the time look only at the first key to find out what a message is."""
    for who, way, text in play(path).said:
        if way == "<" and text.startswith("{"):
            assert text.startswith('{"id":"'), who


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("request_id", REQUESTS)
def test_every_request_has_an_answer_in_every_state(state: str, request_id: str) -> None:
    """A request that a state has no use for is error 2, reconnect where nobody is suspended error 3."""
    stage = Stage(Settings(), 1)
    peer = stage.connect("sagrada-json", "")
    method = SagradaJson.REQUESTS.get((state, request_id))
    if method not in (None, "_not_suspended"):
        assert callable(getattr(SagradaJson, method))
        return
    peer.dialect.state = state
    peer.inbox.clear()
    peer.says(json.dumps({"id": request_id}))
    assert heard(peer) == [{"id": "error", "type": 2 if method is None else 3}]


@pytest.mark.parametrize("number", range(-1, 14))
@pytest.mark.parametrize("letter", "ABCDE")
def test_each_tool_has_its_own_message(number: int, letter: str) -> None:
    """Tools 1, 5, 6, 10 and 11 are used with A, 2 and 3 with B, 4 and 12 with C, 8 and 9 with D, 7 with E."""
    shape = LETTERS[f"toolcard{letter}"]
    fields = dict.fromkeys(shape.__struct_fields__, 0) | {"num": number}
    assert right_letter(shape(**fields)) == (LETTER_OF.get(number) == letter)


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
            table = stage.table
            state = sagrada.redeal(table.position.state, 0, bytes(31) + b"\x09")
            stage.set_state(sagrada.write_state(state))
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
    stage.house.sit(table, Sitting("ann", key_of("secret")), None, lambda _: None)
    login(stage, "bob")
    stage.wait(5)
    assert table.position.started
    assert heard(login(stage, "ann"))[-1] == {"id": "error", "type": 1}


def test_the_original_profile_speaks_in_records() -> None:
    """The program of the time cuts messages by length; the default is one JSON object a line."""
    assert isinstance(SagradaJson.framing("original"), WriteUtf)
    assert SagradaJson.framing("").encode("{}") == b"{}\n"


class SlowLog(MemoryLog):
    """A log that reports nothing durable until it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.slow = False
        self._reports: list[Callable[[], None]] = []

    def append(self, table, entries, done: Done, **rest) -> None:  # type: ignore[no-untyped-def]
        """Take the entries; keep the report back while it is slow."""
        fault = self._append(table, entries, rest.get("charter"), rest.get("finished", False))
        self._reports.append(lambda: done(fault))
        if not self.slow:
            self.report()

    def report(self) -> None:
        """Report all that was kept back."""
        while self._reports:
            self._reports.pop(0)()


def test_coming_back_while_the_turn_is_being_skipped() -> None:
    """A skip that was on its way to the disk when its player came back is no reason to suspend them."""
    stage, seated = two_at_a_table()
    log = SlowLog()
    table = stage.table
    log._charters, log._entries = stage.house.log._charters, stage.house.log._entries
    table._log = log
    log.slow = True
    seated[0].drops()
    stage.wait(LOST_TURN_SECONDS)
    assert not table.settled
    back = login(stage, "ann")
    assert [message["id"] for message in heard(back)] == ["login", "notification", "update"]
    log.report()
    stage.settle()
    assert heard(back) == []
    assert table.present("ann")
    assert {"id": "turn"} in heard(seated[1])


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
    stage.set_state(sagrada.write_state(state))
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
    log.slow = True
    stage.wait(5)
    ann.says('{"id":"quit"}')
    log.report()
    result = stage.table.position.result
    assert result is not None
    assert result.reason == "walkover"
