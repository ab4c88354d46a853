"""What several commands are given."""

from __future__ import annotations

from pathlib import Path

import pytest

from bottega.cli.arguments import UsageFault, house_at, read_seed


def test_which_house_is_meant() -> None:
    """A database, where one is named; else the directory."""
    assert house_at(Path("here"), None) == Path("here")
    assert house_at(Path("here"), "postgresql://x/y") == "postgresql://x/y"


def test_a_seed() -> None:
    """Hexadecimal digits, as many as there are; a short seed is the same number with noughts before it."""
    assert read_seed(None) is None
    assert read_seed("ab") == bytes(31) + b"\xab"
    assert read_seed("ab" * 32) == b"\xab" * 32
    for wrong in ("xyz", "ab" * 33):
        with pytest.raises(UsageFault, match="hexadecimal"):
            read_seed(wrong)
