"""What others wrote, on a terminal: seen, and nothing more."""

from __future__ import annotations

import pytest

from bottega.plain import plain, say


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ada", "Ada"),
        ("Zażółć 🎲 ひらがな", "Zażółć 🎲 ひらがな"),
        ("\x1b[2J", r"\x1b[2J"),
        ("a\rb\nc\td\x00", r"a\rb\nc\td\x00"),
        ("\x9b31m", r"\x9b31m"),
        ("\u202eevil\u2066", r"\u202eevil\u2066"),
        ("a\u200bb", r"a\u200bb"),
        ("\ud800", r"\ud800"),
        ("\U000e0041", r"\U000e0041"),
    ],
)
def test_plain(text: str, shown: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Letters of any script stay; controls, marks of direction, invisible ones and lone surrogates are spelt out."""
    assert plain(text) == shown
    say(text)
    assert capsys.readouterr().out == shown + "\n"
