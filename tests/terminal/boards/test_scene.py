"""What holds for the boards of all games: nothing is too wide, colours have letters, options have words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest

from bottega.games import GAMES
from bottega.terminal.boards.scene import Scene, board, turn_mark
from bottega.terminal.canvas import Block, Room, Span, lettering, width
from bottega.terminal.paint import Look, painted

NAMES = ("Ada", "Bartholomäus the Unready", "山田太郎", "Dario")
ROOMS = (Room(80, 14), Room(80, 34))
MOMENTS = 25
"""So many moments of a game are drawn."""
GAME_SEATS = [(name, seats) for name in GAMES for seats in GAMES[name].SEATS]


def scenes(name: str, seats: int, seed: int) -> Iterator[Scene[Any]]:
    """A random game, every so often as somebody sees it who points at some option; and its end."""
    rules, chance = GAMES[name], Random(seed)
    state = rules.new(seats, seed.to_bytes(32))
    moment = 0
    while actors := rules.actors(state):
        seat = actors[0]
        options = tuple(rules.legal(state, seat))
        if moment < MOMENTS or chance.random() < 0.05:
            yield Scene(rules.view(state, seat), NAMES[:seats], seat, options, chance.choice(options))
            yield Scene(rules.view(state, None), NAMES[:seats])
        state = rules.apply(state, seat, chance.choice(options))
        moment += 1
    yield Scene(rules.view(state, 0), NAMES[:seats], 0)


def pages(scene: Scene[Any], name: str, room: Room) -> Iterator[Block]:
    """Everything that a board can show of a scene."""
    drawn = board(name)
    yield drawn.table(scene, room)
    yield drawn.cards(scene, room)
    for seat in range(len(scene.names)):
        yield drawn.seat(scene, seat, room)


@pytest.mark.parametrize(("name", "seats"), GAME_SEATS)
def test_nothing_is_wider_than_its_room(name: str, seats: int) -> None:
    """Whatever happens in a game, every line of every page fits into eighty columns."""
    for scene in scenes(name, seats, seats):
        for room in ROOMS:
            for page in pages(scene, name, room):
                assert [lettering([one]) for one in page if width(one) > room.width] == []


@pytest.mark.parametrize(("name", "seats"), GAME_SEATS)
def test_every_ink_is_known(name: str, seats: int) -> None:
    """Every page can be painted in every look, and says the same in each."""
    for scene in scenes(name, seats, seats):
        for page in pages(scene, name, ROOMS[0]):
            texts = {painted(page, look).plain for look in Look}
            assert len(texts) == 1


LETTERS: dict[str, dict[str, Sequence[str]]] = {
    "splendor": {"white": "w", "blue": "b", "green": "g", "red": "r", "black": "k", "gold": "*"},
    "sagrada": {"red": "R", "yellow": "Y", "green": "G", "blue": "B", "purple": "P", "grey": ""},
    "renaissance": {
        "yellow": ("co", "Y"),
        "grey": ("st",),
        "purple": ("se", "P"),
        "blue": ("sh", "B"),
        "green": ("G",),
        "red": ("f", "✚"),
        "white": ("wh",),
        "black": ("†",),
    },
}
"""Of each game, the letters or shapes that stand on the ground of a colour."""


@pytest.mark.parametrize(("name", "seats"), GAME_SEATS)
def test_every_colour_has_a_letter_or_a_shape(name: str, seats: int) -> None:
    """Whoever sees no colours loses nothing: on every tile, bar and pane stands the letter of its colour."""
    for scene in scenes(name, seats, seats):
        for page in pages(scene, name, ROOMS[1]):
            for span in (span for one in page for span in one):
                kind, _, colour = span.ink.partition("-")
                if kind in ("tile", "bar", "pane") and span.text.strip():
                    signs = LETTERS[name][colour]
                    shown = span.text if kind != "pane" else span.text.upper()
                    assert any(sign in shown for sign in signs) or signs == "", span


@pytest.mark.parametrize(("name", "seats"), GAME_SEATS)
def test_every_option_is_explained(name: str, seats: int) -> None:
    """No choice is a bare number: words say what it does; and who is to act is said too."""
    for scene in scenes(name, seats, seats):
        assert board(name).asked(scene)
        for option in scene.options:
            assert board(name).explain(option, scene), option


@pytest.mark.parametrize("name", GAMES)
def test_the_legend_names_every_kind_of_action(name: str) -> None:
    """What can be typed is listed, a line for every first word of a notation."""
    page = lettering(board(name).legend(Room(80, 20)))
    words = {str(option).split()[0] for scene in scenes(name, 2, 1) for option in scene.options}
    assert [word for word in words if word not in page] == []
    assert all(len(one) <= 80 for one in page.splitlines())


def test_everybody_is_named_as_the_player_would() -> None:
    """The own seat is "you"; a seat without a name has its number."""
    scene = Scene(None, ("Ada", "Bruno"), 0)
    assert scene.everybody((0, 1)) == "you and Bruno"
    assert scene.name(2) == "seat 3"
    assert scene.whose(0) == Span("Ada", "you")
    assert turn_mark(True).text.strip() == "▶"
