"""Training by fast games: it can be stopped and taken up, and leaves weights that the bots can play with."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import numpy as np
import pytest

from trials.learning.swift import __main__ as command


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
@pytest.mark.parametrize("game", ["renaissance", "renaissance_alone", "sagrada", "sagrada_alone", "splendor"])
def test_it_is_taken_up(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two runs of one round each: the second goes on with the weights, lessons and count of the first."""
    monkeypatch.setattr(command.HOW[game], "games", 4)
    asked = [game, "--into", str(tmp_path), "--minutes", "0", "--simulations", "4", "--brief", "2"]
    for _ in range(2):
        monkeypatch.setattr(sys, "argv", ["swift", *asked])
        command.main()
    record = [json.loads(line) for line in (tmp_path / "record.jsonl").read_text().splitlines()]
    assert [(line["rounds"], line["games"]) for line in record] == [(1, 4), (2, 8)]
    assert record[1]["lessons"] > record[0]["lessons"]
    with np.load(tmp_path / "kept.npz") as kept:
        assert int(kept["rounds"]) == 2
    assert (tmp_path / f"{game}.net").stat().st_size > 1000


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
def test_it_settles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To settle plays nothing and changes nothing that is kept, but leaves other weights to play with."""
    monkeypatch.setattr(command.HOW["sagrada"], "games", 4)
    asked = ["swift", "sagrada", "--into", str(tmp_path), "--minutes", "0"]
    left = []
    for more in ([], ["--settle", "3"]):
        monkeypatch.setattr(sys, "argv", [*asked, *more])
        command.main()
        left.append([(tmp_path / name).read_bytes() for name in ("record.jsonl", "kept.npz", "sagrada.net")])
    assert left[0][:2] == left[1][:2]
    assert left[0][2] != left[1][2]
