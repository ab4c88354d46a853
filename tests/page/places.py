"""Every page but the boards in play: how one comes there and what is opened there, for whoever looks at all of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import NamedTuple

from tests.page.scenes import GAMES, finished_game, people_played, plays_every_game, seated
from tests.page.visitor import Visitor
from tests.server.harness import HouseProcess

Come = Callable[[Visitor, HouseProcess], None]

SETTINGS = "header button.quiet"
ALL_SETTINGS = "[data-testid=leaving]"
"""What stands last in the settings; all that is loaded later has come when it is there."""


class Place(NamedTuple):
    """A page: how one comes there, what is drawn then, what is opened on it, and what that shows."""

    come: Come
    drawn: str
    opened: str = ""
    shows: str = ""
    whole: bool = False
    """Whether desks and tablets have to show all of it at once."""

    def look(self, visitor: Visitor) -> None:
        """Wait for the page where one has come, and open what is to be opened there."""
        visitor.page.wait_for_selector(self.drawn)
        if self.opened:
            visitor.presses(self.opened)
        if self.shows:
            visitor.page.wait_for_selector(self.shows)


def _first(visitor: Visitor, house: HouseProcess) -> None:
    visitor.goes("/")


def _lobby(visitor: Visitor, house: HouseProcess) -> None:
    finished_game(house, "sagrada")
    visitor.opens("splendor")
    plays_every_game(visitor, house)


def _next_game(visitor: Visitor, house: HouseProcess) -> None:
    visitor.goes(f"/table/{plays_every_game(visitor, house)[0]}")


def _waiting(visitor: Visitor, house: HouseProcess) -> None:
    """With everything that a waiting room may have to say about its table."""
    visitor.goes("/")
    visitor.presses(".poster[data-game=renaissance] .friends")
    visitor.presses(".sizes label:has([value='4'])")
    visitor.presses("dialog summary")
    visitor.page.select_option("[data-testid=delay]", "10")
    visitor.presses("dialog .row .primary")
    visitor.page.wait_for_url("**/table/*")


def _board(game: str) -> Come:
    def come(visitor: Visitor, house: HouseProcess) -> None:
        seated(visitor, game)

    return come


def _drawer(game: str) -> Come:
    """Where the panel is a drawer: pulled there, it is open in every window."""

    def come(visitor: Visitor, house: HouseProcess) -> None:
        seated(visitor, game)
        visitor.page.set_viewport_size({"width": 1024, "height": 768})

    return come


def _after(page: str, game: str, names: tuple[str, ...], moment: str = "") -> Come:
    def come(visitor: Visitor, house: HouseProcess) -> None:
        visitor.goes(f"/{page}/{finished_game(house, game, names)}{moment}")

    return come


def _analysed(visitor: Visitor, house: HouseProcess) -> None:
    """It stays so: whoever comes again finds the analysis there."""
    visitor.goes(f"/replay/{finished_game(house, 'splendor')}")
    visitor.presses("[data-testid=analyse]")
    visitor.page.wait_for_selector(".study table")


def _people(path: str) -> Come:
    def come(visitor: Visitor, house: HouseProcess) -> None:
        visitor.goes(path.format(*people_played(house)))

    return come


def _wire(visitor: Visitor, house: HouseProcess) -> None:
    """With a connection that says short things and long ones, all of them nonsense: nobody shall wait for a game."""
    visitor.goes("/wire")
    visitor.page.wait_for_selector("[data-testid=code]")
    with house.connect("splendor-json") as client:
        client.read_line()
        client.send_line(f"WATCH {visitor.reads('[data-testid=code]')}")
        for words in ("nothing", "nothing " * 99):
            client.send_line(json.dumps({"request_type": "client_hello", "words": words}))
            client.read_line()
    visitor.page.wait_for_selector(".log details")


FOUR = ("greedy", "random", "greedy", "random")

PLACES = {
    "lobby": Place(_lobby, "li a[href^='/replay/']"),
    "settings": Place(_first, ".lobby .poster", SETTINGS, ALL_SETTINGS),
    "opening a table": Place(_first, ".lobby .poster", ".poster[data-game=sagrada] .friends", "dialog summary"),
    "waiting room": Place(_waiting, ".room .bots"),
    **{f"{game} with rules": Place(_drawer(game), "[data-hinted]", "[data-testid=rules-button]") for game in GAMES},
    "next game": Place(_next_game, "[data-testid=next-game]", whole=True),
    "the table's menu": Place(_board("splendor"), "[data-testid=care]", "[data-testid=care]", "dialog"),
    **{f"result of {game}": Place(_after("table", game, FOUR), "dialog figure") for game in GAMES},
    **{
        f"replay of {game}": Place(_after("replay", game, FOUR[:3], "#60"), ".board > *", "summary", whole=True)
        for game in GAMES
    },
    "analysis": Place(_analysed, ".study table"),
    "study": Place(_after("study", "renaissance", FOUR[:2], "#seq=20"), ".play .board > *"),
    "archive": Place(_people("/archive"), "main li a[href^='/replay/']"),
    "person": Place(_people("/people/{}"), "main th a"),
    "hall": Place(_people("/hall"), "main h1"),
    "wire": Place(_wire, ".log li"),
    "nowhere": Place(_people("/nowhere"), ".nowhere a"),
}
