"""A phone held upright: everything fits, whose turn it is stands on top, and what may be done is within reach."""

from __future__ import annotations

import random

import pytest

from tests.page.conftest import Visit
from tests.page.hands import choice, plays
from tests.page.scenes import GAMES, finished_game, seated
from tests.page.visitor import PHONE, Visitor
from tests.server.harness import HouseProcess

SMALL = """() => [...document.querySelectorAll('.board .lit, .board .tray button')].flatMap((one) => {
  const { width, height } = one.getBoundingClientRect();
  return width && (width < 24 || height < 24) ? [`${one.outerHTML.slice(0, 120)}: ${width}x${height}`] : [];
})"""


def _fits(visitor: Visitor) -> bool:
    """Whether nothing reaches beyond the right edge."""
    wide = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    return bool(visitor.page.evaluate(wide))


def test_the_pages_fit(house: HouseProcess, visit: Visit) -> None:
    """Lobby, waiting table, result and replay need no sideways scrolling."""
    anna = visit("Anna", device="finger", viewport=PHONE)
    table = anna.opens("renaissance", 4)
    anna.page.wait_for_selector(".room")
    assert _fits(anna)
    anna.goes("/")
    anna.page.wait_for_selector(f"a[href='/table/{table}']")
    assert _fits(anna)
    over = finished_game(house, "sagrada")
    for path, sign in ((f"/table/{over}", "dialog table"), (f"/replay/{over}", ".controls")):
        anna.goes(path)
        anna.page.wait_for_selector(sign)
        assert _fits(anna), path


@pytest.mark.parametrize("game", GAMES)
def test_a_board_on_a_phone(game: str, visit: Visit) -> None:
    """No sideways scrolling; the turn is in sight; what is lit is as large as a finger; a move is made by touch."""
    anna = visit("Anna", device="finger", viewport=PHONE)
    seated(anna, game, seats=4)
    anna.page.wait_for_selector(".turn")
    assert _fits(anna)
    box = anna.page.locator(".turn").bounding_box()
    assert box is not None
    assert 0 <= box["y"] < box["y"] + box["height"] < 200
    assert anna.page.evaluate("scrollY") == 0
    assert anna.page.evaluate(SMALL) == []
    tray = anna.page.locator(".board .tray").last.bounding_box()
    assert tray is not None
    assert tray["y"] + tray["height"] <= PHONE["height"] + 1, "the tray is in sight without scrolling"
    plays(anna, game, choice(game, anna.now["legal"], random.Random(2)))
    assert _fits(anna)


ZOOMED = """() => matchMedia("(pointer: coarse)").matches
  ? [...document.querySelectorAll("input:not([type=checkbox], [type=radio], [type=range]), select")].flatMap((it) => {
      const size = parseFloat(getComputedStyle(it).fontSize);
      return size < 16 ? [`${it.outerHTML.slice(0, 60)}: ${size} px`] : [];
    })
  : ["no finger"]"""
"""Fields with letters so small that an iPhone zooms into them."""


def test_no_field_is_zoomed_into(visit: Visit) -> None:
    """Under a finger every field has letters of 16 pixels at least: name, settings, new table, talk, archive."""
    anna = visit("", device="finger", viewport=PHONE)
    anna.goes("/")
    anna.page.wait_for_selector(".name input")
    found = anna.page.evaluate(ZOOMED)
    anna.presses("header button.quiet")
    anna.page.wait_for_selector("dialog select")
    found += anna.page.evaluate(ZOOMED)
    anna.goes("/archive")
    anna.page.wait_for_selector("input[type=date]")
    found += anna.page.evaluate(ZOOMED)
    bea = visit("Bea", device="finger", viewport=PHONE)
    bea.goes("/")
    bea.presses(".poster[data-game=sagrada] .friends")
    bea.presses("dialog summary")
    bea.page.wait_for_selector("[data-testid=delay]")
    found += bea.page.evaluate(ZOOMED)
    bea.presses("dialog .row .primary")
    bea.page.wait_for_url("**/table/*")
    bea.page.wait_for_selector(".room")
    found += bea.page.evaluate(ZOOMED)
    assert found == []
