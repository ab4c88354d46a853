"""Moves that are taken back in the browser, as clients of every dialect and profile at the table hear of them."""

from __future__ import annotations

from typing import Any

import pytest

from bottega.client.core import Client, Players
from bottega.client.dialects import CLIENTS
from bottega.table.position import AnyPosition
from bottega.wire import DIALECTS
from tests.client import rigs, test_splendor_json
from tests.client.renaissance import match as renaissance
from tests.client.sagrada_truth import compared, compared_at_rest
from tests.client.test_dialects import LISTENERS
from tests.wire.house.stage import HouseStage

UNDOING = 0.3
"""How often whoever plays in the browser takes back what they did."""


class BesideABrowser(rigs.Match):
    """A client at a table with Eve, who plays in the browser and takes moves back."""

    staged = HouseStage
    taken_back = 0

    def __init__(self, *makes: Any) -> None:
        super().__init__(*makes)
        assert isinstance(self.stage, HouseStage)
        self.eve = self.stage.guest("Eve")
        self.eve.does("sit", table=self.stage.table.id)
        self.stage.wait(1)
        self.table = self.stage.table

    def answer(self, sitting: rigs.Sitting) -> None:
        """There are two players."""
        if Players in sitting.client.known.wanted:
            sitting.wish(Players(2))

    def round(self) -> None:
        """Eve plays, and perhaps takes it back; or the client."""
        position = self.table.position
        seat = position.seat_of("Eve")
        if position.finished or position.state is None or seat not in position.game.actors(position.state):
            super().round()
            return
        legal = tuple(position.game.legal(position.state, seat))
        self.table.move(seat, [renaissance.picked(self.chance, legal)])
        self.stage.settle()
        self.settle()
        after = self.table.position
        if not after.finished and self.chance.random() < UNDOING:
            self.take_back(position.state)

    def take_back(self, before: object) -> None:
        """Eve takes back her last move, if she may."""
        seq = self.table.position.seq
        self.table.undo("Eve", lambda outcome: None)
        self.stage.settle()
        self.settle()
        if self.table.position.seq > seq:
            assert self.table.position.state is before
            self.taken_back += 1


class TurnlessSitting(rigs.Sitting):
    """A client of sagrada-json: it is told that another turn than its own has begun again by nothing but the table."""

    def at_rest(self, position: AnyPosition) -> list[str]:
        """Where the cache is not what is so now."""
        return compared_at_rest(self.client, position)


class Sagrada(BesideABrowser):
    """With a client of sagrada-json."""

    sitting = TurnlessSitting


class LateSitting(rigs.Sitting):
    """A client of splendor-json+original: boards are held back from it until it asks for something."""

    def at_rest(self, position: AnyPosition) -> list[str]:
        """In its own turn it is told nothing that it has not asked for."""
        return [] if self.client.known.my_turn else super().at_rest(position)


class Late(BesideABrowser):
    """With a client of splendor-json+original: what it asks for then is refused, with the newest board."""

    sitting = LateSitting
    outdated = True


class Renaissance(BesideABrowser, renaissance.Match):
    """With a client of one of Renaissance's dialects."""


def uncounted(client: Client, position: AnyPosition) -> list[str]:
    """Where a client of splendor-json differs from the truth, but for the number of the turn, which is told nowhere."""
    return test_splendor_json.compared(client, position, counted=False)


TRUTHS: dict[str, tuple[rigs.Differences, type[BesideABrowser]]] = {
    "splendor-json": (uncounted, BesideABrowser),
    "splendor-json+original": (uncounted, Late),
    "sagrada-json": (compared_at_rest, Sagrada),
    "sagrada-text": (compared, BesideABrowser),
}
"""How clients are compared, and at what kind of table; those of Renaissance are all alike."""


def match(listener: str, number: int) -> BesideABrowser:
    """A client of that dialect and profile at a table with Eve."""
    name, _, profile = listener.partition("+")
    if name.startswith("renaissance"):
        return Renaissance([listener], number)
    truth, kind = TRUTHS.get(listener) or TRUTHS[name]
    return kind([(CLIENTS[name], profile, truth)], number)


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("listener", LISTENERS)
def test_the_cache_is_true_when_moves_are_taken_back(listener: str, number: int) -> None:
    """Whoever hears that a move was taken back knows the table as it stands again, and the game goes on to its end."""
    playing = match(listener, number)
    playing.play()
    assert playing.taken_back > 2
    assert playing.sittings[0].rested > 10


def test_every_dialect_is_tried() -> None:
    """None is left out."""
    assert {listener.partition("+")[0] for listener in LISTENERS} == set(DIALECTS)
