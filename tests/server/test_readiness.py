"""Whether people should be sent here."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from bottega.server import readiness
from bottega.server.readiness import FRESH_SECONDS, Readiness
from bottega.store.log import Done, StoreFault
from bottega.store.memory import MemoryLog


class Disk(MemoryLog):
    """A log that can be written, or not, or answers when it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.fault: StoreFault | None = None
        self.slow: list[Done] | None = None
        self.probes = 0

    def probe(self, done: Done) -> None:
        """Count it, and answer as it was said."""
        self.probes += 1
        if self.slow is None:
            done(self.fault)
        else:
            self.slow.append(done)


class Stage:
    """A disk, a clock, and whoever asks."""

    def __init__(self) -> None:
        self.disk = Disk()
        self.time = 0.0
        self.readiness = Readiness(self.disk, lambda: self.time)


def run(test: Callable[[Stage], Awaitable[None]]) -> None:
    """Run a test on a stage."""

    async def whole() -> None:
        await test(Stage())

    asyncio.run(whole())


def test_a_disk_that_can_be_written() -> None:
    """Ready; whoever asks again at once costs the disk nothing, later it is asked anew."""

    async def test(stage: Stage) -> None:
        for _ in range(100):
            assert await stage.readiness.objection() == ""
        assert stage.disk.probes == 1
        stage.time += FRESH_SECONDS + 1
        assert await stage.readiness.objection() == ""
        assert stage.disk.probes == 2
        assert stage.readiness.ready

    run(test)


def test_a_disk_that_refuses() -> None:
    """Not ready, in a sentence that says nothing of files; ready again when the disk is."""

    async def test(stage: Stage) -> None:
        stage.disk.fault = StoreFault("/srv/secret/bottega.sqlite3: disk is full")
        assert await stage.readiness.objection() == "nothing can be saved"
        assert not stage.readiness.ready
        stage.disk.fault = None
        stage.time += FRESH_SECONDS + 1
        assert await stage.readiness.objection() == ""
        assert stage.readiness.ready

    run(test)


def test_a_disk_that_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that does not answer is as good as none; the answer that comes too late harms nobody."""
    monkeypatch.setattr(readiness, "PATIENCE_SECONDS", 0.01)

    async def test(stage: Stage) -> None:
        stage.disk.slow = []
        assert await stage.readiness.objection() == "the disk does not answer"
        stage.disk.slow[0](None)
        assert not stage.readiness.ready

    run(test)


def test_many_who_ask_at_once() -> None:
    """They wait for one answer, and one who hangs up takes it from nobody."""

    async def test(stage: Stage) -> None:
        stage.disk.slow = []
        asking = [asyncio.create_task(stage.readiness.objection()) for _ in range(50)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        asking.pop().cancel()
        assert stage.disk.probes == 1
        stage.disk.slow[0](None)
        assert set(await asyncio.gather(*asking)) == {""}

    run(test)


def test_a_house_that_closes() -> None:
    """Not ready from the first moment on, without asking the disk."""

    async def test(stage: Stage) -> None:
        stage.readiness.close("the house closes")
        assert await stage.readiness.objection() == "the house closes"
        assert stage.disk.probes == 0
        assert not stage.readiness.ready

    run(test)
