"""The newer version of the program plays by newer rules, knows the old ones, and is a program."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bottega.games import UnknownRules, rules
from tests.server.harness import TIMEOUT
from trials.chaos.cluster.versions import knowing_newer_rules, newer_program

ASKED = """
from bottega.games import GAMES, rules
print(GAMES["splendor"].VERSION, rules("splendor", 1).VERSION, rules("splendor", 2).VERSION)
state = rules("splendor", 1).new(2, bytes(32))
print(rules("splendor", 1).legal(state, 0) == rules("splendor", 2).legal(state, 0))
"""


def test_the_newer_program(tmp_path: Path) -> None:
    """Its Splendor has rules 2 and still knows rules 1; they say the same."""
    source = newer_program(tmp_path / "newer")
    told = subprocess.run(
        [sys.executable, "-c", ASKED],
        env={**os.environ, "PYTHONPATH": str(source)},
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=True,
    )
    assert told.stdout.split() == ["2", "1", "2", "True"]


def test_the_newer_rules_here() -> None:
    """This program knows them only while the checker needs them."""
    with knowing_newer_rules():
        assert rules("splendor", 2) is rules("splendor", 1)
    with pytest.raises(UnknownRules):
        rules("splendor", 2)
