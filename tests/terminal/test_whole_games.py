"""Whole games on the whole screen over real sockets: in every dialect and profile, and everybody at one table."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from bottega.client.core import Broken, Happening, Known, Players, Refused, Sit, Stage
from bottega.client.door import link_to
from bottega.client.link import Link
from bottega.games import GAMES
from tests.client.test_dialects import LISTENERS
from tests.client.test_link import Seat
from tests.server.harness import EVENING, HouseProcess, running_house
from tests.terminal.driver import LARGE, SMALL, Driver, seated


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    """A house with every dialect in every profile."""
    options = ("--bot-seconds", "0", "--lobby-seconds", "1", "--seats", "2")
    with running_house(tmp_path_factory.mktemp("house"), *LISTENERS, options=options) as house:
        yield house


@pytest.fixture(scope="module")
def house_for_four(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    """The same, whose splendor-json players sit down at tables for four."""
    options = ("--bot-seconds", "0", "--lobby-seconds", "1", "--seats", "4")
    with running_house(tmp_path_factory.mktemp("four"), *LISTENERS, options=options) as house:
        yield house


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is kept of tables lies elsewhere for every test."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))


def link(house: HouseProcess, listener: str) -> Link:
    """A link to the house in a dialect, or in the house protocol."""
    where = "http://127.0.0.1:{}" if listener == "http" else f"{listener}@127.0.0.1:{{}}"
    return link_to(where.format(house.ports[listener]), lambda: pytest.fail("nothing is encrypted here"))


class Hearing:
    """Remembers what went wrong on a screen."""

    def __init__(self, driver: Driver) -> None:
        self.trouble: list[Happening] = []
        self._told = driver.app.told
        driver.app.told = self.told  # type: ignore[method-assign]  # to hear what the screen hears

    def told(self, happening: Happening) -> None:
        """Something has happened."""
        if isinstance(happening, Broken | Refused):
            self.trouble.append(happening)
        self._told(happening)


async def sits_down(driver: Driver) -> None:
    """Say by how many it is played, where that is asked, and wait for the game."""

    def asked(known: Known) -> bool:
        return Players in known.wanted or known.stage is Stage.PLAYING

    await driver.until(lambda: asked(driver.app.known))
    if Players in driver.app.known.wanted:
        await driver.enters("2 players")
    await driver.until(lambda: driver.app.known.stage is Stage.PLAYING)


@pytest.mark.slow
@pytest.mark.parametrize("listener", LISTENERS)
def test_in_every_dialect(house: HouseProcess, listener: str) -> None:
    """Somebody at the keyboard plays another client to the end; nothing is refused, nothing makes no sense."""
    number = LISTENERS.index(listener)

    async def play() -> None:
        bob = Seat(link(house, listener), f"bob{number}")
        name = f"ada{number}" + (":secret" if "text" in listener else "")
        size = SMALL if number % 2 else LARGE
        async with seated(link(house, listener), name, size) as driver, asyncio.timeout(EVENING):
            hearing = Hearing(driver)
            playing = asyncio.create_task(bob.plays())
            await sits_down(driver)
            await driver.plays_out()
            await driver.presses("f7")
            await driver.until(lambda: " won   (" in driver.screen())
            assert not hearing.trouble
            await playing
        assert not bob.failed

    asyncio.run(play())


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_everybody_at_one_table(house_for_four: HouseProcess, game: str) -> None:
    """A terminal, a browser's protocol, a protocol of old and a bot play one game; all hear the same result."""
    house = house_for_four
    old = next(name for name in LISTENERS if name.startswith(game))

    async def play() -> None:
        async with seated(link(house, "http"), f"ada{game}") as driver, asyncio.timeout(EVENING):
            carl = Seat(link(house, old), f"carl{[*GAMES].index(game)}")
            playing = []
            await driver.until(lambda: driver.app.known.stage is Stage.LOBBY and driver.listed)
            if game == "splendor":  # a player of splendor-json sits only at tables that begin when they are full
                playing.append(asyncio.create_task(carl.plays()))
                await driver.until(lambda: driver.app.known.tables)
                await driver.enters(f"sit {driver.app.known.tables[0].table}")
            else:
                await driver.enters(f"open {game} 4")
            await driver.until(lambda: driver.app.known.stage is Stage.WAITING and driver.listed)
            bea = Seat(link(house, "http"), f"bea{game}", Sit(driver.app.known.table))
            coming = [bea] if playing else [bea, carl]
            playing += [asyncio.create_task(each.plays()) for each in coming]
            await driver.until(lambda: len(driver.app.known.seats) == 3)
            await driver.enters("bot greedy")
            await driver.until(lambda: len(driver.app.known.seats) == 4)
            if game != "splendor":
                await driver.enters("start")
            others = [bea, carl]
            await driver.until(lambda: driver.app.known.stage is Stage.PLAYING)
            await driver.plays_out()
            await asyncio.gather(*playing)
            result = driver.app.known.result
            assert result is not None
            winners = {driver.app.known.who(seat) for seat in result.winners}
            for other in others:
                known = other.link.client.known
                assert known.result is not None
                assert {known.who(seat) for seat in known.result.winners} == winners
                assert not other.failed

    asyncio.run(play())
