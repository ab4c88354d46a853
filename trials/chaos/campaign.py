"""A campaign: rounds in which a server is put through faults while everybody plays, each with its books checked.

How a round goes. A house is opened on an empty directory (of a small disk, where that can be had), the guests come,
and the nemesis makes its faults one after the other while they play. Then the guests come to rest, the
server is told to stop, and the checker holds every guest's statement against the log. A round without convictions
leaves nothing behind; the others leave their directory.

The order of faults, their moments and all players' choices follow from the seed; what the machine does does not.
"""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import msgspec

from bottega.store.sqlite import SqliteLog
from tests.server.harness import bottega
from trials.chaos.checker import Account, Conviction
from trials.chaos.faults import Impossible, Layer, SmallDisk, small_disk
from trials.chaos.guests import EVERYBODY, listeners
from trials.chaos.nemesis import FAULTS, Battered, Nemesis
from trials.chaos.nursery import Nursery
from trials.chaos.round import Figures, Round

DISK_MEGABYTES = 48
ROUND = 40
"""Faults in one round."""
QUIET_SECONDS = 1.5
"""All is at rest when nothing was said for so long."""
OPTIONS = ("--bot-seconds", "0.05", "--lobby-seconds", "0.2", "--turn-seconds", "600", "--per-address", "0")

Say = Callable[[str], object]


def plan(faults: Sequence[str], kills: int, others: int, chance: Random) -> list[str]:
    """So many kills and so many of every other fault, in an order of chance."""
    faults_to_come = [name for name in faults for _ in range(kills if name == "kill" else others)]
    chance.shuffle(faults_to_come)
    return faults_to_come


class Campaign:
    """So many faults, in rounds."""

    def __init__(
        self,
        folder: Path,
        seed: int,
        faults: Sequence[str],
        company: str = EVERYBODY,
        say: Say = print,
        record: Path | None = None,
        forked: bool = False,
    ) -> None:
        unknown = [name for name in faults if name not in FAULTS]
        if unknown:
            raise SystemExit(f"there is no fault {unknown[0]!r}; there are {', '.join(FAULTS)}")
        self.folder, self.seed, self.company, self.say, self.record = folder, seed, company, say, record
        self.faults, self.forked = list(faults), forked
        self.figures = Figures()

    def run(self, kills: int, others: int, minutes: float | None = None) -> Figures:
        """All rounds; no new one is begun after so many minutes."""
        chance = Random(self.seed)
        to_come = plan(self.faults, kills, others, chance)
        until = time.monotonic() + 60 * minutes if minutes else None
        self.folder.mkdir(parents=True, exist_ok=True)
        for number, start in enumerate(range(0, len(to_come), ROUND), 1):
            if until is not None and time.monotonic() > until:
                self.figures.notes.append(f"stopped after {minutes} minutes: {len(to_come) - start} faults were left")
                break
            figures = self._round(number, to_come[start : start + ROUND], Random(chance.random()))
            self.figures.add(figures)
            if self.record is not None:
                self.record.write_bytes(msgspec.json.encode(self.figures))
            self.say(
                f"round {number}: {sum(self.figures.faults.values())} of {len(to_come)} faults, "
                f"{self.figures.moves.get('acknowledged', 0)} moves acknowledged, "
                f"{len(self.figures.convictions)} convictions, {self.figures.seconds:.0f} s"
            )
        return self.figures

    def _round(self, number: int, faults: Sequence[str], chance: Random) -> Figures:
        folder = self.folder / f"round-{number}"
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "told").mkdir(parents=True)
        with contextlib.ExitStack() as stack:
            notes: list[str] = []
            disk: SmallDisk | None = None
            layer: Layer | None = None
            if {"full", "readonly"} & set(faults):
                try:
                    disk = stack.enter_context(small_disk(folder / "disk", DISK_MEGABYTES))
                except Impossible as why:
                    notes.append(f"no small disk: {why}; its faults come from the layer under SQLite")
            if set(faults) - {"kill", "stop", "flip"}:
                try:
                    layer = Layer(folder)
                except Impossible as why:
                    notes.append(str(why))
            data = (disk.folder if disk else folder) / "data"
            nursery = Nursery(layer.environment if layer else ()) if self.forked else None
            if nursery is not None:
                stack.callback(nursery.close)
            house = Battered(data, *listeners(self.company), options=OPTIONS, layer=layer, disk=disk, nursery=nursery)
            stack.callback(house.stop)
            foe = Nemesis(house, Random(chance.random()))
            figures = asyncio.run(Round(Alone(house), foe, folder, self.company, chance).play(faults))
            figures.notes += notes
            if figures.convictions:
                (folder / "errors.txt").write_text(house.errors)
                (folder / "convictions.txt").write_text("\n".join(figures.convictions))
                if disk is not None:
                    shutil.copytree(data, folder / "data")
        if not figures.convictions:
            shutil.rmtree(folder)
        return figures


class Alone:
    """The stage of one house on one disk."""

    quiet_seconds, slack = QUIET_SECONDS, 0

    def __init__(self, house: Battered) -> None:
        self._house = house

    @property
    def ports(self) -> Sequence[dict[str, int]]:
        """The doors of the only node."""
        return [self._house.ports]

    @property
    def errors(self) -> str:
        """All that it complained about."""
        return self._house.errors

    @property
    def failed_calls(self) -> int:
        """How many calls beneath SQLite were made to fail."""
        return self._house.layer.failed if self._house.layer else 0

    def start(self) -> None:
        """Open."""
        self._house.start()

    def close(self) -> list[Conviction]:
        """Stop it, and check its books."""
        found = []
        if (code := self._house.terminate()) != 0:
            found.append(Conviction("stop", "the server", f"ended with {code}"))
        checked = bottega("check", "--data", str(self._house.data))
        if checked.returncode != 0:
            found.append(Conviction("check", "bottega check", checked.stdout + checked.stderr))
        return found

    def accounts(self) -> list[Account]:
        """Every table of the log, oldest first."""
        log = SqliteLog(self._house.data)
        try:
            return [Account(*log.read(summary.charter.id), summary.finished) for summary in log.tables()]
        finally:
            log.close()


def progress(text: str) -> None:
    """Print at once."""
    print(text, file=sys.stdout, flush=True)
