"""The list of legal actions and what is accepted are the same."""

from __future__ import annotations

import re

import pytest

from bottega.games import sagrada
from bottega.games.core import IllegalMove
from bottega.games.sagrada.actions import (
    BACK,
    CHOICES,
    DOWN,
    END,
    MOVES,
    PICKS,
    PLACES,
    SETS,
    UP,
    Action,
    PickTrack,
    UseTool,
)
from bottega.games.sagrada.cards import DICE, TOOLS
from bottega.games.sagrada.model import State
from tests.games.play import Setup
from tests.games.playthrough import FOLDER
from tests.games.sagrada.played import played

EVERY_ACTION: tuple[Action, ...] = (
    *CHOICES,
    *(action for row in (*PLACES, *MOVES) for action in row),
    *PICKS,
    *SETS,
    *(PickTrack(index) for index in range(-1, 41)),
    *(UseTool(number, die) for number in TOOLS for die in range(-1, len(DICE))),
    UP,
    DOWN,
    BACK,
    END,
)


def accepted(state: State, seat: int) -> set[Action]:
    """Everything that can be done, found by trying everything there is."""
    found, reasons = set(), set()
    for action in EVERY_ACTION:
        try:
            sagrada.apply(state, seat, action)
        except IllegalMove as refusal:
            reasons.add(str(refusal))
        else:
            found.add(action)
    assert not [reason for reason in reasons if not re.fullmatch(r"\S+ .*[^.]", reason)]
    return found


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_what_is_listed_is_what_is_accepted(seats: int) -> None:
    """Of all actions that exist, exactly the listed ones are accepted; the others are refused with a sentence."""
    setup = Setup("sagrada", seats, '{"tools": 12, "solo_tools": 5}')
    steps = [step for number in (1, 2, 3) for step in played(setup, number)]
    in_use = [step for step in steps if step.before.round and step.before.work]
    for step in [*steps[::17], *in_use[::2]]:
        legal = sagrada.legal(step.before, step.seat)
        assert len(set(legal)) == len(legal)
        assert accepted(step.before, step.seat) == set(legal)


def moves_in_tools(text: str) -> list[tuple[str, str, str]]:
    """Of a playthrough's steps: the work before it, the move, and the work after it."""
    work = re.findall(r"^state: .* work=(\S+) ", text, re.MULTILINE)
    moves = re.findall(r"^> \d (.*)$", text, re.MULTILINE)
    return list(zip(work, moves, work[1:], strict=False))


def test_playthroughs_use_every_tool() -> None:
    """The golden playthroughs show every tool used to the end, and those of several steps left half-way."""
    newest = [path for path in FOLDER.glob("sagrada-*.txt") if not path.stem.startswith("sagrada-v")]
    steps = [step for path in newest for step in moves_in_tools(path.read_text())]
    used = {before.split(".")[0] for before, move, after in steps if after == "-" and move != "back"} - {"-"}
    if any(move == "tool 7" for _, move, _ in steps):
        used.add("7")
    assert {int(tool) for tool in used} == set(TOOLS)
    left = {".".join(before.split(".")[:2]) for before, move, _ in steps if move == "back"}
    assert {"1.change", "4.move", "5.track", "11.value", "12.move"} <= left
