"""The board as a person reads it."""

from __future__ import annotations

import re

import pytest

from bottega.games import sagrada
from bottega.games.sagrada.drawing import WIDTH
from bottega.testing.sagrada import KD, SEED, play, situation
from tests.games.play import Setup, sample, setups
from tests.games.sagrada.played import played

BOARD = """\
Sagrada, round 2 of 10, turn 5: seat 0 has its first turn of the round
cards    Row Shade Variety 5, Column Shade Variety 4, Medium Shades 2
tools    2 Eglomise Brush (costs 1), 4 Lathekin (costs 1),
         12 Tap Wheel (costs 1)
track    1: P1 P2
bag      16 red, 17 yellow, 16 green, 17 blue, 16 purple
pool     R6  Y2  G3

   seat 0 *           seat 1
   Kaleidoscopic Dre. Gravitas
   tokens 4           tokens 5
   private B          private ?
   +0 +1 +2 +3 +4     +0 +1 +2 +3 +4
 0 y. B3 .. .. .1     .1 .. .3 b. ..
 5 G1 .. R5 .. .4     .. .2 b. .. ..
10 .3 .. r. .. g.     .6 b. .. .4 ..
15 .2 .. .. b. y.     b. .5 .2 .. .1
   R5 a die, r. takes red, .5 takes a five, .. takes any; space = left + top"""


def test_a_board() -> None:
    """A seat sees all windows with their dice and prints, what lies on the table, and its own colour only."""
    state = situation(KD, "B3@1 G1@5 R5@7", pool="R6 Y2 G3", track=["P1 P2"])
    assert str(sagrada.view(state, 0)) == BOARD
    assert str(state) == BOARD.replace("private ?", "private R")
    assert str(sagrada.view(state, None)) == BOARD.replace("private B", "private ?")


CHOICE = """\
Sagrada: everybody chooses a window
cards    Row Shade Variety 5, Column Shade Variety 4, Medium Shades 2
tools    4 Lathekin (costs 1), 8 Running Pliers (costs 1),
         9 Cork-backed Straightedge (costs 1)
seat 0   choosing, private ?
seat 1   ?, private ?"""

OFFER = """
on offer to seat 0
   Kaleidoscopic Dre. Firmitas           Aurorae Magnificus Aurora Sagradis
   difficulty 4       difficulty 5       difficulty 5       difficulty 4
 0 y. b. .. .. .1     p. .6 .. .. .3     .5 g. b. p. .2     r. .. b. .. y.
 5 g. .. .5 .. .4     .5 p. .3 .. ..     p. .. .. .. y.     .4 p. .3 g. .2
10 .3 .. r. .. g.     .. .2 p. .1 ..     y. .. .6 .. p.     .. .1 .. .5 ..
15 .2 .. .. b. y.     .. .1 .5 p. .4     .1 .. .. g. .4     .. .. .6 .. .."""


def test_the_choice_of_windows() -> None:
    """Somebody who chooses sees what is on offer, not what others have chosen; the state shows all offers."""
    state = sagrada.new(2, SEED)
    state = sagrada.apply(state, 1, sagrada.legal(state, 1)[0])
    assert str(sagrada.view(state, None)) == CHOICE
    assert str(sagrada.view(state, 0)) == CHOICE.replace("choosing, private ?", "choosing, private B") + "\n" + OFFER
    assert str(state).count("on offer to seat") == 2
    assert "seat 1   Gravitas, private R" in str(state)


@pytest.mark.parametrize(
    ("moves", "lines"),
    [
        (("tool 4",), ["in use   Lathekin: which die, and where to?", "done     a tool used"]),
        (("tool 4", "move 3>11"), ["in use   Lathekin: which die, and where to?, moved 3>11"]),
        (("tool 1",), ["in use   Grozing Pliers: which die of the pool?"]),
        (("tool 1", "die P5"), ["in use   Grozing Pliers: up or down?"]),
        (("tool 1", "die P5", "up"), ["changed  P6 is the die to place"]),
        (("tool 11", "die P5"), ["in use   Flux Remover: which value?"]),
        (("tool 9",), ["in use   Cork-backed Straightedge: which die of the pool, and where to?"]),
        (("tool 12",), ["in use   Tap Wheel: which die of the round track?"]),
        (("place G1@6",), ["done     a die drafted"]),
    ],
)
def test_the_turn_under_way(moves: tuple[str, ...], lines: list[str]) -> None:
    """A tool in use says what it asks for; a changed die, a spent draft and a used tool are shown."""
    state = situation(KD, "B3@1 R5@7 R2@3", pool="P5 G1", track=["R6"], tools=[1, 4, 9, 11, 12])
    drawn = str(play(state, *moves)).splitlines()
    assert set(lines) <= set(drawn)


def test_a_move_that_could_be_undone_is_drawn() -> None:
    """The window of whoever uses a tool is drawn as it is in their hands."""
    state = play(situation(KD, "B3@1 R5@7 R2@3", tools=[4]), "tool 4", "move 3>11")
    assert "\n10 .3 R2 r." in str(state)
    assert "\n 0 y. B3 .. .. .1" in str(state)


def test_a_solo_board() -> None:
    """Alone there are no tokens; tools cost a die of their colour, once, and a target is to be exceeded."""
    state = play(situation(seats=1, pool="R2 P4 G5 Y1", track=["B6"], tools=[1, 2]), "tool 1 P4")
    drawn = str(sagrada.view(state, None)).splitlines()
    assert "tools    1 Grozing Pliers (used), 2 Eglomise Brush (a die B)" in drawn
    assert "target   more than 6" in drawn
    assert "   private B R" in drawn
    assert not [line for line in drawn if "tokens" in line]


def test_the_end() -> None:
    """After the game the scores are there, best first, with who has won."""
    state = played(Setup("sagrada", 3))[-1].after
    drawn = str(sagrada.view(state, None)).splitlines()
    totals = [int(found[1]) for line in drawn if (found := re.match(r"(-?\d+) +seat \d", line))]
    assert totals == sorted((score.total for score in sagrada.scores(state)), reverse=True)
    assert sum(line.endswith("who wins") for line in drawn) == 1
    assert drawn[0] == "Sagrada: the game is over"


@pytest.mark.parametrize("setup", setups("sagrada"), ids=str)
def test_every_board_fits_the_terminal(setup: Setup) -> None:
    """No board is wider than the terminal or longer than a page, and none ends a line with a blank."""
    for state in sample(setup, 60):
        for drawn in (str(state), str(sagrada.view(state, None)), str(sagrada.view(state, 0))):
            lines = drawn.splitlines()
            assert max(map(len, lines)) <= WIDTH
            assert len(lines) <= 45
            assert not [line for line in lines if line != line.rstrip()]


def test_a_drawing_tells_no_more_than_the_view() -> None:
    """What a viewer cannot know does not change the picture."""
    for number, state in enumerate(sample(Setup("sagrada", 3), 30)):
        for seat in (None, 0, 1, 2):
            dealt = sagrada.redeal(state, seat, bytes([number] * 32))
            assert str(sagrada.view(dealt, seat)) == str(sagrada.view(state, seat))
