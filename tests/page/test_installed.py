"""What was installed from the wheel: ``bottega`` without a command, and a game against a bot on its page."""

from __future__ import annotations

import itertools
import os
import random
import subprocess
import sys
import time
from pathlib import Path

from playwright.sync_api import Browser as Chromium

from tests.installed import built, installed
from tests.page.hands import choice, plays
from tests.page.visitor import Visitor
from tests.server.harness import TIMEOUT, HouseProcess


def test_bare_bottega_and_a_game_against_a_bot(chromium: Chromium, tmp_path: Path) -> None:
    """``bottega`` in an empty environment shows a page that plays a whole game and asks nobody else for anything."""
    commands = installed(built(tmp_path / "release").wheel, tmp_path / "env")
    (tmp_path / "browser.py").write_text("import sys; open('shown', 'w').write(sys.argv[1])")
    environment = {"PATH": os.defpath, "HOME": str(tmp_path), "BROWSER": f"{sys.executable} browser.py %s"}
    process = subprocess.Popen([commands / "bottega"], cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        said = list(itertools.takewhile("ready\n".__ne__, process.stdout))
        until = time.monotonic() + TIMEOUT
        while not (shown := tmp_path / "shown").exists() or not shown.read_text():
            assert time.monotonic() < until, said
            time.sleep(0.05)
        house = HouseProcess(tmp_path / "bottega-data")
        house.ports["http"] = int(shown.read_text().rstrip("/").rpartition(":")[2])
        anna = Visitor(chromium, house, "Anna")
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
