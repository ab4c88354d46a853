"""The commands by which somebody chooses how they are told about their games while they are away."""

from __future__ import annotations

import pytest

from bottega.table.notifications import Notification, Notifications
from bottega.table.ways import Offer
from tests.wire.house.stage import HouseStage

OFFER = Offer(push_key="the house's key", ntfy="https://ntfy.example", mail=True, webhook=True)
DEVICE = {"endpoint": "https://push.example/1", "p256dh": "p", "auth": "a"}


@pytest.fixture
def stage() -> HouseStage:
    """An empty house that tells people."""
    stage = HouseStage()
    told = stage.house.notifications = Notifications(stage.house, OFFER, 60.0)
    told.load()
    return stage


def _told(stage: HouseStage) -> list[Notification]:
    told = stage.house.notifications
    assert told is not None
    sent: list[Notification] = []
    told.deliver = sent.append
    told.sweep()
    return sent


def test_what_there_is_to_choose(stage: HouseStage) -> None:
    """Every way that the house has, and the key by which browsers know it; at first nothing is chosen."""
    assert stage.guest("Anna").does("ways")["ways"] == {
        "offered": ["push", "ntfy", "mail", "webhook"],
        "push_key": "the house's key",
        "ntfy_site": "https://ntfy.example",
        "devices": 0,
        "ntfy": "",
        "mail": "",
        "unconfirmed": "",
        "webhook": False,
    }


def test_a_house_from_which_nothing_leaves() -> None:
    """Offers nothing, and says so to whoever chooses something all the same."""
    anna = HouseStage().guest("Anna")
    assert anna.does("ways")["ways"]["offered"] == []
    anna.fails("set_way", "house.nothing-leaves", way="ntfy", to="topic")
    anna.fails("confirm_mail", "house.nothing-leaves", code="12345678")


def test_choosing(stage: HouseStage) -> None:
    """Each way is chosen and given up by itself, and the answer says what is chosen now."""
    anna = stage.guest("Anna")
    assert anna.does("set_way", way="push", subscription=DEVICE)["ways"]["devices"] == 1
    assert anna.does("set_way", way="ntfy", to="annas-games", language="it")["ways"]["ntfy"] == "annas-games"
    assert anna.does("set_way", way="webhook", to="yes")["ways"]["webhook"] is True
    assert anna.does("set_way", way="push", to=DEVICE["endpoint"])["ways"]["devices"] == 0
    found = anna.does("set_way", way="ntfy")["ways"]
    assert (found["ntfy"], found["webhook"]) == ("", True)


def test_mail_takes_a_code(stage: HouseStage) -> None:
    """It is sent to the address; given back, mail is sent there."""
    codes: list[str] = []
    assert stage.house.notifications is not None
    stage.house.notifications.book.mail_code = lambda address, code, language: codes.append(code)
    anna = stage.guest("Anna")
    found = anna.does("set_way", way="mail", to="anna@example.org")["ways"]
    assert (found["mail"], found["unconfirmed"]) == ("", "anna@example.org")
    anna.fails("confirm_mail", "table.wrong-mail-code", code="wrong")
    found = anna.does("confirm_mail", code=codes[0])["ways"]
    assert (found["mail"], found["unconfirmed"]) == ("anna@example.org", "")


def test_it_takes_a_name(stage: HouseStage) -> None:
    """Nobody without one is told anything."""
    for command in ("ways", "set_way", "confirm_mail"):
        fields = {"set_way": {"way": "webhook", "to": "yes"}, "confirm_mail": {"code": "1"}}.get(command, {})
        stage.visitor().fails(command, "house.hello-first", **fields)


def test_whoever_left_is_told(stage: HouseStage) -> None:
    """A browser that is gone when its turn comes: its player is told, with nothing but names."""
    anna, bob = stage.playing(absent="wait")
    bob.does("set_way", way="webhook", to="yes")
    anna.does("set_way", way="webhook", to="yes")
    actor = stage.table.game.actors(stage.table.position.state)[0]
    acts, waits = (anna, bob) if stage.table.position.seats[actor].name == anna.name else (bob, anna)
    waits.drops()
    legal = stage.table.game.legal(stage.table.position.state, actor)
    stage.table.move(actor, [next(each for each in legal if str(each).startswith("take"))])
    stage.wait(61.0)
    (told,) = _told(stage)
    assert (told.name, told.others, told.table) == (waits.name, (acts.name,), stage.table.id)
    assert _told(stage) == []


def test_signing_out_elsewhere_ends_it(stage: HouseStage) -> None:
    """Nothing is sent any more to where somebody with the old token wanted it."""
    anna = stage.guest("Anna")
    anna.does("set_way", way="ntfy", to="a-thiefs-topic")
    anna.does("sign_out")
    assert anna.does("ways")["ways"]["ntfy"] == ""
