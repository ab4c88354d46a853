"""Taking tokens: three different, or two of a colour of which there are four."""

from __future__ import annotations

import pytest

from bottega.games.core import IllegalMove
from bottega.games.splendor import State, Take, apply, legal
from bottega.testing.splendor import play, purse, refused, table, who


def taking(state: State) -> list[str]:
    """All legal ways to take tokens."""
    return [str(action) for action in legal(state, state.seat) if isinstance(action, Take)]


def test_three_different() -> None:
    """Three tokens of three colours go from the bank to the player, and the turn is over."""
    after = play(table(who(), who()), "take wgk")
    assert purse(after.players[0].tokens) == "w1 g1 k1"
    assert after.bank == (3, 4, 3, 4, 3, 5)
    assert after.seat == 1


def test_all_ways_to_take_from_a_full_bank() -> None:
    """Ten triples and five pairs."""
    assert taking(table(who(), who())) == [
        *("take wbg", "take wbr", "take wbk", "take wgr", "take wgk"),
        *("take wrk", "take bgr", "take bgk", "take brk", "take grk"),
        *("take ww", "take bb", "take gg", "take rr", "take kk"),
    ]


def test_two_of_a_kind_needs_four() -> None:
    """Two of a pile of four may be taken and leave two; of fewer than four they may not."""
    after = play(table(who(), who()), "take rr")
    assert after.bank[3] == 2
    assert refused(after, "take rr") == "red has 2 tokens left; taking two needs at least 4"
    three_left = table(who(), who("b1"))
    assert refused(three_left, "take bb") == "blue has 3 tokens left; taking two needs at least 4"


@pytest.mark.parametrize(
    ("others", "ways"),
    [
        ("w4 b4", ["take grk", "take gg", "take rr", "take kk"]),
        ("w4 b4 g1", ["take grk", "take rr", "take kk"]),
    ],
)
def test_three_colours_left(others: str, ways: list[str]) -> None:
    """With three colours left there is one way to take three."""
    assert taking(table(who(), who(others))) == ways


def test_fewer_than_three_colours_left() -> None:
    """With two colours left one of each is taken, with one colour left one token."""
    two = table(who("w4 b4"), who("g4 r1 k1"))
    assert taking(two) == ["take rk"]
    assert refused(two, "take r") == "take 2 tokens of different colours: 2 colours are left in the bank"
    assert refused(two, "take grk") == "there are no green tokens left"
    one = table(who("w4 b4"), who("g4 r4 k2"))
    assert taking(one) == ["take k"]
    assert purse(play(one, "take k").players[0].tokens) == "w4 b4 k1"
    assert refused(one, "take kk") == "black has 2 tokens left; taking two needs at least 4"


def test_no_colour_left() -> None:
    """With no coloured token in the bank nothing can be taken."""
    empty = table(who("w4 b4 g2"), who("g2 r4 k4"))
    assert taking(empty) == []
    assert refused(empty, "take w") == "there are no white tokens left"


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("take w", "take 3 tokens of different colours: 5 colours are left in the bank"),
        ("take wb", "take 3 tokens of different colours: 5 colours are left in the bank"),
        ("take wwb", "take three tokens of different colours, or two of the same colour"),
        ("take www", "take three tokens of different colours, or two of the same colour"),
    ],
)
def test_other_combinations_are_refused(move: str, reason: str) -> None:
    """Fewer than could be taken, or two and one, is not offered."""
    assert refused(table(who(), who()), move) == reason


@pytest.mark.parametrize(
    ("colours", "reason"),
    [
        ((), "take at least one token"),
        ((0, 1, 5), "gold comes with a reserved card"),
        ((-1, 0, 1), "gold comes with a reserved card"),
        ((2, 1, 0), "name the colours in the order"),
        ((0, 1, 2, 3), "take three tokens of different colours"),
    ],
)
def test_what_no_notation_can_say_is_refused_too(colours: tuple[int, ...], reason: str) -> None:
    """The referee trusts nobody: gold, unknown colours and four tokens are refused."""
    with pytest.raises(IllegalMove, match=reason):
        apply(table(who(), who()), 0, Take(colours))


def test_lenient_tables_allow_fewer() -> None:
    """With lenient_take one or two different tokens may be taken though three are there; pairs need four still."""
    state = table(who(), who("r1"), lenient_take=True)
    assert len(taking(state)) == 5 + 10 + 10 + 4
    assert purse(play(state, "take wk").players[0].tokens) == "w1 k1"
    assert refused(state, "take rr") == "red has 3 tokens left; taking two needs at least 4"
    assert refused(state, "take wwb") == "take three tokens of different colours, or two of the same colour"
