"""What a command leaves behind."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import NamedTuple

BOTTEGA = [sys.executable, "-m", "bottega"]


class Run(NamedTuple):
    """How a command ended and what it said."""

    returncode: int
    stdout: str
    stderr: str


Command = Callable[..., Run]
