"""Players' connections: messages in any framing, over TCP or a WebSocket, and one way to lose them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from websockets.asyncio.server import ServerConnection, serve

from bottega.players.line import Lost, TcpLine, WebLine
from bottega.wire.core.framing import Framing, JavaStrings, Lines, WriteUtf


@pytest.mark.parametrize("framing", [Lines, WriteUtf, JavaStrings])
def test_an_echo(framing: Callable[[], Framing]) -> None:
    """What is said comes back whole, both are written down, and then the line is lost."""
    heard: list[tuple[str, str]] = []

    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        cut = framing()
        writer.write(cut.greeting())
        for message in [message async for message in _messages(reader, cut)]:
            writer.write(cut.encode(message))
        writer.close()

    async def talk() -> None:
        async with await asyncio.start_server(echo, "127.0.0.1", 0) as server:
            line = await TcpLine.open(
                server.sockets[0].getsockname()[1], framing, lambda way, text: heard.append((way, text))
            )
            line.say("ciao")
            line.say("è")
            assert [await line.hear(), await line.hear()] == ["ciao", "è"]
            with pytest.raises(Lost):
                await line.hear()
            line.close()

    asyncio.run(talk())
    assert heard == [(">", "ciao"), (">", "è"), ("<", "ciao"), ("<", "è")]


async def _messages(reader: asyncio.StreamReader, cut: Framing):  # type: ignore[no-untyped-def]  # a generator of text
    count = 0
    while count < 2:
        for message in cut.feed(await reader.read(1000)):
            count += 1
            yield message


def test_nobody_listens() -> None:
    """A door that is closed is a line that is lost."""

    async def knock() -> None:
        server = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        server.close()
        await server.wait_closed()
        with pytest.raises(Lost):
            await TcpLine.open(port)
        with pytest.raises(Lost):
            await WebLine.open(f"ws://127.0.0.1:{port}/ws")

    asyncio.run(knock())


def test_a_web_line() -> None:
    """The same over a WebSocket."""

    async def echo(connection: ServerConnection) -> None:
        await connection.send(await connection.recv())

    async def talk() -> None:
        async with serve(echo, "127.0.0.1", 0) as server:
            line = await WebLine.open(f"ws://127.0.0.1:{next(iter(server.sockets)).getsockname()[1]}")
            line.say("ciao")
            assert await line.hear() == "ciao"
            with pytest.raises(Lost):
                await line.hear()
            line.close()

    asyncio.run(talk())
