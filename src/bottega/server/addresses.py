"""Where a peer comes from, as far as that is counted, also when a proxy connects for it.

An IPv4 address counts by itself. Of an IPv6 address the first 64 bits do: that much belongs to one household, and
whoever counted single addresses would count nothing. Behind a proxy all peers would be one; so a proxy that was named
is believed when it says for whom it asks, by the headers ``X-Forwarded-For`` or ``Forwarded`` here, by the PROXY
protocol in ``proxy_protocol.py``. Nobody else is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import NamedTuple

IPV6_PREFIX = 64
_FORWARDED = re.compile(r'(?:^|[;,])\s*for\s*=\s*(?:"([^"]*)"|([^;,"\s]*))', re.IGNORECASE)
_WITH_PORT = re.compile(r"\[(.*)\](?::\d+)?|([^:]*):\d+")


class Contradiction(Exception):
    """The headers name two different peers: one of them was written by the peer itself."""


@lru_cache(maxsize=4096)
def counted_as(host: str) -> str:
    """The address as which a host counts, empty if it has none.

    >>> counted_as("192.0.2.7"), counted_as("2001:db8:1:2:3:4:5:6"), counted_as("::ffff:192.0.2.7"), counted_as("")
    ('192.0.2.7', '2001:db8:1:2::/64', '192.0.2.7', '')
    """
    address = _address(host)
    if address is None:
        return ""
    if isinstance(address, IPv4Address) or address.is_loopback:
        return str(address)
    return str(IPv6Network((address, IPV6_PREFIX), strict=False))


def host_of(peername: object) -> str:
    """The host in what a transport says of its peer, empty for a Unix socket."""
    return str(peername[0]) if isinstance(peername, tuple) and peername else ""


class Arrival(NamedTuple):
    """Somebody who has been counted already: where they come from, and what the log calls them."""

    host: str
    peer: str


class Proxies:
    """The proxies that are believed, by address or network."""

    def __init__(self, networks: Iterable[str] = ()) -> None:
        self._networks: list[IPv4Network | IPv6Network] = [ip_network(each, strict=False) for each in networks]

    def trusts(self, host: str) -> bool:
        """Whether a host is such a proxy."""
        if not self._networks:
            return False
        address = _address(host)
        return address is not None and any(address in network for network in self._networks)

    def asks_for(self, host: str, x_forwarded_for: Sequence[str], forwarded: Sequence[str]) -> str:
        """The host for which ``host`` asks, which is itself unless it is trusted and says otherwise.

        Each proxy adds whom it heard to the end of the header; what stands before the last one that is not trusted
        could be anybody's invention. A header that the proxy does not know it passes on as it came: if both are there,
        they must agree.
        """
        if not self.trusts(host):
            return host
        written = [part.strip() for line in x_forwarded_for for part in line.split(",")]
        quoted = [first or second for first, second in _FORWARDED.findall(",".join(forwarded))]
        named = {self._last(hops) for hops in (written, quoted) if hops}
        if len(named) > 1:
            raise Contradiction("Forwarded and X-Forwarded-For name different peers")
        return named.pop() if named else host

    def _last(self, hops: list[str]) -> str:
        """The last hop that is not a proxy of ours; the first if all are."""
        for hop in reversed(hops):
            host = _without_port(hop)
            if not self.trusts(host):
                return host
        return _without_port(hops[0])


def _without_port(hop: str) -> str:
    found = _WITH_PORT.fullmatch(hop)
    return (found[1] or found[2] or "") if found else hop


def _address(host: str) -> IPv4Address | IPv6Address | None:
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address
