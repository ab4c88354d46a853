"""What may follow the keyword of a message: so many words, of such a form, and nothing else."""

from __future__ import annotations

import msgspec
import pytest

from bottega.wire.sagrada_text.messages import BEYOND, Anything, Bare, Get, GetSchema, Index, Login, number


@pytest.mark.parametrize(
    ("words", "payload"),
    [
        ("", Bare()),
        ("", Anything()),
        ("anything at all", Anything()),
        ("ann secret", Login("ann", "secret")),
        ("-3", Index("-3")),
        ("draftpool", Get("draftpool")),
        ("draft", GetSchema("draft")),
    ],
)
def test_words_that_fit(words: str, payload: msgspec.Struct) -> None:
    """The words after a keyword become the payload of its message."""
    assert msgspec.convert(words.split(), type(payload)) == payload


@pytest.mark.parametrize(
    ("words", "shape"),
    [
        ("now", Bare),
        ("", Login),
        ("ann", Login),
        ("ann secret again", Login),
        ("", Index),
        ("1 1", Index),
        ("0x0", Index),
        ("0.5", Index),
        ("٣", Index),
        ("--1", Index),
        ("", Get),
        ("everything", Get),
        ("schema", Get),
        ("pub tool", Get),
        ("", GetSchema),
        ("0 1", GetSchema),
    ],
)
def test_words_that_do_not_fit(words: str, shape: type[msgspec.Struct]) -> None:
    """Too few words, too many, and words of another form are refused."""
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(words.split(), shape)


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("0", 0),
        ("-1", -1),
        ("007", 7),
        ("999999999", 999999999),
        ("1" * 10, BEYOND),
        ("1" * 5000, BEYOND),
        ("x", BEYOND),
    ],
)
def test_numbers(word: str, value: int) -> None:
    """A number has at most nine digits; whatever else is out of every range."""
    assert number(word) == value
    assert GetSchema(word).seat == value


def test_an_index_is_its_digits() -> None:
    """The number of an index is read from its digits."""
    assert (Index("12").number, Index("9" * 30).number) == (12, BEYOND)


def test_the_draft_is_no_seat() -> None:
    """``GET schema draft`` asks for the windows to choose from, any other word for a seat."""
    assert (GetSchema("draft").draft, GetSchema("draft").seat, GetSchema("1").draft) == (True, BEYOND, False)
