"""What whoever runs the house is told of its log: once in a while, however often it happens."""

from __future__ import annotations

import time

import structlog

log = structlog.get_logger("bottega.store")

COMPLAIN_SECONDS = 10.0
"""How soon the same complaint is made again."""


class Complaints:
    """Says what is wrong with a store; players are not told what is wrong with which file or database."""

    def __init__(self) -> None:
        self._last = ("", "")
        self._until = 0.0

    def __call__(self, event: str, reason: str) -> None:
        """Say it, unless it was just said."""
        now = time.monotonic()
        if (event, reason) != self._last or now >= self._until:
            self._last, self._until = (event, reason), now + COMPLAIN_SECONDS
            log.error(event, reason=reason)
