"""Layouts: always of one size, between their bounds, made of nothing but the view, and documented."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import pytest

from bottega.env.layout import HIGHEST, LOWEST, layout_of, lines, main
from bottega.games import GAMES

PAGE = (Path(__file__).parents[2] / "docs" / "environments.md").read_text("utf-8")
CASES = [(name, seats) for name, game in sorted(GAMES.items()) for seats in game.SEATS]


@pytest.mark.parametrize(("name", "seats"), CASES)
def test_every_position_fits(name: str, seats: int) -> None:
    """In games played at random, for every viewer; each part has the size that it says."""
    game, layout, chance = GAMES[name], layout_of(name, seats), Random(seats)
    state = game.new(seats, bytes(32))
    while actors := game.actors(state):
        viewer = chance.randrange(seats)
        view = game.view(state, viewer)
        numbers = layout.read(view, viewer)
        assert len(numbers) == layout.size
        assert all(LOWEST <= number <= HIGHEST for number in numbers)
        assert [len(list(part.read(view))) for part in layout.table] == [part.size for part in layout.table]
        seat = chance.choice(actors)
        state = game.apply(state, seat, chance.choice(game.legal(state, seat)))
    assert len(layout.read(game.view(state, 0), 0)) == layout.size


@pytest.mark.parametrize(("name", "seats"), [case for case in CASES if case[1] > 1])
def test_the_viewer_comes_first(name: str, seats: int) -> None:
    """Whoever looks finds their own board at the same place; nobody finds what is hidden from them."""
    game, layout = GAMES[name], layout_of(name, seats)
    state = game.new(seats, bytes(range(32)))
    for viewer in range(seats):
        another = game.redeal(state, viewer, bytes(32))
        assert layout.read(game.view(state, viewer), viewer) == layout.read(game.view(another, viewer), viewer)
    middle = sum(part.size for part in layout.table)
    each = (layout.size - middle) // seats
    last = layout.read(game.view(state, seats - 1), seats - 1)
    view = game.view(state, seats - 1)
    own = [number for part in layout.player for number in part.read(view.players[seats - 1])]  # type: ignore[attr-defined]  # every view has players
    assert last[middle : middle + each] == own


@pytest.mark.parametrize("name", sorted(GAMES))
def test_the_documentation_has_the_layout(name: str) -> None:
    """As ``python -m bottega.env.layout`` prints it."""
    assert "\n".join(lines(name)) in PAGE


def test_printing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """One game, or all."""
    monkeypatch.setattr(sys, "argv", ["layout", "splendor"])
    main()
    out = capsys.readouterr().out
    assert out.startswith("### splendor\n| from | part |")
    assert "| 13 | bank | 6 |" in out
