"""What was installed from the wheel: ``bottega`` without a command, and a game against a bot on its page."""

from __future__ import annotations

import itertools
import os
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

from playwright.sync_api import Browser as Chromium

from tests.installed import built, installed
from tests.offline import Offline, offline
from tests.page.conftest import ARGUMENTS, NAMES
from tests.page.hands import choice, plays
from tests.page.visitor import SECONDS, Visitor
from tests.server.harness import TIMEOUT, HouseProcess


def test_bare_bottega_and_a_game_against_a_bot(chromium: Chromium, tmp_path: Path) -> None:
    """``bottega`` in an empty environment without a network shows a page that plays a whole game."""
    commands = installed(built(tmp_path / "release").wheel, tmp_path / "env")
    with offline() as nowhere:
        program = next(filter(None, map(shutil.which, NAMES)), None) or chromium.browser_type.executable_path
        browser = chromium.browser_type.launch(
            executable_path=nowhere.program(tmp_path / "chromium", program),
            args=list(ARGUMENTS),
            timeout=SECONDS * 1000,
        )
        try:
            _plays(nowhere, commands, browser, tmp_path)
        finally:
            browser.close()


def _plays(nowhere: Offline, commands: Path, browser: Chromium, place: Path) -> None:
    """Open the house without a command, see which address it shows, and play there to the end."""
    (place / "browser.py").write_text("import sys; open('shown', 'w').write(sys.argv[1])")
    environment = {"PATH": os.defpath, "HOME": str(place), "BROWSER": f"{sys.executable} browser.py %s"}
    process = subprocess.Popen(
        nowhere.command(commands / "bottega"), cwd=place, env=environment, stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        said = list(itertools.takewhile("ready\n".__ne__, process.stdout))
        until = time.monotonic() + TIMEOUT
        while not (shown := place / "shown").exists() or not shown.read_text():
            assert time.monotonic() < until, said
            time.sleep(0.05)
        house = HouseProcess(place / "bottega-data")
        house.ports["http"] = int(shown.read_text().rstrip("/").rpartition(":")[2])
        anna = Visitor(browser, house, "Anna")
        asked: list[str] = []
        anna.page.on("request", lambda request: asked.append(request.url))
        anna.opens("splendor")
        anna.presses(".free .plain")
        anna.waits(lambda: len(anna.now["seats"]) == 2, "the bot")
        anna.presses(".start .primary")
        anna.gets("view")
        draw = random.Random(7)
        while anna.waits(lambda: anna.now["legal"] or anna.now["result"], "the bot") and not anna.now["result"]:
            plays(anna, "splendor", choice("splendor", anna.now["legal"], draw, whim=0))
        assert anna.now["result"]["reason"] == "played"
        assert anna.complaints == []
        assert all(url.startswith((shown.read_text(), "data:", "blob:")) for url in asked)
        anna.leave()
    finally:
        process.terminate()
    assert process.wait(TIMEOUT) == 0
