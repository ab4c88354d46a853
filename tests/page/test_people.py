"""Games that are over can be found again: the archive with its filters, a page per name, the hall of records."""

from __future__ import annotations

from urllib.parse import quote

from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.scenes import finished_game, people_played
from tests.server.harness import HouseProcess


def test_the_archive_is_searched(house: HouseProcess, visit: Visit) -> None:
    """By game and name; what was searched for is in the address, and each game leads to its players and its replay."""
    finished_game(house, "sagrada")
    winner, leaver, table = people_played(house)
    anna = visit("Anna")
    anna.goes("/archive")
    anna.page.wait_for_selector(f"a[href='/replay/{table}']")
    anna.page.select_option("form select >> nth=0", "sagrada")
    anna.page.click("form button")
    anna.page.wait_for_selector(f"a[href='/replay/{table}']", state="detached")
    assert anna.page.url.endswith("/archive?game=sagrada")
    anna.page.select_option("form select >> nth=0", "")
    anna.page.fill("form input[type=text]", winner)
    anna.page.select_option("form select >> nth=2", "won")
    anna.page.click("form button")
    anna.page.wait_for_selector(f"a[href='/replay/{table}']")
    anna.page.click(f"a[href='/people/{quote(leaver)}']")
    anna.page.wait_for_selector(f"h1:text-is('{leaver}')")
    anna.page.wait_for_selector(f"th a[href='/people/{quote(winner)}']")
    anna.page.go_back()
    anna.page.wait_for_selector("h1:text-is('Archive')")
    assert anna.page.input_value("form input[type=text]") == winner


def test_nobody_of_that_name(house: HouseProcess, visit: Visit) -> None:
    """A name under which nobody has played says so, whatever is in it."""
    anna = visit("Anna")
    anna.goes("/people/N%C3%B2%20body%2F%25")
    anna.page.wait_for_selector("h1:text-is('Nò body/%')")
    anna.page.wait_for_selector("text=Nobody has played here")


def test_the_lobby_leads_there(house: HouseProcess, visit: Visit) -> None:
    """To the hall, the archive and one's own page, whatever was played."""
    anna = visit("Anna")
    anna.goes("/")
    anna.page.click("main nav a:text-is('Your page')")
    anna.page.wait_for_selector(f"h1:text-is('{anna.name}')")
    anna.goes("/")
    anna.page.click("main a[href='/hall']")
    anna.page.wait_for_selector("h1:text-is('Hall of records')")
    anna.page.click("main a[href='/archive']")
    anna.page.wait_for_selector("h1:text-is('Archive')")


def test_a_private_game_is_found_by_those_who_played_it(house: HouseProcess, visit: Visit) -> None:
    """A game begun by "Play a bot now" is on its player's own page once it is over, and there for nobody else."""
    anna, eve = visit("Anna"), visit("Eve")
    anna.goes("/")
    anna.presses(".poster[data-game=splendor] .bot")
    anna.page.wait_for_selector(".board .splendor")
    table = anna.page.url.rpartition("/")[2]
    anna.presses("[data-testid=care]")
    anna.presses("[data-testid=leave]")
    expect(anna.page.get_by_text("the game is over then")).to_be_visible()
    anna.presses("dialog .choices .plain")
    anna.page.wait_for_selector(".lobby")
    page = f"/people/{quote(anna.name)}"
    anna.goes(page)
    expect(anna.page.locator(f"[data-testid=private-games] a[href='/replay/{table}']")).to_be_visible()
    expect(anna.page.get_by_text("Nobody has played here")).to_have_count(0)
    eve.goes(page)
    expect(eve.page.get_by_text("Nobody has played here")).to_be_visible()
    assert not eve.sees(f"a[href='/replay/{table}']")
    assert not eve.sees("[data-testid=private-games]")
    anna.page.click(f"a[href='/replay/{table}']")
    anna.page.wait_for_selector(".controls")
