"""Actions and states as text."""

from __future__ import annotations

import pytest

from bottega.games.core import SKIP, BadNotation
from bottega.games.splendor import (
    Action,
    Buy,
    ChooseNoble,
    Pass,
    Reserve,
    ReserveTop,
    Return,
    Take,
    new,
    public,
    read,
    read_state,
    write,
    write_state,
)
from tests.games.play import as_seed
from tests.games.splendor.tables import play, table, who


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("take wbg", Take((0, 1, 2))),
        ("take rr", Take((3, 3))),
        ("take k", Take((4,))),
        ("reserve 37", Reserve(37)),
        ("reserve deck2", ReserveTop(2)),
        ("buy 12", Buy(12)),
        ("buy 12 with w2 g1 *1", Buy(12, (2, 0, 1, 0, 0, 1))),
        ("buy 12 with nothing", Buy(12, (0, 0, 0, 0, 0, 0))),
        ("return w1 *1", Return((1, 0, 0, 0, 0, 1))),
        ("noble 3", ChooseNoble(3)),
        ("pass", Pass()),
        ("skip", SKIP),
    ],
)
def test_every_kind_of_action(text: str, action: Action) -> None:
    """Each kind of action has its words, both ways, and hides nothing from the others."""
    assert write(action) == text
    assert read(text) == action
    assert public(action) == text


def test_colours_may_be_named_in_any_order() -> None:
    """Order does not matter to the reader; the writer has one."""
    assert read("take kgw") == Take((0, 2, 4))
    assert write(read("return *1 k1 w1")) == "return w1 k1 *1"


@pytest.mark.parametrize(
    "text",
    [
        *("take", "take ", "take x", "take wbgr", "take w b", "take *", "Take wbg", " take wbg", "take wbg\n"),
        *("reserve", "reserve 90", "reserve -1", "reserve deck4", "reserve deck", "reserve ٣", "reserve 07"),
        *("buy", "buy 90", "buy 100", "buy 1 with", "buy 1 with w", "buy 1 with w1 w1", "buy 1 with w0"),
        *("buy 1 with w1  g1", "return", "return w10", "return 1w", "noble", "noble 10", "pass 1", "skip;"),
    ],
)
def test_bad_notation(text: str) -> None:
    """What names no action is refused."""
    with pytest.raises(BadNotation):
        read(text)


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
    assert read_state(write_state(state)) == state


LINE = write_state(new(2, as_seed(0)))


@pytest.mark.parametrize(
    ("old", "new_text", "fault"),
    [
        ("bank=444445", "bank=444444", "the tokens do not add up"),
        ("up=21,", "up=2,", "every card must be in exactly one place"),
        ("up=21,2,38,20", "up=2,38,20", "three decks and four slots"),
        ("up=21,2,38,20/67,", "up=67,2,38,20/21,", "a card lies in a wrong level"),
        ("nobles=6,0,2", "nobles=6,0,0", "the number of nobles is wrong"),
        ("nobles=6,0,2", "nobles=6,0", "the number of nobles is wrong"),
        ("nobles=6,0,2", "nobles=6,0,77", "there is no such noble"),
        ("seat=0", "seat=2", "the number of players is wrong"),
        (" p1=000000:::", "", "the number of players is wrong"),
        ("phase=main", "phase=return", "more than 10 tokens"),
        ("phase=main", "phase=noble", "there is no choice of nobles"),
        ("phase=main", "phase=lunch", "is written like"),
        ("passes=0", "passes=3", "nobody passes after everybody has"),
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
        read_state(LINE.replace(old, new_text))


def test_too_many_reserved_cards() -> None:
    """The limit of the table holds for its notation too."""
    line = write_state(table(who(reserved=[1, 2]), who()))
    with pytest.raises(BadNotation, match="too many reserved cards"):
        read_state(line.replace("options={}", 'options={"reserve_limit":1}'))
