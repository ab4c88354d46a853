"""Whoever else has my token: signing out everywhere but here."""

from __future__ import annotations

from tests.page.conftest import Visit
from tests.page.visitor import Visitor
from tests.server.harness import HouseProcess
from tests.server.house_client import Browser

OUT = "[data-testid=sign-out] button"


def _signs_out(visitor: Visitor) -> None:
    visitor.presses("header button.quiet")
    visitor.presses(OUT)
    visitor.waits(lambda: "only" in visitor.reads("[data-testid=sign-out] [role=status]"), "the answer")


def test_everybody_else_is_signed_out(house: HouseProcess, visit: Visit) -> None:
    """The one who had the token is cut off; the page goes on with a new one, and finds its seat after a reload."""
    anna = visit("Anna")
    table = anna.opens("splendor")
    anna.is_seated()
    token = anna.waits(lambda: anna.page.evaluate("JSON.parse(localStorage.bottega).token"), "a token")
    thief = Browser(house, anna.name, token)
    _signs_out(anna)
    thief.next("signed_out")
    assert anna.page.evaluate("JSON.parse(localStorage.bottega).token") != token
    assert Browser(house).asks("hello", name=anna.name, token=token)["code"] == "table.wrong-token"
    anna.received.clear()
    anna.page.reload()
    anna.is_seated()
    assert anna.now["table"] == table


def test_another_window_of_the_same_browser_stays(visit: Visit) -> None:
    """It is signed out too, but has the new token from the browser, and comes back by itself."""
    anna = visit("Anna")
    anna.goes("/")
    anna.waits(lambda: anna.page.evaluate("JSON.parse(localStorage.bottega).token"), "a token")
    window = anna.context.new_page()
    window.goto("/")
    window.wait_for_function("JSON.parse(localStorage.bottega).token")
    window.wait_for_selector("header button.quiet")
    answers: list[str] = []
    window.on("websocket", lambda socket: socket.on("framereceived", lambda frame: answers.append(str(frame))))
    _signs_out(anna)
    anna.waits(lambda: any('"type":"ok"' in answer for answer in answers), "the other window's return")
    assert not any('"type":"refused"' in answer for answer in answers)
