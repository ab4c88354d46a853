"""An invitation works where the friend is: link, code, what is played, and a warning where it would not."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from playwright.sync_api import ViewportSize, expect

from tests.page.conftest import Visit
from tests.page.visitor import DESK, PHONE, nobody_else
from tests.server.harness import HouseProcess, running_house
from tests.server.house_client import Browser


def _site(house: HouseProcess) -> str:
    return f"http://127.0.0.1:{house.ports['http']}"


def test_a_link_for_this_machine_says_so(visit: Visit) -> None:
    """A house that listens here only invites nobody, and says what to do."""
    ada = visit("Ada")
    table = ada.opens("splendor")
    said = "start the house with --lan (your network) or --public-url (anywhere)."
    expect(ada.page.get_by_role("note")).to_contain_text(said)
    for typed in ada.page.locator("[role=note] code").all():
        assert typed.evaluate("it => it.getClientRects().length") == 1, "what is typed stands on one line"
    expect(ada.page.get_by_label("Invite", exact=True).last).to_have_value(f"{_site(ada.house)}/table/{table}")
    expect(ada.page.get_by_alt_text("QR code of the invitation")).to_have_count(0)


def test_a_table_for_one_invites_nobody(visit: Visit) -> None:
    """There is no seat to be had."""
    ada = visit("Ada")
    ada.opens("sagrada", 1)
    expect(ada.page.get_by_role("button", name="Start the game")).to_be_enabled()
    expect(ada.page.get_by_role("heading", name="Invite")).to_have_count(0)


def test_a_table_for_two_is_not_for_one(visit: Visit) -> None:
    """Also where the game could be played alone: that is another game."""
    ada = visit("Ada")
    ada.opens("sagrada", 2)
    expect(ada.page.get_by_role("button", name="Start the game")).to_be_disabled()
    expect(ada.page.get_by_text("At least 2 must sit at the table.")).to_be_visible()


@pytest.mark.parametrize("viewport", [DESK, PHONE])
def test_the_link_is_in_sight(viewport: ViewportSize, visit: Visit) -> None:
    """Whoever opens a table for friends sees how they are invited without scrolling, however many seats there are;
    whoever comes by the link sees the free seat first.
    """
    ada, bob = visit("Ada", viewport=viewport), visit("Bob", viewport=viewport)
    table = ada.opens("splendor", 4)
    expect(ada.page.locator(".copy input")).to_be_in_viewport(ratio=1)
    bob.goes(f"/table/{table}")
    expect(bob.page.get_by_role("button", name="Sit down")).to_be_in_viewport(ratio=1)


def test_the_waiting_room_says_how_it_is_played(visit: Visit, house: HouseProcess) -> None:
    """The clock, and what differs from the usual rules."""
    ada = visit("Ada")
    host = Browser(house, nobody_else("Host"))
    options = {"lenient_take": True}
    table = host.does("open", game="splendor", turn_seconds=120, listed=False, options=options)["table"]
    ada.goes(f"/table/{table}")
    terms = "Time for a turn: 2 minutes · Private: only by link · Fewer than three tokens may be taken: yes"
    expect(ada.page.get_by_text(terms)).to_be_visible()
    host.close()


def test_friends_are_invited_to_the_address_that_was_told(visit: Visit, tmp_path: Path) -> None:
    """With its code; and chat programs see the same link, the game and who waits."""
    address = "https://games.example.org"
    with running_house(tmp_path, "splendor-json", options=("--public-url", address)) as house:
        ada = visit("Ada", house=house)
        table = ada.opens("splendor")
        expect(ada.page.get_by_label("Invite", exact=True).last).to_have_value(f"{address}/table/{table}")
        code = ada.page.get_by_alt_text("QR code of the invitation")
        expect(code).to_be_visible()
        ada.waits(lambda: code.evaluate("image => image.complete && image.naturalWidth > 0"), "the picture")
        expect(ada.page.get_by_role("note")).to_have_count(0)
        page = httpx.get(f"{_site(house)}/table/{table}").text
        assert f'<meta property="og:url" content="{address}/table/{table}" />' in page
        assert f"{ada.name} – 1 of 2 seats free" in page
        assert httpx.get(f"{_site(house)}/preview/splendor.png").headers["content-type"] == "image/png"


SHARED = """
  window.shared = [];
  navigator.share = async (what) => {
    window.shared.push(what);
    throw new DOMException("closed", "AbortError");
  };
"""
"""A device with a way of its own to hand things on, whose owner thinks better of it every time."""


@pytest.mark.parametrize(
    ("language", "button", "text"),
    [
        ("en", "Share …", "A seat at Splendor is free for you."),
        ("it", "Condividi …", "C’è un posto libero per te a Splendor."),
        ("pl", "Udostępnij …", "Czeka na ciebie wolne miejsce: Splendor."),
    ],
)
def test_the_device_hands_the_link_on(language: str, button: str, text: str, visit: Visit, tmp_path: Path) -> None:
    """Where there is a way to share, the link that works goes there with the game; whoever thinks better of it may."""
    address = "https://games.example.org"
    with running_house(tmp_path, "splendor-json", options=("--public-url", address)) as house:
        ada = visit("Ada", house=house, language=language)
        ada.context.add_init_script(SHARED)
        table = ada.opens("splendor")
        expect(ada.page.locator(".copy input")).to_have_value(f"{address}/table/{table}")
        ada.page.get_by_role("button", name=button, exact=True).click()
        shared = ada.waits(lambda: ada.page.evaluate("window.shared"), "what is shared")
        assert shared == [{"title": "Splendor", "text": text, "url": f"{address}/table/{table}"}]
        ada.page.get_by_role("button", name=button, exact=True).click()
        ada.waits(lambda: len(ada.page.evaluate("window.shared")) == 2, "another try")


def test_no_way_to_share_no_button(visit: Visit) -> None:
    """A browser that cannot share is not offered it; the link can be copied."""
    ada = visit("Ada")
    ada.context.add_init_script("delete Navigator.prototype.share")
    ada.opens("splendor")
    expect(ada.page.get_by_role("heading", name="Invite")).to_be_visible()
    expect(ada.page.get_by_role("button", name="Copy link")).to_be_visible()
    expect(ada.page.get_by_role("button", name="Share …", exact=True)).to_have_count(0)
