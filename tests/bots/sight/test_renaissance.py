"""How Masters of Renaissance looks to a searcher."""

from __future__ import annotations

from msgspec.structs import replace

from bottega.bots.dice import Dice
from bottega.bots.network import CHANCE
from bottega.bots.sight.renaissance import ROWS, Sight, _room, by_hand, features, leading_on
from bottega.games import renaissance
from bottega.games.renaissance import legal
from bottega.testing.renaissance import play, player, table
from tests.bots.positions import positions


def test_features_are_rows() -> None:
    """Every board gives rows that there are."""
    for seats in (1, 2, 3):
        for state, seat in positions(renaissance, seats, seats)[::3]:
            assert all(0 <= row < ROWS for row in features(state, seat))
    assert len(by_hand()) == ROWS


def test_shelves_are_rearranged_only_to_make_room() -> None:
    """Swapping comes to mind where something pending fits nowhere and would fit after it, and nowhere else."""
    state = table(player(shelves=("1 coin", "2 stone", "")), player(), line="c1", marbles="grey yellow white")
    assert "swap" in {str(action).split()[0] for action in legal(state, 0)}
    assert "swap" not in {str(action).split()[0] for action in Sight().moves(state, 0, None)[0]}
    pending = play(state, "market c1")
    assert {str(action).split()[0] for action in Sight().moves(pending, 0, None)[0]} <= {"store", "swap", "discard"}


def test_room_for_what_was_taken() -> None:
    """One kind a shelf, three shelves for three, two and one, rearranged as one likes."""
    empty = (-1, -1, -1, -1, -1), (0, 0, 0, 0, 0)
    assert _room(*empty, (2, 3, 1, 0, 0)) == (2, 3, 1, 0)
    assert _room(*empty, (2, 2, 0, 0, 0)) == (2, 2, 0, 0)
    assert _room(*empty, (2, 2, 2, 0, 0)) == (2, 2, 1, 0)
    assert sum(_room((0, 1, 2, -1, -1), (1, 2, 3, 0, 0), (0, 0, 0, 2, 0))) == 0


def test_a_leaders_depot_takes_two_more() -> None:
    """What fits there needs no shelf."""
    assert _room((-1, -1, -1, 3, -1), (0, 0, 0, 0, 0), (1, 1, 1, 2, 0)) == (1, 1, 1, 2)


def test_alone_actions_are_told_apart_at_first_sight() -> None:
    """Far behind Lorenzo, as at the beginning, what an action brings is told as if the game were even."""
    state = renaissance.new(1, bytes(32))
    seen, dice = Sight(), Dice(b"glance")
    for _ in range(12):
        actions, worths = seen.glance(state, 0, dice)
        assert max(worths) > CHANCE // 4
        if str(actions[0]) == "end":
            assert worths[0] == CHANCE // 2
        state = renaissance.apply(state, 0, actions[worths.index(max(worths))])


def test_of_what_comes_to_the_same_there_is_one() -> None:
    """Where there is room for everything kind after kind is stored; no resource is made of itself."""
    state = table(player(box="2 coin"), player(), line="c1", marbles="grey yellow blue")
    assert not any("coin>coin" in str(action) for action in leading_on(state, 0))
    pending = play(state, "market c1")
    assert {str(action).split()[1] for action in leading_on(pending, 0)} == {"coin"}


def test_a_turn_ends_by_itself_when_nothing_is_left_to_do() -> None:
    """But not while there are leaders in hand, and not alone, where Lorenzo has his turn."""
    seen = Sight()
    for seats in (1, 2):
        for state, _ in positions(renaissance, seats, 5):
            after = seen.carried_on(state)
            if state.phase == "done" and seats == 2 and not state.players[state.seat].hand:
                assert after == renaissance.apply(state, state.seat, renaissance.EndTurn())
            else:
                assert after is state


def test_what_lies_below_the_last_pile_of_a_colour_is_not_thought_away() -> None:
    """Alone that would be a game lost for want of cards that are there."""
    state = renaissance.new(1, bytes(32))
    buy = renaissance.Buy("G1", 1)
    covered = Sight().covered(state, buy)
    assert covered is not None
    assert len(covered.grid[0]) == 1
    alone = replace(state, grid=tuple(pile if at % 4 or not at else () for at, pile in enumerate(state.grid)))
    assert Sight().covered(alone, buy) is None
