"""Where a house listens, or a server is looked for, as it is typed: ``[tls:]DIALECT[+original]@HOST:PORT``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bottega.cli.arguments import UsageFault

if TYPE_CHECKING:
    from bottega.server.app import Address

_PREFIXES = {"tls": True, "plain": False}
"""What may stand before an address, and whether it is encrypted then."""


def listener(text: str) -> Address:
    """The address of a dialect that there is, with a profile that it has."""
    from bottega.wire import DIALECTS

    rest, encrypted = encryption(text)
    name, at, where = rest.partition("@")
    if not at:
        raise UsageFault(f"--listen takes DIALECT[+original]@HOST:PORT, not {text!r}")
    address = address_of(name, where, encrypted)
    dialect = DIALECTS.get(address.dialect)
    if dialect is None:
        raise UsageFault(f"there is no dialect {address.dialect!r}; there are {', '.join(sorted(DIALECTS))}")
    if address.profile not in dialect.PROFILES:
        raise UsageFault(f"{address.dialect} has no profile {address.profile!r}")
    return address


def encryption(text: str) -> tuple[str, bool | None]:
    """An address without ``tls:`` or ``plain:``, and which of them it was."""
    prefix, _, rest = text.partition(":")
    return (rest, _PREFIXES[prefix]) if prefix in _PREFIXES and ":" in rest else (text, None)


def address_of(name: str, where: str, encrypted: bool | None) -> Address:
    """The address of something at ``HOST:PORT``."""
    from bottega.server.app import Address

    host, colon, port = where.rpartition(":")
    if not colon or not port.isdecimal() or int(port) > 65535:
        raise UsageFault(f"{where!r} is not HOST:PORT")
    return Address(name, host.strip("[]"), int(port), encrypted)


def in_the_network(address: Address) -> Address:
    """The same on all interfaces, unless it was put somewhere else already."""
    from msgspec.structs import replace

    return replace(address, host="0.0.0.0") if address.host in ("127.0.0.1", "localhost") else address
