"""The picture of an arena's ratings has everybody in it, the strongest on top."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from bench.ratings import main
from bottega.arena.book import Book
from bottega.arena.contest import companies, fixtures
from tests.arena.samples import CONTEST, first_wins


def test_the_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Made of a results file; a point and a name for each bot, the better the further up and to the right."""
    book = Book(CONTEST, tmp_path / "results.jsonl")
    for fixture in fixtures(companies(["a", "b", "c"], 2), 5):
        book.add(first_wins(fixture))
    main([str(tmp_path / "results.jsonl")])
    picture = ET.fromstring(capsys.readouterr().out)
    svg = "{http://www.w3.org/2000/svg}"
    places = [float(point.attrib["cx"]) for point in picture.iter(f"{svg}circle")]
    assert places == sorted(places, reverse=True)
    texts = [text.text for text in picture.iter(f"{svg}text")]
    assert texts[0] == "splendor, 2 seats, 30 games: rating"
    assert texts[1::2] == ["a", "b", "c"]
