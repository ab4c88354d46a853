"""Whose messages are answered next when many ask for much.

Somebody who asks now and then is answered at once. Those who have asked a lot lately wait in one line, over all
connections, of which only a few are answered at a time; then everybody else has a moment, also the threads that write
the log and hash passwords. However many there are in the line, and however fast they are, nobody else waits for more
than those few. When a crowd waits, everybody else has twice as long as its turns took: a move goes through the event
loop several times, and would else wait for one of the line each time.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable

MOMENT_SECONDS = 0.001
"""How long everybody else has before the next of the line are answered."""
FEW = 16
"""So many in the line are no crowd: a browser asks for six files at once."""
OTHERS_SHARE = 2.0
"""How many times as long as a turn took everybody else has after it, while a crowd waits."""
LONGEST_SECONDS = 0.005
"""A turn counts as no longer than this: one that seems so has waited for somebody."""


class Turns:
    """The line of those who wait for their turn; ``at_once`` of them have it at a time."""

    def __init__(self, at_once: int, clock: Callable[[], float] = time.perf_counter) -> None:
        self._at_once = at_once
        self._clock = clock
        self._line: deque[Callable[[], None]] = deque()
        self._due = False
        """Whether the line is looked at soon."""
        self._others_until = 0.0
        """Until when it is everybody else's time, if a crowd waits."""

    def __len__(self) -> int:
        """How many wait."""
        return len(self._line)

    def wait(self, go_on: Callable[[], None]) -> None:
        """Have somebody go on when it is their turn."""
        self._line.append(go_on)
        if not self._due:
            self._due = True
            asyncio.get_running_loop().call_soon(self._serve)

    def took(self, seconds: float) -> None:
        """Somebody's turn took so long, also where most of it came after they were told to go on."""
        later = self._clock() + OTHERS_SHARE * min(seconds, LONGEST_SECONDS)
        self._others_until = max(self._others_until, later)

    def _serve(self) -> None:
        if not self._line:
            self._due = False
            return
        began = self._clock()
        try:
            if len(self._line) <= FEW or began >= self._others_until:
                for _ in range(min(self._at_once, len(self._line))):
                    self._line.popleft()()
                self.took(self._clock() - began)
        finally:  # one that fails does not hold up those behind it
            asyncio.get_running_loop().call_later(MOMENT_SECONDS, self._serve)
