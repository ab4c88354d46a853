"""Under which addresses friends find the house, and an invitation to a table as a link and as a QR code.

A page that was opened on the machine of the house knows itself as ``127.0.0.1``, which is of no use to anybody else. So
the house says what to hand on: the address it was told (``--public-url``); else the one that the page was opened by,
unless that is this machine only; else one that it has in its network, if it listens there.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from enum import StrEnum
from ipaddress import IPv4Address, IPv6Address, ip_address
from urllib.parse import urlsplit

import msgspec

from bottega.server.hosts import PRIVATE


class Reach(StrEnum):
    """For whom a link is good: whoever is on this machine, in the same network, or anywhere."""

    MACHINE = "machine"
    NETWORK = "network"
    ANYWHERE = "anywhere"


class Invitation(msgspec.Struct, frozen=True):
    """A link to a table, and for whom it is good."""

    link: str
    reach: Reach


def own_addresses() -> list[str]:
    """The addresses of this machine in its networks, those that are easiest to type first."""
    import ifaddr  # only where others can come in

    found = [ip.ip for adapter in ifaddr.get_adapters() for ip in adapter.ips]
    plain = [str(ip) if isinstance(ip, str) else ip[0] for ip in found]
    usable = [each for each in map(ip_address, plain) if not (each.is_loopback or each.is_link_local)]
    return [str(each) for each in sorted(dict.fromkeys(usable), key=_ease)]


def _ease(address: IPv4Address | IPv6Address) -> tuple[int, bool, str]:
    return address.version, not address.is_private, str(address)


class Invitations:
    """The addresses of one house."""

    def __init__(
        self,
        host: str,
        port: int,
        secure: bool = False,
        public: str = "",
        own: Callable[[], Iterable[str]] = own_addresses,
    ) -> None:
        self._host = host
        self._port = port
        self._scheme = "https" if secure else "http"
        self._public = public.rstrip("/")
        self._own = own

    def addresses(self) -> list[str]:
        """Every address that a friend could type, the best first; who listens on ``0.0.0.0`` does not hear IPv6."""
        public = [self._public] if self._public else []
        host = ip_address(self._host.partition("%")[0])
        if host.is_loopback:
            return public
        heard = [self._host]
        if host.is_unspecified:
            heard = [each for each in self._own() if ip_address(each).version <= host.version]
        return [*public, *map(self._at, heard)]

    def here(self) -> str:
        """The address for whoever sits at this machine."""
        host = ip_address(self._host.partition("%")[0])
        return self._at("127.0.0.1" if host.is_unspecified else self._host)

    @property
    def alone(self) -> bool:
        """Whether it listens for others, on a machine that is in no network now."""
        return ip_address(self._host.partition("%")[0]).is_unspecified and not self.addresses()

    @property
    def authority(self) -> str:
        """Host and port of that address."""
        return urlsplit(self.here()).netloc

    def to(self, path: str, origin: str, nearby: bool) -> Invitation:
        """What to hand on to others, given the site that the page was opened as and whether it is on this machine."""
        if self._public:
            return Invitation(self._public + path, Reach.ANYWHERE)
        reach = _reach(urlsplit(origin).hostname or "")
        others = self.addresses() if reach is Reach.MACHINE and nearby else []
        if others:
            return Invitation(others[0] + path, Reach.NETWORK)
        return Invitation(origin.rstrip("/") + path, reach)

    def _at(self, host: str) -> str:
        shown = f"[{host}]" if ":" in host else host
        usual = {"http": 80, "https": 443}[self._scheme]
        return f"{self._scheme}://{shown}" + ("" if self._port == usual else f":{self._port}")


def _reach(name: str) -> Reach:
    """How far away a name is understood."""
    try:
        address = ip_address(name.partition("%")[0])
    except ValueError:
        if name == "localhost" or name.endswith(".localhost"):
            return Reach.MACHINE
        near = "." not in name or name.endswith(tuple(f".{ending}" for ending in PRIVATE))
        return Reach.NETWORK if near else Reach.ANYWHERE
    if address.is_loopback or address.is_unspecified:
        return Reach.MACHINE
    return Reach.NETWORK if address.is_private or address.is_link_local else Reach.ANYWHERE


def is_site(text: str) -> bool:
    """Whether it is the address of a site, and nothing but that."""
    try:
        parts = urlsplit(text)
        port_is_good = parts.port is None or parts.port > 0
    except ValueError:
        return False
    bare = parts.path in ("", "/") and not parts.query and not parts.fragment and parts.username is None
    return parts.scheme in ("http", "https") and bool(parts.hostname) and bare and port_is_good


def as_svg(text: str) -> bytes:
    """The text as a QR code for a page: dark on light whatever its colours are."""
    import segno  # not before somebody looks at one

    picture = io.BytesIO()
    segno.make(text, micro=False).save(picture, kind="svg", scale=4, border=3, light="#fff", xmldecl=False)
    return picture.getvalue()


def for_terminal(text: str) -> str:
    """The text as a QR code of half blocks."""
    import segno

    picture = io.StringIO()
    segno.make(text, micro=False).terminal(picture, compact=True, border=2)
    return picture.getvalue().rstrip("\n")


def announcement(invitations: Invitations, picture: bool) -> str:
    """What whoever starts the house is told about how friends get in, perhaps with a QR code of the best address."""
    lines = [f"on this machine:  {invitations.here()}/"]
    friends = invitations.addresses()
    lines += [f"for friends:      {address}/" for address in friends]
    if invitations.alone:
        lines.append("for friends:      this machine is in no network now")
    elif not friends:
        lines.append("for friends:      --lan opens it to your network; behind a proxy, --public-url says its address")
    elif picture:
        lines.append(for_terminal(f"{friends[0]}/"))
    return "\n".join(lines)
