"""The results file: what is in it stays, what was torn goes, and contests are not mixed."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from bottega.arena.book import Book, read
from bottega.fault import Fault
from tests.arena.samples import CONTEST, result

RESULTS = [result(("a", "b"), 0, shift, (shift,)) for shift in (0, 1)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with a contest and two results."""
    path = tmp_path / "results.jsonl"
    book = Book(CONTEST, path)
    for each in RESULTS:
        book.add(each)
    return path


def test_what_was_added_is_there_again(path: Path) -> None:
    """In the file, one line for the contest and one for each result."""
    assert read(path) == (CONTEST, {each.fixture: each for each in RESULTS})
    assert list(Book(CONTEST, path).results.values()) == RESULTS
    assert len(path.read_text().splitlines()) == 3


def test_a_torn_last_line_is_dropped(path: Path) -> None:
    """Somebody pulled the plug; the next result begins a line of its own."""
    path.write_bytes(path.read_bytes()[:-5])
    book = Book(CONTEST, path)
    assert list(book.results.values()) == RESULTS[:1]
    book.add(RESULTS[1])
    assert read(path)[1] == {each.fixture: each for each in RESULTS}


def test_another_contest_is_refused(path: Path) -> None:
    """With what is different; nothing is written."""
    before = path.read_bytes()
    with pytest.raises(Fault, match=r"holds another contest \(seed 0, not 5\)"):
        Book(replace(CONTEST, seed=5), path)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("text", "said"),
    [("", "no whole line"), ("{}\n", "line 1"), ('{"game":"splendor","rules":1,"seats":2}\nwhat\n', "line 2")],
)
def test_other_files_are_refused(tmp_path: Path, text: str, said: str) -> None:
    """With the line that is not ours."""
    other = tmp_path / "other"
    other.write_text(text)
    with pytest.raises(Fault, match=f"is no results file: .*{said}"):
        read(other)
    assert other.read_text() == text


def test_what_cannot_be_read_or_written_is_said(tmp_path: Path) -> None:
    """In a sentence."""
    with pytest.raises(Fault, match="cannot be read"):
        read(tmp_path)
    with pytest.raises(Fault, match="cannot be written"):
        Book(CONTEST, tmp_path / "missing" / "results")


def test_without_a_file() -> None:
    """Results are kept in memory."""
    book = Book(CONTEST)
    book.add(RESULTS[0])
    assert list(book.results) == [RESULTS[0].fixture]
