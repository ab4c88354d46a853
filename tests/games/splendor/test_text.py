"""States as one line of text, and lines that are no possible table."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bottega.games import splendor
from bottega.games.core import BadNotation
from bottega.games.splendor import State, new
from bottega.games.splendor.model import EMPTY
from bottega.testing.splendor import play, table, who
from tests.games.play import as_seed


@pytest.mark.parametrize("phase", ["main", "return", "noble", "over"])
def test_states_of_every_phase(phase: str) -> None:
    """States are written and read in every phase, secrets and empty slots included."""
    state = {
        "main": table(who("w1", secret=[8]), who(cards=[0], nobles=[9], reserved=[1]), exhausted=[3]),
        "return": play(table(who("r4 k3 *2"), who(), who()), "take wbg"),
        "noble": play(table(who(bonuses="w3 b3 g3 r3"), who(), nobles=[0, 5, 2], lenient_take=True), "take wbg"),
        "over": play(table(who(cards=[73, 77, 81]), who(), seat=1), "take wbg"),
    }[phase]
    assert state.phase == phase
    assert State.from_text(state.to_text()) == state
    assert State.from_text(state.to_text()) == state
    assert eval(repr(state), vars(splendor)) == state


LINE = new(2, as_seed(0)).to_text()


@pytest.mark.parametrize(
    ("old", "new_text", "fault"),
    [
        ("bank=444445", "bank=444444", "there must be 5 gold tokens, not 4"),
        ("p1=000000", "p1=000001", "there must be 5 gold tokens, not 6"),
        ("up=21,", "up=2,", "card 2 is in 2 places"),
        (",35,0/63", ",35/63", "card 0 is missing"),
        (",35,0/63", ",35,90/63", "there is no card 90"),
        ("up=21,2,38,20", "up=2,38,20", "there must be 3 decks and 4 slots a level"),
        ("up=21,2,38,20/67,", "up=67,2,38,20/21,", "card 67 is of level 2 and lies in level 1"),
        ("up=21,2,38,20/", "up=-,2,38,20/", "card 21 is missing"),
        ("p1=000000:::", "p1=000000:21::", "card 21 is in 2 places"),
        ("nobles=6,0,2", "nobles=6,0,0", "noble 0 is in 2 places"),
        ("nobles=6,0,2", "nobles=6,0", "there must be 3 nobles, not 2"),
        ("nobles=6,0,2", "nobles=6,0,77", "there is no noble 77"),
        ("seat=0", "seat=2", "turn 1 is not that of seat 2"),
        ("turn=1", "turn=0", "turn 0 is not that of seat 0"),
        ("turn=1 seat=0", "turn=0 seat=1", "turn 0 is not that of seat 1"),
        (" p1=000000:::", "", "Splendor is for 2 to 4 players, not 1"),
        ("phase=main", "phase=return", "player 0 is to return tokens and has only 0"),
        ("phase=main", "phase=noble", "there is no choice of nobles"),
        ("phase=main", "phase=over", "the game is over and nothing has ended it"),
        ("phase=main", "phase=lunch", "is written like"),
        ("passes=0", "passes=2", "the game goes on though everybody has passed"),
        ("passes=0", "passes=3", "2 players have passed 3 times in a row"),
        ("p1=", "p2=", "player 1 is written like"),
        ("options={}", 'options={"reserve_limit":9}', "reserve_limit"),
        ("options={}", 'options={"house_rule":1}', "house_rule"),
        ("options={}", "options=[", "not a state of Splendor"),
        ("p1=000000:::", "p1=000000:99::", "not a state of Splendor"),
    ],
)
def test_impossible_states(old: str, new_text: str, fault: str) -> None:
    """A line that is no possible table is refused, and says why."""
    assert old in LINE
    with pytest.raises(BadNotation, match=fault):
        State.from_text(LINE.replace(old, new_text))


@pytest.mark.parametrize(
    ("state", "old", "new_text", "fault"),
    [
        (
            table(who(reserved=[1, 2]), who()),
            "options={}",
            'options={"reserve_limit":1}',
            "player 0 has 2 reserved cards and can have 1",
        ),
        (
            table(who(), who(secret=[1])),
            "options={}",
            'options={"blind_reserve":false}',
            "player 1 reserved a card unseen, which this table does not allow",
        ),
        (table(who(), who("w4 b4 g1")), "bank=003445", "bank=002445", "there must be 4 green tokens, not 3"),
    ],
)
def test_impossible_tables_later_in_the_game(state: State, old: str, new_text: str, fault: str) -> None:
    """The options of the table, its tokens and its end hold for its notation too."""
    line = state.to_text()
    assert old in line
    with pytest.raises(BadNotation, match=fault):
        State.from_text(line.replace(old, new_text))


def test_nobody_holds_more_than_can_be_taken() -> None:
    """Ten tokens at the end of a turn, and at most three more before some are returned."""
    line = table(who("w5 b5"), who("g2 r2"), who()).to_text()
    with pytest.raises(BadNotation, match="player 0 has 11 tokens and can have 10"):
        State.from_text(line.replace("bank=003355", "bank=002355").replace("p0=550000", "p0=551000"))
    with pytest.raises(BadNotation, match="player 0 has 14 tokens and can have 13"):
        State.from_text(
            line.replace("phase=main", "phase=return")
            .replace("bank=003355", "bank=001335")
            .replace("p0=550000", "p0=552020")
        )


def test_a_slot_is_empty_only_above_an_empty_deck() -> None:
    """A slot that could be refilled has been."""
    state = table(who(), who())
    slots, deck = state.face_up, state.decks[0]
    emptied = replace(state, face_up=(EMPTY, *slots[1:]), decks=((slots[0], *deck), *state.decks[1:]))
    with pytest.raises(BadNotation, match="a slot of level 1 is empty though its deck is not"):
        State.from_text(emptied.to_text())
