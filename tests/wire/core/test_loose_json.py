"""Reading JSON from strangers: strict but for trailing commas, and never slow."""

from __future__ import annotations

import time

import msgspec
import pytest

from bottega.wire.core.loose_json import Unreadable, fit, read_object, write_object


class Gem(msgspec.Struct):
    """Something to fit a message to."""

    colour: str
    count: int = 0


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a":1}', {"a": 1}),
        (' { "a" : [ 1, 2, ], } ', {"a": [1, 2]}),
        ('{"a":",}",}', {"a": ",}"}),
        ('{"a":"say \\",]\\"",}', {"a": 'say ",]"'}),
        ("{}", {}),
    ],
)
def test_objects_and_trailing_commas(text: str, value: dict[str, object]) -> None:
    """A comma before a closing bracket is forgiven, a comma inside a text is text."""
    assert read_object(text) == value


@pytest.mark.parametrize(
    "text",
    [
        None,
        "",
        "hello",
        "[1]",
        "null",
        '{"a":1,,}',
        '{"a":1}}',
        '{"a":"\\ud800"}',
        '{"a":1e999}',
        '{"a":NaN}',
        '{"a":' + "9" * 5000 + "}",
        "[" * 60000,
        '{"a":' * 12000 + "1" + "}" * 12000,
        '{"x":[1,],"a":' * 4000 + "1" + "}" * 4000,
        '{"a":' * 101 + "1" + "}" * 101,
    ],
)
def test_everything_else_is_unreadable(text: str | None) -> None:
    """What is no JSON object is refused with a short sentence, however it is broken."""
    with pytest.raises(Unreadable) as refused:
        read_object(text)
    assert 0 < len(str(refused.value)) < 200


@pytest.mark.parametrize("text", ['"' + '\\"' * 32000, "," * 65000, '{"a":"' + "\\\\" * 32000, ", " * 32000])
def test_no_message_takes_long(text: str) -> None:
    """Reading is linear: no message of the largest size takes a second of computing from the others."""
    began = time.process_time()
    with pytest.raises(Unreadable):
        read_object(text)
    assert time.process_time() - began < 1


def test_nesting_is_bounded_alike_on_every_python() -> None:
    """A hundred levels are read, however many lists there are beside each other; one more is too many."""
    assert read_object('{"a":' * 100 + "1" + "}" * 100)
    assert read_object('{"a":[' + ",".join(["[]"] * 500) + "]}")


def test_a_lone_surrogate_is_unreadable() -> None:
    """A text that no stream could have carried is refused, not a failure."""
    with pytest.raises(Unreadable):
        read_object('{"nick":"\ud800"}')


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ({"count": 1}, "colour is missing"),
        ({"colour": 5}, "colour: expected str, got int"),
        ({"colour": "red", "count": "many"}, "count: expected int, got str"),
        ({"colour": "red", "count": 1.5}, "count: expected int, got float"),
    ],
)
def test_what_does_not_fit_is_named(value: dict[str, object], reason: str) -> None:
    """A missing key or a wrong type is told by the key's name."""
    with pytest.raises(Unreadable) as refused:
        fit(value, Gem)
    assert str(refused.value) == reason


def test_writing_is_compact() -> None:
    """What we send has no blanks and keeps letters as they are."""
    assert write_object({"nick": "Żółw", "n": [1, None]}) == '{"nick":"Żółw","n":[1,null]}'
