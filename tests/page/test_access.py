"""Who is kept out: axe looks at every page, by day and by evening; colours are told by more than their colour."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.page.axe import barriers, speak
from tests.page.conftest import Visit
from tests.page.gallery import LANGUAGES
from tests.page.places import PLACES
from tests.page.scenes import GAMES, seated
from tests.page.visitor import TWO_FRAMES
from tests.server.harness import HouseProcess

ALIKE = {f"{page} of {game}" for page in ("result", "replay") for game in ("splendor", "sagrada")}
"""What is made of the same parts as the page of another game, whose board is looked at by itself."""


@pytest.mark.parametrize("where", [where for where in PLACES if where not in ALIKE])
def test_axe_is_silent(where: str, house: HouseProcess, visit: Visit) -> None:
    """Nothing of any weight: in every language, and in the evening's colours, which are the same in all of them."""
    anna, place = visit("Anna", hints=True), PLACES[where]
    place.come(anna, house)
    found: dict[str, list[str]] = {}
    for language in LANGUAGES:
        speak(anna, language)
        place.look(anna)
        found |= barriers(anna.page, language)
    anna.complaints[:] = [each for each in anna.complaints if "404" not in each]  # (the browser's own words)
    assert found == {}


SIGNS = {
    "splendor": ("svg.gem", {"gem0", "gem1", "gem2", "gem3", "gem4", "gem5"}, 6),
    "sagrada": ("svg.cube", {"R", "Y", "G", "B", "P"}, 3),
    "renaissance": ("svg.icon:not(.plain)", {"coin", "stone", "servant", "shield", "faith", "any", "cross"}, 5),
}
"""Where a board's colours are drawn, what they are called there, and how many are always there."""

TOLD = """all => {
  const shapes = new Map();
  for (const svg of all) {
    const mark = svg.querySelector('.mark')?.getAttribute('d');
    shapes.set(svg.classList[1], mark ?? svg.innerHTML.replace(/>\\d+</, '><'));
  }
  return new Set(shapes.values()).size === shapes.size ? [...shapes.keys()] : ['two colours share a shape'];
}"""
"""Every colour with the shape that tells it from the others: no letters, which would be those of one language."""


@pytest.mark.parametrize("game", GAMES)
def test_every_colour_has_a_shape(game: str, visit: Visit, tmp_path: Path) -> None:
    """Without any colour all is told apart; pictures as others see the board are left in the test's folder."""
    anna = visit("Anna")
    seated(anna, game, turns=12, seats=4)
    where, signs, fewest = SIGNS[game]
    told = set(anna.page.eval_on_selector_all(f".board {where}", TOLD))
    assert told <= signs
    assert len(told) >= fewest
    devtools = anna.context.new_cdp_session(anna.page)
    pictures = set()
    for kind in ("none", "protanopia", "deuteranopia", "tritanopia", "achromatopsia"):
        devtools.send("Emulation.setEmulatedVisionDeficiency", {"type": kind})
        pictures.add(anna.page.screenshot(path=tmp_path / f"{game}-{kind}.png"))
    assert len(pictures) == 5


SEAT_MARKS = """all => all.map(one => [
  [...one.classList].find(each => each.startsWith('seat-')),
  one.firstElementChild.getAttribute('d') + getComputedStyle(one.firstElementChild).fill,
])"""
"""Whose mark it is, and what it looks like."""


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_looks_the_same_everywhere(game: str, visit: Visit) -> None:
    """One shape and one colour for each of four seats: among the players, on the board and in the log."""
    anna = visit("Anna")
    seated(anna, game, turns=4, seats=4)
    anna.page.wait_for_selector(".log .together[data-turn] svg.mark")
    looks: dict[str, set[str]] = {}
    for where in (".bar", ".board", ".log"):
        found = anna.page.eval_on_selector_all(f":is({where}) svg.mark[class*=seat-]", SEAT_MARKS)
        assert {seat for seat, _ in found} == {f"seat-{seat}" for seat in range(4)}, where
        for seat, look in found:
            looks.setdefault(seat, set()).add(look)
    assert all(len(look) == 1 for look in looks.values()), looks
    assert len(set.union(*looks.values())) == 4
    assert anna.page.locator(".bar .face svg").count() == 3, "the bots have faces"


LOOK = """(piece) => {
  const { outline, boxShadow, borderColor, backgroundColor, transform } = getComputedStyle(piece);
  return [outline, boxShadow, borderColor, backgroundColor, transform].join(' | ');
}"""
"""What rings, shadows and colours a piece has."""

PRESSED = {
    "splendor": ".market .card",
    "sagrada": '[data-testid^="choose-"]',
    "renaissance": '[data-testid^="offer-"]',
}
"""By game: the first thing that is chosen in it."""


@pytest.mark.parametrize("game", PRESSED)
def test_legal_chosen_and_focus_look_different(game: str, visit: Visit) -> None:
    """What may be pressed, what was pressed, and where the keyboard is: each has a look of its own."""
    anna = visit("Anna")
    seated(anna, game, turns=0)
    piece = anna.page.locator(PRESSED[game]).first
    looks = {"legal": piece.evaluate(LOOK)}
    anna.page.keyboard.press("Tab")  # from here on a focus is the keyboard's
    piece.focus()
    looks["focus"] = piece.evaluate(LOOK)
    piece.press("Enter")
    anna.page.evaluate(TWO_FRAMES)
    piece.focus()
    looks["both"] = piece.evaluate(LOOK)
    piece.blur()
    looks["chosen"] = piece.evaluate(LOOK)
    assert len(set(looks.values())) == len(looks)
