"""What the tests of all bots share."""

from __future__ import annotations

import pytest

from bottega.games import GAMES
from bottega.games.core import AnyGame


@pytest.fixture(params=sorted(GAMES))
def game(request: pytest.FixtureRequest) -> AnyGame:
    """Each of the games."""
    return GAMES[request.param]
