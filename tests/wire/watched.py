"""Watches dialects on the stage: whatever state they come to, their machine must have promised; what they heard is
noted.

What must stay true: it only looks. A dialect that is watched says and does the very same.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any

from bottega.wire.core.dialect import Dialect
from bottega.wire.core.machine import BadRequest

Heard = tuple[str, Enum, str]
HEARD: set[Heard] = set()
"""Dialect, state and message of everything that was heard on any stage and had a row."""


class Watch:
    """Checks every change of state of one dialect, unless the stage is being set."""

    def __init__(self, dialect: Dialect[Any]) -> None:
        self._dialect = dialect
        self._last: Enum = dialect.state
        self._away = False
        hear = self._looking(dialect.received)

        def received(message: str | None) -> None:
            self._note(message)
            hear(message)

        for name, method in {
            "received": received,
            "told": self._looking(dialect.told),
            "noticed": self._looking(dialect.noticed),
        }.items():
            setattr(dialect, name, method)

    def look_away(self) -> None:
        """Check nothing until ``look_again``: what happens now no player has brought about."""
        self._away = True

    def look_again(self) -> None:
        """Check what happens from here on."""
        self._away = False
        self._last = self._dialect.state

    def _look(self) -> None:
        now = self._dialect.state
        if now is not self._last and not self._away:
            assert self._dialect.machine.leads(self._last, now), (
                f"{self._dialect.NAME}: nothing leads from {self._last} to {now}; "
                "a row of the machine that does so says it in its `then`, what the table does by itself is in `changes`"
            )
        self._last = now

    def _looking(self, call: Callable[..., None]) -> Callable[..., None]:
        def called(*given: Any) -> None:
            self._look()
            call(*given)
            self._look()

        return called

    def _note(self, message: str | None) -> None:
        """Note what is heard, if it has a row."""
        try:
            kind, _ = self._dialect.read(message)
        except BadRequest:
            return
        row = self._dialect.machine.row(self._dialect.state, kind)
        if row is not None:
            HEARD.add((self._dialect.NAME, row.state, row.message))
