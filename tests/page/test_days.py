"""Games over days on the page: opened, left and found again, several at once; and being away."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

from tests.page.conftest import Visit
from tests.page.visitor import Visitor
from tests.server.harness import running_house

THREE_DAYS = "259200"
CLOCK = ".turn [role=timer]"


def opens_over_days(visitor: Visitor, game: str) -> str:
    """Open a table of three days a turn in the lobby; its id."""
    heard = len(visitor.received)
    visitor.goes("/")
    visitor.waits(lambda: any(each["type"] == "lobby" for each in visitor.received[heard:]), "the list of tables")
    visitor.page.locator(f".poster[data-game={game}] .friends").click()
    visitor.page.select_option(".clock select", THREE_DAYS)
    visitor.presses("dialog .row .primary")
    visitor.page.wait_for_url("**/table/*")
    return visitor.page.url.rpartition("/")[2]


def test_several_games_over_days(visit: Visit, tmp_path: Path) -> None:
    """The host goes while nobody is there, and keeps both seats; each game begins by itself, and leads to the other."""
    with running_house(tmp_path) as house:
        anna, bob = visit("Anna", house), visit("Bob", house)
        tables = [opens_over_days(anna, "splendor") for _ in range(2)]
        anna.goes("/archive")
        for table in tables:
            bob.sits(table)
            bob.page.wait_for_selector(CLOCK)
            assert bob.page.inner_text(CLOCK) in ("3 days", "2 days 23 hours")
        bob.page.wait_for_selector("text=Anna")
        for visitor in (anna, bob):
            visitor.goes(f"/table/{tables[0]}")
            visitor.page.wait_for_selector(CLOCK)

        def at_the_other() -> str:
            """Whose move it is at the other table, as soon as that is told."""
            told = [each for each in bob.received if each["type"] == "own_games"]
            games = [game for each in told for game in each["games"] if game["line"]["table"] == tables[1]]
            return games[-1]["line"]["seats"][games[-1]["actors"][0]]["name"] if games else ""

        mover = {anna.name: anna, bob.name: bob}[bob.waits(at_the_other)]
        mover.presses("[data-testid=next-game]")
        mover.page.wait_for_url(f"**/table/{tables[1]}")
        mover.page.wait_for_selector(CLOCK)


def test_being_away(visit: Visit, tmp_path: Path) -> None:
    """The settings take a day; who plays with them sees it at the table and in the lobby, until they are back."""
    with running_house(tmp_path) as house:
        anna, bob = visit("Anna", house), visit("Bob", house)
        table = opens_over_days(anna, "sagrada")
        bob.sits(table)
        anna.page.wait_for_selector(CLOCK)
        anna.presses("header button.quiet")
        day = (date.today() + timedelta(days=5)).isoformat()
        anna.page.fill("[data-testid=vacation] input", day)
        anna.presses("[data-testid=vacation] button:not([type])")
        anna.page.wait_for_selector("[data-testid=away-until]")
        bob.page.wait_for_selector(".bar small:has-text('away until')")
        reader = visit("", house)
        reader.goes("/")
        reader.page.wait_for_selector(f"text=away: {anna.name}")
        reader.page.wait_for_selector("text=3 days a turn")
        bob.goes("/")
        bob.page.wait_for_selector(f"#yours ~ ul > li:has-text('away: {anna.name}')")
        bob.goes(f"/table/{table}")
        bob.page.wait_for_selector(".bar small:has-text('away until')")
        anna.presses("[data-testid=vacation] button[type=button]")
        bob.page.wait_for_selector(".bar small:has-text('away until')", state="detached")
