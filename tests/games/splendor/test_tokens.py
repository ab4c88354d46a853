"""Tokens are added, taken away and written colour by colour."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bottega.games.core import BadNotation
from bottega.games.splendor import Tokens
from bottega.games.splendor.tokens import minus, plus, read_tokens, write_tokens

counts = st.integers(0, 9)
tokens = st.tuples(counts, counts, counts, counts, counts, counts)


@given(tokens, tokens)
def test_what_is_added_can_be_taken_away(held: Tokens, more: Tokens) -> None:
    """Each colour is counted for itself."""
    assert plus(held, more) == tuple(map(sum, zip(held, more, strict=True)))
    assert minus(plus(held, more), more) == held


@given(tokens)
def test_what_is_written_can_be_read(held: Tokens) -> None:
    """Tokens are a letter and a number for each colour that is there."""
    assert read_tokens(write_tokens(held)) == held


@pytest.mark.parametrize(
    ("text", "held"),
    [("nothing", (0, 0, 0, 0, 0, 0)), ("w2 g1 *1", (2, 0, 1, 0, 0, 1)), ("*1 k3 b4", (0, 4, 0, 0, 3, 1))],
)
def test_how_tokens_are_written(text: str, held: Tokens) -> None:
    """In any order when they are read, in one when they are written; a word for none."""
    assert read_tokens(text) == held
    assert sorted(write_tokens(held).split()) == sorted(text.split())


@pytest.mark.parametrize("text", ["", " ", "w", "w0", "w10", "1w", "w1  g1", "w1 w1", "x1", "w1,g1", "Nothing"])
def test_what_is_no_tokens(text: str) -> None:
    """A colour twice, none of a colour, or anything else is refused."""
    with pytest.raises(BadNotation, match="tokens are written like"):
        read_tokens(text)
