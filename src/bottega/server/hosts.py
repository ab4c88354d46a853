"""By which names the house is asked for, so that no page can pass it off as a part of its own site.

A site can give its name the address of somebody's machine or network at home (DNS rebinding); the browser then takes
the house for that site, and lets its pages speak to it as their own. What gives it away is the ``Host`` header, which
holds the site's name. So only such names are answered as no stranger can give away: addresses, names that are in no
public DNS (``localhost``, ``box``, ``box.local``), the one the house listens on, and those it was told.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable
from ipaddress import ip_address
from urllib.parse import urlsplit

PRIVATE = ("localhost", "local", "lan", "home", "home.arpa", "internal")
"""What names end in that public DNS does not give to anybody."""


class Hosts:
    """The names of one house: where it listens, and what else it was told."""

    def __init__(self, *names: str, origins: Iterable[str] = ()) -> None:
        told = (*names, socket.gethostname(), *(part for part in map(netloc, origins) if part))
        self._names = frozenset(map(_name, told))

    def ours(self, host: str) -> bool:
        """Whether a ``Host`` header is one of ours; programs may send none."""
        name = _name(host)
        if not name or name in self._names or _is_address(name):
            return True
        return bool(_NAME.fullmatch(name)) and ("." not in name or name.endswith(_ENDINGS))


_ENDINGS = tuple(f".{ending}" for ending in PRIVATE)


_NAME = re.compile(r"[a-z0-9_-]+(?:\.[a-z0-9_-]+)*")
"""What a name is made of; in anything else a browser, a proxy and we might find different names."""


def netloc(url: str) -> str:
    """The host and port in an address, empty if it is none."""
    try:
        return urlsplit(url).netloc.lower()
    except ValueError:
        return ""


def _name(host: str) -> str:
    """A host without its port, brackets and the last dot, in small letters."""
    name = host.strip().lower()
    if name.startswith("["):
        inside, _, port = name[1:].partition("]")
        return inside if not port or port.startswith(":") else name
    before, colon, port = name.rpartition(":")
    if colon and port.isdecimal() and ":" not in before:
        name = before
    return name.rstrip(".")


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
