"""A connection that is shown on a page: by its own word alone, all that passes, no secret, and nothing changes."""

from __future__ import annotations

import asyncio
import gc
import json
import time
import weakref
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bottega.limits import MAX_TAPPED, Limits
from bottega.server.metrics import Metrics
from bottega.server.tap import UNREADABLE, Tap
from bottega.server.tcp import Connection, Listener
from bottega.store.memory import MemoryLog
from bottega.table.house import House, Settings
from bottega.wire import DIALECTS
from bottega.wire.core.framing import Framing
from bottega.wire.core.taps import Passed, Taps
from tests.server.harness import TIMEOUT, HouseProcess, running_house
from tests.server.house_client import Browser

PROFILES = [f"{name}+{profile}" if profile else name for name, each in DIALECTS.items() for profile in each.PROFILES]


class Page:
    """A page that writes down what it is shown."""

    def __init__(self) -> None:
        self.shown: list[Passed] = []

    def passed(self, news: Passed) -> None:
        """Write it down."""
        self.shown.append(news)

    def of(self, *whats: str) -> list[str]:
        """The texts of what was shown of these sorts."""
        return [news.text for news in self.shown if news.what in whats]


class Scene:
    """A listener, and connections to it."""

    def __init__(self, listener: Listener, port: int) -> None:
        self.listener, self._port = listener, port
        assert listener.taps is not None
        self.taps = listener.taps

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """One more connection."""
        return await asyncio.open_connection("127.0.0.1", self._port)

    @property
    def connection(self) -> Connection:
        """The one connection there is."""
        (connection,) = self.listener.connections
        assert isinstance(connection, Connection)
        return connection

    def framing(self) -> Framing:
        """How messages lie on the stream."""
        return self.listener.dialect.framing(self.listener.profile)


async def until(done: Callable[[], bool]) -> None:
    """Wait for it."""
    async with asyncio.timeout(TIMEOUT):
        while not done():
            await asyncio.sleep(0.01)


@asynccontextmanager
async def scene(spoken: str) -> AsyncIterator[Scene]:
    """A listener of a protocol."""
    name, _, profile = spoken.partition("+")
    house = House(MemoryLog(), Settings(ping_seconds=0), time.time)
    listener = Listener(DIALECTS[name], profile, house, Limits(), Metrics(), taps=Taps(time.monotonic))
    server = await asyncio.get_running_loop().create_server(listener.connection, "127.0.0.1", 0)
    async with server:
        yield Scene(listener, server.sockets[0].getsockname()[1])


def on_stage(spoken: str, test: Callable[[Scene], Awaitable[None]]) -> None:
    """Run a test with a listener."""

    async def run() -> None:
        async with scene(spoken) as stage:
            await test(stage)

    asyncio.run(run())


@pytest.mark.parametrize("spoken", PROFILES)
def test_everything_that_passes_is_shown(spoken: str) -> None:
    """What the connection says and is told, from the greeting on, in every protocol and profile; the code is no message
    of the protocol, and what the client is sent is the same with the page and without.
    """

    async def test(stage: Scene) -> None:
        sent: list[list[str]] = []
        page = Page()
        for watched in (False, True):
            reader, writer = await stage.connect()
            framing, encode = stage.framing(), stage.framing().encode
            writer.write(framing.greeting())
            if watched:
                writer.write(encode(f"WATCH {stage.taps.offer(page)}"))
            writer.write(encode("nonsense") + encode("more nonsense"))
            writer.write_eof()
            sent.append([text for text in framing.feed(await reader.read()) if text])
            await until(lambda: not stage.listener.connections)
        for_page = [text for text in page.of("told") if "client_id" not in text]
        assert [text for text in sent[1] if "client_id" not in text] == for_page
        assert [len(text) for text in sent[0]] == [len(text) for text in sent[1]]
        assert page.of("said") == ["nonsense", "more nonsense"]
        assert (page.shown[0].what, page.shown[0].protocol, page.shown[-1].what) == ("opened", spoken, "closed")
        assert all(news.state for news in page.shown if news.what in ("said", "told"))

    on_stage(spoken, test)


@pytest.mark.parametrize("spoken", PROFILES)
def test_nobody_watches(spoken: str) -> None:
    """After its first message a connection without a code talks to its dialect, and that to the connection: nothing is
    between them that a message could cost anything.
    """

    async def test(stage: Scene) -> None:
        _, writer = await stage.connect()
        await until(lambda: bool(stage.listener.connections))
        writer.write(stage.framing().greeting() + stage.framing().encode("nonsense"))
        connection = stage.connection
        await until(lambda: connection.talks_to is connection._dialect)
        assert connection._dialect is not None
        assert connection._dialect.peer is connection
        writer.close()
        await until(lambda: not stage.listener.connections)

    on_stage(spoken, test)


def test_a_code_of_nobody() -> None:
    """A code that is not good, or comes later than first, is a message like any other, and shows nothing to anybody."""

    async def test(stage: Scene) -> None:
        page = Page()
        code = stage.taps.offer(page)
        reader, writer = await stage.connect()
        await reader.readline()
        for said in ("WATCH 2222222222", f"WATCH {code}"):
            writer.write(f"{said}\n".encode())
            assert await reader.readline() == b"INVALID message\n"
        assert page.shown == []
        writer.close()

    on_stage("sagrada-text", test)


def test_a_page_that_is_gone_sees_nothing_more() -> None:
    """With its watcher the tap is gone: the connection plays on, and is as it would be without."""

    async def test(stage: Scene) -> None:
        page = Page()
        reader, writer = await stage.connect()
        await reader.readline()
        writer.write(f"WATCH {stage.taps.offer(page)}\nPONG\nGET players\n".encode())
        await reader.readline()
        shown = len(page.shown)
        stage.taps.withdraw(page)
        assert stage.connection.talks_to is stage.connection._dialect
        writer.write(b"GET players\n")
        assert await reader.readline() == b"INVALID message\n"
        assert len(page.shown) == shown
        writer.close()

    on_stage("sagrada-text", test)


def test_passwords_are_masked() -> None:
    """What somebody logs in with is shown to nobody, whatever else they write."""

    async def test(stage: Scene) -> None:
        page = Page()
        reader, writer = await stage.connect()
        writer.write(f"WATCH {stage.taps.offer(page)}\n".encode())
        writer.write(b"LOGIN ann s3cret\nLOGIN  bob   s3cret\nlogin ann s3cret\n")
        await until(lambda: len(page.of("said")) == 3)
        assert page.of("said") == ["LOGIN ann …", "LOGIN bob …", "login ann …"]
        assert "s3cret" not in repr(page.shown)
        del reader
        writer.close()

    on_stage("sagrada-text", test)


def test_a_client_id_is_masked() -> None:
    """The secret that brings a seat back is shown neither when it is given nor when it is said."""

    async def test(stage: Scene) -> None:
        page = Page()
        reader, writer = await stage.connect()
        hello = json.loads(await reader.readline())
        request = {"request_type": "client_hello", "client_id": hello["set_client_id"], "nick": "anna"}
        writer.write(f"WATCH {stage.taps.offer(page)}\n{json.dumps(request)}\n".encode())
        await until(lambda: len(page.of("told")) == 2)
        assert hello["set_client_id"] not in repr(page.shown)
        assert [news.name for news in page.shown if news.what in ("said", "told")] == [
            "server_hello",
            "client_hello",
            "nick_verification",
        ]
        writer.close()

    on_stage("splendor-json", test)


def test_states_are_shown() -> None:
    """A message is shown with the state in which it is heard, and what that leads to is shown after it."""

    async def test(stage: Scene) -> None:
        page = Page()
        reader, writer = await stage.connect()
        writer.write(f'WATCH {stage.taps.offer(page)}\n{{"type":"req_nickname","nickname":"anna"}}\n'.encode())
        await until(lambda: "asked" in [news.state for news in page.shown])
        said = next(news for news in page.shown if news.what == "said")
        assert said.state == "greeted"
        del reader
        writer.close()

    on_stage("renaissance-json", test)


def test_what_is_too_long_is_shortened() -> None:
    """A long message is shown as far as it is worth it, one that cannot be read as such."""

    async def test(stage: Scene) -> None:
        page = Page()
        _, writer = await stage.connect()
        writer.write(f"WATCH {stage.taps.offer(page)}\n".encode() + b"x" * (MAX_TAPPED + 9) + b"\n\xff\n")
        await until(lambda: len(page.of("said")) == 2)
        assert page.of("said") == ["x" * MAX_TAPPED + "…", UNREADABLE]
        writer.close()

    on_stage("renaissance-json", test)


@pytest.fixture
def uncollected() -> Iterator[None]:
    """Without the cycle collector."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize("first", ["", "nonsense\n", "WATCH {code}\n"])
def test_nothing_is_left_of_it(first: str, uncollected: None) -> None:
    """Doorstep, tap and dialect are freed with the connection, whatever it has said."""

    async def test(stage: Scene) -> None:
        page = Page()
        _, writer = await stage.connect()
        await until(lambda: bool(stage.listener.connections))
        shell: Any = stage.connection
        gone = [weakref.ref(shell._dialect), weakref.ref(shell.talks_to)]
        writer.write(first.format(code=stage.taps.offer(page)).encode())
        if "WATCH" in first:
            await until(lambda: isinstance(stage.connection.talks_to, Tap))
            gone.append(weakref.ref(shell.talks_to))
        del shell
        writer.close()
        await until(lambda: not stage.listener.connections)
        await until(lambda: all(each() is None for each in gone))

    on_stage("splendor-json", test)


# -- the whole house ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    """A house with a few listeners."""
    data: Path = tmp_path_factory.mktemp("house")
    with running_house(data, "sagrada-text", "splendor-json") as process:
        yield process
        assert "Traceback" not in process.errors


def _wire(browser: Browser, what: str) -> dict[str, Any]:
    """The next news of this sort."""
    while True:
        news = browser.next("wire")
        if news["what"] == what:
            return news


@pytest.mark.slow
def test_a_page_is_shown_what_says_its_code(house: HouseProcess) -> None:
    """Over real sockets: a code, a connection that says it, its messages, its end; then nothing more."""
    page = Browser(house)
    code = page.does("tap")["code"]
    with house.connect("sagrada-text") as client:
        client.send_line(f"WATCH {code}")
        client.send_line("LOGIN anna s3cret")
        assert client.read_line() == "Connection established!"
        assert client.read_line() == "LOGIN ok"
        assert _wire(page, "opened")["protocol"] == "sagrada-text"
        assert _wire(page, "told")["text"] == "Connection established!"
        said = _wire(page, "said")
        assert (said["name"], said["text"], said["state"]) == ("LOGIN", "LOGIN anna …", "greeted")
        told = _wire(page, "told")
        assert (told["name"], told["state"]) == ("LOGIN ok", "lobby")
    _wire(page, "closed")
    assert b"s3cret" not in b"".join(page.received)
    page.close()


@pytest.mark.slow
def test_nobody_is_shown_anothers_connection(house: HouseProcess) -> None:
    """Of two pages with codes, only the one is shown anything whose code was said; a page without one is shown nothing,
    and there is no command that names a connection.
    """
    mine, stranger, idle = Browser(house), Browser(house, "stranger"), Browser(house, "idle-one")
    code = mine.does("tap")["code"]
    stranger.does("tap")
    with house.connect("splendor-json") as client:
        client.send_line(f"WATCH {code}")
        assert json.loads(client.read_line())["answer_type"] == "server_hello"
        _wire(mine, "told")
        for other in (stranger, idle):
            other.does("lobby")  # whatever was meant for it has come by now
            assert not any(b'"wire"' in text for text in other.received)
        assert mine.asks("tap", line=1)["type"] == "refused"
        mine.does("untap")
        client.send_line("nonsense")
        client.read_line()
        seen = len(mine.received)
        mine.does("lobby")
        assert not any(b'"wire"' in text for text in mine.received[seen:])
    for page in (mine, stranger, idle):
        page.close()
