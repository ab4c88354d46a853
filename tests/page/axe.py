"""What axe finds on a page as it stands."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

from tests.lacking import lacking
from tests.page.gallery import LANGUAGES
from tests.page.visitor import SPEAK, Visitor

_AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
_LOOK = """async () => (await axe.run(document, { resultTypes: ['violations'] })).violations
  .flatMap(({ id, nodes }) => nodes.map((node) => ({ id, where: `${node.target}`, why: node.any[0]?.message })))
  .filter(({ id, where }) => id !== 'label-content-name-mismatch' || !document.querySelector(where)?.closest('.board'))
  .map(({ id, where, why }) => `${id} at ${where}: ${why}`)"""
"""What keeps people out. Pieces on a board are pictures: the letters drawn on them need not be in their names."""


def speak(visitor: Visitor, language: str) -> None:
    """Have the page come again in that language."""
    visitor.page.evaluate(SPEAK, language)
    visitor.page.reload()
    visitor.page.wait_for_selector(f"html[lang={language}]")


def barriers(page: Page, language: str) -> dict[str, list[str]]:
    """What keeps people out, by the colours in which it does.

    Those of the evening, which are the same in every language, are looked at in the last one.
    """
    if not _AXE.is_file():
        lacking("axe-core is not installed: run `make page`")
    page.evaluate(_AXE.read_text())
    found = {}
    for scheme in ("light", "dark") if language == LANGUAGES[-1] else ("light",):
        page.emulate_media(color_scheme=scheme)
        page.wait_for_function("scheme => document.documentElement.dataset.theme === scheme", arg=scheme)
        if barred := page.evaluate(_LOOK):
            found[f"{language}, {scheme}"] = barred
    return found
