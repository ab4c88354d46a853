"""The besiegers' connections: raw bytes from whatever address, and WebSockets that do as they like."""

from __future__ import annotations

import asyncio
import base64
import itertools
import json
import os
import socket
import struct
from collections import Counter
from typing import Any

import msgspec
from websockets.frames import Frame, Opcode

HEADER_SECONDS = 30.0
"""How long a besieger waits for an answer before it gives up."""


class Target(msgspec.Struct):
    """The house under siege: its ports, and what was done to it so far."""

    ports: dict[str, int]
    done: Counter[str] = msgspec.field(default_factory=Counter)
    addresses: int = 1
    """From how many addresses peers come."""
    prepares: bool = False
    """Whether the assault has not begun yet."""
    _turn: Any = msgspec.field(default_factory=itertools.count)

    @property
    def tcp(self) -> dict[str, int]:
        """The ports of the five protocols."""
        return {name: port for name, port in self.ports.items() if name != "http"}

    def whence(self) -> str:
        """The address of the next peer: another of this machine, which counts like any other."""
        return f"127.0.{1 + next(self._turn) % self.addresses}.2"

    async def connect(self, port: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection from somewhere; ConnectionError if it is not to be had."""
        raw = socket.socket()
        raw.setblocking(False)
        try:
            raw.bind((self.whence(), 0))
            await asyncio.get_running_loop().sock_connect(raw, ("127.0.0.1", self.ports[port]))
        except OSError as error:
            raw.close()
            self.done["not connected"] += 1
            raise ConnectionError(str(error)) from error
        self.done["connections"] += 1
        return await asyncio.open_connection(sock=raw, limit=1 << 16)


def reset(writer: asyncio.StreamWriter) -> None:
    """Break a connection off at once, with a reset."""
    raw = writer.get_extra_info("socket")
    if raw is not None:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


class House:
    """A WebSocket to the house that says what it is told to."""

    def __init__(self, target: Target) -> None:
        self._target = target
        self._numbers = itertools.count()
        self.reader: asyncio.StreamReader
        self.writer: asyncio.StreamWriter

    async def open(self) -> House:
        """Shake hands, by hand."""
        self.reader, self.writer = await self._target.connect("http")
        key = base64.b64encode(os.urandom(16)).decode()
        self.writer.write(
            f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        try:
            async with asyncio.timeout(HEADER_SECONDS):
                head = await self.reader.readuntil(b"\r\n\r\n")
        except (asyncio.IncompleteReadError, TimeoutError, OSError) as error:
            self.writer.transport.abort()
            raise ConnectionError("no answer") from error
        if b" 101 " not in head.partition(b"\r\n")[0]:
            self._target.done["turned away"] += 1
            self.writer.transport.abort()
            raise ConnectionError("turned away")
        return self

    def say(self, kind: str, **fields: Any) -> str:
        """Send a command without waiting; its id."""
        cmd_id = str(next(self._numbers))
        text = json.dumps({"type": kind, "cmd_id": cmd_id, **fields})
        self.writer.write(Frame(Opcode.TEXT, text.encode()).serialize(mask=True))
        self._target.done["messages"] += 1
        return cmd_id

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a command and wait for its answer."""
        cmd_id = self.say(kind, **fields)
        while True:
            message = await self.hear()
            if message.get("cmd_id") == cmd_id:
                self._target.done["refused" if message["type"] == "refused" else "granted"] += 1
                return message

    async def hear(self) -> dict[str, Any]:
        """The next message; ConnectionError when there are no more."""
        try:
            while True:
                first, length = await self.reader.readexactly(2)
                if length == 126:
                    (length,) = struct.unpack("!H", await self.reader.readexactly(2))
                elif length == 127:
                    (length,) = struct.unpack("!Q", await self.reader.readexactly(8))
                body = await self.reader.readexactly(length)
                if first & 0x0F == Opcode.TEXT:
                    message: dict[str, Any] = json.loads(body)
                    return message
        except asyncio.IncompleteReadError as error:
            raise ConnectionError("closed") from error
