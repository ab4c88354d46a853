"""Who plays while the faults come: a guest at every door of the house, game after game.

A guest has a role (a dialect with its profile, or the house protocol and a game) and plays as one :class:`Player`
after the other, each under a new name. Everything that passes is written to a file of the guest's own. When all shall
come to rest, a guest goes on listening but makes no more moves.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from random import Random

import msgspec

from bottega.players.house import HousePlayer
from bottega.players.line import Line, Lost, TcpLine, WebLine, Witness
from bottega.players.player import AtRest, NotWelcome, Player, Think
from bottega.players.renaissance import RenaissanceEventsPlayer, RenaissanceJsonPlayer, RenaissanceStepsPlayer
from bottega.players.sagrada_json import SagradaJsonPlayer
from bottega.players.sagrada_text import SagradaTextPlayer
from bottega.players.splendor_json import SplendorPlayer
from bottega.wire.core.framing import Framing, JavaStrings, Lines, WriteUtf
from trials.chaos.checker import Statement

AWAY_SECONDS = 0.15
"""How long somebody waits who found the door closed."""
PAUSE_SECONDS = 0.12
"""How long somebody thinks at most."""
OPEN_SECONDS = 10.0
"""How long somebody waits for a connection to be made before trying again."""
NAP_SECONDS = 2
"""How long a turn lasts at the tables of those who only sleep."""
MOST_REFUSALS = 40
"""How often somebody comes again whom a node does not let go on with a game."""

Make = Callable[[str, Random, Think], Player]


class Sleeper(HousePlayer):
    """Sits at a table whose turns are short, lets them all run out, and quits in the end."""

    likes_bots, likes_company = 0.0, 1.0
    naps = 8

    async def attend(self, line: Line) -> None:
        """Take in a message; having slept enough, or when all come to rest, quit."""
        try:
            await super().attend(line)
        except AtRest:
            self._quit(line)

    def _play(self, line: Line) -> None:
        self._legal = []
        self.naps -= 1
        if self.naps < 0:
            self._quit(line)

    def _open(self, line: Line) -> None:
        self._say(line, "open", game=self.game, seats=2, start="full", turn_seconds=NAP_SECONDS, absent="wait")

    def _quit(self, line: Line) -> None:
        self._say(line, "quit", table=self.table)


class Role(msgspec.Struct, frozen=True):
    """Who comes by which door."""

    listener: str
    make: Make
    framing: Callable[[], Framing] = Lines
    passed_for: bool = False


ROLES = {
    "p": Role("splendor-json", SplendorPlayer, passed_for=True),
    "P": Role(
        "splendor-json+original",
        lambda name, chance, think: SplendorPlayer(name, chance, think, original=True),
        JavaStrings,
        passed_for=True,
    ),
    "j": Role("sagrada-json", SagradaJsonPlayer),
    "J": Role("sagrada-json+original", SagradaJsonPlayer, WriteUtf),
    "t": Role("sagrada-text", SagradaTextPlayer),
    "T": Role(
        "sagrada-text+original",
        lambda name, chance, think: SagradaTextPlayer(name, chance, think, original=True),
    ),
    "r": Role("renaissance-json", RenaissanceJsonPlayer),
    "s": Role("renaissance-steps", RenaissanceStepsPlayer),
    "S": Role(
        "renaissance-steps+original",
        lambda name, chance, think: RenaissanceStepsPlayer(name, chance, think, original=True),
    ),
    "e": Role("renaissance-events", RenaissanceEventsPlayer),
    "x": Role("http", lambda name, chance, think: HousePlayer(name, chance, think, "splendor")),
    "y": Role("http", lambda name, chance, think: HousePlayer(name, chance, think, "sagrada")),
    "z": Role("http", lambda name, chance, think: HousePlayer(name, chance, think, "renaissance")),
}
"""All doors of the house: dialects, their profiles (capitals), and the house protocol, once for each game."""

SLEEPING = {"q": Role("http", lambda name, chance, think: Sleeper(name, chance, think, "splendor"))}
"""Who does not come to play."""

EVERYBODY = "pppPPjjJttTrrsSeexyz"
"""The company of a campaign."""
EVERYBODY_AND_SLEEPERS = EVERYBODY + "qq"
"""The same, with clocks that run out."""


class History:
    """All that passed between one player and the server, in a file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.messages = 0
        self._file = path.open("w", encoding="utf-8")

    def witness(self, direction: str, text: str) -> None:
        """Write a message down."""
        self.messages += 1
        self._file.write(json.dumps([direction, text]) + "\n")

    def told(self) -> Iterator[str]:
        """Everything the player was told."""
        self.close()
        with self.path.open(encoding="utf-8") as lines:
            for line in lines:
                direction, text = json.loads(line)
                if direction == "<":
                    yield text

    def close(self) -> None:
        """Write no more."""
        self._file.close()


class Guest:
    """One door, one game after the other."""

    def __init__(self, role: Role, mark: str, ports: Sequence[dict[str, int]], folder: Path, chance: Random) -> None:
        self.role = role
        self.at = 0
        """At which node, of those there are."""
        self.only: int | None = None
        """The one to go to, if any will not do."""
        self.player: Player | None = None
        self.statements: list[Statement] = []
        self.connections = self.unwelcome = 0
        self.failures: list[str] = []
        self.resting = False
        self.stays = False
        """Whether it comes no more once its connection is gone."""
        self.here = False
        self._line: Line | None = None
        self._mark, self._ports, self._folder, self._chance = mark, ports, folder, chance
        self._history: History | None = None
        self._games = self._turned_away = 0
        self._asking = False

    @property
    def messages(self) -> int:
        """How many messages have passed at the current table."""
        return self._history.messages if self._history else 0

    async def attend(self) -> None:
        """Play until cancelled; a game that ends while all come to rest is the last."""
        while not (self.resting and self.player is not None and self.player.over):
            await self._play_one()

    @property
    def asks(self) -> bool:
        """Whether this guest's player is not told everything unasked."""
        return self.player is not None and type(self.player).ask_again is not Player.ask_again

    async def ask_last(self, attending: asyncio.Task[None]) -> None:
        """Stop attending, and ask for what was not told."""
        self._asking = True
        attending.cancel()
        await asyncio.gather(attending, return_exceptions=True)
        if self.player is not None and self._line is not None:
            with contextlib.suppress(Lost):
                await self.player.ask_again(self._line)
            self._line.close()

    def go(self) -> None:
        """Break the connection off, and come again by another."""
        if self._line is not None and not self._asking:
            self._line.close()

    async def _play_one(self) -> None:
        self._games += 1
        self._turned_away = 0
        name = f"{self._mark}{self._games}"
        self._history = history = History(self._folder / f"{name}.jsonl")
        self.player = player = self.role.make(name, Random(self._chance.random()), self._think)
        player.patient = True
        vague = len(self._ports) > 1 and self.role.listener != "http"
        self.statements.append(Statement(player, True, history.told, self.role.passed_for, vague))
        try:
            while not player.over:
                await self._come(player, history.witness)
        except NotWelcome:
            self.unwelcome += 1
            await asyncio.sleep(AWAY_SECONDS)
        except Exception:  # whatever it met that no document explains is a finding, and the others play on
            self.failures.append(f"{name}: {traceback.format_exc()}")
            await asyncio.sleep(AWAY_SECONDS)
        finally:
            if not self._asking:
                history.close()

    async def _come(self, player: Player, witness: Witness) -> None:
        """Come, to any node; somebody who has played already and is turned away asks at another."""
        try:
            await self._connect(player, witness)
        except NotWelcome:
            self._turned_away += 1
            if len(self._ports) == 1 or not player.started.is_set() or self._turned_away > MOST_REFUSALS:
                raise
            await asyncio.sleep(AWAY_SECONDS)

    async def _connect(self, player: Player, witness: Witness) -> None:
        """One connection, until it breaks or the game is over."""
        if self.stays:
            await asyncio.Event().wait()
        try:
            async with asyncio.timeout(OPEN_SECONDS):
                line = await self._open(witness)
        except (Lost, TimeoutError):
            await asyncio.sleep(AWAY_SECONDS)
            return
        self.connections += 1
        player.connections += 1
        self._line = line
        try:
            await player.arrive(line)
            self.here = True
            while not player.over:
                try:
                    await player.attend(line)
                except AtRest:
                    continue
        except Lost:
            await asyncio.sleep(self._chance.uniform(0, AWAY_SECONDS))
        except AtRest:
            await asyncio.Event().wait()  # at rest before it was there
        finally:
            if not self._asking:
                self.here, self._line = False, None
                line.close()

    async def _open(self, witness: Witness) -> Line:
        if len(self._ports) > 1:
            self.at = self._chance.randrange(len(self._ports)) if self.only is None else self.only
        port = self._ports[self.at][self.role.listener]
        if self.role.listener == "http":
            return await WebLine.open(f"ws://127.0.0.1:{port}/ws", witness)
        return await TcpLine.open(port, self.role.framing, witness)

    async def _think(self) -> None:
        await asyncio.sleep(self._chance.uniform(0, PAUSE_SECONDS))
        if self.resting:
            raise AtRest


def invite(letters: str, ports: Sequence[dict[str, int]], folder: Path, chance: Random) -> list[Guest]:
    """A guest for each letter; ``ports`` are those of every node."""
    marks: Counter[str] = Counter()
    guests = []
    for letter in letters:
        marks[letter] += 1
        mark = f"{letter.lower()}{'o' if letter.isupper() else 'n'}{marks[letter]}g"
        guests.append(Guest(_role(letter), mark, ports, folder, Random(chance.random())))
    return guests


def listeners(letters: Iterable[str]) -> list[str]:
    """The doors that must be open for these guests."""
    return sorted({_role(letter).listener for letter in letters} - {"http"})


def _role(letter: str) -> Role:
    return ROLES.get(letter) or SLEEPING[letter]
