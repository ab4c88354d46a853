"""From a toolcard message to the actions it stands for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from bottega.testing.sagrada import play, situation
from bottega.wire.core.machine import BadRequest
from bottega.wire.sagrada_json.messages import ToolcardA, ToolcardB, ToolcardC, ToolcardD, ToolcardE
from bottega.wire.sagrada_json.tools import (
    BARE_TOOLS,
    MOVE_TOOLS,
    MOVES_TOOLS,
    PLACE_TOOLS,
    POOL_TOOLS,
    awaits_value,
    cell,
    pool_die,
)

TABLES: dict[str, Mapping[int, Any]] = {
    "A": POOL_TOOLS,
    "B": MOVE_TOOLS,
    "C": MOVES_TOOLS,
    "D": PLACE_TOOLS,
    "E": BARE_TOOLS,
}
LETTER_OF = {1: "A", 2: "B", 3: "B", 4: "C", 5: "A", 6: "A", 7: "E", 8: "D", 9: "D", 10: "A", 11: "A", 12: "C"}
"""The document's headings: which message uses which tool."""

GAME = situation(placed="B3@1 R6@2 G4@7", pool="R3 B2 R3", track=["R1", "B5"])


@pytest.mark.parametrize("number", range(-1, 14))
@pytest.mark.parametrize("letter", "ABCDE")
def test_each_tool_has_its_own_message(number: int, letter: str) -> None:
    """Tools 1, 5, 6, 10 and 11 are used with A, 2 and 3 with B, 4 and 12 with C, 8 and 9 with D, 7 with E."""
    assert (number in TABLES[letter]) == (LETTER_OF.get(number) == letter)


@pytest.mark.parametrize(
    ("letter", "card", "notation"),
    [
        ("A", ToolcardA(1, 1, 0), "tool 1; die B2; down"),
        ("A", ToolcardA(1, 0, 1), "tool 1; die R3; up"),
        ("A", ToolcardA(1, 2, 1), "tool 1; die R3#2; up"),
        ("A", ToolcardA(5, 1, 1), "tool 5; die B2; track 1"),
        ("A", ToolcardA(6, 1, 9), "tool 6; die B2"),
        ("A", ToolcardA(10, 2, 0), "tool 10; die R3#2"),
        ("A", ToolcardA(11, 1, 0), "tool 11; die B2"),
        ("B", ToolcardB(2, 1, 0, 4, 3), "tool 2; move 1>19"),
        ("C", ToolcardC(4, 1, 0, 0, 0, 2, 0, 3, 0), "tool 4; move 1>0; move 2>3"),
        ("D", ToolcardD(8, 1, 0, 2), "tool 8; place B2@10"),
        ("D", ToolcardD(9, 0, 4, 3), "tool 9; place R3@19"),
        ("E", ToolcardE(7), "tool 7"),
    ],
)
def test_a_message_is_a_batch(letter: str, card: Any, notation: str) -> None:
    """One message is all the steps that the rules take for it; of two equal dice the one at the index is meant."""
    batch = TABLES[letter][card.num](GAME, 0, card)
    assert "; ".join(map(str, batch)) == notation


def test_tap_wheel_takes_the_colour_of_the_first_die() -> None:
    """No field names a colour; a second die may be left out, and the tool is left if it could still go on."""
    game = situation(placed="R3@1 R5@3 B2@6", track=["B5", "R1"], tools=[12])
    one = MOVES_TOOLS[12](game, 0, ToolcardC(12, 1, 0, 2, 2))
    assert "; ".join(map(str, one)) == "tool 12; track 1; move 1>12; back"
    two = MOVES_TOOLS[12](game, 0, ToolcardC(12, 1, 0, 2, 2, 3, 0, 2, 1))
    assert "; ".join(map(str, two)) == "tool 12; track 1; move 1>12; move 3>7"


@pytest.mark.parametrize(
    ("letter", "card"),
    [
        ("A", ToolcardA(1, 0, 2)),
        ("A", ToolcardA(1, 3, 0)),
        ("A", ToolcardA(6, -1, 0)),
        ("A", ToolcardA(11, 0, 6)),
        ("B", ToolcardB(2, 5, 0, 0, 0)),
        ("C", ToolcardC(4, 1, 0, 0, 0)),
        ("C", ToolcardC(12, 0, 0, 1, 1)),
        ("C", ToolcardC(12, 2, 1, 0, 0)),
        ("C", ToolcardC(12, 1, 0, 2, 0)),
        ("D", ToolcardD(9, 3, 0, 0)),
        ("D", ToolcardD(9, 0, 0, 4)),
    ],
)
def test_what_makes_no_sense_is_a_bad_request(letter: str, card: Any) -> None:
    """Numbers out of range, a value before there is a die, an empty space, a colour that is not on the track."""
    with pytest.raises(BadRequest):
        TABLES[letter][card.num](GAME, 0, card)


def test_spaces_are_columns_and_rows() -> None:
    """Column x from the left, row y from the top."""
    assert [cell(0, 0), cell(4, 0), cell(0, 3), cell(2, 1)] == [0, 4, 15, 7]
    assert pool_die(GAME, 1) == GAME.pool[1]


def test_tool_11_waits_for_a_value() -> None:
    """Only between its two messages, and for no other tool."""
    game = situation(tools=[11, 1])
    drawn = play(game, "tool 11", "die R1")
    states = [game, play(game, "tool 11"), drawn, play(drawn, "value 3"), play(game, "tool 1", "die Y2")]
    assert list(map(awaits_value, states)) == [False, False, True, False, False]
