"""How messages are cut out of a byte stream: lines, ``writeUTF`` records, a Java object stream of strings.

A framing is fed bytes as they come and yields whole messages; it knows nothing of what they say. ``None`` in place of
a message stands for one that cannot be read (too long, not text): the dialect answers it with its own error and the
stream goes on after it. :data:`BLANK` stands for what is on the stream but says nothing (a blank line, a null): nobody
answers it, but it counts, so that nobody can send such things for nothing. Where the stream itself is beyond repair,
:class:`BrokenStream` says so.

What must stay true: the work for a piece of the stream grows with its length, however it is cut and whatever is in it.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Protocol

from bottega.limits import MAX_MESSAGE, MAX_REMEMBERED, MAX_SKIPPED

BLANK = ""
"""Something on the stream that is no message."""


class BrokenStream(Exception):
    """The stream cannot be cut into messages any more, perhaps because of a limit (its name in ``limits.py``)."""

    def __init__(self, reason: str, limit: str = "") -> None:
        super().__init__(reason)
        self.limit = limit


_REQUEST = re.compile(rb"[\r\0 \t]*(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|TRACE|CONNECT|PRI) (?:/|\*|https?:)", re.I)
"""How an HTTP request begins. A page of any site can make its visitor's browser send one to any port, with lines of the
page's choice in its body: they must not be taken for the visitor's.
"""

_HANDSHAKE = re.compile(rb"\x16\x03[\x00-\x04]")
"""How TLS begins: a site can have its visitors' browsers repeat a ticket of its choice to any port, lines and all."""


def _refuse_browsers(beginning: bytes | bytearray) -> None:
    if _REQUEST.match(beginning):
        raise BrokenStream("it speaks HTTP, as a browser would that was sent here by some page")
    if _HANDSHAKE.match(beginning):
        raise BrokenStream(
            "it speaks TLS, which this port does not, as a browser would that was sent here by some page"
        )


class Framing(Protocol):
    """One direction-aware cutter per connection."""

    def greeting(self) -> bytes:
        """What is sent before the first message."""

    @staticmethod
    def encode(message: str) -> bytes:
        """The bytes of one outgoing message."""

    def feed(self, data: bytes) -> Iterable[str | None]:
        """The messages that these bytes complete."""


class Lines:
    """One message a line, ended by ``\\n``; a ``\\r`` before it is dropped; blank lines are nothing."""

    def __init__(self) -> None:
        self._rest = bytearray()
        self._skipped = 0
        self._begun = False

    def greeting(self) -> bytes:
        """Nothing."""
        return b""

    @staticmethod
    def encode(message: str) -> bytes:
        """The message and a line feed."""
        return message.encode() + b"\n"

    def feed(self, data: bytes) -> Iterable[str | None]:
        """Every line that is complete, looked for when it is wanted: whoever floods is cut off after the first few."""
        usual = self._begun and not (self._rest or self._skipped) and len(data) <= MAX_MESSAGE
        if usual and data and data.find(b"\n") == len(data) - 1:  # one line and nothing else
            return (_text(data[:-1]),)
        return self._lines(data)

    def _lines(self, data: bytes) -> Iterator[str | None]:
        begin = 0
        while (end := data.find(b"\n", begin)) >= 0:
            line, begin = data[begin:end], end + 1
            if self._rest or self._skipped:
                line = bytes(self._rest) + line
                self._rest.clear()
            if not self._begun:
                self._begin(line)
            if self._skipped or len(line) > MAX_MESSAGE:
                self._skipped = 0
                yield None
            else:
                yield _text(line)
        self._rest += data[begin:]
        if len(self._rest) > MAX_MESSAGE or self._skipped:
            if not self._begun:
                self._begin(self._rest)
            self._skipped += len(self._rest)
            self._rest.clear()
            if self._skipped > MAX_SKIPPED:
                raise BrokenStream("a line that does not end", "MAX_SKIPPED")

    def _begin(self, line: bytes | bytearray) -> None:
        """Look at the first line that says something."""
        _refuse_browsers(line)
        self._begun = bool(line.strip(b"\r\0 \t"))


def _text(line: bytes) -> str | None:
    try:
        return line.strip(b"\r\0 \t").decode()
    except UnicodeDecodeError:
        return None


class WriteUtf:
    """Java's ``DataOutputStream.writeUTF``: a big-endian u16 length, then modified UTF-8."""

    def __init__(self) -> None:
        self._rest = bytearray()
        self._begun = False

    def greeting(self) -> bytes:
        """Nothing."""
        return b""

    @staticmethod
    def encode(message: str) -> bytes:
        """The length and the text."""
        raw = modified_utf8(message)
        if len(raw) > 0xFFFF:
            raise ValueError(f"a message of {len(raw)} bytes does not fit a writeUTF record")
        return len(raw).to_bytes(2, "big") + raw

    def feed(self, data: bytes) -> Iterator[str | None]:
        """Every record that is complete."""
        self._rest += data
        stream, at = self._rest, 0
        if not self._begun:
            _refuse_browsers(stream)
        try:
            while len(stream) >= at + 2:
                end = at + 2 + int.from_bytes(stream[at : at + 2], "big")
                if len(stream) < end:
                    return
                start, at = at + 2, end
                self._begun = True
                yield from_modified_utf8(bytes(stream[start:end]))
        finally:
            del stream[:at]


_MAGIC = b"\xac\xed\x00\x05"
_STRING, _LONG_STRING, _REFERENCE, _RESET, _NULL = 0x74, 0x7C, 0x71, 0x79, 0x70
_FIRST_HANDLE = 0x7E0000
_HANDLE_BYTES = 100


class JavaStrings:
    """A Java object stream (``ObjectOutputStream.writeObject``) in which every object is a string."""

    def __init__(self) -> None:
        self._rest = bytearray()
        self._opened = False
        self._seen: deque[tuple[str | None, int]] = deque()
        self._forgotten = self._remembered = 0

    def greeting(self) -> bytes:
        """The stream header, which the other side waits for."""
        return _MAGIC

    @staticmethod
    def encode(message: str) -> bytes:
        """One string record."""
        raw = modified_utf8(message)
        if len(raw) > 0xFFFF:
            return bytes([_LONG_STRING]) + len(raw).to_bytes(8, "big") + raw
        return bytes([_STRING]) + len(raw).to_bytes(2, "big") + raw

    def feed(self, data: bytes) -> Iterator[str | None]:
        """Every string that is complete."""
        self._rest += data
        stream, at = self._rest, 0
        if not self._opened:
            if len(stream) < len(_MAGIC):
                return
            if not stream.startswith(_MAGIC):
                raise BrokenStream("this port speaks a Java object stream, and it begins with another header")
            at, self._opened = len(_MAGIC), True
        try:
            while at < len(stream):
                end = self._end(at)
                if len(stream) < end:
                    return
                start, at = at, end
                yield self._message(bytes(stream[start:end]))
        finally:
            del stream[:at]

    def _end(self, at: int) -> int:
        """Where the record ends that begins there; beyond the stream if that cannot be known yet."""
        tag = self._rest[at]
        if tag in (_STRING, _LONG_STRING):
            start = at + (3 if tag == _STRING else 9)
            if len(self._rest) < start:
                return start
            length = int.from_bytes(self._rest[at + 1 : start], "big")
            if length > MAX_MESSAGE:
                raise BrokenStream(f"a string of {length} bytes", "MAX_MESSAGE")
            return start + length
        if tag == _REFERENCE:
            return at + 5
        if tag in (_RESET, _NULL):
            return at + 1
        raise BrokenStream(f"an object that is not a string (tag {tag:#04x})")

    def _message(self, record: bytes) -> str | None:
        """The string of a whole record, BLANK for records that are none."""
        tag = record[0]
        if tag in (_STRING, _LONG_STRING):
            raw = record[3:] if tag == _STRING else record[9:]
            text = from_modified_utf8(raw)
            self._remember(text, len(raw))
            return text
        if tag == _REFERENCE:
            handle = int.from_bytes(record[1:], "big") - _FIRST_HANDLE - self._forgotten
            if not 0 <= handle < len(self._seen):
                raise BrokenStream("a reference to a string that was never sent, or is long forgotten")
            return self._seen[handle][0]
        if tag == _RESET:
            self._seen.clear()
            self._forgotten = self._remembered = 0
        return BLANK

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
