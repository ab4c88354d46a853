"""Make the pictures of this folder, and those that chat programs show of a link to a table: ``make images``.

Real games in a real house: its seed and its players' choices are fixed, so that the pictures change only with the page.
Lobby, the three boards in mid-game and a replay, each on a desk (1440x900) and on a phone (390x844), the boards also as
they look to somebody who sees no colours; and a table in play that moves (``film.py``).
"""

from __future__ import annotations

import base64
import shutil
import struct
import sys
import tempfile
import zlib
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser as Chromium
from playwright.sync_api import ViewportSize, sync_playwright

from bottega.bots import choose
from bottega.games import renaissance, sagrada, splendor

HERE = Path(__file__).parent
PREVIEWS = HERE.parents[1] / "web" / "public" / "preview"
sys.path.insert(0, str(HERE.parents[1]))

from film import film  # noqa: E402 - a module of this folder

from tests.page.conftest import ARGUMENTS  # noqa: E402 - the tests are found beside this folder
from tests.page.visitor import DESK, PHONE, Visitor  # noqa: E402
from tests.server.harness import HouseProcess, running_house  # noqa: E402
from tests.server.house_client import Browser  # noqa: E402

SEED = "b0" * 32
RULES: dict[str, Any] = {"splendor": splendor, "sagrada": sagrada, "renaissance": renaissance}
NAMES = ("Ada", "Bruno", "Celia", "Dario")
GAMES = {"splendor": (3, 60), "sagrada": (3, 74), "renaissance": (3, 150)}
"""Of each game: how many sit there, and after how many actions the picture is taken."""
REPLAYED = ("sagrada", 40)
PREVIEW: ViewportSize = {"width": 1440, "height": 756}
"""As wide and high as chat programs show a picture."""


def play(players: list[Browser], table: str, game: str, most: int) -> None:
    """Let everybody play as the greedy bot would, so many actions and on until the first player's turn begins."""
    rules = RULES[game]
    state, played = rules.new(len(players), bytes.fromhex(SEED)), 0
    places = {_dealt(player)["you"]: player for player in players}
    (mine,) = [place for place, player in places.items() if player is players[0]]
    while actors := rules.actors(state):
        if played >= most and mine in actors and _begins(game, [str(one) for one in rules.legal(state, mine)]):
            break
        place, played = actors[0], played + 1
        action = choose("greedy", rules, state, place, played.to_bytes(32))
        state = rules.apply(state, place, action)
        places[place].does("act", table=table, actions=[str(action)])


def _begins(game: str, legal: list[str]) -> bool:
    """Whether a turn has just begun, with everything still to be chosen."""
    main = {"splendor": "take", "sagrada": "place", "renaissance": "market"}[game]
    return any(action.startswith(main) for action in legal)


def _dealt(player: Browser) -> dict[str, Any]:
    """The step with which the game began."""
    while not (step := player.next("step"))["view"]:
        pass
    return step


def seat(house: HouseProcess, game: str, seats: int) -> tuple[list[Browser], str]:
    """A started table of that game."""
    players = [Browser(house, name) for name in NAMES[:seats]]
    table = str(players[0].does("open", game=game, seats=seats, start="full")["table"])
    for player in players[1:]:
        player.does("sit", table=table)
    return players, table


def picture(visitor: Visitor, name: str, size: ViewportSize) -> None:
    """Take one picture for this folder."""
    take(visitor, HERE / f"{name}-{size['width']}x{size['height']}.png")


def take(visitor: Visitor, path: Path) -> None:
    """Take one picture, once nothing moves."""
    visitor.page.mouse.move(0, 0)
    visitor.page.wait_for_timeout(400)
    taken = visitor.page.screenshot(animations="disabled", caret="hide")
    path.write_bytes(_small(visitor, taken))
    print(f"{path.name}: {path.stat().st_size // 1024} kB")


def _small(visitor: Visitor, taken: bytes) -> bytes:
    """The same picture as a PNG with a palette."""
    blank = visitor.context.new_page()
    found = blank.evaluate((HERE / "palette.js").read_text().rstrip().rstrip(";"), base64.b64encode(taken).decode())
    blank.close()

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    rows = zlib.compress(zlib.decompress(bytes(found["rows"])), 9)
    head = struct.pack(">IIBBBBB", found["width"], found["height"], 8, 3, 0, 0, 0)
    body = chunk(b"IHDR", head) + chunk(b"PLTE", bytes(found["colours"])) + chunk(b"IDAT", rows)
    return b"\x89PNG\r\n\x1a\n" + body + chunk(b"IEND", b"")


def board(chromium: Chromium, game: str) -> None:
    """The pictures of one board."""
    seats, most = GAMES[game]
    with (
        tempfile.TemporaryDirectory() as data,
        running_house(Path(data), "splendor-json", options=("--seed", SEED)) as house,
    ):
        players, table = seat(house, game, seats)
        play(players, table, game, most)
        players[1].does("chat", table=table, text="Good luck, everybody!")
        for size in (DESK, PHONE):
            ada = Visitor(chromium, house, "Ada", viewport=size, token=players[0].token)
            ada.goes(f"/table/{table}")
            ada.page.wait_for_selector(f".{game}")
            picture(ada, game, size)
            if size is DESK:
                devtools = ada.context.new_cdp_session(ada.page)
                devtools.send("Emulation.setEmulatedVisionDeficiency", {"type": "achromatopsia"})
                picture(ada, f"{game}-without-colours", size)
            ada.leave()
        onlooker = Visitor(chromium, house, "Zoe", viewport=PREVIEW)
        onlooker.goes(f"/table/{table}")
        onlooker.page.wait_for_selector(f".{game}")
        take(onlooker, PREVIEWS / f"{game}.png")
        onlooker.leave()


def lobby_and_replay(chromium: Chromium) -> None:
    """The pictures of the lobby and of a finished game."""
    game, place = REPLAYED
    with (
        tempfile.TemporaryDirectory() as data,
        running_house(Path(data), "splendor-json", options=("--seed", SEED)) as house,
    ):
        players, table = seat(house, game, 2)
        play(players, table, game, 10_000)
        for number, other in enumerate(("splendor", "renaissance", "sagrada")):
            host = Browser(house, ("Ludo", "Mira", "Nino")[number])
            host.does("open", game=other, seats=2 + number)
        for size in (DESK, PHONE):
            ada = Visitor(chromium, house, "Ada", viewport=size, token=players[0].token)
            ada.goes("/")
            ada.page.wait_for_selector("li a[href^='/replay/']")
            picture(ada, "lobby", size)
            ada.goes(f"/replay/{table}#{place}")
            ada.page.wait_for_selector(".board > *")
            picture(ada, "replay", size)
            ada.leave()


def main() -> None:
    """Make them all."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=list(ARGUMENTS))
        for game in GAMES:
            board(browser, game)
        lobby_and_replay(browser)
        film(browser)
        browser.close()


if __name__ == "__main__":
    main()
