"""The main path in Firefox: come in, play a bot by hints and by hand, ask why, read the rules, and look at the end."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.lacking import lacking
from tests.page.firefox import DRAWN, Firefox, found, running
from tests.page.scenes import GAMES, finished_game
from tests.page.visitor import nobody_else
from tests.server.harness import HouseProcess

ENTER = "\ue007"
TURNS = 3
POSTERS = f"document.querySelectorAll('.poster > .scene > .scene').length === {len(GAMES)}"
HINTED = "document.querySelectorAll('[data-hinted]').length"


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    """A Firefox without a window."""
    program = found()
    if program is None:
        lacking("there is no Firefox: install your system's `firefox-esr`")
    with running(program, tmp_path_factory.mktemp("firefox")) as browser:
        yield browser


@pytest.mark.parametrize("game", GAMES)
def test_a_game_begins(game: str, firefox: Firefox, house: HouseProcess) -> None:
    """A name is typed, a first game begun, and several turns are played by what the hints point at."""
    address = f"http://127.0.0.1:{house.ports['http']}"
    firefox.goes(address)
    firefox.waits(POSTERS)  # what is still on its way when a page is left is a complaint to Firefox
    firefox.evaluates("localStorage.clear()")
    firefox.goes(address)
    firefox.waits(POSTERS)
    firefox.presses(".name input")
    firefox.types(nobody_else("Fox") + ENTER)
    firefox.waits("!document.querySelector('.name input')")
    firefox.presses(f".poster[data-game={game}] .learn")
    firefox.waits("location.pathname.startsWith('/table/')")
    began = firefox.waits(DRAWN)
    for _ in range(40):
        firefox.waits(HINTED)
        firefox.presses("[data-hinted]")
        firefox.settles()  # what is pressed twice is put back
        if firefox.evaluates(DRAWN) >= began + 2 * TURNS:
            break
    else:
        pytest.fail("nothing happened at the table")
    firefox.presses("[data-testid=rules-button]")
    assert firefox.waits("document.querySelectorAll('[data-testid=rules] dt').length") >= 12
    assert not firefox.complaints


def test_a_replay(firefox: Firefox, house: HouseProcess) -> None:
    """A finished game is stepped through; its board is drawn, and the next step follows."""
    table = finished_game(house, "splendor")
    firefox.goes(f"http://127.0.0.1:{house.ports['http']}/replay/{table}#10")
    firefox.waits("document.querySelectorAll('.board .market .card').length")
    before = firefox.evaluates("location.hash")
    firefox.presses(".controls [aria-label='One step on']")
    firefox.waits(f"location.hash !== '{before}'")
    assert not firefox.complaints
