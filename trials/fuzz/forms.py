"""Whether what a server says is in its protocol's own form.

What a dialect may say is learned from its transcripts: each message there has a tag (the first key and value of an
object, the first words of a line), and no dialect says anything that no transcript shows. The house protocol has types.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec

from bottega.wire.house.messages import Message
from tests.wire import transcript

_said = msgspec.json.Decoder(Message)
_objects = msgspec.json.Decoder(dict[str, Any])
_TAG = re.compile(r'\{"(\w+)": ?"([^"]*)"')
_WORDS = re.compile(r"\S+(?: [a-z_]+)?")
_SPEECH = re.compile(r"\w+< ?(.*)", re.DOTALL)


def tag(message: str) -> str:
    """What kind of message it is, as far as that can be seen from its beginning."""
    if found := _TAG.match(message):
        return f"{found[1]} {found[2].rpartition('.')[2]}"
    if message.startswith("{"):
        return "{"
    found = _WORDS.match(message.strip("… \n"))
    return found[0] if found else ""


@cache
def tags_of(dialect: str) -> frozenset[str]:
    """The tags of everything that a dialect says in any transcript."""
    said = [
        found[1]
        for path in transcript.paths(dialect)
        for line in transcript.lines(path.read_text())
        if (found := _SPEECH.fullmatch(line.text))
    ]
    return frozenset(map(tag, said))


class Form:
    """How the messages of one door look."""

    def __init__(self, tags: frozenset[str] | None) -> None:
        self._tags = tags
        self._last = ""

    @classmethod
    def of(cls, door: str, dialects: Mapping[str, Any]) -> Form:
        """The form of a door's messages; a dialect without transcripts has none."""
        return cls(None if door not in dialects and "+" not in door else tags_of(door.partition("+")[0]))

    def fault(self, message: str) -> str:
        """What is wrong with a message, '' if nothing is."""
        try:
            if self._tags is None:
                _said.decode(message)
                return ""
            if message.startswith("{"):
                _objects.decode(message)
        except (msgspec.DecodeError, UnicodeError) as error:
            return str(error)
        kind = tag(message)
        return "" if kind in self._tags or not self._tags else f"no transcript has {kind!r}"


class WebSocketReader:
    """Reads what a server sends on a WebSocket: the answer to the handshake, then frames."""

    def __init__(self) -> None:
        self._rest = b""
        self._open = False
        self.refused = ""
        """The status line, if the handshake was refused."""
        self.closed = False
        """Whether the server has said that it closes."""

    def feed(self, data: bytes) -> Iterator[str | None]:
        """Every text that these bytes complete; None for what no server should send."""
        self._rest += data
        if not self._open:
            head, end, rest = self._rest.partition(b"\r\n\r\n")
            if not end:
                return
            status = head.partition(b"\r\n")[0].decode("latin-1")
            self._open, self._rest = True, rest
            if " 101 " not in status:
                self.refused, self._rest = status, b""
        while not self.refused and (frame := self._frame()) is not None:
            first, body = frame
            if first == 0x81:
                try:
                    yield body.decode()
                except UnicodeDecodeError:
                    yield None
            elif first == 0x88:
                self.closed = True
            elif first not in (0x89, 0x8A):
                yield None

    def _frame(self) -> tuple[int, bytes] | None:
        raw = self._rest
        if len(raw) < 2:
            return None
        size, start = raw[1], 2
        if size == 126:
            size, start = int.from_bytes(raw[2:4], "big"), 4
        elif size == 127:
            size, start = int.from_bytes(raw[2:10], "big"), 10
        if len(raw) < start + size:
            return None
        self._rest = raw[start + size :]
        return raw[0], raw[start : start + size]
