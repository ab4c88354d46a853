"""Connections of the HTTP port: counted, bounded, given so long to ask and to read; real sockets, small limits."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import cast

import h11
import pytest
from starlette.types import Receive, Scope, Send
from websockets.asyncio.client import connect

from bottega.limits import MAX_REQUEST, Limits
from bottega.server.addresses import Proxies
from bottega.server.handshakes import Handshakes
from bottega.server.http import HttpServer
from bottega.server.metrics import Metrics
from bottega.server.pages import SECURITY
from bottega.server.requests import ASKER, Counted
from bottega.server.tls import Certificate
from bottega.server.turns import Turns
from bottega.store.memory import MemoryLog
from bottega.table.house import House
from bottega.table.quotas import Quotas
from tests.server.certificates import Certificates
from tests.server.harness import TIMEOUT

HALF = b"GET /health HTTP/1.1\r\nHost: localhost\r\n"
WHOLE = HALF + b"\r\n"
PATIENT = Limits(request_seconds=TIMEOUT, response_seconds=TIMEOUT)


class Port:
    """The HTTP port of a house in this process."""

    def __init__(self, port: int, metrics: Metrics) -> None:
        self.port = port
        self.metrics = metrics
        self._peers: list[Peer] = []

    async def connect(self, raw: bytes = b"") -> Peer:
        """Somebody who connects and says so much; it is there before the server looks, however slow this machine is."""
        sock = socket.create_connection(("127.0.0.1", self.port))
        sock.sendall(raw)
        sock.setblocking(False)
        return self._kept(Peer(*await asyncio.open_connection(sock=sock)))

    def _kept(self, peer: Peer) -> Peer:
        """Nobody hangs up because a test has lost sight of them."""
        self._peers.append(peer)
        return peer

    async def connect_by_tls(self, trust: ssl.SSLContext) -> Peer:
        """Somebody who has shaken hands."""
        return self._kept(Peer(*await asyncio.open_connection("127.0.0.1", self.port, ssl=trust)))

    async def connected(self, count: int) -> None:
        """Wait until so many connections are counted."""
        async with asyncio.timeout(TIMEOUT):
            while self.metrics.connected != count:
                await asyncio.sleep(0.001)


class Peer:
    """Somebody at the other end."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def says(self, raw: bytes) -> None:
        """Send more."""
        self.writer.write(raw)
        await self.writer.drain()

    async def answer(self) -> bytes:
        """The status line and all headers of the next answer, with its short body."""
        async with asyncio.timeout(TIMEOUT):
            head = await self.reader.readuntil(b"\r\n\r\n")
            return head + await self.reader.readexactly(int(head.lower().split(b"content-length: ")[1].split()[0]))

    async def is_closed(self) -> bool:
        """Whether the server closes, having said nothing."""
        try:
            async with asyncio.timeout(TIMEOUT):
                return await self.reader.read(1) == b""
        except ConnectionError:
            return True


@contextlib.asynccontextmanager
async def _listening(limits: Limits, certificate: Certificate | None = None) -> AsyncIterator[Port]:
    house, metrics = House(MemoryLog()), Metrics()
    metrics.attach(house)
    handshakes = None if certificate is None else Handshakes(certificate, limits, metrics, house.quotas)
    web = HttpServer(house, metrics, limits, handshakes=handshakes)
    with socket.create_server(("127.0.0.1", 0)) as sock:
        sock.setblocking(False)
        await web.start(sock)
        try:
            yield Port(sock.getsockname()[1], metrics)
        finally:
            if handshakes is not None:
                handshakes.close()
            await web.stop()


def _run(limits: Limits, test: Callable[[Port], Awaitable[None]], certificate: Certificate | None = None) -> None:
    async def run() -> None:
        async with _listening(limits, certificate) as port:
            await test(port)

    asyncio.run(run())


@pytest.mark.parametrize("raw", [b"", b"G", HALF, WHOLE + HALF])
def test_who_takes_too_long_to_ask(raw: bytes) -> None:
    """Half a request is not waited for, be it the first or a later one; nor is one that never begins."""

    async def test(port: Port) -> None:
        peer = await port.connect(raw)
        if raw.startswith(WHOLE):
            assert b"200 OK" in await peer.answer()
        assert await peer.is_closed()
        assert port.metrics.cut_off == bool(raw), "who said nothing was no attack"
        await port.connected(0)

    _run(Limits(request_seconds=0.05), test)


def test_a_request_byte_by_byte() -> None:
    """Sending a little more now and then does not make it last longer."""

    async def test(port: Port) -> None:
        peer = await port.connect(HALF)
        with contextlib.suppress(ConnectionError):
            async with asyncio.timeout(TIMEOUT):
                while not peer.reader.at_eof():
                    await peer.says(b"x: y\r\n")
                    await asyncio.sleep(0.005)
        assert await peer.is_closed()

    _run(Limits(request_seconds=0.05), test)


def test_who_does_not_read_the_answer() -> None:
    """A peer that asks for much and reads nothing is cut off."""

    async def test(port: Port) -> None:
        raw = socket.socket()
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        raw.setblocking(False)
        await asyncio.get_running_loop().sock_connect(raw, ("127.0.0.1", port.port))
        ask = b"GET /api/games.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
        await asyncio.get_running_loop().sock_sendall(raw, ask * 300)
        async with asyncio.timeout(TIMEOUT):
            while not port.metrics.cut_off:
                await asyncio.sleep(0.005)
        await port.connected(0)
        raw.close()

    _run(Limits(request_seconds=TIMEOUT, response_seconds=0.1), test)


def test_a_newcomer_finds_a_place() -> None:
    """When all places are taken by those who ask for nothing, the one that has done so longest makes way."""

    async def test(port: Port) -> None:
        idle = [await port.connect(HALF) for _ in range(3)]
        await port.connected(3)
        for _ in range(2):
            newcomer = await port.connect(WHOLE)
            assert b"200 OK" in await newcomer.answer()
            newcomer.writer.close()
            assert await idle.pop(0).is_closed()
            await port.connected(2)
            idle.append(await port.connect(HALF))
            await port.connected(3)
        await idle[0].says(b"\r\n")
        assert b"200 OK" in await idle[0].answer()

    _run(Limits(http_connections=3, request_seconds=TIMEOUT), test)


def test_a_house_that_is_full() -> None:
    """Connections of the HTTP port count like all others; who waits for nothing makes way for a WebSocket too."""

    async def test(port: Port) -> None:
        await port.connect(HALF)
        await port.connected(1)
        async with connect(f"ws://127.0.0.1:{port.port}/ws") as browser:
            assert '"welcome"' in str(await browser.recv())
            await port.connected(1)
            assert await (await port.connect(WHOLE)).is_closed()
        await port.connected(0)
        assert b"200 OK" in await (await port.connect(WHOLE)).answer()

    _run(Limits(connections=1, request_seconds=TIMEOUT), test)


def test_one_connection_for_several_requests() -> None:
    """Whoever asks again on the same connection, also without waiting for the answer, gets every answer."""

    async def test(port: Port) -> None:
        peer = await port.connect(WHOLE * 3)
        for _ in range(3):
            assert b"200 OK" in await peer.answer()
        await peer.says(WHOLE)
        assert b"200 OK" in await peer.answer()
        assert not port.metrics.cut_off

    _run(PATIENT, test)


@pytest.mark.parametrize(
    "raw",
    [
        HALF + b"x: " + b"y" * (MAX_REQUEST + 1) + b"\r\n",
        HALF + b"x: " + b"y" * (MAX_REQUEST + 1) + b"\r\n\r\n",
        WHOLE.replace(b" /", b" /" + b"y" * MAX_REQUEST, 1),
        b"nonsense\r\n\r\n",
    ],
    ids=["headers without end", "long headers", "long address", "no request"],
)
def test_what_is_no_request(raw: bytes) -> None:
    """It is refused, not gathered, with the same security headers as anything else."""

    async def test(port: Port) -> None:
        peer = await port.connect(raw)
        answer = (await peer.reader.read()).decode()
        assert answer.startswith("HTTP/1.1 400 Bad Request")
        for name, value in SECURITY.items():
            assert f"{name}: {value}\r\n" in answer

    _run(PATIENT, test)


BODIES = {
    "chunked": (b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\nA\r\n"),
    "no chunks": (b"Transfer-Encoding: chunked\r\n\r\n", b"hello\r\n"),
    "long": (b"Content-Length: 100000000000000\r\n\r\n", b"A"),
    "short": (b"Content-Length: 1\r\n\r\n", b"A"),
}


@pytest.mark.parametrize("method", [b"GET", b"HEAD", b"POST"])
@pytest.mark.parametrize("body", BODIES)
def test_a_body_is_not_read(method: bytes, body: str, caplog: pytest.LogCaptureFixture) -> None:
    """A request with a body is answered once, by its head alone, is no failure, and nothing that follows is read."""

    async def test(port: Port) -> None:
        head, part = BODIES[body]
        peer = await port.connect(HALF.replace(b"GET", method) + head)
        async with asyncio.timeout(TIMEOUT):
            assert b"400 Bad Request" in await peer.reader.readline()
            with contextlib.suppress(ConnectionError):
                await peer.says(part * 1000)
                assert b"HTTP/1.1 " not in await peer.reader.read()
        await port.connected(0)

    _run(PATIENT, test)
    assert [record.getMessage() for record in caplog.records if record.exc_info or record.levelname == "ERROR"] == []


def test_parts_of_a_body_are_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred thousand parts that come with their request at once cost as little as none."""
    seen: list[object] = []
    looked = h11.Connection.next_event

    def look(self: h11.Connection) -> object:
        seen.append(event := looked(self))
        return event

    monkeypatch.setattr(h11.Connection, "next_event", look)

    async def test(port: Port) -> None:
        peer = await port.connect(HALF + b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\nA\r\n" * 100_000)
        async with asyncio.timeout(TIMEOUT):
            with contextlib.suppress(ConnectionError):
                await peer.reader.read()
        await port.connected(0)

    _run(PATIENT, test)
    assert [type(event) for event in seen] == [h11.Request]


def test_no_body_is_a_body_of_nothing() -> None:
    """Who says that there is no body is answered like anybody else."""

    async def test(port: Port) -> None:
        peer = await port.connect(HALF + b"Content-Length: 0\r\n\r\n")
        assert b"200 OK" in await peer.answer()

    _run(PATIENT, test)


# -- by TLS -----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    """What is shown."""
    return Certificates(tmp_path_factory.mktemp("tls"))


@pytest.mark.parametrize("raw", [b"", HALF], ids=["nothing", "half a request"])
def test_who_takes_too_long_by_tls(certificates: Certificates, raw: bytes) -> None:
    """TLS buys nobody time: who has shaken hands and does not ask is cut off."""

    async def test(port: Port) -> None:
        peer = await port.connect_by_tls(certificates.trust)
        peer.writer.write(raw)
        assert await peer.is_closed()
        await port.connected(0)

    limits = Limits(request_seconds=0.3, handshake_seconds=TIMEOUT)
    _run(limits, test, Certificate(certificates.chain, certificates.key))


def test_the_longest_idle_makes_way_by_tls(certificates: Certificates) -> None:
    """When all places are taken by those who ask for nothing, whoever asks by TLS gets in too."""

    async def test(port: Port) -> None:
        idle = [await port.connect_by_tls(certificates.trust) for _ in range(3)]
        await port.connected(3)
        peer = await port.connect_by_tls(certificates.trust)
        await peer.says(WHOLE)
        assert b"200 OK" in await peer.answer()
        assert await idle[0].is_closed()
        await port.connected(3)

    limits = Limits(connections=3, request_seconds=TIMEOUT, handshake_seconds=TIMEOUT)
    _run(limits, test, Certificate(certificates.chain, certificates.key))


def test_a_websocket_by_tls(certificates: Certificates) -> None:
    """It becomes one of those, and is counted as such."""

    async def test(port: Port) -> None:
        async with connect(f"wss://127.0.0.1:{port.port}/ws", ssl=certificates.trust) as peer:
            assert "welcome" in str(await asyncio.wait_for(peer.recv(), TIMEOUT))
            assert port.metrics.open["house"] == 1
            assert port.metrics.open["http"] == 0
        await port.connected(0)

    _run(PATIENT, test, Certificate(certificates.chain, certificates.key))


@pytest.mark.parametrize("proxy", ["192.0.2.7", "192.0.2.8"])
def test_what_is_asked_for_is_counted_where_it_comes_from(proxy: str) -> None:
    """Slow answers are made in turns by address: a proxy is believed for whom it asks, others ask for themselves."""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        asker.append(scope[ASKER])

    asker: list[str] = []
    headers = [(b"x-forwarded-for", b"203.0.113.9")]
    scope: Scope = {"type": "http", "path": "/", "headers": headers, "client": (proxy, 1)}
    receive, send = cast(Receive, None), cast(Send, None)
    asyncio.run(Counted(app, Quotas(), Proxies(("192.0.2.7",)))(scope, receive, send))
    assert asker == ["203.0.113.9" if proxy == "192.0.2.7" else proxy]


@pytest.mark.parametrize("fails", [False, True])
def test_how_long_an_answer_took_is_told_to_the_line(fails: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody else has their share after a request, also after one that failed: its work begins after its turn."""
    begun: list[Scope] = []
    told_after: list[float] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        begun.append(scope)
        if fails:
            raise OSError("this one fails")

    monkeypatch.setattr(Turns, "took", lambda _, seconds: told_after.extend(seconds for _ in begun))
    scope: Scope = {"type": "http", "path": "/", "headers": [], "client": ("192.0.2.7", 1)}
    receive, send = cast(Receive, None), cast(Send, None)
    with contextlib.suppress(OSError):
        asyncio.run(Counted(app, Quotas(), Proxies())(scope, receive, send))
    assert len(told_after) == 1
    assert told_after[0] > 0.0
