"""The load on the WebSocket: many four-seat tables of the house protocol. Its own process.

``python -m bench.websocket_load PORT TABLES SECONDS [WATCHERS]`` prints one JSON line with what it saw. A player plays
any legal action; when a game is over the four begin another. Watchers look at the table that was shown last.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import sys
import time
from functools import partial
from typing import cast

import msgspec
import uvloop

from bench.measured import Seen, count

SEATS = 4
_numbers = itertools.count()


class Seat(msgspec.Struct):
    name: str


class Told(msgspec.Struct):
    type: str
    table: str = ""
    seats: list[Seat] = []
    actors: list[int] = []
    legal: list[str] = []
    result: dict[str, object] | None = None
    started: bool = True


_decoder = msgspec.json.Decoder(Told)


class Player(asyncio.Protocol):
    """One connection, with as little WebSocket as it takes."""

    def __init__(self, seen: Seen, opened: asyncio.Future[str], first: bool) -> None:
        self.seen, self.opened, self.first = seen, opened, first
        self.name = f"p{next(_numbers)}"
        self.rest = b""
        self.shaken = False
        self.asked = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(
            b"GET /ws HTTP/1.1\r\nHost: bench\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )

    def greet(self) -> None:
        self.send("hello", name=self.name)
        if self.first:
            self.send("open", game="splendor", seats=SEATS, start="full")
        else:
            self.opened.add_done_callback(lambda opened: self.send("sit", table=opened.result()))

    def send(self, kind: str, **fields: object) -> None:
        payload = msgspec.json.encode({"type": kind, "cmd_id": str(next(_numbers)), **fields})
        size = bytes((0x80 | len(payload),)) if len(payload) < 126 else b"\xfe" + len(payload).to_bytes(2, "big")
        self.transport.write(b"\x81" + size + b"\0\0\0\0" + payload)

    def data_received(self, data: bytes) -> None:
        data = self.rest + data
        if not self.shaken:
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self.rest = head
                return
            self.shaken = True
            self.greet()
        at = 0
        while len(data) - at >= 4:
            size, start = data[at + 1], at + 2
            if size == 126:
                size, start = int.from_bytes(data[start : start + 2], "big"), start + 2
            if len(data) < start + size:
                break
            if data[at] == 0x81:
                self.told(data[start : start + size])
            at = start + size
        self.rest = data[at:]

    def told(self, text: bytes) -> None:
        if text.startswith(b'{"type":"ok"'):
            if self.asked and self.seen.measuring:
                self.seen.latencies.append(time.perf_counter() - self.asked)
            self.asked = 0.0
            if self.first and not self.opened.done() and b'"table"' in text:
                self.opened.set_result(_decoder.decode(text).table)
            return
        # Only the player to move reads the step: the load must not cost more than the server.
        if b'"legal":[]' in text and b'"result":null' in text and b'"type":"snapshot"' not in text:
            return
        message = _decoder.decode(text)
        if self.first and message.type == "snapshot":
            for watcher in self.seen.watchers:
                watcher.send("watch", table=message.table)
        if message.result is not None:
            self.send("rematch", table=message.table)
        elif message.type == "snapshot" and not message.started and len(message.seats) == SEATS:
            self.send("start", table=message.table)
        elif message.legal and message.seats[message.actors[0]].name == self.name:
            if self.seen.measuring:
                self.seen.moves += 1
            self.asked = time.perf_counter()
            self.send("act", table=message.table, actions=[random.choice(message.legal)])


class Watcher(Player):
    """One that looks on, and reads nothing."""

    def greet(self) -> None:
        self.seen.watchers.append(self)

    def told(self, text: bytes) -> None:
        pass


async def main(port: int, tables: int, seconds: float, watchers: int = 0) -> None:
    seen, loop = Seen(), asyncio.get_running_loop()
    for _ in range(watchers):
        nothing: asyncio.Future[str] = loop.create_future()
        await loop.create_connection(partial(Watcher, seen, nothing, False), "127.0.0.1", port)
    while len(seen.watchers) < watchers:
        await asyncio.sleep(0.01)
    for _ in range(tables):
        opened: asyncio.Future[str] = loop.create_future()
        for number in range(SEATS):
            await loop.create_connection(partial(Player, seen, opened, number == 0), "127.0.0.1", port)
    await count(seen, seconds)


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(main(int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]), *map(int, sys.argv[4:])))
