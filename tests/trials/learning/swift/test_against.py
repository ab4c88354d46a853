"""The search in C plays in the arena's contests."""

from __future__ import annotations

import shutil
import sys
from random import Random
from typing import Any

import pytest

from bottega.games import renaissance
from trials.learning.swift import against

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")


@pytest.mark.parametrize(("bots", "seats"), [((), 1), (("random",), 2), (("random", "random", "random"), 4)])
def test_the_report(
    bots: tuple[str, ...], seats: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It plays whole games with any number of seats, each deal once in each rotation, and beats the random bot."""
    asked = ["against", *bots, "--seats", str(seats), "--games", str(2 * seats), "--simulations", "8"]
    monkeypatch.setattr(sys, "argv", asked)
    against.main()
    told = capsys.readouterr().out
    assert f"{2 * seats} games, 2 deals" in told
    assert told.count(against.SWIFT) >= 1
    if bots:
        assert f"{against.SWIFT}   100.0%" in told


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_it_sees_no_more_than_its_seat(seats: int) -> None:
    """Whatever lies hidden, the same view and seed give the same action."""
    chance, player = Random(2), against.Swift(seats, 24)
    state: Any = renaissance.new(seats, bytes(32))
    for number in range(40):
        seat, seed = renaissance.actors(state)[0], number.to_bytes(16, "big")
        action = player.choose(renaissance, state, seat, seed)
        other = renaissance.redeal(state, seat, chance.randbytes(32))
        assert player.choose(renaissance, other, seat, seed) == action
        state = renaissance.apply(state, seat, action)
