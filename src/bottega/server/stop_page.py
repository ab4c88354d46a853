"""The page behind the link that ends notifications: it asks first, since mail programs open links by themselves.

The secret in the link is all it takes, on any device, and it is good for nothing else. A mail program's own button
posts to it without asking (RFC 8058).
"""

from __future__ import annotations

import asyncio
from html import escape
from typing import get_args

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from bottega.games.refusal import Refusal
from bottega.server.letters import TEXTS
from bottega.table.house import House
from bottega.table.ways import Language, Way, Ways

PATH = "/notifications/stop/{way}/{secret}"
METHODS = ["GET", "POST"]

_PAGE = """<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Bottega</title>
<link rel="stylesheet" href="/document.css">
<main>
<h1>Bottega</h1>
<p>{text}</p>
{form}
</main>
</html>
"""
_FORM = '<form method="post"><button>{stop}</button></form>'


class StopPage:
    """Answers whoever wants no more notifications."""

    def __init__(self, house: House) -> None:
        self._house = house

    async def answer(self, request: Request) -> Response:
        """Ask whether to stop, or stop."""
        told = self._house.notifications
        way, secret = request.path_params["way"], request.path_params["secret"]
        ways = None if told is None or way not in get_args(Way) else told.book.stopped_by(secret)
        if told is None or ways is None or not _goes(ways, way):
            return _page(_language(request), "stop.none", 404)
        if request.method == "GET":
            return _page(ways.language, "stop.ask", name=ways.name, asking=True)
        heard: asyncio.Future[Ways | Refusal] = asyncio.get_running_loop().create_future()
        told.book.stop(ways, way, heard.set_result)
        if isinstance(await heard, Refusal):
            return _page(ways.language, "stop.ask", 503, name=ways.name, asking=True)
        return _page(ways.language, "stop.done")


def _goes(ways: Ways, way: Way) -> bool:
    """Whether anything is sent that way."""
    return bool({"push": ways.push, "ntfy": ways.ntfy, "mail": ways.mail, "webhook": ways.webhook}[way])


def _language(request: Request) -> Language:
    wanted = request.headers.get("accept-language", "")[:2].lower()
    return next((language for language in TEXTS if language == wanted), "en")


def _page(language: Language, text: str, status: int = 200, name: str = "", *, asking: bool = False) -> Response:
    texts = TEXTS[language]
    form = _FORM.format(stop=escape(texts["stop"])) if asking else ""
    page = _PAGE.format(language=language, text=escape(texts[text].format(name=name)), form=form)
    return HTMLResponse(page, status, headers={"Cache-Control": "no-store", "Referrer-Policy": "no-referrer"})
