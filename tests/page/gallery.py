"""Every board in every state, at every size: what the measuring test measures and the contact sheets show.

A page sits at a real table of a real house, and is then shown other moments of the game in its place: snapshots made by
the rules themselves from a fixed seed, sent over the page's own socket. So a state costs no more than drawing it.
"""

from __future__ import annotations

import base64
import functools
import json
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import CDPSession, Page, WebSocketRoute

from bottega.bots import choose
from bottega.games import renaissance, sagrada, splendor
from tests.page.visitor import Message, Visitor, nobody_else
from tests.server.harness import HouseProcess
from tests.server.house_client import Browser

RULES: dict[str, Any] = {"splendor": splendor, "sagrada": sagrada, "renaissance": renaissance}
SEED = bytes.fromhex("b0" * 32)
NAMES = ("Ada", "Bruno", "Celia", "Dario")


LANGUAGES = ("en", "it", "pl")


class Size(NamedTuple):
    """A window in CSS pixels, and how many pixels of the screen each of them takes."""

    width: int
    height: int
    zoom: int = 1

    def __str__(self) -> str:
        screen = f"{self.width * self.zoom}x{self.height * self.zoom}"
        return screen if self.zoom == 1 else f"{screen} at {self.zoom}00 %"

    @property
    def fits(self) -> bool:
        """Whether the whole table is to be in sight at once: on desks and tablets, not on phones or zoomed in."""
        return self.width >= 768 and self.height >= 700


DESKS = (Size(2560, 1440), Size(1440, 900), Size(1366, 768), Size(1280, 720))
TABLETS = (Size(1180, 820), Size(1024, 768), Size(820, 1180), Size(768, 1024))
PHONES = (Size(390, 844), Size(360, 640))
ZOOMED = tuple(Size(size.width // 2, size.height // 2, 2) for size in DESKS + TABLETS)
"""A window at 200 %; on phones people zoom with two fingers, which lays nothing out anew."""
SIZES = DESKS + TABLETS + PHONES + ZOOMED


class Moment(NamedTuple):
    """A state worth looking at: from which action on, what somebody must be able to play, and what they press then."""

    name: str
    after: int
    may: str = ""
    presses: tuple[str, ...] = ()


SPLENDOR = (
    Moment("first turn", 0, "take"),
    Moment("three reserved", 40, "take", (".market .card",)),
    Moment("tokens back", 10, "return"),
    Moment("late", 64, "take", ('.bank [data-place="bank-0"]', '.bank [data-place="bank-1"]')),
)
SAGRADA = (
    Moment("windows", 0, "window"),
    Moment("first turn", 1, "place"),
    Moment("die in hand", 40, "place", (".pool .lit",)),
    Moment("tool", 20, "die"),
    Moment("late", 110, "place"),
)
RENAISSANCE = (
    Moment("leaders", 0, "keep"),
    Moment("first turn", 6, "market", ('[data-testid="market-r1"]',)),
    Moment("storing", 60, "store"),
    Moment("late", 190, "market"),
)
MOMENTS = {"splendor": SPLENDOR, "sagrada": SAGRADA, "renaissance": RENAISSANCE}
SEATS = {"splendor": (2, 3, 4), "sagrada": (1, 2, 3, 4), "renaissance": (1, 2, 3, 4)}


class Shown(NamedTuple):
    """A moment of a game as one seat sees it."""

    moment: Moment
    seat: int
    fields: Message


@functools.cache
def game_shown(game: str, seats: int) -> tuple[Shown, ...]:
    """The moments of one game that was played from a fixed seed; whoever may act looks at them."""
    found: dict[str, Shown] = {}
    for played, (state, seat, legal) in enumerate(_course(game, seats)):
        for moment in MOMENTS[game]:
            due = played >= _scaled(moment.after, seats) and any(one.startswith(moment.may) for one in legal)
            if due and moment.name not in found:
                found[moment.name] = Shown(moment, seat, _fields(RULES[game], state, seat, legal))
    return tuple(found[moment.name] for moment in MOMENTS[game] if moment.name in found)


def _scaled(after: int, seats: int) -> int:
    """Actions at a table of that size by when four would have played so many."""
    return after * seats // 4


def _course(game: str, seats: int) -> Iterator[tuple[Any, int, list[str]]]:
    """State, acting seat and what it may play: at first anything is played, so that all places fill, then well."""
    rules = RULES[game]
    state, played = rules.new(seats, SEED), 0
    while actors := rules.actors(state):
        seat = actors[0]
        yield state, seat, [str(action) for action in rules.legal(state, seat)]
        whim = played < 12 * seats if game == "splendor" else played % 7 == 5
        action = choose("random" if whim else "greedy", rules, state, seat, played.to_bytes(32))
        state, played = rules.apply(state, seat, action), played + 1


def _fields(rules: Any, state: Any, seat: int, legal: list[str]) -> Message:
    view = json.loads(msgspec.json.encode(rules.view(state, seat)))
    return {"you": seat, "view": view, "actors": list(rules.actors(state)), "legal": legal}


class Gallery:
    """A page at a table, that can be shown any moment of its game."""

    def __init__(self, chromium: Chromium, house: HouseProcess, game: str, seats: int, **settings: Any) -> None:
        self.game, self.seats = game, seats
        self._players = [Browser(house, nobody_else(name)) for name in NAMES[:seats]]
        host = self._players[0]
        self.table = str(host.does("open", game=game, seats=seats, start="full")["table"])
        for player in self._players[1:]:
            player.does("sit", table=self.table)
        self.visitor = Visitor(chromium, house, host.name, token=host.token, **settings)
        self.page = self.visitor.page
        self._socket: WebSocketRoute | None = None
        self._template: Message = {}
        self.page.route_web_socket("**/ws", self._between)
        self.devtools = self.visitor.context.new_cdp_session(self.page)
        self.visitor.goes(f"/table/{self.table}")
        self.page.wait_for_selector(f".board .{game}")

    def _between(self, socket: WebSocketRoute) -> None:
        self._socket, server = socket, socket.connect_to_server()

        def hear(text: str | bytes) -> None:
            message = json.loads(text)
            if message.get("type") == "snapshot":
                self._template = message
            socket.send(text)

        server.on_message(hear)

    def show(self, shown: Shown) -> None:
        """Bring the page to that moment, with what is pressed there pressed."""
        assert self._socket is not None
        seats = [{**seat, "name": name} for seat, name in zip(self._template["seats"], NAMES, strict=False)]
        self._template["seq"] += 1
        self._socket.send(json.dumps({**self._template, **shown.fields, "seats": seats}))
        self.page.wait_for_selector(f'[data-seq="{self._template["seq"]}"]')
        settle(self.page)
        for selector in shown.moment.presses:
            self.page.locator(selector).first.evaluate("it => it.click()")

    def show_all(self) -> Iterator[Shown]:
        """Bring the page to one moment after the other."""
        for shown in game_shown(self.game, self.seats):
            self.show(shown)
            yield shown

    def picture(self) -> bytes:
        """The page as it is drawn now."""
        return captured(self.devtools)

    def leave(self) -> None:
        """Close the browser and everybody's connection."""
        self.visitor.leave()
        for player in self._players:
            player.close()


def resize(devtools: CDPSession, size: Size, *, pictured: bool = True) -> None:
    """Give a page another window; one that is only measured is not drawn with more pixels than it has."""
    scale = size.zoom if pictured else 1
    metrics = {"width": size.width, "height": size.height, "deviceScaleFactor": scale, "mobile": False}
    devtools.send("Emulation.setDeviceMetricsOverride", metrics)


def captured(devtools: CDPSession) -> bytes:
    """A page as it is drawn now; playwright's own way would give the window its former size back."""
    return base64.b64decode(devtools.send("Page.captureScreenshot")["data"])


def settle(page: Page) -> None:
    """Wait until the page is drawn anew and its fonts are there."""
    drawn = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
    page.evaluate(f"() => document.fonts.ready.then(() => {drawn})")
