"""The two commands: play, and learn from what was played."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from bottega.bots.network import Network
from trials.learning.__main__ import main


@pytest.mark.slow
def test_a_game_is_played_and_learned_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of games by the greedy bot, a network learned from it with its record, games with that network."""
    play = [
        "learning",
        "play",
        "renaissance",
        "--into",
        str(tmp_path),
        "--games",
        "1",
        "--simulations",
        "2",
        "--minutes",
        "0.0001",
    ]
    for seed in ("1", "2"):
        monkeypatch.setattr(sys, "argv", [*play, "--seed", seed])
        main()
        monkeypatch.setattr(
            sys, "argv", ["learning", "learn", "renaissance", "--into", str(tmp_path), "--passes", "1", "--width", "8"]
        )
        main()
    assert len(list(tmp_path.glob("games-*.pickle"))) == 2
    assert Network.from_bytes((tmp_path / "renaissance.net").read_bytes()).width == 8
    assert json.loads((tmp_path / "renaissance.json").read_text())["files"] == 2
