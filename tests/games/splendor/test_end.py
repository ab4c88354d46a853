"""The end: fifteen prestige, equal turns, ties, blocked players, absent players.

Cards 73, 77, 81, 85 and 89 are worth 5; card 44 (black) is worth 2; card 7 (black, 1 prestige) costs 4 blue.
"""

from __future__ import annotations

import pytest

from bottega.games.core import SKIP, IllegalMove
from bottega.games.splendor import Pass, State, actors, apply, legal, over, scores, skip, winners
from bottega.testing.splendor import play, purse, refused, table, who


def test_the_round_is_played_to_its_end() -> None:
    """Seat 1 of three reaches 15 by a noble: seat 2 still moves, seat 0 does not."""
    trigger = who("r3", bonuses="b3 g2 r3", cards=[73, 77, 44])
    state = table(who(), trigger, who(), seat=1, up=[30], nobles=[0, 1, 2, 3])
    after = play(state, "buy 30")
    assert after.players[1].prestige == 15
    assert not over(after)
    assert winners(after) == ()
    assert actors(after) == (2,)
    done = play(after, "take wbg")
    assert over(done)
    assert actors(done) == ()
    assert winners(done) == (1,)


def test_a_later_seat_can_overtake() -> None:
    """In the last round 16 beats 15."""
    first = who("b4", cards=[73, 77, 45, 40])
    second = who("k4", cards=[81, 85, 89])
    state = table(first, second, up=[7, 31])
    after = play(state, "buy 7")
    assert [player.prestige for player in after.players] == [15, 15]
    assert winners(play(after, "buy 31")) == (1,)


def test_the_last_seat_ends_the_game_at_once() -> None:
    """When the last of four reaches 15 nobody else moves."""
    state = table(who(), who(), who(), who("b4", cards=[73, 77, 45, 40]), seat=3, up=[7])
    assert over(play(state, "buy 7"))


def test_the_first_seat_lets_everybody_move_once_more() -> None:
    """When seat 0 of four reaches 15 the three others still move."""
    state = table(who("b4", cards=[73, 77, 45, 40]), who(), who(), who(), up=[7])
    after = play(state, "buy 7", "take wbg", "take wbg")
    assert not over(after)
    assert over(play(after, "take wbg"))


def test_fourteen_is_not_enough() -> None:
    """The round goes on with 14."""
    state = table(who(), who("b4", cards=[73, 77, 45]), seat=1, up=[7])
    after = play(state, "buy 7")
    assert after.players[1].prestige == 14
    assert not over(after)


def last_move(first: tuple[int, ...], second: tuple[int, ...]) -> State:
    """The end of a game in which both have these cards and the last move changes nothing."""
    return play(table(who(cards=first), who(cards=second), seat=1), "take wbg")


@pytest.mark.parametrize(
    ("first", "second", "won"),
    [
        ((73, 77, 81), (85, 89, 45, 40), (0,)),
        ((73, 77, 81), (85, 89, 45, 51), (1,)),
        ((73, 77, 81), (85, 89, 45, 41, 7), (0,)),
        ((73, 77, 81, 0), (85, 89, 45, 44), (0, 1)),
    ],
    ids=["more prestige", "less prestige", "fewer cards", "shared"],
)
def test_who_wins(first: tuple[int, ...], second: tuple[int, ...], won: tuple[int, ...]) -> None:
    """Most prestige wins, then fewest bought cards, then the victory is shared."""
    done = last_move(first, second)
    assert over(done)
    assert winners(done) == won


def test_reserved_cards_and_nobles_do_not_break_ties() -> None:
    """Only bought cards count for the tie: twelve with a noble and three cards equal fifteen with three."""
    hoarder = who(cards=[73, 77, 44], nobles=[0], reserved=[1, 2, 3])
    state = table(hoarder, who(cards=[81, 85, 89]), seat=1)
    assert winners(play(state, "take wbg")) == (0, 1)


def test_scores_are_explained() -> None:
    """Prestige of cards and of nobles, and how many there are; fewer cards break ties."""
    score = scores(table(who(cards=[73, 44], nobles=[0]), who()))[0]
    assert score.total == 10
    assert [(line.what, line.points, line.detail) for line in score.lines] == [
        ("cards", 7, "2 bought"),
        ("nobles", 3, "1 received"),
    ]
    assert score.tie_break == (-2,)


def blocked(*reserved: int) -> State:
    """Three players hold all 30 tokens; seat 0 has these reserved cards and can afford nothing."""
    return table(
        who("w5 b5", reserved=reserved),
        who("g5 r5"),
        who("k5 *5"),
        up=[0, 1, 2, 3, 41, 42, 43, 46, 70, 71, 72, 73],
    )


def test_a_blocked_player_passes() -> None:
    """Nothing to take, three reserved cards, nothing affordable: only a pass is left."""
    state = blocked(86, 87, 79)
    assert legal(state, 0) == [Pass()]
    after = play(state, "pass")
    assert after.seat == 1
    assert after.players == state.players


def test_who_can_reserve_is_not_blocked() -> None:
    """With two reserved cards one still can reserve, without gold, and may not pass."""
    state = blocked(86, 87)
    assert Pass() not in legal(state, 0)
    assert refused(state, "pass") == "you can still move, and pass only when you cannot"
    assert purse(play(state, "reserve deck1").players[0].tokens) == "w5 b5"


def test_ten_tokens_are_no_block() -> None:
    """With ten tokens one may still take some and return some."""
    assert refused(table(who("w4 b4 *2"), who()), "pass") == "you can still move, and pass only when you cannot"


def stalemate() -> State:
    """Two players hold all coloured tokens and three dear cards each; neither can move."""
    return table(
        who("w4 b4 g2", reserved=(86, 87, 79)),
        who("g2 r4 k4", reserved=(83, 85, 75)),
        up=[0, 16, 9, 25, 41, 46, 47, 53, 70, 74, 78, 82],
    )


def test_when_everybody_passes_the_game_ends() -> None:
    """Passes all round end the game with the scores as they stand."""
    state = play(stalemate(), "pass")
    assert not over(state)
    done = play(state, "pass")
    assert over(done)
    assert winners(done) == (0, 1)


def test_a_move_breaks_the_row_of_passes() -> None:
    """Only passes in a row count: after a move the count begins anew."""
    state = table(who("w5 b5", reserved=(86, 87, 79)), who("g5 r5"), who("k5 *5"), seat=1, passes=2)
    after = play(state, "reserve deck1")
    assert after.passes == 0
    assert not over(after)


def test_a_skip_is_no_pass() -> None:
    """An absent player's turn is skipped without ending the game, and without saving a stalemate."""
    state = play(stalemate(), "skip")
    assert (state.passes, state.seat) == (0, 1)
    assert over(play(stalemate(), "pass", "skip", "pass"))
    assert not over(play(table(who(), who()), *["skip"] * 10))


def test_skipping_ends_the_turn_without_a_move() -> None:
    """The board stays as it is, but the turn goes on."""
    state = table(who("w1"), who())
    assert skip(state, 0) == (SKIP,)
    after = play(state, "skip")
    assert (after.seat, after.turn) == (1, state.turn + 1)
    assert after.players == state.players


def test_a_skip_returns_the_most_plentiful_tokens() -> None:
    """Somebody who leaves before returning tokens gives back those there are most of."""
    state = play(table(who("r4 k3 *2"), who(), who()), "take wbg")
    assert purse(play(state, *map(str, skip(state, 0))).players[0].tokens) == "w1 b1 g1 r3 k2 *2"


def test_a_skip_chooses_the_first_noble() -> None:
    """Nobles that wait come even to somebody who is gone: the first of them."""
    state = table(who(bonuses="w3 b3 g3 r3"), who(), nobles=[5, 0, 2])
    assert play(state, "skip").phase == "noble"
    assert play(state, *map(str, skip(state, 0))).players[0].nobles == (5,)


def test_nobody_moves_after_the_end() -> None:
    """A finished game refuses everything."""
    done = play(stalemate(), "pass", "pass")
    for seat in (0, 1):
        with pytest.raises(IllegalMove, match="the game is over"):
            apply(done, seat, Pass())
