"""Random players driven by hand: what they want to say waits until somebody has it said.

A player (``bottega.players``) is a coroutine that hears and says messages on a line. Here it runs without an event
loop: :meth:`Driven.go_on` lets it run until it waits for a message or has something to say.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator
from contextlib import AbstractAsyncContextManager
from types import TracebackType
from typing import Any

from bottega.players.line import Lost
from bottega.players.player import Player

WAIT = object()
"""What a player's coroutine yields who waits for a message."""


class _Waiting:
    def __await__(self) -> Generator[object, None, None]:
        yield WAIT


class _Impatience(AbstractAsyncContextManager[object]):
    """Inside, silence is a TimeoutError, where the player wanted to wait for a limited time only."""

    def __init__(self, driven: Driven, seconds: float | None) -> None:
        self._driven, self._limited = driven, seconds is not None

    async def __aenter__(self) -> object:
        self._driven.impatient = self._limited
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._driven.impatient = False


class Driven:
    """A player, and its line."""

    def __init__(self, player: Player, connect: Callable[[], object]) -> None:
        self.player = player
        self.heard: deque[str] = deque()
        """What the player has not listened to yet."""
        self.unsaid: deque[str] = deque()
        """What it wants said."""
        self.lost = False
        self.impatient = self.silence = False
        self.done = False
        self._connect = connect
        player.rest = self._rest  # type: ignore[method-assign]  # nobody sleeps here
        player.patience = lambda seconds: _Impatience(self, seconds)  # type: ignore[method-assign]  # nor waits
        self._coroutine: Any = player.play(self._connected)

    async def _rest(self, seconds: float) -> None:
        """Do not sleep."""

    async def _connected(self) -> Driven:
        self.lost = False
        self.heard.clear()
        self.unsaid.clear()
        self._connect()
        return self

    # -- the line, as the player sees it ------------------------------------------------------------------------------

    def say(self, text: str) -> None:
        """Have a message sent."""
        if not self.lost:
            self.unsaid.append(text)

    async def hear(self) -> str:
        """The next message."""
        while not self.heard:
            if self.lost:
                raise Lost
            if self.silence:
                self.silence = False
                raise TimeoutError
            await _Waiting()
        return self.heard.popleft()

    def close(self) -> None:
        """Leave."""
        self.lost = True

    # -- the player, as its driver sees it ----------------------------------------------------------------------------

    def go_on(self) -> None:
        """Let the player run until it has something to say, or nothing to hear."""
        while not self.unsaid and not self.done:
            try:
                wanted = self._coroutine.send(None)
            except StopIteration:
                self.done = True
                return
            if wanted is WAIT and not (self.heard or self.lost or self.silence):
                return

    def leave(self) -> None:
        """Let the player go, wherever it is."""
        self._coroutine.close()
