"""The screens of the terminal table that the documentation shows."""

from __future__ import annotations

import re
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

from bottega.games import GAMES

IMAGES = Path(__file__).parents[1] / "docs" / "images"
SCREENS = [
    f"terminal-{game}-{size}{look}.svg"
    for game, size, look in product(GAMES, ("80x24", "120x40"), ("", "-without-colours"))
]


def colours(drawing: str) -> set[str]:
    """The inks of the letters in a drawing that are neither black, white nor grey."""
    return {
        ink
        for ink in re.findall(r"-r\d+ \{ fill: (#[0-9a-f]{6})", drawing)
        if max(channels := [int(ink[at : at + 2], 16) for at in (1, 3, 5)]) - min(channels) > 16
    }


@pytest.mark.parametrize("name", SCREENS)
def test_every_game_is_shown_in_both_sizes_with_colours_and_without(name: str) -> None:
    """A drawing shows the whole screen down to the keys, fetches nothing, and without colours has none."""
    drawing = (IMAGES / name).read_text()
    assert "F10" in drawing
    assert "url(http" not in drawing
    assert bool(colours(drawing)) is ("without-colours" not in name)


@pytest.mark.slow
def test_the_screens_are_what_the_script_makes(tmp_path: Path) -> None:
    """The script makes the same drawings every time: those that are shown."""
    subprocess.run([sys.executable, str(IMAGES / "terminal.py"), str(tmp_path)], check=True, timeout=1200)
    assert [name for name in SCREENS if (IMAGES / name).read_text() != (tmp_path / name).read_text()] == []
