"""What connections of one listener share: they write together, and none holds up another."""

from __future__ import annotations

import asyncio
from typing import cast

import pytest

from bottega.limits import Limits
from bottega.server import shell as module
from bottega.server.metrics import Metrics
from bottega.server.shell import Door, Shell, tell


class Pipe(asyncio.Transport):
    """A transport that keeps what is written, or fails to."""

    def __init__(self, fails: Exception | None = None) -> None:
        super().__init__()
        self.written: list[bytes] = []
        self.unread = 0
        self._fails = fails

    def write(self, data: object) -> None:
        """Keep it."""
        if self._fails is not None:
            raise self._fails
        self.written.append(cast(bytes, data))

    def get_write_buffer_size(self) -> int:
        """As much as a test says."""
        return self.unread

    def is_closing(self) -> bool:
        """Never."""
        return False

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """Everything is written at once."""


def _shell(door: Door, pipe: Pipe) -> Shell:
    shell = Shell(door)
    shell.connection_made(pipe)
    return shell


@pytest.fixture
def door() -> Door:
    """A listener nobody is connected to."""
    return Door("test", Limits(), Metrics())


def test_one_write_a_turn(door: Door) -> None:
    """What is sent in one turn of the loop is written once per connection, in order, when the turn is over."""

    async def run() -> None:
        pipes = [Pipe(), Pipe()]
        shells = [_shell(door, pipe) for pipe in pipes]
        for word in (b"a", b"b"):
            for shell in shells:
                shell.send_framed(word)
        assert [pipe.written for pipe in pipes] == [[], []]
        await asyncio.sleep(0)
        shells[0].send_framed(b"c")
        await asyncio.sleep(0)
        assert [pipe.written for pipe in pipes] == [[b"ab", b"c"], [b"ab"]]

    asyncio.run(run())


def test_what_waits_is_added_up_a_few_at_a_time(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    """What peers have not read and what is not answered, over all connections; others have their turn meanwhile."""
    monkeypatch.setattr(module, "LOOKED_AT", 2)

    async def run() -> None:
        turns = 0

        def turn() -> None:
            nonlocal turns
            turns += 1
            asyncio.get_running_loop().call_soon(turn)

        for number in range(7):
            pipe = Pipe()
            pipe.unread = 10 * number
            connection = _shell(door, pipe)
            door.connections.add(connection)
            connection._held.extend(["message"] * number)
        turn()
        await door.look()
        assert door.backlog == (210, 21)
        assert turns >= 3

    asyncio.run(run())


def test_a_connection_that_cannot_write_holds_up_nobody(door: Door) -> None:
    """If writing to one connection raises, the loop hears of it and the others are written to all the same."""

    async def run() -> None:
        heard: list[object] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: heard.append(context.get("exception")))
        pipes = [Pipe(), Pipe(OSError("this end is broken")), Pipe()]
        for pipe in pipes:
            _shell(door, pipe).send_framed(b"x")
        for _ in range(3):
            await asyncio.sleep(0)
        assert [pipe.written for pipe in pipes] == [[b"x"], [], [b"x"]]
        assert [str(failure) for failure in heard] == ["this end is broken"]

    asyncio.run(run())


def test_a_connection_that_has_just_ended(door: Door) -> None:
    """uvloop refuses to write to it before it says that it is closing: nothing has gone wrong."""

    async def run() -> None:
        heard: list[object] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: heard.append(context.get("exception")))
        pipes = [Pipe(RuntimeError("the handler is closed")), Pipe()]
        for pipe in pipes:
            _shell(door, pipe).send_framed(b"x")
        for _ in range(3):
            await asyncio.sleep(0)
        assert [pipe.written for pipe in pipes] == [[], [b"x"]]
        assert heard == []

    asyncio.run(run())


class Listens:
    """A dialect that notes what it hears."""

    busy = False
    at = ""

    def __init__(self, heard: list[str], name: str) -> None:
        self._heard = heard
        self._name = name

    def received(self, message: str | None) -> None:
        """Note who said it."""
        self._heard.append(self._name)

    def lost(self) -> None:
        """Nothing to do."""

    def closing(self) -> None:
        """Nothing to do."""


def _talks(door: Door, heard: list[str], name: str, messages: int) -> Shell:
    shell = _shell(door, Pipe())
    shell._begin(Listens(heard, name))
    for _ in range(messages):
        shell._hold("x")
    return shell


def test_whoever_asks_for_little_does_not_wait_for_those_who_ask_a_lot() -> None:
    """Thirty peers with thirty messages each wait for each other; somebody with one message is answered at once."""
    door = Door("test", Limits(messages_per_second=1e-6), Metrics())  # what they have asked for is not forgotten

    async def run() -> None:
        heard: list[str] = []
        crowd = [_talks(door, heard, "crowd", 30) for _ in range(30)]
        for shell in crowd:
            shell._go_on()
        async with asyncio.timeout(60):
            while len(heard) < 30 * door.limits.modest_messages + 30:
                await asyncio.sleep(0)
        before = len(heard)
        _talks(door, heard, "modest", 1)._go_on()
        assert heard[before:] == ["modest"]
        while len(heard) < 30 * 30 + 1:
            before = len(heard)
            await asyncio.sleep(0)
            assert len(heard) - before <= door.limits.line_messages

    asyncio.run(run())


def test_what_the_log_reports_is_written_at_once(door: Door) -> None:
    """Whoever waits for an answer that is durable does not wait for those who ask meanwhile."""

    async def run() -> None:
        pipe = Pipe()
        shell = _shell(door, pipe)
        tell([door], lambda: shell.send_framed(b"ok"))
        assert pipe.written == [b"ok"]
        await asyncio.sleep(0)
        assert pipe.written == [b"ok"]

    asyncio.run(run())


def test_a_report_that_fails_keeps_nobody_from_hearing(door: Door) -> None:
    """What was said before it failed is written all the same."""

    async def run() -> None:
        pipe = Pipe()
        shell = _shell(door, pipe)

        def report() -> None:
            shell.send_framed(b"ok")
            raise OSError("this one fails")

        with pytest.raises(OSError, match="fails"):
            tell([door], report)
        assert pipe.written == [b"ok"]

    asyncio.run(run())
