"""Programs from outside, good and bad, as scripts of a few lines."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Write = Callable[[str], list[str]]
"""Makes a program of what it does with each line of a question; the command that starts it."""

HEAD = """import sys
print(sys.stdin.readline() and "ready", flush=True)
legal = []
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "quit":
        break
    if word == "game":
        legal = []
    if word == "legal":
        legal.append(rest)
    if word == "go":
"""


@pytest.fixture
def written(tmp_path: Path) -> Write:
    """Writes such a program."""

    def write(answer: str) -> list[str]:
        path = tmp_path / "program"
        path.write_text(HEAD + "".join(f"        {line}\n" for line in answer.splitlines()), "utf-8")
        return [sys.executable, str(path)]

    return write
