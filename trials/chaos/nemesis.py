"""Who makes the faults, and the server that suffers them.

Each fault is a method of :class:`Nemesis` that leaves the server running and whole again when it returns; how long it
lasts and what exactly it does is drawn from the seed.

| fault | what is done |
|---|---|
| kill | SIGKILL at any moment, now and then in the middle of the start that follows |
| stop | SIGSTOP for a while, then SIGCONT |
| full | the small disk is filled up; without one, writes return ENOSPC |
| readonly | writes return EROFS; on a small disk a server is also started while it is mounted read-only |
| write | writes of the database and its WAL return EIO, some after half of the bytes |
| fsync | fsync and fdatasync return EIO; now and then the server is killed meanwhile |
| flip | a byte of the database or its WAL is changed while the server is down; ``bottega check`` must say so |
| clock | the wall clock jumps by up to nine days, back or forth, while the monotonic clock goes on |
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import shutil
import signal
import sqlite3
import subprocess
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import cast

from bottega.store.sqlite import FILE_NAME
from tests.server.harness import HouseProcess, bottega
from trials.chaos.checker import Conviction
from trials.chaos.faults import Layer, SmallDisk
from trials.chaos.guests import Guest
from trials.chaos.nursery import Nursery

FAULTS = ("kill", "stop", "full", "readonly", "write", "fsync", "flip", "clock")
DAY = 86_400.0


class Battered(HouseProcess):
    """A house on a disk that may fail it."""

    def __init__(
        self,
        data: Path,
        *names: str,
        options: tuple[str, ...] = (),
        layer: Layer | None = None,
        disk: SmallDisk | None = None,
        nursery: Nursery | None = None,
    ) -> None:
        super().__init__(data, *names, options=options)
        self.layer, self.disk, self.options, self.nursery = layer, disk, options, nursery
        if layer is not None:
            self.command = ["env", *layer.environment, *self.command]

    def _spawn(self, arguments: Sequence[str]) -> subprocess.Popen[str]:
        if self.nursery is None:
            return super()._spawn(arguments)
        return cast("subprocess.Popen[str]", self.nursery.start(list(arguments)))

    @property
    def running(self) -> bool:
        """Whether the process is there."""
        return self._process is not None and self._process.poll() is None

    def signal(self, number: int) -> None:
        """Send it a signal."""
        os.kill(self.pid, number)

    def try_to_start(self) -> bool:
        """Whether it opens; if not it must have said why in a sentence."""
        try:
            self.start()
        except AssertionError:
            return False
        return True


class Nemesis:
    """Makes faults, one after the other."""

    def __init__(self, house: Battered, chance: Random) -> None:
        self.house, self.chance = house, chance
        self.made: Counter[str] = Counter()
        self.convictions: list[Conviction] = []
        self.notes: list[str] = []
        self.guests: Sequence[Guest] = ()

    async def wait(self) -> None:
        """Let everybody play for a moment."""
        await asyncio.sleep(self.chance.uniform(0.1, 1.5))

    async def strike(self, fault: str) -> None:
        """Make a fault, and leave the server as it should be."""
        if not self.house.running:
            self._convict("gone", "the server was not running any more")
            await self._start()
        await getattr(self, fault)()
        self.made[fault] += 1

    def _convict(self, kind: str, what: str) -> None:
        self.convictions.append(Conviction(kind, "the server", what))

    async def _start(self) -> None:
        """Start again; it must open."""
        if not await asyncio.to_thread(self.house.try_to_start):
            self._convict("no start", self.house.errors[-2000:])
            raise RuntimeError(f"the server does not start again: {self.house.errors[-2000:]}")

    # -- the process --------------------------------------------------------------------------------------------------

    async def kill(self) -> None:
        """SIGKILL, and the next start."""
        self.house.kill()
        if self.chance.random() < 0.1:
            await self._kill_a_start()
        await self._start()

    async def _kill_a_start(self) -> None:
        starting = asyncio.create_task(asyncio.to_thread(self.house.try_to_start))
        await asyncio.sleep(self.chance.uniform(0.02, 0.8))
        self.house.kill()
        if await starting:  # it was not even begun, or over
            self.house.kill()
        self.made["kill"] += 1

    async def stop(self) -> None:
        """SIGSTOP for a while."""
        self.house.signal(signal.SIGSTOP)
        await asyncio.sleep(self.chance.uniform(0.1, 3.0))
        self.house.signal(signal.SIGCONT)

    # -- the disk -----------------------------------------------------------------------------------------------------

    async def full(self) -> None:
        """No room left; it may be killed meanwhile, and then starts with or without room."""
        if self.house.disk is None:
            await self._failing(writes=errno.ENOSPC)
            return
        disk = self.house.disk
        await asyncio.to_thread(disk.fill)
        try:
            await asyncio.sleep(self.chance.uniform(0.3, 2.0))
            if self.chance.random() < 0.4:
                self.house.kill()
                await self._start_or_say_why()
                await asyncio.sleep(self.chance.uniform(0.1, 1.0))
        finally:
            disk.make_room()
        if not self.house.running:
            await self._start()

    async def _start_or_say_why(self) -> None:
        heard = len(self.house.errors)
        if not await asyncio.to_thread(self.house.try_to_start):
            said = self.house.errors[heard:]
            if "bottega: " not in said or "Traceback" in said:
                self._convict("no sentence", f"it did not start and said {said!r}")

    async def readonly(self) -> None:
        """Nothing can be written; a server that is started then says why it does not open."""
        await self._failing(writes=errno.EROFS)
        if self.house.disk is not None and self.chance.random() < 0.5:
            self.house.kill()
            self.house.disk.read_only(True)
            try:
                await self._start_or_say_why()
                if self.house.running:
                    self._convict("read-only", "it opened on a disk that cannot be written")
                    self.house.kill()
            finally:
                self.house.disk.read_only(False)
            await self._start()

    async def write(self) -> None:
        """Writes fail, all or some, whole or torn."""
        await self._failing(writes=errno.EIO, one_in=self.chance.choice([1, 2, 5]), torn=self.chance.random() < 0.5)

    async def fsync(self) -> None:
        """Syncs fail, all or some."""
        await self._failing(syncs=errno.EIO, one_in=self.chance.choice([1, 2, 3]))

    async def _failing(self, *, writes: int = 0, syncs: int = 0, one_in: int = 1, torn: bool = False) -> None:
        layer = self.house.layer
        if layer is None:
            self.notes.append("without the layer under SQLite no call can be made to fail")
            return
        layer.set(writes=writes, syncs=syncs, one_in=one_in, torn=torn)
        try:
            await asyncio.sleep(self.chance.uniform(0.3, 1.5))
            if self.chance.random() < 0.3:
                self.house.kill()
        finally:
            layer.clear()
        if not self.house.running:
            await self._start()

    async def flip(self) -> None:
        """One byte is changed while the server is down; what matters is found, the rest of the house opens."""
        self.house.kill()
        flipped = self.house.data.with_name("flipped")
        shutil.copytree(self.house.data, flipped)
        await self._start()
        try:
            await asyncio.to_thread(self._flip_and_look, flipped)
        finally:
            shutil.rmtree(flipped)

    def _flip_and_look(self, data: Path) -> None:
        before = contents(data)
        files = [path for name in (FILE_NAME, f"{FILE_NAME}-wal") if (path := data / name).exists()]
        sizes = [path.stat().st_size for path in files]
        path = self.chance.choices(files, sizes)[0]
        place = self.chance.randrange(path.stat().st_size)
        flipped = 1 << self.chance.randrange(8)
        with path.open("r+b") as file:
            file.seek(place)
            (byte,) = file.read(1)
            file.seek(place)
            file.write(bytes([byte ^ flipped]))
        what = f"bit {flipped:#04x} of byte {place} of {path.name}"
        same = contents(data) == before
        other = Battered(data.with_name("opened"), options=self.house.options)
        shutil.copytree(data, other.data)
        checked = bottega("check", "--data", str(data))
        if "Traceback" in checked.stderr:
            self._convict("traceback", f"bottega check after {what}: {checked.stderr}")
        if not same and checked.returncode == 0:
            self.made["flip unnoticed"] += 1
            self.notes.append(f"bottega check finds nothing wrong with {what}")
        self.made["flip of nothing" if same else "flip of something"] += 1
        if other.try_to_start():
            other.kill()
            self.made["opened after a flip"] += 1
        elif "bottega: " not in other.errors:
            self._convict("no sentence", f"after {what} it said {other.errors!r}")
        if "Traceback" in other.errors:
            self._convict("traceback", f"after {what}: {other.errors}")
        shutil.rmtree(other.data)

    # -- the clock ----------------------------------------------------------------------------------------------------

    async def clock(self) -> None:
        """The wall clock jumps, perhaps twice, and back."""
        layer = self.house.layer
        if layer is None:
            self.notes.append("without the layer under SQLite the clock cannot jump")
            return
        for _ in range(self.chance.choice([1, 2])):
            far = self.chance.choice([1.0, 60.0, 3600.0, DAY, 9 * DAY])
            layer.set(clock=self.chance.choice([-1, 1]) * far * self.chance.uniform(0.5, 1.0))
            await asyncio.sleep(self.chance.uniform(0.2, 2.0))
        layer.clear()


def contents(data: Path) -> object:
    """All that a database says (None if it cannot be read); a copy is asked, since SQLite mends what it opens."""
    with tempfile.TemporaryDirectory() as copied:
        for path in data.glob(f"{FILE_NAME}*"):
            shutil.copy(path, copied)
        try:
            with contextlib.closing(sqlite3.connect(Path(copied, FILE_NAME))) as connection:
                return [
                    sorted(map(repr, connection.execute(f"SELECT * FROM {table}")))
                    for table in ("tables", "entries", "arrivals", "accounts")
                ]
        except (sqlite3.Error, UnicodeDecodeError):
            return None
