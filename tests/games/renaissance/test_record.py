"""Notation of states."""

from __future__ import annotations

import pytest

from bottega.games.core import BadNotation
from bottega.games.renaissance import new, read_state, write_state
from tests.games.renaissance.board import SEED, play, player, table

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
        ),
        player(leaders=(3, 4), offered=(3, 4, 15, 16)),
        ending=True,
        reports=2,
    ),
    "produce slot 2",
    "produce basic coin+coin>servant",
)


def test_a_state_reads_like_a_position() -> None:
    """Market, grid and boards can be found by eye."""
    words = write_state(BUSY).split(" ")
    assert words[0] == "renaissance/1"
    assert words[2:4] == ["producing", "1.0"]
    assert words[8] == "2!"
    assert words[10] == "5.13.7.8/5.13/5/13|0|0|ddd|-,-,3stone,2stone,-|11.0.0.1|1.17/3/-"


def test_productions_under_way_are_part_of_it() -> None:
    """Used productions, outputs with faith, and the storage to go back to."""
    assert write_state(BUSY).split(" ")[7] == "2.0/0.0.1.0.1/1coin,-,3stone,2stone,-/12.0.0.2"
    assert read_state(write_state(BUSY)) == BUSY


@pytest.mark.parametrize(
    ("old", "new_text"),
    [
        ("renaissance/1", "renaissance/2"),
        ("producing", "resting"),
        ("producing", "start"),
        ("producing", "storing"),
        (" 1.0 ", " 1.2 "),
        ("ddd", "ddq"),
        ("ddd", "dd"),
        ("3stone", "4stone"),
        ("3stone", "0stone"),
        ("-,-,3stone", "-,1stone,3stone"),
        ("2stone,-|", "3stone,-|"),
        ("2stone,-|", "2stone|"),
        ("1.17/3/-", "17/3/-"),
        ("1.17/3/-", "1.17/3"),
        ("1.17/3/-", "1.17/1/-"),
        ("5.13.7.8/5.13/5/13", "5.13.7.8/5.9/5/13"),
        ("5.13.7.8/5.13/5/13", "5.13.7.8/5.13/5/5"),
        ("5.13.7.8/5.13/5/13", "5.13.7.8/5.13/7/13"),
        ("5.13.7.8/5.13/5/13", "5.13.7.3/5.13/5/13"),
        ("5.13.7.8/5.13/5/13", "5.13.7.99/5.13/5/13"),
        ("|0|0|", "|3|0|"),
        ("|0|0|", "|0|25|"),
        ("11.0.0.1", "11.0.0"),
        ("2!", "4!"),
        ("00:", "0:"),
    ],
)
def test_what_cannot_be_is_refused(old: str, new_text: str) -> None:
    """A line with an impossible part is no state."""
    text = write_state(BUSY)
    assert old in text
    with pytest.raises(BadNotation):
        read_state(text.replace(old, new_text, 1))


def test_a_solo_game_has_its_own_word() -> None:
    """Cross, tokens, last token, loss; only with one player."""
    text = write_state(new(1, SEED))
    words = text.split(" ")
    assert words[9].startswith("0/")
    assert words[9].endswith("/-/-")
    for wrong in ("-", "25" + words[9][1:], words[9].replace("/-/-", "/7/-"), words[9].replace("/-/-", "/-/won")):
        with pytest.raises(BadNotation):
            read_state(text.replace(words[9], wrong))


def test_all_thirteen_marbles_are_there() -> None:
    """A market with a marble changed is not a market."""
    text = write_state(new(2, SEED))
    market = text.split(" ")[4]
    with pytest.raises(BadNotation, match="thirteen"):
        read_state(text.replace(market, market.replace("R", "W")))
