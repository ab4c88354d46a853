"""Tables of Masters of Renaissance for tests are what their words say."""

from __future__ import annotations

import doctest

import pytest

from bottega.games.renaissance import Market, Phase, legal
from bottega.testing import renaissance
from bottega.testing.renaissance import amounts, listed, market, play, player, refused, shelves, table, top


def test_the_examples_are_true() -> None:
    """The examples in the module's own words are run."""
    assert doctest.testmod(renaissance).attempted > 0
    assert doctest.testmod(renaissance).failed == 0


def test_a_board_in_words() -> None:
    """Shelves, depots of played leaders and strongbox; all else has its defaults or is named."""
    own = player(("1 coin", "", "3 stone"), depots=(1,), box="4 shield", leaders=(5, 1), played=(5,), faith=7)
    assert own.counts == (1, 0, 3, 1, 0)
    assert own.strongbox == amounts("4 shield") == (0, 0, 0, 4)
    assert own.faith == 7
    assert own.offered[:2] == own.leaders == (5, 1)
    assert shelves(table(own, player())) == ("1 coin", "", "3 stone")


def test_a_table_takes_bought_cards_from_the_piles() -> None:
    """Seat 0 begins its turn; cards that somebody has bought are in no pile."""
    state = table(player(slots=((1, 17), (), ())), player())
    assert (state.phase, state.turn, state.seat) == (Phase.START, 1, 0)
    assert not {1, 17} & {card for pile in state.grid for card in pile}
    assert top(state, "B1", 3).grid[1][-1] == 3


def test_a_market_shows_a_line() -> None:
    """The line is as it was said, and all thirteen marbles are there."""
    state = table(player(), player(), line="c2", marbles="red white blue", slide="grey")
    assert state.market == market("c2", ["red", "white", "blue"], "grey")
    assert len(state.market) == 13
    assert state.market[-1] == 1


def test_moves_in_notation() -> None:
    """What can be done, what cannot, and what comes of it."""
    state = table(player(shelves=("1 coin", "", "")), player())
    assert listed(state) == {str(action) for action in legal(state, 0)}
    assert Market("r1") in legal(state, 0)
    assert shelves(play(state, "swap 1 2")) == ("", "1 coin", "")
    assert refused(state, "end", "main action").code == "renaissance.before-main-action"
    with pytest.raises(AssertionError, match="swap 1 2 is accepted"):
        refused(state, "swap 1 2")
    with pytest.raises(AssertionError, match="does not say 'your turn'"):
        refused(state, "end", "your turn")
