"""The hash chain of a table: what makes a changed name, time or move in the log known as such.

Everything a store keeps of a table has a link. The charter's is the hash of the charter; an entry's is the hash of the
link before it and of the entry, so that it stands for all that came before. Written out, an entry's link is the
BLAKE2b hash (16 bytes, personalised ``bottega-chain``) of the former link followed by the JSON array
``[seq,cmd_id,seat,kind,text,at]``; the charter's that of the array of its fields, the seed in base64. A table that is
finished knows its last link, so that neither its end nor its tail can get lost. What belongs to no table, such
as an account, has a link of its own (``alone``).

A store computes a link where it takes an entry, right after its compare-and-set has said that the entry follows: then
the former link is known and cannot change any more, however many writers there are. What must stay true: the link is
made of what is written and of nothing else, so that whoever reads the row can make it again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b

import msgspec

from bottega.store.log import Charter, Damaged, Kept, Row

LINK_BYTES = 16

_encode = msgspec.json.Encoder().encode
_fields = msgspec.structs.astuple
_begun = blake2b(digest_size=LINK_BYTES, person=b"bottega-chain")
"""A hash that is copied instead of being set up anew each time, which takes longer than the hashing."""


def link(former: bytes, row: Row) -> bytes:
    """The link of an entry that follows the one with the ``former`` link."""
    begun = _begun.copy()
    begun.update(former + _encode(_fields(row)))
    return begun.digest()


def opening(charter: Charter) -> bytes:
    """The link of a charter, with which a chain begins."""
    return alone(*_fields(charter))


def alone(*values: str | int | bytes) -> bytes:
    """The link of what has nothing before it."""
    begun = _begun.copy()
    begun.update(_encode(values))
    return begun.digest()


def links(charter: Charter, rows: Sequence[Row]) -> Iterator[bytes]:
    """The links of a table, that of the charter first."""
    former = opening(charter)
    yield former
    for row in rows:
        former = link(former, row)
        yield former


def checked(kept: Kept) -> tuple[Charter, list[Row]]:
    """Charter and rows, if they are what was written; Damaged names the first thing that is not."""
    table = kept.charter.id
    what, last = "its charter", b""
    try:
        for number, (stored, last) in enumerate(zip(kept.links, links(kept.charter, kept.rows), strict=True)):
            if stored != last:
                raise ValueError
            what = f"entry {number + 1}"
            if number < len(kept.rows) and kept.rows[number].seq != number + 1:
                raise Damaged(f"table {table}: {what} is missing")
    except ValueError as error:  # also what is no text and has no hash
        raise Damaged(f"table {table}: {what} is not what was written") from error
    if not kept.rows:
        raise Damaged(f"table {table}: entry 1 is missing")
    if kept.last is not None and kept.last != last:
        raise Damaged(f"table {table}: entry {len(kept.rows)} is not the last that was written")
    return kept.charter, kept.rows
