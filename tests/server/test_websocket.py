"""The real server over real WebSockets: mixed tables, kills, strangers, and peers that misbehave."""

from __future__ import annotations

import contextlib
import json
import runpy
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode
from websockets.sync.client import connect
from websockets.typing import Origin

from bottega.limits import Limits
from bottega.server.metrics import Metrics
from bottega.server.pages import SECURITY
from bottega.server.websocket import WebSocketDoor, whole_text
from tests.server.harness import TIMEOUT, HouseProcess, running_house
from tests.server.house_client import Browser, address
from tests.wire.house.stage import HouseStage

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    """One server for the tests that do not harm it."""
    options = ("--bot-seconds", "0", "--allow-origin", "https://friends.example")
    with running_house(tmp_path_factory.mktemp("websocket"), "splendor-json", options=options) as house:
        yield house


@pytest.mark.slow
def test_a_browser_a_bot_and_a_tcp_client_share_a_table(tmp_path: Path) -> None:
    """Three players over three ways, and a spectator: one game, the same moves told to all."""
    with running_house(tmp_path, "splendor-json", options=("--bot-seconds", "0", "--seats", "3")) as house:
        tcp = house.connect("splendor-json")
        client_id = tcp.read_json()["set_client_id"]
        tcp.send_json({"request_type": "client_hello", "nick": "zofia", "client_id": client_id})
        assert tcp.read_json()["result"] == "ok"
        anna, eve = Browser(house, "Anna"), Browser(house, "Eve")
        eve.does("lobby")
        line = eve.next("lobby")["tables"][0]
        assert (line["game"], line["seats"][0]["name"]) == ("splendor", "zofia")
        table = line["table"]
        eve.does("watch", table=table)
        anna.does("sit", table=table)
        anna.does("add_bot", table=table, bot="random")
        seen: dict[str, str] = {}
        while len(seen) < 3:
            step = eve.next("step")
            if step["kind"] == "move":
                seen.setdefault(step["name"], step["actions"][0])
            if not step["actors"]:
                continue
            mover = step["seats"][step["actors"][0]]["name"]
            if mover == "Anna":
                anna.does("act", table=table, actions=["take wbg"])
            elif mover == "zofia" and "zofia" not in seen:
                gems = _takeable(step["view"]["bank"])
                tcp.send_json({"request_type": "get_gems", "client_id": client_id, **gems})
        assert set(seen) == {"Anna", "random", "zofia"}


def _takeable(bank: list[int]) -> dict[str, int]:
    colours = ("white", "blue", "green", "red", "black")
    left = [colour for colour, count in zip(colours, bank, strict=False) if count]
    return dict.fromkeys(left[:3], 1)


@pytest.mark.slow
def test_two_browsers_and_a_kill(tmp_path: Path) -> None:
    """Killed in mid-game: nothing that was answered is missing, both come back by their tokens and finish."""
    with running_house(tmp_path, "splendor-json") as house:
        anna, bob = Browser(house, "Anna"), Browser(house, "Bob")
        table = anna.does("open", game="sagrada", start="full")["table"]
        bob.does("sit", table=table)
        answers: list[int] = []
        player = threading.Thread(target=lambda: _play_until_killed(bob, table, answers), daemon=True)
        player.start()
        _play_until(anna, table, answers, 12)
        house.kill()
        player.join(TIMEOUT)
        house.start()
        anna, bob = Browser(house, "Anna", anna.token), Browser(house, "Bob", bob.token)
        assert anna.does("watch", table=table)["seq"] >= max(answers)
        bob.does("watch", table=table)
        other = threading.Thread(target=lambda: bob.plays(table), daemon=True)
        other.start()
        assert anna.plays(table)["result"]["reason"] == "played"
        other.join(TIMEOUT)


def _play_until(browser: Browser, table: str, answers: list[int], count: int) -> None:
    for _ in range(10_000):
        message = browser.backlog.pop(0) if browser.backlog else browser.receive()
        if message["type"] == "ok" and "seq" in message:
            answers.append(message["seq"])
            count -= 1
        if count <= 0:
            return
        if message.get("legal"):
            browser.send("act", table=table, actions=[message["legal"][0]])


def _play_until_killed(browser: Browser, table: str, answers: list[int]) -> None:
    try:
        _play_until(browser, table, answers, 10_000)
    except (ConnectionClosed, TimeoutError):
        return


@pytest.mark.slow
def test_the_example_bot_plays(house: HouseProcess) -> None:
    """``examples/bot.py``, written from the page on the protocol alone, plays a whole game here."""
    anna = Browser(house, "Anna-x")
    table = anna.does("open", game="splendor", start="full")["table"]
    play = runpy.run_path(str(ROOT / "examples" / "bot.py"))["play"]
    results: list[dict[str, Any]] = []
    bot = threading.Thread(target=lambda: results.append(play(address(house), table, "example")), daemon=True)
    bot.start()
    end = anna.plays(table)
    bot.join(TIMEOUT)
    assert results == [end["result"]]
    anna.close()


def test_the_example_bot_is_short() -> None:
    """Twenty lines or so, and nothing of ours in it."""
    lines = (ROOT / "examples" / "bot.py").read_text("utf-8").splitlines()
    code = [line for line in lines if line.strip() and not line.lstrip().startswith(('"""', "#"))]
    assert len(code) <= 30
    assert not any("bottega" in line for line in lines if line.startswith(("import", "from")))


# -- strangers ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1"])
def test_pages_of_other_sites_are_refused(house: HouseProcess, origin: Origin) -> None:
    """The origin must be the host that is asked, port and all."""
    with pytest.raises(InvalidStatus) as refused, connect(address(house), origin=origin):
        pass
    assert refused.value.response.status_code == 403
    assert b"may not connect" in (refused.value.response.body or b"")
    assert {name: refused.value.response.headers[name] for name in SECURITY} == SECURITY


def test_our_own_page_and_allowed_ones_are_welcome(house: HouseProcess) -> None:
    """The same host, or one named with ``--allow-origin``."""
    for origin in (f"http://127.0.0.1:{house.ports['http']}", "https://friends.example"):
        Browser(house, origin=origin).close()


@pytest.mark.parametrize(
    ("origin", "secure", "welcome"),
    [
        ("https://house.example", True, True),
        ("http://house.example", True, False),  # whoever is on the way may have written that page
        ("http://house.example", False, True),
        ("https://house.example", False, True),  # a proxy has the certificate
        ("ftp://house.example", False, False),
        ("house.example", False, False),
        ("http://friends.example", True, True),
    ],
)
def test_the_scheme_of_an_origin(origin: str, secure: bool, welcome: bool) -> None:
    """By TLS only pages that came by TLS may connect, or those that were named."""
    door = WebSocketDoor(HouseStage().room, Limits(), Metrics(), ("http://friends.example",))
    assert door.welcomes(origin, "house.example", secure=secure) is welcome


def test_there_is_one_address(house: HouseProcess) -> None:
    """A WebSocket elsewhere is not found."""
    with pytest.raises(InvalidStatus) as refused, connect(address(house) + "/more"):
        pass
    assert refused.value.response.status_code == 404


# -- bad input ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("message", ["", "nonsense", "[]", '{"type":7}', b"\x00\xff", '{"type":"open","cmd_id":"1"}'])
def test_bad_messages_are_answered(house: HouseProcess, message: str | bytes) -> None:
    """Whatever it is, it is refused with a reason, and the connection goes on."""
    browser = Browser(house)
    browser.connection.send(message)
    refused = browser.next("refused")
    assert refused["code"] in ("house.unreadable", "house.not-text")
    assert refused["reason"]
    browser.does("lobby")
    browser.close()


def test_fragments_are_put_together(house: HouseProcess) -> None:
    """A message may come in several frames."""
    browser = Browser(house)
    browser.connection.send(iter(['{"type":"lobby",', '"cmd_id"', ':"f"}']))
    assert browser.next("ok")["cmd_id"] == "f"
    browser.close()


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 300, 65535])
def test_a_frame_that_is_a_whole_message_is_read_as_by_the_library(size: int) -> None:
    """The text is what the library would have read of the same bytes."""
    text = (b"ciao" * size)[:size]
    assert whole_text(Frame(Opcode.TEXT, text).serialize(mask=True)) == text


def test_whatever_is_no_whole_message_is_for_the_library() -> None:
    """Parts of a frame, several frames, parts of a message, binary and control frames, and unmasked or odd frames."""
    whole = Frame(Opcode.TEXT, b"ciao " * 60).serialize(mask=True)
    odd = [b"", whole + whole[:1], whole + whole, Frame(Opcode.TEXT, b"ciao").serialize(mask=False)]
    odd += [whole[:size] for size in range(len(whole))]
    odd += [Frame(opcode, b"ciao").serialize(mask=True) for opcode in Opcode if opcode is not Opcode.TEXT]
    odd += [Frame(Opcode.TEXT, b"ciao", fin=False).serialize(mask=True)]
    odd += [bytes((0x81, 0x80 | 126, 0, 4)) + bytes(8), bytes((0x81, 0x80 | 127)) + bytes(4 + 127)]
    odd += [Frame(Opcode.TEXT, b"ciao" * 20_000).serialize(mask=True)]
    assert [whole_text(each) for each in odd] == [None] * len(odd)


def test_a_huge_frame_closes_the_connection(house: HouseProcess) -> None:
    """More than a message may have is not even read."""
    browser = Browser(house)
    browser.connection.send("x" * 100_000)
    with pytest.raises(ConnectionClosed) as closed:
        browser.next("nothing more")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009


def test_a_flood_is_cut_off(house: HouseProcess) -> None:
    """So many messages at once are too many; the others do not notice."""
    browser, other = Browser(house), Browser(house)
    with contextlib.suppress(ConnectionClosed):
        for _ in range(5000):
            browser.connection.send('{"type":"lobby","cmd_id":"x"}')
    with pytest.raises(ConnectionClosed):
        browser.next("nothing more")
    other.does("lobby")
    assert house.complains("floods")


@pytest.mark.slow
def test_a_peer_that_does_not_read_is_cut_off(house: HouseProcess) -> None:
    """What waits for it is bounded."""
    anna = Browser(house, "Anna-s")
    table = anna.does("open", game="renaissance")["table"]
    anna.does("add_bot", table=table, bot="random")
    anna.does("start", table=table)
    slow = socket.socket()
    slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    slow.settimeout(TIMEOUT)
    slow.connect(("127.0.0.1", house.ports["http"]))
    slow.sendall(
        b"GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    assert b"101" in slow.recv(100)
    for _ in range(5):
        anna.does("chat", table=table, text="x" * 300)
    watch = _frame(json.dumps({"type": "watch", "cmd_id": "w", "table": table}))
    with contextlib.suppress(ConnectionError):
        for number in range(2000):
            slow.sendall(watch)
            time.sleep(0 if number < 380 else 0.011)  # not so fast that it counts as a flood
            if "does not read" in house.errors:
                break
    assert house.complains("does not read")
    anna.does("lobby")


def _frame(text: str) -> bytes:
    """A client's text frame, masked with zeros."""
    payload = text.encode()
    assert len(payload) < 126
    return bytes((0x81, 0x80 | len(payload), 0, 0, 0, 0)) + payload


@pytest.mark.slow
def test_goodbye(tmp_path: Path) -> None:
    """Told to stop, the server says so, closes with "service restart" and exits in order."""
    with running_house(tmp_path, "splendor-json") as house:
        browser = Browser(house, "Anna")
        assert house.terminate() == 0
        assert browser.next("closing")["reason"]
        with pytest.raises(ConnectionClosed) as closed:
            browser.receive()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012
