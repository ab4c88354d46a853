"""The page as an app: what a phone needs to install it, and what it shows without a connection."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from struct import unpack

from tests.page.conftest import Visit
from tests.page.visitor import PHONE, Visitor
from tests.server.harness import HouseProcess, running_house
from tests.server.house_client import Browser

ALL_KEPT = """async () => {
  const loaded = performance.getEntriesByType("resource").filter(({ name }) => name.includes("/assets/"));
  const wanted = [...loaded.map(({ name }) => name), "/api/games.json"];
  const found = await Promise.all(wanted.map((name) => caches.match(name)));
  return loaded.length > 0 && found.every(Boolean);
}"""
"""Whether every file that the page has loaded, and what is on the cards, would be there without a connection."""
SERVED = "navigator.serviceWorker.controller !== null"


def _width(png: bytes) -> tuple[int, int]:
    picture = BytesIO(png)
    assert picture.read(16)[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = unpack(">II", picture.read(8))
    return width, height


def _finished(house: HouseProcess) -> str:
    """The table of a game that is over."""
    guest = Browser(house, "Replayed")
    table = str(guest.does("open", game="splendor", seats=1 + 1)["table"])
    guest.does("add_bot", table=table, bot="greedy")
    guest.does("start", table=table)
    guest.does("quit", table=table)
    guest.close()
    return table


def _offline(visitor: Visitor, away: bool) -> None:
    visitor.context.set_offline(away)


def test_it_can_be_installed(visit: Visit) -> None:
    """The manifest names the app, where it starts, and icons of the sizes it says; the browser takes it as it is."""
    anna = visit("Anna")
    anna.goes("/")
    manifest = json.loads(anna.context.request.get("/manifest.webmanifest").text())
    assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
    for icon in manifest["icons"]:
        size = int(icon["sizes"].partition("x")[0])
        assert _width(anna.context.request.get(icon["src"]).body()) == (size, size)
    tools = anna.context.new_cdp_session(anna.page)
    assert tools.send("Page.getAppManifest")["errors"] == []


def test_the_offer_to_install(visit: Visit) -> None:
    """What the browser offers is offered in the settings, once."""
    anna = visit("Anna", viewport=PHONE)
    anna.goes("/")
    anna.page.evaluate(
        """() => {
          const offer = new Event("beforeinstallprompt", { cancelable: true });
          offer.prompt = () => { document.title = "asked"; return Promise.resolve(); };
          dispatchEvent(offer);
        }"""
    )
    anna.presses("header button.quiet")
    anna.presses("[data-testid=install]")
    anna.waits(lambda: anna.page.title() == "asked", "the browser's question")
    anna.waits(lambda: not anna.sees("[data-testid=install]"), "the end of the offer")


def test_without_a_connection(house: HouseProcess, visit: Visit) -> None:
    """A replay that was opened before is shown as ever; whatever else is asked for says that there is no connection,
    in all languages, lists that replay, and leads back.
    """
    table = _finished(house)
    anna = visit("Anna", viewport=PHONE, app=True)
    anna.goes("/")
    anna.waits(lambda: anna.page.evaluate(SERVED), "the service worker")
    anna.goes(f"/replay/{table}")
    anna.waits(lambda: anna.sees(".replay .board"), "the board")
    anna.waits(lambda: anna.page.evaluate(ALL_KEPT), "all that was loaded to be kept")
    _offline(anna, True)
    anna.goes("/")
    for words in ("no connection", "Non c’è connessione", "Nie ma połączenia"):
        assert words in anna.reads("main")
    anna.waits(lambda: anna.sees(f"#kept a[href='/replay/{table}']"), "the replay in the list")
    assert anna.reads("#kept a").startswith("Splendor · ")
    anna.page.click(f"#kept a[href='/replay/{table}']")
    anna.waits(lambda: anna.sees(".replay .board"), "the board, from what was kept")
    anna.page.wait_for_selector("header .lost")
    anna.presses("[data-testid=panel-button]")  # what is told of the connection covers nothing
    anna.goes("/replay/000000000000")
    assert "no connection" in anna.reads("main")
    _offline(anna, False)  # the page notices, and loads what was asked for, which is not there
    anna.page.wait_for_selector(".alone a")
    anna.goes("/")
    anna.waits(lambda: anna.sees(".poster"), "the lobby")
    anna.complaints.clear()  # of what could not be loaded


def test_a_house_that_was_gone(visit: Visit, tmp_path: Path) -> None:
    """The page without a connection comes back by itself when the house does, though the network was always there."""
    with running_house(tmp_path, "splendor-json") as house:
        anna = visit("Anna", house, app=True)
        anna.goes("/")
        anna.waits(lambda: anna.page.evaluate(SERVED), "the service worker")
        house.kill()
        anna.goes("/table/000000000000")
        assert "no connection" in anna.reads("main")
        house.start()
        anna.page.wait_for_selector(".alone a")
        anna.complaints.clear()  # of what could not be loaded


def test_a_game_is_never_kept(visit: Visit) -> None:
    """What is kept is the page, its files and replays: nothing of a table that is being played, and no secret."""
    anna = visit("Anna", app=True)
    anna.goes("/")
    anna.waits(lambda: anna.page.evaluate(SERVED), "the service worker")
    anna.opens("splendor")
    anna.is_seated()
    anna.goes("/")
    listed = """async () => {
      const found = [];
      for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname);
      return found;
    }"""
    kept = anna.waits(lambda: anna.page.evaluate(listed), "something kept")
    shell = {"/", "/offline.html", "/offline.css", "/offline.js", "/icon.svg", "/api/games.json"}
    assert all(path in shell or path.startswith("/assets/") or path.endswith("/replay") for path in kept), kept
