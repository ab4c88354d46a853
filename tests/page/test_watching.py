"""Those who watch: some moves later where the table is opened so, and in a seat that has fallen free if all agree."""

from __future__ import annotations

import random

from tests.page.conftest import Visit
from tests.page.hands import play_on
from tests.page.visitor import nobody_else
from tests.server.harness import HouseProcess
from tests.server.house_client import Browser

DELAY = 3


def test_a_seat_that_has_fallen_free(house: HouseProcess, visit: Visit) -> None:
    """Who watches may ask for it once its player has left; when all agree they have it, and the log says so."""
    anna, eve = visit("Anna"), visit("Eve")
    table = anna.opens("splendor", 3)
    anna.is_seated()
    bob, cyd = (Browser(house, nobody_else(name)) for name in ("Bob", "Cyd"))
    for player in (bob, cyd):
        player.does("sit", table=table)
    anna.waits(lambda: len(anna.now["seats"]) == 3, "the others")
    anna.presses(".start .primary")
    anna.gets("view")
    eve.goes(f"/table/{table}")
    eve.gets("view")
    assert not eve.sees("[data-testid=ask-seat]")
    cyd.does("quit", table=table)
    eve.presses("[data-testid=ask-seat]")
    eve.page.wait_for_selector(".ballot [data-testid=withdraw]")
    anna.page.wait_for_selector(".ballot")
    assert f"{eve.name}, who watches, would play on for {cyd.name}" in anna.reads(".ballot")
    bob.does("vote", table=table, yes=True)
    anna.presses("[data-testid=vote-yes]")
    eve.is_seated()
    eve.page.wait_for_selector(f".bar .own:has-text('{eve.name}')")
    assert not eve.sees("[data-testid=ask-seat]")
    anna.waits(lambda: f"{eve.name} plays on for {cyd.name}" in anna.reads(".log"), "the line in the log")
    for player in (bob, cyd):
        player.close()


def test_whoever_comes_by_the_link_may_ask_for_the_seat(house: HouseProcess, visit: Visit) -> None:
    """Somebody without a name sees it as well: the name is asked for, and then those who play."""
    anna, eve = visit("Anna"), visit("")
    table = anna.opens("splendor", 3)
    anna.is_seated()
    bob, cyd = (Browser(house, nobody_else(name)) for name in ("Bob", "Cyd"))
    for player in (bob, cyd):
        player.does("sit", table=table)
    anna.waits(lambda: len(anna.now["seats"]) == 3, "the others")
    anna.presses(".start .primary")
    anna.gets("view")
    cyd.does("quit", table=table)
    eve.goes(f"/table/{table}")
    eve.presses("[data-testid=ask-seat]")
    eve.page.fill("dialog input[autocomplete=nickname]", name := nobody_else("Eve"))
    eve.presses("dialog form .primary")
    eve.page.wait_for_selector(".ballot [data-testid=withdraw]")
    bob.does("vote", table=table, yes=True)
    anna.presses("[data-testid=vote-yes]")
    eve.is_seated()
    eve.page.wait_for_selector(f".bar .own:has-text('{name}')")
    for player in (bob, cyd):
        player.close()


def test_those_who_watch_are_some_moves_behind(visit: Visit) -> None:
    """Opened so, the page says it to whoever sits down and to whoever watches, and shows these the board of before."""
    anna, bob, eve = visit("Anna"), visit("Bob"), visit("Eve")
    anna.goes("/")
    anna.presses(".poster[data-game=splendor] .friends")
    anna.presses("dialog summary")
    anna.page.select_option("[data-testid=delay]", str(DELAY))
    anna.presses("dialog .row .primary")
    anna.page.wait_for_url("**/table/*")
    table = anna.page.url.rpartition("/")[2]
    bob.goes(f"/table/{table}")
    bob.page.wait_for_selector(f".terms:has-text('{DELAY} moves later')")
    bob.presses(".free .primary")
    bob.is_seated()
    anna.presses(".start .primary")
    for player in (anna, bob):
        player.gets("view")
    draw = random.Random(5)
    seq = play_on([anna, bob], "splendor", draw, most=DELAY + 2)["seq"]
    eve.goes(f"/table/{table}")
    eve.page.wait_for_selector(f"[data-seq='{seq - DELAY}']")
    for width in (1440, 360):  # above the board, not in the panel, which a phone folds away
        eve.page.set_viewport_size({"width": width, "height": 800})
        late = eve.page.locator(".play [data-testid=late]")
        assert f"{DELAY} moves later" in late.inner_text()
        box = late.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] < 400
    assert not anna.sees("[data-testid=late]")
    play_on([anna, bob], "splendor", draw, most=1)
    eve.page.wait_for_selector(f"[data-seq='{seq + 1 - DELAY}']")
