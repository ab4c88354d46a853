"""The seat follows the person: by a code, by a personal link, by a passkey, and by the host's word."""

from __future__ import annotations

import json

from playwright.sync_api import Page

from tests.page.conftest import Visit
from tests.page.visitor import PHONE, Visitor
from tests.server.harness import HouseProcess
from tests.server.house_client import Browser

SETTINGS = "header button.quiet"


def _makes_code(visitor: Visitor) -> str:
    visitor.presses(SETTINGS)
    visitor.presses("[data-testid=transfer]")
    visitor.waits(lambda: visitor.page.query_selector("[data-testid=code]"), "a code")
    return visitor.reads("[data-testid=code]")


def _is(visitor: Visitor, name: str) -> None:
    visitor.waits(
        lambda: visitor.page.evaluate("JSON.parse(localStorage.bottega ?? '{}').name") == name, f"being {name}"
    )


def test_a_code_takes_the_seat_to_a_phone(visit: Visit) -> None:
    """Typed on the phone it brings name and seat there; the first device is told, and the code is used up."""
    anna = visit("Anna")
    table = anna.opens("splendor")
    anna.is_seated()
    code = _makes_code(anna)
    phone = visit("", viewport=PHONE)
    phone.goes("/")
    phone.presses("[data-testid=have-code]")
    phone.page.fill("[data-testid=type-code]", code.lower())
    phone.presses("form button.primary")
    _is(phone, anna.name)
    phone.goes(f"/table/{table}")
    phone.is_seated()
    late = visit("", viewport=PHONE)
    late.goes("/")
    late.presses("[data-testid=have-code]")
    late.page.fill("[data-testid=type-code]", code)
    late.presses("form button.primary")
    late.waits(lambda: "not good" in late.reads("#name-trouble"), "why not")


def test_the_picture_is_the_link(visit: Visit) -> None:
    """The link of the code brings the name by being opened, and no secret stays in the address."""
    anna = visit("Anna")
    anna.goes("/")
    code = _makes_code(anna).replace("-", "")
    other = visit("")
    other.goes(f"/#code={code}")
    _is(other, anna.name)
    assert "#" not in other.page.url


def test_a_personal_link(visit: Visit) -> None:
    """Whoever opens it is that person; a browser where somebody is already asks first, and may stay who it was."""
    anna = visit("Anna")
    table = anna.opens("splendor")
    anna.is_seated()
    stored = json.loads(anna.page.evaluate("localStorage.bottega"))
    link = f"/#me={stored['token']}:{stored['name']}"
    fresh = visit("")
    fresh.goes(link)
    _is(fresh, anna.name)
    fresh.goes(f"/table/{table}")
    fresh.is_seated()
    bob = visit("Bob")
    bob.goes("/")
    bob.waits(lambda: bob.page.evaluate("JSON.parse(localStorage.bottega).token"), "a token")
    for answer, name in (("dialog .plain", bob.name), ("[data-testid=arrive]", anna.name)):
        bob.goes("/wire")  # so that the link is not the same page
        bob.goes(link)
        bob.presses(answer)
        _is(bob, name)


def _device(page: Page) -> None:
    """A device that holds passkeys, as Chromium's tools have it."""
    tools = page.context.new_cdp_session(page)
    tools.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    tools.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def test_a_passkey_keeps_a_name(visit: Visit) -> None:
    """Made in the settings, it proves the name later in the same browser, where nothing else is remembered."""
    anna = visit("Anna")
    site = f"http://localhost:{anna.house.ports['http']}"
    _device(anna.page)
    anna.goes(f"{site}/")
    anna.presses(SETTINGS)
    anna.presses("[data-testid=keep-passkey]")
    anna.waits(lambda: "kept" in anna.reads("[data-testid=passkey-answer]"), "the passkey")
    anna.page.evaluate("localStorage.clear()")
    anna.page.evaluate("addEventListener('pagehide', () => localStorage.clear())")
    anna.goes(f"{site}/")
    anna.page.fill("form input", anna.name)
    anna.presses("form button.primary")
    anna.waits(lambda: "passkey" in anna.reads("#name-trouble"), "what proves the name")
    anna.presses("[data-testid=use-passkey]")
    _is(anna, anna.name)


def test_the_host_asks_for_a_lost_seat(house: HouseProcess, visit: Visit) -> None:
    """The host asks for a code for somebody who is gone; who has just gone is waited for, and the page says so.

    (The code, and what it opens, are in ``tests/wire/house/test_keeping.py``.)
    """
    anna = visit("Anna")
    table = anna.opens("splendor")
    anna.is_seated()
    bob = Browser(house, name := f"{anna.name} lost")
    bob.does("sit", table=table)
    bob.does("start", table=table)
    bob.close()
    anna.waits(
        lambda: any(
            one["type"] == "presence" and one["name"] == name and one["presence"] != "here" for one in anna.received
        ),
        "Bob's absence",
    )
    anna.presses("[data-testid=care]")
    anna.presses("[data-testid=free]")
    anna.waits(lambda: anna.page.get_by_text("may be back any moment").count(), "the reason")


def test_no_dead_end(house: HouseProcess, visit: Visit) -> None:
    """A name that is in use elsewhere is told with a way on: where the code is, and where to type it."""
    there = Browser(house, "Somebody elsewhere")
    anna = visit("")
    anna.goes("/")
    anna.page.fill("form input", there.name)
    anna.presses("form button.primary")
    anna.waits(lambda: anna.page.query_selector("[data-testid=type-code]"), "a field for the code")
    assert "Continue on another device" in anna.reads("form")
    assert "token" not in anna.reads("form")
