"""Masters of Renaissance in the terminal."""

from __future__ import annotations

from typing import Any

from bottega.games import renaissance
from bottega.terminal.boards import renaissance as board
from bottega.terminal.boards.scene import Scene
from bottega.terminal.canvas import Room, Span, lettering, text

SMALL, LARGE = Room(80, 14), Room(80, 34)
SETUP = renaissance.new(2, seed=bytes(32))


def _started(seats: int = 2) -> Any:
    state = renaissance.new(seats, seed=bytes(32))
    while state.phase is renaissance.Phase.SETUP:
        seat = renaissance.actors(state)[0]
        state = renaissance.apply(state, seat, renaissance.legal(state, seat)[0])
    return state


STATE = _started()


def _scene(state: Any = STATE, mark: Any = None, seat: int = 0) -> Scene[renaissance.View]:
    names = ("Ada", "Bruno")[: len(state.players)]
    return Scene(renaissance.view(state, seat), names, seat, tuple(renaissance.legal(state, seat)), mark)


def test_the_small_table_shows_market_cards_and_the_own_board() -> None:
    """Within fourteen rows; the others in a line."""
    page = board.table(_scene(), SMALL)
    assert len(page) <= SMALL.height
    shown = lettering(page)
    assert all(pile.pile in shown for pile in renaissance.view(STATE, 0).grid)
    assert "others   Bruno" in shown


def test_the_large_table_shows_everybodys_board() -> None:
    """Two boards have two rows of stores."""
    assert lettering(board.table(_scene(), LARGE)).count("  stores") == 2


def test_a_line_of_the_market_is_marked() -> None:
    """Pointing at a row marks its name and its four marbles."""
    page = board.table(_scene(mark=renaissance.Market("r2")), SMALL)
    marked = [span for one in page for span in one if span.ink == "mark"]
    assert len(marked) == 5


def test_leaders_of_others_are_not_shown() -> None:
    """A question mark stands for what was not seen."""
    assert "1 in hand ?" in lettering(board.seat(_scene(), 1, SMALL))
    assert "?  " not in lettering(board.seat(_scene(), 0, SMALL)).split("\n")[2]


def test_a_market_visit_says_what_the_marbles_give() -> None:
    """In words, in the order in which they lie."""
    words = board.explain(renaissance.Market("r1"), _scene()).split(", ")
    assert len(words) == 4
    assert set(words) <= {"coin", "stone", "servant", "shield", "faith", "white"}


def test_the_set_up_offers_leaders() -> None:
    """Four of them, each with what it does and needs."""
    shown = lettering(board.table(_scene(SETUP), SMALL))
    assert shown.count("needs") == 4


def test_alone_one_plays_against_lorenzo() -> None:
    """His cross is on the track and in words."""
    shown = lettering(board.table(_scene(_started(1)), SMALL))
    assert "Lorenzo" in shown


def test_a_resource_is_two_letters() -> None:
    """Two coins are 2co on yellow ground; a production reads from left to right."""
    assert board.tile("co", 2) == Span("2co", "tile-yellow")
    assert text(board.tiles((1, 0, 2, 0), 1)) == "co 2se f"
