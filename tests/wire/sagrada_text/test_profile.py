"""Where the document and the program of its time differ."""

from __future__ import annotations

import pytest

from bottega.table.names import rule_of
from bottega.wire.sagrada_text.profile import PROFILES

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


def test_words_take_what_they_need() -> None:
    """A profile's words may leave out what the other's say."""
    status = {"event": "quit", "seat": 1, "name": "bob"}
    assert DOCUMENT.status.format(**status) == "STATUS quit 1"
    assert ORIGINAL.status.format(**status) == "STATUS quit 1 bob"
    assert DOCUMENT.favor_tokens.format(seat=0, tokens=5) == "SEND favor_tokens 0 5"
    assert ORIGINAL.favor_tokens.format(seat=0, tokens=5) == "SEND favor_tokens 5"
