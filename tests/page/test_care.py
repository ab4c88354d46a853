"""Care for a table, on the page: sending away, reminding, and who may watch."""

from __future__ import annotations

from tests.page.conftest import Visit
from tests.page.test_story import begin
from tests.server.harness import HouseProcess
from tests.server.house_client import Browser


def test_sending_away(visit: Visit) -> None:
    """Whoever opened the table sends somebody away before the start; the other has no such button."""
    anna, bob = visit("Anna"), visit("Bob")
    table = anna.opens("splendor")
    bob.sits(table)
    anna.presses("[data-testid=remove]")
    anna.waits(lambda: len(anna.now["seats"]) == 1, "the seat to be free")
    assert not bob.sees("[data-testid=remove]")
    bob.page.wait_for_selector(".free .primary")


def test_reminding_and_watchers(visit: Visit) -> None:
    """Who waits reminds whose turn it is; watchers are named to those who play, and shut out with a word why."""
    anna, bob, eve = visit("Anna"), visit("Bob"), visit("Eve")
    table = begin(anna, bob, "splendor")
    anna.waits(lambda: anna.now["legal"] or bob.now["legal"], "a turn")
    mover, other = (anna, bob) if anna.now["legal"] else (bob, anna)
    eve.goes(f"/table/{table}")
    eve.gets("view")
    other.waits(lambda: [one for one in other.received if one["type"] == "watchers" and one["names"]], "the watcher")
    other.presses("[data-testid=care]")
    assert eve.name in other.reads("[data-testid=watchers]")
    other.presses("[data-testid=nudge]")
    mover.page.wait_for_selector(".why p")
    assert f"{other.name} reminds you" in mover.reads(".why p")
    other.presses("[data-testid=care]")
    other.presses("[data-testid=shut-out]")
    eve.page.wait_for_selector(".banner")
    assert "nobody watch" in eve.reads(".banner")
    eve.page.reload()
    eve.page.wait_for_selector(".alone h1")
    assert "nobody watch" in eve.reads(".alone")


def test_a_bot_for_whoever_is_gone(house: HouseProcess, visit: Visit) -> None:
    """Whoever is left asks for a bot of their choice, one button for each who is away; who has just gone is waited for.

    (What comes of it later is in ``tests/wire/house/test_undo.py``.)
    """
    anna = visit("Anna")
    table = anna.opens("splendor")
    anna.is_seated()
    bob = Browser(house, f"{anna.name} gone")
    bob.does("sit", table=table)
    bob.does("start", table=table)
    anna.gets("view")
    bob.close()
    anna.waits(lambda: "away" in anna.reads("[aria-label=Players]"), "the absence")
    anna.presses("[data-testid=care]")
    anna.page.wait_for_selector("[data-testid=replace]")
    assert anna.page.locator("[data-testid=replace]").count() == 1
    anna.page.select_option("[data-testid=substitute]", "nina")
    anna.presses("[data-testid=replace]")
    anna.waits(lambda: anna.page.get_by_text("may be back any moment").count(), "the reason")
    (asked,) = [one for one in anna.sent if one["type"] == "propose"]
    assert asked["bot"] == "nina"
