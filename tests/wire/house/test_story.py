"""What happened at a table is told again: whole, the same whenever it is asked for, and never more than was seen."""

from __future__ import annotations

from typing import Any

import pytest

from bottega.games import GAMES
from bottega.limits import STORY_ENTRIES
from bottega.store.log import Damaged, StoreFault
from bottega.store.memory import MemoryLog
from bottega.table.beside import at_once
from bottega.wire.house.story import Stories
from tests.table.test_beside import Later
from tests.wire.house.stage import Guest, HouseStage, Message


def whole(guest: Guest, table: str) -> list[Message]:
    """The whole story, page by page."""
    steps: list[Message] = []
    before: int | None = None
    while before != 1:
        guest.does("story", table=table, before=before)
        told = guest.latest("story")["steps"]
        assert 0 < len(told) <= STORY_ENTRIES
        steps = told + steps
        before = told[0]["seq"]
    assert [step["seq"] for step in steps] == list(range(1, len(steps) + 1))
    return steps


def play(stage: HouseStage, guests: list[Guest], moves: int) -> None:
    """So many moves, whatever is legal first."""
    table = stage.table
    for _ in range(moves):
        if table.position.finished:
            return
        seat = table.game.actors(table.position.state)[0]
        action = table.game.legal(table.position.state, seat)[0]
        guests[seat].does("act", table=table.id, actions=[str(action)])


@pytest.mark.parametrize("game", GAMES)
def test_it_is_what_was_told(game: str) -> None:
    """Entry by entry, the story of a seat is what its steps told, and a spectator's what a spectator was told."""
    stage = HouseStage()
    guests = stage.playing(game)
    table = stage.table.id
    eve = stage.visitor()
    eve.does("watch", table=table)
    for guest in guests:
        guest.heard()
    play(stage, guests, 40)
    for guest in (*guests, eve):
        told = {step["seq"]: step for step in guest.heard() if step["type"] == "step"}
        assert len(told) > 20
        for step in whole(guest, table):
            if live := told.get(step["seq"]):
                assert {**live, **step} == live | {"names": [seat["name"] for seat in live["seats"]]}


@pytest.mark.parametrize("game", GAMES)
def test_the_same_after_a_restart(game: str) -> None:
    """Whoever comes back after a restart is told the same, and so is whoever has never been there."""
    stage = HouseStage()
    guests = stage.playing(game)
    table = stage.table.id
    play(stage, guests, 30)
    eve = stage.visitor()
    eve.does("watch", table=table)
    former = {guest.name: whole(guest, table) for guest in (*guests, eve)}
    stage.restart()
    for guest in guests:
        back = stage.visitor()
        back.does("hello", name=guest.name, token=guest.token)
        back.does("watch", table=table)
        assert whole(back, table) == former[guest.name]
    again = stage.visitor()
    again.does("watch", table=table)
    assert whole(again, table) == former[""]


def test_of_a_game_that_is_over(stage: HouseStage) -> None:
    """A finished table tells its story to everybody; those who played see it with their own eyes."""
    anna, bob = stage.playing("renaissance")
    table = stage.table.id
    play(stage, [anna, bob], 10)
    bob.does("quit", table=table)
    last = whole(anna, table)
    assert last[-1]["kind"] == "end"
    assert last[-1]["about"] == "walkover"
    anna.drops()
    bob.drops()
    stage.house.sweep()
    assert table not in stage.house.tables
    back = stage.visitor()
    back.does("hello", name=anna.name, token=anna.token)
    assert whole(back, table) == last
    eve = stage.visitor()
    assert [step["seq"] for step in whole(eve, table)] == [step["seq"] for step in last]
    assert whole(eve, table) != last


def test_a_page(stage: HouseStage) -> None:
    """As many entries as are asked for, before the one that is named, with the game before the first of them."""
    anna, bob = stage.playing()
    table = stage.table.id
    play(stage, [anna, bob], 6)
    steps = whole(anna, table)
    anna.does("story", table=table, before=7, most=2)
    page = anna.latest("story")
    assert page["steps"] == steps[4:6]
    assert page["before"] == steps[3]["view"]
    anna.does("story", table=table, before=1)
    assert anna.latest("story")["steps"] == []
    anna.does("story", table=table, before=99, most=1)
    assert anna.latest("story")["steps"] == steps[-1:]


def test_turns(stage: HouseStage) -> None:
    """Entries of one turn have its number; those that are no moves have none."""
    guests = stage.playing("renaissance")
    play(stage, guests, 20)
    steps = whole(guests[0], stage.table.id)
    assert {step["turn"] for step in steps if step["kind"] != "move"} == {None}
    turns = [step["turn"] for step in steps if step["kind"] == "move"]
    assert turns == sorted(turns)
    assert 1 < len(set(turns)) < len(turns)


def test_who_may_ask(stage: HouseStage) -> None:
    """Of a table that is being played only those are told who follow it; of one that is not there nobody."""
    stage.playing()
    eve = stage.visitor()
    eve.fails("story", "house.not-following", table=stage.table.id)
    eve.fails("story", "house.no-such-table", table="nowhere")


def test_a_seat_is_seen_only_while_it_is_kept(stage: HouseStage) -> None:
    """Whoever has made way for another connection of theirs is told what a spectator is."""
    anna, _ = stage.playing("renaissance")
    table = stage.table.id
    own = whole(anna, table)
    phone = stage.visitor()
    phone.does("hello", name=anna.name, token=anna.token)
    phone.does("watch", table=table)
    assert whole(phone, table) == own
    anna.fails("story", "house.not-following", table=table)


class _Failing(MemoryLog):
    """A log that cannot be read."""

    def __init__(self, fault: Exception) -> None:
        super().__init__()
        self.fault = fault

    def read(self, table: str) -> Any:
        """What is wrong."""
        raise self.fault


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (KeyError("t"), "house.no-such-table"),
        (Damaged("it is not what was written"), "house.set-aside"),
        (StoreFault("the disk is on fire"), "house.unread"),
    ],
)
def test_a_log_that_cannot_be_read(stage: HouseStage, fault: Exception, code: str) -> None:
    """Whoever asks is told why there is no story."""
    stage.playing()
    found: list[Any] = []
    Stories(_Failing(fault), at_once).ask(stage.table.position, found.append)
    assert [each.code for each in found] == [code]
    Stories(_Failing(fault), Later(0)).ask(stage.table.position, found.append)
    assert found[-1].code == "house.busy"
