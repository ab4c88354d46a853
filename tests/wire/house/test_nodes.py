"""The house protocol on two nodes: what concerns everybody at a table is told to everybody, wherever they are."""

from __future__ import annotations

import json

import pytest

from bottega.limits import DOOR_SECONDS, GONE_SECONDS
from tests.table.authenticator import Authenticator
from tests.wire.house.stage import Guest, HouseStage
from tests.wire.neighbourhood import Neighbourhood


class Street(Neighbourhood[HouseStage]):
    """Two nodes of a house: Anna has opened a table on the one, Bob plays there on the other."""

    def __init__(self) -> None:
        super().__init__(HouseStage)
        self.here, self.there = self.stages
        self.anna, self.bob = self.here.guest("Anna"), self.there.guest("Bob")
        self.table = self.anna.does("open", game="splendor", seats=2, turn_seconds=0, absent="wait")["table"]
        self.after(1)
        self.bob.does("sit", table=self.table)
        self.after(1)
        self.anna.does("start", table=self.table)
        self.after(1)
        self.anna.heard(), self.bob.heard()


@pytest.fixture
def street() -> Street:
    """A game over two nodes."""
    return Street()


def _told(guest: Guest, kind: str) -> list[dict[str, object]]:
    return [message for message in guest.heard() if message["type"] == kind]


def test_what_is_said(street: Street) -> None:
    """A line is heard once on every node, in the order of the store."""
    street.anna.does("chat", table=street.table, text="one")
    street.bob.does("chat", table=street.table, text="two")
    street.after(2)
    for guest in (street.anna, street.bob):
        assert [line["text"] for line in _told(guest, "chat")] == ["one", "two"]


def test_a_question_and_its_answer(street: Street) -> None:
    """What one asks on a node another answers on the next; an answer to a question that is no more is refused."""
    street.anna.does("propose", table=street.table, what="pause")
    street.after(1)
    first = street.there.table.position.ballot
    assert first is not None
    street.anna.does("vote", table=street.table, yes=False)
    street.anna.does("propose", table=street.table, what="end")
    street.bob.fails("vote", "table.other-question", table=street.table, yes=True, ballot=first.seq)
    street.after(1)
    second = street.there.table.position.ballot
    assert second is not None
    street.bob.does("vote", table=street.table, yes=True, ballot=second.seq)
    street.after(1)
    assert street.here.table.position.finished


def test_a_seat_is_freed(street: Street) -> None:
    """That the host has made a code for somebody's seat is told on every node; any node takes the code."""
    cyd = street.there.guest("Cyd")
    cyd.does("watch", table=street.table)
    street.bob.drops()
    street.after(GONE_SECONDS + 2)
    code = street.anna.does("free", table=street.table, name="Bob")["code"]
    street.after(1)
    for guest in (street.anna, cyd):
        assert [(told["name"], told["by"]) for told in _told(guest, "freed")] == [("Bob", "Anna")]
    found = street.there.visitor().does("redeem", code=code)
    street.after(1)
    street.here.visitor().fails("hello", "table.wrong-token", name="Bob", token=street.bob.token)
    street.here.guest("Bob", token=found["token"]).does("watch", table=street.table)


def test_who_is_here_on_another_node_is_not_lost(street: Street) -> None:
    """Whoever has left the table but is in the house loses no seat, on whichever node they are."""
    street.bob.does("unwatch", table=street.table)
    street.after(GONE_SECONDS + 2)
    street.anna.fails("free", "table.seat-not-lost", table=street.table, name="Bob")


def test_a_passkey_of_another_node(street: Street) -> None:
    """A name that is kept by a passkey needs it on every node, and is proven by it there."""
    site = "https://games.example"
    device, anna = Authenticator(site), street.anna
    anna.dialect.site = site
    anna.does("keep_passkey", credential=device.makes(anna.does("ask_passkey")["options"]))
    street.after(1)
    elsewhere = street.there.visitor()
    elsewhere.dialect.site = site
    elsewhere.fails("hello", "table.needs-password", name="Anna")
    asked = elsewhere.does("ask_passkey", name="Anna")["options"]
    elsewhere.does("hello", name="Anna", passkey=device.signs(asked))
    elsewhere.does("watch", table=street.table)
    street.after(1)
    assert street.there.table.attendance.keepers["Anna"] is elsewhere.dialect
    assert _told(anna, "replaced")


@pytest.mark.parametrize("asleep", [True, False])
def test_nobody_may_watch(street: Street, asleep: bool) -> None:
    """Those who play are told so on every node, and nobody watches on any, also where the table was only listed."""
    table = street.table
    eve = street.there.guest("Eve")
    if asleep:
        street.bob.drops()
        street.there.house._send_to_sleep(street.there.table)
    else:
        eve.does("watch", table=table)
    street.anna.does("shut_out", table=table)
    street.after(1)
    if not asleep:
        assert _told(eve, "excluded")
        assert [told["shut_out"] for told in _told(street.bob, "watchers")] == [False, True]
    eve.fails("watch", "house.shut-out", table=table)
    street.anna.does("shut_out", table=table, on=False)
    street.after(1)
    eve.does("watch", table=table)


@pytest.mark.parametrize(("said", "heard"), [({"pause": 2.5}, (2.5, False)), ({}, (None, True))])
def test_bots_hurry(street: Street, said: dict[str, float], heard: tuple[float | None, bool]) -> None:
    """How long bots wait is known to the node that thinks for them, whichever it is."""
    street.bob.does("hurry", table=street.table, **said)
    street.after(1)
    for node in (street.here, street.there):
        assert (node.table.bot_seconds, node.table.hurried) == heard


def test_a_listed_table_that_ended_elsewhere(street: Street) -> None:
    """It leaves the list, also where nobody has looked at it for long."""
    listed = street.there.guest("Eve")
    street.bob.drops()
    street.there.house._send_to_sleep(street.there.table)
    listed.does("lobby")
    assert street.table in str(listed.latest("lobby"))
    street.anna.does("quit", table=street.table)
    street.after(12)
    assert street.table not in str(listed.latest("lobby"))


def test_two_want_a_rematch_at_once(street: Street) -> None:
    """Whoever asks second, if only by a moment, and wherever, is brought to the table that the first has opened."""
    street.anna.does("propose", table=street.table, what="end")
    street.after(1)
    street.bob.does("vote", table=street.table, yes=True)
    street.after(1)
    first = street.anna.does("rematch", table=street.table)["table"]
    street.bob.says(json.dumps({"type": "rematch", "cmd_id": "again", "table": street.table}))
    street.after(1)
    assert street.bob.answer("again")["table"] == first
    assert [seat.name for seat in street.here.house.tables[first].position.seats] == ["Anna", "Bob"]


def test_a_rematch_that_nobody_hears_of(street: Street) -> None:
    """If the other node is gone before its table is, the next has the right to open one."""
    street.anna.does("propose", table=street.table, what="end")
    street.after(1)
    street.bob.does("vote", table=street.table, yes=True)
    street.after(1)
    street.boards[0].lease(f"rematch {street.table}", "n0", DOOR_SECONDS, lambda _: None)
    street.bob.says(json.dumps({"type": "rematch", "cmd_id": "again", "table": street.table}))
    assert not _told(street.bob, "ok")
    street.after(DOOR_SECONDS + 1)
    new = street.bob.answer("again")["table"]
    assert [seat.name for seat in street.there.house.tables[new].position.seats] == ["Bob"]


def test_a_table_at_which_nobody_sits(street: Street) -> None:
    """Whoever opens a table without sitting down has it on every node, and both first to sit down do."""
    table = street.anna.does("open", game="sagrada", seats=2, sit=False)["table"]
    street.bob.does("watch", table=table)
    street.anna.does("sit", table=table)
    street.bob.does("sit", table=table)
    street.after(2)
    for stage in street.stages:
        assert [seat.name for seat in stage.house.tables[table].position.seats] == ["Anna", "Bob"]


def test_taking_back_is_done_once(street: Street) -> None:
    """Whose answer was lost asks again with the same id, on whichever node, and has no second move taken back."""
    table = street.here.house.tables[street.table]
    mover = street.anna if table.position.seats[0].name == "Anna" else street.bob
    legal = [str(action) for action in table.game.legal(table.position.state, 0) if str(action).startswith("take")]
    mover.does("act", table=street.table, actions=[legal[0]])
    street.after(1)
    first = mover.does("undo", table=street.table, cmd_id="back")["seq"]
    mover.does("act", table=street.table, actions=[legal[0]])
    street.after(1)
    other = street.there if mover is street.anna else street.here
    again = other.guest(mover.name, token=mover.token)
    again.does("watch", table=street.table)
    assert again.does("undo", table=street.table, cmd_id="back")["seq"] == first
    assert table.position.seq == first + 1
