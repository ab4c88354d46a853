"""A bot of one's own at a table: it plays to the end, or a bot of the house does for it; what cannot be is said."""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bottega.cli import app
from bottega.client.auto import decide
from bottega.client.core import Asked, Enter, Open, Over, Stage
from bottega.client.house import HouseClient
from bottega.client.link import Link, Unreachable, at_home
from bottega.client.offline import Home
from bottega.client.seat import play
from bottega.fault import Fault
from bottega.games.core import AnyGame
from bottega.outside.program import Forfeit
from bottega.table.house import Settings
from tests.server.harness import EVENING, running_house
from tests.server.house_client import Browser

EXAMPLE = Path(__file__).parents[2] / "examples" / "outside" / "collector.py"


class Player:
    """Plays at random, until it forfeits."""

    def __init__(self, fails_at: int | None = None) -> None:
        self.asked = 0
        self._fails_at = fails_at

    def choose(self, game: AnyGame, state: Any, seat: int, seed: bytes) -> Any:
        """Any action."""
        self.asked += 1
        if self._fails_at is not None and self.asked > self._fails_at:
            raise Forfeit("it has ended")
        return Random(seed).choice(game.legal(state, seat))

    def close(self) -> None:
        """Nothing to let go of."""


async def evening(bot: Player, told: list[str], name: str = "mybot", table: str = "") -> str:
    """A game of Sagrada against somebody who has opened a table; how it ended for the bot."""
    home = Home(Settings(per_address=0, bot_seconds=0.0))
    host = Link(HouseClient(), at_home(home), "home")
    opened: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    async def hosting() -> None:
        asked = False
        async with contextlib.aclosing(host.happenings()) as happenings:
            async for happening in happenings:
                known = host.client.known
                if isinstance(happening, Asked) and happening.wish is Enter:
                    host.wish(Enter("Anna"))
                elif known.stage is Stage.LOBBY and not asked:
                    asked = True
                    host.wish(Open("sagrada", 2, start="full"))
                if known.table and not opened.done():
                    opened.set_result(known.table)
                if isinstance(happening, Over):
                    return
                if known.stage is Stage.PLAYING and (wish := decide(host.client, "random", Random(1))) is not None:
                    host.wish(wish)

    waiting = asyncio.create_task(hosting())
    try:
        link = Link(HouseClient(), at_home(home), "home")
        return await play(link, table or await opened, name, bot, Random(2), told.append)
    finally:
        waiting.cancel()


def test_a_bot_plays_to_the_end() -> None:
    """It is asked whenever the table waits for its seat, and the end is told."""
    bot, told = Player(), list[str]()
    assert asyncio.run(evening(bot, told)).startswith("the game is over (played), won by ")
    assert bot.asked >= 20
    assert told == []


def test_who_forfeits_is_replaced() -> None:
    """That is said once, and the game comes to its end all the same."""
    bot, told = Player(fails_at=3), list[str]()
    assert asyncio.run(evening(bot, told)).startswith("the game is over (played), won by ")
    assert bot.asked == 4
    assert told == ["it has ended; greedy plays on"]


def test_what_the_house_refuses() -> None:
    """A name that is taken, a table that is not there: the house's own reason."""
    with pytest.raises(Fault, match="Anna"):
        asyncio.run(evening(Player(), [], name="Anna"))
    with pytest.raises(Fault, match="nowhere"):
        asyncio.run(evening(Player(), [], table="nowhere"))


def test_nobody_listens() -> None:
    """Is a sentence too."""

    async def opening() -> Any:
        raise Unreachable("nobody listens there")

    link = Link(HouseClient(), opening, "there")
    with pytest.raises(Fault, match="nobody listens there"):
        asyncio.run(play(link, "table", "mybot", Player(), Random(1), print))


@pytest.mark.slow
def test_the_command(tmp_path: Path) -> None:
    """Two bots of somebody's own, in processes of their own, play a game at a table of a real house."""
    with running_house(tmp_path) as house:
        opener = Browser(house, "opener")
        opened = opener.does("open", game="splendor", seats=2, options={}, start="full", sit=False)
        link = f"http://127.0.0.1:{house.ports['http']}/table/{opened['table']}"
        words = [sys.executable, "-m", "bottega", "bot", "run", str(EXAMPLE), "--table", link, "--name"]
        players = [
            subprocess.Popen([*words, name], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            for name in ("one", "two")
        ]
        ends = [player.communicate(timeout=EVENING) for player in players]
        opener.close()
    assert ends[0] == ends[1]
    assert ends[0][0].startswith("the game is over (played), won by ")
    assert [player.returncode for player in players] == [0, 0]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([str(EXAMPLE), "--table", "c0ffee"], "--table takes the link to a table"),
        ([str(EXAMPLE), "--table", "http://127.0.0.1:1/table/c0ffee", "--seconds", "0"], "--seconds takes a number"),
        (["nothing.py", "--table", "http://127.0.0.1:1/table/c0ffee"], "there is no file nothing.py"),
    ],
)
def test_what_cannot_be_meant(words: list[str], said: str) -> None:
    """Is said in a sentence."""
    with pytest.raises(Fault, match=said):
        app(["bot", "run", *words])
