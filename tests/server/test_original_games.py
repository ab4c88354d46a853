"""The clients of the time over real sockets: whole games, alone among their kind and with every other protocol,
browsers and bots at the table; they are killed and started again, and so is the server.

Each is a model that reads as strictly as the program did (``Misread`` where that would have stopped). A killed one
comes back knowing nothing but its name. Faults come after so many messages, never after so much time.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from random import Random
from typing import Protocol

import pytest
from websockets.exceptions import WebSocketException

from bottega.players.line import Lost, TcpLine
from bottega.players.player import Player
from bottega.players.renaissance import RenaissanceJsonPlayer, RenaissanceStepsPlayer
from bottega.players.renaissance_events import EventsPlayer
from bottega.players.renaissance_json import decoded, encoded
from bottega.players.renaissance_steps_original import OriginalPlayer
from bottega.players.sagrada_json import SagradaJsonPlayer
from bottega.players.sagrada_text import SagradaTextPlayer
from bottega.players.splendor_json import SplendorPlayer
from bottega.store.sqlite import SqliteLog
from bottega.table.position import AnyPosition, fold
from bottega.wire import DIALECTS
from bottega.wire.core.framing import Framing
from tests.server.harness import EVENING, HouseProcess, running_house
from tests.server.house_client import Browser
from tests.wire.sagrada_text.original import OriginalClient
from tests.wire.splendor_json.original import OriginalWindow

pytestmark = pytest.mark.slow

SEATS: dict[str, int] = {}
"""How many play the game that is being played."""
KILLS, SERVER_DIES_AFTER = 2, 60
"""How often each client is killed, and after how many messages of the first the server is."""
OPTIONS = ("--turn-seconds", "3600", "--lobby-seconds", "1", "--bot-seconds", "0")


class Model(Protocol):
    """A client of the time without a socket."""

    @property
    def over(self) -> bool:
        """Whether its game has ended."""

    def takes(self, text: str) -> Sequence[str]:
        """What it sends after a message."""


class Steps:
    """renaissance-steps+original."""

    def __init__(self, name: str, chance: Random) -> None:
        self._player = OriginalPlayer(name, chance, SEATS["renaissance"])
        self._named = False

    @property
    def over(self) -> bool:
        """Whether the result was told."""
        return self._player.over

    def takes(self, text: str) -> Sequence[str]:
        """Answer; the nickname is given when it is asked for."""
        message = decoded(text)
        answers = self._player.hear(message)
        if message["type"].endswith("RegisterRequest") and not self._named:
            self._named, answers = True, [self._player.hello()]
        if self._player.errors:
            raise Lost  # something was done before it came back: it comes back once more and is told everything
        return [encoded(answer) for answer in answers]


class Events:
    """renaissance-events."""

    def __init__(self, name: str, chance: Random) -> None:
        self._player = EventsPlayer(name, chance, SEATS["renaissance"])

    @property
    def over(self) -> bool:
        """Whether the end was told."""
        return self._player.picture.winner is not None

    def takes(self, text: str) -> Sequence[str]:
        """Answer; the nickname is given after the welcome."""
        message = decoded(text)
        answers = self._player.hear(message)
        if message["type"] == "ReqWelcome":
            answers = [*answers, self._player.hello()]
        if self._player.errors:
            raise Lost  # something was done before it came back, or its former life has not been noticed as over
        return [encoded(answer) for answer in answers]


class Lines:
    """sagrada-text+original."""

    def __init__(self, name: str, chance: Random) -> None:
        self._client = OriginalClient(name, chance)

    @property
    def over(self) -> bool:
        """Whether the scores were told."""
        return self._client.over

    def takes(self, text: str) -> Sequence[str]:
        """Answer; while the server has not noticed that a former life has ended, come again."""
        if text == "LOGIN ko":
            raise Lost
        return self._client.hears(text)


class Window:
    """splendor-json+original; its player presses something as soon as that is possible."""

    def __init__(self, name: str, chance: Random) -> None:
        self._window = OriginalWindow(name, chance)

    @property
    def over(self) -> bool:
        """Whether the end is shown."""
        return self._window.winner is not None

    def takes(self, text: str) -> Sequence[str]:
        """Read, and act when it may; while the server has not noticed that a former life has ended, come again."""
        if '"result":"invalid"' in text:
            raise Lost
        sent = self._window.hears(text)
        return [*sent, self._window.acts()] if self._window.may_act else sent


MODELS: dict[str, tuple[str, Callable[[str, Random], Model]]] = {
    "S": ("renaissance-steps+original", Steps),
    "E": ("renaissance-events", Events),
    "T": ("sagrada-text+original", Lines),
    "P": ("splendor-json+original", Window),
}
OTHERS: dict[str, tuple[str, Callable[[str, Random], Player]]] = {
    "s": ("renaissance-steps", lambda name, chance: RenaissanceStepsPlayer(name, chance, count=SEATS["renaissance"])),
    "r": ("renaissance-json", lambda name, chance: RenaissanceJsonPlayer(name, chance, count=SEATS["renaissance"])),
    "t": ("sagrada-text", SagradaTextPlayer),
    "j": ("sagrada-json", SagradaJsonPlayer),
    "J": ("sagrada-json+original", SagradaJsonPlayer),
    "p": ("splendor-json", SplendorPlayer),
}
LISTENERS = [listener for listener, _ in (*MODELS.values(), *OTHERS.values())]


def framing_of(listener: str) -> Callable[[], Framing]:
    """How a listener's messages lie on the stream."""
    dialect, _, profile = listener.partition("+")
    return lambda: DIALECTS[dialect].framing(profile)


class Seat:
    """A model on a socket, killed after so many messages."""

    def __init__(self, letter: str, name: str, port: int, chance: Random, kills: Sequence[int]) -> None:
        self.listener, self._make = MODELS[letter]
        self.name, self._port, self._chance, self._kills = name, port, chance, list(kills)
        self.heard = self.lives = 0
        self.over = False

    async def play(self) -> None:
        """Play one game to its end, in as many lives as it takes."""
        while not self.over:
            model = self._make(self.name, Random(self._chance.random()))
            self.lives += 1
            try:
                line = await TcpLine.open(self._port, framing=framing_of(self.listener))
            except Lost:
                await asyncio.sleep(0.02)
                continue
            with contextlib.suppress(Lost):
                await self._live(model, line)
            line.close()
            await asyncio.sleep(0.02)

    async def _live(self, model: Model, line: TcpLine) -> None:
        while not model.over:
            text = await line.hear()
            self.heard += 1
            if self._kills and self.heard >= self._kills[0]:
                self._kills.pop(0)
                raise Lost
            for answer in model.takes(text):
                line.say(answer)
        self.over = True


async def _other(letter: str, name: str, house: HouseProcess, chance: Random) -> None:
    listener, make = OTHERS[letter]
    await make(name, chance).play(lambda: _open(house, listener))


def _open(house: HouseProcess, listener: str) -> Awaitable[TcpLine]:
    return TcpLine.open(house.ports[listener], framing=framing_of(listener))


def _browses(house: HouseProcess, name: str, table: str, token: str) -> None:
    """A browser plays to the end, and comes back when the server is gone."""
    while True:
        with contextlib.suppress(OSError, WebSocketException):
            browser = Browser(house, name, token)
            browser.does("watch", table=table)
            browser.plays(table)
            return


async def _in_a_thread(work: Callable[[], None]) -> None:
    """Do something beside; should the test fail meanwhile, nobody waits for it."""
    loop, done = asyncio.get_running_loop(), asyncio.Event()

    def run() -> None:
        work()
        loop.call_soon_threadsafe(done.set)

    threading.Thread(target=run, daemon=True).start()
    await done.wait()


async def evening(house: HouseProcess, game: str, company: str, *, browser: bool, bot: bool) -> list[Seat]:
    """One game of a company, with faults."""
    seats: list[Seat] = []
    size = len(company) + browser + bot
    SEATS[game] = size
    host = Browser(house, "host")
    options = {"reserve_limit": 1, "blind_reserve": False, "return_gold": False} if game == "splendor" else {}
    table = host.does("open", game=game, seats=size, start="full", sit=browser, options=options)["table"]
    if bot:
        host.does("add_bot", table=table, bot="random")
    async with asyncio.timeout(EVENING), asyncio.TaskGroup() as tasks:
        for place, letter in enumerate(company):
            name, chance = f"{letter}player{place}", Random(f"{game} {company} {place}")
            if letter in MODELS:
                first = 25 + 10 * place
                port = house.ports[MODELS[letter][0]]
                seats.append(Seat(letter, name, port, chance, [first + 30 * life for life in range(KILLS)]))
                tasks.create_task(seats[-1].play())
            else:
                tasks.create_task(_other(letter, name, house, chance))
        if browser:
            token = host.token
            host.close()
            tasks.create_task(_in_a_thread(lambda: _browses(house, "host", table, token)))
        while seats[0].heard < SERVER_DIES_AFTER and not seats[0].over:
            await asyncio.sleep(0.01)
        house.kill()
        await asyncio.to_thread(house.start)
    if not browser:
        host.close()
    return seats


def finished(data: Path) -> list[AnyPosition]:
    """The games of the log that were started."""
    log = SqliteLog(data)
    try:
        positions = [fold(*log.read(summary.charter.id)) for summary in log.tables()]
    finally:
        log.close()
    return [position for position in positions if position.started]


COMPANIES = [
    ("renaissance", "SS", False, False),
    ("renaissance", "Ss", True, True),
    ("renaissance", "SrS", False, False),
    ("renaissance", "E", False, False),
    ("renaissance", "EE", False, False),
    ("renaissance", "Es", True, True),
    ("renaissance", "ErSs", False, False),
    ("sagrada", "TT", False, False),
    ("sagrada", "Tt", True, True),
    ("sagrada", "TJj", False, False),
    ("splendor", "PP", False, False),
    ("splendor", "Pp", True, True),
    ("splendor", "PPP", False, False),
]


@pytest.mark.parametrize(("game", "company", "browser", "bot"), COMPANIES)
def test_whole_games(tmp_path: Path, game: str, company: str, browser: bool, bot: bool) -> None:
    """Each can read all it is told from the first message to the result, in every life, and the game is played out."""
    with running_house(tmp_path, *LISTENERS, options=OPTIONS) as house:
        seats = asyncio.run(evening(house, game, company, browser=browser, bot=bot))
        assert house.terminate() == 0
        assert "Traceback" not in house.errors
    (position,) = finished(tmp_path)
    assert position.result is not None
    assert position.result.reason == "played"
    assert all(seat.over for seat in seats)
    assert all(seat.lives > 1 for seat in seats)
