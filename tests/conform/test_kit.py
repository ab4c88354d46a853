"""What all kits share: how two messages are told apart."""

from __future__ import annotations

import pytest

from bottega.conform.kit import GAME, difference
from bottega.conform.splendor_json import SplendorKit


@pytest.mark.parametrize(
    ("expected", "got", "said"),
    [
        ({"a": 1}, {"a": 1}, ""),
        ({"a": 1}, {}, "a is missing"),
        ({}, {"a": 1}, "a is told, which nobody expects there"),
        ({"a": [1, {"b": 2}]}, {"a": [1, {"b": 3}]}, "a[1].b is 3, not 2"),
        ({"a": [1]}, {"a": [1, 2]}, "a is [1,2], not [1]"),
        ({"a": 1}, {"a": True}, "a is true, not 1"),
        ({"a": 0}, {"a": None}, "a is null, not 0"),
        ("x", "y", 'it is "y", not "x"'),
    ],
)
def test_the_first_difference(expected: object, got: object, said: str) -> None:
    """The first thing that is not as it should be is named by its path; a number is no truth value."""
    assert difference(expected, got) == said


def test_names_and_sections() -> None:
    """A kit is called like its protocol; what the document does not describe belongs to the game as a whole."""
    assert SplendorKit().name == "splendor-json"
    assert SplendorKit("original").name == "splendor-json+original"
    assert SplendorKit().section("game_board") == "5"
    assert SplendorKit().section("weather") == GAME
