"""What all players share: how they come, how they go on, and what they write down.

A player plays one game over as many connections as it takes. ``arrive`` is said on a new connection, ``attend`` takes
in one message (or plays a turn) and is called until the game is ``over``. Whatever is sent that the log should come to
hold is an :class:`Attempt`; only an answer of the server makes it acknowledged or refused.

What must stay true: a player knows nothing but what it was told. ``differences`` alone looks at the log, afterwards.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from random import Random
from typing import Any

import msgspec

from bottega.players.line import Line, Lost
from bottega.table.position import AnyPosition

Message = dict[str, Any]
Think = Callable[[], Awaitable[None]]
"""What a player does before every move: it waits, or it raises AtRest."""


class AtRest(Exception):
    """The player is asked to listen, and to move no more."""


class NotWelcome(Exception):
    """The house does not let the player in under this name."""


class Attempt(msgspec.Struct):
    """A move as the log would write it (``*`` for what is not known), and what became of it: None if nobody knows."""

    text: str
    acknowledged: bool | None = None


class Picture(msgspec.Struct, frozen=True):
    """All of a table that one message showed, in a form that can be compared; its entry, where the message says it."""

    shown: str
    seq: int | None = None
    again: bool = False
    """Whether it was asked for once more, after later ones had been shown."""


async def at_once() -> None:
    """Do not think."""


class Player(ABC):
    """One player of one game."""

    def __init__(self, name: str, chance: Random, think: Think = at_once) -> None:
        self.name = name
        self.chance = chance
        self.think = think
        self.over = False
        self.attempts: list[Attempt] = []
        self.pictures: list[Picture] = []
        self.secrets: set[str] = set()
        """What nobody else may ever be told."""
        self.connections = 0
        self.patient = False
        """Whether refusals that the rules do not explain are put up with: the disk may be full."""
        self.started = asyncio.Event()

    async def rest(self, seconds: float) -> None:
        """Do nothing for a while."""
        await asyncio.sleep(seconds)

    def patience(self, seconds: float | None) -> AbstractAsyncContextManager[object]:
        """Wait no longer than that for what is waited for inside: a TimeoutError then."""
        return asyncio.timeout(seconds)

    @abstractmethod
    async def arrive(self, line: Line) -> None:
        """Say who we are on a new connection."""

    @abstractmethod
    async def attend(self, line: Line) -> None:
        """Take in the next message, and do what it calls for."""

    def differences(self, positions: Sequence[AnyPosition]) -> list[str]:
        """Where what this player knows is not what the log, entry by entry, has come to; besides the pictures."""
        return []

    def overheard(self, ends: Sequence[AnyPosition]) -> list[str]:
        """What this player was told that somebody else had kept to themselves, given how each of its tables ends."""
        return []

    def shows(self, position: AnyPosition) -> str | None:
        """What a picture of that position would show, None where single messages show no whole table."""
        return None

    def due(self, position: AnyPosition) -> bool:
        """Whether everybody is shown the table at that position."""
        return position.started

    async def ask_again(self, line: Line) -> None:  # noqa: B027 - most are told everything unasked
        """Ask for all that is not told by itself."""

    @property
    def unsure(self) -> bool:
        """Whether it may not know what was done before, or why something is refused."""
        return self.patient or self.connections > 1

    def try_to(self, text: str) -> Attempt:
        """Write down what is about to be sent."""
        self.attempts.append(Attempt(text))
        return self.attempts[-1]

    async def play(self, connect: Callable[[], Awaitable[Line]]) -> None:
        """Play one game to its end, whatever happens to the connection."""
        while not self.over:
            try:
                line = await connect()
            except Lost:
                await self.rest(0.02)
                continue
            self.connections += 1
            try:
                await self.arrive(line)
                while not self.over:
                    await self.attend(line)
            except Lost:
                continue
            finally:
                line.close()


def wrong_winner(name: str, last: AnyPosition) -> list[str]:
    """What is wrong with calling somebody the winner of a game."""
    best = [last.seats[seat].name for seat in last.result.winners] if last.result else []
    return [] if name in best else [f"{name} was called the winner, the log says {best}"]
