"""TLS handshakes: counted, bounded, given so long; on both event loops, over real sockets."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from structlog.testing import capture_logs

from bottega.limits import Limits, Shares
from bottega.server import handshakes as module
from bottega.server.addresses import Arrival, Proxies
from bottega.server.handshakes import Entrance, Handshakes
from bottega.server.metrics import Metrics
from bottega.server.tls import Certificate
from bottega.table.quotas import Quotas
from tests.server.certificates import Certificates
from tests.server.harness import TIMEOUT

uvloop = pytest.importorskip("uvloop")

PATIENT = Limits(handshake_seconds=TIMEOUT, proxy_seconds=TIMEOUT)
PROXY, STRANGER = "127.0.0.3", "127.0.0.4"
"""Addresses of this machine that are counted like others."""


class Guest(asyncio.Protocol):
    """Whoever has shaken hands; counted as listeners count."""

    def __init__(self, port: Port, arrival: Arrival) -> None:
        self._metrics = port.metrics
        self._quotas = port.quotas
        self._host = arrival.host
        self._port = port
        port.arrivals.append(arrival)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Let in."""
        sock = transport.get_extra_info("socket")
        self._port.taken_in.append(sock.getsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF))
        assert self._metrics.connected == 0, "not counted twice, at the moment it comes in"
        self._metrics.came("test")
        transport.write(b"welcome")  # type: ignore[attr-defined]  # it can be written to

    def connection_lost(self, exc: Exception | None) -> None:
        """Gone."""
        self._metrics.went("test")
        self._quotas.leave(self._host)


class Port:
    """A TLS port in this process."""

    def __init__(self, sock: socket.socket, shaking: Handshakes, metrics: Metrics, quotas: Quotas, trust: Any) -> None:
        self.sock = sock
        self.quotas = quotas
        self.arrivals: list[Arrival] = []
        self.taken_in: list[int] = []
        """How many bytes the system takes in for each guest before they are read."""
        self.kept: list[asyncio.StreamWriter] = []
        self.number = sock.getsockname()[1]
        self.shaking = shaking
        self.metrics = metrics
        self.trust = trust
        self.room = True

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Somebody who does what is expected."""
        return await asyncio.open_connection("127.0.0.1", self.number, ssl=self.trust)

    async def touch(self, raw: bytes = b"", host: str = "127.0.0.1") -> asyncio.StreamReader:
        """Somebody who connects from there, says so much, and waits."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.number, local_addr=(host, 0))
        writer.write(raw)
        self.kept.append(writer)
        return reader

    async def counted(self, connections: int, under_way: int) -> None:
        """Wait until so many connections are counted, of which so many shake hands."""
        async with asyncio.timeout(TIMEOUT):
            while (self.metrics.connected, len(self.shaking)) != (connections, under_way):
                await asyncio.sleep(0.001)

    async def introduced(self, count: int) -> None:
        """Wait until so many are counted for the address that a proxy has named."""
        async with asyncio.timeout(TIMEOUT):
            while self.quotas._holdings["connections_per_address"]._held != {"198.51.100.9": count}:
                await asyncio.sleep(0.001)

    def hits(self, limit: str) -> float:
        """How often somebody ran into a limit."""
        return self.metrics.limits_hit[limit]


@contextlib.asynccontextmanager
async def _port(certificates: Certificates, limits: Limits, sock: socket.socket) -> AsyncIterator[Port]:
    metrics, quotas = Metrics(), Quotas(shares=Shares(connections_per_address=2))
    certificate = Certificate(certificates.chain, certificates.key)
    shaking = Handshakes(certificate, limits, metrics, quotas, Proxies([PROXY]))
    port = Port(sock, shaking, metrics, quotas, certificates.trust)
    shaking.listen(sock, Entrance("test", lambda: port.room, lambda arrival: Guest(port, arrival), proxied=True))
    try:
        yield port
    finally:
        shaking.close()


Run = Callable[..., None]


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    """What is shown."""
    return Certificates(tmp_path_factory.mktemp("tls"))


@pytest.fixture(params=[asyncio.new_event_loop, uvloop.new_event_loop], ids=["asyncio", "uvloop"])
def run(request: pytest.FixtureRequest, certificates: Certificates) -> Run:
    """Run a test against a port with these limits."""

    def run(test: Callable[[Port], Awaitable[None]], limits: Limits = PATIENT, kind: Any = socket.socket) -> None:
        async def whole() -> None:
            with kind() as sock:
                sock.bind(("127.0.0.1", 0))
                sock.listen(100)
                sock.setblocking(False)
                async with asyncio.timeout(TIMEOUT), _port(certificates, limits, sock) as port:
                    await test(port)

        with asyncio.Runner(loop_factory=request.param) as runner:
            runner.run(whole())

    return run


async def is_closed(reader: asyncio.StreamReader) -> bool:
    """Whether the other side closes, whatever it said before."""
    with contextlib.suppress(ConnectionError):
        while await reader.read(1000):
            pass
    return True


def test_counted_from_the_first_moment(run: Run) -> None:
    """Half a handshake is a connection like others, one that is done is counted once, and none is forgotten."""

    async def test(port: Port) -> None:
        reader, writer = await port.connect()
        assert await reader.readexactly(7) == b"welcome"
        await port.counted(1, 0)
        writer.close()
        await port.counted(0, 0)
        await port.touch()
        await port.touch(b"\x16\x03\x01")
        await port.counted(2, 2)
        for each in port.kept:
            each.close()
        await port.counted(0, 0)

    run(test)


def test_little_is_read_at_once(run: Run) -> None:
    """Bytes in records of their own are costly to read, so that few wait to be read before it is others' turn."""

    async def test(port: Port) -> None:
        reader, writer = await port.connect()
        assert await reader.readexactly(7) == b"welcome"
        assert port.taken_in[0] <= 2 * PATIENT.tls_bytes, "the system may double it"
        writer.close()
        await port.counted(0, 0)

    run(test)


@pytest.mark.parametrize("raw", [b"", b"\x16\x03\x01\x02\x00\x01"], ids=["silent", "half-spoken"])
def test_who_takes_too_long(run: Run, raw: bytes) -> None:
    """Nobody is waited for longer than that, whether they have begun or not."""

    async def test(port: Port) -> None:
        with capture_logs() as log:
            reader = await port.touch(raw)
            assert await is_closed(reader)
            await port.counted(0, 0)
        assert port.hits("handshake_seconds") == 1
        assert log[-1]["reason"] == "it took too long to shake hands"
        assert port.metrics.handshakes_failed["test"] == 1

    run(test, Limits(handshake_seconds=0.05))


def test_the_longest_makes_way(run: Run) -> None:
    """When all places are taken by those who do not finish, whoever does gets in, and the first of them is out."""

    async def test(port: Port) -> None:
        first = await port.touch()
        await port.counted(1, 1)
        await port.touch()
        await port.counted(2, 2)
        await port.touch()
        assert await is_closed(first)
        await port.counted(2, 2)
        assert port.hits("handshakes") == 1

    run(test, Limits(handshakes=2, handshake_seconds=TIMEOUT))


def test_a_crowd_in_one_moment(run: Run) -> None:
    """Those who have to make way before their handshake has begun are closed too."""

    async def test(port: Port) -> None:
        crowd = [socket.create_connection(("127.0.0.1", port.number)) for _ in range(20)]
        await port.counted(3, 3)
        assert port.hits("handshakes") == 17
        for each in crowd[:17]:
            each.settimeout(TIMEOUT)
            with contextlib.suppress(ConnectionError):
                assert await asyncio.to_thread(each.recv, 1) == b""
        for each in crowd:
            each.close()
        await port.counted(0, 0)

    run(test, Limits(handshakes=3, handshake_seconds=TIMEOUT))


def test_no_room(run: Run) -> None:
    """Whoever would be too many is sent away before any computing is done for them."""

    async def test(port: Port) -> None:
        port.room = False
        assert await is_closed(await port.touch())
        await port.counted(0, 0)
        assert port.hits("connections") == 1

    run(test)


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"GET / HTTP/1.1\r\n\r\n", "it speaks HTTP without TLS"),
        (b'{"request_type":"client_hello"}\n', "it speaks without TLS"),
    ],
)
def test_who_speaks_something_else(run: Run, raw: bytes, reason: str) -> None:
    """The log says what was wrong, in words; nobody else is disturbed."""

    async def test(port: Port) -> None:
        with capture_logs() as log:
            assert await is_closed(await port.touch(raw))
            await port.counted(0, 0)
        assert [(line["event"], line["reason"], line["listener"]) for line in log] == [("no handshake", reason, "test")]

    run(test)


def test_one_address_has_its_share(run: Run) -> None:
    """Half-done handshakes count for the address they come from, so nobody takes all places; others get in."""

    async def test(port: Port) -> None:
        await port.touch(host=STRANGER)
        await port.touch(host=STRANGER)
        await port.counted(2, 2)
        assert await is_closed(await port.touch(host=STRANGER))
        assert port.quotas.hit["connections_per_address"] == 1
        await port.counted(2, 2)
        for each in port.kept:
            each.close()
        await port.counted(0, 0)
        await port.touch(host=STRANGER)
        await port.counted(1, 1)
        assert port.quotas.hit["connections_per_address"] == 1

    run(test)


async def by_proxy(port: Port, header: bytes) -> socket.socket:
    """A connection of the proxy that has said so much; not a byte of TLS yet."""
    proxy = socket.create_connection(("127.0.0.1", port.number), TIMEOUT, (PROXY, 0))
    await asyncio.to_thread(proxy.sendall, header)
    return proxy


def test_behind_a_proxy(run: Run) -> None:
    """What a trusted proxy says comes before TLS, in one go with it or byte by byte; the peer behind it is counted."""

    async def test(port: Port) -> None:
        for host in ("198.51.100.7", "198.51.100.8"):
            proxy = await by_proxy(port, f"PROXY TCP4 {host} 192.0.2.1 4711 2000\r\n".encode())
            client = await asyncio.to_thread(port.trust.wrap_socket, proxy, server_hostname="127.0.0.1")
            assert await asyncio.to_thread(client.recv, 7) == b"welcome"
            assert port.arrivals[-1].host == host
            assert port.arrivals[-1].peer.startswith(f"{host} by ")
            client.close()
            await port.counted(0, 0)

    run(test)


@pytest.mark.parametrize("header", [b"\x16\x03\x01", b"GET / HTTP/1.1\r\n"], ids=["TLS at once", "something else"])
def test_a_proxy_that_does_not_introduce_anybody(run: Run, header: bytes) -> None:
    """It has to: otherwise whoever is behind it could do so in its place."""

    async def test(port: Port) -> None:
        with capture_logs() as log:
            proxy = await by_proxy(port, header)
            with contextlib.suppress(ConnectionError):
                assert await asyncio.to_thread(proxy.recv, 1) == b""
            await port.counted(0, 0)
        assert [(line["event"], line["reason"]) for line in log] == [
            ("no handshake", "it does not say for whom it connects")
        ]
        proxy.close()

    run(test)


def test_a_proxy_that_falls_silent(run: Run) -> None:
    """It is not waited for longer than others are."""

    async def test(port: Port) -> None:
        proxy = await by_proxy(port, b"PROXY TCP4 198.51")
        with contextlib.suppress(ConnectionError):
            assert await asyncio.to_thread(proxy.recv, 1) == b""
        await port.counted(0, 0)
        assert port.hits("proxy_seconds") == 1
        proxy.close()

    run(test, Limits(proxy_seconds=0.05))


def test_the_share_of_somebody_behind_a_proxy(run: Run) -> None:
    """Whoever comes too often is kept out by their own address, not by the proxy's."""

    async def test(port: Port) -> None:
        header = b"PROXY TCP4 198.51.100.9 192.0.2.1 4711 2000\r\n"
        inside = []
        for count in (1, 2):
            inside.append(await by_proxy(port, header))
            await port.counted(count, count)
        await port.introduced(2)
        proxy = await by_proxy(port, header)
        with contextlib.suppress(ConnectionError):
            assert await asyncio.to_thread(proxy.recv, 1) == b""
        await port.counted(2, 2)
        assert port.quotas.hit["connections_per_address"] == 1
        for each in (proxy, *inside):
            each.close()

    run(test)


def test_who_only_looks_in(run: Run) -> None:
    """A connection that is closed without a word, as monitors make them, is not worth a line."""

    async def test(port: Port) -> None:
        with capture_logs() as log:
            await port.touch()
            await port.counted(1, 1)
            port.kept[0].close()
            await port.counted(0, 0)
        assert log == []

    run(test)


def test_closing(run: Run) -> None:
    """Nobody is taken in any more, and who is not in yet stays outside."""

    async def test(port: Port) -> None:
        reader = await port.touch()
        await port.counted(1, 1)
        port.shaking.close()
        assert await is_closed(reader)
        await port.counted(0, 0)
        with pytest.raises(ConnectionRefusedError):
            await port.touch()
        assert port.metrics.connected == 0

    run(test)


class Exhausted(socket.socket):
    """A port of a process that has no file left, for a moment."""

    failures = 1

    def accept(self) -> tuple[socket.socket, Any]:
        """Take somebody in, after the failures."""
        if self.failures:
            self.failures -= 1
            raise OSError(errno.EMFILE, "Too many open files")
        return super().accept()


def test_without_files(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """When there is no file left for a newcomer, that is said, and tried again after a while."""
    monkeypatch.setattr(module, "PAUSE_SECONDS", 0.01)

    async def test(port: Port) -> None:
        with capture_logs() as log:
            reader, _ = await port.connect()
            assert await reader.readexactly(7) == b"welcome"
        assert log[0]["event"] == "nobody can be accepted"

    run(test, kind=Exhausted)
