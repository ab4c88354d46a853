"""The page's files and its headers, without a server."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.types import ASGIApp

from bottega.server.pages import NOT_BUILT, SECURITY, Guarded, Pages


def _ask(app: ASGIApp, path: str) -> httpx.Response:
    async def ask() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://page") as client:
            return await client.get(path)

    return asyncio.run(ask())


@pytest.fixture
def page(tmp_path: Path) -> ASGIApp:
    """A built page in a directory of its own."""
    root = tmp_path / "page"
    (root / "assets").mkdir(parents=True)
    (root / "index.html").write_text("<!doctype html>the page")
    (root / "assets" / "app-1234.js").write_text("1")
    (root / "icon.svg").write_text("<svg/>")
    (tmp_path / "secret").write_text("secret")
    pages = Pages(root)
    return Guarded(Starlette(routes=[Route("/", pages.index), Route("/{path:path}", pages.file)]))


def test_files_of_the_page(page: ASGIApp) -> None:
    """The document is asked for anew, hashed files are kept for ever, and nothing beside the page is served."""
    assert _ask(page, "/").headers["cache-control"] == "no-cache"
    assert "immutable" in _ask(page, "/assets/app-1234.js").headers["cache-control"]
    assert _ask(page, "/assets/app-1234.js").headers["content-type"].startswith("text/javascript")
    assert _ask(page, "/icon.svg").headers["cache-control"] == "no-cache"
    for path in ("/../secret", "/..%2fsecret", "/%2e%2e/secret", "/assets"):
        assert _ask(page, path).status_code == 404


def test_a_page_that_is_not_built(tmp_path: Path) -> None:
    """Says how to build it, without a script."""
    assert _ask(Starlette(routes=[Route("/", Pages(tmp_path).index)]), "/").text == NOT_BUILT
    assert "make page" in NOT_BUILT
    assert "<script" not in NOT_BUILT


def test_every_answer_is_guarded(page: ASGIApp) -> None:
    """What is there and what is not carry the same headers; a policy that an answer brings itself stays."""
    for path in ("/", "/icon.svg", "/nothing"):
        headers = _ask(page, path).headers
        assert {name: headers[name] for name in SECURITY} == SECURITY
    assert "script-src 'self'" in SECURITY["Content-Security-Policy"]


def test_by_tls(page: ASGIApp) -> None:
    """Browsers that came by TLS once do not come without any more; in plain text nothing is said of it."""
    name = "strict-transport-security"
    assert _ask(Guarded(page, secure=True), "/nothing").headers[name] == "max-age=15552000"
    assert name not in _ask(page, "/").headers


@pytest.mark.parametrize("path", ["/a\0b", "/" + "x" * 5000])
def test_names_that_are_no_files(page: ASGIApp, path: str) -> None:
    """What no file system takes as a name is not found, not an error."""
    assert _ask(page, path.replace("\0", "%00")).status_code == 404
