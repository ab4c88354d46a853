"""The pages about the protocols as HTML: all of them, with their anchors, and nothing in them that is not theirs."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from bottega.server.documents import PATH, _blocks, anchor, document, documents
from bottega.wire import DIALECTS
from bottega.wire.guide import HOUSE, guide

SOURCES = Path(__file__).parents[2] / "docs" / "protocols"
LONE = {"meta", "link", "!doctype"}


class Reader(HTMLParser):
    """Notes elements, anchors, links and text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.anchors: list[str] = []
        self.links: list[str] = []
        self.text: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element begins."""
        if tag not in LONE:
            self.open.append(tag)
        for name, value in attrs:
            if name == "id":
                self.anchors.append(value or "")
            if name == "href":
                self.links.append(value or "")

    def handle_endtag(self, tag: str) -> None:
        """An element ends: the one that began last."""
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Text."""
        self.text.append(data)


def read(name: str) -> Reader:
    """A page, read."""
    text = document(name)
    assert text is not None
    return Reader(text)


def test_every_page_is_there() -> None:
    """All pages of ``docs/protocols`` are served, and each protocol has one."""
    assert set(documents()) == {path.stem for path in SOURCES.glob("*.md")}
    assert {*DIALECTS, HOUSE} <= set(documents())


@pytest.mark.parametrize("name", sorted(path.stem for path in SOURCES.glob("*.md")))
def test_a_page_is_whole(name: str) -> None:
    """Elements are nested as they should be, anchors are unique, links lead to anchors, and no word is lost."""
    page = read(name)
    assert page.open == []
    assert len(page.anchors) == len(set(page.anchors))
    for link in page.links:
        where, _, section = link.partition("#")
        if where.startswith(PATH) or (section and not where):
            target = where.removeprefix(PATH) or name
            assert not section or section in read(target).anchors, link
    source = (SOURCES / f"{name}.md").read_text("utf-8")
    shown = "".join(page.text)
    words = set(re.findall(r"[A-Za-z_]{4,}", re.sub(r"\]\([^)]*\)", "", source)))
    assert [word for word in sorted(words) if word not in shown and word not in ("mermaid", "dialogue", "json")] == []


@pytest.mark.parametrize("name", [*DIALECTS, HOUSE])
def test_every_message_leads_somewhere(name: str) -> None:
    """The section of each message is an anchor of its page."""
    assert {entry.section for entry in guide(name).entries.values()} <= set(read(name).anchors)


@pytest.mark.parametrize("name", ["", "nothing", "../house", "house.md", "%2e%2e"])
def test_what_is_no_page(name: str) -> None:
    """Only the names of pages are pages."""
    assert document(name) is None


@pytest.mark.parametrize(
    ("lines", "html"),
    [
        (["# A `b`"], '<h1 id="a-b">A <code>b</code></h1>'),
        (["<script>&"], "<p>&lt;script&gt;&amp;</p>"),
        (["```sh", "a <b>", "```"], "<pre>a &lt;b&gt;</pre>"),
        (["* a", "  b", "* **c**"], "<ul><li>a b</li><li><strong>c</strong></li></ul>"),
        (["one", "* two"], "<p>one</p>\n<ul><li>two</li></ul>"),
        (["[x](javascript:alert)"], "<p>x</p>"),
        (["[x](../operations.md#y)"], "<p>x</p>"),
        (["[x](house.md#limits)"], f'<p><a href="{PATH}house#limits">x</a></p>'),
        (["[x](#y) *so*"], '<p><a href="#y">x</a> <em>so</em></p>'),
        (["2 * 3 * 4"], "<p>2 * 3 * 4</p>"),
        (
            ["| a | b |", "|---|---|", "| `c` | d\\|e |"],
            '<div class="wide"><table>\n<tr><th>a</th><th>b</th></tr>\n<tr><td><code>c</code></td><td>d|e</td></tr>\n'
            "</table></div>",
        ),
        (
            ["| | |", "|---|---|", "| a | b |"],
            '<div class="wide"><table>\n<tr><td>a</td><td>b</td></tr>\n</table></div>',
        ),
    ],
)
def test_markdown(lines: list[str], html: str) -> None:
    """What the pages are written in is understood, and nothing in it is markup of its own."""
    assert "\n".join(_blocks(lines)) == html


def test_anchors() -> None:
    """An anchor is the heading in small letters, without its signs."""
    assert anchor("TLS, and what travels in plain text") == "tls-and-what-travels-in-plain-text"
