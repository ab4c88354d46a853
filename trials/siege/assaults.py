"""What hostile peers do: each assault is a function that goes on until it is stopped.

``python -m trials.siege.assaults NAME PORTS SECONDS`` runs one (PORTS as JSON) and prints ``begun``, and what it
got done as JSON.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import resource
import socket
import sys
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import msgspec

from trials.siege.peers import House, Target, reset

IDLE = 10_000
Assault = Callable[[Target], Coroutine[Any, Any, None]]

HELLO = {
    "splendor-json": b'{"request_type":"nonsense"}\n',
    "sagrada-text": b"LOGIN nobody\n",
    "sagrada-json": b'{"id":"nonsense"}\n',
    "renaissance-json": b'{"type":"nonsense"}\n',
    "renaissance-steps": b'{"type":"nonsense","data":{}}\n',
    "renaissance-events": b'{"type":"nonsense"}\n',
    "http": b"GET /nowhere HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
}
"""A message of each port that is answered with an error."""


async def _many(count: int, peer: Callable[[], Awaitable[None]], pause: float = 0.0) -> None:
    """So many peers at once; each that has had enough, or is refused, comes back."""

    async def again() -> None:
        while True:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                await peer()
            await asyncio.sleep(pause)

    async with asyncio.TaskGroup() as group:
        for _ in range(count):
            group.create_task(again())


def _ports(target: Target) -> Callable[[], str]:
    turn = itertools.cycle(target.ports)
    return lambda: next(turn)


async def slowloris(target: Target) -> None:
    """2,000 peers from 20 addresses, on every port: a byte of a message each second."""
    target.addresses, port = 20, _ports(target)

    async def peer() -> None:
        name = port()
        _, writer = await target.connect(name)
        for byte in itertools.cycle(HELLO[name][:-2]):
            writer.write(bytes([byte]))
            await writer.drain()
            await asyncio.sleep(1.0)

    await _many(2_000, peer, 0.5)


async def never_read(target: Target) -> None:
    """300 peers from 10 addresses, on every port: they ask and ask, and read nothing."""
    target.addresses, port = 10, _ports(target)

    async def peer() -> None:
        name = port()
        reader, writer = await target.connect(name)
        raw = writer.get_extra_info("socket")
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        reader._transport.pause_reading()  # type: ignore[attr-defined]  # this peer reads nothing at all
        while not writer.is_closing():
            writer.write(HELLO[name] * 10)
            target.done["messages"] += 10
            async with asyncio.timeout(5):
                await writer.drain()
            await asyncio.sleep(0.1)

    await _many(300, peer, 0.5)


async def half_open(target: Target) -> None:
    """2,000 peers from 20 addresses, on every port: they say that they will send no more, and stay."""
    target.addresses, port = 20, _ports(target)

    async def peer() -> None:
        reader, writer = await target.connect(port())
        with contextlib.suppress(OSError):
            writer.write_eof()
        while await reader.read(4096):
            pass
        writer.close()

    await _many(2_000, peer, 1.0)


async def resets(target: Target) -> None:
    """50 peers from one address, on every port: half a message, a reset, and again."""
    port = _ports(target)

    async def peer() -> None:
        name = port()
        _, writer = await target.connect(name)
        writer.write(HELLO[name][:10])
        await asyncio.sleep(0)
        reset(writer)

    await _many(50, peer)


async def resets_from_everywhere(target: Target) -> None:
    """The same from 100 addresses."""
    target.addresses = 100
    await resets(target)


async def invalid(target: Target) -> None:
    """50 peers from one address, on every port: nonsense without end; whoever is cut off comes back at once."""
    port = _ports(target)

    async def peer() -> None:
        name = port()
        reader, writer = await target.connect(name)
        reading = asyncio.create_task(_read_all(reader))
        try:
            while not writer.is_closing():
                writer.write(HELLO[name] * 100)
                target.done["messages"] += 100
                await writer.drain()
                await asyncio.sleep(0)
        finally:
            reading.cancel()
            writer.transport.abort()

    await _many(50, peer)


async def invalid_from_everywhere(target: Target) -> None:
    """The same from 100 addresses."""
    target.addresses = 100
    await invalid(target)


async def _read_all(reader: asyncio.StreamReader) -> None:
    with contextlib.suppress(OSError):
        while await reader.read(1 << 16):
            pass


async def valid(target: Target) -> None:
    """50 browsers from 10 addresses: what they ask for is in order, and they ask as fast as they are answered."""
    target.addresses, names = 10, itertools.count()

    async def peer() -> None:
        house = await House(target).open()
        await house.ask("hello", name=f"besieger {next(names)}")
        table = (await house.ask("open", game="renaissance", seats=4, start="asked"))["table"]
        while True:
            for _ in range(20):
                house.say("lobby", on=True)
                house.say("watch", table=table)
            await house.ask("lobby", on=False)

    await _many(50, peer, 0.2)


async def why(target: Target) -> None:
    """10 browsers from one address: each asks why sixty actions cannot be played, over and over."""
    names = itertools.count()

    async def peer() -> None:
        house = await House(target).open()
        await house.ask("hello", name=f"curious {next(names)}")
        table = (await house.ask("open", game="sagrada", seats=1))["table"]
        await house.ask("start", table=table)
        legal = ""
        while not legal:
            message = await house.hear()
            legal = (message.get("legal") or [""])[0]
        while True:
            for _ in range(9):
                house.say("why", table=table, actions=[legal] * 60)
            await house.ask("why", table=table, actions=[legal] * 60)

    await _many(10, peer, 0.2)


async def idle(target: Target) -> None:
    """10,000 connections from 40 addresses to one port; they say nothing."""
    target.addresses, target.prepares = 40, True
    writers = []
    for _ in range(IDLE):
        with contextlib.suppress(OSError):
            writers.append((await target.connect("splendor-json"))[1])
        if len(writers) % 100 == 0:
            await asyncio.sleep(0.01)
    target.prepares = False
    await asyncio.Event().wait()


async def tables(target: Target) -> None:
    """30 browsers from one address: each opens tables as fast as it can, and leaves them."""
    names = itertools.count()

    async def peer() -> None:
        house = await House(target).open()
        await house.ask("hello", name=f"opener {next(names)}")
        for _ in range(1_000):
            answer = await house.ask("open", game="sagrada", seats=4, start="asked", sit=False)
            if answer["type"] == "ok":
                await house.ask("unwatch", table=answer["table"])
            else:
                await asyncio.sleep(0.05)

    await _many(30, peer, 0.2)


async def bots(target: Target) -> None:
    """One person asks for bots, four at a table, as fast as they can, and starts the tables; then looks at the last."""
    house = await House(target).open()
    await house.ask("hello", name="lonely")
    while True:
        answer = await house.ask("open", game="splendor", seats=4, start="asked", sit=False)
        if answer["type"] != "ok":
            await asyncio.sleep(0.05)
            continue
        table = answer["table"]
        for _ in range(4):
            await house.ask("add_bot", table=table, bot="greedy")
        await house.ask("start", table=table)
        await house.ask("unwatch", table=table)


async def reconnects(target: Target) -> None:
    """50 peers from one address: each floods, is cut off, and is back at once."""

    async def peer() -> None:
        reader, writer = await target.connect("splendor-json")
        writer.write(HELLO["splendor-json"] * 1_000)
        await _read_all(reader)
        writer.close()

    await _many(50, peer)


async def reconnects_from_everywhere(target: Target) -> None:
    """The same from 100 addresses."""
    target.addresses = 100
    await reconnects(target)


async def connects(target: Target) -> None:
    """50 peers from one address: each connects, says nothing, leaves, and is back at once."""

    async def peer() -> None:
        _, writer = await target.connect("splendor-json")
        writer.close()
        await asyncio.sleep(0)

    await _many(50, peer)


async def logins(target: Target) -> None:
    """100 peers from 20 addresses: passwords for names of others, and for new ones, without end."""
    target.addresses, names = 20, itertools.count()

    async def peer() -> None:
        reader, writer = await target.connect("sagrada-text")
        await reader.readline()
        for _ in range(20):
            writer.write(f"LOGIN victim{next(names) % 10} guess\n".encode())
            target.done["messages"] += 1
            if not await reader.readline():
                break
        writer.close()

    await _many(100, peer, 0.05)


async def requests(target: Target) -> None:
    """50 peers from one address: requests over HTTP, one after the other."""

    async def peer() -> None:
        reader, writer = await target.connect("http")
        while True:
            writer.write(b"GET /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            target.done["messages"] += 1
            head = await reader.readuntil(b"\r\n\r\n")
            length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0] or 0)
            await reader.readexactly(length)

    await _many(50, peer)


ASSAULTS: dict[str, Assault] = {
    each.__name__.replace("_", "-"): each
    for each in (
        slowloris,
        never_read,
        half_open,
        resets,
        resets_from_everywhere,
        invalid,
        invalid_from_everywhere,
        valid,
        why,
        idle,
        tables,
        bots,
        connects,
        reconnects,
        reconnects_from_everywhere,
        logins,
        requests,
    )
}


async def main(name: str, ports: dict[str, int], seconds: float) -> None:
    """Run an assault for so long, and tell what it got done."""
    target = Target(ports)
    assault = asyncio.create_task(ASSAULTS[name](target))
    await asyncio.sleep(0.1)
    while target.prepares and not assault.done():
        await asyncio.sleep(0.1)
    print("begun", flush=True)
    await asyncio.wait([assault], timeout=seconds)
    if assault.done():
        assault.result()
    print(msgspec.json.encode(target.done).decode(), flush=True)
    os._exit(0)  # ten thousand connections need not be closed one by one


if __name__ == "__main__":
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    asyncio.run(main(sys.argv[1], json.loads(sys.argv[2]), float(sys.argv[3])))
