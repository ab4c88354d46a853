"""The seed of a deal: the house's seed and the players' words, mixed so that a stranger can do the same."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bottega.games.chance import commitment
from bottega.limits import MAX_WORD
from bottega.store.log import Charter
from bottega.table.fairness import deal_seed, objection

SEED = bytes(range(32))
CHARTER = Charter("0f1e2d3c4b5a", "splendor", 1, "{}", SEED, commitment(SEED), 0)


def test_without_words_the_seed_is_the_house_s() -> None:
    """So every table of former days, and of protocols that have no words, is dealt as it always was."""
    assert deal_seed(CHARTER, ()) == deal_seed(CHARTER, ("", "", "")) == SEED


def test_the_construction() -> None:
    """BLAKE2b over seed, table, game and words, each after its length in four bytes."""
    parts = [SEED, b"0f1e2d3c4b5a", b"splendor", "più".encode(), b"", b"pepe"]
    message = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    expected = blake2b(message, digest_size=32, person=b"bottega-deal").digest()
    assert deal_seed(CHARTER, ("più", "", "pepe")) == expected
    assert expected.hex() == VECTOR


VECTOR = "bf3efe2deceb288a0dee71fe1af2c4cbaaa304fb7d0824a19f687c927e9f6e3e"
"""The same on every machine, in every version, and on the page."""


@pytest.mark.parametrize("other", [{"seed": bytes(32)}, {"id": "0f1e2d3c4b5b"}, {"game": "sagrada"}], ids=str)
def test_everything_that_goes_in_matters(other: dict[str, Any]) -> None:
    """Another seed, table or game gives another deal for the same words."""
    assert deal_seed(msgspec.structs.replace(CHARTER, **other), ("pepe",)) != deal_seed(CHARTER, ("pepe",))


@pytest.mark.parametrize(
    "other", [{"setup": '{"seats":3}'}, {"version": 2}, {"opened": 5}, {"commitment": "00"}], ids=str
)
def test_what_players_were_not_told_does_not_go_in(other: dict[str, Any]) -> None:
    """Whatever the house could still vary unseen, once it has heard the words, has no influence."""
    assert deal_seed(msgspec.structs.replace(CHARTER, **other), ("pepe",)) == deal_seed(CHARTER, ("pepe",))


words = st.lists(st.text(max_size=8), min_size=1, max_size=4).map(tuple)


@given(words, words)
def test_no_two_lists_of_words_are_the_same(one: tuple[str, ...], other: tuple[str, ...]) -> None:
    """Words cannot be shifted from one seat to the next, joined or split: every list has its own deal."""
    if any(one) or any(other):
        assert (deal_seed(CHARTER, one) == deal_seed(CHARTER, other)) == (one == other)


@pytest.mark.parametrize("word", ["a", "pepe", "più 🎲 pepe", "x" * MAX_WORD, "0", "-"])
def test_words_that_are_taken(word: str) -> None:
    """A word is any visible text of some length; a blank within is part of it."""
    assert objection(word) is None


@pytest.mark.parametrize(
    ("word", "code"),
    [
        ("", "word-length"),
        ("x" * (MAX_WORD + 1), "word-length"),
        (" pepe", "word-characters"),
        ("pepe ", "word-characters"),
        ("pe\npe", "word-characters"),
        ("pe\u202epe", "word-characters"),
        ("\ud800", "word-characters"),
    ],
)
def test_words_that_are_refused(word: str, code: str) -> None:
    """Nothing is tidied up: what cannot be taken as it is, is refused."""
    refusal = objection(word)
    assert refusal is not None
    assert refusal.code == f"table.{code}"
