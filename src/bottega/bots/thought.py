"""What comes of thinking: an action, and what the thinker makes of the position."""

from __future__ import annotations

from typing import Any

import msgspec


class Line(msgspec.Struct, frozen=True):
    """An action with what would follow it, in notation: the most tried answers, as long as they were tried at all."""

    actions: tuple[str, ...]
    visits: int
    """How often the first of them was tried."""
    chances: float
    """What that brought whoever plays it: its chance to win, from 0 to 1."""


class Evaluation(msgspec.Struct, frozen=True):
    """What somebody thinks of a position, from what its seat may know."""

    seat: int
    chances: tuple[float, ...]
    """Each seat's chance to win."""
    points: tuple[float, ...]
    """Each seat's points at the end, as they are expected."""
    lines: tuple[Line, ...]
    """Every action that was considered, the most tried first."""
    simulations: int


class Thought(msgspec.Struct, frozen=True):
    """An action, and the evaluation behind it."""

    action: Any
    evaluation: Evaluation
