"""The table in plain lines: ``bottega play --plain``, for screen readers, pipes and slow links.

How it works. What happens is printed, a line each. Whenever there is something to choose, the choices are printed with
numbers; a typed line is such a number, a notation, the beginning of a choice, or a command with a slash. Everything
else is the session's (``session.py``), the same as on the whole screen.

Somebody at a keyboard is heard at once, so that a move can be prepared while others play. What comes through a pipe
waits for its turn: a line is read when the one before it is answered and there is something to choose, so a
whole game can be written into a file. With ``auto`` a bot chooses, and nothing is read but what it is begun with.

What must stay true:

1. A number means a choice of the list that was printed last, never one of a list that nobody has seen.
2. Nothing is printed but lines of visible characters: no colour, no cursor, nothing that is drawn over.
"""

from __future__ import annotations

import asyncio
import codecs
import os
import secrets
import sys
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from random import Random

from bottega.client import core
from bottega.client.auto import decide
from bottega.client.core import Happening, Stage
from bottega.client.link import GaveUp, Silent
from bottega.fault import Fault
from bottega.plain import say
from bottega.terminal import pages
from bottega.terminal.canvas import Block, Room, lettering
from bottega.terminal.choices import Choice, matching
from bottega.terminal.pages import Page
from bottega.terminal.session import NotThat, Session

LISTED = 12
"""So many choices are listed to somebody at a keyboard; more are summed up: typing how some begin shows those."""
ALIKE = 3
"""So many choices that begin with the same word are listed all the same."""
LOOK_SECONDS = 0.25
"""How often to look whether something has changed that nobody has told."""
ANSWER_SECONDS = 20.0
"""How long the next line of a pipe waits for an answer that does not come."""
ROWS = 17
"""Boards are drawn as for a small screen: short, and without frames."""
CHUNK = 1 << 16

HELP = """\
In plain lines: type the number of a choice, its text or how it begins, or any notation.
Enter alone: the table and your choices.  /all: every choice.  Ctrl+D or /exit: leave, your seat is kept for a while."""


class NotPlayed(Fault):
    """Why there was no game to the end, in a sentence."""


class Lines:
    """One player who reads and writes lines."""

    def __init__(
        self,
        session: Session,
        tell: Callable[[str], None] = say,
        *,
        patient: bool = False,
        opening: Sequence[str] = (),
        auto: str | None = None,
        width: int = 80,
        chance: Random | None = None,
    ) -> None:
        self.session = session
        self._tell = tell
        self._patient = patient
        self._opening = opening
        """What is typed before anything else, each when it makes sense."""
        self._auto = auto
        self._width = width
        self._chance = chance or Random(secrets.token_bytes(16))
        self._seen: core.Known | None = None
        self._listed: list[Choice] = []
        """The choices that were printed last, as long as they can be chosen."""
        self._shown: object = None
        """What the list that was printed last is about: another one is printed when this changes."""
        self._asked = False
        """Whether the server has asked for something besides a move, and the bot has not answered."""
        self._unwelcome = ""
        """Why our name was refused, until another is taken."""
        self._changed = asyncio.Event()
        self._looking = False
        """Whether a look is due."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.session.known.stage is Stage.OVER

    # -- what happens ------------------------------------------------------------------------------------------------

    def told(self, happening: Happening) -> None:
        """Something has happened: print it, and go on when all has been told that came with it."""
        self._print(happening)
        if not self._looking:
            self._looking = True
            asyncio.get_running_loop().call_soon(self.look)

    def _print(self, happening: Happening) -> None:
        if isinstance(happening, core.Asked):
            self._asked = self._asked or happening.wish is not core.Act
            if happening.wish is not core.Enter or self.session.introduces_itself:
                return  # the list says it, or nobody need be asked
        if isinstance(happening, core.Refused):
            self.session.refused()
            self._shown = None
            if isinstance(happening.wish, core.Enter):
                self._unwelcome = happening.reason
        self._tell(str(happening))
        if isinstance(happening, core.Over):
            self._show(self.session.page(Page.SCORES, self._room))

    def look(self) -> None:
        """Go on with what waits, and offer what can be chosen now."""
        self._looking = False
        for happening in self.session.go_on():
            self._print(happening)
        self._seen = self.session.known
        if self._auto is not None:
            self._decide()
        self._offer()
        self._changed.set()

    def _decide(self) -> None:
        """Let the bot choose, as long as there is something to choose: several actions may make one message."""
        assert self._auto is not None
        while not self.session.busy and not self.over:
            wish = decide(self.session.link.client, self._auto, self._chance)
            if wish is None or (not isinstance(wish, core.Act) and not self._asked):
                return
            self._asked = False
            for happening in self.session.wish(wish):
                self._print(happening)

    def _offer(self) -> None:
        """Print what can be chosen, unless it was printed before."""
        known = self.session.known
        if self.session.busy or (self._auto is not None and known.stage in (Stage.PLAYING, Stage.OVER)):
            return
        offered = self.session.offers()
        about = (known.stage, known.table, () if known.stage is Stage.LOBBY else [each.text for each in offered])
        if about == self._shown:
            return
        self._shown, self._listed = about, offered
        if not offered:
            return
        left = pages.clock(None if known.deadline is None else known.deadline - time.monotonic())
        clock = f" ({left} left)" if left else ""
        self._tell(f"{self.session.asked()}{clock}. Choose 1 to {len(offered)}:")
        if self._patient or len(offered) <= LISTED:
            self._list(range(len(offered)))
        else:
            self._sum_up()

    def _sum_up(self) -> None:
        """A long list in a few lines: what is alike, by its first word."""
        for word, group in groupby(range(len(self._listed)), lambda at: self._listed[at].text.partition(" ")[0]):
            alike = list(group)
            if len(alike) <= ALIKE:
                self._list(alike)
            else:
                self._tell(f"{alike[0] + 1:>3} to {alike[-1] + 1} {word} …")
        self._tell("    type how one begins, to see which there are; /all lists all")

    def _list(self, shown: Iterable[int]) -> None:
        """Some of the choices, by their numbers in the whole list."""
        for at in shown:
            choice = self._listed[at]
            self._tell(f"{at + 1:>3} {choice.text}" + (f" - {choice.words}" if choice.words else ""))

    @property
    def _room(self) -> Room:
        return Room(self._width, ROWS)

    def _show(self, block: Block) -> None:
        for line in lettering(block).splitlines():
            self._tell(line)

    # -- what is typed -----------------------------------------------------------------------------------------------

    def typed(self, line: str) -> bool:
        """Do what a line asks for; False when it says goodbye."""
        text = line.strip()
        try:
            if text.startswith("/"):
                return self._slash(text[1:])
            if pages.waits_for_name(self.session.known):
                if text:
                    self._happened(self.session.enter(text))
            elif not text:
                self._show(self.session.page(Page.TABLE, self._room))
                self._shown = None
            else:
                self._do(text)
        except NotThat as reason:
            self._tell(str(reason))
        self.look()
        return True

    def _do(self, text: str) -> None:
        offered = self._listed
        if text.isdecimal() and offered:
            if not 1 <= int(text) <= len(offered):
                raise NotThat(f"there is no choice {text}; there are 1 to {len(offered)}")
            self._choose(offered[int(text) - 1])
            return
        exact = [choice for choice in offered if choice.text.casefold() == text.casefold()]
        if exact:
            self._choose(exact[0])
            return
        found = matching(offered, text)
        try:
            actions = self.session.read(text)
        except NotThat:
            if not found:
                raise
            if len(found) == 1:
                self._choose(found[0])
            else:
                self._tell(f"{len(found)} of {len(offered)} fit:")
                self._list(at for at, choice in enumerate(offered) if choice in found)
            return
        self._happened(self.session.act(actions))
        if self.session.known.prepared:
            self._tell(f"prepared: {'; '.join(map(str, self.session.known.prepared))} (/forget drops it)")

    def _choose(self, choice: Choice) -> None:
        self._listed, self._shown = [], None
        self._happened(self.session.choose(choice))

    def _happened(self, happened: Sequence[Happening]) -> None:
        for happening in happened:
            self._print(happening)

    def _slash(self, typed: str) -> bool:
        if typed.strip() == "all":
            if not self._listed:
                raise NotThat("there is nothing to choose now")
            self._list(range(len(self._listed)))
            return True
        command, rest = self.session.slash(typed)
        happened = self.session.command(command, rest)
        if happened is not None:
            self._happened(happened)
            self.look()
        elif command == "exit":
            return False
        elif command == "verify":
            for line in self.session.verify():
                self._tell(line)
        elif command == "light":
            self._tell("there are no colours here")
        else:
            if command == Page.HELP:
                self._tell(HELP)
            seat = self.session.seat(rest) if command == Page.BOARD and rest else self.session.known.me or 0
            self._show(self.session.page(Page(command), self._room, seat))
        return True

    # -- both --------------------------------------------------------------------------------------------------------

    async def play(self, lines: asyncio.Queue[str | None]) -> None:
        """Play until the lines, the server or (with a bot) the game has an end; NotPlayed where nothing came of it."""
        tasks = [
            asyncio.create_task(work)
            for work in (
                self._follow(),
                self._read(lines),
                self._keep_looking(),
                *([self._end()] if self._auto else []),
            )
        ]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            self.session.link.close()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        if self._auto is not None and not self.over:
            raise NotPlayed("the game was not played to its end")

    async def _follow(self) -> None:
        async for happening in self.session.link.happenings():
            if isinstance(happening, GaveUp) or (isinstance(happening, Silent) and self._patient):
                raise NotPlayed(str(happening))
            self.told(happening)

    async def _keep_looking(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            if self._seen is not self.session.known:
                self.look()

    async def _end(self) -> None:
        """The bot has played to the end, and what is found out about the game is told."""
        while not self.over:
            await self._news()
            if self._unwelcome and pages.waits_for_name(self.session.known):
                raise NotPlayed(f"{self._unwelcome}: choose another with --name NAME or NAME:PASSWORD")
        await asyncio.sleep(LOOK_SECONDS)

    async def _news(self) -> None:
        self._changed.clear()
        await self._changed.wait()

    async def _read(self, lines: asyncio.Queue[str | None]) -> None:
        for line in self._opening:
            await self._turn_of(line)
            if not self.typed(line):
                return
        if self._auto is not None:
            await self._sit_down()
        while (typed := await lines.get()) is not None:
            if self._patient:
                await self._turn_of(typed)
            if not self.typed(typed):
                return
        await self._answered()
        if self._unwelcome and pages.waits_for_name(self.session.known):
            raise NotPlayed(self._unwelcome)

    async def _sit_down(self) -> None:
        """Where there is a lobby and nothing was chosen: the first free seat, or a table with a bot."""
        while self._auto is not None:
            known = self.session.known
            if known.stage is Stage.LOBBY and not self.session.busy:
                free = [each for each in self.session.offers() if isinstance(each.wishes[0], core.Sit)]
                with_a_bot = (core.Open(known.games[0], 2), core.AddBot(known.bots[0]), core.Start())
                self._choose(free[0] if free else Choice("", "", with_a_bot))
            await self._news()

    async def _turn_of(self, line: str) -> None:
        """Wait until a line makes sense: what was typed before is answered, and there is something to choose."""
        await self._answered()
        if line.lstrip().startswith("/"):
            return
        while not (self._listed or self.over or (pages.waits_for_name(self.session.known) and not self.session.busy)):
            await self._news()

    async def _answered(self) -> None:
        """Wait until everything is answered; not for ever, for there are messages that have no answer."""
        try:
            async with asyncio.timeout(None) as limit:
                while self.session.busy or self._seen is None:
                    known = self.session.known
                    waiting = known.connected and known.stage is not Stage.CONNECTING
                    loop = asyncio.get_running_loop()
                    limit.reschedule(loop.time() + ANSWER_SECONDS if waiting else None)
                    await self._news()
        except TimeoutError:
            return


def read_lines(lines: asyncio.Queue[str | None], descriptor: int) -> None:
    """Put what is typed into the queue, line by line and None at the end; on a thread that nobody waits for."""
    loop = asyncio.get_running_loop()
    decode = codecs.getincrementaldecoder("utf-8")(errors="replace").decode

    def put(line: str | None) -> None:
        loop.call_soon_threadsafe(lines.put_nowait, line)

    def read() -> None:
        rest = ""
        while chunk := os.read(descriptor, CHUNK):
            *whole, rest = (rest + decode(chunk)).split("\n")
            for line in whole:
                put(line)
        if rest:
            put(rest)
        put(None)

    def work() -> None:
        try:
            read()
        except (OSError, RuntimeError):  # the terminal is gone, or the game is over and its loop closed
            return

    threading.Thread(target=work, daemon=True).start()


def run(session: Session, choose: Sequence[str] = (), auto: str | None = None, seed: bytes | None = None) -> None:
    """Play in lines: first what was chosen beforehand, then what is typed, or what a bot wants, by a seed if given."""
    chance = None if seed is None else Random(seed)

    async def go() -> None:
        lines: asyncio.Queue[str | None] = asyncio.Queue()
        if auto is None:
            read_lines(lines, sys.stdin.fileno())
        await Lines(session, patient=not sys.stdin.isatty(), opening=choose, auto=auto, chance=chance).play(lines)

    asyncio.run(go())
