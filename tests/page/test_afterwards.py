"""After the game: scores, replay, the proof of the seed, another game; and talk at the table."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Route

from tests.page.conftest import Visit
from tests.page.scenes import GAMES, finished_game
from tests.page.visitor import Visitor
from tests.server.harness import HouseProcess


@pytest.mark.parametrize("game", GAMES)
def test_the_replay(game: str, house: HouseProcess, visit: Visit) -> None:
    """A finished game is stepped through, played by itself, and opened at any moment by its address."""
    eve = visit("")
    table = finished_game(house, game)
    eve.goes(f"/replay/{table}")
    eve.page.wait_for_selector(".controls")
    assert eve.reads(".count").startswith("0 / ")
    eve.presses("[aria-label='One step on']")
    first = eve.reads(".sentence")
    assert eve.reads(".count").startswith("1 / ")
    assert any(name in first for name in ("greedy", "random"))
    eve.page.keyboard.press("End")
    assert len(set(eve.reads(".count").split(" / "))) == 1
    eve.page.keyboard.press("Home")
    eve.presses("[aria-label='Play']")
    eve.page.wait_for_function("() => !document.querySelector('.count').textContent.startsWith('0 ')")
    eve.presses("[aria-label='Pause']")
    eve.page.wait_for_selector("[aria-label='Play']")
    seq, told = eve.page.url.rpartition("#")[2], eve.reads(".sentence")
    eve.goes("/")
    eve.goes(f"/replay/{table}#{seq}")
    eve.page.wait_for_selector(".controls")
    assert eve.reads(".sentence") == told
    assert not eve.sees(".board .lit")


def test_the_seed_is_verified_on_the_page(house: HouseProcess, visit: Visit) -> None:
    """The page hashes the seed itself: the true one agrees with the promise, any other does not."""
    eve = visit("")
    table = finished_game(house, "sagrada")
    eve.goes(f"/replay/{table}")
    eve.presses("summary")
    assert "in order" in eve.reads(".verdict")

    def forged(route: Route) -> None:
        replay = route.fetch().json()
        replay["seed"] = "00" + replay["seed"][2:] if replay["seed"][:2] != "00" else "ff" + replay["seed"][2:]
        route.fulfill(body=json.dumps(replay), content_type="application/json")

    eve.page.route("**/api/tables/*/replay", forged)
    eve.page.reload()
    eve.page.wait_for_selector("details[open] .verdict[role=alert]")
    assert "not dealt as promised" in eve.reads(".verdict")


def test_the_log_is_downloaded(house: HouseProcess, visit: Visit) -> None:
    """The link gives the table's log as a file, one entry a line, for `bottega verify`."""
    eve = visit("")
    table = finished_game(house, "splendor")
    eve.goes(f"/replay/{table}")
    eve.page.wait_for_selector(".links")
    with eve.page.expect_download() as download:
        eve.page.click(".links a[download]")
    assert download.value.suggested_filename.endswith(f"{table}.jsonl")
    lines = download.value.path().read_text().splitlines()
    assert len(lines) > 40
    assert all(isinstance(json.loads(line), dict) for line in lines)


def test_results_and_another_game(house: HouseProcess, visit: Visit) -> None:
    """The result has every score line by line and a chart; whoever asks for another game sits at its table."""
    anna, bob = visit("Anna"), visit("Bob")
    table = anna.opens("splendor")
    bob.sits(table)
    anna.presses(".start .primary")
    for player in (anna, bob):
        player.page.wait_for_selector(".splendor")
    leave(bob)
    anna.page.wait_for_selector("dialog table")
    result = anna.waits(lambda: anna.now["result"], "the result")
    assert result["reason"] == "walkover"
    rows = anna.page.locator("dialog tbody tr").all_inner_texts()
    assert len(rows) == len({line["what"] for score in result["scores"] for line in score["lines"]})
    assert anna.reads("dialog h3") == "You have won"
    anna.page.wait_for_selector("dialog figure svg[role=img]")
    anna.presses("dialog .choices .primary")
    anna.page.wait_for_url(re.compile(f"/table/(?!{table})"))
    anna.page.wait_for_selector(".taken")
    assert anna.name in anna.reads(".taken")


def leave(bob: Visitor) -> None:
    """Leave the game for good, which the page asks about once more."""
    bob.presses("[data-testid=care]")
    bob.presses("[data-testid=leave]")
    bob.presses("dialog .choices .plain")
    bob.page.wait_for_selector(".lobby")


def test_talk(visit: Visit) -> None:
    """What one says the other reads, as it was written, whatever it looks like."""
    anna, bob = visit("Anna"), visit("Bob")
    table = anna.opens("sagrada")
    bob.goes(f"/table/{table}")
    said = "<img src=x onerror=alert(1)> ciao, cześć!"
    anna.page.fill(".chat input", said)
    anna.page.keyboard.press("Enter")
    bob.page.wait_for_selector(".chat p b")
    assert bob.reads(".chat .scroll p").endswith(said)
    assert anna.page.input_value(".chat input") == ""
    bob.page.fill(".chat input", "Hello")
    bob.presses(".chat button")
    anna.page.wait_for_selector(".chat p:nth-of-type(2)")


LANDING = """() => {
  const times = (window.times = {});
  const look = () => {
    if (document.querySelector('.log')?.textContent.includes('The game has ended')) times.told ??= performance.now();
    if (document.querySelector('dialog table')) times.sheet ??= performance.now();
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""
"""Write down when the end is told in the log, and when the score sheet lies over the board."""


def test_the_result_comes_after_the_last_move(visit: Visit) -> None:
    """The board is seen as the last move left it for more than a second before the score sheet covers it."""
    anna = visit("Anna", motion=True)
    anna.opens("sagrada", 1)
    anna.presses(".start .primary")
    anna.gets("view")
    anna.page.evaluate(LANDING)
    anna.presses("[data-testid=care]")
    anna.presses("[data-testid=end-game]")
    anna.page.wait_for_selector("dialog table")
    times = anna.page.evaluate("window.times")
    assert times["sheet"] - times["told"] >= 1000
