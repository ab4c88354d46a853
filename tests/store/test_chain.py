"""The hash chain of a table: whatever is changed in it, anywhere, is named."""

from __future__ import annotations

import json
from hashlib import blake2b

import pytest
from msgspec.structs import fields, replace

from bottega.store.chain import LINK_BYTES, alone, checked, link, links, opening
from bottega.store.log import Charter, Damaged, Kept, Row
from tests.store.contract import charter, entry

ROWS = [entry(1, cmd_id="a"), entry(2, 'Żółć "🂡" \x00\n'), entry(3)]
CHAIN = list(links(charter(), ROWS))
KEPT = Kept(charter(), ROWS, CHAIN, CHAIN[-1])


def test_a_link_can_be_made_by_anybody() -> None:
    """It is what the module says, in the terms of any language with JSON and BLAKE2b."""
    row = ROWS[1]
    text = json.dumps(
        [row.seq, row.cmd_id, row.seat, row.kind, "Żółć", row.at], ensure_ascii=False, separators=(",", ":")
    )
    hashed = blake2b(CHAIN[1] + text.encode(), digest_size=LINK_BYTES, person=b"bottega-chain")
    assert link(CHAIN[1], replace(row, text="Żółć")) == hashed.digest()


def test_a_table_as_it_was_written() -> None:
    """What nobody has changed is read; a table that is being played has no last one yet."""
    assert checked(KEPT) == (charter(), ROWS)
    assert checked(replace(KEPT, last=None)) == (charter(), ROWS)


@pytest.mark.parametrize("field", [field.name for field in fields(Charter)])
def test_every_field_of_the_charter_counts(field: str) -> None:
    """A changed id, set-up, seed or time of opening is named."""
    with pytest.raises(Damaged, match="its charter is not what was written"):
        checked(replace(KEPT, charter=_changed(charter(), field)))


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("field", [field.name for field in fields(Row) if field.name != "seq"])
def test_every_field_of_every_entry_counts(number: int, field: str) -> None:
    """A changed name, time, seat, kind or command id is named with its entry."""
    rows = [_changed(row, field) if row.seq == number else row for row in ROWS]
    with pytest.raises(Damaged, match=f"table t1: entry {number} is not what was written"):
        checked(replace(KEPT, rows=rows))


@pytest.mark.parametrize("value", [None, b"take wbg", 7, 7.0])
def test_another_type_counts(value: object) -> None:
    """A file may hold a text as something else; that is no text then."""
    rows = [*ROWS[:2], replace(ROWS[2], text=value)]
    with pytest.raises(Damaged, match="entry 3"):
        checked(replace(KEPT, rows=rows))


def _changed(value: Charter | Row, field: str) -> Charter | Row:
    was = getattr(value, field)
    new = was + 1 if isinstance(was, int) else was + b"x" if isinstance(was, bytes) else f"{was or ''}x"
    return replace(value, **{field: new})


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([], "entry 1 is missing"),
        ([0, 2], "entry 2 is missing"),
        ([1, 2], "entry 1 is missing"),
        ([0, 1], "entry 2 is not the last that was written"),
        ([0, 1, 1, 2], "entry 3 is missing"),
    ],
    ids=str,
)
def test_nothing_is_missing_or_added(rows: list[int], words: str) -> None:
    """An entry that is gone or there twice is named, also the last one of a finished table."""
    links_ = [CHAIN[0], *(CHAIN[number + 1] for number in rows)]
    with pytest.raises(Damaged, match=words):
        checked(Kept(charter(), [ROWS[number] for number in rows], links_, CHAIN[-1]))


@pytest.mark.parametrize("number", range(len(CHAIN)))
def test_a_changed_link_is_named(number: int) -> None:
    """A link that does not fit is damage too, whatever it is now."""
    for other in (bytes(LINK_BYTES), b"", None, 0, "x"):
        changed = [other if place == number else each for place, each in enumerate(CHAIN)]
        with pytest.raises(Damaged, match=f"entry {number}" if number else "charter"):
            checked(Kept(charter(), ROWS, changed, CHAIN[-1]))  # type: ignore[arg-type]  # a damaged file


def test_no_two_tables_share_a_link() -> None:
    """The same entries at another table have other links: nothing can be moved over."""
    assert not set(CHAIN) & set(links(charter("t2"), ROWS))


def test_what_stands_alone() -> None:
    """An account's link depends on all of it, and on what is the name and what the password."""
    assert len({alone("ada", "x"), alone("adax"), alone("adax", ""), alone("x", "ada"), opening(charter())}) == 5
