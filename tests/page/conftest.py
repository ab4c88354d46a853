"""One Chromium and one house for all tests that a worker runs here; a context of its own for everybody who visits.

Both live only as long as this folder's tests: playwright keeps an event loop of its own running meanwhile.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import sync_playwright

from bottega.server.pages import PAGE
from tests.lacking import lacking
from tests.page.visitor import SECONDS, Visitor, nobody_else
from tests.server.harness import HouseProcess, running_house

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--js-flags=--expose-gc",
)
NAMES = ("chromium", "chromium-browser", "google-chrome")

Visit = Callable[..., Visitor]


def pytest_itemcollected(item: pytest.Item) -> None:
    """None of them is fast."""
    item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="package")
def chromium() -> Iterator[Chromium]:
    """A Chromium without a window."""
    if not (PAGE / "index.html").is_file():
        lacking("the page is not built: run `make page`")
    found = next(filter(None, map(shutil.which, NAMES)), None)
    with sync_playwright() as playwright:
        program = found or playwright.chromium.executable_path
        if not Path(program).exists():
            lacking("there is no Chromium: install your system's `chromium`, or run `playwright install chromium`")
        browser = playwright.chromium.launch(executable_path=program, args=list(ARGUMENTS), timeout=SECONDS * 1000)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    """A house for the tests that do not harm it; its bots do not wait."""
    data = tmp_path_factory.mktemp("page")
    options = ("--bot-seconds", "0", "--lobby-seconds", "600", "--seats", "3")
    with running_house(data, "splendor-json", "sagrada-text", options=options) as house:
        yield house


@pytest.fixture
def visit(chromium: Chromium, house: HouseProcess) -> Iterator[Visit]:
    """Somebody new comes to the house (or to another one) with a browser; nobody's console may have complained."""
    visitors: list[Visitor] = []

    def come(name: str, house: HouseProcess = house, **fields: Any) -> Visitor:
        visitors.append(Visitor(chromium, house, name and nobody_else(name), **fields))
        return visitors[-1]

    yield come
    complaints = [complaint for visitor in visitors for complaint in visitor.complaints]
    for visitor in visitors:
        visitor.leave()
    assert not complaints
