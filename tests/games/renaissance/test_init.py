"""What the package offers."""

from __future__ import annotations

import doctest
import subprocess
import sys

from bottega.games import core, renaissance
from bottega.games.core import Game
from bottega.games.renaissance import actions
from bottega.testing import renaissance as positions


def test_the_package_is_a_game() -> None:
    """It offers the names of the Game protocol, and its own words: cards, constants, actions, views."""
    names = {name for name in vars(Game) if not name.startswith("_")}
    assert names <= set(renaissance.__all__)
    assert all(hasattr(renaissance, name) for name in renaissance.__all__)


def test_every_action_is_offered() -> None:
    """ACTIONS are all the kinds of actions there are, and each can be named without looking for its module."""
    kinds = {kind for kind in vars(actions).values() if isinstance(kind, type) and issubclass(kind, core.Action)}
    assert set(renaissance.ACTIONS) == kinds - {core.Action, renaissance.Action}
    for kind in renaissance.ACTIONS:
        assert issubclass(kind, renaissance.Action)
        assert getattr(renaissance, kind.__name__) is kind


def test_the_examples_run() -> None:
    """A whole game in a few lines, as the package's introduction shows it."""
    for module in (renaissance, actions, positions):
        result = doctest.testmod(module)
        assert result.attempted > 0
        assert result.failed == 0


def test_the_game_comes_alone() -> None:
    """To import this game imports neither of the others."""
    code = "import sys, bottega.games.renaissance; print(*(name for name in sys.modules if 'bottega.' in name))"
    names = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "bottega.games.renaissance.rules" in names
    assert not [name for name in names if "splendor" in name or "sagrada" in name]
