"""Servers forked from a process that has loaded the program are servers like any other."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest

from trials.chaos.nemesis import Battered
from trials.chaos.nursery import Nursery


@pytest.mark.slow
def test_a_forked_server(tmp_path: Path) -> None:
    """It is started, killed, started again on what it left, refuses what any would refuse, and stops in order."""
    with contextlib.closing(Nursery()) as nursery:
        house = Battered(tmp_path / "data", "splendor-json", nursery=nursery)
        house.start()
        first = house.pid
        with house.connect("splendor-json") as client:
            assert client.read_json()["answer_type"] == "server_hello"
        assert house.running
        house.kill()
        assert not house.running
        house.start()
        assert house.pid != first
        assert house.terminate() == 0
        wrong = Battered(tmp_path / "data", "splendor-json", options=("--seats", "9"), nursery=nursery)
        assert not wrong.try_to_start()
        assert "--seats must be" in wrong.errors
