"""The PROXY protocol: whole, byte by byte, with what follows, and all that is none."""

from __future__ import annotations

import socket
import struct

import pytest

from bottega.server.proxy_protocol import BadHeader, ProxyHeader

SIGNATURE = b"\r\n\r\n\0\r\nQUIT\n"


def binary(command: int, family: int, body: bytes) -> bytes:
    """A header of version 2."""
    return SIGNATURE + struct.pack("!BBH", command, family, len(body)) + body


V4 = socket.inet_aton("198.51.100.1") + socket.inet_aton("192.0.2.1") + struct.pack("!HH", 4711, 2000)
V6 = socket.inet_pton(socket.AF_INET6, "2001:db8::1") * 2 + struct.pack("!HH", 4711, 2000)

HEADERS = {
    "text, IPv4": (b"PROXY TCP4 198.51.100.1 192.0.2.1 4711 2000\r\n", "198.51.100.1"),
    "text, IPv6": (b"PROXY TCP6 2001:db8::1 2001:db8::2 4711 2000\r\n", "2001:db8::1"),
    "text, unknown": (b"PROXY UNKNOWN\r\n", ""),
    "text, unknown with more": (b"PROXY UNKNOWN ffff::1 ffff::2 1 2\r\n", ""),
    "binary, IPv4": (binary(0x21, 0x11, V4), "198.51.100.1"),
    "binary, IPv6": (binary(0x21, 0x21, V6), "2001:db8::1"),
    "binary, with notes": (binary(0x21, 0x11, V4 + b"\x04\0\x03abc"), "198.51.100.1"),
    "binary, for itself": (binary(0x20, 0, b""), ""),
    "binary, a Unix socket": (binary(0x21, 0x31, bytes(216)), ""),
}

NONE = {
    "a message": b'{"request_type":"nonsense"}\n',
    "an HTTP request": b"GET / HTTP/1.1\r\n",
    "half a word": b"PROX\r\n",
    "another family": b"PROXY UDP4 198.51.100.1 192.0.2.1 4711 2000\r\n",
    "too few words": b"PROXY TCP4 198.51.100.1\r\n",
    "no address": b"PROXY TCP4 somewhere 192.0.2.1 4711 2000\r\n",
    "the wrong family": b"PROXY TCP4 2001:db8::1 2001:db8::2 4711 2000\r\n",
    "no end": b"PROXY TCP4 " + b"1" * 200,
    "bytes beyond ASCII": b"PROXY TCP4 \xff\xfe \xff \xff \xff\r\n",
    "version 3": binary(0x31, 0x11, V4),
    "an unknown command": binary(0x22, 0x11, V4),
    "too short": binary(0x21, 0x11, V4[:8]),
    "too long": SIGNATURE + struct.pack("!BBH", 0x21, 0x11, 60_000),
    "a damaged signature": SIGNATURE[:-1] + b"X" + bytes(20),
}


@pytest.mark.parametrize("what", HEADERS)
@pytest.mark.parametrize("rest", [b"", b'{"hello":1}\n', SIGNATURE, b"\0"])
def test_headers(what: str, rest: bytes) -> None:
    """Whole, and what follows is left alone."""
    raw, host = HEADERS[what]
    header = ProxyHeader()
    assert header.feed(raw + rest) == rest
    assert header.host == host


@pytest.mark.parametrize("what", HEADERS)
def test_headers_byte_by_byte(what: str) -> None:
    """However it is cut, it is complete with its last byte and not before."""
    raw, host = HEADERS[what]
    header = ProxyHeader()
    assert [header.feed(bytes([byte])) for byte in raw] == [None] * (len(raw) - 1) + [b""]
    assert header.host == host


@pytest.mark.parametrize("what", NONE)
def test_what_is_no_header(what: str) -> None:
    """Is said to be none at once, or when it is clear."""
    with pytest.raises(BadHeader):
        ProxyHeader().feed(NONE[what])
