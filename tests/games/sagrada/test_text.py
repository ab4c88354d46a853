"""States as one line of text."""

from __future__ import annotations

import pytest

from bottega.games import sagrada
from bottega.games.core import BadNotation
from bottega.games.sagrada import State
from bottega.testing.sagrada import KD, play, situation
from tests.games.play import Setup, sample, setups


def test_a_state_in_one_line() -> None:
    """A state with a half-done tool, a track with an empty space and dice in the window reads back as itself."""
    state = situation(KD, "B3@1 R5@7 R2@3", track=["R1 R2", ""], tools=[4], pool="G1 G2")
    state = play(state, "tool 4", "move 3>11")
    text = state.to_text()
    assert State.from_text(text) == state
    assert state.to_text() == text
    assert sagrada.State.from_text(text) == state
    for part in (
        "rules=2 round=3.0.9 ",
        " pool=G1.G2 ",
        " track=R1.R2/- ",
        " turn=4.0.-1 ",
        " work=4.move.-1.-1.3>11 ",
        ":..B3..R2../....R5..../........../..........",
    ):
        assert part in text


@pytest.mark.parametrize("setup", setups("sagrada"), ids=str)
def test_every_state_reads_back(setup: Setup) -> None:
    """The line of any state names that very state."""
    for state in sample(setup, 60):
        assert State.from_text(state.to_text()) == state


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (":..B3....../........../........../..........", ":..B3......"),
        ("round=", "sound="),
        ("pool=R1", "pool=R7"),
        (" seat=", " seal="),
        ("paid=0", "paid="),
        ("turn=0.0", "turn=0.7"),
        ("turn=0.0", "turn=00.0"),
    ],
)
def test_a_damaged_line_is_refused(old: str, new: str) -> None:
    """Missing parts, unknown dice and unusual spellings are bad notation."""
    text = situation(KD, "B3@1").to_text()
    assert old in text
    with pytest.raises(BadNotation, match="this is no state of Sagrada"):
        State.from_text(text.replace(old, new, 1))
