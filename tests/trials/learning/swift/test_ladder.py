"""The quick ladder of levels."""

from __future__ import annotations

import shutil
import sys
from importlib.resources import files

import pytest

from bottega.bots import SKILLS, duel, names
from trials.learning.swift import ladder, renaissance, splendor

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")


def test_the_weights_are_those_of_the_bots() -> None:
    """Made whole again, they are what the file holds."""
    raw = (files("bottega.bots") / "data" / "splendor.net").read_bytes()
    assert splendor.whole(ladder.weights()) == duel.from_bytes(raw)
    for name in ("renaissance", "renaissance_alone"):
        raw = (files("bottega.bots") / "data" / f"{name}.net").read_bytes()
        assert renaissance.whole(ladder.weights(name)) == raw


@pytest.mark.parametrize("game", sorted(ladder.HOW))
def test_everybody_plays_the_one_below(
    game: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Six lines for seven levels, with the weights that come with the program."""
    weak = tuple(names.Skill(simulations=min(2, skill.simulations), haze=skill.haze) for skill in SKILLS[game])
    monkeypatch.setattr(ladder, "SKILLS", {game: weak})
    monkeypatch.setattr(sys, "argv", ["ladder", game, "--pairs", "1"])
    ladder.main()
    assert len(capsys.readouterr().out.splitlines()) == len(weak) - 1
