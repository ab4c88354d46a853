"""A round: everybody plays on a stage while faults are made; then all come to rest and the books are checked.

A stage is what the guests play on: one house on a disk that may fail (``campaign.py``), or several nodes on one
database (``cluster/``). Who makes the faults knows how they are made on it.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Protocol

import msgspec

from trials.chaos.checker import Account, Conviction, Statement, convict
from trials.chaos.guests import Guest, invite

PATIENCE_SECONDS = 300.0
"""How long everybody may take to come back, or to come to rest."""


class Stage(Protocol):
    """Where everybody plays."""

    quiet_seconds: float
    """All is at rest when nothing was said for so long."""
    slack: int
    """By how many milliseconds the times of two entries may be wrong that different writers made."""

    @property
    def ports(self) -> Sequence[dict[str, int]]:
        """The doors of every node, by the names of their listeners."""

    @property
    def errors(self) -> str:
        """All that was complained about."""

    @property
    def failed_calls(self) -> int:
        """How many calls beneath the database were made to fail."""

    def start(self) -> None:
        """Open."""

    def close(self) -> list[Conviction]:
        """Close in good order, and look through the books with ``bottega check``: what is wrong with that."""

    def accounts(self) -> list[Account]:
        """Every table of the log, oldest first."""


class Foe(Protocol):
    """Who makes the faults."""

    made: Counter[str]
    convictions: list[Conviction]
    notes: list[str]
    guests: Sequence[Guest]

    async def wait(self) -> None:
        """Let everybody play for a moment."""

    async def strike(self, fault: str) -> None:
        """Make a fault, and leave everything as it should be."""


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


class Round:
    """One stage, one company, some faults."""

    def __init__(self, stage: Stage, foe: Foe, folder: Path, company: str, chance: Random) -> None:
        self.stage, self.foe, self.folder, self.company, self.chance = stage, foe, folder, company, chance
        self.convictions: list[Conviction] = []

    async def play(self, faults: Sequence[str], until: float | None = None) -> Figures:
        """Play, suffer, rest, check; no fault is begun after ``until``."""
        began = time.monotonic()
        stage, foe = self.stage, self.foe
        await asyncio.to_thread(stage.start)
        foe.guests = guests = invite(self.company, stage.ports, self.folder / "told", self.chance)
        playing = [asyncio.create_task(guest.attend(), name=guest.role.listener) for guest in guests]
        try:
            for fault in faults:
                await foe.wait()
                if until is not None and time.monotonic() > until:
                    break
                await foe.strike(fault)
                self._look_after(playing)
            await self._come_to_rest(guests, playing)
            for guest in guests:
                guest.stays = True  # (a node may be told to close before the others)
            self.convictions += await asyncio.to_thread(stage.close)
            await asyncio.wait(playing, timeout=1)
        finally:
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
        self.convictions += foe.convictions
        return self._check(guests, time.monotonic() - began)

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
        while time.monotonic() - quiet < self.stage.quiet_seconds and time.monotonic() < until:
            await asyncio.sleep(0.05)
            self._look_after(playing)
            now = sum(guest.messages for guest in guests)
            if now != before:
                quiet, before = time.monotonic(), now
        for task, guest in zip(playing, guests, strict=True):
            if guest.asks:
                await guest.ask_last(task)

    def _check(self, guests: Sequence[Guest], seconds: float) -> Figures:
        for guest in guests:
            for failure in guest.failures:
                self._convict("gave up", guest.role.listener, failure)
        errors = _ORPHAN.sub("", self.stage.errors)
        if "Traceback" in errors:
            place = errors.index("Traceback")
            self._convict("traceback", "the server", errors[max(0, place - 300) : place + 1500])
        accounts = self.stage.accounts()
        statements = [
            msgspec.structs.replace(statement, present=guest.player is statement.player)
            for guest in guests
            for statement in guest.statements
        ]
        steady = "clock" not in self.foe.made
        self.convictions += convict(accounts, statements, steady=steady, slack=self.stage.slack)
        if self.convictions:
            _keep_books(self.folder / "books", accounts, statements)
        players = [statement.player for statement in statements]
        fates = Counter(_FATES[attempt.acknowledged] for player in players for attempt in player.attempts)
        rows = [row for account in accounts for row in account.rows]
        return Figures(
            rounds=1,
            faults=self.foe.made,
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
            failed_calls=self.stage.failed_calls,
            seconds=seconds,
            convictions=[str(each) for each in self.convictions],
            notes=self.foe.notes,
        )


_ORPHAN = re.compile(r"Traceback [^\n]*\n  File \"<string>\", line 1, in <module>\n(?:  [^\n]*\n)*EOFError[^\n]*\n")
"""What a process of the bots says that was being started when the server was killed."""
_FATES = {True: "acknowledged", False: "refused", None: "of unknown fate"}


def _keep_books(folder: Path, accounts: Sequence[Account], statements: Sequence[Statement]) -> None:
    """What the log holds of every table, and what every player believes: a conviction can be read up afterwards."""
    folder.mkdir()
    for account in accounts:
        lines = [f"0 {account.charter.opened} {account.charter.game} opened"]
        lines += [f"{row.seq} {row.at} seat {row.seat} {row.kind} {row.text}" for row in account.rows]
        Path(folder, f"{account.charter.id}.log").write_text("\n".join(lines))
    for statement in statements:
        player = statement.player
        lines = [f"{attempt.text}: {_FATES[attempt.acknowledged]}" for attempt in player.attempts]
        Path(folder, f"{player.name}.attempts").write_text("\n".join(lines))
