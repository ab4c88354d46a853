"""How the many modules of a house are loaded."""

from __future__ import annotations

import contextlib
import gc
import sys
from collections.abc import Iterator

COLOURS = "rich"
"""What structlog loads if it can, for colours that no log here has."""


@contextlib.contextmanager
def a_house() -> Iterator[None]:
    """Import what a house consists of: a thousand things that stay, so nobody has to look for garbage among them.

    Neither now nor later: they are set apart from what is collected.
    """
    unwanted = COLOURS not in sys.modules
    if unwanted:
        sys.modules[COLOURS] = None  # type: ignore[assignment]  # how Python is told that there is none
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
        if unwanted:
            del sys.modules[COLOURS]
