"""The three games, by name."""

from __future__ import annotations

from bottega.games import renaissance, sagrada, splendor
from bottega.games.core import AnyGame

GAMES: dict[str, AnyGame] = {game.NAME: game for game in (splendor, sagrada, renaissance)}
"""Every game that can be played here."""
