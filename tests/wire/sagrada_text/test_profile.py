"""Where the document and the program of its time differ."""

from __future__ import annotations

from random import Random

import pytest

from bottega.table.names import rule_of
from bottega.wire.sagrada_text.profile import PROFILES
from tests.wire.sagrada_text.original import ANSWERS, Misread, OriginalClient

DOCUMENT, ORIGINAL = PROFILES[""], PROFILES["original"]


@pytest.mark.parametrize(
    ("name", "document", "original"),
    [
        ("ann", True, True),
        ("a1", True, True),
        ("1a2", False, True),
        ("12", False, True),
        ("1abc", False, False),
        ("a" * 16, True, True),
        ("a" * 17, False, False),
        ("", False, False),
        ("a_b", False, False),
        ("é", False, False),
        ("ann\n", False, False),
    ],
)
def test_names(name: str, document: bool, original: bool) -> None:
    """Letters and digits, at most sixteen; the document wants a letter first."""
    rules = rule_of("sagrada-text"), rule_of("sagrada-text", "original")
    assert tuple(rule.objection(name) is None for rule in rules) == (document, original)


def test_only_the_original_overlooks() -> None:
    """The document answers everything; the program says nothing where its client would never stop asking."""
    assert DOCUMENT.overlooked == frozenset()
    assert "GAME end_turn" in ORIGINAL.overlooked


def test_only_the_original_answers_in_kind() -> None:
    """Whatever waits for an answer has one of its kind; the document has one error for all."""
    assert DOCUMENT.late == {}
    assert set(ORIGINAL.late) == {"TOOL enable", "TOOL can_continue", *ANSWERS} - {"TOOL"}
    for message, answer in ORIGINAL.late.items():
        assert answer == "{pool}" or answer.split()[0] == ANSWERS[message.split()[0]]


@pytest.mark.parametrize(
    ("line", "due"),
    [
        ("SEND favor_tokens 0 5", ""),
        ("STATUS quit 1", ""),
        ("STATUS quit 1 100%", ""),
        ("LIST_DICE", "LIST_DICE"),
        ("ILLEGAL ACTION!", "LIST_DICE"),
        ("CHOICE ko", "LIST_DICE"),
        ("TOOL ko", ""),
    ],
)
def test_what_the_client_of_the_time_cannot_bear(line: str, due: str) -> None:
    """The model by which whole games are judged refuses what that client stops at."""
    client = OriginalClient("ann", Random(1))
    client.seat, client.seats = 0, 2
    client.hears("GAME turn_start 0 0")
    client.due.clear()
    client.due.extend([due] if due else [])
    with pytest.raises(Misread):
        client.hears(line)


def test_words_take_what_they_need() -> None:
    """A profile's words may leave out what the other's say."""
    status = {"event": "quit", "seat": 1, "name": "bob"}
    assert DOCUMENT.status.format(**status) == "STATUS quit 1"
    assert ORIGINAL.status.format(**status) == "STATUS quit 1 bob"
    assert DOCUMENT.favor_tokens.format(seat=0, tokens=5) == "SEND favor_tokens 0 5"
    assert ORIGINAL.favor_tokens.format(seat=0, tokens=5) == "SEND favor_tokens 5"
