"""Set-up, choice of windows, rounds and the order of turns."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bottega.games import sagrada
from bottega.games.core import IllegalMove, Skip
from bottega.games.sagrada.cards import WINDOWS
from bottega.games.sagrada.model import OVER, State
from bottega.testing.sagrada import SEED, listed, play, refused, situation


def seated(seats: int) -> State:
    """A game in which everybody took the first window."""
    state = sagrada.new(seats, SEED)
    for seat in range(seats):
        state = sagrada.apply(state, seat, sagrada.legal(state, seat)[0])
    return state


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_deal(seats: int) -> None:
    """Three tools, three public objectives, one secret colour and two window cards each, none twice."""
    state = sagrada.new(seats, SEED)
    assert len(set(state.tools)) == len(set(state.publics)) == 3
    assert len({player.private for player in state.players}) == seats
    offered = [window for player in state.players for window in player.offered]
    assert len(set(offered)) == 4 * seats
    for player in state.players:
        cards = [WINDOWS[window].card for window in player.offered]
        assert cards[0] == cards[1] != cards[2] == cards[3]


def test_options_set_the_number_of_tools() -> None:
    """A table may lay out all twelve tools; no number beyond that."""
    assert sagrada.new(2, SEED, sagrada.Options(tools=12)).tools == tuple(range(1, 13))
    assert len(sagrada.new(1, SEED, sagrada.Options(solo_tools=5)).tools) == 5
    for wrong in (sagrada.Options(tools=0), sagrada.Options(tools=13), sagrada.Options(solo_tools=6)):
        with pytest.raises(ValueError, match="tools"):
            sagrada.new(2, SEED, wrong)


def test_windows_are_chosen_at_the_same_time() -> None:
    """Everybody may choose in any order; the game starts with the last choice, and tokens come then."""
    state = sagrada.new(3, SEED)
    assert sagrada.actors(state) == (0, 1, 2)
    state = sagrada.apply(state, 1, sagrada.legal(state, 1)[2])
    assert sagrada.actors(state) == (0, 2)
    assert state.players[1].tokens == 0
    state = sagrada.apply(state, 2, sagrada.legal(state, 2)[0])
    state = sagrada.apply(state, 0, sagrada.legal(state, 0)[0])
    assert (state.round, sagrada.actors(state), len(state.pool)) == (1, (0,), 7)
    for player in state.players:
        assert player.tokens == WINDOWS[player.window].difficulty


def test_a_window_is_chosen_once_and_from_those_on_offer() -> None:
    """A second choice, a pattern of somebody else, and any other move are refused."""
    state = sagrada.new(2, SEED)
    foreign = str(sagrada.legal(state, 1)[0])
    assert refused(state, foreign).startswith("that window is not on offer; choose one of ")
    assert refused(state, "end") == "first everybody chooses a window"
    mine = listed(state)
    chosen = play(state, mine[0])
    assert refused(chosen, mine[1]) == f"you have already chosen {mine[0].removeprefix('window ')}"
    assert refused(seated(2), mine[1]) == "the windows have been chosen"


def test_whoever_is_gone_gets_the_first_window() -> None:
    """Skipping the choice of a window takes the first one on offer."""
    state = sagrada.new(2, SEED)
    (action,) = sagrada.skip(state, 1)
    first = state.players[1].offered[0]
    assert sagrada.apply(state, 1, action).players[1].window == first
    assert sagrada.apply(state, 1, Skip()).players[1].window == first


@pytest.mark.parametrize(
    ("seats", "rounds"),
    [
        (1, ["00", "00"]),
        (2, ["0110", "1001", "0110"]),
        (3, ["012210", "120021", "201102", "012210"]),
        (4, ["01233210", "12300321", "23011032", "30122103", "01233210"]),
    ],
)
def test_turns_go_there_and_back_and_the_bag_passes_on(seats: int, rounds: list[str]) -> None:
    """Clockwise from the start player, then back; the next round starts with the next seat."""
    state = seated(seats)
    for number, order in enumerate(rounds, start=1):
        for expected in order:
            assert (state.round, sagrada.actors(state)) == (number, (int(expected),))
            state = play(state, "end", seat=int(expected))


def test_every_turn_is_counted() -> None:
    """Two turns in a row of the same seat are two turns."""
    state = seated(2)
    turns = []
    for seat in (0, 1, 1, 0, 1):
        turns.append(sagrada.turn(state))
        state = play(state, "end", seat=seat)
    assert turns == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(("seats", "dice"), [(1, 4), (2, 5), (3, 7), (4, 9)])
def test_the_pool_and_the_leftovers(seats: int, dice: int) -> None:
    """Two dice a player and one more are drawn; what is left goes to the space of the round."""
    state = seated(seats)
    for number in range(1, 11):
        assert len(state.pool) == dice
        pool = state.pool
        while state.round == number:
            state = play(state, "end", seat=sagrada.actors(state)[0])
        assert state.track[number - 1] == pool
    assert sum(state.bag) == 90 - 10 * dice
    assert sagrada.over(state)
    assert state.round == OVER
    assert sagrada.actors(state) == ()


def test_two_leftovers_share_a_space() -> None:
    """Two dice left in round 3 lie on space 3; round 4 uses space 4."""
    state = situation(track=["R1", "Y2"], pool="G3 B4", second=True)
    after = play(state, "end")
    assert after.track[2] == state.pool
    assert after.round == 4
    assert len(after.track) == 3


def test_drafting_is_once_a_turn() -> None:
    """One die a turn."""
    state = play(situation(pool="B3 G1 R6"), "place B3@1")
    assert refused(state, "place G1@2") == "you have already drafted a die on this turn"
    assert listed(state, "place") == []


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_every_turn_begins_afresh(seats: int) -> None:
    """From the very first turn on, each turn has its own draft and its own tool, also in the next round."""
    state = seated(seats)
    for _ in range(4 * seats + 1):
        seat = sagrada.actors(state)[0]
        assert (state.drafted, state.used, state.pending, state.work) == (False, 0, -1, None)
        places = listed(state, "place", seat=seat)
        state = play(state, *places[:1], "end", seat=seat)
    spent = replace(situation(), drafted=True, used=2)
    for end in (spent, replace(spent, step=3)):
        after = play(end, "end")
        assert (after.drafted, after.used) == (False, 0)


def test_out_of_turn() -> None:
    """Only the seat whose turn it is may act, and nobody when the game is over."""
    state = situation()
    assert refused(state, "end", seat=1) == "it is the turn of seat 0"
    with pytest.raises(IllegalMove, match="no seat 7"):
        sagrada.apply(state, 7, sagrada.Action.from_text("end"))
    for _ in range(40):
        state = play(state, "end", seat=sagrada.actors(state)[0])
    assert refused(state, "end") == "the game is over"
