"""The games, by name and by version of their rules.

Each game is a module of this package and is imported only when it is asked for. ``bottega.games.sagrada`` plays by the
newest rules; an older version that is still played is a module of its own, ``bottega.games.sagrada.v1``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import cast

from bottega.games.core import AnyGame

_NAMES = ("splendor", "sagrada", "renaissance")


class UnknownRules(LookupError):
    """A game, or a version of its rules, that this program does not know; the text says which."""


class _Games(Mapping[str, AnyGame]):
    """Every game that can be played here, with its newest rules; imported when first asked for."""

    def __init__(self) -> None:
        self._imported: dict[str, AnyGame] = {}

    def __getitem__(self, name: str) -> AnyGame:
        game = self._imported.get(name)
        if game is None:
            if name not in _NAMES:
                raise KeyError(name)
            game = self._imported[name] = cast(AnyGame, import_module(f"{__name__}.{name}"))
        return game

    def __iter__(self) -> Iterator[str]:
        return iter(_NAMES)

    def __len__(self) -> int:
        return len(_NAMES)


GAMES: Mapping[str, AnyGame] = _Games()
"""Every game that can be played here."""


@cache
def rules(name: str, version: int) -> AnyGame:
    """The game as it is played by that version of its rules, or UnknownRules."""
    if name not in GAMES:
        raise UnknownRules(f"this bottega does not know the game {name}")
    newest = GAMES[name]
    if version == newest.VERSION:
        return newest
    try:
        return cast(AnyGame, import_module(f"{__name__}.{name}.v{version}"))
    except ModuleNotFoundError:
        raise UnknownRules(
            f"this bottega plays {name} by rules {newest.VERSION} and does not know rules {version}"
        ) from None
