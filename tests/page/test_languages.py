"""English, Italian and Polish: every text in all three, and the page in the reader's own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bottega.server.pages import PAGE
from tests.lacking import lacking
from tests.page.conftest import Visit

SOURCE = Path(__file__).parents[2] / "web" / "src"
CODES = ("en", "it", "pl")
_ENTRY = re.compile(r'^\s*"([^"]+)":\s*"((?:[^"\\]|\\.)*)",?$', re.MULTILINE)
_BLANK = re.compile(r"\{(\w+)\}")


def _catalogues() -> dict[str, dict[str, dict[str, str]]]:
    """Of the shell, of each game and of the wire page: the texts by language."""
    folders = {"shell": SOURCE / "lib" / "i18n", **{path.parent.name: path for path in SOURCE.glob("**/texts")}}
    return {
        name: {code: _texts((folder / f"{code}.ts").read_text()) for code in CODES} for name, folder in folders.items()
    }


def _texts(source: str) -> dict[str, str]:
    """The texts of one file; what the server says in English itself (tests/wire/house/test_types.py) left out."""
    return {key: text for key, text in _ENTRY.findall(source) if not key.startswith("refused.")}


@pytest.mark.parametrize("part", ["shell", "splendor", "sagrada", "renaissance", "wire"])
def test_every_text_is_in_every_language(part: str) -> None:
    """All languages have the same keys, and the same blanks to be filled in under each."""
    texts = _catalogues()[part]
    assert len(texts["en"]) > 30
    for code in CODES[1:]:
        assert set(texts[code]) == set(texts["en"]), code
        for key, text in texts["en"].items():
            assert set(_BLANK.findall(texts[code][key])) == set(_BLANK.findall(text)), (code, key)


@pytest.mark.parametrize(("code", "title"), [("en", "Open a table"), ("it", "Apri un tavolo"), ("pl", "Otwórz stół")])
def test_the_language_is_switched(code: str, title: str, visit: Visit) -> None:
    """Chosen in the settings, the language changes at once, and the page says which it is."""
    anna = visit("Anna", language="pl" if code == "en" else "en")
    anna.goes("/")
    anna.presses("header .quiet")
    anna.page.select_option("dialog select >> nth=0", code)
    anna.page.wait_for_selector(f"html[lang={code}]")
    anna.page.wait_for_selector(f"h1:text-is('{title}')")


def test_the_page_has_no_inline_script() -> None:
    """The page as built holds no script and no style of its own: all come from files of this house."""
    index = PAGE / "index.html"
    if not index.is_file():
        lacking("the page is not built: run `make page`")
    text = index.read_text()
    assert re.findall(r"<script(?![^>]*\bsrc=)[^>]*>", text) == []
    assert "<style" not in text
    assert "style=" not in text
    assert re.findall(r'(?:src|href)="(?!/)', text) == []
