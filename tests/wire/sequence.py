"""Sequence diagrams of whole games, for the pages of the protocols.

``python -m tests.wire.sequence NAME`` prints the diagram of a protocol, ``--write`` puts all of them into their pages.

How it works. A real game is played on the stage by two random players of the protocol (:func:`record`), and everything
that passes is written down, with the phase of the game in which it passed. An *exchange* is a message of a client with
all that the server says before the next one. How they come in is drawn as it was; of the rest, those exchanges in which
something is said or answered that was not drawn before, so that every kind of turn is there once, and how many were
left out. One refusal is enough.

What must stay true: the same program draws the same diagram, so nothing here depends on the time or on chance.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby
from pathlib import Path
from random import Random

import msgspec

from bottega.players import sagrada_json, sagrada_text
from bottega.players.house import HousePlayer
from bottega.players.player import Player
from bottega.players.renaissance import RenaissanceEventsPlayer, RenaissanceJsonPlayer, RenaissanceStepsPlayer
from bottega.players.sagrada_json import SagradaJsonPlayer
from bottega.players.sagrada_text import SagradaTextPlayer
from bottega.players.splendor_json import SplendorPlayer
from bottega.table.house import Settings
from bottega.wire.guide import HOUSE, SAID, TOLD, guide
from tests.wire.house.stage import HouseStage
from tests.wire.stage import Peer, Stage

PAGES = Path(__file__).parents[2] / "docs" / "protocols"
NAMES = ("ann", "bob")
IDLE_ROUNDS = 50
"""So often everybody is listened to in vain before the clock goes on."""
LOBBY_SECONDS = 30.0
COMING, SETTING_UP, PLAYING, OVER = "coming in", "setting up", "playing", "the end"
PHASES = (COMING, SETTING_UP, PLAYING, OVER)
CONNECTS = "(connects)"
REFUSAL = re.compile(r"error|err|Err|INVALID|illegal|refused")
"""How a refusal is called, in whatever protocol."""
SETTING_UP_IS = {"splendor": "", "sagrada": "window", "renaissance": "keep bonus"}
"""How the actions begin that set a game up."""


class Protocol(msgspec.Struct, frozen=True):
    """Who plays the game that is drawn, and what is refused in it: said by whoever has not the turn."""

    player: Callable[[str, Random], Player]
    refused: object
    seed: int = 1


PROTOCOLS = {
    "splendor-json": Protocol(SplendorPlayer, {"request_type": "get_gems", "red": 2}, 25),
    "sagrada-json": Protocol(SagradaJsonPlayer, {"id": "pass"}, 17),
    "sagrada-text": Protocol(SagradaTextPlayer, "GAME end_turn"),
    "renaissance-json": Protocol(RenaissanceJsonPlayer, {"type": "req_turn_end"}, 2),
    "renaissance-steps": Protocol(RenaissanceStepsPlayer, {"type": "passTurn", "data": {}}, 4),
    "renaissance-events": Protocol(RenaissanceEventsPlayer, {"type": "ReqEndTurn"}),
    HOUSE: Protocol(HousePlayer, {"type": "act", "cmd_id": "too-early", "table": "", "actions": ["pass"]}, 3),
}


class Line(msgspec.Struct, frozen=True):
    """Something that passed: between whom and the server, which way, what, and in which phase of the game."""

    who: str
    way: str
    label: str
    phase: str


# -- recording ---------------------------------------------------------------------------------------------------------


class Recorder:
    """A game on the stage, written down."""

    def __init__(self, name: str, protocol: Protocol) -> None:
        self.lines: list[Line] = []
        self._guide, self._protocol = guide(name), protocol
        settings = Settings(turn_seconds=0, ping_seconds=0, lobby_seconds=LOBBY_SECONDS)
        self._stage = (HouseStage if name == HOUSE else Stage)(settings, seed=protocol.seed)
        self._name = name
        self._refused = False
        self._heard = 0

    async def play(self) -> None:
        """Play to the end."""
        playing = []
        for name in NAMES:
            player = self._protocol.player(name, Random(f"{name}{self._protocol.seed}"))
            playing.append(asyncio.ensure_future(player.play(partial(self._arrive, name))))
            while not self._seated(name):
                await asyncio.sleep(0)
        while not all(task.done() for task in playing):
            heard = self._heard
            for _ in range(IDLE_ROUNDS):
                await asyncio.sleep(0)
            if heard == self._heard and not self._stage.table.position.started:
                self._stage.wait(LOBBY_SECONDS)
        for task in playing:
            task.result()

    def _seated(self, name: str) -> bool:
        return any(table.position.seat_of(name) is not None for table in self._stage.house.tables.values()) or any(
            self._stage.house.reception.queued(peer.dialect) for peer in self._stage.peers if peer.dialect.name == name
        )

    async def _arrive(self, name: str) -> StageLine:
        stage = self._stage
        self.note(name, SAID, CONNECTS)
        peer = stage.visitor() if isinstance(stage, HouseStage) else stage.connect(self._name)
        for message in peer.inbox:
            self.note(name, TOLD, message)
        peer.inbox = Inbox(self, name, peer.inbox)
        return StageLine(self, name, peer)

    @property
    def phase(self) -> str:
        """How far the game is."""
        tables = list(self._stage.house.tables.values())
        if not tables or not tables[-1].position.started:
            return COMING
        position = tables[-1].position
        if position.finished:
            return OVER
        state = position.state
        legal = [str(action) for seat in position.game.actors(state) for action in position.game.legal(state, seat)]
        beginnings = tuple(SETTING_UP_IS[position.game.NAME].split())
        return SETTING_UP if beginnings and legal[0].startswith(beginnings) else PLAYING

    def note(self, who: str, way: str, message: str) -> None:
        """Write down what passes."""
        self._heard += 1
        label = message if message == CONNECTS else self._guide.label(way, message)
        self.lines.append(Line(who, way, label, self.phase))

    def interrupt(self, who: str, peer: Peer) -> None:
        """Once, while another has the turn, say what will be refused; the player never hears of it."""
        if self._refused or self.phase != PLAYING or peer.inbox or peer.dialect.busy:
            return
        position = self._stage.table.position
        if any(position.seats[seat].name == who for seat in position.game.actors(position.state)):
            return
        self._refused = True
        refused = self._protocol.refused
        if isinstance(refused, dict):
            extra = {"client_id": getattr(peer.dialect, "client_id", ""), "table": self._stage.table.id}
            refused = json.dumps({**refused, **{key: extra[key] for key in refused if key in extra}})
        self.note(who, SAID, str(refused))
        peer.says(str(refused))
        peer.inbox.clear()


class Inbox(deque[str]):
    """What is told to somebody, noted as it comes."""

    def __init__(self, recorder: Recorder, who: str, waiting: Iterable[str]) -> None:
        super().__init__(waiting)
        self._recorder, self._who = recorder, who

    def append(self, message: str) -> None:
        """One more message."""
        self._recorder.note(self._who, TOLD, message)
        super().append(message)

    def extend(self, messages: Iterable[str]) -> None:
        """Several more."""
        for message in messages:
            self.append(message)


class StageLine:
    """A connection on the stage, as its player sees it."""

    def __init__(self, recorder: Recorder, who: str, peer: Peer) -> None:
        self._recorder, self._who, self._peer = recorder, who, peer

    def say(self, text: str) -> None:
        """Send a message."""
        self._recorder.note(self._who, SAID, text)
        self._peer.says(text)

    async def hear(self) -> str:
        """The next message."""
        while not self._peer.inbox:
            self._recorder.interrupt(self._who, self._peer)
            await asyncio.sleep(0)
        return self._peer.inbox.popleft()

    def close(self) -> None:
        """Leave."""
        self._peer.drops()


def record(name: str) -> list[Line]:
    """A whole game of a protocol."""
    recorder = Recorder(name, PROTOCOLS[name])
    pauses = sagrada_json.PAUSE, sagrada_text.PAUSE
    sagrada_json.PAUSE = sagrada_text.PAUSE = 0
    try:
        asyncio.run(recorder.play())
    finally:
        sagrada_json.PAUSE, sagrada_text.PAUSE = pauses
    return recorder.lines


# -- drawing -----------------------------------------------------------------------------------------------------------


def diagram(lines: Sequence[Line]) -> str:
    """The game as Mermaid draws it."""
    drawn = ["sequenceDiagram"]
    drawn += [f"    participant {who}" for who in (NAMES[0], "server", *NAMES[1:])]
    seen: set[object] = set()
    exchanges = list(_exchanges(lines))
    for phase in PHASES:
        left_out = 0
        now = [exchange for exchange in exchanges if _phase(exchange) == phase]
        if now:
            drawn.append(f"    Note over {NAMES[0]},{NAMES[1]}: {phase}")
        for exchange in now:
            news = _news(exchange)
            if phase != COMING and news <= seen and not (phase == OVER and exchange is now[0]):
                left_out += 1
                continue
            if left_out:
                drawn.append(_more(left_out))
            left_out = 0
            seen |= news
            drawn += _arrows(exchange)
        if left_out:
            drawn.append(_more(left_out))
    return "\n".join(drawn)


def _phase(exchange: Sequence[Line]) -> str:
    """When an exchange takes place: as it begins, but what ends the game belongs to the end."""
    return OVER if exchange[-1].phase == OVER else exchange[0].phase


def _news(exchange: Sequence[Line]) -> set[object]:
    """What an exchange tells a reader: each message in it, and how the first is answered; of all refusals the same."""
    answers = [line.label for line in exchange[1:] if line.who == exchange[0].who]
    if answers and all(map(REFUSAL.search, answers)):
        return {REFUSAL}
    return {(line.way, line.label) for line in exchange} | {(exchange[0].label, *answers[:1])}


def _more(count: int) -> str:
    return f"    Note over server: {count} more like these"


def _exchanges(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """Messages of clients, each with what follows it."""
    exchange: list[Line] = []
    for line in lines:
        if line.way == SAID and exchange:
            yield exchange
            exchange = []
        exchange.append(line)
    if exchange:
        yield exchange


def _arrows(exchange: Iterable[Line]) -> Iterator[str]:
    """An exchange as arrows: one for what somebody says, one for all that each is told of it."""
    told: dict[str, list[str]] = {}
    for line in exchange:
        if line.way == SAID:
            yield f"    {line.who}->>server: {_safe(line.label)}"
        else:
            told.setdefault(line.who, []).append(line.label)
    for who, labels in told.items():
        counted = ((label, len(list(same))) for label, same in groupby(labels))
        text = ", ".join(f"{_safe(label)} ×{count}" if count > 1 else _safe(label) for label, count in counted)
        yield f"    server-->>{who}: {text}"


def _safe(label: str) -> str:
    """A label without what Mermaid would take for its own."""
    return re.sub(r"[;#]", "", label)


def page_with(name: str, drawn: str) -> str:
    """The page of a protocol with the diagram in the place of the former one."""
    page = (PAGES / f"{name}.md").read_text("utf-8")
    block = f"```mermaid\n{drawn}\n```"
    return re.sub(r"```mermaid\nsequenceDiagram\n.*?```", lambda _: block, page, count=1, flags=re.DOTALL)


def main(arguments: list[str]) -> None:
    """Print a diagram, or write all."""
    if arguments == ["--write"]:
        for name in PROTOCOLS:
            (PAGES / f"{name}.md").write_text(page_with(name, diagram(record(name))), "utf-8")
    elif len(arguments) == 1 and arguments[0] in PROTOCOLS:
        print(diagram(record(arguments[0])))
    else:
        sys.exit(f"usage: python -m tests.wire.sequence --write | {' | '.join(PROTOCOLS)}")


if __name__ == "__main__":
    main(sys.argv[1:])
