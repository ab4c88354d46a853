"""What the HTTP port tells of an invitation to a table: the link, its QR code, and what chat programs show of it."""

from __future__ import annotations

from html import escape
from ipaddress import ip_address

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from bottega.server.hosts import Hosts, netloc
from bottega.server.invitations import Invitation, Invitations, as_svg, is_site
from bottega.table.house import House
from bottega.table.table import Table

TITLES = {"splendor": "Splendor", "sagrada": "Sagrada", "renaissance": "Masters of Renaissance"}
NO_TABLE = "there is no such table\n"


class Inviting:
    """Answers about tables that can be joined or watched."""

    def __init__(self, house: House, invitations: Invitations, hosts: Hosts) -> None:
        self._house = house
        self._invitations = invitations
        self._hosts = hosts

    async def link(self, request: Request) -> Response:
        """The link to hand on, and for whom it is good."""
        if self._table(request) is None:
            return PlainTextResponse(NO_TABLE, 404)
        body = msgspec.json.encode(self._invitation(request))
        return Response(body, media_type="application/json", headers={"Cache-Control": "no-store"})

    async def address(self, request: Request) -> Response:
        """The address of the house as another device would type it, and for which devices it is good."""
        body = msgspec.json.encode(self._to(request, ""))
        return Response(body, media_type="application/json", headers={"Cache-Control": "no-store"})

    async def picture(self, request: Request) -> Response:
        """The same as a QR code."""
        if self._table(request) is None:
            return PlainTextResponse(NO_TABLE, 404)
        body = as_svg(self._invitation(request).link)
        return Response(body, media_type="image/svg+xml", headers={"Cache-Control": "no-store"})

    def preview(self, request: Request) -> str:
        """The title of a table's page and what chat programs show of a link to it, empty if there is no such table."""
        table = self._table(request)
        if table is None:
            return ""
        invitation = self._invitation(request)
        site = invitation.link.removesuffix(f"/table/{table.id}")
        title = f"{TITLES[table.position.charter.game]} – Bottega"
        told = {
            "og:site_name": "Bottega",
            "og:type": "website",
            "og:title": title,
            "og:description": _described(table),
            "og:url": invitation.link,
            "og:image": f"{site}/preview/{table.position.charter.game}.png",
        }
        metas = "".join(f'<meta property="{name}" content="{escape(value)}" />' for name, value in told.items())
        return f'<title>{escape(title)}</title>{metas}<meta name="twitter:card" content="summary_large_image" />'

    def _table(self, request: Request) -> Table | None:
        return self._house.find(request.path_params["table"])

    def _invitation(self, request: Request) -> Invitation:
        return self._to(request, f"/table/{request.path_params['table']}")

    def _to(self, request: Request, path: str) -> Invitation:
        """For whoever asks: a page says as which site it was opened; a program is believed its ``Host``."""
        origin = request.query_params.get("at", "")
        if not is_site(origin) or not self._hosts.ours(netloc(origin)):
            origin = f"{request.url.scheme}://{request.headers.get('host', '') or self._invitations.authority}"
        return self._invitations.to(path, origin, _nearby(request))


def _nearby(request: Request) -> bool:
    """Whether whoever asks is on this machine."""
    try:
        return request.client is not None and ip_address(request.client.host.partition("%")[0]).is_loopback
    except ValueError:
        return False


def _described(table: Table) -> str:
    """What goes on at a table, as far as whoever has its link may know."""
    position = table.position
    names = ", ".join(seat.name for seat in position.seats)
    if position.finished:
        if not position.started:
            return "The table was closed before anybody played."
        return f"{names} {'have' if len(position.seats) > 1 else 'has'} played: see how it went."
    if position.started:
        return f"{names} are playing: watch them." if len(position.seats) > 1 else f"{names} is playing: watch."
    size = position.size or position.game.SEATS[-1]
    free = max(0, size - len(position.seats))
    seats = f"{free} of {size} seats free" if free else "every seat is taken"
    return f"{names} – {seats}. Open the link and sit down." if names else f"{seats}. Open the link and sit down."
