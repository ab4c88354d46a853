"""Alone against Lorenzo: tokens, the black cross, two ways to lose and two to win."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from bottega.games import renaissance
from bottega.games.core import SKIP
from bottega.games.renaissance.model import (
    COLUMN_GONE,
    CROSS_FIRST,
    DONE,
    NOT_LOST,
    START,
    TILE_LOST,
    TILE_UP,
    Player,
    State,
)
from bottega.games.renaissance.solo import EVERY_TOKEN, SHUFFLE, TOKENS, column_gone, discard_two, reveal
from bottega.testing.renaissance import SEED, play, player, table, top

GREEN = 0
RICH = "9 coin 9 stone 9 servant 9 shield"


def alone(own: Player | None = None, tokens: tuple[int, ...] = EVERY_TOKEN, **fields: Any) -> State:
    """A solo game at the start of a turn; the last token is on top."""
    return table(own or player(), **{"tokens": tokens, **fields})


def drawn(state: State) -> State:
    """The state after the turn has ended and Lorenzo has drawn."""
    return play(replace(state, phase=DONE), "end")


def test_seven_tokens() -> None:
    """One for each colour, two that move the cross by two, one that shuffles; face down in random order."""
    assert len(TOKENS) == 7
    assert sorted(renaissance.new(1, SEED).tokens) == list(EVERY_TOKEN)
    assert len({renaissance.new(1, bytes([seed]) * 32).tokens for seed in range(20)}) > 10


def test_only_the_solo_game_has_tokens() -> None:
    """With others at the table Lorenzo stays away."""
    assert renaissance.new(2, SEED).tokens == ()


def test_one_token_after_each_turn() -> None:
    """The top token is revealed when the turn ends, then the next turn begins."""
    after = drawn(alone(tokens=(0, 1, 4)))
    assert (after.token, after.tokens, after.cross) == (4, (0, 1), 2)
    assert (after.phase, after.seat, after.turn) == (START, 0, 2)


@pytest.mark.parametrize(("own", "tile"), [(5, TILE_UP), (4, TILE_LOST)])
def test_case_27_the_cross_holds_reports(own: int, tile: int) -> None:
    """Cross at 7 moves by 2 to 9: report 1; a player at 5 keeps the tile, at 4 loses it."""
    after = drawn(alone(player(faith=own), tokens=(0, 5), cross=7))
    assert (after.cross, after.reports) == (9, 1)
    assert after.players[0].tiles[0] == tile


def test_the_shuffle_token_restores_all_seven() -> None:
    """The cross moves by one and all seven tokens are shuffled again, with chance from the table's seed."""
    state = alone(tokens=(2, SHUFFLE))
    after = drawn(state)
    assert (after.cross, after.token) == (1, SHUFFLE)
    assert sorted(after.tokens) == list(EVERY_TOKEN)
    assert after.chance.drawn > state.chance.drawn


def test_a_stack_never_runs_out() -> None:
    """Every stack holds the shuffle token, so there is always one to draw."""
    state = alone()
    for _ in range(200):
        state = replace(reveal(state), grid=state.grid, cross=0, reports=0, ending=False, lost=NOT_LOST, phase=START)
        assert SHUFFLE in state.tokens


def test_a_colour_token_discards_from_the_lowest_level() -> None:
    """Two cards of level I go first."""
    after = drawn(alone(tokens=(SHUFFLE, GREEN)))
    assert [len(pile) for pile in after.grid] == [2, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4]


def test_a_colour_token_goes_on_to_the_next_level() -> None:
    """One card of level I left: that one and one of level II are discarded."""
    grid = renaissance.new(1, SEED).grid
    left = discard_two((grid[GREEN][:1], *grid[1:]), GREEN)
    assert [len(left[at]) for at in (0, 4, 8)] == [0, 3, 4]
    assert left[4] == grid[4][:-1]


def test_lost_when_a_column_is_gone() -> None:
    """The last two cards of a colour are discarded: lost at once."""
    grid = renaissance.new(1, SEED).grid
    grid = ((), *grid[1:4], (), *grid[5:8], grid[8][:2], *grid[9:])
    after = drawn(alone(tokens=(SHUFFLE, GREEN), grid=grid))
    assert column_gone(after.grid, GREEN)
    assert renaissance.over(after)
    assert after.lost == COLUMN_GONE
    assert renaissance.winners(after) == ()


def test_lost_when_the_cross_arrives_first() -> None:
    """The black cross on 24 ends the game at once."""
    after = drawn(alone(player(faith=23), tokens=(SHUFFLE, 4), cross=22))
    assert after.lost == CROSS_FIRST
    assert renaissance.winners(after) == ()
    assert after.players[0].tiles[2] == TILE_UP


def test_the_cross_stops_at_the_last_space() -> None:
    """A cross at 23 that moves by two arrives on 24, and that is lost too."""
    after = drawn(alone(tokens=(SHUFFLE, 4), cross=23))
    assert (after.cross, after.lost) == (24, CROSS_FIRST)


def test_discarded_resources_move_the_cross() -> None:
    """Lorenzo gets the faith that others would get, and can win by it at once."""
    state = alone(line="c1", marbles="grey yellow white", cross=22)
    state = play(state, "market c1", "discard stone")
    assert state.cross == 23
    after = play(state, "discard coin")
    assert after.lost == CROSS_FIRST
    assert renaissance.actors(after) == ()


def test_won_at_the_end_of_the_track() -> None:
    """The own marker on 24 wins at once; no token is revealed any more, what was pending is gone."""
    state = alone(player(faith=23), line="c1", marbles="red yellow white")
    after = play(state, "market c1")
    assert renaissance.over(after)
    assert renaissance.winners(after) == (0,)
    assert (after.token, after.lost, sum(after.pending)) == (None, NOT_LOST, 0)


def test_case_29_the_seventh_card_wins() -> None:
    """Won at once, and no token is drawn."""
    state = top(alone(player(box=RICH, slots=((1, 17, 33), (2, 18), (3,)))), "P3", 34)
    after = play(state, "buy P3 slot 2")
    assert renaissance.winners(after) == (0,)
    assert after.tokens == state.tokens


def last_green(slots: tuple[tuple[int, ...], ...]) -> State:
    """A solo game in which one green card, 41 of level III, is the last of its column."""
    state = alone(player(box=RICH, slots=slots))
    grid = state.grid
    return replace(state, grid=((), *grid[1:4], (), *grid[5:8], (41,), *grid[9:]))


def test_case_29_buying_the_last_card_of_a_column_loses() -> None:
    """The column is gone, whoever took its last card: lost at once, here with the 5th card."""
    after = play(last_green(((1, 17), (2, 18), ())), "buy G3 slot 1")
    assert after.lost == COLUMN_GONE
    assert renaissance.winners(after) == ()


def test_the_loss_is_checked_before_the_seventh_card() -> None:
    """A 7th card that empties a column loses."""
    after = play(last_green(((1, 17), (2, 18, 34), (3,))), "buy G3 slot 1")
    assert sum(map(len, after.players[0].slots)) == 7
    assert after.lost == COLUMN_GONE


def test_a_missed_turn_still_lets_lorenzo_draw() -> None:
    """Time runs for Lorenzo too."""
    after = renaissance.apply(alone(tokens=(SHUFFLE, 4)), 0, SKIP)
    assert (after.cross, after.turn) == (2, 2)


def test_set_up_is_that_of_a_first_player() -> None:
    """Two of four leaders, no bonus."""
    state = renaissance.new(1, SEED)
    assert (state.players[0].bonus, state.players[0].faith) == (0, 0)
    assert play(state, str(renaissance.legal(state, 0)[0])).phase == START
