"""Boards, lobby, waiting room, result and replay at every size: nothing overlaps, is cut, too small or out of sight."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import CDPSession, Page

from tests.page.conftest import Visit
from tests.page.gallery import LANGUAGES, MOMENTS, SEATS, SIZES, Gallery, Size, game_shown, resize, settle
from tests.page.scenes import GAMES, finished_game
from tests.page.visitor import Message, Visitor
from tests.server.harness import HouseProcess

MEASURE = (Path(__file__).parent / "measure.js").read_text().partition("*/")[2].strip().rstrip(";")

LETTERS = {True: 11, False: 10}
"""The smallest text in pixels, where the whole table is in sight and where one scrolls."""
FIGURES = 6
"""The smallest number drawn on a piece that tells by its shape and its colour as well."""
PIECES = {
    "splendor": {".market .card": (72, 68), ".noble": (60, 52), ".bank .pile": (40, 40)},
    "sagrada": {
        ".pool .one": (40, 34),
        ".own .cell": (44, 40),
        ".others .cell": (23, 23),
        ".choice .cell": (28, 24),
        ".track .one": (14, 11),
    },
    "renaissance": {
        ".cards .pile": (66, 60),
        ".mine .slot": (72, 64),
        ".market [data-marble]": (34, 34),
        ".mine .place": (30, 22),
    },
}
"""The smallest side of pieces in pixels, likewise."""


def limits(size: Size, game: str = "", whole: bool = True) -> Message:
    """What the page is held to in a window of that size."""
    pieces = {where: small[not size.fits] for where, small in PIECES.get(game, {}).items()}
    return {"text": LETTERS[size.fits], "letter": FIGURES, "pieces": pieces, "whole": whole and size.fits}


def complaints(page: Page, devtools: CDPSession, game: str = "", whole: bool = True) -> dict[str, list[str]]:
    """What is wrong, size by size."""
    found = {}
    for size in SIZES:
        resize(devtools, size)
        settle(page)
        if wrong := page.evaluate(MEASURE, limits(size, game, whole)):
            found[str(size)] = wrong
    return found


@pytest.mark.parametrize(("game", "seats"), [(game, seats) for game in GAMES for seats in SEATS[game]])
def test_every_moment_fits_every_size(game: str, seats: int, chromium: Chromium, house: HouseProcess) -> None:
    """Desks and tablets see the whole table without scrolling; phones and zoomed windows scroll, never sideways."""
    gallery = Gallery(chromium, house, game, seats)
    found = {}
    for shown in game_shown(game, seats):
        gallery.show(shown)
        for size, wrong in complaints(gallery.page, gallery.devtools, game).items():
            found[f"{shown.moment.name}, {size}"] = wrong
    spoken = gallery.visitor.complaints
    gallery.leave()
    assert found == {}
    assert not spoken


@pytest.mark.parametrize("game", GAMES)
def test_every_moment_is_found(game: str) -> None:
    """All the states that are to be looked at come up in the games that are played for it."""
    seen = {shown.moment.name for seats in SEATS[game] for shown in game_shown(game, seats)}
    assert seen == {moment.name for moment in MOMENTS[game]}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_language_fits(game: str, language: str, chromium: Chromium, house: HouseProcess) -> None:
    """Longer words change nothing: the fullest table in every language, in the evening's colours."""
    gallery = Gallery(chromium, house, game, max(SEATS[game]), dark=True, language=language)
    gallery.show(game_shown(game, max(SEATS[game]))[-1])
    found = complaints(gallery.page, gallery.devtools, game)
    gallery.leave()
    assert found == {}


def _lobby(visitor: Visitor, house: HouseProcess) -> None:
    finished_game(house, "sagrada")
    visitor.opens("splendor")
    visitor.goes("/")
    visitor.page.wait_for_selector("li a[href^='/replay/']")


def _waiting(visitor: Visitor, house: HouseProcess) -> None:
    visitor.opens("renaissance", 4)
    visitor.page.wait_for_selector(".room")


def _result(game: str) -> Callable[[Visitor, HouseProcess], None]:
    def come(visitor: Visitor, house: HouseProcess) -> None:
        visitor.goes(f"/table/{finished_game(house, game, ('greedy', 'random', 'greedy', 'random'))}")
        visitor.page.wait_for_selector("dialog figure")

    return come


def _replay(game: str) -> Callable[[Visitor, HouseProcess], None]:
    def come(visitor: Visitor, house: HouseProcess) -> None:
        visitor.goes(f"/replay/{finished_game(house, game, ('greedy', 'random', 'greedy'))}#60")
        visitor.page.wait_for_selector(".board > *")

    return come


PAGES: dict[str, tuple[Callable[[Visitor, HouseProcess], None], bool]] = {
    "lobby": (_lobby, False),
    "waiting room": (_waiting, False),
    **{f"result of {game}": (_result(game), False) for game in GAMES},
    **{f"replay of {game}": (_replay(game), True) for game in GAMES},
}
"""Each page: how it is reached, and whether desks and tablets have to show the whole of it at once."""


@pytest.mark.parametrize("where", PAGES)
def test_every_page_fits_every_size(where: str, house: HouseProcess, visit: Visit) -> None:
    """What is true of boards is true of the pages around them."""
    come, whole = PAGES[where]
    anna = visit("Anna")
    come(anna, house)
    devtools = anna.context.new_cdp_session(anna.page)
    assert complaints(anna.page, devtools, whole=whole) == {}
