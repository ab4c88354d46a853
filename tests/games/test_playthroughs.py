"""Every golden playthrough still plays exactly as it is written."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

from bottega.games.core import AnyGame
from tests.games.playthrough import FOLDER, again, facts, news, whimsical

FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_playthrough_is_played_verbatim(path: Path) -> None:
    """Header and moves of the file give the file, to the letter."""
    text = path.read_text()
    assert again(text) == text


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_playthrough_stays_readable(path: Path) -> None:
    """A playthrough is named for its game and short enough to be read."""
    assert path.stem.startswith(path.read_text().splitlines()[0].removeprefix("game: ") + "-")
    assert path.stat().st_size < 200_000


def test_a_view_is_flattened_into_facts() -> None:
    """Nested views become one fact per plain value or list of plain values."""
    view = {"bank": [4, 4], "players": [{"name": "a"}, {"name": None}]}
    assert dict(facts(view)) == {
        "bank": "[4,4]",
        "players.length": "2",
        "players[0].name": '"a"',
        "players[1].name": "null",
    }


def test_news_are_changes_and_losses() -> None:
    """What is new is what changed or appeared, then what is gone."""
    assert news({"a": "1", "b": "2", "c": "3"}, {"a": "1", "b": "4", "d": "5"}) == [
        "b = 4",
        "d = 5",
        "c is gone",
    ]


def test_a_whimsical_player_stops_when_told() -> None:
    """A limit of no steps means no move at all."""

    class Endless:
        """A game in which seat 0 can always act."""

        def actors(self, state: object) -> tuple[int, ...]:
            """Always seat 0."""
            return (0,)

    assert whimsical(1, most=0)(cast(AnyGame, Endless()), None) is None
