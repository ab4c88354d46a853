"""An invitation over HTTP: the link, its code, and what chat programs show of it."""

from __future__ import annotations

import asyncio

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from bottega.server.hosts import Hosts
from bottega.server.invitations import Invitations
from bottega.server.inviting import Inviting
from bottega.store.memory import MemoryLog
from bottega.table.entries import EndReason, Sitting
from bottega.table.house import House, Settings
from bottega.table.position import Setup, StartPolicy

HERE = "http://127.0.0.1:8000"
SITE = "http://192.168.1.5:8000"


class Visitor:
    """Somebody on this machine, at a house that listens in the network and has one table for two."""

    def __init__(self) -> None:
        house = House(MemoryLog(), Settings(), lambda: 0.0)
        table = house.open("splendor", Setup(seats=2, start=StartPolicy.ASKED))
        table.sit(Sitting("<Anna>", "k"), None)
        self.table, self.opened = table.id, table
        inviting = Inviting(house, Invitations("0.0.0.0", 8000, own=lambda: ["192.168.1.5"]), Hosts())

        async def preview(request: Request) -> Response:
            return PlainTextResponse(inviting.preview(request))

        self._app = Starlette(
            routes=[
                Route("/api/tables/{table}/invitation", inviting.link),
                Route("/api/tables/{table}/invitation.svg", inviting.picture),
                Route("/table/{table}", preview),
            ]
        )

    def get(self, path: str, **params: str) -> httpx.Response:
        """What is answered."""

        async def answer() -> httpx.Response:
            transport = httpx.ASGITransport(self._app, client=("127.0.0.1", 5))
            async with httpx.AsyncClient(transport=transport, base_url=HERE) as client:
                return await client.get(path, params=params)

        return asyncio.run(answer())


@pytest.fixture
def visitor() -> Visitor:
    """Somebody who asks."""
    return Visitor()


def test_a_page_on_this_machine_hands_on_an_address_for_others(visitor: Visitor) -> None:
    """127.0.0.1 would be of no use to them."""
    told = visitor.get(f"/api/tables/{visitor.table}/invitation").json()
    assert told == {"link": f"{SITE}/table/{visitor.table}", "reach": "network"}


def test_a_page_says_as_which_site_it_was_opened(visitor: Visitor) -> None:
    """Behind a proxy only the page knows; another site than ours is not believed."""
    path = f"/api/tables/{visitor.table}/invitation"
    assert visitor.get(path, at="https://box.local").json()["link"].startswith("https://box.local/table/")
    for other in ("https://evil.example", "https://box.local/x", "nonsense"):
        assert visitor.get(path, at=other).json()["link"].startswith(SITE)


def test_the_link_as_a_code(visitor: Visitor) -> None:
    """A picture for the camera of a phone."""
    answer = visitor.get(f"/api/tables/{visitor.table}/invitation.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.content.startswith(b"<svg")


@pytest.mark.parametrize("path", ["/api/tables/nothing/invitation", "/api/tables/nothing/invitation.svg"])
def test_a_table_that_is_not_there(visitor: Visitor, path: str) -> None:
    """Nobody is invited to it."""
    assert visitor.get(path).status_code == 404
    assert visitor.get("/table/nothing").text == ""


def test_what_chat_programs_show(visitor: Visitor) -> None:
    """The game, who sits there, how many seats are free, a picture; names are text and nothing else."""
    shown = visitor.get(f"/table/{visitor.table}").text
    assert "<title>Splendor – Bottega</title>" in shown
    assert '<meta property="og:description" content="&lt;Anna&gt; – 1 of 2 seats free.' in shown
    assert f'content="{SITE}/preview/splendor.png"' in shown
    assert "<Anna>" not in shown


def test_a_link_to_a_game_that_goes_on_or_is_over(visitor: Visitor) -> None:
    """Who plays can be watched; a game that is over is told as one, also when it never began."""
    path, table = f"/table/{visitor.table}", visitor.opened
    table.sit(Sitting("Bob", "b"), None)
    table.start()
    assert "are playing: watch them." in visitor.get(path).text
    table.end(EndReason.WALKOVER, 0)
    shown = visitor.get(path).text
    assert "playing" not in shown
    assert "Bob" in shown
    assert "have played: see how it went." in shown


def test_a_link_to_a_table_that_was_closed(visitor: Visitor) -> None:
    """Nobody is told to sit down where nobody can."""
    visitor.opened.end(EndReason.ABANDONED)
    shown = visitor.get(f"/table/{visitor.table}").text
    assert "The table was closed before anybody played." in shown
