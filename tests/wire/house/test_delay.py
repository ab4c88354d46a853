"""Delayed watching: whoever does not play sees a table some moves later, whichever way they look at it."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from bottega.table.entries import EndReason
from bottega.table.position import AnyPosition, fold
from bottega.wire.house.words import line_of, view_of
from tests.wire.house.stage import Guest, HouseStage

DELAY = 3


def _play(stage: HouseStage, moves: int, random: Random) -> None:
    """So many moves are made at the table, whoever may act."""
    table = stage.table
    for _ in range(moves):
        state = table.position.state
        seat = table.game.actors(state)[0]
        table.move(seat, [random.choice(list(table.game.legal(state, seat)))])


def _before(stage: HouseStage, entries: int) -> AnyPosition:
    """The table as it stood some entries ago."""
    charter, rows = stage.log.read(stage.table.id)
    return fold(charter, rows[: len(rows) - entries])


def _view(position: AnyPosition) -> Any:
    return msgspec.json.decode(view_of(position, None))


def _watches(stage: HouseStage, name: str = "Eve") -> tuple[Guest, dict[str, Any]]:
    eve = stage.guest(name)
    answer = eve.does("watch", table=stage.table.id)
    shown = eve.latest("snapshot")
    assert answer["seq"] == shown["seq"]
    return eve, shown


@pytest.mark.parametrize("game", ["splendor", "sagrada", "renaissance"])
def test_a_watcher_is_behind(stage: HouseStage, game: str) -> None:
    """A snapshot is the table of three entries ago without a clock; each move lets an entry go, the end all of them."""
    stage.playing(game, delay=DELAY, turn_seconds=600)
    random = Random(1)
    _play(stage, 5, random)
    eve, shown = _watches(stage)
    then = _before(stage, DELAY)
    assert (shown["seq"], shown["view"], shown["setup"]["delay"]) == (then.seq, _view(then), DELAY)
    assert (shown["you"], shown["clock"]["turn_left"], shown["legal"]) == (None, None, [])
    for _ in range(4):
        _play(stage, 1, random)
        (step,) = [each for each in eve.heard() if each["type"] == "step"]
        then = _before(stage, DELAY)
        assert (step["seq"], step["view"]) == (then.seq, _view(then))
    stage.table.end(EndReason.WALKOVER, 0)
    last = [each["seq"] for each in eve.heard() if each["type"] == "step"]
    assert last == list(range(then.seq + 1, stage.table.position.seq + 1))


def test_players_see_everything_at_once(stage: HouseStage) -> None:
    """The delay is for those who do not play; a player who comes back does."""
    anna, bob = stage.playing(delay=DELAY)
    anna.does("act", table=stage.table.id, actions=["take wbg"])
    assert bob.latest("step")["seq"] == stage.table.position.seq
    bob.drops()
    again = stage.guest(bob.name, token=bob.token)
    again.does("watch", table=stage.table.id)
    assert again.latest("snapshot")["seq"] == stage.table.position.seq


def test_the_story_and_the_talk_are_behind_too(stage: HouseStage) -> None:
    """What was played and said since is told to nobody who watches before its time has come."""
    anna, bob = stage.playing(delay=DELAY)
    table = stage.table.id
    eve, _ = _watches(stage)
    stage.wait(1)
    anna.does("act", table=table, actions=["take wbg"])
    stage.wait(1)
    anna.does("chat", table=table, text="I took white")
    assert [each["text"] for each in bob.heard() if each["type"] == "chat"] == ["I took white"]
    eve.does("story", table=table)
    assert [each["kind"] for each in eve.latest("story")["steps"]][-1] == "start"
    eve.does("talk", table=table)
    assert eve.latest("talk")["lines"] == []
    assert _watches(stage, "Zoe")[1]["chat"] == []
    assert eve.heard() == []
    random = Random(2)
    for _ in range(DELAY + 1):
        stage.wait(1)
        _play(stage, 1, random)
    told = eve.heard()
    assert [each["type"] for each in told][:2] == ["step", "chat"]
    eve.does("talk", table=table)
    assert [each["text"] for each in eve.latest("talk")["lines"]] == ["I took white"]


def test_after_a_restart_it_is_read_from_the_log(stage: HouseStage) -> None:
    """A house that has not followed the game shows no more of it."""
    anna, _ = stage.playing(delay=DELAY)
    random = Random(3)
    _play(stage, 6, random)
    stage.restart()
    then = _before(stage, DELAY)
    eve, shown = _watches(stage)
    assert (shown["seq"], shown["view"]) == (then.seq, _view(then))
    back = stage.guest(anna.name, token=anna.token)
    back.does("watch", table=stage.table.id)
    eve.heard()
    _play(stage, 1, random)
    assert eve.latest("step")["seq"] == then.seq + 1


def test_before_it_is_read_nothing_is_shown(stage: HouseStage) -> None:
    """Where nobody knows yet what is held, a table looks as if nothing had happened, and nothing is heard."""
    stage.playing(delay=DELAY)
    _play(stage, 5, Random(4))
    stage.restart()
    position = stage.table.position
    assert (stage.room.delays.seen(position).seq, stage.room.delays.silent_from(position)) == (0, 0.0)


def test_whoever_leaves_sees_no_more_than_a_watcher(stage: HouseStage) -> None:
    """They hear that they have left; what follows comes with the delay."""
    anna, bob, cyd = stage.playing("renaissance", names=("Anna", "Bob", "Cyd"), delay=DELAY)
    cyd.does("quit", table=stage.table.id)
    left = cyd.latest("step")
    assert left["kind"] == "quit"
    seq = left["seq"]
    random = Random(5)
    heard: list[int] = []
    for _ in range(6):  # (the table plays for whoever has left)
        _play(stage, 1, random)
        heard += [each["seq"] for each in cyd.heard() if each["type"] == "step"]
        assert heard == list(range(seq + 1, stage.table.position.seq - DELAY + 1))
    assert anna.latest("step")["seq"] == bob.latest("step")["seq"] == stage.table.position.seq


def test_the_lobby_does_not_tell_who_has_left(stage: HouseStage) -> None:
    """Nor for whom a bot plays, nor whose turn has run out."""
    _, _, cyd = stage.playing("renaissance", names=("Anna", "Bob", "Cyd"), delay=DELAY)
    before = line_of(stage.table.position, stage.table.attendance.presences).seats
    cyd.does("quit", table=stage.table.id)
    after = line_of(stage.table.position, stage.table.attendance.presences).seats
    assert [(each.name, each.bot, each.quit, each.free) for each in after] == [
        (each.name, each.bot, each.quit, each.free) for each in before
    ]


def test_whoever_asks_for_a_seat_learns_nothing_by_it(stage: HouseStage) -> None:
    """A seat is free when they see that it is; answers have no number, and whatever else stands in the way now is not
    told apart. Once the seat is theirs, they see all of it.
    """
    anna, bob, cyd = stage.playing("renaissance", names=("Anna", "Bob", "Cyd"), delay=DELAY)
    table = stage.table.id
    seat = stage.table.position.seat_of(cyd.name)
    cyd.does("quit", table=table)
    eve, shown = _watches(stage)
    assert "free" not in shown["seats"][seat]
    eve.fails("ask_seat", "table.seat-not-free", table=table, seat=seat)
    eve.fails("ask_seat", "table.empty-seat", table=table, seat=3)
    _play(stage, DELAY + 1, Random(6))
    assert eve.latest("step")["seats"][seat]["free"]
    assert "seq" not in eve.does("ask_seat", table=table, seat=seat)
    assert "seq" not in eve.does("vote", table=table, yes=False)
    bob.does("propose", table=table, what="pause")
    eve.fails("ask_seat", "house.ask-later", table=table, seat=seat)
    bob.does("vote", table=table, yes=False)
    eve.does("ask_seat", table=table, seat=seat)
    assert eve.heard() == []
    for each in (anna, bob):
        each.does("vote", table=table, yes=True)
    assert eve.latest("snapshot")["seq"] == stage.table.position.seq


def test_only_moves_count(stage: HouseStage) -> None:
    """Whoever asks for a free seat and takes it back, again and again, sees the table no sooner; with the next move
    they are told what was asked for before the moves that are held, also by a house that has read it from the log.
    """
    anna, bob, cyd = stage.playing("renaissance", names=("Anna", "Bob", "Cyd"), delay=DELAY)
    table, seat = stage.table.id, stage.table.position.seat_of(cyd.name)
    cyd.does("quit", table=table)
    random = Random(7)
    _play(stage, DELAY + 2, random)
    eve, shown = _watches(stage)
    for _ in range(DELAY):
        eve.does("ask_seat", table=table, seat=seat)
        eve.does("vote", table=table, yes=False)
        anna.does("propose", table=table, what="pause")
        bob.does("vote", table=table, yes=False)
    assert eve.heard() == []
    assert _watches(stage, "Zoe")[1]["view"] == shown["view"]
    _play(stage, DELAY, random)
    told = [each["kind"] for each in eve.heard() if each["type"] == "step"]
    assert told[-1] == "vote"
    assert told.count("ask") == DELAY
    seen = stage.room.delays.seen(stage.table.position)
    held = [row.kind for row in stage.log.read(table)[1] if row.seq > seen.seq]
    assert len(held) == DELAY
    assert set(held) <= {"move", "skip"}
    stage.restart()
    assert _watches(stage)[1]["seq"] == seen.seq


def test_at_first_everything_is_held(stage: HouseStage) -> None:
    """Until so many moves were made, those who watch see the beginning, whatever else happens."""
    anna, bob, cyd = stage.playing("renaissance", names=("Anna", "Bob", "Cyd"), delay=DELAY)
    eve, shown = _watches(stage)
    cyd.does("quit", table=stage.table.id)
    for _ in range(DELAY):
        anna.does("propose", table=stage.table.id, what="pause")
        bob.does("vote", table=stage.table.id, yes=False)
    assert [each for each in eve.heard() if each["type"] == "step"] == []
    stage.restart()
    assert _watches(stage)[1]["seq"] == shown["seq"]


def test_who_comes_and_goes_is_seen_later_too(stage: HouseStage) -> None:
    """It is told with the entries, as it was then; the lobby says whether anybody is there, not who."""
    anna, bob, cyd = stage.playing("renaissance", names=("Anna", "Bob", "Cyd"), delay=DELAY)
    random = Random(8)
    _play(stage, DELAY + 1, random)
    eve, _ = _watches(stage)
    bob.drops()
    stage.wait(60)
    assert [each for each in eve.heard() if each["type"] == "presence"] == []
    assert {each["presence"] for each in _watches(stage, "Zoe")[1]["seats"]} == {"here"}
    assert _listed(stage) == ["here"] * 3
    _play(stage, DELAY, random)
    assert _told_of(eve, bob) == {"here"}
    _play(stage, 1, random)
    assert _told_of(eve, bob) == {"away"}
    for each in (anna, cyd):
        each.drops()
    assert _listed(stage) == ["away"] * 3


def _listed(stage: HouseStage) -> list[str]:
    """Who is here, as the lobby has it."""
    return [each.presence for each in line_of(stage.table.position, stage.table.attendance.presences).seats]


def _told_of(eve: Guest, bob: Guest) -> set[str]:
    """How the steps since the last look say that somebody is there."""
    steps = [each for each in eve.heard() if each["type"] == "step"]
    return {seat["presence"] for step in steps for seat in step["seats"] if seat["name"] == bob.name}
