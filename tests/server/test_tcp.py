"""The shell around a dialect: limits in both directions, real sockets, a house in this process.

Everything is tried in plain text and by TLS, the latter on both event loops: each has its own implementation of it.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import ssl
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, NamedTuple

import pytest

from bottega.limits import MAX_MESSAGE, MAX_SKIPPED, Limits
from bottega.server.handshakes import Entrance, Handshakes
from bottega.server.metrics import Metrics
from bottega.server.shell import Shell
from bottega.server.tcp import Connection, Listener
from bottega.server.tls import Certificate
from bottega.store.memory import MemoryLog
from bottega.table.house import House, Settings
from bottega.wire import DIALECTS
from bottega.wire.core.dialect import Dialect
from bottega.wire.core.framing import JavaStrings
from bottega.wire.core.machine import Handling
from tests.server.certificates import Certificates
from tests.server.harness import TIMEOUT

uvloop = pytest.importorskip("uvloop")

BAD = b'{"request_type":"nonsense"}\n'
Test = Callable[["Door"], Awaitable[None]]


class Line(NamedTuple):
    """How messages travel in a test."""

    certificates: Certificates | None
    loop: Callable[[], asyncio.AbstractEventLoop]


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    """What the house shows."""
    return Certificates(tmp_path_factory.mktemp("tls"))


line = Line(None, asyncio.new_event_loop)


@pytest.fixture(params=["in plain text", "by TLS", "by TLS on uvloop"], autouse=True)
def _lines(request: pytest.FixtureRequest, certificates: Certificates, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test is run on every line."""
    loop = uvloop.new_event_loop if "uvloop" in request.param else asyncio.new_event_loop
    chosen = Line(certificates if "TLS" in request.param else None, loop)
    monkeypatch.setattr(sys.modules[__name__], "line", chosen)


class Deaf:
    """A peer that reads nothing."""

    def __init__(self, port: int) -> None:
        self._socket = socket.socket()
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self._socket.settimeout(TIMEOUT)
        self._socket.connect(("127.0.0.1", port))
        if line.certificates is not None:
            self._socket = line.certificates.trust.wrap_socket(self._socket, server_hostname="127.0.0.1")

    async def write(self, raw: bytes) -> None:
        """Send as much as the server takes."""
        with contextlib.suppress(OSError):
            await asyncio.to_thread(self._socket.sendall, raw)


class Door:
    """One listening port of a house, and connections to it."""

    def __init__(self, port: int, listener: Listener) -> None:
        self.port = port
        self.listener = listener

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection."""
        trust = None if line.certificates is None else line.certificates.trust
        return await asyncio.open_connection("127.0.0.1", self.port, ssl=trust)

    async def connect_deaf(self) -> Deaf:
        """A connection of a peer that reads nothing."""
        return await asyncio.to_thread(Deaf, self.port)

    async def welcomed(self) -> set[Shell]:
        """The connections, once there are any."""
        while not self.listener.connections:
            await asyncio.sleep(0.01)
        return self.listener.connections

    async def empty(self) -> bool:
        """Whether all connections are gone; they may take a while."""
        async with asyncio.timeout(TIMEOUT):
            while self.listener.connections:
                await asyncio.sleep(0.01)
        return True


@contextlib.asynccontextmanager
async def _door(limits: Limits, dialect: str, profile: str) -> AsyncIterator[Door]:
    house = House(MemoryLog(), Settings(), time.time)
    listener = Listener(DIALECTS[dialect], profile, house, limits, Metrics())
    bound = socket.create_server(("127.0.0.1", 0))
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    bound.setblocking(False)
    door = Door(bound.getsockname()[1], listener)
    if line.certificates is None:
        async with await asyncio.get_running_loop().create_server(listener.connection, sock=bound):
            yield door
    else:
        certificate = Certificate(line.certificates.chain, line.certificates.key)
        handshakes = Handshakes(certificate, limits, listener.metrics, house.quotas)
        handshakes.listen(bound, Entrance(listener.name, listener.has_room, listener.connection))
        yield door
        handshakes.close()
        bound.close()


def through(test: Test, limits: Limits | None = None, dialect: str = "splendor-json", profile: str = "") -> None:
    """Run a test against a door with these limits."""

    async def run() -> None:
        async with asyncio.timeout(TIMEOUT), _door(limits or Limits(), dialect, profile) as door:
            await test(door)

    with asyncio.Runner(loop_factory=line.loop) as runner:
        runner.run(run())


async def answer(reader: asyncio.StreamReader) -> dict[str, Any]:
    """The next answer."""
    message: dict[str, Any] = json.loads(await reader.readline())
    return message


def test_bad_lines_are_answered_one_by_one() -> None:
    """Too long, not text, not JSON: each gets one error, and the connection lives."""

    async def test(door: Door) -> None:
        reader, writer = await door.connect()
        await answer(reader)
        for bad in (b"x" * (2 * MAX_MESSAGE) + b"\n", b"\xff\n", b"{\n", BAD):
            writer.write(bad)
            assert (await answer(reader))["result"] == "invalid"
        assert len(door.listener.connections) == 1

    through(test)


def test_a_slow_line() -> None:
    """A request that arrives byte by byte is a request."""

    async def test(door: Door) -> None:
        reader, writer = await door.connect()
        await answer(reader)
        for byte in BAD:
            writer.write(bytes([byte]))
            await asyncio.sleep(0.001)
        assert (await answer(reader))["result"] == "invalid"

    through(test)


async def _cut_off(door: Door, reader: asyncio.StreamReader) -> None:
    with contextlib.suppress(ConnectionError):
        while await reader.read(65536):
            pass
    assert await door.empty()
    assert door.listener.metrics.cut_off == 1


def test_a_flood() -> None:
    """Whoever sends more than the allowance is cut off."""

    async def test(door: Door) -> None:
        reader, writer = await door.connect()
        writer.write(BAD * 51)
        await _cut_off(door, reader)

    through(test, Limits(burst=50, messages_per_second=1))


def test_a_quick_client() -> None:
    """Whoever waits for every answer is never cut off: above the allowance it is only answered later."""

    async def test(door: Door) -> None:
        reader, writer = await door.connect()
        await answer(reader)
        began = time.monotonic()
        for _ in range(80):
            writer.write(BAD)
            assert (await answer(reader))["result"] == "invalid"
        assert time.monotonic() - began > 0.25, "30 messages above the allowance, at 100 a second"
        assert door.listener.metrics.cut_off == 0

    through(test, Limits(burst=50, messages_per_second=100))


@pytest.mark.parametrize(
    ("profile", "first", "again"),
    [
        ("", b'{"x":"' + b"x" * 60_000 + b'"}\n', b'{"x":"' + b"x" * 60_000 + b'"}\n'),
        ("original", b"\xac\xed\0\x05" + b"\x74\xea\x60" + b"x" * 60_000, b"\x71\x00\x7e\x00\x00"),
    ],
    ids=["lines", "references of a Java stream"],
)
def test_long_messages_weigh_more(profile: str, first: bytes, again: bytes) -> None:
    """A message of 60 kB counts as a hundred: the fifth waits for its time, however few bytes it came in."""

    async def test(door: Door) -> None:
        _, writer = await door.connect()
        writer.write(first + again * 9)
        await asyncio.sleep(0.5)
        assert door.listener.metrics.received < 5
        assert door.listener.metrics.cut_off == 0

    through(test, Limits(messages_per_second=0.1), profile=profile)


def test_a_pile_of_requests() -> None:
    """What came in one go is answered in order and completely, the last of it at the pace of the allowance."""

    async def test(door: Door) -> None:
        reader, writer = await door.connect()
        await answer(reader)
        for number in range(3):
            writer.write(b"".join(b'{"request_type":"n%d"}\n' % (40 * number + i) for i in range(40)))
            await asyncio.sleep(0.02)
        for number in range(120):
            assert f"'n{number}'" in (await answer(reader))["message"]
        assert door.listener.metrics.cut_off == 0

    through(test, Limits(burst=100, messages_per_second=200, held_messages=4))


def test_a_line_without_end() -> None:
    """Whoever never ends a line is cut off, and costs no memory until then."""

    async def test(door: Door) -> None:
        reader, writer = await door.connect()
        writer.write(b"x" * (2 * MAX_SKIPPED))
        await _cut_off(door, reader)

    through(test)


def test_a_peer_that_does_not_read() -> None:
    """What is sent to a peer that does not read is kept only up to a limit; then it counts as gone."""

    async def test(door: Door) -> None:
        deaf = await door.connect_deaf()
        for _ in range(300):
            await deaf.write(BAD * 20)
            await asyncio.sleep(0.001)
            if not door.listener.connections:
                break
        assert await door.empty()
        assert door.listener.metrics.cut_off == 1

    through(test, Limits(unread_bytes=20_000, burst=10_000))


@pytest.mark.parametrize("when", ["told to close", "house closes"])
def test_a_deaf_peer_does_not_stay(when: str) -> None:
    """A connection that is being closed does not wait for ever for its peer to read the last words."""

    async def test(door: Door) -> None:
        deaf = await door.connect_deaf()
        await deaf.write(BAD * 2000)
        (connection,) = await door.welcomed()
        while door.listener.metrics.received < 2000:
            await asyncio.sleep(0.01)
        if when == "told to close":
            connection.close("for this test")
        else:
            connection.farewell()
        for _ in range(5):  # turns of the loop, in which a peer that has read everything would be gone
            await asyncio.sleep(0)
        assert door.listener.connections, "the peer must have something unread for this test to mean anything"
        assert await door.empty()

    through(test, Limits(unread_bytes=1 << 20, burst=10_000, linger_seconds=0.3))


def test_last_words_are_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a dialect is told after it has closed its connection is not sent any more, as on the stage of its tests."""

    class Leaver(Dialect[str]):
        """Says goodbye, and something after it."""

        NAME = "leaver"
        GAME = "splendor"

        def write(self, said: str) -> str:
            return said

        def greet(self) -> Handling:
            yield "bye"
            self.peer.close("it was short")
            yield "one thing more"

    async def test(door: Door) -> None:
        reader, _ = await door.connect()
        assert await reader.read() == b"bye\n"
        assert await door.empty()

    monkeypatch.setitem(DIALECTS, Leaver.NAME, Leaver)
    through(test, dialect=Leaver.NAME)


def test_half_close() -> None:
    """Who sends no more is answered what was asked, then the connection is closed and the player is away."""
    if line.certificates is not None:
        pytest.skip("there are no half-closed connections in TLS")

    async def test(door: Door) -> None:
        reader, writer = await door.connect()
        await answer(reader)
        writer.write(BAD * 3)
        writer.write_eof()
        assert [(await answer(reader))["result"] for _ in range(3)] == ["invalid"] * 3
        assert await reader.read() == b""
        assert await door.empty()

    through(test)


def test_who_hangs_up_has_left_at_once() -> None:
    """A player who hangs up and comes back in the same turn of the event loop does not find the own seat taken."""

    async def test(door: Door) -> None:
        reader, writer = await door.connect()
        writer.write(b'{"id":"login","username":"ann"}\n')
        await reader.readline()
        house, (connection,) = door.listener.house, door.listener.connections
        assert isinstance(connection, Connection)
        assert house.taken("sagrada", "ann")
        assert connection.eof_received() is False
        assert not house.taken("sagrada", "ann")
        writer.close()

    through(test, dialect="sagrada-json")


def test_nothing_is_done_for_who_has_left() -> None:
    """A password of somebody who has hung up is wanted by nobody from that moment on, however many leave at once."""

    async def test(door: Door) -> None:
        _, writer = await door.connect()
        await asyncio.sleep(0)
        (connection,) = door.listener.connections
        assert isinstance(connection, Connection)
        dialect = connection._dialect
        assert dialect is not None
        door.listener.house.accounts.beside = lambda *_: True  # it waits for ever
        connection.data_received(b"LOGIN ann secret\r\n")
        assert dialect.busy
        connection.eof_received()
        assert dialect.gone
        writer.close()

    through(test, dialect="sagrada-text")


def test_a_nameless_peer() -> None:
    """Who connects and never says a name does not stay."""

    async def test(door: Door) -> None:
        reader, _ = await door.connect()
        await _cut_off(door, reader)

    through(test, Limits(silent_seconds=0.1))


def test_a_peer_that_waits_for_its_answer() -> None:
    """Who has said a name and waits for the disk, or for a password to be checked, is not cut off meanwhile."""

    async def test(door: Door) -> None:
        reader, _ = await door.connect()
        await answer(reader)
        (connection,) = door.listener.connections
        assert isinstance(connection, Connection)
        assert connection._dialect is not None
        connection._dialect.busy = True
        connection._check_named()
        assert not connection._transport.is_closing()
        connection._dialect.busy = False
        connection._check_named()
        await _cut_off(door, reader)

    through(test)


def test_who_has_left_is_forgotten() -> None:
    """Nothing keeps a connection in memory that is gone, no timer either."""
    if line.loop is uvloop.new_event_loop:
        pytest.skip("uvloop does not show its timers")

    async def test(door: Door) -> None:
        before = len(_timers())
        for _ in range(10):
            _, writer = await door.connect()
            writer.close()
            with contextlib.suppress(ssl.SSLError):  # the greeting came after we had said that nothing should
                await writer.wait_closed()
        assert await door.empty()
        assert len(_timers()) <= before

    def _timers() -> list[object]:
        loop = asyncio.get_running_loop()
        return [handle for handle in loop._scheduled if not handle.cancelled()]  # type: ignore[attr-defined]  # no public way

    through(test)


def test_a_full_house() -> None:
    """Beyond the limit of connections nobody is let in, and whoever is in stays."""

    async def test(door: Door) -> None:
        first, _ = await door.connect()
        await answer(first)
        with contextlib.suppress(ConnectionError):
            second, _ = await door.connect()
            assert await second.read() == b""
        assert len(door.listener.connections) == 1

    through(test, Limits(connections=1))


def test_requests_in_one_go() -> None:
    """Requests sent without waiting are answered in their order, each after the one before is durable."""

    async def test(door: Door) -> None:
        reader, writer = await door.connect()
        client_id = (await answer(reader))["set_client_id"]
        hello = {"request_type": "client_hello", "client_id": client_id, "nick": "ann"}
        early = {"request_type": "get_gems", "client_id": client_id, "white": 1}
        writer.write(b"".join(json.dumps(request).encode() + b"\n" for request in (early, hello, early, hello)))
        answers = [await answer(reader) for _ in range(4)]
        assert [(one["answer_type"], one["result"]) for one in answers] == [
            ("nick_verification", "invalid"),
            ("nick_verification", "ok"),
            ("move_verification", "illegal"),
            ("move_verification", "illegal"),
        ]

    through(test)


def test_the_java_stream() -> None:
    """The original profile greets with the stream header, and a stream that is none is cut off."""

    async def test(door: Door) -> None:
        reader, writer = await door.connect()
        assert await reader.readexactly(5) == JavaStrings().greeting() + b"\x74"
        length = int.from_bytes(await reader.readexactly(2), "big")
        assert json.loads(await reader.readexactly(length))["answer_type"] == "server_hello"
        writer.write(b"GET / HTTP/1.1\r\n\r\n")
        await _cut_off(door, reader)

    through(test, profile="original")
