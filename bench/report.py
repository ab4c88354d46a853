"""A row of the table."""

from __future__ import annotations

import msgspec


class Row(msgspec.Struct, frozen=True):
    """What was measured, the number, its ratio to its yardstick in the same run, and the goal."""

    what: str
    measured: str
    ratio: float | None = None
    goal: str = ""
