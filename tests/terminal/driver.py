"""Somebody at the terminal table: Textual's pilot presses the keys, everything is read off the screen's own client."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

from textual import events
from textual.pilot import Pilot

from bottega.bots import choose
from bottega.client.core import Act, Enter, Stage, Wish
from bottega.client.house import HouseClient
from bottega.client.link import Link, at_home
from bottega.client.offline import Home
from bottega.table.house import Settings
from bottega.terminal.pages import Page
from bottega.terminal.paint import Look
from bottega.terminal.session import Session
from bottega.terminal.table import Choices, CommandLine, TableApp

SMALL, LARGE = (80, 24), (120, 40)
PATIENCE = 600.0
"""Seconds after which something is not coming any more, however busy the machine is."""
TYPED = 9
"""Up to so many characters are typed key by key; longer ones are pasted."""


class Driver:
    """One player at a keyboard."""

    def __init__(self, app: TableApp, pilot: Pilot[None]) -> None:
        self.app, self.pilot = app, pilot
        self.moves = 0

    async def until(self, condition: Callable[[], object]) -> None:
        """Wait until something is so."""
        async with asyncio.timeout(PATIENCE):
            while not condition():
                await asyncio.sleep(0.002)
        await self.settled()

    async def settled(self) -> None:
        """Wait until everything is done that was asked for so far.

        The pilot's own way, to wait until the machine is idle, takes long and on a busy machine for ever.
        """
        for fence in (self.app, self.app.query_one(CommandLine), self.app):
            passed = asyncio.Event()
            fence.call_later(passed.set)
            await passed.wait()

    async def presses(self, *keys: str) -> None:
        """Press keys, without waiting for what they do."""
        for key in keys:
            self.app.post_message(events.Key(key, key if len(key) == 1 else " " if key == "space" else None))

    async def types(self, text: str, *keys: str) -> None:
        """Type a text (a long one is pasted), then press keys."""
        if len(text) <= TYPED:
            await self.presses(*("space" if letter == " " else letter for letter in text))
        else:
            self.app.query_one(CommandLine).post_message(events.Paste(text))
        await self.presses(*keys)

    async def enters(self, text: str) -> None:
        """Type something and Enter, and look at the screen."""
        await self.types(text, "enter")
        await self.pilot.pause()

    def screen(self) -> str:
        """What the screen shows, line by line."""
        rows = self.app.screen._compositor.render_strips()
        return "\n".join("".join(part.text for part in row) for row in rows)

    @property
    def page(self) -> Page:
        """Which page is shown."""
        return self.app._page

    @property
    def listed(self) -> list[str]:
        """The choices as they are listed."""
        choices = self.app.query_one(Choices)
        return [str(choices.get_option_at_index(at).prompt).strip() for at in range(choices.option_count)]

    async def moves_once(self) -> None:
        """Make a move as the greedy bot would: by its notation, or by pointing where it is listed first."""
        known, client = self.app.known, self.app.session.link.client
        assert known.me is not None
        self.moves += 1
        action = choose("greedy", known.rules, client.head(), known.me, self.moves.to_bytes(32))
        if known.options and action not in known.options:  # a protocol that has no words for it
            action = known.options[0]
        text = str(action)
        before = self.app.known
        if self.moves % 3 == 0 and known.options and action == known.options[0]:
            await self.presses("down", "enter")
        else:
            await self.types(text, "enter")
        await self.until(lambda: self.app.known is not before)

    async def plays_out(self, most: int = 2000) -> None:
        """Play until the game is over."""
        for _ in range(most):
            await self.until(lambda: self.app.known.options or self.app.known.stage is Stage.OVER)
            if self.app.known.stage is Stage.OVER:
                return
            await self.moves_once()
        raise AssertionError(f"no end after {most} moves")


@contextlib.asynccontextmanager
async def seated(
    link: Link,
    name: str = "Ada",
    size: tuple[int, int] = SMALL,
    look: Look = Look.DARK,
    home: bool = False,
    opening: Sequence[str] = (),
) -> AsyncIterator[Driver]:
    """Somebody sits down at a terminal of that size."""
    app = TableApp(Session(link, name, home), look, opening)
    async with app.run_test(size=size) as pilot:
        yield Driver(app, pilot)


def link_home(seed: int = 7, **settings: Any) -> tuple[Link, Home]:
    """A house in this process, whose bots do not hesitate and always do the same."""
    home = Home(Settings(**{"per_address": 0, "bot_seconds": 0.0, **settings}), seed=seed.to_bytes(32))
    return Link(HouseClient(seed.to_bytes(32)), at_home(home), "home"), home


@contextlib.asynccontextmanager
async def at_a_home_table(
    choice: str, size: tuple[int, int] = SMALL, look: Look = Look.DARK, seed: int = 7
) -> AsyncIterator[Driver]:
    """Somebody who has just chosen a game at home and is to act."""
    link, _ = link_home(seed)
    async with seated(link, size=size, look=look, home=True) as driver:
        await driver.until(lambda: driver.app.known.stage is Stage.LOBBY and driver.listed)
        await driver.enters(choice)
        await driver.until(lambda: driver.app.known.options and driver.listed)
        yield driver


async def plays_by_itself(link: Link, name: str, *wishes: Wish) -> None:
    """Somebody else at the table, without a screen: says these wishes when they make sense, then plays."""
    saying = [Enter(name), *wishes]
    moves = 0
    async with contextlib.aclosing(link.happenings()) as happenings:
        async for _ in happenings:
            known = link.client.known
            if known.stage is Stage.OVER:
                return
            while saying and isinstance(saying[0], known.wanted):
                link.wish(saying.pop(0))
            if known.options and known.me is not None:
                moves += 1
                action = choose("greedy", known.rules, link.client.head(), known.me, moves.to_bytes(32))
                link.wish(Act((action,)))
