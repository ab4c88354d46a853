"""Somebody with a browser: a page of their own, every frame of its socket, and whatever its console complains about.

A visitor presses what is drawn: with the mouse, a finger or the keyboard. Before a press the page is asked whether the
thing is there, may be used, has come to rest, and lies on top at that point: what is covered cannot be pressed.
"""

from __future__ import annotations

import itertools
import json
import re
import time
from collections.abc import Callable
from typing import Any, Literal

from playwright.sync_api import Browser as Chromium
from playwright.sync_api import ConsoleMessage, ViewportSize, WebSocket

from tests.server.harness import HouseProcess

_numbers = itertools.count(1)

Message = dict[str, Any]
Device = Literal["mouse", "finger", "keyboard"]

DESK = ViewportSize(width=1440, height=900)
PHONE = ViewportSize(width=390, height=844)
LOST = re.compile(r"net::ERR_|Unable to preload|dynamically imported module|WebSocket connection|Failed to fetch")
"""What a browser's console says of a server that is gone."""
BLOCKED = "Service Worker registration blocked by Playwright"
"""What it says of a service worker where none is wanted: only the tests of the app let it be."""
SECONDS = 120.0
"""After which a page counts as hanging: far above what anything takes on a machine that others keep busy."""

REACH = """async ([selector, seconds, focus]) => {
  const until = performance.now() + seconds * 1000;
  for (let trouble = 'is not there'; ; ) {
    const it = document.querySelector(selector);
    if (it) {
      it.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const box = it.getBoundingClientRect();
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      const above = document.elementFromPoint(x, y);
      const flies = ({ constructor, effect }) => constructor === Animation && effect.target.contains(it);
      if (it.disabled || it.ariaDisabled === 'true') trouble = 'may not be used';
      else if (document.getAnimations().some(flies)) trouble = 'is in flight';
      else if (!it.contains(above)) trouble = `is covered by ${above?.outerHTML.slice(0, 120)}`;
      else {
        if (focus) it.focus();
        return [x, y];
      }
    }
    if (performance.now() > until) throw new Error(`${selector} ${trouble}`);
    await new Promise(requestAnimationFrame);
  }
}"""
"""Where an element can be pressed, as soon as it can be."""

SPEAK = "language => localStorage.bottega = JSON.stringify({...JSON.parse(localStorage.bottega), language})"
"""Choose a language; the page speaks it when it is loaded anew."""

TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"
"""Until a page has drawn, and those have had their turn who look at what was drawn."""


def nobody_else(name: str) -> str:
    """A name that no other test uses, since names stay taken while their seats are."""
    return f"{name} {next(_numbers)}"


class Visitor:
    """One browser context with one page."""

    def __init__(
        self,
        chromium: Chromium,
        house: HouseProcess,
        name: str = "",
        device: Device = "mouse",
        viewport: ViewportSize = DESK,
        motion: bool = False,
        dark: bool = False,
        app: bool = False,
        **settings: object,
    ) -> None:
        self.name, self.device, self.house = name, device, house
        self.received: list[Message] = []
        self.sent: list[Message] = []
        self.complaints: list[str] = []
        self.context = chromium.new_context(
            base_url=f"http://127.0.0.1:{house.ports['http']}",
            viewport=viewport,
            has_touch=device == "finger",
            reduced_motion="no-preference" if motion else "reduce",
            color_scheme="dark" if dark else "light",
            locale="en-GB",
            service_workers="allow" if app else "block",
        )
        self.context.set_default_timeout(SECONDS * 1000)
        kept = json.dumps({"name": name, "muted": True, **settings})
        self.context.add_init_script(f"localStorage.bottega ??= {json.dumps(kept)}")
        self.page = self.context.new_page()
        self.page.on("websocket", self._listen)
        self.page.on("console", self._overhear)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.received.append(json.loads(frame)))
        socket.on("framesent", lambda frame: self.sent.append(json.loads(frame)))

    def _overhear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not message.text.startswith(BLOCKED):
            self.complaints.append(f"{self.name}: {message.text}")

    def forgives(self) -> None:
        """The house was killed on purpose: what the console says of lost connections is no complaint."""
        self.complaints[:] = [text for text in self.complaints if not LOST.search(text)]

    def leave(self) -> None:
        """Close the browser."""
        self.context.close()

    # -- going about ------------------------------------------------------------------------------------------------

    def goes(self, path: str) -> None:
        """Type an address."""
        self.page.goto(path)

    def waits(self, until: Callable[[], Any], what: str = "what was expected") -> Any:
        """Let the page go on until something is so."""
        deadline = time.monotonic() + SECONDS
        while not (found := until()):
            assert time.monotonic() < deadline, f"{self.name} waited in vain for {what}"
            self.page.wait_for_timeout(4)
        return found

    def presses(self, selector: str, device: Device | None = None) -> None:
        """Press something, as soon as it can be pressed."""
        device = device or self.device
        x, y = self.page.evaluate(REACH, [selector, SECONDS, device == "keyboard"])
        if device == "mouse":
            self.page.mouse.click(x, y)
        elif device == "finger":
            self.page.touchscreen.tap(x, y)
        else:
            self.page.keyboard.press("Enter")

    def reads(self, selector: str) -> str:
        """The text of something on the page."""
        return self.page.inner_text(selector)

    def sees(self, selector: str) -> bool:
        """Whether something is on the page now."""
        return self.page.locator(selector).count() > 0

    # -- at a table -------------------------------------------------------------------------------------------------

    @property
    def now(self) -> Message:
        """The table as the server last told it."""
        return next((one for one in reversed(self.received) if one["type"] in ("step", "snapshot")), {})

    @property
    def drawn(self) -> int:
        """The number of the last step that is on the page."""
        return int(self.page.get_attribute("[data-seq]", "data-seq") or 0)

    def hears(self, seq: int) -> None:
        """Wait until the server has told of so many steps."""
        self.waits(lambda: self.now["seq"] >= seq, f"step {seq}")

    def gets(self, field: str) -> Any:
        """Wait until the table has something there: a view, legal actions, a result."""
        return self.waits(lambda: self.now.get(field), f"the table's {field}")

    def opens(self, game: str, seats: int = 2) -> str:
        """Open a table in the lobby; its id. Labels take no focus, so that keys are no use here."""
        device: Device = "finger" if self.device == "finger" else "mouse"
        self.goes("/")
        poster = f".poster[data-game={game}] .friends"
        for target in (poster, f".sizes label:has([value='{seats}'])", "dialog .row .primary"):
            self.presses(target, device)
        self.page.wait_for_url("**/table/*")
        return self.page.url.rpartition("/")[2]

    def sits(self, table: str) -> None:
        """Come to a table by its link and take a free seat."""
        self.goes(f"/table/{table}")
        self.presses(".free .primary")
        self.is_seated()

    def is_seated(self) -> None:
        """Wait until the server says that this page has a seat."""
        self.waits(lambda: self.now.get("you") is not None, "a seat")

    def settles(self, said: int) -> None:
        """Wait until all it asked after so many requests is answered, drawn, and looked at by what gives hints."""
        self.page.evaluate(TWO_FRAMES)
        acts = self.acts[said:]
        self.waits(lambda: all(map(self.answer, acts)), "an answer")
        latest = max((answer.get("seq", 0) for answer in map(self.answer, acts) if answer), default=0)
        self.waits(lambda: self.drawn >= latest, "what came of it")
        self.page.evaluate(TWO_FRAMES)

    @property
    def acts(self) -> list[Message]:
        """What this page has asked the server to play so far."""
        return [one for one in self.sent if one["type"] == "act"]

    def answer(self, command: Message) -> Message | None:
        """What the server has answered to it, if anything yet."""
        return next((one for one in reversed(self.received) if one.get("cmd_id") == command["cmd_id"]), None)
