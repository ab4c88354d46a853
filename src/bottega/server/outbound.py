"""A request that the house makes: one POST to an address that somebody has given it, and nothing they could gain by it.

A push service's address comes from a browser, so from anybody. The house must not be made to ask its own network for
something, or to wait, or to read without end. What must stay true, for an address that is not *trusted*:

1. Only ``https`` to the usual port, with a certificate that this machine trusts, and no name or password in it.
2. Every address that the name stands for is one of the public internet, and the connection goes to one of those that
   were looked at: the name is not asked for a second time.
3. No redirect is followed; the answer is a number, of whatever else comes back a bounded part is read and thrown away.
4. All of it has ``SEND_SECONDS``.

Addresses that whoever runs the house has given (ntfy, a webhook) are trusted: they may be anywhere.
"""

from __future__ import annotations

import asyncio
import re
import socket
import ssl
import threading
from collections.abc import Callable
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import TypeVar, cast
from urllib.parse import SplitResult, urlsplit

import h11

from bottega import __version__
from bottega.fault import Fault
from bottega.limits import MAX_ANSWER, SEND_SECONDS

T = TypeVar("T")

_PORTS = {"https": 443, "http": 80}
_NAME = re.compile(r"(?:[^.]+\.)+(?!\d+\.?$|0x[0-9a-f]*\.?$)[^.]+\.?", re.IGNORECASE)
"""A name of the public internet: several parts, and the last is no number, or it would be taken for an address."""
_NAT64 = IPv6Network("64:ff9b::/96")
"""Where a network of the sixth version alone has the addresses of the fourth."""


class Unsent(Fault):
    """Why something could not be sent."""


class Unreachable(Unsent):
    """Nobody has answered, so it may be tried again."""


class Forbidden(Unsent):
    """An address that the house sends nothing to."""


def why_not(url: str, *, trusted: bool = False) -> str:
    """What is wrong with an address that something is to be sent to, without asking anybody; nothing if empty."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return "it is no address"
    if parts.scheme not in _PORTS or not parts.hostname or not url.isascii() or not url.isprintable() or " " in url:
        return "it is no address of the web"
    if parts.username is not None or parts.fragment:
        return "it has a name, a password or a fragment in it"
    if trusted:
        return ""
    if parts.scheme != "https" or port not in (None, 443):
        return "it is not https on the usual port"
    try:
        return "" if _is_public(parts.hostname) else "it is not in the public internet"
    except ValueError:
        return "" if _NAME.fullmatch(parts.hostname) else "it is not in the public internet"


def _is_public(host: str) -> bool:
    """Whether an address is one of the public internet; ValueError if it is a name."""
    address = ip_address(host.partition("%")[0])
    if isinstance(address, IPv6Address):
        address = _inside(address) or address
    site_local = isinstance(address, IPv6Address) and address.is_site_local
    return address.is_global and not (address.is_multicast or address.is_reserved or site_local)


def _inside(address: IPv6Address) -> IPv4Address | None:
    """The address of the fourth version that one of the sixth leads to (those of old, ``::127.0.0.1``, are reserved).

    >>> _inside(IPv6Address("64:ff9b::7f00:1")), _inside(IPv6Address("2001:db8::1"))
    (IPv4Address('127.0.0.1'), None)
    """
    if address in _NAT64:
        return IPv4Address(address.packed[-4:])
    return address.ipv4_mapped or address.sixtofour


async def in_thread(call: Callable[[], T]) -> T:
    """What a call returns that takes long, on a thread that keeps nobody from leaving."""
    loop = asyncio.get_running_loop()
    outcome: asyncio.Future[T] = loop.create_future()

    def tell(result: T | None, error: BaseException | None) -> None:
        if outcome.done():  # nobody waits any more
            return
        if error is not None:
            outcome.set_exception(error)
        else:
            outcome.set_result(cast(T, result))

    def run() -> None:
        result, error = None, None
        try:
            result = call()
        except Exception as raised:
            error = raised
        with suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(tell, result, error)

    threading.Thread(target=run, name="notifications", daemon=True).start()
    return await outcome


async def post(
    url: str, headers: dict[str, str], body: bytes, *, trusted: bool = False, trust: ssl.SSLContext | None = None
) -> int:
    """Send something, and the status that was answered; Unsent if there is none."""
    if wrong := why_not(url, trusted=trusted):
        raise Forbidden(wrong)
    parts = urlsplit(url)
    try:
        async with asyncio.timeout(SEND_SECONDS):
            return await _post(parts, headers, body, trusted, trust)
    except TimeoutError:
        raise Unreachable(f"no answer in {SEND_SECONDS:.0f} s") from None
    except (OSError, ssl.SSLError, h11.ProtocolError) as error:
        raise Unreachable(str(error) or type(error).__name__) from error


async def _post(
    parts: SplitResult, headers: dict[str, str], body: bytes, trusted: bool, trust: ssl.SSLContext | None
) -> int:
    host, port = parts.hostname or "", parts.port or _PORTS[parts.scheme]
    found = await in_thread(lambda: socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
    addresses = [str(where[4][0]) for where in found]
    if not trusted and not all(map(_is_public, addresses)):
        raise Forbidden("its name stands for an address that is not in the public internet")
    secure = (trust or ssl.create_default_context()) if parts.scheme == "https" else None
    reader, writer = await asyncio.open_connection(
        addresses[0], port, ssl=secure, server_hostname=host if secure is not None else None, limit=MAX_ANSWER
    )
    try:
        return await _exchange(reader, writer, parts, headers, body)
    finally:
        writer.transport.abort()


async def _exchange(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, parts: SplitResult, headers: dict[str, str], body: bytes
) -> int:
    peer = h11.Connection(h11.CLIENT, max_incomplete_event_size=MAX_ANSWER)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    fields = {
        "Host": parts.netloc,
        "User-Agent": f"bottega/{__version__}",
        "Content-Length": str(len(body)),
        "Connection": "close",
        **headers,
    }
    request = h11.Request(method="POST", target=target, headers=list(fields.items()))
    for part in (request, h11.Data(data=body), h11.EndOfMessage()):
        writer.write(peer.send(part) or b"")
    await writer.drain()
    read = 0
    while read <= MAX_ANSWER:
        event = peer.next_event()
        if event is h11.NEED_DATA:
            some = await reader.read(MAX_ANSWER)
            read += len(some)
            peer.receive_data(some)
        elif isinstance(event, h11.Response):
            return event.status_code
        elif isinstance(event, h11.ConnectionClosed):
            break
    raise Unreachable("no answer that could be read")
