"""Games that are over can be found again: the archive with its filters, a page per name, the hall of records."""

from __future__ import annotations

from urllib.parse import quote

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
