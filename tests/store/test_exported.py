"""One table as lines of JSON: what each line holds."""

from __future__ import annotations

import msgspec

from bottega.store.chain import links
from bottega.store.exported import FORMAT, Head, Line, write_archive
from tests.store.contract import charter, entry


def test_the_lines_of_a_table() -> None:
    """The first has the charter, its link and the last link; then there is one for each entry, with its link."""
    rows = [entry(1), entry(2)]
    out: list[str] = []
    write_archive(charter(), rows, out.append)
    first, *rest = out
    opening, *chain = (link.hex() for link in links(charter(), rows))
    assert msgspec.json.decode(first, type=Head) == Head(FORMAT, charter(), opening, chain[-1])
    found = [msgspec.json.decode(line, type=Line) for line in rest]
    assert [(line.seq, line.text, line.link) for line in found] == [
        (row.seq, row.text, link) for row, link in zip(rows, chain, strict=True)
    ]


def test_what_was_kept_is_written_as_it_is() -> None:
    """Links that are none are empty, so that whoever reads the file sees that it is damaged."""
    out: list[str] = []
    write_archive(charter(), [entry(1)], out.append, [b"\x01", b""])
    assert msgspec.json.decode(out[1], type=Line).link == ""
