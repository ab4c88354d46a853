"""Whether people should be sent here: ``/ready``, beside ``/health``, which only says that the process lives.

A house is ready when its tables are back and what happens at them can be kept. So the log is asked to write something,
unless it has done so a moment ago; who asks often is told what was found a moment ago, so that asking costs nobody a
disk. A house that closes is not ready, nor is one that has been told that it is about to.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from bottega.store.log import Log, StoreFault

FRESH_SECONDS = 2.0
"""How long what was found holds."""
PATIENCE_SECONDS = 5.0
"""How long the log may take: a disk that takes longer is as good as none."""


class Readiness:
    """Knows why nobody should be sent here."""

    def __init__(self, log: Log, now: Callable[[], float] | None = None) -> None:
        self._log = log
        self._now = now or asyncio.get_running_loop().time
        self._closing = ""
        self._found: tuple[float, str] | None = None
        self._asking: asyncio.Task[str] | None = None
        self.ready = True
        """What was found last, for those who cannot wait."""

    def close(self, reason: str) -> None:
        """Nobody should be sent here from now on."""
        self._closing = reason
        self.ready = False

    async def objection(self) -> str:
        """Why nobody should be sent here, empty if they may come; without secrets, since anybody may ask."""
        if not self._closing and (self._found is None or self._now() - self._found[0] > FRESH_SECONDS):
            if self._asking is None:
                self._asking = asyncio.create_task(self._ask())
            await asyncio.shield(self._asking)
        return self._closing or (self._found[1] if self._found is not None else "")

    async def _ask(self) -> str:
        answer: asyncio.Future[StoreFault | None] = asyncio.get_running_loop().create_future()

        def done(fault: StoreFault | None) -> None:
            if not answer.done():
                answer.set_result(fault)

        self._log.probe(done)
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                objection = "" if await answer is None else "nothing can be saved"
        except TimeoutError:
            objection = "the disk does not answer"
        self._found, self._asking = (self._now(), objection), None
        self.ready = not objection and not self._closing
        return objection
