"""Sagrada in the terminal."""

from __future__ import annotations

from typing import Any

from bottega.games import sagrada
from bottega.terminal.boards import sagrada as board
from bottega.terminal.boards.scene import Scene
from bottega.terminal.canvas import Room, Span, lettering

SMALL, LARGE = Room(80, 14), Room(80, 34)
CHOOSING = sagrada.new(2, seed=bytes(32))


def _started() -> Any:
    state = CHOOSING
    for seat, window in enumerate(("Comitas", "Virtus")):
        state = sagrada.apply(state, seat, sagrada.Action.from_text(f"window {window}"))
    return state


PLAYING = _started()


def _scene(state: Any = PLAYING, mark: Any = None) -> Scene[sagrada.View]:
    return Scene(sagrada.view(state, 0), ("Ada", "Bruno"), 0, tuple(sagrada.legal(state, 0)), mark)


def test_windows_on_offer_stand_side_by_side() -> None:
    """Whoever chooses sees all four patterns, with what they are worth."""
    page = board.table(_scene(CHOOSING), SMALL)
    assert len(page) <= SMALL.height
    shown = lettering(page)
    assert all(window.name in shown for window in sagrada.view(CHOOSING, 0).offered)


def test_the_small_table_has_pool_track_tools_goals_and_windows() -> None:
    """Within fourteen rows, the own window first."""
    page = board.table(_scene(), SMALL)
    assert len(page) <= SMALL.height
    shown = lettering(page)
    assert "R2 R3 P2 B4 P3" in shown
    assert shown.index("Comitas") < shown.index("Virtus")
    assert "Grozing Pliers ●1" in shown


def test_the_large_table_numbers_every_space() -> None:
    """In frames, the number of a space stands above it."""
    assert "├10──┼11──┼12──┼13──┼14──┤" in lettering(board.table(_scene(), LARGE))


def test_die_and_space_of_the_chosen_option_are_marked() -> None:
    """One die of the pool, one space of the own window."""
    page = board.table(_scene(mark=sagrada.Place(25, 1)), SMALL)
    marked = [span.text.strip() for one in page for span in one if span.ink == "mark"]
    assert marked == ["P2", "··"]


def test_the_private_objective_of_others_is_not_shown() -> None:
    """The own one is told in words; of others there is a question mark."""
    assert "blue dice" in lettering(board.seat(_scene(), 0, SMALL))
    assert "unknown" in lettering(board.seat(_scene(), 1, SMALL))


def test_a_placement_says_where_and_what_is_printed_there() -> None:
    """Row and column are counted from one, as people do."""
    assert board.explain(sagrada.Place(25, 2), _scene()) == "purple 2: row 1 column 3, printed 2"


def test_a_tool_in_use_says_what_it_asks_for() -> None:
    """The headline names the tool and the next choice."""
    state = sagrada.apply(PLAYING, 0, sagrada.UseTool(1))
    assert board.asked(_scene(state)) == "round 1 of 10: you use Grozing Pliers: choose a die of the pool"


def test_tools_and_objectives_are_told_in_full() -> None:
    """The page of cards has the whole text of every card."""
    shown = " ".join(lettering(board.cards(_scene(), SMALL)).split())
    assert all(tool.text in shown for tool in sagrada.view(PLAYING, 0).tools)
    assert all(card.text in shown for card in sagrada.view(PLAYING, 0).publics)


def test_a_die_is_its_colour_and_value() -> None:
    """A red five is R5 on red ground."""
    assert board.die("R5") == Span("R5", "tile-red")
