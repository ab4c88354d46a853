"""What the package offers."""

from __future__ import annotations

import doctest

from bottega.games import renaissance
from bottega.games.core import Game


def test_the_package_is_a_game() -> None:
    """It offers the names of the Game protocol, and how variants of an action are listed."""
    names = {name for name in vars(Game) if not name.startswith("_")}
    assert set(renaissance.__all__) == names | {"canonical"}
    assert all(hasattr(renaissance, name) for name in names)


def test_the_example_runs() -> None:
    """A whole game in a few lines, as the package's introduction shows it."""
    assert doctest.testmod(renaissance).attempted > 0
    assert doctest.testmod(renaissance).failed == 0
