"""What is known of every message: complete for every protocol, true to its page, and silent about secrets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest

from bottega.wire import DIALECTS
from bottega.wire.guide import HIDDEN, HOUSE, SAID, TOLD, guide
from bottega.wire.house.dialect import HouseDialect
from bottega.wire.house.messages import Message
from tests.wire.sequence import PROTOCOLS, record
from tests.wire.transcript import paths, play

PAGES = Path(__file__).parents[2] / "docs" / "protocols"
GUIDES = [*DIALECTS, HOUSE]


def anchors(page: str) -> set[str]:
    """The anchors of a page, as they are made of its headings."""
    headings = re.findall(r"^#+ (.*)$", re.sub(r"```.*?```", "", page, flags=re.DOTALL), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@cache
def spoken(name: str) -> frozenset[tuple[str, str]]:
    """All that connections of this protocol say and are told in the transcripts, which way and what."""
    return frozenset(_spoken(name))


def _spoken(name: str) -> Iterator[tuple[str, str]]:
    for path in paths(name):
        conversation = play(path)
        others = set(re.findall(r"^(\w+) connects (?!" + name + r")\S+", path.read_text("utf-8"), re.MULTILINE))
        yield from ((way, text) for who, way, text in conversation.said if who not in others)


@pytest.mark.parametrize("name", GUIDES)
def test_every_section_is_on_the_page(name: str) -> None:
    """Whoever follows the link of a message comes to a heading that exists."""
    there = anchors((PAGES / f"{name}.md").read_text("utf-8"))
    assert {entry.section for entry in guide(name).entries.values()} - there == set()


@pytest.mark.parametrize("name", GUIDES)
def test_every_sentence_is_one(name: str) -> None:
    """What is said of a message begins large, ends with a full stop or a question, and fits a line or two."""
    wrong = [
        (key, entry.sentence)
        for key, entry in guide(name).entries.items()
        if not re.fullmatch(r"[A-Z].{5,160}[.?]", entry.sentence)
    ]
    assert wrong == []


@pytest.mark.parametrize("name", DIALECTS)
def test_every_message_to_the_server_is_explained(name: str) -> None:
    """Each message of the machine and each older name has its sentence, and nothing else has."""
    machine, known = DIALECTS[name].machine, guide(name)
    assert [message for message in [*machine.messages, *machine.aliases] if known.about(SAID, message) is None] == []
    more = {message for way, message in known.entries if way == SAID} - machine.messages
    assert {message.partition(" ")[0] for message in more} <= {"GET"}, "only the many things to GET are one message"


@pytest.mark.parametrize("name", DIALECTS)
def test_every_message_of_the_server_is_explained(name: str) -> None:
    """Whatever the server says in any transcript has a name with a sentence; and no sentence is about anything else."""
    known = guide(name)
    told = {known.name(TOLD, text): text for way, text in spoken(name) if way == TOLD}
    assert [text for named, text in told.items() if known.about(TOLD, named) is None] == []
    assert {message for way, message in known.entries if way == TOLD} - told.keys() == set()


def _tags(union: Any) -> set[str]:
    return {kind.__struct_config__.tag for kind in get_args(union)}


def test_the_house_protocol_is_explained() -> None:
    """Each command and each message of the house protocol has its sentence, and nothing else has."""
    known = guide(HOUSE).entries
    assert {message for way, message in known if way == SAID} == HouseDialect.machine.messages
    assert {message for way, message in known if way == TOLD} == _tags(Message)


@pytest.mark.parametrize("name", PROTOCOLS)
def test_whole_games_are_explained(name: str) -> None:
    """Nothing is said in a whole game that has no sentence."""
    known = guide(name)
    labels = {(line.way, line.label) for line in record(name) if not line.label.startswith("(")}
    named = {way: {message for known_way, message in known.entries if known_way == way} for way in (SAID, TOLD)}
    assert [label for way, label in labels if not label.startswith(tuple(named[way]))] == []


@pytest.mark.parametrize(
    ("name", "way", "message", "shown"),
    [
        ("sagrada-text", SAID, "LOGIN ann secret", f"LOGIN ann {HIDDEN}"),
        ("sagrada-text", SAID, " LOGIN   ann  secret word", f"LOGIN ann {HIDDEN}"),
        ("sagrada-text", SAID, "login ann secret", f"login ann {HIDDEN}"),
        ("sagrada-text", SAID, "LOGIM ann secret", f"LOGIM ann {HIDDEN}"),
        ("sagrada-text", SAID, "GET schema 1", "GET schema 1"),
        ("sagrada-text", TOLD, "GAME turn_start 0 1", "GAME turn_start 0 1"),
        ("splendor-json", TOLD, '{"set_client_id":"abc","n":1}', f'{{"set_client_id":"{HIDDEN}","n":1}}'),
        ("splendor-json", SAID, '{"client_id" : "a\\"bc", "n":1}', f'{{"client_id" : "{HIDDEN}", "n":1}}'),
        ("splendor-json", SAID, '{"client_id":"abc', f'{{"client_id":"{HIDDEN}"'),
        ("splendor-json", SAID, '{"client_\\u0069d":"abc"}', f'{{"client_id":"{HIDDEN}"}}'),
        ("house", SAID, '{"password":"p","token":"t"}', f'{{"password":"{HIDDEN}","token":"{HIDDEN}"}}'),
        ("renaissance-json", SAID, '{"type":"req_turn_end"}', '{"type":"req_turn_end"}'),
    ],
)
def test_secrets_are_masked(name: str, way: str, message: str, shown: str) -> None:
    """Passwords, tokens and client ids are hidden, however they are spelt and also where the message is none."""
    assert guide(name).masked(way, message) == shown


@pytest.mark.parametrize(
    ("name", "way", "message", "label"),
    [
        ("splendor-json", TOLD, '{"answer_type":"end_of_round","result":"ok"}', "end_of_round ok"),
        ("sagrada-json", TOLD, '{"id":"error","type":2}', "error 2"),
        ("sagrada-json", TOLD, "\nGame ready\n", "Game ready"),
        ("sagrada-text", TOLD, "GAME turn_end 0 1", "GAME turn_end"),
        ("sagrada-text", SAID, "NONSENSE", ""),
        ("renaissance-steps", TOLD, '{"type":"it.polimi.ingsw.network.messages.WaitMessage"}', "WaitMessage"),
        ("renaissance-json", SAID, "[1]", ""),
        ("renaissance-json", SAID, '{"type":7}', ""),
    ],
)
def test_names(name: str, way: str, message: str, label: str) -> None:
    """A message is called what its document calls it; what is none has no name."""
    assert guide(name).label(way, message) == label
