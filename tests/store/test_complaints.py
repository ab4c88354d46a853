"""Whoever runs the house hears of what is wrong, not of every time it is."""

from __future__ import annotations

import pytest
from structlog.testing import capture_logs

from bottega.store import complaints
from bottega.store.complaints import COMPLAIN_SECONDS, Complaints


class Clock:
    """Time that passes when it is told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        """The time."""
        return self.now


def test_the_same_is_said_once_in_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    """Something else is said at once, and the same again after a while."""
    clock = Clock()
    monkeypatch.setattr(complaints, "time", clock)
    complain = Complaints()
    with capture_logs() as said:
        complain("nothing can be saved", "the disk is full")
        complain("nothing can be saved", "the disk is full")
        complain("something cannot be read", "the disk is full")
        clock.now += COMPLAIN_SECONDS
        complain("something cannot be read", "the disk is full")
    assert [(line["event"], line["reason"], line["log_level"]) for line in said] == [
        ("nothing can be saved", "the disk is full", "error"),
        ("something cannot be read", "the disk is full", "error"),
        ("something cannot be read", "the disk is full", "error"),
    ]
