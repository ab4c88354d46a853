"""A page that watches bots play for a long time, and how much memory it holds: ``python -m tests.page.endurance 30``.

The suite watches some hundred moves; this script watches as many minutes as it is told, game after game, and prints a
line a minute. What must stay true: after the first round of games the numbers do not grow. (Only locators are used: a
handle to an element, as ``wait_for_selector`` gives one, would itself keep a whole table alive.)
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.page.conftest import ARGUMENTS
from tests.page.visitor import Visitor, nobody_else
from tests.server.harness import running_house
from tests.server.house_client import Browser


def held(visitor: Visitor) -> int:
    """Bytes of JavaScript's heap in a visitor's page, once what is not needed is gone."""
    devtools = visitor.context.new_cdp_session(visitor.page)
    for _ in range(2):
        devtools.send("HeapProfiler.collectGarbage")
    devtools.send("Performance.enable")
    metrics = devtools.send("Performance.getMetrics")["metrics"]
    devtools.detach()
    return int(next(one["value"] for one in metrics if one["name"] == "JSHeapUsedSize"))


def nodes(visitor: Visitor) -> int:
    """How many nodes a visitor's page keeps, drawn or not, once what is not needed is gone."""
    held(visitor)
    devtools = visitor.context.new_cdp_session(visitor.page)
    counted = devtools.send("Memory.getDOMCounters")["nodes"]
    devtools.detach()
    return int(counted)


def bots_sit(host: Browser, game: str) -> str:
    """Open a table of two bots, for the host to start; its id."""
    table = str(host.does("open", game=game, sit=False)["table"])
    for bot in ("greedy", "random"):
        host.does("add_bot", table=table, bot=bot)
    return table


def start(host: Browser, table: str) -> None:
    """Let the bots begin; the host looks on no longer, since what nobody reads would pile up."""
    host.does("start", table=table)
    host.does("unwatch", table=table)


def main(minutes: float) -> None:
    """Watch for so many minutes."""
    with (
        tempfile.TemporaryDirectory() as data,
        running_house(Path(data), "splendor-json", options=("--bot-seconds", "0.2")) as house,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=list(ARGUMENTS))
        eve, host = Visitor(browser, house, motion=True), Browser(house, nobody_else("Host"))
        until = time.monotonic() + minutes * 60
        eve.goes("/")
        while time.monotonic() < until:
            for game in ("splendor", "sagrada", "renaissance"):
                table = bots_sit(host, game)
                eve.page.locator(f"a[href='/table/{table}']").click()
                start(host, table)
                while not eve.now.get("result") and time.monotonic() < until:
                    del eve.received[:-1]
                    eve.page.wait_for_timeout(60_000)
                    print(f"{game} {eve.now.get('seq')}: {held(eve) / 1e6:.1f} MB, {nodes(eve)} nodes", flush=True)
                if eve.sees("dialog[open]"):
                    eve.page.keyboard.press("Escape")
                eve.page.click("a.sign")
        browser.close()


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 30)
