"""How light and how quick the page is: what it loads, when a move is on the screen, what it keeps in memory."""

from __future__ import annotations

import gzip
import random
from functools import partial

from playwright.sync_api import Response

from tests.page.conftest import Visit
from tests.page.endurance import bots_sit, held, nodes, start
from tests.page.hands import choice, play_on
from tests.page.scenes import news, two_sit
from tests.page.visitor import Visitor, nobody_else
from tests.server.harness import HouseProcess
from tests.server.house_client import Browser

FIRST_LOAD = 150_000
LONG = 240
"""Moves of a long game."""
GROWTH = 1_500_000

CLOCKWORK = """
  const Plain = WebSocket;
  window.frames_ = [];
  window.WebSocket = class extends Plain {
    constructor(...all) {
      super(...all);
      this.addEventListener('message', ({ data }) => {
        const message = JSON.parse(data);
        if (message.type !== 'step' || message.kind !== 'move') return;
        const before = document.querySelector('.log .scroll')?.lastElementChild?.textContent;
        window.latest_ = message;
        requestAnimationFrame(() => {
          const after = document.querySelector('.log .scroll')?.lastElementChild?.textContent;
          const board = document.querySelector('.turn b')?.textContent;
          window.frames_.push({ seq: message.seq, told: before !== after, yours: latest_.legal.length > 0, board });
        });
      });
    }
  };
"""
"""Notes what the page shows in the first frame after each move came in; a slow one may be the first after two."""


def test_the_first_load(visit: Visit) -> None:
    """All that a table of Splendor loads but its fonts, from the address to the board, is at most 150 kB in gzip."""
    anna = visit("Anna")
    responses: list[Response] = []
    anna.page.on("response", lambda response: responses.append(response))
    anna.opens("splendor")
    anna.presses(".free .plain")
    anna.waits(lambda: len(anna.now["seats"]) == 2, "the bot")
    anna.presses(".start .primary")
    anna.page.wait_for_selector(".splendor")
    loaded = [one for one in responses if not one.url.endswith(".woff2")]
    sizes = {one.url.partition("?")[0]: len(gzip.compress(one.body(), 6)) for one in loaded}
    assert len(sizes) >= 5
    assert sum(sizes.values()) <= FIRST_LOAD, sizes
    assert all(one.headers.get("content-encoding") == "gzip" for one in loaded if len(one.body()) > 2000)


def test_a_move_is_shown_in_the_next_frame(visit: Visit) -> None:
    """When the browser draws next after a move has come in, the move is on the screen: told, and the turn passed on."""
    anna, bob = visit("Anna", motion=True), visit("Bob", motion=True)
    bob.context.add_init_script(CLOCKWORK)
    table = anna.opens("splendor")
    bob.sits(table)
    anna.presses(".start .primary")
    anna.waits(lambda: anna.now["view"], "the start")
    bob.page.wait_for_selector(".splendor")
    play_on([anna, bob], "splendor", random.Random(3), most=10)
    bob.waits(lambda: bob.page.evaluate("window.frames_.length") == 10, "the last frame")
    frames = bob.page.evaluate("window.frames_")
    for frame in frames:
        assert frame["told"], frame
        assert (frame["board"] == "Your turn") == frame["yours"], frame


def test_a_long_game_does_not_fill_the_memory(house: HouseProcess, visit: Visit) -> None:
    """A page that has watched hundreds of moves holds no more than after the first of them."""
    players, table = two_sit(house, "renaissance")
    eve = visit("", motion=True)
    eve.goes(f"/table/{table}")
    eve.page.wait_for_selector(".turn")
    draw, early = random.Random(9), 0
    legal: dict[Browser, list[str]] = {player: [] for player in players}
    seq = 0
    for count in range(LONG):
        for player in players:
            legal[player] = news(player, seq)["legal"]
        mover = next(player for player in players if legal[player])
        idle = [action for action in legal[mover] if action.startswith(("produce basic", "collect", "end", "store"))]
        seq = mover.does(
            "act", table=table, actions=[idle[0] if idle else choice("renaissance", legal[mover], draw, 0)]
        )["seq"]
        if count == LONG // 3:
            eve.hears(seq)
            eve.page.wait_for_timeout(800)
            early = held(eve)
    eve.hears(seq)
    eve.waits(lambda: held(eve) - early < GROWTH, f"the memory to go back to {early} bytes")
    for player in players:
        player.close()


def _over(visitor: Visitor, table: str) -> bool:
    return visitor.now.get("table") == table and bool(visitor.now["result"])


def test_tables_left_behind_are_forgotten(house: HouseProcess, visit: Visit) -> None:
    """Whoever watches game after game in one page keeps nothing of the tables they have left."""
    eve, host = visit("", motion=True), Browser(house, nobody_else("Host"))
    eve.goes("/")
    counts = []
    for _ in range(3):
        table = bots_sit(host, "sagrada")
        eve.page.locator(f"a[href='/table/{table}']").click()
        eve.page.locator(".room").wait_for()
        start(host, table)
        eve.waits(partial(_over, eve, table), "the end")
        eve.page.locator("dialog figure").wait_for()
        eve.page.keyboard.press("Escape")
        eve.page.locator("a.sign").click()
        eve.page.locator(".lobby").wait_for()
        eve.page.wait_for_timeout(700)
        counts.append(nodes(eve))
    eve.waits(lambda: nodes(eve) - counts[0] < 800, f"the page to forget what it kept: {counts}")
    host.close()
