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


def watch(dialect: Dialect[Any]) -> Callable[[], None]:
    """Check every change of state from now on; what is returned begins anew, where a test has set the table itself."""
    last: Enum = dialect.state

    def begin_anew() -> None:
        nonlocal last
        last = dialect.state

    def look() -> None:
        nonlocal last
        now = dialect.state
        if now is not last:
            assert dialect.machine.leads(last, now), (
                f"{dialect.NAME}: nothing leads from {last} to {now}; "
                "a row of the machine that does so says it in its `then`, what the table does by itself is in `changes`"
            )
            last = now

    def looking(call: Callable[..., None]) -> Callable[..., None]:
        def called(*given: Any) -> None:
            look()
            call(*given)
            look()

        return called

    def received(message: str | None) -> None:
        try:
            kind, _ = dialect.read(message)
            row = dialect.machine.row(dialect.state, kind)
            if row is not None:
                HEARD.add((dialect.NAME, row.state, row.message))
        except BadRequest:
            pass
        hear(message)

    hear = looking(dialect.received)
    for name, method in {
        "received": received,
        "told": looking(dialect.told),
        "noticed": looking(dialect.noticed),
    }.items():
        setattr(dialect, name, method)
    return begin_anew
