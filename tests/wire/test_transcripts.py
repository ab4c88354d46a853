"""Every transcript of every dialect, and whether together they say everything a dialect can say."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from bottega.wire import DIALECTS
from tests.wire.transcript import TRANSCRIPTS, VOCABULARY, Conversation, paths, play

TALKED_ABOUT = sorted(directory.name for directory in TRANSCRIPTS.iterdir() if directory.is_dir())

_played = cache(play)


def _named(path: Path) -> str:
    return str(path.relative_to(TRANSCRIPTS))


@pytest.mark.parametrize("path", paths(), ids=_named)
def test_transcript(path: Path) -> None:
    """The server says exactly what the transcript says, nothing more."""
    _played(path)


def _vocabulary(dialect: str) -> list[tuple[str, str]]:
    """The lines of a dialect's vocabulary: ``>`` or ``<`` and a pattern that some message must contain."""
    path = TRANSCRIPTS / dialect / VOCABULARY
    rows = path.read_text().splitlines() if path.exists() else []
    return [(row[0], row[1:].strip()) for row in rows if row.strip() and not row.startswith("#")]


@pytest.mark.parametrize(
    ("dialect", "direction", "word"),
    [(dialect, *row) for dialect in TALKED_ABOUT for row in _vocabulary(dialect)],
)
def test_every_word_is_said(dialect: str, direction: str, word: str) -> None:
    """Each message and each error of the document occurs in at least one transcript."""
    assert direction in "<>"
    conversations: list[Conversation] = [_played(path) for path in paths(dialect)]
    assert any(
        way == direction and re.search(word, text)
        for conversation in conversations
        for _, way, text in conversation.said
    ), f"no transcript of {dialect} has {direction} {word}"


def test_every_dialect_has_transcripts() -> None:
    """No protocol is served that no transcript shows, and each has the list of its words."""
    assert set(DIALECTS) <= set(TALKED_ABOUT)
    assert [dialect for dialect in TALKED_ABOUT if not _vocabulary(dialect)] == []
