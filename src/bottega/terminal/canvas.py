"""Text with ink: what boards are drawn of, before anybody knows in which colours.

A *span* is a text and the name of its ink (``paint.py`` says what an ink looks like on a dark or a light terminal, or
without colours), and perhaps what a click on it types. A *line* is spans, a *block* is lines. Nothing here knows a game
or a terminal; the letters alone must say everything, so that a board can be read without its inks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size

from bottega.plain import plain


class Span(NamedTuple):
    """A text, its ink, and what a click on it types into the command line."""

    text: str
    ink: str = ""
    click: str = ""


Line = tuple[Span, ...]
Block = list[Line]


class Room(NamedTuple):
    """How many columns and rows there are for a drawing."""

    width: int
    height: int


ELLIPSIS = "…"
EMPTY: Line = ()


def line(*parts: str | Span | Iterable[Span]) -> Line:
    """A line of texts, spans and lines."""
    spans: list[Span] = []
    for part in parts:
        if isinstance(part, Span):
            spans.append(part)
        elif isinstance(part, str):
            spans.append(Span(part))
        else:
            spans.extend(part)
    return tuple(spans)


def width(one: Line) -> int:
    """How many columns a line takes."""
    return sum(cell_len(span.text) for span in one)


def text(one: Line) -> str:
    """A line without its inks."""
    return "".join(span.text for span in one)


def inked(one: Line, ink: str) -> Line:
    """The line with one ink where it had none."""
    return tuple(span if span.ink else span._replace(ink=ink) for span in one)


def clickable(one: Line, click: str) -> Line:
    """The line, which types something wherever it is clicked."""
    return tuple(span._replace(click=click) for span in one)


def padded(one: Line, columns: int, ink: str = "") -> Line:
    """The line filled up to a width; one that is longer ends in an ellipsis."""
    missing = columns - width(one)
    if missing > 0:
        return (*one, Span(" " * missing, ink))
    return one if missing == 0 else _cut(one, columns)


def _cut(one: Line, columns: int) -> Line:
    kept: list[Span] = []
    left = columns - cell_len(ELLIPSIS)
    for span in one:
        room = cell_len(span.text)
        if room > left:
            kept.append(span._replace(text=set_cell_size(span.text, left) + ELLIPSIS))
            break
        kept.append(span)
        left -= room
    return tuple(kept)


def name(given: str, columns: int = 0) -> str:
    """Somebody's name as it may be shown: nothing in it moves the cursor, and it takes so many columns."""
    shown = plain(given)
    if not columns:
        return shown
    return set_cell_size(shown, columns) if cell_len(shown) <= columns else set_cell_size(shown, columns - 1) + ELLIPSIS


def beside(*blocks: Block, gap: int = 2) -> Block:
    """Blocks side by side, all but the last filled up to their own width."""
    rows = max((len(block) for block in blocks), default=0)
    widths = [max(map(width, block), default=0) for block in blocks]
    drawn: Block = []
    for row in range(rows):
        parts: list[Line] = []
        for block, columns in zip(blocks, widths, strict=True):
            parts.append(padded(block[row] if row < len(block) else EMPTY, columns))
        drawn.append(line(*_between(parts, (Span(" " * gap),))))
    return drawn


def _between(parts: Sequence[Line], gap: Line) -> Iterator[Line]:
    for number, part in enumerate(parts):
        if number:
            yield gap
        yield part


def joined(parts: Iterable[Line | Span], between: str = " ") -> Line:
    """Lines in one line, with something between them."""
    return line(*_between([(part,) if isinstance(part, Span) else part for part in parts], (Span(between),)))


def flowing(label: str, parts: Iterable[Line], columns: int, indent: int = 0, between: str = "  ") -> Block:
    """A label and parts after it, in as many lines as they need; no part is broken unless it alone is too long."""
    indent = indent or cell_len(label) + 1
    drawn: Block = []
    current: Line = padded(line(Span(label, "label")), indent)
    empty = True
    for part in parts:
        if not empty and width(current) + len(between) + width(part) > columns:
            drawn.append(current)
            current, empty = line(" " * indent), True
        current = line(current, "" if empty else between, part)
        empty = False
    drawn.append(current)
    return drawn


def paragraph(words: str, columns: int, ink: str = "", indent: int = 0) -> Block:
    """Words in as many lines as they need."""
    drawn: Block = []
    current = ""
    for word in words.split():
        if current and cell_len(current) + 1 + cell_len(word) > columns - indent:
            drawn.append(line(" " * indent, Span(current, ink)))
            current = ""
        current = f"{current} {word}" if current else word
    drawn.append(line(" " * indent, Span(current, ink)))
    return drawn


def boxed(block: Block, columns: int, ink: str = "frame") -> Block:
    """A block in a frame of so many columns."""
    inner = columns - 2
    edge = "─" * inner
    middle = [line(Span("│", ink), padded(one, inner), Span("│", ink)) for one in block]
    return [line(Span(f"╭{edge}╮", ink)), *middle, line(Span(f"╰{edge}╯", ink))]


def lettering(block: Block) -> str:
    """A block as plain text."""
    return "\n".join(text(one).rstrip() for one in block)
