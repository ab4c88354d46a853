"""From an address as somebody types it to a link: a house in this process, a house on the web, one of the protocols."""

from __future__ import annotations

import re
import ssl
from collections.abc import Callable

from bottega.client.dialects import CLIENTS
from bottega.client.house import HouseClient
from bottega.client.link import Link, at_home, stream, websocket
from bottega.client.offline import Home
from bottega.fault import Fault
from bottega.table.house import Settings

HOME = "home"
"""How a house in this process is called."""

_DIALECT = re.compile(r"(?:(?P<cover>tls|plain):)?(?P<dialect>[a-z-]+)(?:\+(?P<profile>[a-z]+))?@(?P<place>.+)")
_PLACE = re.compile(r"(?:\[(?P<six>[^\]]+)\]|(?P<host>[^:]+)):(?P<port>[0-9]{1,5})")


class NoSuchDoor(Fault):
    """An address that leads nowhere, in a sentence."""


def invitation(where: str) -> tuple[str, str]:
    """A house and one of its tables, of the link that is shared; nothing for the table if it names none.

    >>> invitation("http://ada.local:8000/table/c0ffee")
    ('http://ada.local:8000', 'c0ffee')
    """
    house, _, table = where.partition("/table/")
    return house, table.partition("#")[0].strip("/")


def link_to(
    where: str | None, trust: Callable[[], ssl.SSLContext], hurried: bool = False, seed: bytes | None = None
) -> Link:
    """The link to an address, or to a house of one's own; whom to trust is asked only where it is encrypted.

    At home, bots act as if they thought; ``hurried`` if nobody looks on; with a seed the game is the same every time.
    """
    if seed is not None and where is not None:
        raise NoSuchDoor(f"a seed is for games against bots on this machine: {where} deals by itself")
    if where is None:
        home = Home(Settings(per_address=0, bot_seconds=0.0) if hurried else None, seed=seed)
        return Link(HouseClient(seed), at_home(home), HOME)
    if where.startswith(("http://", "https://")):
        trusted = trust() if where.startswith("https:") else None
        return Link(HouseClient(), websocket(where, trusted), where, trust=trusted)
    found = _DIALECT.fullmatch(where)
    if found is None:
        raise NoSuchDoor(f"{where!r} is neither http://HOST:PORT nor DIALECT[+original]@HOST:PORT")
    place = _PLACE.fullmatch(found["place"])
    if place is None or int(place["port"]) > 65535:
        raise NoSuchDoor(f"{found['place']!r} is not HOST:PORT")
    client = CLIENTS.get(found["dialect"])
    if client is None:
        raise NoSuchDoor(f"there is no client of {found['dialect']!r}; there are {', '.join(sorted(CLIENTS))}")
    try:
        speaker = client(found["profile"] or "")
    except LookupError:
        raise NoSuchDoor(f"{found['dialect']} has no profile {found['profile']!r}") from None
    host, port = place["six"] or place["host"], int(place["port"])
    return Link(speaker, stream(host, port, trust() if found["cover"] == "tls" else None), f"{host}:{port}")
