"""The PROXY protocol, versions 1 and 2: what a proxy says of the connection it passes on, before its first byte.

Only a proxy that was named is listened to, and then it has to say it: a header that may be missing could be sent by the
peer behind it as well.
"""

from __future__ import annotations

import socket
import struct

_TEXT = b"PROXY "
_TEXT_MOST = 107
"""Bytes of the longest line of version 1."""
_BINARY = b"\r\n\r\n\0\r\nQUIT\n"
_FIXED = struct.Struct("!12sBBH")
_LOCAL, _PROXY = 0x20, 0x21
_FAMILIES = {0x11: (socket.AF_INET, 4), 0x21: (socket.AF_INET6, 16)}
"""TCP over IPv4 and IPv6: how an address is written, and how long it is."""
_BINARY_MOST = 1 << 12
"""Bytes that may follow the fixed part of version 2: addresses and notes that are not looked at."""


class BadHeader(Exception):
    """What a proxy said cannot be understood."""


class ProxyHeader:
    """Reads the header from the beginning of a stream, however it is cut into pieces."""

    def __init__(self) -> None:
        self._bytes = b""
        self.host = ""
        """Whom the proxy connects for, empty if for itself or nobody it knows."""

    def feed(self, data: bytes) -> bytes | None:
        """What follows the header, None if it is not complete yet; BadHeader if it is none."""
        self._bytes += data
        raw = self._bytes
        if raw[: len(_BINARY)] == _BINARY[: len(raw)]:
            return self._binary(raw)
        if raw[: len(_TEXT)] == _TEXT[: len(raw)]:
            return self._text(raw)
        raise BadHeader("it does not say for whom it connects")

    def _text(self, raw: bytes) -> bytes | None:
        line, end, rest = raw[:_TEXT_MOST].partition(b"\r\n")
        if not end:
            if len(raw) >= _TEXT_MOST:
                raise BadHeader("its PROXY line does not end")
            return None
        words = line.decode("ascii", "replace").split(" ")
        match words:
            case ["PROXY", "UNKNOWN", *_]:
                pass
            case ["PROXY", "TCP4" | "TCP6" as kind, source, _, _, _]:
                family = socket.AF_INET if kind == "TCP4" else socket.AF_INET6
                try:
                    socket.inet_pton(family, source)
                except OSError:
                    raise BadHeader("its PROXY line names no address") from None
                self.host = source
            case _:
                raise BadHeader("its PROXY line cannot be read")
        return rest + raw[_TEXT_MOST:]

    def _binary(self, raw: bytes) -> bytes | None:
        if len(raw) < _FIXED.size:
            return None
        _, command, family, length = _FIXED.unpack_from(raw)
        if command not in (_LOCAL, _PROXY) or length > _BINARY_MOST:
            raise BadHeader("its PROXY header cannot be read")
        end = _FIXED.size + length
        if len(raw) < end:
            return None
        if command == _PROXY and family in _FAMILIES:
            kind, size = _FAMILIES[family]
            if length < 2 * size + 4:
                raise BadHeader("its PROXY header names no address")
            self.host = socket.inet_ntop(kind, raw[_FIXED.size : _FIXED.size + size])
        return raw[end:]
