"""Everything about me as one file, and being forgotten."""

from __future__ import annotations

import json

from tests.page.conftest import Visit
from tests.server.harness import HouseProcess
from tests.server.house_client import Browser

FORGET_NAME = "[data-testid=forget-name]"


def test_what_is_kept_is_downloaded_and_forgotten(house: HouseProcess, visit: Visit) -> None:
    """The file has the game and no secret; then the name is typed, asked about once more, and nobody's."""
    anna = visit("Anna")
    table = anna.opens("splendor")
    anna.is_seated()
    other = Browser(house, "Beniamino")
    other.does("sit", table=table)
    other.does("start", table=table)
    anna.goes("/")
    anna.presses("header button.quiet")
    with anna.page.expect_download() as waited:
        anna.page.click("[data-testid=export]")
    kept = json.loads(waited.value.path().read_text())
    token = anna.page.evaluate("JSON.parse(localStorage.bottega).token")
    assert (kept["name"], [game["table"] for game in kept["games"]]) == (anna.name, [table])
    assert (kept["settings"]["theme"], token in json.dumps(kept)) == ("auto", False)

    anna.page.click("[data-testid=forget]")
    assert "Type your name" in anna.page.eval_on_selector(FORGET_NAME, "it => it.validationMessage"), "it says why not"
    assert not anna.sees("[data-testid=forget-sure]")
    anna.page.fill(FORGET_NAME, anna.name)
    anna.page.click("[data-testid=forget]")
    anna.page.click("[data-testid=forget-sure]")
    anna.page.wait_for_selector("[data-testid=leaving] [role=alert]:has-text('not over')")
    other.does("quit", table=table)
    other.close()
    anna.page.click("[data-testid=forget]")
    anna.page.click("[data-testid=forget-sure]")
    anna.page.wait_for_selector("[data-testid=farewell]:has-text('forgotten')")
    assert anna.page.evaluate("JSON.parse(localStorage.bottega).name") == ""
    anna.page.reload()
    anna.goes(f"/replay/{table}")
    anna.page.wait_for_selector("text=somebody")
    assert anna.name not in anna.page.inner_text("main")
