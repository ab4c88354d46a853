"""The browser's page: files that Vite has built into this package, and the headers that keep the page to itself."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bottega.limits import MAX_QUOTED
from bottega.server.hosts import Hosts

PAGE = Path(str(files("bottega.server"))) / "page"
"""Where ``make page`` puts the built page."""

SECURITY = {
    "Content-Security-Policy": "; ".join(
        (
            "default-src 'self'",
            "script-src 'self'",
            "style-src 'self'",
            "style-src-attr 'unsafe-inline'",
            "img-src 'self' data:",
            "connect-src 'self'",
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        )
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": ", ".join(
        f"{what}=()"
        for what in (
            "camera",
            "display-capture",
            "geolocation",
            "hid",
            "microphone",
            "payment",
            "serial",
            "usb",
        )
    ),
}
"""Sent with everything: no script but ours, nothing from elsewhere, no frames. Styles may be set on single elements."""

MONITORED = frozenset({"/health", "/ready"})
"""What is asked by programs that know an address, not a name, and ask often."""

STRICT_TRANSPORT = {"Strict-Transport-Security": f"max-age={180 * 24 * 3600}"}
"""Sent with everything that is sent by TLS: half a year long, browsers do not even try without."""

NOT_BUILT = """<!doctype html>
<html lang="en">
<title>Bottega</title>
<h1>Bottega is running</h1>
<p>The page of the browser table is not built yet. Run <code>make page</code> and reload.</p>
<p>Bots can play meanwhile: the house protocol is at <code>/ws</code>, its schema at
<a href="/api/house.schema.json">/api/house.schema.json</a>.</p>
</html>
"""


def security(secure: bool) -> dict[str, str]:
    """The headers of every answer, by TLS or without."""
    return {**SECURITY, **STRICT_TRANSPORT} if secure else SECURITY


class Guarded:
    """An application whose every answer carries the security headers; ``secure`` if it is reached by TLS."""

    def __init__(self, app: ASGIApp, secure: bool = False) -> None:
        self._app = app
        self._headers = security(secure)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, guarded)


class OwnName:
    """An application that answers only if it is asked for by a name of its own; to monitors whatever they call it."""

    def __init__(self, app: ASGIApp, hosts: Hosts) -> None:
        self._app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        host = Headers(scope=scope).get("host", "")
        if self._hosts.ours(host) or scope["path"] in MONITORED:
            await self._app(scope, receive, send)
        else:
            await PlainTextResponse(misdirected(host), 421)(scope, receive, send)


def misdirected(host: str) -> str:
    """What is said to whoever asks for a house of another name."""
    shown = "".join(char if char.isprintable() else "?" for char in host[:MAX_QUOTED])
    return (
        f"this house does not go by the name {shown}: open it by its address, "
        f"or have it started with --allow-host {shown}\n"
    )


class Pages:
    """The files of the built page."""

    def __init__(self, root: Path = PAGE, preview: Callable[[Request], str] = lambda _: "") -> None:
        self._root = root
        self._preview = preview

    async def index(self, request: Request) -> Response:
        """The page itself, whatever table or replay it will show."""
        index = self._root / "index.html"
        if not index.is_file():
            return HTMLResponse(NOT_BUILT)
        return FileResponse(index, headers={"Cache-Control": "no-cache"})

    async def table(self, request: Request) -> Response:
        """The page with what chat programs show of a link to this table."""
        preview, index = self._preview(request), self._root / "index.html"
        if not preview or not index.is_file():
            return await self.index(request)
        page = index.read_text(encoding="utf-8").replace("<title>Bottega</title>", preview, 1)
        return HTMLResponse(page, headers={"Cache-Control": "no-cache"})

    async def file(self, request: Request) -> Response:
        """One of the page's files; those under ``assets/`` have their hash in the name and never change."""
        path = self._inside(request.path_params["path"])
        if path is None:
            index = self._root / "index.html"
            if "text/html" in request.headers.get("accept", "") and index.is_file():
                return FileResponse(index, 404, headers={"Cache-Control": "no-cache"})  # it says so in their language
            return PlainTextResponse("there is no such page\n", 404)
        for_ever = path.parent.name == "assets"
        caching = "public, max-age=31536000, immutable" if for_ever else "no-cache"
        return FileResponse(path, headers={"Cache-Control": caching})

    def _inside(self, name: str) -> Path | None:
        root = self._root.resolve()
        try:
            path = (root / name).resolve()
            return path if path.is_relative_to(root) and path.is_file() else None
        except (OSError, ValueError):
            return None
