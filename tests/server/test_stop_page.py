"""The link in every letter that ends them: it asks first, and takes nothing but its secret."""

from __future__ import annotations

import asyncio

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Route

from bottega.server.stop_page import METHODS, PATH, StopPage
from bottega.store.memory import MemoryLog
from bottega.table.house import House
from bottega.table.identity import Claim
from bottega.table.notifications import Notifications
from bottega.table.quotas import Visitor
from bottega.table.ways import Offer, Ways

ADA = Claim("<Ada>", "her key")


class Reader:
    """Somebody with a link."""

    def __init__(self) -> None:
        self.house = House(MemoryLog())
        told = self.house.notifications = Notifications(
            self.house, Offer(ntfy="https://ntfy.example", webhook=True), 1.0
        )
        told.load()
        self.book = told.book
        heard: list[object] = []
        self.book.choose(ADA, Visitor("", "Ada"), "ntfy", "topic", "it", heard.append)
        self.book.choose(ADA, Visitor("", "Ada"), "webhook", "yes", "it", heard.append)
        assert isinstance(heard[-1], Ways)
        self.stop = heard[-1].stop
        self._app = Starlette(routes=[Route(PATH, StopPage(self.house).answer, methods=METHODS)])

    def asks(self, method: str, path: str, **headers: str) -> httpx.Response:
        """What is answered."""

        async def answer() -> httpx.Response:
            transport = httpx.ASGITransport(self._app)
            async with httpx.AsyncClient(transport=transport, base_url="http://house") as client:
                return await client.request(method, path, headers=headers)

        return asyncio.run(answer())


@pytest.fixture
def reader() -> Reader:
    """Somebody who has chosen two ways, in Italian."""
    return Reader()


def test_it_asks_first(reader: Reader) -> None:
    """Opening the link changes nothing; the page asks in the language that was chosen, and escapes the name."""
    page = reader.asks("GET", f"/notifications/stop/ntfy/{reader.stop}")
    assert page.status_code == 200
    assert '<html lang="it">' in page.text
    assert '<form method="post">' in page.text
    assert "&lt;Ada&gt;" in page.text
    assert page.headers["Cache-Control"] == "no-store"
    assert reader.book.of(ADA).ntfy == "topic"


def test_it_stops_that_way_only(reader: Reader) -> None:
    """The other way goes on; the link is then good for nothing."""
    link = f"/notifications/stop/ntfy/{reader.stop}"
    assert reader.asks("POST", link).status_code == 200
    assert (reader.book.of(ADA).ntfy, reader.book.of(ADA).webhook) == ("", True)
    assert reader.asks("POST", link).status_code == 404


@pytest.mark.parametrize("way", ["ntfy", "mail", "nonsense"])
def test_a_link_that_is_none(reader: Reader, way: str) -> None:
    """A guessed secret, or a way that was not chosen: nothing is told, in the reader's language."""
    page = reader.asks("GET", f"/notifications/stop/{way}/guessed", **{"Accept-Language": "pl-PL"})
    assert (page.status_code, "Ada" in page.text, 'lang="pl"' in page.text) == (404, False, True)
    assert reader.asks("POST", f"/notifications/stop/mail/{reader.stop}").status_code == 404


def test_a_house_from_which_nothing_leaves(reader: Reader) -> None:
    """Knows no such link."""
    reader.house.notifications = None
    assert reader.asks("GET", f"/notifications/stop/ntfy/{reader.stop}").status_code == 404
