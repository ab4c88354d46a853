"""Whom a word means: bots of the house by name, bots from outside by their path."""

from __future__ import annotations

from pathlib import Path

import pytest

from bottega.fault import Fault
from bottega.games import GAMES
from bottega.outside.entrants import entrant, outsider
from bottega.outside.program import Program

SPLENDOR = GAMES["splendor"]


def test_a_bot_with_its_own_simulations() -> None:
    """``elettra:2`` thinks two simulations, whatever the others are given, and that is all the colon is for."""
    state = SPLENDOR.new(2, bytes(32))
    two = entrant("elettra:2", simulations=50).choose(SPLENDOR, state, 0, b"seed")
    assert two == entrant("elettra", simulations=2).choose(SPLENDOR, state, 0, b"seed")
    for wrong in ("elettra:", "elettra:0", "elettra:many"):
        with pytest.raises(Fault, match="a number above 0"):
            entrant(wrong)


def test_nobody() -> None:
    """Names are told, and that a program of one's own is a path."""
    with pytest.raises(Fault, match=r"there is no bot nobody; there are random, greedy, nina.*\(./nobody\)"):
        entrant("nobody")


def test_paths(tmp_path: Path) -> None:
    """A Python file is hosted, anything else must be a program."""
    with pytest.raises(Fault, match="there is no file"):
        entrant(str(tmp_path / "nothing"))
    file = tmp_path / "bot"
    file.write_text("#!/bin/sh\n")
    with pytest.raises(Fault, match=r"is no program: chmod \+x"):
        outsider(file)
    file.chmod(0o755)
    assert isinstance(entrant(str(file)), Program)
    hosted = tmp_path / "bot.py"
    hosted.write_text("")
    assert isinstance(entrant(str(hosted)), Program)
