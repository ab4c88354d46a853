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
import re
import shutil
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import msgspec

from bottega.store.sqlite import SqliteLog
from tests.server.harness import bottega
from trials.chaos.checker import Account, Conviction, convict
from trials.chaos.faults import Impossible, Layer, SmallDisk, small_disk
from trials.chaos.guests import EVERYBODY, Guest, invite, listeners
from trials.chaos.nemesis import FAULTS, Battered, Nemesis
from trials.chaos.nursery import Nursery

DISK_MEGABYTES = 48
ROUND = 40
"""Faults in one round."""
QUIET_SECONDS = 1.5
"""All is at rest when nothing was said for so long."""
PATIENCE_SECONDS = 300.0
"""How long everybody may take to come back, or to come to rest."""
OPTIONS = ("--bot-seconds", "0.05", "--lobby-seconds", "0.2", "--turn-seconds", "600", "--per-address", "0")

Say = Callable[[str], object]


class Figures(msgspec.Struct):
    """What a campaign has seen."""

    rounds: int = 0
    faults: Counter[str] = msgspec.field(default_factory=Counter)
    tables: int = 0
    finished: int = 0
    entries: int = 0
    skips: int = 0
    players: int = 0
    moves: dict[str, int] = msgspec.field(default_factory=dict)
    """Attempts: acknowledged, refused, and of unknown fate."""
    pictures: int = 0
    messages: int = 0
    connections: int = 0
    repeated: int = 0
    failed_calls: int = 0
    seconds: float = 0.0
    convictions: list[str] = msgspec.field(default_factory=list)
    notes: list[str] = msgspec.field(default_factory=list)

    def add(self, other: Figures) -> None:
        """Count another's figures in."""
        for name in self.__struct_fields__:
            mine, more = getattr(self, name), getattr(other, name)
            if isinstance(mine, dict):
                for key, count in more.items():
                    mine[key] = mine.get(key, 0) + count
            elif isinstance(mine, list):
                mine += [each for each in more if name == "convictions" or each not in mine]
            else:
                setattr(self, name, mine + more)

    def lines(self) -> list[str]:
        """The summary."""
        faults = ", ".join(f"{count} {name}" for name, count in sorted(self.faults.items()))
        moves = ", ".join(f"{count} {name}" for name, count in sorted(self.moves.items()))
        return [
            f"{self.rounds} rounds in {self.seconds:.0f} s",
            f"faults: {faults}; {self.failed_calls} failed calls beneath SQLite",
            f"{self.players} players over {self.connections} connections, {self.messages} messages",
            f"moves: {moves}; {self.repeated} commands sent again",
            f"{self.tables} tables, {self.finished} finished, {self.entries} entries, {self.skips} skipped turns",
            f"{self.pictures} pictures compared",
            *self.notes,
            *self.convictions,
            f"{len(self.convictions)} convictions",
        ]


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
            figures = asyncio.run(_Round(house, folder, self.company, chance).play(faults))
            figures.notes += notes
            if figures.convictions:
                (folder / "errors.txt").write_text(house.errors)
                (folder / "convictions.txt").write_text("\n".join(figures.convictions))
                if disk is not None:
                    shutil.copytree(data, folder / "data")
        if not figures.convictions:
            shutil.rmtree(folder)
        return figures


class _Round:
    def __init__(self, house: Battered, folder: Path, company: str, chance: Random) -> None:
        self.house, self.folder, self.company, self.chance = house, folder, company, chance
        self.convictions: list[Conviction] = []

    async def play(self, faults: Sequence[str]) -> Figures:
        began = time.monotonic()
        house = self.house
        await asyncio.to_thread(house.start)
        guests = invite(self.company, house.ports, self.folder / "told", self.chance)
        playing = [asyncio.create_task(guest.attend(), name=guest.role.listener) for guest in guests]
        nemesis = Nemesis(house, Random(self.chance.random()))
        try:
            for fault in faults:
                await nemesis.wait()
                await nemesis.strike(fault)
                self._look_after(playing)
            await self._come_to_rest(guests, playing)
            code = await asyncio.to_thread(house.terminate)
            await asyncio.wait(playing, timeout=1)
        finally:
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
        if code != 0:
            self._convict("stop", "the server", f"ended with {code}")
        self.convictions += nemesis.convictions
        return self._check(guests, nemesis, time.monotonic() - began)

    def _convict(self, kind: str, who: str, what: str) -> None:
        self.convictions.append(Conviction(kind, who, what))

    def _look_after(self, playing: Sequence[asyncio.Task[None]]) -> None:
        """A guest who has given up has met something no document explains."""
        for task in playing:
            if task.done() and not task.cancelled() and task.exception() is not None:
                raise RuntimeError(f"a guest of {task.get_name()} gave up") from task.exception()

    async def _come_to_rest(self, guests: Sequence[Guest], playing: Sequence[asyncio.Task[None]]) -> None:
        """Everybody is back, then nobody moves any more."""
        until = time.monotonic() + PATIENCE_SECONDS
        while not all(guest.here for guest in guests) and time.monotonic() < until:
            await asyncio.sleep(0.05)
            self._look_after(playing)
        away = [guest.role.listener for guest in guests if not guest.here]
        if away:
            self._convict("not back", ", ".join(away), f"not back after {PATIENCE_SECONDS:.0f} s")
        for guest in guests:
            guest.resting = True
        quiet, before = time.monotonic(), -1
        while time.monotonic() - quiet < QUIET_SECONDS and time.monotonic() < until:
            await asyncio.sleep(0.05)
            self._look_after(playing)
            now = sum(guest.messages for guest in guests)
            if now != before:
                quiet, before = time.monotonic(), now
        for task, guest in zip(playing, guests, strict=True):
            if guest.asks:
                await guest.ask_last(task)

    def _check(self, guests: Sequence[Guest], nemesis: Nemesis, seconds: float) -> Figures:
        for guest in guests:
            for failure in guest.failures:
                self._convict("gave up", guest.role.listener, failure)
        errors = _ORPHAN.sub("", self.house.errors)
        if "Traceback" in errors:
            place = errors.index("Traceback")
            self._convict("traceback", "the server", errors[max(0, place - 300) : place + 1500])
        checked = bottega("check", "--data", str(self.house.data))
        if checked.returncode != 0:
            self._convict("check", "bottega check", checked.stdout + checked.stderr)
        accounts = read_accounts(self.house.data)
        statements = [
            msgspec.structs.replace(statement, present=guest.player is statement.player)
            for guest in guests
            for statement in guest.statements
        ]
        steady = "clock" not in nemesis.made
        self.convictions += convict(accounts, statements, steady=steady)
        players = [statement.player for statement in statements]
        fates = Counter(_FATES[attempt.acknowledged] for player in players for attempt in player.attempts)
        rows = [row for account in accounts for row in account.rows]
        return Figures(
            rounds=1,
            faults=nemesis.made,
            tables=len(accounts),
            finished=sum(account.finished for account in accounts),
            entries=len(rows),
            skips=sum(row.kind == "skip" for row in rows),
            players=len(players),
            moves=dict(fates),
            pictures=sum(len(player.pictures) for player in players),
            messages=sum(1 for statement in statements for _ in statement.told()),
            connections=sum(guest.connections for guest in guests),
            repeated=sum(getattr(player, "repeated", 0) for player in players),
            failed_calls=self.house.layer.failed if self.house.layer else 0,
            seconds=seconds,
            convictions=[str(each) for each in self.convictions],
            notes=nemesis.notes,
        )


_ORPHAN = re.compile(r"Traceback [^\n]*\n  File \"<string>\", line 1, in <module>\n(?:  [^\n]*\n)*EOFError[^\n]*\n")
"""What a process of the bots says that was being started when the server was killed."""
_FATES = {True: "acknowledged", False: "refused", None: "of unknown fate"}


def read_accounts(data: Path) -> list[Account]:
    """Every table of a log that nobody has open, oldest first."""
    log = SqliteLog(data)
    try:
        return [Account(*log.read(summary.charter.id), summary.finished) for summary in log.tables()]
    finally:
        log.close()


def progress(text: str) -> None:
    """Print at once."""
    print(text, file=sys.stdout, flush=True)
