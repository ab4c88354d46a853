"""Notation of states: a line that can be read back, and the tables that cannot be."""

from __future__ import annotations

import pytest

from bottega.games.core import BadNotation
from bottega.games.renaissance import Loss, Phase, State, Tile, new
from bottega.testing.renaissance import SEED, play, player, table

BUSY = play(
    table(
        player(
            shelves=("1 coin", "", "3 stone"),
            box="12 coin 2 shield",
            leaders=(5, 13),
            offered=(5, 13, 7, 8),
            played=(5,),
            discarded=(13,),
            depots=(2,),
            slots=((1, 17), (3,), ()),
            faith=16,
            tiles=(Tile.LOST, Tile.UP, Tile.DOWN),
        ),
        player(leaders=(3, 4), offered=(3, 4, 15, 16), tiles=(Tile.LOST, Tile.LOST, Tile.DOWN)),
        reports=2,
    ),
    "produce slot 2",
    "produce basic coin+coin>servant",
)


def test_a_state_reads_like_a_position() -> None:
    """Market, grid and boards can be found by eye."""
    words = BUSY.to_text().split(" ")
    assert words[0] == "renaissance/1"
    assert words[2:4] == ["producing", "1.0"]
    assert words[8] == "2"
    assert words[10] == "5.13.7.8/5.13/5/13|0|16|xud|-,-,3stone,2stone,-|11.0.0.1|1.17/3/-"


def test_productions_under_way_are_part_of_it() -> None:
    """Used productions, outputs with faith, and the storage to go back to."""
    assert BUSY.to_text().split(" ")[7] == "2.0/0.0.1.0.1/1coin,-,3stone,2stone,-/12.0.0.2"
    assert State.from_text(BUSY.to_text()) == BUSY


def test_the_functions_are_the_methods() -> None:
    """``write_state`` and ``read_state`` are other names for ``to_text`` and ``from_text``."""
    assert BUSY.to_text() == BUSY.to_text()
    assert State.from_text(BUSY.to_text()) == BUSY


def test_what_was_read_has_its_types() -> None:
    """Phase, tiles and loss come back as what they are, so that they can be compared by identity."""
    state = State.from_text(BUSY.to_text())
    assert state.phase is Phase.PRODUCING
    assert state.players[0].tiles[1] is Tile.UP
    assert state.lost is Loss.NOT_LOST


@pytest.mark.parametrize(
    ("old", "new_text", "because"),
    [
        ("renaissance/1", "renaissance/2", "begin with renaissance/1"),
        (" - 5.13", " - - - - 5.13", "ten words"),
        ("producing", "resting", "'resting' is no phase"),
        ("producing", "start", "in their phase only"),
        ("producing", "storing", "in their phase only"),
        ("producing 1.0", "setup 0.0", "in their phase only"),
        ("1.0 ", "1.2 ", "no seat 2 at a table of 2"),
        ("1.0 ", "0.0 ", "set-up is turn 0"),
        ("xud", "xuq", "tiles"),
        ("xud", "xu", "three tiles"),
        ("xud", "xdd", "turned by reports"),
        ("xud", "xuu", "turned by reports"),
        ("xxd", "xud", "seat 1 has won too many tiles"),
        ("|16|xud", "|15|xud", "with a marker on 15 there have been 1 reports"),
        ("-,-,3stone", "-,-,4stone", "'4stone' is no place"),
        ("-,-,3stone", "-,-,0stone", "empty shelf has no type"),
        ("-,-,3stone", "2coin,-,3stone", "holds too much"),
        ("-,-,3stone", "-,1stone,3stone", "on two shelves"),
        ("2stone,-|", "2stone|", "should be 5 places"),
        ("2stone,-|", "2coin,-|", "depots"),
        ("2stone,-|", "2stone,0coin|", "depots"),
        ("2stone,-/12", "2coin,-/12", "depots do not change"),
        ("1.17/3/-", "17/3/-", "by level"),
        ("1.17/3/-", "1.17/3", "should be 3 slots"),
        ("1.17/3/-", "1.17/1/-", "in two places"),
        ("1.17/3/-", "1.17/-/-", "these productions"),
        ("1.17/3/-", "1.17/3/99", "there is no card 99"),
        ("1.17/3/-", "1/3/-", "card 17 is missing"),
        ("2.0/0.0.1.0.1", "2.2/0.0.1.0.1", "these productions"),
        ("2.0/0.0.1.0.1", "2.4/0.0.1.0.1", "these productions"),
        ("2.0/0.0.1.0.1", "2.0", "should be 4 parts"),
        ("5.13.7.8/5.13/5/13", "5.13.7.8/5.9/5/13", "kept leaders were offered"),
        ("5.13.7.8/5.13/5/13", "5.13.7.8/5.13/5/5", "named twice"),
        ("5.13.7.8/5.13/5/13", "5.13.7.8/5.13/7/13", "were kept"),
        ("5.13.7.8/5.13/5/13", "5.13.7.3/5.13/5/13", "offered twice"),
        ("5.13.7.8/5.13/5/13", "5.13.7.99/5.13/5/13", "there is no leader 99"),
        ("5.13.7.8/5.13/5/13", "5.13.7/5.13/5/13", "4 leaders are offered, not 3"),
        ("5.13.7.8/5.13/5/13", "5.13.7.8/-/-/-", "everybody has chosen"),
        ("|0|16|", "|3|16|", "above 2"),
        ("|0|16|", "|1|16|", "everybody has chosen"),
        ("|0|16|", "|0|25|", "above 24"),
        ("11.0.0.1", "11.0.0", "should be 4 numbers"),
        (" 2 - ", " 4 - ", "above 3"),
        (" 2 - ", " 2! - ", "last round is called by"),
        ("00:", "0:", "64 hexadecimal digits"),
        ("00:", "0F:", "64 hexadecimal digits"),
        (":63", ":x", "number of draws"),
    ],
)
def test_what_cannot_be_is_refused(old: str, new_text: str, because: str) -> None:
    """A line with an impossible part is no state, and the error says what is wrong."""
    text = BUSY.to_text()
    assert old in text
    with pytest.raises(BadNotation, match=f"not a state of Masters of Renaissance: .*{because}"):
        State.from_text(text.replace(old, new_text, 1))


STORING = play(table(player(), player(), line="c1", marbles="grey yellow white"), "market c1")


@pytest.mark.parametrize(
    ("old", "new_text", "because"),
    [
        (" 1.1.0.0.0 ", " 2.1.1.1.0 ", "no line of the market gives more than 4"),
        (" 1.1.0.0.0 ", " 1.1.0.0.1 ", "white marbles wait for two leaders"),
        (" 1.1.0.0.0 ", " 1.1.0.0 ", "should be 5 numbers"),
        (" 1.1.0.0.0 ", " - ", "in their phase only"),
    ],
)
def test_what_cannot_wait(old: str, new_text: str, because: str) -> None:
    """What is pending came from one line of the market, white marbles only for those who may choose."""
    text = STORING.to_text()
    assert old in text
    with pytest.raises(BadNotation, match=because):
        State.from_text(text.replace(old, new_text, 1))


def test_every_card_is_somewhere() -> None:
    """Among several players no card leaves the game, and each lies in its own pile."""
    text = new(2, SEED).to_text()
    grid = text.split(" ")[5]
    first, second, *rest = grid.split("/")
    swapped = "/".join((second, first, *rest))
    with pytest.raises(BadNotation, match="is in pile G1"):
        State.from_text(text.replace(grid, swapped))
    with pytest.raises(BadNotation, match="should be 12 piles"):
        State.from_text(text.replace(grid, "/".join(rest)))
    with pytest.raises(BadNotation, match="is missing"):
        State.from_text(text.replace(grid, "/".join(("-", second, *rest))))


def test_lorenzo_takes_lower_cards_first() -> None:
    """In a solo game cards may be gone, but none of a level above one that still has cards of the colour."""
    text = new(1, SEED).to_text()
    grid = text.split(" ")[5]
    piles = grid.split("/")
    lower, upper = piles.copy(), piles.copy()
    lower[0], upper[4] = "-", "-"
    assert State.from_text(text.replace(grid, "/".join(lower))).grid[0] == ()
    with pytest.raises(BadNotation, match="is missing"):
        State.from_text(text.replace(grid, "/".join(upper)))


def test_a_solo_game_has_its_own_word() -> None:
    """Cross, tokens, last token, loss; only with one player."""
    text = new(1, SEED).to_text()
    words = text.split(" ")
    solo = words[9]
    assert solo.startswith("0/")
    assert solo.endswith("/-/-")
    for wrong, because in (
        ("-", "one player plays against Lorenzo"),
        ("25" + solo[1:], "above 24"),
        (solo.replace("/-/-", "/7/-"), "above 6"),
        (solo.replace("/-/-", "/-/won"), "'won' is no way to lose"),
        (solo.replace("/-/-", "/-/column"), "last round is called|not lost"),
        (solo.replace("/-/-", "/-"), "should be 4 parts"),
        (solo.replace("/-/-", "/3/-"), "still in the stack"),
        ("0/1.2.3/-/-", "always in the stack"),
        ("0/1.6.6/0/-", "in two places"),
        ("0/1.2.6/-/-", "still in the stack"),
    ):
        with pytest.raises(BadNotation, match=because):
            State.from_text(text.replace(solo, wrong))


def test_a_solo_game_ends_at_once() -> None:
    """A cross on 24 or a lost column is the end, and there is no other loss."""
    lost = table(
        player(tiles=(Tile.LOST,) * 3),
        phase=Phase.OVER,
        cross=24,
        reports=3,
        ending=True,
        lost=Loss.CROSS_FIRST,
    )
    text = lost.to_text()
    assert State.from_text(text) == lost
    for old, wrong in (("over", "start"), ("/cross", "/-"), ("/cross", "/column")):
        assert old in text
        with pytest.raises(BadNotation, match=r"ends at once|is lost by cross"):
            State.from_text(text.replace(old, wrong, 1))


def test_all_thirteen_marbles_are_there() -> None:
    """A market with a marble changed is not a market."""
    text = new(2, SEED).to_text()
    market = text.split(" ")[4]
    for wrong, because in (
        (market.replace("R", "W"), "thirteen"),
        (market.replace("R", "Q"), "should be marbles"),
        (market.replace("/", "", 1), "three rows and a slide"),
    ):
        with pytest.raises(BadNotation, match=because):
            State.from_text(text.replace(market, wrong))


def test_bonus_resources_go_by_seat() -> None:
    """The first player has none to place, the last two."""
    text = new(4, SEED).to_text()
    with pytest.raises(BadNotation, match="seat 0 has no 1 bonus"):
        State.from_text(text.replace("|0|0|", "|1|0|", 1))
