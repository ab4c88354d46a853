"""One thread for one sort of slow work, with a queue that is bounded, fair, and holds nobody who has left.

Addresses have their turns one after the other, each with what it asked for first: whoever asks for much waits longer,
nobody else does. When the queue is full, the address for which most waits makes way for one for which less does.

Everything but the work itself happens on the event loop. Two threads would not be faster, since both would want the
GIL; and what one player asks for never keeps another's move waiting, only another's slow work.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, NamedTuple, TypeVar

import structlog

from bottega.table.beside import Unfound, Wanted, always

log = structlog.get_logger("bottega.beside")

T = TypeVar("T")


YIELDS_BY = 19
"""How much nicer a thread is that lets others go first."""


def _step_back() -> None:
    """Have this thread, and those it starts, run only when no other of the process wants to (Linux knows how)."""
    if sys.platform == "linux":
        thread = threading.get_native_id()
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + YIELDS_BY)


class _Job(NamedTuple):
    work: Callable[[], Any]
    then: Callable[[Any], None]
    wanted: Wanted


class _Turns:
    """Jobs by who asked, in the order in which each has its turn."""

    def __init__(self) -> None:
        self._jobs: OrderedDict[str, deque[_Job]] = OrderedDict()
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def append(self, asker: str, job: _Job) -> None:
        """One more; whoever asks anew has their turn after all others."""
        self._jobs.setdefault(asker, deque()).append(job)
        self._count += 1

    def popleft(self) -> _Job:
        """The first job of whose turn it is; their next has its turn after all others."""
        asker, jobs = next(iter(self._jobs.items()))
        job = jobs.popleft()
        self._count -= 1
        if jobs:
            self._jobs.move_to_end(asker)
        else:
            del self._jobs[asker]
        return job

    def make_way(self, asker: str) -> _Job | None:
        """The last job of whoever asks for most, taken out for somebody who asks for less; None if there is none."""
        most = max(self._jobs, key=lambda each: len(self._jobs[each]), default="")
        if len(self._jobs.get(most, ())) <= len(self._jobs.get(asker, ())) + 1:
            return None
        self._count -= 1
        return self._jobs[most].pop()  # there is another

    def unwanted(self) -> list[_Job]:
        """The jobs that nobody wants any more, taken out."""
        found: list[_Job] = []
        for asker, jobs in tuple(self._jobs.items()):
            kept: deque[_Job] = deque()
            for job in jobs:
                (kept if job.wanted() else found).append(job)
            if kept:
                self._jobs[asker] = kept
            else:
                del self._jobs[asker]
        self._count -= len(found)
        return found

    def clear(self) -> None:
        """Forget them all."""
        self._jobs.clear()
        self._count = 0


class Beside:
    """A :class:`~bottega.table.beside.Run` that works on a thread of its own; ``most`` jobs wait, no more."""

    def __init__(self, name: str, most: int, *, yielding: bool = False) -> None:
        """``yielding``: whether the thread lets all others of this process go first; for work without the GIL only."""
        self._loop = asyncio.get_running_loop()
        self.name = name
        self._most = most
        self._executor = ThreadPoolExecutor(1, name, _step_back if yielding else None)
        self._jobs = _Turns()
        self._working = self._crowded = False
        self.turned_away = 0
        """How many jobs were not taken."""

    @property
    def waiting(self) -> int:
        """How many jobs wait for their turn."""
        return len(self._jobs)

    def __call__(
        self, work: Callable[[], T], then: Callable[[T | None], None], wanted: Wanted = always, asker: str = ""
    ) -> bool:
        """Queue a job; False if too many wait, of which none is for somebody who has left or asks for more."""
        if len(self._jobs) >= self._most:
            self._drop_unwanted()
        if len(self._jobs) >= self._most:
            self.turned_away += 1
            if not self._crowded:  # said once, not to everybody who comes while it lasts
                self._crowded = True
                log.warning("too much is asked for", thread=self.name, waiting=len(self._jobs))
            given_up = self._jobs.make_way(asker)
            if given_up is None:
                return False
            self._jobs.append(asker, _Job(work, then, wanted))
            given_up.then(None)
        else:
            self._jobs.append(asker, _Job(work, then, wanted))
        self._next()
        return True

    def close(self) -> None:
        """Finish the job under way, and none that waits."""
        self._jobs.clear()
        self._executor.shutdown(cancel_futures=True)

    def _drop_unwanted(self) -> None:
        for job in self._jobs.unwanted():
            job.then(None)

    def _next(self) -> None:
        self._crowded = self._crowded and bool(self._jobs)
        while self._jobs and not self._working:
            job = self._jobs.popleft()
            if job.wanted():
                self._working = True
                future = self._loop.run_in_executor(self._executor, job.work)
                future.add_done_callback(partial(self._done, job))
            else:
                job.then(None)

    def _done(self, job: _Job, future: asyncio.Future[Any]) -> None:
        self._working = False
        try:
            if future.cancelled():
                return
            failure = future.exception()
            if failure is not None:
                table = failure.key if isinstance(failure, Unfound) else ""
                log.error("slow work failed", thread=self.name, table=table, exc_info=failure)
            job.then(None if failure is not None else future.result())
        finally:
            self._next()
