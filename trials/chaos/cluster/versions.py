"""Another version of the program: this one as it might be after the next release.

It is a copy of the source in which Splendor has new rules (version 2, which happen to say the same) and still knows
the old ones. A house of both versions has tables that only some of its nodes can play.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import bottega
from bottega.games import GAMES, rules

NEWER = "splendor"
"""The game that has new rules."""
_FORMER = f'''"""Splendor by the rules of version 1."""

from bottega.games.{NEWER} import *

VERSION = 1
'''


def newer_program(folder: Path) -> Path:
    """Write it down; where its modules are (for ``PYTHONPATH``)."""
    package = folder / "bottega"
    shutil.copytree(Path(bottega.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    newest = package / "games" / NEWER / "__init__.py"
    text = newest.read_text("utf-8")
    assert text.count("\nVERSION = 1\n") == 1, "the newest rules are not version 1 any more"
    newest.write_text(text.replace("\nVERSION = 1\n", "\nVERSION = 2\n"), "utf-8")
    newest.with_name("v1.py").write_text(_FORMER, "utf-8")
    return folder


@contextmanager
def knowing_newer_rules() -> Iterator[None]:
    """Here, too, tables of the newer version can be folded meanwhile: its rules say the same."""
    name = f"bottega.games.{NEWER}.v2"
    rules.cache_clear()
    sys.modules[name] = sys.modules[GAMES[NEWER].__name__]  # type: ignore[attr-defined]  # a game is a module
    try:
        yield
    finally:
        del sys.modules[name]
        rules.cache_clear()
