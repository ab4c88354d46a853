"""The event loop that everything runs on."""

from __future__ import annotations

import sys
from contextlib import closing

import pytest

from bottega.loops import new_event_loop


def test_uvloop_where_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """The fastest loop that is installed, and Python's own where none is."""
    with closing(new_event_loop()) as loop:
        assert type(loop).__module__.startswith("uvloop")
    monkeypatch.setitem(sys.modules, "uvloop", None)
    with closing(new_event_loop()) as loop:
        assert type(loop).__module__.startswith("asyncio")
