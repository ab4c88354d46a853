"""The table as a person reads it in a terminal."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bottega.games.renaissance import Loss, Phase, State, Tile, new, view
from bottega.testing.renaissance import SEED, play, player, table
from tests.games.play import Setup, random_game, setups

WIDTH, HEIGHT = 80, 45

TABLE = table(
    player(
        shelves=("1 coin", "2 stone", ""),
        box="12 coin 1 shield",
        leaders=(5, 13),
        played=(5,),
        depots=(1,),
        slots=((1, 17), (3,), ()),
        faith=7,
    ),
    player(leaders=(9, 2), faith=5, shelves=("", "1 servant", "")),
    line="r1",
    marbles="white grey yellow red",
    slide="blue",
)

DRAWN = """\
turn 1: seat 0 is to visit the market, buy a card or produce

market      c1      c2      c3      c4      slide blue
  r1        white   grey    yellow  red     yellow co(in)     purple se(rvant)
  r2        white   white   white   blue    grey   st(one)    blue   sh(ield)
  r3        purple  purple  grey    yellow  red    f(aith)    white  nothing

level 3     G3: 41 11p x4    B3: 35 9p x4     Y3: 44 11p x4    P3: 34 9p x4
  costs     7sh              6co              7st              6se
  makes     se>co+3f         2se>3sh+2f       sh>se+3f         2st>3co+2f
level 2     G2: 29 8p x3     B2: 27 7p x4     Y2: 28 7p x4     P2: 26 7p x4
  costs     3co+3sh          5co              5st              5se
  makes     co>2sh+f         2se>2sh+2f       2sh>2se+2f       2st>2co+2f
level 1     G1: 9 3p x3      B1: 15 4p x3     Y1: 12 3p x4     P1: 10 3p x4
  costs     3sh              2co+2se          3st              3se
  makes     2se>co+st+sh     st+sh>2se+f      2sh>co+st+se     2co>st+se+sh

> seat 0    15 points   faith  7   favour 2 down, 3 down, 4 down
  stores    1[co] 2[st st] 3[. . .] 4[st .]   box 12co 1sh
  slots     1[1 17] st>2f   2[3] sh>f   3[]
  leaders   1 played 5: depot[st] 3p for 5co   2 hand 13: sh>any+f 4p for 1Y2

  seat 1     1 points   faith  5   favour 2 down, 3 down, 4 down
  stores    1[.] 2[se .] 3[. . .]   box -
  leaders   1 hand 9: white=se 5p for 1B+2Y   2 hand 2: sh-1 2p for 1B+1P"""


def headline(state: State) -> str:
    """The first line of the drawing."""
    return str(state).partition("\n")[0]


def test_a_state_is_a_board() -> None:
    """``str`` of a state shows market, piles and every board, with everybody's leaders."""
    assert str(TABLE) == DRAWN


def test_a_view_shows_what_its_viewer_may_know() -> None:
    """The same board, but the leaders that others hold are question marks."""
    drawn = DRAWN.splitlines()
    own = str(view(TABLE, 0)).splitlines()
    assert own[:-1] == drawn[:-1]
    assert own[-1] == "  leaders   1 hand ?   2 hand ?"
    assert "1 played 5: depot[st] 3p for 5co   2 hand ?" in str(view(TABLE, None))


@pytest.mark.parametrize("setup", setups("renaissance"), ids=str)
def test_it_fits_on_the_screen(setup: Setup) -> None:
    """Never wider than 80 columns nor higher than 45 lines, whatever happens."""
    for step in random_game(setup)[::5]:
        for drawn in (str(step.before), str(setup.game.view(step.before, 0))):
            lines = drawn.splitlines()
            assert len(lines) <= HEIGHT
            assert max(map(len, lines)) <= WIDTH
            assert not any(line.endswith(" ") for line in lines)


def test_the_fullest_board_fits() -> None:
    """Seven cards, two depots and a full strongbox: long lines go on below."""
    full = player(
        shelves=("1 shield", "2 servant", "3 coin"),
        box="24 coin 24 stone 24 servant 24 shield",
        leaders=(5, 8),
        played=(5, 8),
        depots=(2, 2),
        slots=((14, 31, 39), (15, 30, 47), (16,)),
    )
    lines = str(table(full, full, full, full)).splitlines()
    assert len(lines) <= HEIGHT
    assert max(map(len, lines)) <= WIDTH
    assert "  stores    1[sh] 2[se se] 3[co co co] 4[st st] 5[co co]" in lines


def test_who_is_to_do_what() -> None:
    """The first line says what the game waits for."""
    assert headline(new(3, SEED)) == "set-up: seat 0, seat 1 and seat 2 still have to choose"
    assert headline(play(new(2, SEED), "keep 7 12")) == "set-up: seat 1 still has to choose"
    storing = play(TABLE, "market r1")
    assert headline(storing) == "turn 1: seat 0 is to store or discard 1co+1st"
    producing = play(TABLE, "produce slot 1")
    assert headline(producing) == "turn 1: seat 0 produces 2f: more, or collect, or revert"
    done = play(producing, "collect")
    assert headline(done) == "turn 1: seat 0 has made its main action and is to end its turn"
    assert headline(replace(done, ending=True)).endswith(" (last round)")
    assert headline(replace(done, phase=Phase.OVER)) == "turn 1: the game is over, won by seat 0"


def test_white_marbles_that_wait() -> None:
    """Marbles that wait for a choice are named beside the resources."""
    own = player(leaders=(9, 10), played=(9, 10))
    state = play(table(own, player(), line="c1", marbles="white grey white"), "market c1")
    assert headline(state) == "turn 1: seat 0 is to store or discard 1st and 2 white"
    state = play(table(own, player(), line="c1", marbles="white white white"), "market c1")
    assert headline(state) == "turn 1: seat 0 is to store or discard 3 white"


@pytest.mark.parametrize(
    ("lost", "words"),
    [
        (Loss.COLUMN_GONE, "lost: a whole colour of cards is gone"),
        (Loss.CROSS_FIRST, "lost: the black cross was first"),
        (Loss.NOT_LOST, "won by seat 0"),
    ],
)
def test_how_a_solo_game_ended(lost: Loss, words: str) -> None:
    """Won, or lost in one of two ways."""
    assert headline(table(player(), phase=Phase.OVER, lost=lost)) == f"turn 1: the game is over, {words}"


def test_lorenzo_has_a_line() -> None:
    """The black cross, the tokens that are left, and the one revealed last."""
    assert "Lorenzo     black cross on 0, 7 tokens left\n" in str(new(1, SEED))
    state = table(player(), cross=9, reports=1, tokens=(6, 1), token=3)
    words = "Lorenzo     black cross on 9, 2 tokens left, last was: discard two purple cards\n"
    assert words in str(state)


def test_tiles_and_depots_in_every_state() -> None:
    """Tiles are down, up or lost; an empty depot says what it is for."""
    tiles = (Tile.UP, Tile.LOST, Tile.DOWN)
    drawn = str(table(player(tiles=tiles, leaders=(5, 1), played=(5,), faith=17), player(), reports=2))
    assert "faith 17   favour 2 up, 3 lost, 4 down" in drawn
    assert "4[(st) .]" in drawn


def test_an_empty_pile() -> None:
    """Its place stays, without a card."""
    drawn = str(replace(TABLE, grid=((), *TABLE.grid[1:]))).splitlines()
    assert drawn[13].startswith("level 1     G1: empty        B1:")
    assert drawn[14].startswith("  costs                      ")
