"""Whose messages are answered next when many ask for much.

Somebody who asks now and then is answered at once. Those who have asked a lot lately wait in one line, over all
connections, of which only a few are answered at a time; then everybody else has a moment, also the threads that write
the log and hash passwords. However many there are in the line, and however fast they are, nobody else waits for more
than those few.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

MOMENT_SECONDS = 0.001
"""How long everybody else has before the next of the line are answered."""


class Turns:
    """The line of those who wait for their turn; ``at_once`` of them have it at a time."""

    def __init__(self, at_once: int) -> None:
        self._at_once = at_once
        self._line: deque[Callable[[], None]] = deque()
        self._due = False
        """Whether the line is looked at soon."""

    def __len__(self) -> int:
        """How many wait."""
        return len(self._line)

    def wait(self, go_on: Callable[[], None]) -> None:
        """Have somebody go on when it is their turn."""
        self._line.append(go_on)
        if not self._due:
            self._due = True
            asyncio.get_running_loop().call_soon(self._serve)

    def _serve(self) -> None:
        if not self._line:
            self._due = False
            return
        try:
            for _ in range(min(self._at_once, len(self._line))):
                self._line.popleft()()
        finally:  # one that fails does not hold up those behind it
            asyncio.get_running_loop().call_later(MOMENT_SECONDS, self._serve)
