"""The house protocol's refusals: each is in its page, and its code is one that is made somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bottega.games.refusal import Phrasebook
from bottega.table import phrases as table
from bottega.wire.house import phrases as house

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "protocols" / "house.md"
BOOKS = {"house": house.PHRASES, "table": table.PHRASES}


def rows(book: Phrasebook) -> list[str]:
    """The rows of the page's table: every code with its sentence, parameters in braces."""
    plain = {code: re.sub(r":\w+\}", "}", template) for code, template in book.templates.items()}
    return [f"| `{code}` | {template} |" for code, template in plain.items()]


@pytest.mark.parametrize("name", BOOKS)
def test_the_page_lists_every_code(name: str) -> None:
    """The page has the codes and sentences of the phrasebook, all of them and no others, in the same order."""
    listed = re.findall(rf"^\| `{name}\..*$", PAGE.read_text(), re.MULTILINE)
    assert listed == rows(BOOKS[name]), "\n" + "\n".join(rows(BOOKS[name]))


@pytest.mark.parametrize("name", BOOKS)
def test_every_code_is_used(name: str) -> None:
    """A sentence that nobody ever says is not in the book."""
    sources = [path for path in (ROOT / "src").rglob("*.py") if path.name != "phrases.py"]
    text = "\n".join(path.read_text() for path in sources)
    unused = [code for code in BOOKS[name].templates if f'"{code.partition(".")[2]}"' not in text]
    assert unused == []
