"""A short campaign against every reader of text, and a planted fault that it must find."""

from __future__ import annotations

import pytest

from trials.fuzz.readers import Reader, readers, try_reader


@pytest.mark.slow
@pytest.mark.parametrize("reader", list(readers()), ids=lambda reader: str(reader.name))
def test_a_short_campaign_finds_nothing(reader: Reader) -> None:
    """Whatever the text, a reader gives a value or one of the refusals that it promises."""
    report = try_reader(reader, 1_500, seed=4)
    assert not report.broken, f"{report.broken[0]}: {report.broken[0].data!r}"
    assert report.frames == 1_500
    assert report.reached > 1


def _picky(data: bytes) -> str:
    if b"7" in data and data.count(b"(") > 1:
        raise ZeroDivisionError
    return "read"


def test_a_planted_fault_is_found_and_made_small() -> None:
    """A reader that raises what it does not promise is found, with the shortest text that makes it."""
    report = try_reader(Reader("picky", _picky, lambda: [b"some 123 words", b"(and (brackets))"]), 20_000, seed=1)
    (broken,) = report.broken
    assert broken.failure.signature == "crash ZeroDivisionError"
    assert sorted(broken.data) == sorted(b"7((")
