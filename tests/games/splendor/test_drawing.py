"""The table as a person reads it in a terminal."""

from __future__ import annotations

from hypothesis import given, settings

from bottega.games.splendor import State, redeal, view
from bottega.testing.splendor import play, table, who
from tests.games.play import as_seed
from tests.strategies import Moment, moments

PICTURE = """\
turn 2: seat 1 is to move (last round)

bank       w3 b4 g4 r4 k4 *2
nobles     1 (w3 b3 k3), 2 (w4 k4)

level 3     81  w 5           -                -                -
deck of 0       w3 k7

level 2     41  k 1          40  k 1          42  k 2          43  k 2
deck of 25      w3 g3 k2         w3 b2 g2         b1 g4 r2         g5 r3

level 1      0  k             1  k             2  k             3  k
deck of 34      w1 b1 g1 r1      w1 b2 g1 r1      w2 b2 r1         g1 r3 k1

  seat 0   18 prestige    3 tokens w1 b0 g0 r0 k0 *2   bonuses b1 g1 k1
  reserved 44 k 2 (w5), 30 g (r3)
  nobles   0

> seat 1   60 prestige     1 token w0 b0 g0 r0 k0 *1   bonuses w3 b3 g3 r4 k3
  reserved ? of level 1"""


def midgame() -> State:
    """A table where both have reserved cards, one each of them unseen, and level 3 is exhausted."""
    return table(
        who("w1 *2", cards=[73, 77, 85], nobles=[0], reserved=[44], secret=[30]),
        who("*1", secret=[5]),
        seat=1,
        up=[81, 41],
        exhausted=[3],
    )


def test_the_board() -> None:
    """Everything that is needed to play: cards and nobles with their costs, and what everybody has."""
    assert str(view(midgame(), 0)) == PICTURE


def test_what_a_viewer_has_not_seen_is_a_question_mark() -> None:
    """A card reserved unseen is shown to its owner and in the picture of the whole state, but to nobody else."""
    state = midgame()
    unseen, known = "? of level 1", "5 k (w2 g2)"
    assert str(view(state, 1)) == PICTURE.replace(unseen, known).replace("30 g (r3)", unseen)
    assert str(view(state, None)) == PICTURE.replace("30 g (r3)", unseen)
    assert str(state) == PICTURE.replace(unseen, known)


def test_what_is_asked_for_stands_in_the_first_line() -> None:
    """A move, a return, the choice of a noble, or who has won."""
    over_limit = play(table(who("r4 k3 *2"), who(), who()), "take wbg")
    choice = play(table(who(bonuses="w3 b3 g3 r3"), who(), nobles=[0, 5, 2]), "take wbg")
    done = play(table(who(cards=[73, 77, 81]), who(), seat=1), "take wbg")
    shared = play(table(who(cards=[73, 77, 81, 0]), who(cards=[85, 89, 45, 44]), seat=1), "take wbg")
    first = [str(state).partition("\n")[0] for state in (table(who(), who()), over_limit, choice, done, shared)]
    assert first == [
        "turn 1: seat 0 is to move",
        "turn 1: seat 0 is to return 2 tokens",
        "turn 1: seat 0 is to choose noble 0 or 5",
        "turn 3: the game is over, won by seat 0",
        "turn 3: the game is over, won by seat 0 and seat 1",
    ]


@settings(max_examples=60, deadline=None)
@given(moments("splendor"))
def test_every_board_fits_a_terminal(moment: Moment) -> None:
    """At most 80 columns and 45 lines, and a view's picture shows no more than the view."""
    state = moment.state
    lines = str(state).splitlines()
    assert len(lines) <= 45
    assert max(map(len, lines)) <= 80
    for viewer in (None, *range(moment.setup.seats)):
        assert str(view(redeal(state, viewer, as_seed(3)), viewer)) == str(view(state, viewer))
