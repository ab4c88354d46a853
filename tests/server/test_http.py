"""The HTTP port: the page and its headers, what is told about tables, and what is not told before a game is over."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import msgspec
import pytest
from websockets.asyncio.client import connect

from bottega.games.chance import commitment
from bottega.limits import Limits
from bottega.server.http import HttpServer
from bottega.server.metrics import Metrics
from bottega.store.log import Charter, Row
from bottega.store.memory import MemoryLog
from bottega.store.records import Found, Query
from bottega.table.entries import EndReason, Sitting
from bottega.table.house import House
from bottega.table.position import Setup
from bottega.wire import DIALECTS
from bottega.wire.house.answers import Archive, Hall, Person, Replay, TableList
from bottega.wire.house.records import record_of
from tests.server.harness import TIMEOUT, HouseProcess, bottega, running_house
from tests.server.house_client import Browser


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    """A server."""
    options = ("--bot-seconds", "0")
    with running_house(tmp_path_factory.mktemp("http"), "splendor-json", options=options) as house:
        yield house


@pytest.fixture
def client(house: HouseProcess) -> Iterator[httpx.Client]:
    """Somebody who asks it."""
    with httpx.Client(base_url=f"http://127.0.0.1:{house.ports['http']}", timeout=TIMEOUT) as client:
        yield client


@pytest.fixture(scope="module")
def finished(house: HouseProcess) -> str:
    """A game that bots have played to its end."""
    eve = Browser(house, "Eve")
    table = str(eve.does("open", game="sagrada", sit=False)["table"])
    for bot in ("greedy", "random"):
        eve.does("add_bot", table=table, bot=bot)
    eve.does("start", table=table)
    while not eve.next("step")["result"]:
        pass
    eve.close()
    return table


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/table/x",
        "/replay/x",
        "/archive",
        "/people/x",
        "/hall",
        "/health",
        "/ready",
        "/metrics",
        "/api/tables",
        "/nothing",
        "/ws",
    ],
)
def test_everything_is_guarded(client: httpx.Client, path: str) -> None:
    """Whatever is answered says: no script but ours, no guessing of types, no frames, no address to others."""
    headers = client.get(path).headers
    policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
    assert policy["default-src"] == policy["script-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["object-src"] == "'none'"
    assert "unsafe" not in policy["style-src"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cross-origin-opener-policy"] == headers["cross-origin-resource-policy"] == "same-origin"
    assert "microphone=()" in headers["permissions-policy"]
    assert "strict-transport-security" not in headers, "in plain text it would be a promise that nobody keeps"
    assert "set-cookie" not in headers
    assert "server" not in headers


@pytest.mark.parametrize(
    "path", ["/nothing", "/assets/none.js", "/../pyproject.toml", "/%2e%2e/http.py", "/a%00b", "/ws"]
)
def test_what_is_not_there(client: httpx.Client, path: str) -> None:
    """Nothing outside the page's files is served."""
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("path", ["/", "/table/1", "/replay/1"])
def test_the_page_is_one(client: httpx.Client, path: str) -> None:
    """Every address of the page gives the same document."""
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")


def test_only_reading(client: httpx.Client) -> None:
    """Nothing can be changed over HTTP."""
    for path in ("/", "/api/tables", "/health"):
        assert client.post(path).status_code == 405
        assert client.post(path, content=b"x").status_code == 400


def test_health_and_metrics(client: httpx.Client, finished: str) -> None:
    """For whoever runs it: alive, and how much was played."""
    assert client.get("/health").text == "ok\n"
    assert client.get("/ready", headers={"Host": "monitored.example"}).text == "ready\n"
    assert 'bottega_entries_total{game="sagrada"}' in client.get("/metrics").text


def test_what_is_told_about_games_that_are_over(client: httpx.Client, finished: str) -> None:
    """The archive finds them, also by what makes them what they are; what makes no sense is refused with a sentence."""
    for query in ("", "?game=sagrada&players=2&result=played", "?from=2020-01-01"):
        games = msgspec.json.decode(client.get(f"/api/archive{query}").content, type=Archive).games
        assert finished in [game.table for game in games]
    assert client.get("/api/archive?game=splendor").json()["games"] == []
    wrong = client.get("/api/archive?game=chess")
    assert (wrong.status_code, "no such game" in wrong.text) == (400, True)
    assert msgspec.json.decode(client.get("/api/people/Eve%2F").content, type=Person).counts == ()
    assert msgspec.json.decode(client.get("/api/hall").content, type=Hall).lists == ()


def test_tables(client: httpx.Client, house: HouseProcess, finished: str) -> None:
    """What is played now and what was played lately; private tables are in neither."""
    anna = Browser(house, "Anna")
    waiting = anna.does("open", game="splendor")["table"]
    hidden = anna.does("open", game="renaissance", listed=False)["table"]
    answer = client.get("/api/tables").json()
    assert [line["table"] for line in answer["tables"]] == [waiting]
    past = {line["table"]: line for line in answer["finished"]}
    assert past[finished]["seats"] in (["greedy", "random"], ["random", "greedy"])
    assert past[finished]["reason"] == "played"
    assert hidden not in json.dumps(answer)
    assert TableList.__name__ in client.get("/api/house.schema.json").json()["$defs"]
    anna.close()


def test_the_pages_about_the_protocols(client: httpx.Client, house: HouseProcess) -> None:
    """They are shown to whoever writes a client; every message's section is on them; there are no others. Where the
    house listens is told, and what is secret.
    """
    told = client.get("/api/wire.json").json()
    guides = told["protocols"]
    assert guides.keys() == {*DIALECTS, "house"}
    assert told["ports"] == {name: port for name, port in house.ports.items() if name != "http"}
    assert "token" in guides["house"]["secrets"]
    for name, guide in guides.items():
        page = client.get(f"/docs/protocols/{name}")
        assert page.headers["content-type"].startswith("text/html")
        for entry in [*guide["said"].values(), *guide["told"].values()]:
            assert f'id="{entry["section"]}"' in page.text
        assert {"state", "takes", "leads"} == guide["states"][0].keys()
    assert client.get("/docs/protocols/nothing").status_code == 404


def test_the_log_of_a_finished_game(client: httpx.Client, finished: str, tmp_path: Path) -> None:
    """It is a file that ``bottega verify`` accepts."""
    answer = client.get(f"/api/tables/{finished}/log")
    assert finished in answer.headers["content-disposition"]
    file = tmp_path / "game.jsonl"
    file.write_bytes(answer.content)
    assert "verified" in bottega("verify", str(file)).stdout


def test_the_replay_of_a_finished_game(client: httpx.Client, finished: str) -> None:
    """Every entry with the spectators' view and everybody's points; hidden choices stay hidden; the seed is shown."""
    replay = client.get(f"/api/tables/{finished}/replay").json()
    assert set(replay) == set(Replay.__struct_fields__)
    assert commitment(bytes.fromhex(replay["seed"])) == replay["commitment"]
    assert [step["seq"] for step in replay["steps"]] == list(range(1, len(replay["steps"]) + 1))
    assert [step["kind"] for step in replay["steps"]][:4] == ["size", "sit", "sit", "start"]
    choices = [step["actions"] for step in replay["steps"] if step["actions"] and "window" in step["actions"][0]]
    assert choices == [["window ?"], ["window ?"]]
    last = replay["steps"][-1]
    assert last["points"] == [score["total"] for score in replay["result"]["scores"]]
    rounds = [step["view"] for step in replay["steps"] if step["view"] and step["view"]["phase"] != "over"]
    assert all(player["private"] == [] for view in rounds for player in view["players"])


@pytest.mark.parametrize("what", ["log", "replay"])
def test_a_running_game_gives_nothing_away(client: httpx.Client, house: HouseProcess, what: str) -> None:
    """No log and no replay before the end, nor of a table that never was."""
    anna = Browser(house, f"Anna-{what}")
    table = anna.does("open", game="sagrada")["table"]
    for _ in range(2):
        answer = client.get(f"/api/tables/{table}/{what}")
        assert answer.status_code == 404
        assert "not over" in answer.json()["reason"]
        if _ == 0:
            anna.does("add_bot", table=table, bot="random")
            anna.does("start", table=table)
    assert "no table" in client.get(f"/api/tables/nowhere/{what}").json()["reason"]
    anna.close()


def test_the_catalogue(client: httpx.Client) -> None:
    """Everything printed, compressed on the way."""
    answer = client.get("/api/games.json", headers={"Accept-Encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip"
    assert set(answer.json()) == {"splendor", "sagrada", "renaissance"}


def test_a_house_that_closes_is_alive_but_not_ready() -> None:
    """Whoever sends people here is told to send no more, as long as anybody answers."""

    async def test() -> None:
        house, metrics = House(MemoryLog()), Metrics()
        metrics.attach(house)
        web = HttpServer(house, metrics, Limits())
        with socket.create_server(("127.0.0.1", 0)) as sock:
            where = f"http://127.0.0.1:{sock.getsockname()[1]}"
            await web.start(sock)
            async with httpx.AsyncClient(base_url=where, timeout=TIMEOUT) as client:
                assert (await client.get("/ready")).status_code == 200
                web.readiness.close("the house closes")
                answer = await client.get("/ready")
                assert (answer.status_code, answer.text) == (503, "the house closes\n")
                assert (await client.get("/health")).status_code == 200
                assert "bottega_ready 0.0" in (await client.get("/metrics")).text
            await web.stop()

    asyncio.run(test())


# -- old games are read beside the event loop ------------------------------------------------------------------------


class WatchedLog(MemoryLog):
    """A log that notes which threads read tables."""

    def __init__(self) -> None:
        super().__init__()
        self.readers: list[int] = []

    def read(self, table: str) -> tuple[Charter, list[Row]]:
        """A table's charter and whole log."""
        self.readers.append(threading.get_ident())
        return super().read(table)

    def search(self, query: Query) -> list[Found]:
        """Games of the archive."""
        self.readers.append(threading.get_ident())
        return super().search(query)


def test_old_games_are_read_beside_the_event_loop() -> None:
    """Watchers, replays, logs and the list of what was played: none of them reads a game on the thread of the moves."""
    log = WatchedLog()
    played = House(log)
    table = played.open("splendor", Setup(seats=2))
    for name in ("one", "two"):
        played.reception.sit(table, Sitting(name, bot="random"), None, lambda _: None)
    table.start()
    table.end(EndReason.ABANDONED)
    record = record_of(table.position, 1)
    assert record is not None
    log.record(record, lambda _: None)

    async def test() -> None:
        house, metrics = House(log), Metrics()
        metrics.attach(house)
        web = HttpServer(house, metrics, Limits())
        with socket.create_server(("127.0.0.1", 0)) as sock:
            where = f"127.0.0.1:{sock.getsockname()[1]}"
            await web.start(sock)
            async with httpx.AsyncClient(base_url=f"http://{where}", timeout=TIMEOUT) as client:
                for path in (f"/api/tables/{table.id}/replay", f"/api/tables/{table.id}/log", "/api/tables"):
                    assert table.id in (await client.get(path)).text
                plain = await client.get(f"/api/tables/{table.id}/log", headers={"Accept-Encoding": "identity"})
                assert table.id in plain.text
            for _ in range(3):
                async with connect(f"ws://{where}/ws") as peer:
                    await peer.send(json.dumps({"type": "watch", "cmd_id": "w", "table": table.id}))
                    while '"snapshot"' not in str(await asyncio.wait_for(peer.recv(), TIMEOUT)):
                        pass
            await web.stop()

    asyncio.run(test())
    assert len(log.readers) == 4, "one for each kind, however many ask"
    assert threading.get_ident() not in log.readers
