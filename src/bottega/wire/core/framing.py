"""How messages are cut out of a byte stream: lines, ``writeUTF`` records, a Java object stream of strings.

A framing is fed bytes as they come and yields whole messages; it knows nothing of what they say. ``None`` in place of
a message stands for one that cannot be read (too long, not text): the dialect answers it with its own error and the
stream goes on after it. Where the stream itself is beyond repair, :class:`BrokenStream` says so.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Protocol

MAX_MESSAGE = 65536
"""No message of any protocol comes near this; a longer one is thrown away unread."""
MAX_SKIPPED = 1 << 20
"""A line of which so much has been thrown away is not going to end."""
MAX_REMEMBERED = 1 << 20
"""How much text of a Java stream is kept to be referred to; the oldest is forgotten first."""


class BrokenStream(Exception):
    """The stream cannot be cut into messages any more."""


class Framing(Protocol):
    """One direction-aware cutter per connection."""

    def greeting(self) -> bytes:
        """What is sent before the first message."""

    def encode(self, message: str) -> bytes:
        """The bytes of one outgoing message."""

    def feed(self, data: bytes) -> Iterator[str | None]:
        """The messages that these bytes complete."""


def _text(raw: bytes) -> str | None:
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return None


class Lines:
    """One message a line, ended by ``\\n``; a ``\\r`` before it is dropped; blank lines are nothing."""

    def __init__(self) -> None:
        self._rest = b""
        self._skipped = 0

    def greeting(self) -> bytes:
        """Nothing."""
        return b""

    def encode(self, message: str) -> bytes:
        """The message and a line feed."""
        return message.encode() + b"\n"

    def feed(self, data: bytes) -> Iterator[str | None]:
        """Every line that is complete."""
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            if self._skipped:
                self._skipped = 0
                yield None
            elif len(line) > MAX_MESSAGE:
                yield None
            elif line := line.strip(b"\r\0 \t"):
                yield _text(line)
        if len(self._rest) > MAX_MESSAGE or self._skipped:
            self._skipped += len(self._rest)
            self._rest = b""
            if self._skipped > MAX_SKIPPED:
                raise BrokenStream("a line that does not end")


class WriteUtf:
    """Java's ``DataOutputStream.writeUTF``: a big-endian u16 length, then modified UTF-8."""

    def __init__(self) -> None:
        self._rest = b""

    def greeting(self) -> bytes:
        """Nothing."""
        return b""

    def encode(self, message: str) -> bytes:
        """The length and the text."""
        raw = modified_utf8(message)
        if len(raw) > 0xFFFF:
            raise ValueError(f"a message of {len(raw)} bytes does not fit a writeUTF record")
        return len(raw).to_bytes(2, "big") + raw

    def feed(self, data: bytes) -> Iterator[str | None]:
        """Every record that is complete."""
        self._rest += data
        while len(self._rest) >= 2:
            end = 2 + int.from_bytes(self._rest[:2], "big")
            if len(self._rest) < end:
                return
            raw, self._rest = self._rest[2:end], self._rest[end:]
            yield from_modified_utf8(raw)


_MAGIC = b"\xac\xed\x00\x05"
_STRING, _LONG_STRING, _REFERENCE, _RESET, _NULL = 0x74, 0x7C, 0x71, 0x79, 0x70
_FIRST_HANDLE = 0x7E0000
_HANDLE_BYTES = 100


class JavaStrings:
    """A Java object stream (``ObjectOutputStream.writeObject``) in which every object is a string."""

    def __init__(self) -> None:
        self._rest = b""
        self._opened = False
        self._seen: deque[tuple[str | None, int]] = deque()
        self._forgotten = self._remembered = 0

    def greeting(self) -> bytes:
        """The stream header, which the other side waits for."""
        return _MAGIC

    def encode(self, message: str) -> bytes:
        """One string record."""
        raw = modified_utf8(message)
        if len(raw) > 0xFFFF:
            return bytes([_LONG_STRING]) + len(raw).to_bytes(8, "big") + raw
        return bytes([_STRING]) + len(raw).to_bytes(2, "big") + raw

    def feed(self, data: bytes) -> Iterator[str | None]:
        """Every string that is complete."""
        self._rest += data
        if not self._opened:
            if len(self._rest) < len(_MAGIC):
                return
            if not self._rest.startswith(_MAGIC):
                raise BrokenStream("this port speaks a Java object stream, and it begins with another header")
            self._rest, self._opened = self._rest[len(_MAGIC) :], True
        while self._rest:
            taken = self._take()
            if taken is None:
                return
            yield from taken

    def _take(self) -> tuple[str | None, ...] | None:
        """The next record's messages, () for records that are none, None if it is not all there."""
        tag = self._rest[0]
        if tag in (_STRING, _LONG_STRING):
            start = 3 if tag == _STRING else 9
            if len(self._rest) < start:
                return None
            length = int.from_bytes(self._rest[1:start], "big")
            if length > MAX_MESSAGE:
                raise BrokenStream(f"a string of {length} bytes")
            if len(self._rest) < start + length:
                return None
            text = from_modified_utf8(self._rest[start : start + length])
            self._rest = self._rest[start + length :]
            self._remember(text, length)
            return (text,)
        if tag == _REFERENCE:
            if len(self._rest) < 5:
                return None
            handle = int.from_bytes(self._rest[1:5], "big") - _FIRST_HANDLE - self._forgotten
            if not 0 <= handle < len(self._seen):
                raise BrokenStream("a reference to a string that was never sent, or is long forgotten")
            self._rest = self._rest[5:]
            return (self._seen[handle][0],)
        if tag in (_RESET, _NULL):
            self._rest = self._rest[1:]
            if tag == _RESET:
                self._seen.clear()
                self._forgotten = self._remembered = 0
            return ()
        raise BrokenStream(f"an object that is not a string (tag {tag:#04x})")

    def _remember(self, text: str | None, length: int) -> None:
        """Keep a string for references to it; each also costs a little by itself."""
        size = length + _HANDLE_BYTES
        self._seen.append((text, size))
        self._remembered += size
        while self._remembered > MAX_REMEMBERED:
            self._remembered -= self._seen.popleft()[1]
            self._forgotten += 1


def modified_utf8(text: str) -> bytes:
    """Java's own UTF-8: NUL as two bytes, characters beyond the basic plane as two surrogates of three bytes each."""
    if text.isascii() and "\0" not in text:
        return text.encode()
    units = text.encode("utf-16-be", "surrogatepass")
    out = bytearray()
    for high, low in zip(units[::2], units[1::2], strict=True):
        unit = high << 8 | low
        if 0 < unit < 0x80:
            out.append(unit)
        elif unit < 0x800:
            out += bytes((0xC0 | unit >> 6, 0x80 | unit & 0x3F))
        else:
            out += bytes((0xE0 | unit >> 12, 0x80 | unit >> 6 & 0x3F, 0x80 | unit & 0x3F))
    return bytes(out)


def from_modified_utf8(raw: bytes) -> str | None:
    """The text of modified UTF-8, None if it is none."""
    if raw.isascii():
        return raw.decode()
    try:
        text = raw.replace(b"\xc0\x80", b"\0").decode("utf-8", "surrogatepass")
        return text.encode("utf-16-be", "surrogatepass").decode("utf-16-be")
    except UnicodeDecodeError:
        return None
