"""Who is kept out: axe looks at every page, by day and by evening; colours are told by more than their colour."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.lacking import lacking
from tests.page.conftest import Visit
from tests.page.scenes import GAMES, finished_game, seated
from tests.page.visitor import Visitor
from tests.server.harness import HouseProcess

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
LOOK = """async () => (await axe.run(document, { resultTypes: ['violations'] })).violations
  .filter(({ impact }) => impact === 'serious' || impact === 'critical')
  .flatMap(({ id, nodes }) => nodes.map((node) => ({ id, where: `${node.target}`, why: node.any[0]?.message })))
  .filter(({ id, where }) => id !== 'label-content-name-mismatch' || !document.querySelector(where)?.closest('.board'))
  .map(({ id, where, why }) => `${id} at ${where}: ${why}`)"""
"""What keeps people out. Pieces on a board are pictures: the letters drawn on them need not be in their names."""


def _lobby(visitor: Visitor, house: HouseProcess) -> None:
    finished_game(house, "sagrada")
    visitor.opens("splendor")
    visitor.goes("/")
    visitor.page.wait_for_selector("li a[href^='/replay/']")


def _waiting(visitor: Visitor, house: HouseProcess) -> None:
    visitor.opens("sagrada", 3)
    visitor.page.wait_for_selector(".room")


def _board(game: str) -> Callable[[Visitor, HouseProcess], None]:
    def come(visitor: Visitor, house: HouseProcess) -> None:
        seated(visitor, game)

    return come


def _result(visitor: Visitor, house: HouseProcess) -> None:
    visitor.goes(f"/table/{finished_game(house, 'splendor')}")
    visitor.page.wait_for_selector("dialog figure")


def _replay(visitor: Visitor, house: HouseProcess) -> None:
    visitor.goes(f"/replay/{finished_game(house, 'renaissance')}#20")
    visitor.page.wait_for_selector(".board > *")
    visitor.page.click("summary")


PAGES = {
    "lobby": _lobby,
    "waiting table": _waiting,
    **{f"{game} board": _board(game) for game in GAMES},
    "result": _result,
    "replay": _replay,
}


@pytest.mark.parametrize("where", PAGES)
def test_axe_finds_nothing_serious(where: str, house: HouseProcess, visit: Visit) -> None:
    """No violation that axe calls serious or critical, in light and in dark."""
    if not AXE.is_file():
        lacking("axe-core is not installed: run `make page`")
    anna = visit("Anna")
    PAGES[where](anna, house)
    anna.page.evaluate(AXE.read_text())
    found = {}
    for scheme in ("light", "dark"):
        anna.page.emulate_media(color_scheme=scheme)
        anna.page.wait_for_function("scheme => document.documentElement.dataset.theme === scheme", arg=scheme)
        found[scheme] = anna.page.evaluate(LOOK)
    assert found == {"light": [], "dark": []}


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
