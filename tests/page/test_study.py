"""A finished game is studied in the browser: what moves were worth, and any moment of it played on."""

from __future__ import annotations

import pytest

from tests.page.conftest import Visit
from tests.page.hands import SEND
from tests.page.scenes import GAMES, finished_game
from tests.server.harness import HouseProcess


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_analysed(game: str, house: HouseProcess, visit: Visit) -> None:
    """By a press: progress, then chances, accounts and turning points; a step says what would have been better."""
    eve = visit("")
    table = finished_game(house, game)
    eve.goes(f"/replay/{table}")
    eve.presses("[data-testid=analyse]")
    eve.page.wait_for_selector(".study table")
    assert eve.page.locator(".study tbody tr").count() == 2
    assert "%" in eve.reads(".study tbody td")
    eve.presses(".study li button")
    eve.page.wait_for_selector("[data-testid=better]")
    assert "%" in eve.reads("[data-testid=better]")
    eve.page.reload()
    eve.page.wait_for_selector(".study table")


@pytest.mark.parametrize("game", GAMES)
def test_any_moment_is_played_on_against_a_bot(game: str, house: HouseProcess, visit: Visit) -> None:
    """From a replay to the table as it stood: somebody plays, the bot answers, and the link leads others there."""
    eve = visit("Eve")
    table = finished_game(house, game)
    eve.goes(f"/replay/{table}")
    eve.page.wait_for_selector(".controls")
    for _ in range(6):
        eve.presses("[aria-label='One step on']")
    eve.presses("[data-testid=play-on]")
    eve.page.wait_for_selector(".play .board > *")
    assert "/study/" in eve.page.url
    assert "dealt anew" in eve.reads(".sentence")
    link = eve.page.url
    other = visit("")
    other.goes("/study/" + link.partition("/study/")[2])
    other.page.wait_for_selector(".play .board > *")
    assert other.reads(".sentence") == eve.reads(".sentence")


def test_somebody_moves_for_everybody(house: HouseProcess, visit: Visit) -> None:
    """Gems are taken for one player and then for the next; both can be taken back, and the address says it all."""
    eve = visit("")
    table = finished_game(house, "splendor")
    eve.goes(f"/study/{table}#seq=4")
    eve.page.wait_for_selector(".play .board > *")
    for turn in (1, 2):
        for press in ("[data-place='bank-0']", "[data-place='bank-1']", "[data-place='bank-2']", SEND):
            eve.presses(press)
        eve.page.wait_for_function(f"() => location.hash.split('take').length === {turn + 1}")
    assert "takes" in eve.reads(".sentence")
    eve.presses("[data-testid=take-back]")
    eve.page.wait_for_function("() => location.hash.split('take').length === 2")


def test_a_game_that_is_not_there(visit: Visit) -> None:
    """Whoever follows a link to nowhere is told so, and finds the way to the lobby."""
    eve = visit("")
    eve.goes("/study/nowhere#seq=4")
    eve.page.wait_for_function("() => document.querySelector('.alone')?.innerText.includes('no finished game')")
    eve.complaints.clear()  # of the address, by the browser
