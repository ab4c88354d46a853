"""Lines of words as messages."""

from __future__ import annotations

import msgspec
import pytest

from bottega.wire.core.line import fit_words, read_line
from bottega.wire.core.machine import BadRequest, Nothing


class Tell(msgspec.Struct, frozen=True):
    """Somebody is told something, so many times."""

    whom: str
    what: str = "nothing"


class Count(msgspec.Struct, frozen=True):
    """A number."""

    number: int


@pytest.mark.parametrize(
    ("line", "cut"),
    [
        ("quit", ("quit", "")),
        ("move take wbg", ("move", "take wbg")),
        ("  move   take wbg ", ("move", "take wbg")),
        ("", ("", "")),
    ],
)
def test_a_line_is_a_name_and_the_rest(line: str, cut: tuple[str, str]) -> None:
    """The first word is the message; blanks around the two do not matter."""
    assert read_line(line) == cut


def test_what_is_no_text_is_a_bad_request() -> None:
    """A line that the framing could not read is refused in words."""
    with pytest.raises(BadRequest, match="too long or not UTF-8"):
        read_line(None)


@pytest.mark.parametrize(
    ("rest", "shape", "made"),
    [
        ("", Nothing, Nothing()),
        ("ann", Tell, Tell("ann")),
        ("ann hello", Tell, Tell("ann", "hello")),
        ("ann  it is  your turn", Tell, Tell("ann", "it is  your turn")),
        ("12", Count, Count(12)),
    ],
)
def test_words_are_fields(rest: str, shape: type[msgspec.Struct], made: msgspec.Struct) -> None:
    """Each field has one word, the last has the rest of the line, fields with a default may be left out."""
    assert fit_words(rest, shape) == made


@pytest.mark.parametrize(
    ("rest", "shape", "reason"),
    [
        ("", Tell, "whom is missing"),
        ("now", Nothing, "nothing follows this message, not even 'now'"),
        ("twelve", Count, "number: expected int, got str"),
        ("1 2", Count, "number: expected int, got str"),
    ],
)
def test_words_that_do_not_fit_are_refused(rest: str, shape: type[msgspec.Struct], reason: str) -> None:
    """What is missing, too much or of the wrong kind is said in words."""
    with pytest.raises(BadRequest) as bad:
        fit_words(rest, shape)
    assert str(bad.value) == reason
