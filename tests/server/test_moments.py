"""Any moment of a finished game, played on otherwise."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from bottega.games import GAMES
from bottega.server.api import Busy, NotFound
from bottega.server.moments import Fork, Illegal, Moments, told
from bottega.store.memory import MemoryLog
from bottega.table.beside import at_once
from bottega.table.entries import Sitting
from bottega.table.house import House
from bottega.table.position import Setup
from tests.server.games import finished


@pytest.fixture
def house() -> House:
    """A house without a disk."""
    return House(MemoryLog())


def _fork(house: House, table: str, fork: Fork) -> Any:
    return asyncio.run(Moments(house, at_once).forked(table, fork))


def _moves(house: House, table: str) -> list[Any]:
    """The events of a game that are moves."""
    events = asyncio.run(Moments(house, at_once).history(table))
    return [event for event in events if event.entry.fact.kind == "move"]


@pytest.mark.parametrize("game", GAMES)
def test_a_line_is_played_from_any_moment(house: House, game: str) -> None:
    """The moves of the game itself, played as a line, lead to what the game came to."""
    table = finished(house, game, 12)
    first, *later = _moves(house, table)
    line = tuple((step.seat, str(step.action)) for event in later for step in event.steps)
    position = _fork(house, table, Fork(first.entry.seq, line))
    assert position.state == later[-1].after.state
    assert not position.finished


def test_a_line_comes_to_an_end(house: House) -> None:
    """Who plays on to the last move has a result, and nobody may act."""
    table = finished(house)
    before, last = _moves(house, table)[-2:]
    line = tuple((step.seat, str(step.action)) for step in last.steps)
    position = _fork(house, table, Fork(before.entry.seq, line))
    moment = told(position, None)
    assert moment.result is not None
    assert moment.result.winners == last.after.result.winners
    assert (moment.seat, moment.actors, moment.legal) == (None, (), ())


def test_a_moment_is_seen_from_a_seat(house: House) -> None:
    """The seat that may act sees its own view and its legal moves; another seat sees what it may, and no moves."""
    table = finished(house, "renaissance", 20)
    event = _moves(house, table)[-1]
    position = _fork(house, table, Fork(event.entry.seq))
    game, state = position.game, position.state
    (actor,) = game.actors(state)
    moment = told(position, None)
    assert moment.seat == actor
    assert list(moment.legal) == [str(action) for action in game.legal(state, actor)]
    assert msgspec.json.encode(moment.view) == msgspec.json.encode(game.view(state, actor))
    other = told(position, 1 - actor)
    assert other.legal == ()
    assert msgspec.json.encode(other.view) == msgspec.json.encode(game.view(state, 1 - actor))


def test_a_new_deal_changes_nothing_that_was_known(house: House) -> None:
    """With a deal of one's own the seat that acts sees what it saw, and the same deal is the same again."""
    table = finished(house, "splendor", 6)
    event = _moves(house, table)[-1]
    plain, dealt = (_fork(house, table, Fork(event.entry.seq, (), deal)) for deal in ("", "anew"))
    (actor,) = plain.game.actors(plain.state)
    assert plain.state != dealt.state
    assert plain.game.view(plain.state, actor) == dealt.game.view(dealt.state, actor)
    assert _fork(house, table, Fork(event.entry.seq, (), "anew")).state == dealt.state


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (((0, "take zz"),), "table.notation"),
        (((7, "take wbg"),), "table.not-seated"),
        (((1, "take wbg"),), "splendor.not-your-turn"),
    ],
)
def test_a_line_that_cannot_be_played_is_explained(house: House, line: tuple[tuple[int, str], ...], code: str) -> None:
    """The reason is the one that a table would give."""
    table = finished(house, "splendor", 4)
    with pytest.raises(Illegal) as wrong:
        _fork(house, table, Fork(_moves(house, table)[-1].entry.seq, line))
    assert wrong.value.refusal.code == code


def test_a_moment_that_is_not_there(house: House) -> None:
    """Before the deal there is nothing to play, nor after the end."""
    table = finished(house, "splendor", 4)
    for seq in (0, 1, 99):
        with pytest.raises(Illegal) as wrong:
            _fork(house, table, Fork(seq))
        assert wrong.value.refusal.code == "house.no-such-moment"


def test_nothing_is_told_of_a_game_that_is_played(house: House) -> None:
    """What would have come is secret until the game is over; a table that is not there has no moments either."""
    table = house.open("splendor", Setup(seats=2))
    for name in ("one", "two"):
        house.reception.sit(table, Sitting(name), None, lambda _: None)
    with pytest.raises(NotFound) as wrong:
        _fork(house, table.id, Fork(3))
    assert wrong.value.refusal.code == "house.not-finished"
    with pytest.raises(NotFound) as wrong:
        _fork(house, "nowhere", Fork(3))
    assert wrong.value.refusal.code == "house.no-such-table"


def test_a_reader_that_is_busy_says_so(house: House) -> None:
    """Nobody waits for ever."""
    table = finished(house, "splendor", 4)
    with pytest.raises(Busy):
        asyncio.run(Moments(house, lambda *_: False).history(table))
