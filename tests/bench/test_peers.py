"""The table of other people's servers."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bench.measured import Measured
from bench.peers.__main__ import Part, contestants, lines


def took(cpu: float, memory: int) -> Part:
    """A hundred moves in a second, at so many microseconds each, and connections of 700 bytes."""
    return Part(Measured(moves=100, seconds=1.0, p50=0.002, p99=0.009, cpu=cpu * 100e-6, memory=memory), 700)


def test_the_cheapest_comes_first() -> None:
    """By the median of its turns; memory is counted by table and by connection."""
    turns = [{"dear": took(30, 4000), "cheap": took(20, 8000)}, {"dear": took(50, 4000), "cheap": took(10, 8000)}]
    head, first, second = lines(turns, 2)
    assert "kB a table" in head
    assert first.startswith("cheap")
    assert "15 (10 to 20)" in first
    assert first.split()[-2:] == ["4.0", "0.7"]
    assert "40 (30 to 50)" in second


def test_what_is_not_at_hand_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without compiler and node ours and the bare broadcasts are measured all the same, and it is said who is not."""
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert list(contestants(tmp_path)) == [
        "bare on uvloop",
        "bottega, TCP",
        "bare on websockets",
        "bottega, WebSocket",
    ]
    said = capsys.readouterr().err
    assert "C compiler" in said
    assert "Colyseus" in said
