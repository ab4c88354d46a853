"""Messages as bytes on the stream of a door: lines, Java's strings, WebSocket frames; well made, or a little wrong."""

from __future__ import annotations

from random import Random
from typing import Protocol

from bottega.wire.core.framing import Framing, JavaStrings, WriteUtf


class Writer(Protocol):
    """Puts messages on a stream."""

    def opening(self) -> bytes:
        """What a client sends before its first message."""

    def frame(self, random: Random, message: bytes) -> bytes:
        """A message on the stream."""

    def odd(self, random: Random) -> bytes:
        """Something that no client would send."""


class LineWriter:
    """A line feed at the end."""

    def opening(self) -> bytes:
        """Nothing."""
        return b""

    def frame(self, random: Random, message: bytes) -> bytes:
        """The message and the end of its line."""
        return message + (b"\n" if random.random() < 0.95 else b"\r\n")

    def odd(self, random: Random) -> bytes:
        """Blank lines, lines that are no text, an endless one."""
        match random.randrange(5):
            case 0:
                return b"\n" * random.randrange(1, 9)
            case 1:
                return random.randbytes(random.randrange(1, 40)) + b"\n"
            case 2:
                return b"\xff\xfe\n"
            case 3:
                return b"x" * random.choice((65_535, 65_536, 65_537, 70_000)) + b"\n"
            case _:
                return random.choice((b"\0\n", b" \t \n", b"\r\r\n", b"\xed\xa0\x80\n", b"GET /x\n", b"\x1b[2J\n"))


class JavaWriter:
    """Records of a Java object stream."""

    MAGIC = JavaStrings().greeting()

    def opening(self) -> bytes:
        """The stream's header."""
        return self.MAGIC

    def frame(self, random: Random, message: bytes) -> bytes:
        """A string record, sometimes a long one."""
        if len(message) > 0xFFFF or random.random() < 0.05:
            return b"\x7c" + len(message).to_bytes(8, "big") + message
        return b"\x74" + len(message).to_bytes(2, "big") + message

    def odd(self, random: Random) -> bytes:
        """Nulls, resets, references, what is no string, wrong lengths."""
        match random.randrange(7):
            case 0:
                return b"\x70" * random.randrange(1, 9)
            case 1:
                return b"\x79"
            case 2:
                return b"\x71" + (0x7E0000 + random.randrange(40)).to_bytes(4, "big")
            case 3:
                return b"\x71" + random.randbytes(4)
            case 4:
                return random.randbytes(random.randrange(1, 20))
            case 5:
                return b"\x7c" + random.choice((1 << 40, 1 << 16, 70_000, (1 << 64) - 1)).to_bytes(8, "big")
            case _:
                return b"\x74\x00\x02" + random.choice((b"\xff\xff", b"\xc0\x80", b"\xed\xa0", b"\xc3("))


class WebSocketWriter:
    """Masked frames of a client."""

    def opening(self) -> bytes:
        """The handshake is made before."""
        return b""

    def frame(self, random: Random, message: bytes) -> bytes:
        """A text frame, sometimes in parts, with a ping in between."""
        if random.random() < 0.93 or len(message) < 2:
            return websocket_frame(random, 0x81, message)
        at = random.randrange(1, len(message))
        between = websocket_frame(random, 0x89, b"p") if random.random() < 0.5 else b""
        return websocket_frame(random, 0x01, message[:at]) + between + websocket_frame(random, 0x80, message[at:])

    def odd(self, random: Random) -> bytes:
        """Control frames, binary ones, reserved bits, no mask, lengths that lie."""
        body = random.randbytes(random.randrange(0, 130))
        match random.randrange(8):
            case 0:
                return websocket_frame(random, 0x82, body)
            case 1:
                return websocket_frame(random, random.choice((0x89, 0x8A)), body[:125])
            case 2:
                return websocket_frame(random, random.randrange(256), body)
            case 3:
                return websocket_frame(random, 0x81, body)
            case 4:
                return websocket_frame(random, 0x88, random.choice((b"", b"\x03\xe8", b"\x03\xe8bye", b"\0", body)))
            case 5:
                return bytes((0x81, len(body) & 0x7F)) + body
            case 6:
                return bytes((0x81, 0xFF)) + random.randbytes(8) + body
            case _:
                return websocket_frame(random, 0x01, body[:5]) + websocket_frame(random, 0x00, b"") * random.randrange(
                    9
                )


def websocket_frame(random: Random, first: int, body: bytes) -> bytes:
    """A masked frame."""
    size = len(body)
    if size < 126:
        head = bytes((first, 0x80 | size))
    elif size < 1 << 16:
        head = bytes((first, 0xFE)) + size.to_bytes(2, "big")
    else:
        head = bytes((first, 0xFF)) + size.to_bytes(8, "big")
    mask = random.randbytes(4)
    key = (mask * (size // 4 + 1))[:size]
    return head + mask + (int.from_bytes(body, "big") ^ int.from_bytes(key, "big")).to_bytes(size, "big")


class UtfWriter:
    """Records with a length of two bytes."""

    def opening(self) -> bytes:
        """Nothing."""
        return b""

    def frame(self, random: Random, message: bytes) -> bytes:
        """The length and the message."""
        return len(message[:0xFFFF]).to_bytes(2, "big") + message[:0xFFFF]

    def odd(self, random: Random) -> bytes:
        """Lengths that lie."""
        return random.randbytes(random.randrange(1, 9))


def writer_of(framing: Framing | None) -> Writer:
    """Who writes for a framing; without one, for a WebSocket."""
    if framing is None:
        return WebSocketWriter()
    if isinstance(framing, JavaStrings):
        return JavaWriter()
    return UtfWriter() if isinstance(framing, WriteUtf) else LineWriter()
