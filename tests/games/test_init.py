"""The games by name and by version, and that all of them offer the same."""

from __future__ import annotations

import subprocess
import sys

import pytest

from bottega.games import GAMES, UnknownRules, rules
from bottega.games.core import Game

NAMES = sorted(name for name in vars(Game) if not name.startswith("_"))
"""What every game offers."""


@pytest.mark.parametrize("name", GAMES)
def test_every_game_offers_the_same_names(name: str) -> None:
    """Whatever ``core.Game`` lists is there, and whoever imports all of a game gets it, with each kind of action."""
    game = GAMES[name]
    exported: list[str] = game.__all__  # type: ignore[attr-defined]  # a game is a module
    assert [wanted for wanted in NAMES if not hasattr(game, wanted) or wanted not in exported] == []
    assert [action for action in game.ACTIONS if action.__name__ not in exported] == []
    assert all(issubclass(action, game.Action) for action in game.ACTIONS)


def test_a_game_is_found_by_its_name() -> None:
    """The three games, each with its newest rules; nothing else."""
    assert list(GAMES) == ["splendor", "sagrada", "renaissance"]
    assert [GAMES[name].NAME for name in GAMES] == list(GAMES)
    with pytest.raises(KeyError):
        GAMES["chess"]


def test_rules_are_found_by_version() -> None:
    """The newest version is the game itself, an older one that is still played another module; others are unknown."""
    assert rules("sagrada", GAMES["sagrada"].VERSION) is GAMES["sagrada"]
    assert rules("sagrada", 1).VERSION == 1
    with pytest.raises(UnknownRules, match="does not know rules 7"):
        rules("sagrada", 7)
    with pytest.raises(UnknownRules, match="does not know the game chess"):
        rules("chess", 1)


def test_nothing_is_imported_before_it_is_asked_for() -> None:
    """The package alone imports no game."""
    code = "import sys, bottega.games; print(*(name for name in sys.modules if name.startswith('bottega.games.')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) == {"bottega.games.core", "bottega.games.refusal"}
