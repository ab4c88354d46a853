"""What the HTTP port answers to somebody who studies a finished game."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable

import httpx
import pytest

from bottega.bots import study
from bottega.limits import MAX_LINE, Limits
from bottega.server.http import HttpServer
from bottega.server.metrics import Metrics
from bottega.server.studies import at_once
from bottega.store.memory import MemoryLog
from bottega.table.house import House
from tests.server.games import finished
from tests.server.harness import TIMEOUT


def _served(test: Callable[[httpx.AsyncClient, str], Awaitable[None]]) -> None:
    """Have a house with one finished game of Splendor answer over HTTP."""

    async def run() -> None:
        house, metrics = House(MemoryLog()), Metrics()
        table = finished(house, "splendor", 6)
        metrics.attach(house)
        web = HttpServer(house, metrics, Limits(), ponder=at_once)
        with socket.create_server(("127.0.0.1", 0)) as sock:
            await web.start(sock)
            where = f"http://127.0.0.1:{sock.getsockname()[1]}/api/tables/"
            async with httpx.AsyncClient(base_url=where, timeout=TIMEOUT) as client:
                await test(client, table)
            await web.stop()

    asyncio.run(run())


def test_a_game_is_studied_on_request(monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked for by POST, followed by GET, until it is done."""
    monkeypatch.setitem(study.SIMULATIONS, "splendor", 24)

    async def test(client: httpx.AsyncClient, table: str) -> None:
        assert (await client.get(f"{table}/study")).json()["state"] == "none"
        begun = await client.post(f"{table}/study")
        assert begun.json()["state"] in ("waiting", "done")
        while (found := (await client.get(f"{table}/study")).json())["state"] == "waiting":
            await asyncio.sleep(0.01)
        assert found["state"] == "done"
        assert len(found["accounts"]) == 2
        assert (await client.get("nowhere/study")).status_code == 404

    _served(test)


def test_a_page_of_another_site_cannot_ask() -> None:
    """Looking is free; what costs a worker's time is refused to pages of others."""

    async def test(client: httpx.AsyncClient, table: str) -> None:
        for what in ("study", "suggestion"):
            answer = await client.post(f"{table}/{what}", params={"seq": 5}, headers={"Origin": "http://evil.example"})
            assert answer.status_code == 403
        assert (await client.get(f"{table}/study")).json()["state"] == "none"
        assert (await client.get(f"{table}/suggestion")).status_code == 404

    _served(test)


def test_a_moment_is_played_on_and_a_bot_is_asked() -> None:
    """What a bot suggests can be played, and the line goes on from there."""

    async def test(client: httpx.AsyncClient, table: str) -> None:
        fork: dict[str, str | int] = {"seq": 5, "deal": "anew"}
        line: list[str] = []
        moment = (await client.get(f"{table}/moment", params=fork)).json()
        assert moment["legal"]
        for bot in ("nina", "greedy", "random"):
            told = (await client.post(f"{table}/suggestion", params=fork | {"bot": bot})).json()
            assert told["seat"] == moment["seat"]
            assert told["action"] in moment["legal"]
            line.append(f"{told['seat']} {told['action']}")
            fork["line"] = ";".join(line)
            moment = (await client.get(f"{table}/moment", params=fork)).json()
        other = (await client.get(f"{table}/moment", params=fork | {"seat": 1 - moment["seat"]})).json()
        assert other["legal"] == []

    _served(test)


def test_what_cannot_be_answered_is_explained() -> None:
    """Each with its code: not a number, too long, not legal, no such bot, no such moment."""

    async def test(client: httpx.AsyncClient, table: str) -> None:
        async def code(what: str, **question: str) -> tuple[int, str]:
            ask = client.post if what == "suggestion" else client.get
            answer = await ask(f"{table}/{what}", params=question)
            return answer.status_code, answer.json()["code"]

        assert await code("moment", seq="x") == (409, "house.not-a-number")
        assert await code("moment", seq="5", line="take wbg") == (409, "house.not-a-number")
        assert await code("moment", seq="5", line=";".join(["0 take"] * (MAX_LINE + 1))) == (409, "house.line-too-long")
        assert await code("moment", seq="99") == (409, "house.no-such-moment")
        assert await code("moment", seq="5", line="0 nonsense") == (409, "table.notation")
        assert await code("suggestion", seq="5", bot="nobody") == (409, "house.no-such-bot")

    _served(test)
