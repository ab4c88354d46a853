"""Bots at the page: how long they wait, and the button that lets them act at once."""

from __future__ import annotations

from tests.page.conftest import Visit
from tests.server.harness import HouseProcess


def test_how_long_bots_wait_is_told_and_skipped(house: HouseProcess, visit: Visit) -> None:
    """The setting is told to the table; the button asks the bots to hurry while one thinks, and else says why not."""
    anna = visit("Anna")
    sent: list[str] = []
    anna.page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))
    anna.goes("/")
    anna.presses("header button.quiet")
    anna.page.select_option("[data-testid=pace]", index=2)
    anna.page.keyboard.press("Escape")
    anna.page.click(".bot >> nth=0")
    anna.page.wait_for_selector("[data-testid=skip]")
    anna.waits(lambda: any('"hurry"' in text and '"pause":2' in text for text in sent), "the pause that was chosen")
    anna.page.wait_for_selector("[data-testid=skip][aria-disabled=true]")  # it is Anna's turn now, or soon
    sent.clear()
    anna.page.dispatch_event("[data-testid=skip]", "click")
    anna.page.wait_for_selector("text=there is nothing to skip")
    assert not any('"hurry"' in text for text in sent)
