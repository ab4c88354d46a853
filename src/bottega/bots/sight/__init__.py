"""How each game looks to somebody who thinks ahead: what a position is worth, which moves come to mind."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import cast

from bottega.bots.search import Sight


@cache
def sight_of(game: str) -> Sight:
    """How a game looks; made once, since it reads a network from its file."""
    return cast(Sight, import_module(f"{__name__}.{game}").Sight())
