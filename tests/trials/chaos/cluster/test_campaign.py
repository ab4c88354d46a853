"""A short campaign over three nodes finds nothing (what the checker finds is planted in its own tests)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.harness import TIMEOUT
from trials.chaos.cluster.campaign import ClusterCampaign
from trials.chaos.cluster.nemesis import FAULTS


def test_unknown_faults() -> None:
    """A fault that nobody can make is refused before anything is started."""
    with pytest.raises(SystemExit, match="there is no fault 'flip' of several nodes"):
        ClusterCampaign(Path("nowhere"), 1, faults=["kill", "flip"])


def test_the_command() -> None:
    """``python -m trials.chaos`` takes the number of nodes and says which faults there are."""
    command = [sys.executable, "-m", "trials.chaos", "--help"]
    told = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT, check=True).stdout
    assert "--nodes" in told
    assert "half_open" in told


@pytest.mark.slow
def test_two_minutes(tmp_path: Path) -> None:
    """Everybody plays through changing nodes while every fault is made: nothing is lost, doubled, wrong or leaked."""
    said: list[str] = []
    campaign = ClusterCampaign(tmp_path / "campaign", 21, say=said.append)
    figures = campaign.run(minutes=2, turns=1)
    assert figures.convictions == []
    assert sum(figures.faults[name] for name in FAULTS) > 0
    assert figures.moves["acknowledged"] > 0
    assert not list((tmp_path / "campaign").iterdir())  # only what was wrong is kept
    assert len(said) == figures.rounds >= 1
