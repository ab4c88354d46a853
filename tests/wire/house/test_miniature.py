"""A little picture of a board: what a spectator sees of it, and nothing else."""

from __future__ import annotations

import re

import msgspec
import pytest

from bottega.games import GAMES
from bottega.wire.house.miniature import picture_of
from tests.table.rigs import Inn, play_out

CELLS = {
    "splendor": (3, 4, r"[wbgrk][0-5]|\.\."),
    "sagrada": (4, 5, r"[RGBYP][1-6]|[rgbyp]\.|\.[1-6]|\.\."),
    "renaissance": (4, 4, r"[wbsypr]o|[gbyp][1-3]|\.\."),
}


@pytest.mark.parametrize("game", sorted(GAMES))
def test_rows_of_cells(game: str) -> None:
    """All along a game the picture has the same shape, and every cell is a piece of that game."""
    rows, width, cell = CELLS[game]
    table = Inn().running("Ada", "Bob", game=game)
    seen = set()
    for number in range(60):
        position = play_out(table, number, most=5)
        if position.finished:
            break
        for seat in range(2):
            if picture := picture_of(position, seat):
                seen.add(picture)
                assert len(picture) == rows
                for row in picture:
                    cells = re.findall("..", row)
                    slots = game == "renaissance" and row is picture[-1]
                    assert len(cells) == (3 if slots else width)
                    assert all(re.fullmatch(cell, each) for each in cells), row
    assert len(seen) > 5


@pytest.mark.parametrize("game", sorted(GAMES))
def test_nothing_hidden_is_in_it(game: str) -> None:
    """Whatever is dealt otherwise that a spectator does not know, the picture is the same."""
    table = Inn().running("Ada", "Bob", game=game)
    position = play_out(table, most=40)
    assert position.state is not None
    for number in range(5):
        dealt = position.game.redeal(position.state, None, bytes([number] * 32))
        other = msgspec.structs.replace(position, state=dealt)
        assert [picture_of(other, seat) for seat in (0, 1)] == [picture_of(position, seat) for seat in (0, 1)]


def test_before_there_is_a_board() -> None:
    """A table that waits has no picture, and in Sagrada a seat that has not chosen its window."""
    inn = Inn()
    inn.enter("Ada")
    assert picture_of(inn.table("Ada").position, 0) == ()
    chosen = Inn().running("Ada", "Bob", game="sagrada")
    assert picture_of(chosen.position, 0) == ()
