"""One table as lines of JSON, as ``bottega export`` writes it: the charter, then one line per entry, with the links."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
from msgspec.structs import asdict

from bottega.store.chain import links
from bottega.store.log import Charter, Row

FORMAT = "bottega-table-2"
UNLINKED = "bottega-table-1"
"""The format of former days, without links."""


class OldHead(msgspec.Struct, frozen=True):
    """The first line, as it was without links."""

    format: str
    charter: Charter


class Head(OldHead, frozen=True):
    """The first line."""

    link: str
    last: str
    """The last link: the file is whole if it ends with this one."""


class Line(Row, frozen=True):
    """An entry."""

    link: str


def write_archive(
    charter: Charter, rows: list[Row], out: Callable[[str], object], kept: Sequence[bytes] | None = None
) -> None:
    """Write a table, line by line, with the links it was ``kept`` with, or else those it must have."""
    first, *rest = map(_hex, links(charter, rows) if kept is None else kept)
    out(msgspec.json.encode(Head(FORMAT, charter, first, rest[-1] if rest else first)).decode() + "\n")
    for row, link in zip(rows, rest, strict=True):
        out(msgspec.json.encode(Line(**asdict(row), link=link)).decode() + "\n")


def _hex(link: object) -> str:
    """A link in the file; what is none is no link there either."""
    return link.hex() if isinstance(link, bytes) else ""
