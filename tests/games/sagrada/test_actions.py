"""Actions and their notation."""

from __future__ import annotations

import pytest

from bottega.games import sagrada
from bottega.games.core import SKIP, BadNotation
from bottega.games.sagrada.actions import Change, Move, PickDie, PickTrack, Place, SetValue, UseTool
from bottega.games.sagrada.cards import WINDOWS
from tests.games.play import Setup, sample


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("place R5@12", Place(4, 12)),
        ("tool 4", UseTool(4)),
        ("tool 4 Y2", UseTool(4, 7)),
        ("die P6", PickDie(29)),
        ("die P6#3", PickDie(29, 3)),
        ("up", Change(True)),
        ("down", Change(False)),
        ("track 0", PickTrack(0)),
        ("value 3", SetValue(3)),
        ("move 3>12", Move(3, 12)),
        ("skip", SKIP),
    ],
)
def test_every_action_has_a_notation(text: str, action: sagrada.Action) -> None:
    """Short words in the game's own terms, the same in both directions, and nothing to hide."""
    assert sagrada.Action.from_text(text) == action
    assert str(action) == action.public() == text


def test_windows_are_written_by_name() -> None:
    """Names keep their blanks and apostrophes, are read in any case, and are hidden from the others."""
    for window in WINDOWS:
        action = sagrada.Action.from_text(f"window {window.name}")
        assert action == sagrada.Choose(window.number) == sagrada.Action.from_text(f"window {window.name.upper()}")
        assert str(action) == f"window {window.name}"
        assert action.public() == "window ?"


@pytest.mark.parametrize(
    "text",
    ["", "window ?", "window", "place R7@1", "place R5@", "place r5@1", "place R5@012", "tool", "tool 4 ", "value 7",
     "move 3>", "move -1>2", "track x", "up down", "end ", " end", "die 5R", "place R5@٣"],
)  # fmt: skip
def test_what_names_no_action(text: str) -> None:
    """Anything else is bad notation."""
    with pytest.raises(BadNotation):
        sagrada.Action.from_text(text)


def test_an_action_is_its_own_notation() -> None:
    """``str`` writes an action, ``Action.from_text`` reads it, and ``repr`` can be pasted back."""
    for state in sample(Setup("sagrada", 2), 40):
        for seat in sagrada.actors(state):
            for action in sagrada.legal(state, seat):
                assert sagrada.Action.from_text(str(action)) == action
                assert eval(repr(action), vars(sagrada)) == action
                assert isinstance(action, sagrada.ACTIONS)
                assert isinstance(action, sagrada.Action)


def test_what_no_notation_names_can_be_written_all_the_same() -> None:
    """An action with a die or a window that does not exist is written with a question mark, and not read back."""
    for action in (Place(30, 2), Place(-1, 2), PickDie(99), UseTool(4, 77), sagrada.Choose(24)):
        assert "?" in str(action)
        with pytest.raises(BadNotation):
            sagrada.Action.from_text(str(action))
