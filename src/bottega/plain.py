"""Text of others on somebody's terminal: what could move the cursor, hide or forge a line is shown, not done."""

from __future__ import annotations

import sys
from typing import TextIO


def plain(text: str) -> str:
    """The text with every character that is not simply shown written as an escape.

    >>> plain("Ada\\x1b[2J\\nverified")
    'Ada\\\\x1b[2J\\\\nverified'
    """
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in text)


def say(text: str, file: TextIO | None = None) -> None:
    """Print one line, whatever is in it."""
    print(plain(text), file=file or sys.stdout, flush=True)
