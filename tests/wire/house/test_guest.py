"""Who is who in the house protocol: names, tokens, passwords, and messages nobody can read."""

from __future__ import annotations

import pytest

from bottega.bots.names import BOTS, FORMER
from bottega.limits import MAX_NAME
from tests.wire.house.stage import HouseStage


def test_the_server_speaks_first(stage: HouseStage) -> None:
    """The first message says what can be played, by how many, and against which bots."""
    welcome = stage.visitor().latest("welcome")
    assert welcome["protocol"] == 2
    assert {"game": "splendor", "seats": [2, 3, 4]} in welcome["games"]
    assert [offer["game"] for offer in welcome["games"]] == ["splendor", "sagrada", "renaissance"]
    assert welcome["bots"] == [*BOTS, *FORMER]


def test_a_nickname_is_enough(stage: HouseStage) -> None:
    """Whoever says a free name gets it, and a token of their own."""
    anna, bob = stage.guest("Anna"), stage.guest("Bob")
    assert anna.token
    assert anna.token != bob.token


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("length", ""),
        ("length", "x" * (MAX_NAME + 1)),
        ("blanks", " "),
        ("blanks", " Anna"),
        ("blanks", "Anna "),
        ("characters", "An\nna"),
        ("characters", "\u200b"),
        ("characters", "a\u202eb"),
    ],
)
def test_names_are_visible_and_short(stage: HouseStage, code: str, name: str) -> None:
    """A name has 1 to 24 visible characters and no space at its ends."""
    assert "a name" in stage.visitor().fails("hello", f"table.name-{code}", name=name)


@pytest.mark.parametrize("name", ["x", "x" * MAX_NAME, "Zażółć gęślą", "Élodie 3", "名前"])
def test_names_in_every_script(stage: HouseStage, name: str) -> None:
    """Letters of every script and spaces inside are welcome."""
    assert stage.visitor().does("hello", name=name)["name"] == name


def test_a_name_in_use_is_taken(stage: HouseStage) -> None:
    """While somebody is connected under a name nobody else can use it, with or without a token."""
    anna = stage.guest("Anna")
    stage.visitor().fails("hello", "table.name-in-use", name="Anna")
    assert "in use on another device" in stage.visitor().fails(
        "hello", "table.wrong-token", name="Anna", token="x" * 20
    )
    anna.drops()
    stage.guest("Anna")


def test_a_seated_name_stays_taken(stage: HouseStage) -> None:
    """A name that holds a seat is kept for its token, even while its player is away."""
    anna, _ = stage.playing()
    name, token = anna.name, anna.token
    anna.drops()
    stage.visitor().fails("hello", "table.name-in-use", name=name)
    stage.visitor().fails("hello", "table.wrong-token", name=name, token="somebody-elses-token")
    answer = stage.visitor().does("hello", name=name, token=token)
    assert answer["tables"] == [stage.table.id]


def test_the_same_person_twice(stage: HouseStage) -> None:
    """Two connections with one token may go by one name: two tabs of one browser."""
    anna = stage.guest("Anna")
    again = stage.guest("Anna", token=anna.token)
    anna.drops()
    stage.visitor().fails("hello", "table.name-in-use", name="Anna")
    again.drops()
    stage.guest("Anna")


def test_another_name(stage: HouseStage) -> None:
    """A guest may change names and gives the old one free, but not while sitting somewhere."""
    anna = stage.guest("Anna")
    anna.does("hello", name="Carla")
    stage.guest("Anna")
    anna.does("open", game="splendor")
    assert "leave it" in anna.fails("hello", "house.keeps-seat", name="Dora")


def test_the_first_password_claims_the_name(stage: HouseStage) -> None:
    """Once claimed, a name is had only with its password, or with a token given for it."""
    anna = stage.guest("Anna", password="secret")
    anna.drops()
    assert "password" in stage.visitor().fails("hello", "table.needs-password", name="Anna")
    stage.visitor().fails("hello", "table.wrong-password", name="Anna", password="guess")
    stage.guest("Anna", password="secret")
    stage.guest("Anna", token=anna.token)


def test_a_login_is_forgotten_at_a_restart_a_seat_is_not(stage: HouseStage) -> None:
    """After a restart the token of an owned name counts only if a seat was taken with it."""
    idle = stage.guest("Ida", password="secret")
    anna, *_ = stage.playing(names=("Anna", "Bob"))
    anna.does("set_password", password="mine")
    stage.restart()
    stage.visitor().fails("hello", "table.needs-password", name="Ida", token=idle.token)
    stage.guest(anna.name, token=anna.token)


def test_keeping_a_name(stage: HouseStage) -> None:
    """``set_password`` keeps the name of a guest, once."""
    anna = stage.guest("Anna")
    anna.does("set_password", password="mine")
    assert "already" in anna.fails("set_password", "table.has-password", password="other")
    anna.drops()
    stage.visitor().fails("hello", "table.needs-password", name="Anna")


def test_a_password_brings_the_seat_to_another_device(stage: HouseStage) -> None:
    """Without the token, the password of the name is as good."""
    anna, _ = stage.playing()
    anna.does("set_password", password="mine")
    other = stage.guest(anna.name, password="mine")
    other.does("watch", table=stage.table.id)
    assert other.latest("snapshot")["you"] == 0
    assert anna.latest("replaced")["table"] == stage.table.id


def test_the_namesake_of_a_bot_is_not_the_bot(stage: HouseStage) -> None:
    """Whoever owns the name that a bot has at some table does not own the bot's seat, nor what it sees."""
    anna = stage.guest("Anna")
    table = anna.does("open", game="renaissance")["table"]
    anna.does("add_bot", table=table, bot="random")
    anna.does("start", table=table)
    namesake = stage.guest("random", password="secret")
    namesake.does("watch", table=table)
    assert namesake.latest("snapshot")["you"] is None
    namesake.fails("act", "house.not-seated", table=table, actions=["market r1"])
    assert {seat.bot for seat in stage.table.position.seats} == {"", "random"}


def test_a_name_that_somebody_has_cannot_be_claimed(stage: HouseStage) -> None:
    """A password does not take a name away from whoever is here under it."""
    stage.guest("Anna")
    stage.visitor().fails("hello", "table.name-in-use", name="Anna", password="mine")
    assert not stage.house.accounts.owned("Anna")


COMMANDS_WITH_A_NAME = [
    ("open", {"game": "splendor"}),
    ("sit", {"table": "x"}),
    ("stand", {"table": "x"}),
    ("start", {"table": "x"}),
    ("quit", {"table": "x"}),
    ("add_bot", {"table": "x", "bot": "random"}),
    ("remove_bot", {"table": "x", "name": "random"}),
    ("act", {"table": "x", "actions": ["pass"]}),
    ("chat", {"table": "x", "text": "hi"}),
    ("rematch", {"table": "x"}),
    ("set_password", {"password": "x"}),
]


@pytest.mark.parametrize(("kind", "fields"), COMMANDS_WITH_A_NAME)
def test_say_hello_first(stage: HouseStage, kind: str, fields: dict[str, object]) -> None:
    """All but looking around needs a name."""
    assert "hello" in stage.visitor().fails(kind, "house.hello-first", **fields)


UNREADABLE = [
    ("", None),
    ("hello", None),
    ("[1]", None),
    ("{}", None),
    ('{"cmd_id":"7"}', "7"),
    ('{"type":"hello"}', None),
    ('{"type":"hello","cmd_id":"7"}', "7"),
    ('{"type":"hello","cmd_id":7,"name":"Anna"}', None),
    ('{"type":"hello","cmd_id":"","name":"Anna"}', ""),
    ('{"type":"hello","cmd_id":"7","name":5}', "7"),
    ('{"type":"hello","cmd_id":"7","name":"Anna","token":"short"}', "7"),
    ('{"type":"hello","cmd_id":"7","name":"Anna","nmae":"x"}', "7"),
    ('{"type":"fly","cmd_id":"7"}', "7"),
    ('{"type":"open","cmd_id":"7","game":"chess"}', "7"),
    ('{"type":"open","cmd_id":"7","game":"splendor","seats":9}', "7"),
    ('{"type":"open","cmd_id":"7","game":"splendor","turn_seconds":-1}', "7"),
    ('{"type":"act","cmd_id":"7","table":"x","actions":[]}', "7"),
    ('{"type":"act","cmd_id":"7","table":"x","actions":"take wbg"}', "7"),
    ('{"type":"watch","cmd_id":"7","table":"x","since":-1}', "7"),
    ('{"type":"hello","cmd_id":"7","name":"\\ud800"}', "7"),
]


@pytest.mark.parametrize(("text", "cmd_id"), UNREADABLE)
def test_what_cannot_be_read_is_refused_with_what_is_wrong(stage: HouseStage, text: str, cmd_id: str | None) -> None:
    """One answer, with the command's id where there is one; the connection lives and nothing has changed."""
    guest = stage.visitor()
    guest.says(text)
    refused = guest.latest("refused")
    assert refused["cmd_id"] in (cmd_id, None)
    assert refused["code"] in ("house.unreadable", "table.name-characters")
    assert refused["reason"]
    assert not stage.house.tables
    guest.does("hello", name="Anna")


def test_what_is_no_text_is_refused(stage: HouseStage) -> None:
    """A binary frame, or one that is not UTF-8, reaches the dialect as None."""
    guest = stage.visitor()
    guest.says(None)
    assert guest.latest("refused")["code"] == "house.not-text"


def test_goodbye(stage: HouseStage) -> None:
    """When the house closes, it says so."""
    guest = stage.guest("Anna")
    guest.dialect.closing()
    assert guest.latest("closing")["reason"]
