"""Actions and their notation."""

from __future__ import annotations

import pytest

from bottega.games import splendor
from bottega.games.core import SKIP, BadNotation, Skip
from bottega.games.splendor import ACTIONS, Action, Buy, ChooseNoble, Pass, Reserve, ReserveTop, Return, Take

NAMES = {**vars(splendor), "Skip": Skip}
"""What somebody has who imports everything."""

NOTATIONS = [
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
]


@pytest.mark.parametrize(("text", "action"), NOTATIONS)
def test_every_kind_of_action(text: str, action: Action) -> None:
    """Each kind of action has its words, both ways, and hides nothing from the others; ``repr`` can be pasted back."""
    assert str(action) == str(action) == text
    assert Action.from_text(text) == Action.from_text(text) == action
    assert action.public() == action.public() == text
    assert eval(repr(action), NAMES) == action


def test_every_kind_of_action_is_listed() -> None:
    """ACTIONS are the classes of all actions of the game."""
    assert all(issubclass(kind, Action) for kind in ACTIONS)
    assert {type(action) for _, action in NOTATIONS} == {*ACTIONS, Skip}


def test_colours_may_be_named_in_any_order() -> None:
    """Order does not matter to the reader; the writer has one."""
    assert Action.from_text("take kgw") == Take((0, 2, 4))
    assert str(Action.from_text("return *1 k1 w1")) == "return w1 k1 *1"


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
        Action.from_text(text)
