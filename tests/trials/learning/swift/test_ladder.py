"""The quick ladder of Splendor's levels."""

from __future__ import annotations

import shutil
import sys
from importlib.resources import files

import pytest

from bottega.bots import SKILLS, duel, names
from trials.learning.swift import ladder, splendor

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")


def test_the_weights_are_those_of_the_bots() -> None:
    """Made whole again, they are what the file holds."""
    raw = (files("bottega.bots") / "data" / "splendor.net").read_bytes()
    assert splendor.whole(ladder.weights()) == duel.from_bytes(raw)


def test_everybody_plays_the_one_below(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Six lines for seven levels, with the weights that come with the program."""
    weak = tuple(names.Skill(simulations=min(2, skill.simulations), haze=skill.haze) for skill in SKILLS["splendor"])
    monkeypatch.setattr(ladder, "SKILLS", {"splendor": weak})
    monkeypatch.setattr(sys, "argv", ["ladder", "--pairs", "1"])
    ladder.main()
    assert len(capsys.readouterr().out.splitlines()) == len(weak) - 1
