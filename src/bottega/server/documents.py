"""The pages about the protocols, as HTML: what the wire page links to, and whoever writes a client reads.

The Markdown of ``docs/protocols`` needs no more than is here: headings, paragraphs, lists, tables, blocks of code, and
in them code, bold and italic text and links. A heading has the anchor that is made of its words, as everywhere else.
Whatever is not understood is shown as it is written; nothing of a page is ever markup of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html import escape
from importlib.resources import files
from pathlib import Path

PATH = "/docs/protocols/"
_PLACES = (
    Path(str(files("bottega.server"))) / "documents",
    Path(__file__).parents[3] / "docs" / "protocols",
)
"""Where the pages lie: in an installed package, and in a working copy."""

_HEADING = re.compile(r"(#{1,4}) (.*)")
_ITEM = re.compile(r"[*-] (.*)")
_RULE = re.compile(r"[|:\- ]+")
_CELL = re.compile(r"(?<!\\)\|")
_INLINE = re.compile(r"`([^`]+)`|\[([^\]]+)\]\(([^)\s]+)\)|\*\*(.+?)\*\*|(?<!\w)\*([^*\s][^*]*)\*(?!\w)")
_WEB = ("https://", "http://")

_FRAME = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} · Bottega</title>
<link rel="stylesheet" href="/document.css">
<nav>{pages}</nav>
<main>
{body}
</main>
</html>
"""


@cache
def documents() -> dict[str, Path]:
    """The pages there are, by name."""
    place = next((place for place in _PLACES if place.is_dir()), None)
    return {} if place is None else {path.stem: path for path in sorted(place.glob("*.md"))}


@cache
def document(name: str) -> str | None:
    """A page as HTML, None if there is none of that name."""
    path = documents().get(name)
    if path is None:
        return None
    pages = " ".join(f'<a href="{PATH}{each}">{escape(each)}</a>' for each in documents())
    body = "\n".join(_blocks(path.read_text("utf-8").splitlines()))
    return _FRAME.format(title=escape(name), pages=pages, body=body)


def anchor(heading: str) -> str:
    """The anchor of a heading.

    >>> anchor("discard_gems, select_noble (requests)")
    'discard_gems-select_noble-requests'
    """
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def _blocks(lines: list[str]) -> Iterator[str]:
    at = 0
    while at < len(lines):
        line = lines[at]
        end = at + 1
        if line.startswith("```"):
            while end < len(lines) and lines[end] != "```":
                end += 1
            text = escape("\n".join(lines[at + 1 : end]))
            yield f"<pre>{text}</pre>"
            end += 1
        elif heading := _HEADING.fullmatch(line):
            level = len(heading[1])
            yield f'<h{level} id="{escape(anchor(heading[2]))}">{_inline(heading[2])}</h{level}>'
        elif line.startswith("|"):
            while end < len(lines) and lines[end].startswith("|"):
                end += 1
            yield from _table(lines[at:end])
        elif line.strip():
            while end < len(lines) and lines[end].strip() and not lines[end].startswith(("```", "|", "#")):
                end += 1
            yield from _text(lines[at:end])
        at = end


def _table(rows: list[str]) -> Iterator[str]:
    """A table; its first row is its head, unless nothing is in it."""
    yield '<div class="wide"><table>'
    for number, row in enumerate(rows):
        if number == 1 and _RULE.fullmatch(row):
            continue
        cells = [cell.strip().replace(r"\|", "|") for cell in _CELL.split(row.strip())[1:-1]]
        kind = "td" if number else "th"
        if number or any(cells):
            yield "<tr>" + "".join(f"<{kind}>{_inline(cell)}</{kind}>" for cell in cells) + "</tr>"
    yield "</table></div>"


def _text(lines: list[str]) -> Iterator[str]:
    """A list or a paragraph; a line that begins no item belongs to the one before."""
    if _ITEM.match(lines[0]) is None:
        first = next((number for number, line in enumerate(lines) if _ITEM.match(line)), len(lines))
        yield f"<p>{_inline(' '.join(lines[:first]))}</p>"
        lines = lines[first:]
    items: list[str] = []
    for line in lines:
        if item := _ITEM.fullmatch(line):
            items.append(item[1])
        else:
            items[-1] += f" {line.strip()}"
    if items:
        yield "<ul>" + "".join(f"<li>{_inline(item)}</li>" for item in items) + "</ul>"


def _inline(text: str) -> str:
    """A text with the code, links and emphasis that are in it."""
    parts, at = [], 0
    for found in _INLINE.finditer(text):
        parts.append(escape(text[at : found.start()]))
        code, words, target, bold, italic = found.groups()
        if code is not None:
            parts.append(f"<code>{escape(code)}</code>")
        elif words is not None:
            parts.append(_link(words, target))
        elif bold is not None:
            parts.append(f"<strong>{_inline(bold)}</strong>")
        else:
            parts.append(f"<em>{escape(italic)}</em>")
        at = found.end()
    return "".join([*parts, escape(text[at:])])


def _link(words: str, target: str) -> str:
    """A link, if it leads to one of these pages or to the web; else the words alone."""
    page, hash_, section = target.partition("#")
    name = page.removesuffix(".md")
    if name in documents() or (hash_ and not page):
        target = f"{PATH}{name}{hash_}{section}" if page else f"#{section}"
    elif not target.startswith(_WEB):
        return _inline(words)
    return f'<a href="{escape(target)}">{_inline(words)}</a>'
