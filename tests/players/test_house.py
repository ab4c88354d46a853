"""The player of the house protocol on two nodes: what it takes for news, and what for something told again."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from random import Random

import pytest

from bottega.limits import SELDOM_POLL_SECONDS
from bottega.players.house import HousePlayer
from bottega.players.line import Lost
from tests.table.rigs import play
from tests.wire.house.stage import Guest, HouseStage
from tests.wire.neighbourhood import Neighbourhood
from trials.chaos.checker import Account, Statement, convict
from trials.simulation.logs import NodeLog


class StageLine:
    """A connection to a node, which is lost when nothing more was said there."""

    def __init__(self, peer: Guest) -> None:
        self._peer = peer
        self.heard: list[str] = []

    def say(self, text: str) -> None:
        """Send a message."""
        self._peer.says(text)

    async def hear(self) -> str:
        """The next message."""
        if not self._peer.inbox:
            raise Lost
        self.heard.append(self._peer.inbox.popleft())
        return self.heard[-1]

    def repeat(self, count: int) -> None:
        """The last messages come once more."""
        self._peer.inbox.extend(self.heard[-count:])

    def close(self) -> None:
        """Leave."""
        self._peer.drops()


class Journey(Neighbourhood[HouseStage]):
    """Ann, a player of trials, goes from node to node, while Bob plays on the first."""

    line: StageLine

    def __init__(self, seed: int, seats: int = 2) -> None:
        super().__init__(HouseStage)
        self.here, self.there = self.stages
        bob = self.here.guest("Bob")
        bob.does("open", game="splendor", seats=seats, start="full", turn_seconds=0, absent="wait")
        self.ann = HousePlayer("Ann", Random(seed))
        self.ann.likes_company = 1.0
        self._come(self.here)

    def _come(self, stage: HouseStage) -> None:
        self.line = StageLine(stage.visitor())
        asyncio.run(self.ann.arrive(self.line))
        self.listen()

    def listen(self) -> None:
        """Ann takes in what has come, and plays when it is her turn."""
        with suppress(Lost):
            while True:
                asyncio.run(self.ann.attend(self.line))

    def go(self, stage: HouseStage) -> int:
        """Ann breaks off, and comes to another node; what she is shown there first."""
        self.line.close()
        before = len(self.ann.pictures)
        self._come(stage)
        shown = self.ann.pictures[before:]
        return shown[0].seq or 0 if shown else 0

    def cut(self, away: bool) -> None:
        """The second node cannot reach the log, or can again."""
        log = self.there.house.log
        assert isinstance(log, NodeLog)
        log.away = away

    def moves(self, count: int) -> None:
        """Bob moves so often, and Ann, where she is, after him."""
        for _ in range(count):
            play(self.here.table, Random(7))
            self.listen()

    def judged(self) -> list[str]:
        """What the checker finds wrong."""
        account = Account(*self.here.log.read(self.here.table.id))
        return [conviction.kind for conviction in convict([account], [Statement(self.ann)])]


def shown_the_past(seed: int) -> Journey:
    """Ann, on a node that cannot ask the log, is shown what it knew when she left it."""
    journey = Journey(seed)
    journey.go(journey.there)
    journey.go(journey.here)
    past = journey.there.table.position.seq
    journey.moves(3)
    journey.cut(True)
    assert journey.go(journey.there) == past < journey.here.table.position.seq
    return journey


@pytest.mark.parametrize("seed", range(12))
def test_the_past_and_then_another_node(seed: int) -> None:
    """Whoever asks for what came after the past is told again what was seen before."""
    journey = shown_the_past(seed)
    journey.cut(False)
    journey.go(journey.here)
    journey.moves(1)
    assert journey.judged() == []


def test_the_past_before_the_game_began() -> None:
    """A node that was cut off before the start shows a table that waits; all that it tells then was seen before."""
    journey = Journey(1, seats=3)
    journey.after(SELDOM_POLL_SECONDS)
    journey.cut(True)
    journey.here.guest("Cyd").does("sit", table=journey.ann.table)
    journey.listen()
    journey.moves(6)
    seen = len(journey.ann.pictures)
    assert seen > 1
    journey.go(journey.there)
    assert not journey.there.table.position.started
    journey.cut(False)
    journey.after(SELDOM_POLL_SECONDS)
    journey.listen()
    assert len(journey.ann.pictures) > seen
    assert journey.judged() == []


def test_the_past_until_the_log_is_back() -> None:
    """Whoever stays there is told what came after it."""
    journey = shown_the_past(1)
    journey.cut(False)
    journey.after(SELDOM_POLL_SECONDS)
    journey.listen()
    assert journey.ann.pictures[-1].seq == journey.here.table.position.seq
    assert journey.judged() == []


def test_what_nobody_asked_for() -> None:
    """What is told again though it was not asked for is found."""
    journey = Journey(1)
    journey.moves(3)
    assert journey.judged() == []
    journey.line.repeat(8)
    journey.listen()
    assert journey.judged() == ["wrong picture"]


def test_a_seat_that_was_given_up_is_looked_for_elsewhere() -> None:
    """Whose connection broke right after opening a table may find it open to others: who is not at it takes another."""
    stage, ann = HouseStage(), HousePlayer("Ann", Random(1))
    ann.likes_bots = 0.0

    def come() -> StageLine:
        line = StageLine(stage.visitor())
        asyncio.run(ann.arrive(line))
        with suppress(Lost):
            while True:
                asyncio.run(ann.attend(line))
        return line

    come().close()
    lost = ann.table
    stage.house.tables[lost].leave("Ann")
    come()
    assert ann.table != lost
    assert [seat.name for seat in stage.house.tables[ann.table].position.seats] == ["Ann"]
    assert not ann.pictures
