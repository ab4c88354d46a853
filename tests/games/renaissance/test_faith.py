"""The faith track and its Vatican reports."""

from __future__ import annotations

import pytest

from bottega.games.renaissance.faith import LAST_SPACE, TRACK_POINTS, advance
from bottega.games.renaissance.model import TILE_DOWN, TILE_LOST, TILE_UP, State
from bottega.testing.renaissance import play, player, table

WHITE_SERVANT = 9


def at(*faith: int) -> State:
    """A table whose players' markers stand there."""
    return table(*(player(faith=space) for space in faith))


def tiles(state: State, section: int = 0) -> list[int]:
    """The players' tiles of a section."""
    return [one.tiles[section] for one in state.players]


@pytest.mark.parametrize(
    ("space", "points"),
    [(0, 0), (2, 0), (3, 1), (5, 1), (6, 2), (9, 4), (12, 6), (14, 6), (15, 9), (18, 12), (21, 16), (23, 16), (24, 20)],
)
def test_case_23_points_of_the_last_marked_space(space: int, points: int) -> None:
    """The last marked space reached counts, and only that one."""
    assert TRACK_POINTS[space] == points


def test_case_11_discarding_two_at_once() -> None:
    """A (4) discards 2 at once; B at 7, C at 3: both jump, then one check: B and C keep the tile, A loses it."""
    state = table(player(faith=4), player(faith=7), player(faith=3), line="c1", marbles="yellow grey white")
    after = play(state, "market c1", "discard coin stone")
    assert [one.faith for one in after.players] == [4, 9, 5]
    assert tiles(after) == [TILE_LOST, TILE_UP, TILE_UP]


def test_case_11_discarding_one_by_one() -> None:
    """Checked after each resource: B reaches 8 while C is at 4, so only B keeps the tile."""
    state = table(player(faith=4), player(faith=7), player(faith=3), line="c1", marbles="yellow grey white")
    after = play(state, "market c1", "discard coin", "discard stone")
    assert [one.faith for one in after.players] == [4, 9, 5]
    assert tiles(after) == [TILE_LOST, TILE_UP, TILE_LOST]


def test_case_13_the_red_marble_is_checked_first() -> None:
    """A at 7 takes the red marble: report, B at 4 loses; the resource A then discards comes too late for B."""
    state = table(player(faith=7), player(faith=4), line="c1", marbles="red grey white")
    after = play(state, "market c1", "discard stone")
    assert [one.faith for one in after.players] == [8, 5]
    assert tiles(after) == [TILE_UP, TILE_LOST]


def test_others_move_together_before_the_check() -> None:
    """Two players at 7 and 4 both get the faith of one discard before the report is held."""
    state = table(player(faith=0), player(faith=7), player(faith=4), line="c1", marbles="grey white white")
    after = play(state, "market c1", "discard stone")
    assert tiles(after) == [TILE_LOST, TILE_UP, TILE_UP]


@pytest.mark.parametrize(("section", "pope", "start"), [(0, 8, 5), (1, 16, 12), (2, 24, 19)])
def test_each_report_has_its_section(section: int, pope: int, start: int) -> None:
    """Reports at 8, 16 and 24 favour whoever is at 5, 12 and 19 or beyond."""
    state = advance(at(pope - 1, start - 1, start, pope - 1), (0,), 1)
    assert tiles(state, section) == [TILE_UP, TILE_LOST, TILE_UP, TILE_UP]


def test_a_report_is_held_once() -> None:
    """A second marker that reaches the pope space changes nothing."""
    state = advance(at(7, 3), (0,), 1)
    assert tiles(state) == [TILE_UP, TILE_LOST]
    state = advance(state, (1,), 6)
    assert tiles(state) == [TILE_UP, TILE_LOST]
    assert tiles(state, 1) == [TILE_DOWN, TILE_DOWN]
    assert state.reports == 1


def test_passing_a_pope_space_is_enough() -> None:
    """A jump over the space holds the report too; a jump over two holds both."""
    assert tiles(advance(at(7, 0), (0,), 3)) == [TILE_UP, TILE_LOST]
    assert advance(at(7, 0), (0,), 9).reports == 2


def test_the_marker_stops_at_the_last_space() -> None:
    """24 is the end of the track, and calls the last round."""
    state = advance(at(22, 0), (0,), 7)
    assert state.players[0].faith == LAST_SPACE
    assert state.ending


def test_unconverted_white_and_red_marbles_are_no_discards() -> None:
    """Nobody gets faith for marbles that gave nothing to store."""
    state = table(player(), player(), line="c1", marbles="white red white")
    assert [one.faith for one in play(state, "market c1").players] == [1, 0]


def test_a_forced_white_resource_counts_as_discarded() -> None:
    """With a white-marble leader an unwanted resource must be discarded, which gives faith."""
    own = player(leaders=(WHITE_SERVANT, 1), played=(WHITE_SERVANT,))
    state = table(own, player(), line="c1", marbles="white white red")
    assert play(state, "market c1", "discard servant servant").players[1].faith == 2
