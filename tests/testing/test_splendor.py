"""Splendor tables for tests are possible ones, and say so when they would not be."""

from __future__ import annotations

import doctest

import pytest

from bottega.games.core import BadNotation
from bottega.games.splendor import State
from bottega.testing import splendor
from bottega.testing.splendor import play, purse, refused, table, who


def test_the_examples_are_true() -> None:
    """The examples in the module's own words are run."""
    assert doctest.testmod(splendor).attempted > 0
    assert doctest.testmod(splendor).failed == 0


def test_a_table_has_everything() -> None:
    """Named cards lie where they were put, all others in the decks; what nobody holds is in the bank."""
    first, second = who("w2", bonuses="b2", reserved=[41]), who(secret=[70], nobles=[3])
    state = table(first, second, up=[22], seat=1, reserve_limit=2)
    assert State.from_text(state.to_text()) == state
    assert (state.seat, state.options.reserve_limit) == (1, 2)
    assert purse(state.players[0].tokens) == "w2"
    assert state.players[0].bonuses == (0, 2, 0, 0, 0)
    assert state.players[1].secret == (70,)
    assert 22 in state.face_up
    assert state.nobles == (0, 1)


def test_what_is_impossible_is_no_table() -> None:
    """More tokens or bonuses than there are, or a card in two hands, cannot be set up."""
    with pytest.raises(BadNotation):
        table(who("w3"), who("w3"))
    with pytest.raises(ValueError, match="only 7 worthless cards of colour 0, not 8"):
        table(who(bonuses="w8"), who())
    with pytest.raises(BadNotation, match="card 5 is in 2 places"):
        table(who(reserved=[5]), who(secret=[5]))


def test_a_move_that_is_not_refused_fails_the_test() -> None:
    """To expect a refusal where there is none is an error of the test."""
    with pytest.raises(AssertionError, match="'take wbg' was not refused"):
        refused(table(who(), who()), "take wbg")
    assert play(table(who(), who()), "take wbg", "take rr").seat == 0
