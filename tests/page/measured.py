"""What is wrong with a page as it is laid out: ``measure.js`` in windows of every size."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import CDPSession, Page

from tests.page.gallery import SIZES, Size, resize, settle
from tests.page.visitor import Message

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
        resize(devtools, size, pictured=False)
        settle(page)
        if wrong := page.evaluate(MEASURE, limits(size, game, whole)):
            found[str(size)] = wrong
    return found
